// Rule: the type of an index's partition key is as visible as its struct
// Cure: make the type as visible as the struct, as in `pub enum Status`
mod orders {
    use dynamo_runtime::{Attribute, Item};

    #[derive(Attribute)]
    enum Status {
        Open,
    }

    #[derive(Item)]
    #[table(name = "orders", pk = "id")]
    #[gsi(name = "ByStatus", pk = "status", query = "by_status")]
    pub struct Order {
        id: String,
        status: Status,
    }
}

fn main() {}

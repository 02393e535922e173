use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "fresh", pk = "F#{id}", when = self.open, query = "fresh", pk_attr = "GSI1PK")]
struct Order {
    id: String,
    open: bool,
    #[dynamo(version)]
    version: u64,
}

fn main() {}

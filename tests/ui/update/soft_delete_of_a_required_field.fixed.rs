use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    #[dynamo(soft_delete)]
    deleted_at: Option<String>,
}

fn main() {}

use dynamo_runtime::Item;
use uuid::Uuid;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK", delimiter = "#")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: Uuid,
    at: String,
}

fn main() {}

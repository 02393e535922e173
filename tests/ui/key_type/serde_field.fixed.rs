use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id", sk = "at")]
struct Order {
    id: String,
    at: String,
}

fn main() {}

use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[dynamo(rename_all = "PascalCase")]
struct Order {
    id: String,
    at: String,
}

fn main() {}

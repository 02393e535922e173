// Rule: an option of the struct is on the struct
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    #[dynamo(rename_all = "PascalCase")]
    id: String,
    at: String,
}

fn main() {}

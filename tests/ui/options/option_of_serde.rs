// Rule: options of serde are not options here
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

fn main() {}

// Rule: keys of claims on unique values begin with a text that no item's key begins with
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "PK")]
#[key(pk = "#unique#{id}")]
struct User {
    id: String,
}

fn main() {}

// Rule: an item owns its data
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "PK")]
#[key(pk = "USER#{id}")]
struct User {
    id: &'static str,
}

fn main() {
    let _ = User::key("1");
}

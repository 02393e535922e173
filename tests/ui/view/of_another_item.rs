// Rule: `select` takes a view of the item that is read
// Cure: select a view of the item that is read: one with `#[view(item = User)]`
use dynamo_runtime::{Item, View};

#[derive(Item)]
#[table(name = "orders", pk = "PK")]
#[key(pk = "ORDER#{id}")]
struct Order {
    #[dynamo(key_only)]
    id: String,
    total: u64,
}

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
}

#[derive(View)]
#[view(item = Order)]
struct Summary {
    total: u64,
}

fn main() {
    let _ = User::key("u").get().select::<Summary>();
}

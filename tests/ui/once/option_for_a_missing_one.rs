// Rule: an option of an unknown name may be the one that is missing, which is not reported as well
use dynamo_runtime::{Item, View};

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "ByOwner", by = "owner")]
struct Order {
    id: String,
    owner: String,
}

#[derive(View)]
#[view(Order)]
struct Small {
    id: String,
}

fn main() {}

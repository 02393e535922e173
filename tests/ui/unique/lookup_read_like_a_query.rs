// Rule: a lookup finds one item at most
use dynamo_runtime::{Db, Item};

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(unique = "by_email")]
    email: String,
    name: String,
}

fn read(db: &Db) {
    let _ = User::by_email("ada@example.com").first(db);
}

fn main() {}

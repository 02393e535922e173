// Rule: a lookup only reads
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(unique = "by_email")]
    email: String,
    name: String,
}

fn main() {
    let _ = User::by_email("ada@example.com").update().set(User::NAME, "Ada");
}

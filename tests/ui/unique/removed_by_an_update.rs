// Rule: the value before is freed, and an update does not know it
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(unique)]
    email: Option<String>,
}

fn main() {
    let _ = User::key("a").update().remove(User::EMAIL);
}

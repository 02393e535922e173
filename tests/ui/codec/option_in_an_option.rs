// Rule: a field has at most one `None`: two are stored alike
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    nickname: Option<Option<String>>,
}

fn main() {}

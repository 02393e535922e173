// Rule: the attribute that a table expires items by is a number of seconds
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "sessions", pk = "token", ttl = "expires")]
struct Session {
    token: String,
    expires: String,
}

fn main() {}

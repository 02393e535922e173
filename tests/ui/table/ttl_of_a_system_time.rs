// Rule: the field that items expire by is a number of seconds
use std::time::SystemTime;

use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "sessions", pk = "id", ttl = "expires")]
struct Session {
    id: String,
    #[dynamo(ttl = "1h")]
    expires: SystemTime,
}

fn main() {}

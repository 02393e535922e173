use std::time::SystemTime;

use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "sessions", pk = "id", ttl = "expires")]
struct Session {
    id: String,
    #[dynamo(ttl = "1h", with = dynamo_runtime::formats::epoch_seconds)]
    expires: SystemTime,
}

fn main() {}

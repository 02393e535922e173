use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "sessions", pk = "token", ttl = "expires")]
struct Session {
    token: String,
    expires: u64,
}

fn main() {}

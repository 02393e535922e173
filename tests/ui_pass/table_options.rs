// Every option of `#[table]` and `#[key]`, and of the struct
use dynamo_runtime::{Item, Table};

#[derive(Item)]
#[table(name = "shop_{stage}", pk = "PK", sk = "SK", ttl = "ExpiresAt", type_attr = "Kind", delimiter = "|")]
#[key(pk = "CUSTOMER|{customer}", sk = "ORDER|{id}")]
#[dynamo(entity = "ORDER", rename_all = "PascalCase", crate = dynamo_runtime)]
struct Order {
    customer: String,
    id: String,
    expires_at: u64,
}

#[derive(Item)]
#[table(name = "sessions", pk = "Token")]
#[dynamo(rename_all = "PascalCase")]
struct Session {
    token: String,
}

#[derive(Item)]
#[table(name = "readings", pk = "station", sk = "minute")]
struct Reading {
    station: String,
    minute: u64,
}

// Several attributes of one kind are read as one.
#[derive(Item)]
#[table(name = "notes", pk = "PK", sk = "SK")]
#[key(pk = "NOTE#{id}")]
#[key(sk = literal("NOTE"))]
#[dynamo(rename_all = "camelCase")]
#[dynamo(crate = "dynamo_runtime")]
struct Note {
    id: String,
}

pub fn main() {
    let _ = (<Order as Table>::SCHEMA.name, Session::key("t"), Reading::key("s", 5_u64));
    let _ = (Order::key("c", "o"), Order::query("c"), Note::key("n"), Note::query("n"));
}

use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
enum Kind {
    Gold,
}

#[derive(Item)]
#[table(name = "members", pk = "PK")]
#[key(pk = "MEMBER#{kind}")]
struct Member {
    kind: Kind,
}

fn main() {}

// Rule: an enum in a key derives `Attribute`
use dynamo_runtime::Item;

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

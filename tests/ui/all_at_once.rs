// Rule: every mistake is reported at once, each in its place
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "or ders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{idd}", sk = "META#{at}{id}")]
#[gsi(name = "by_owner", pk = "OWNER#{owner}", quer = "owned")]
#[dynamo(entiti = "ORDER")]
struct Order {
    id: String,
    at: String,
    #[dynamo(version, ttl)]
    owner: u64,
}

fn main() {}

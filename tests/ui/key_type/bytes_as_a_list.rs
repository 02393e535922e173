// Rule: bytes in a key are a `Binary`
// Cure: store it as a `Binary`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "blobs", pk = "hash")]
struct Blob {
    hash: Vec<u8>,
}

fn main() {}

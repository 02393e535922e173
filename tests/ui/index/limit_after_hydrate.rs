// Rule: the query has the options
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "files", pk = "path")]
#[gsi(name = "ByHash", pk = "hash", projection = ["size"], query = "by_hash")]
struct File {
    path: String,
    hash: String,
    size: u64,
    preview: Vec<u8>,
}

fn main() {
    let _ = File::by_hash("x").hydrate().limit(5);
}

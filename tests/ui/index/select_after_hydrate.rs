// Rule: `hydrate` reads whole items
use dynamo_runtime::{Item, View};

#[derive(Item)]
#[table(name = "files", pk = "path")]
#[gsi(name = "ByHash", pk = "hash", projection = ["size"], query = "by_hash")]
struct File {
    path: String,
    hash: String,
    size: u64,
    preview: Vec<u8>,
}

#[derive(View)]
#[view(item = File)]
struct Preview {
    preview: Vec<u8>,
}

fn main() {
    let _ = File::by_hash("x").hydrate().select::<Preview>();
}

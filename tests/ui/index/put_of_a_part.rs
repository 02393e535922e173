// Rule: only whole items are written
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "files", pk = "path")]
#[gsi(name = "ByHash", pk = "hash", projection = ["size"], query = "by_hash")]
struct File {
    path: String,
    hash: String,
    size: u64,
    preview: Vec<u8>,
}

async fn save(db: &Db, part: FileByHash) -> Result<(), Error> {
    part.put().send(db).await?;
    Ok(())
}

fn main() {}

// Rule: `add` counts up and down
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "pages", pk = "url")]
struct Page {
    url: String,
    views: u64,
}

async fn run(db: &Db) -> Result<(), Error> {
    Page::key("/").update().increment(Page::VIEWS, 1).send(db).await?;
    Ok(())
}

fn main() {}

// Rule: `append` takes a list of elements
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "posts", pk = "id")]
struct Post {
    id: String,
    tags: Vec<String>,
}

async fn run(db: &Db) -> Result<(), Error> {
    Post::key("p1").update().append(Post::TAGS, "rust").send(db).await?;
    Ok(())
}

fn main() {}

// Rule: `batch_get` takes a list of keys
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
}

async fn first(db: &Db) -> Result<(), Error> {
    let users = db.batch_get(User::key("1")).await?;
    println!("{}", users.len());
    Ok(())
}

fn main() {}

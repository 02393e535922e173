// Rule: a shared table is created by its own type
// Cure: write `db.create_table::<Shop>()`
use dynamo_runtime::{Db, Error, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "USER#{id}")]
struct User {
    id: String,
}

async fn create(db: &Db) -> Result<(), Error> {
    db.create_table::<User>().await
}

fn main() {}

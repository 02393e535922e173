// Rule: a shared table is scanned by its item types
use dynamo_runtime::{Db, Error, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "C#{id}", sk = "PROFILE#")]
struct Customer {
    id: String,
}

async fn everyone(db: &Db) -> Result<(), Error> {
    for customer in Shop::scan().all(db).await? {
        println!("{}", customer.id);
    }
    Ok(())
}

fn main() {}

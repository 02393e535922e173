// Rule: each item is written as itself
use dynamo_runtime::{Collection, Db, Error, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "C#{id}", sk = "PROFILE#")]
struct Customer {
    id: String,
}

#[derive(Collection)]
#[collection(table = Shop)]
enum Record {
    Customer(Customer),
}

async fn save(db: &Db, record: Record) -> Result<(), Error> {
    record.put().send(db).await?;
    Ok(())
}

fn main() {}

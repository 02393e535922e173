// Rule: a collection reads a partition
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

async fn everything(db: &Db) -> Result<(), Error> {
    let records = Record::scan().all(db).await?;
    println!("{}", records.len());
    Ok(())
}

fn main() {}

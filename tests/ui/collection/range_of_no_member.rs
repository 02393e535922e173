// Rule: a range or a filter of one member names the type of a variant
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "ORDER#{number}")]
struct Order { id: String, number: String }

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "STAR#{at}")]
struct Star { id: String, at: String }

#[derive(Collection)]
#[collection(table = Shop)]
enum Record { Order(Order) }

fn main() {
    let _ = Record::query("c1").range_of::<Star>(Star::AT.gt("2025"));
}

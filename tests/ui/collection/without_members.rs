// Rule: a collection has members
use dynamo_runtime::{Collection, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Collection)]
#[collection(table = Shop)]
enum Record {}

fn main() {}

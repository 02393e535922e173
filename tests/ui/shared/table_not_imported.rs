// Rule: a table is named by its path
// Cure: import the table, `use crate::tables::Trading;`, or write its path
use dynamo_runtime::Item;

mod tables {
    #[derive(dynamo_runtime::Table)]
    #[table(name = "trading", pk = "PK", sk = "SK")]
    pub struct Trading;
}

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
struct Order {
    id: String,
}

fn main() {}

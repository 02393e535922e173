// Rule: an item says what its key is built from
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[key(pk = "CLIENT#{client_id}", sk = "ORDER#{order_id}")]
struct Trading;

fn main() {}

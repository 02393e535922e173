// Rule: the keys of a shared table are attributes
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
#[gsi(name = "ByDay", pk = "DayPK", pk_attr = "DayPK")]
struct Shop;

fn main() {}

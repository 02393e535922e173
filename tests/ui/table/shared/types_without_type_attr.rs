// Rule: types that share keys are told apart by the attribute that stores their names
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", types = "by_attribute")]
struct Shop;

fn main() {}

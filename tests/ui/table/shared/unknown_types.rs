// Rule: types are told apart by their keys or by their attribute
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attr = "kind", types = "by_prefix")]
struct Shop;

fn main() {}

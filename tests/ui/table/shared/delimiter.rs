// Rule: the delimiter is one punctuation character
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", delimiter = "--")]
struct Trading;

fn main() {}

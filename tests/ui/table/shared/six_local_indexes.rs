// Rule: a table has five local indexes at most
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[lsi(name = "ByAA", sk = "a")]
#[lsi(name = "ByBB", sk = "b")]
#[lsi(name = "ByCC", sk = "c")]
#[lsi(name = "ByDD", sk = "d")]
#[lsi(name = "ByEE", sk = "e")]
#[lsi(name = "ByFF", sk = "f")]
struct Trading;

fn main() {}

// Rule: a shared table names attributes, its items write templates
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "CLIENT#{client_id}", sk = "SK")]
struct Trading;

fn main() {}

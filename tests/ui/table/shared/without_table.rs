// Rule: a shared table says which table it is
use dynamo_runtime::Table;

#[derive(Table)]
struct Trading;

fn main() {}

// Rule: a vector index has no sort key
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "library", pk = "PK")]
#[vector(name = "ByTopic", field = "topic", dimensions = 2, pk = "shelf", sk = "title")]
struct Library;

fn main() {}

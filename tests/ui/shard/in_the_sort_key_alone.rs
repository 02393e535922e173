// Rule: a shard is in the partition key
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "logs", pk = "PK", sk = "SK")]
#[key(pk = "DAY#{day}", sk = "{id:shard(8)}")]
struct Log {
    day: String,
    id: String,
}

fn main() {}

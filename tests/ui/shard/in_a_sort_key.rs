// Rule: `shard` spreads partitions, so it stands in a partition key
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "PK", sk = "SK")]
#[key(pk = "GAME#{game}", sk = "{user:shard(16)}#{user}")]
struct Score {
    user: String,
    game: String,
}

fn main() {}

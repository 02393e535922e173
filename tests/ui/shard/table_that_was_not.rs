// Rule: the items of a table are moved to its shards
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "PK", sk = "SK")]
#[key(pk = "GAME#{game}#{user:shard(16, was = 1)}", sk = "{user}")]
struct Score {
    user: String,
    game: String,
}

fn main() {}

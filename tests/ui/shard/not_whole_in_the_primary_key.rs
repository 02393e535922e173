// Rule: a primary key holds the field that it is spread by
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "PK", sk = "SK")]
#[key(pk = "GAME#{game}#{user:shard(16)}", sk = "{day}")]
struct Score {
    user: String,
    game: String,
    day: String,
}

fn main() {}

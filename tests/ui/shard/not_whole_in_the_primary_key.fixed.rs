use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "PK", sk = "SK")]
#[key(pk = "GAME#{game}#{user:shard(16)}", sk = "{day}#{user}")]
struct Score {
    user: String,
    game: String,
    day: String,
}

fn main() {}

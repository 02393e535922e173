use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "PK", sk = "SK")]
#[key(pk = "GAME#{game}#{user:shard(16)}", sk = "{user}")]
struct Score {
    user: String,
    game: String,
}

fn main() {}

// Rule: a key that was not sharded had something in it
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "user", sk = "game")]
#[gsi(name = "Ranks", pk = "{user:shard(16, was = 1)}", pk_attr = "RankPK", sk = "points")]
struct Score {
    user: String,
    game: String,
    points: u64,
}

fn main() {}

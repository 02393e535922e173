// Rule: a shard is made of what can be in a key
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "user", sk = "game")]
#[gsi(name = "Ranks", pk = "GAME#{game}#{weight:shard(16)}", pk_attr = "RankPK", sk = "points")]
struct Score {
    user: String,
    game: String,
    points: u64,
    weight: f64,
}

fn main() {}

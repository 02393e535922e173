// Rule: `in_shard` is for a sharded partition
// Cure: remove `in_shard`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "user", sk = "game")]
#[gsi(name = "Ranks", pk = "game", sk = "points", query = "ranking")]
struct Score {
    user: String,
    game: String,
    points: u64,
}

fn main() {
    let _ = Score::ranking("go").in_shard(3);
}

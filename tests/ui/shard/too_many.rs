// Rule: a partition is spread over at most 256 shards
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "user", sk = "game")]
#[gsi(name = "Ranks", pk = "GAME#{game}#{user:shard(257)}", pk_attr = "RankPK", sk = "points")]
struct Score {
    user: String,
    game: String,
    points: u64,
}

fn main() {}

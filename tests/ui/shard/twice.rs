// Rule: one component of a partition key is sharded
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "user", sk = "game")]
#[gsi(name = "Ranks", pk = "{user:shard(16)}#{team:shard(4)}", pk_attr = "RankPK", sk = "points")]
struct Score {
    user: String,
    game: String,
    points: u64,
    team: String,
}

fn main() {}

// Rule: a partition is spread by a field that does not name it
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "user", sk = "game")]
#[gsi(name = "Ranks", pk = "USER#{user}#{user:shard(16)}", pk_attr = "RankPK", sk = "points")]
struct Score {
    user: String,
    game: String,
    points: u64,
}

fn main() {}

// Rule: a field that is stored in keys alone stands in one as it is
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "user", sk = "game")]
#[gsi(name = "Ranks", pk = "GAME#{game}#{device:shard(16)}", pk_attr = "RankPK", sk = "points")]
struct Score {
    user: String,
    game: String,
    points: u64,
    #[dynamo(key_only)]
    device: String,
}

fn main() {}

// Rule: a query method is not given what its partition is spread by
// Cure: leave the sharded component out: `Score::ranking("go")`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "scores", pk = "user", sk = "game")]
#[gsi(name = "Ranks", pk = "GAME#{game}#{user:shard(16)}", pk_attr = "RankPK", sk = "points", query = "ranking")]
struct Score {
    user: String,
    game: String,
    points: u64,
}

fn main() {
    let _ = Score::ranking("go", "ada");
}

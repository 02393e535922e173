// Rule: a key with a shard is text
use dynamo_runtime::{Item, Table};

#[derive(Item)]
#[dynamo(table = Games)]
#[key(pk = "{game:shard(16)}", sk = "{game}")]
struct Score {
    game: String,
}

#[derive(Table)]
#[table(name = "games", pk("PK", N), sk("SK", S))]
struct Games;

fn main() {}

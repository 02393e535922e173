// Rule: without an entity name, what marks a deleted member is no field of another
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "notes", pk = "PK", sk = "SK")]
struct Notes;

#[derive(Item)]
#[dynamo(table = Notes)]
#[key(pk = "USER#{user}", sk = "NOTE#{id}")]
struct Note {
    user: String,
    id: String,
    #[dynamo(soft_delete)]
    removed: Option<String>,
}

#[derive(Item)]
#[dynamo(table = Notes)]
#[key(pk = "USER#{user}", sk = "LOG#{id}")]
struct Log {
    user: String,
    id: String,
    removed: Vec<String>,
}

#[derive(Collection)]
#[collection(table = Notes)]
enum Record {
    Note(Note),
    Log(Log),
}

fn main() {}

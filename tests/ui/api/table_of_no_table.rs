// Rule: a table is made for a type that is one
use dynamo_runtime::Db;

struct Settings;

fn setup(db: &Db) {
    let _ = db.create_table::<Settings>();
}

fn main() {}

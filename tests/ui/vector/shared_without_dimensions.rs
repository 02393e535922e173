// Rule: a shared table says how many dimensions its vectors have
use dynamo_runtime::{Item, Table, Vector};

#[derive(Table)]
#[table(name = "library", pk = "PK")]
#[vector(name = "ByTopic", field = "topic", filter = ["lang"])]
struct Library;

#[derive(Item)]
#[dynamo(table = Library)]
#[key(pk = "BOOK#{isbn}")]
#[vector(name = "ByTopic", query = "similar")]
struct Book {
    isbn: String,
    lang: String,
    topic: Vector<2>,
}

fn main() {}

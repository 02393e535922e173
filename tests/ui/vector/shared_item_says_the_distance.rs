// Rule: a shared table declares how vectors are compared
use dynamo_runtime::{Item, Table, Vector};

#[derive(Table)]
#[table(name = "library", pk = "PK")]
#[vector(name = "ByTopic", field = "topic", dimensions = 2, filter = ["lang"])]
struct Library;

#[derive(Item)]
#[dynamo(table = Library)]
#[key(pk = "BOOK#{isbn}")]
#[vector(name = "ByTopic", distance = "cosine", query = "similar")]
struct Book {
    isbn: String,
    lang: String,
    topic: Vector<2>,
}

fn main() {}

// Rule: a vector has 1 to 4096 dimensions
// Cure: write 4096 at most
use dynamo_runtime::{Item, Table, Vector};

#[derive(Table)]
#[table(name = "library", pk = "PK")]
#[vector(name = "ByTopic", field = "topic", dimensions = 5000, filter = ["lang"])]
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

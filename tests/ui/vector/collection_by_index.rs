// Rule: a collection over a vector index is searched
use dynamo_runtime::{Collection, Item, Table, Vector};

#[derive(Table)]
#[table(name = "library", pk = "PK", sk = "SK")]
#[vector(name = "ByTopic", field = "topic", dimensions = 2)]
#[gsi(name = "ByLang", pk = "lang", sk = "SK")]
struct Library;

#[derive(Item)]
#[dynamo(table = Library)]
#[key(pk = "BOOK#{isbn}", sk = literal("BOOK"))]
#[vector(name = "ByTopic", query = "similar")]
#[gsi(name = "ByLang", query = "by_lang")]
struct Book {
    isbn: String,
    lang: String,
    topic: Vector<2>,
}

#[derive(Collection)]
#[collection(table = Library, index = "ByTopic")]
enum Shelf {
    Book(Book),
}

fn main() {}

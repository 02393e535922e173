//! Vector indexes of a shared table: each item type says what it brings.

use dynamo_runtime::{Collection, Item, Table, Vector};

use super::with_vectors;

#[derive(Table)]
#[table(name = "library", pk = "PK", sk = "SK", type_attr = "kind")]
#[vector(
    name = "ByTopic",
    field = "topic",
    dimensions = 2,
    distance = "cosine",
    pk = "shelf",
    filter = ["lang", "kind"],
    projection = "ALL"
)]
struct Library;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Library)]
#[key(pk = "BOOK#{isbn}", sk = literal("BOOK"))]
#[vector(name = "ByTopic", pk = "SHELF#{shelf_id}", query = "similar")]
struct Book {
    isbn: String,
    shelf_id: u32,
    lang: String,
    topic: Vector<2>,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Library)]
#[key(pk = "MAP#{id}", sk = literal("MAP"))]
#[vector(
    name = "ByTopic",
    field = "topic",
    pk = "SHELF#{shelf_id}",
    query = "similar"
)]
struct Map {
    id: String,
    shelf_id: u32,
    topic: Vector<2>,
}

/// All that stands on a shelf.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Library, vector = "ByTopic")]
enum OnShelf {
    Book(Book),
    Map(Map),
}

#[tokio::test]
async fn a_collection_is_searched_together() {
    with_vectors::<Library>(async |db| {
        let book = |isbn: &str, topic: [f32; 2]| Book {
            isbn: isbn.to_owned(),
            shelf_id: 7,
            lang: "en".to_owned(),
            topic: topic.into(),
        };
        let (near, far) = (book("near", [1.0, 0.1]), book("far", [0.0, 1.0]));
        let map = Map {
            id: "m".to_owned(),
            shelf_id: 7,
            topic: Vector::from([1.0, 0.5]),
        };
        near.put().send(db).await.expect("a put");
        far.put().send(db).await.expect("a put");
        map.put().send(db).await.expect("a put");
        let hits = OnShelf::search(7, &[1.0, 0.0]).send(db).await;
        let found = hits.expect("hits").into_items();
        let expected = [OnShelf::Book(near), OnShelf::Map(map), OnShelf::Book(far)];
        assert_eq!(found, expected);
        let other = OnShelf::search(8, &[1.0, 0.0]).send(db).await;
        assert!(other.expect("hits").is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_search_gives_its_own_type() {
    with_vectors::<Library>(async |db| {
        let book = Book {
            isbn: "1".to_owned(),
            shelf_id: 7,
            lang: "en".to_owned(),
            topic: Vector::from([1.0, 1.0]),
        };
        let map = Map {
            id: "m".to_owned(),
            shelf_id: 7,
            topic: Vector::from([1.0, 0.0]),
        };
        book.put().send(db).await.expect("a put");
        map.put().send(db).await.expect("a put");
        let hits = Book::similar(7, &[1.0, 0.0]).top(1).send(db).await;
        assert_eq!(hits.expect("hits").into_items().first(), Some(&book));
        let hits = Map::similar(7, &[1.0, 0.0]).send(db).await;
        assert_eq!(hits.expect("hits").into_items(), [map]);
        let german = Book::similar(7, &[1.0, 0.0]).filter(Book::LANG.eq("de"));
        assert!(german.send(db).await.expect("hits").is_empty());
        let english = Book::similar(7, &[1.0, 0.0]).filter(Book::LANG.eq("en"));
        assert_eq!(english.send(db).await.expect("hits").into_items(), [book]);
    })
    .await;
}

//! Backfills in a table that several item types share.

use dynamo_runtime::{Item, Table};
use tests::{db, unique_name};

use crate::{stored, text};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attr = "kind")]
#[gsi(name = "GSI1", pk = "G1PK", sk = "G1SK")]
struct Shop;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop, entity = "BOOK")]
#[key(pk = "SHELF#{shelf}", sk = "BOOK#{number:05}")]
#[gsi(
    name = "GSI1",
    pk = "AUTHOR#{author}",
    sk = "{number:05}",
    query = "by_author"
)]
struct Book {
    shelf: String,
    number: u32,
    author: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop, entity = "LABEL")]
#[key(pk = "SHELF#{shelf}", sk = "LABEL#{author}")]
struct Label {
    shelf: String,
    author: String,
}

/// The table before it had a type attribute and an index.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "shop", pk = "PK", sk = "SK")]
#[key(pk = "SHELF#{shelf}", sk = "BOOK#{number:05}")]
struct BareBook {
    shelf: String,
    number: u32,
    author: String,
}

/// The same type under another name.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attr = "kind")]
#[dynamo(entity = "TOME")]
#[key(pk = "SHELF#{shelf}", sk = "BOOK#{number:05}")]
struct Tome {
    shelf: String,
    number: u32,
    author: String,
}

#[tokio::test]
async fn other_item_types_of_a_shared_table_are_not_touched() {
    let name = unique_name();
    let db = db().await.with_table_name::<Shop>(&name);
    let db = db.with_table_name::<BareBook>(&name);
    let db = db.with_table_name::<Tome>(&name);
    db.create_table::<Shop>().await.expect("a new table");
    let (shelf, author) = ("s".to_owned(), "eco".to_owned());
    let bare = BareBook {
        shelf: shelf.clone(),
        number: 1,
        author: author.clone(),
    };
    bare.put().send(&db).await.expect("a put");
    let tome = Tome {
        shelf: shelf.clone(),
        number: 2,
        author: author.clone(),
    };
    tome.put().send(&db).await.expect("a put");
    let label = Label {
        shelf: shelf.clone(),
        author: author.clone(),
    };
    label.put().send(&db).await.expect("a put");

    let done = Book::backfill().send(&db).await.expect("a backfill");
    assert_eq!(
        (done.read, done.changed),
        (1, 1),
        "a tome is none, as far as is known"
    );
    let done = Book::backfill()
        .formerly("TOME")
        .send(&db)
        .await
        .expect("a backfill");
    assert_eq!((done.read, done.changed), (2, 1));
    let books = Book::by_author("eco").all(&db).await.expect("a query");
    assert_eq!(
        books.iter().map(|book| book.number).collect::<Vec<_>>(),
        [1, 2]
    );
    let found = Label::key("s", "eco").get().send(&db).await.expect("a get");
    assert_eq!(found, Some(label));
    let kinds: Vec<_> = stored::<Shop>(&db)
        .await
        .iter()
        .map(|item| text(item, "kind").to_owned())
        .collect();
    assert_eq!(kinds, ["BOOK", "BOOK", "LABEL"]);
}

/// A book that is not in the index any more.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop, entity = "BOOK")]
#[key(pk = "SHELF#{shelf}", sk = "BOOK#{number:05}")]
struct Unlisted {
    shelf: String,
    number: u32,
    author: String,
}

#[tokio::test]
async fn an_item_type_that_left_an_index_is_taken_out_of_it() {
    let db = tests::db_for::<Shop>().await;
    db.create_table::<Shop>().await.expect("a new table");
    let book = Book {
        shelf: "s".to_owned(),
        number: 1,
        author: "eco".to_owned(),
    };
    book.put().send(&db).await.expect("a put");
    let done = Unlisted::backfill().send(&db).await.expect("a backfill");
    assert_eq!((done.read, done.changed), (1, 1));
    assert_eq!(done.attributes["G1PK"].removed, 1);
    assert_eq!(Book::by_author("eco").count(&db).await.expect("a count"), 0);
    let found = Book::key("s", 1).get().send(&db).await.expect("a get");
    assert_eq!(found, Some(book));
}

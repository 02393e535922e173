//! Keys of what users choose, and numbers in and out of them.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Error, Item, Record};
use rust_decimal::Decimal;
use tests::with_table;

/// A leaderboard entry, by two components that users choose.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "boards", pk = "PK")]
#[key(pk = "BOARD#{game}#{frame}")]
struct Board {
    game: String,
    frame: String,
}

fn board(game: &str, frame: &str) -> Board {
    Board {
        game: game.into(),
        frame: frame.into(),
    }
}

#[tokio::test]
async fn p07_the_delimiter_in_a_value_never_makes_two_items_one() {
    with_table::<Board>(async |db| {
        for (game, frame, component) in [("A#B", "C", "game"), ("A", "B#C", "frame")] {
            let error = board(game, frame).put().send(db).await;
            let Err(Error::Key(error)) = error else {
                panic!("{game} {frame}: {error:?}");
            };
            assert_eq!(error.component(), component);
            let error = Board::key(game, frame).get().send(db).await;
            assert!(matches!(error, Err(Error::Key(_))), "{error:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn p08_keys_keep_their_case() {
    with_table::<Board>(async |db| {
        board("AbC", "f").create().send(db).await.expect("a create");
        board("aBc", "f")
            .create()
            .send(db)
            .await
            .expect("another item");
        let found = Board::key("AbC", "f").get().send(db).await;
        assert_eq!(found.expect("a get"), Some(board("AbC", "f")));
        assert_eq!(
            Board::key("abc", "f").get().send(db).await.expect("a get"),
            None
        );
    })
    .await;
}

/// A price inside a text key.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "offers", pk = "PK", sk = "SK")]
#[key(pk = "MARKET#{market}", sk = "OFFER#{price:sortable}#{id:06}")]
struct Offer {
    market: String,
    price: Decimal,
    id: u64,
}

#[tokio::test]
async fn p09_numbers_in_text_keys_sort_as_numbers() {
    with_table::<Offer>(async |db| {
        let prices = ["-100", "-9.5", "-9.05", "0", "0.001", "9", "10", "10.5"];
        let offer = |price: &str| Offer {
            market: "m".into(),
            price: price.parse().expect("a number"),
            id: 7,
        };
        for price in prices.iter().rev() {
            offer(price).put().send(db).await.expect("a put");
        }
        let all = Offer::query("m").all(db).await.expect("a query");
        assert_eq!(all, prices.map(offer));
        let nine: Decimal = "9".parse().expect("a number");
        let above = Offer::query("m").range(Offer::PRICE.gt(nine)).all(db).await;
        assert_eq!(above.expect("a query"), ["10", "10.5"].map(offer));
    })
    .await;
}

/// Numbers of several widths.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "widths", pk = "id")]
struct Widths {
    id: String,
    small: u8,
    wide: i128,
    exact: Decimal,
}

#[test]
fn p14_a_number_that_does_not_fit_is_an_error_never_rounded() {
    let item = |small: &str, wide: &str, exact: &str| {
        let number = |number: &str| AttributeValue::N(number.to_owned());
        HashMap::from([
            ("id".to_owned(), AttributeValue::S("w".into())),
            ("small".to_owned(), number(small)),
            ("wide".to_owned(), number(wide)),
            ("exact".to_owned(), number(exact)),
        ])
    };
    Widths::from_item(item("255", "-1", "0.1")).expect("they fit");
    let thirty_eight = "12345678901234567890123456789012345678";
    Widths::from_item(item("1", thirty_eight, "1")).expect("38 digits fit");
    for (small, wide, exact, path) in [
        ("256", "1", "1", "small"),
        ("-1", "1", "1", "small"),
        ("1.5", "1", "1", "small"),
        ("1E+40", "1", "1", "small"),
        ("1", "1E+39", "1", "wide"),
        ("1", "1", thirty_eight, "exact"),
    ] {
        let error = Widths::from_item(item(small, wide, exact));
        let Err(Error::Decode(error)) = error else {
            panic!("{small} {wide} {exact}: {error:?}");
        };
        assert_eq!(error.path(), path);
    }
    let too_wide = Widths {
        id: "w".into(),
        small: 1,
        wide: i128::MAX,
        exact: Decimal::ONE,
    };
    assert!(
        matches!(too_wide.to_item(), Err(Error::Encode(_))),
        "39 digits"
    );
}

/// A text component with another behind it.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "words", pk = "PK", sk = "SK")]
#[key(pk = "SET#{set}", sk = "WORD#{word}#{number:02}")]
struct Entry {
    set: String,
    word: String,
    number: u32,
}

#[tokio::test]
async fn p16_characters_below_the_delimiter_do_not_hide_an_item() {
    with_table::<Entry>(async |db| {
        let words = ["a", "a b", "a!", "a\u{22}", "ab"];
        for word in words {
            let word = Entry {
                set: "s".into(),
                word: word.into(),
                number: 1,
            };
            word.put().send(db).await.expect("a put");
        }
        let found = async |query: dynamo_runtime::Query<_>| {
            let items: Vec<Entry> = query.all(db).await.expect("a query");
            let mut words: Vec<_> = items.into_iter().map(|item| item.word).collect();
            words.sort();
            words
        };
        let query = || Entry::query("s");
        assert_eq!(
            found(query().range(Entry::WORD.lt("a!"))).await,
            ["a", "a b"]
        );
        assert_eq!(
            found(query().range(Entry::WORD.le("a!"))).await,
            ["a", "a b", "a!"]
        );
        assert_eq!(
            found(query().range(Entry::WORD.gt("a"))).await,
            ["a b", "a!", "a\u{22}", "ab"]
        );
        assert_eq!(
            found(query().range(Entry::WORD.ge("a!"))).await,
            ["a!", "a\u{22}", "ab"]
        );
        assert_eq!(
            found(query().range(Entry::WORD.between("a b", "a!"))).await,
            ["a b", "a!"]
        );
        let mut paged = Vec::new();
        let mut cursor = None;
        loop {
            let page = query().range(Entry::WORD.le("a!")).limit(1).after(cursor);
            let page = page.send(db).await.expect("a page");
            paged.extend(page.items.into_iter().map(|item| item.word));
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        paged.sort();
        assert_eq!(paged, ["a", "a b", "a!"]);
    })
    .await;
}

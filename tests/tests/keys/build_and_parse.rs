//! Keys: what they are built of, what is refused before anything is sent, and what is read back
//! from them.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::key::KeyError;
use dynamo_runtime::{Attribute, Binary, Error, Item, Record};
use tests::with_table;

/// A page of a document, whose fields live in its key alone.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "pages", pk = "PK", sk = "SK")]
#[key(
    pk = "DOC#{owner}#{path:escape}",
    sk = "PAGE#{number:05}#{score:sortable}#{rest:raw}#{lang}"
)]
struct Page {
    #[dynamo(key_only)]
    owner: Owner,
    #[dynamo(key_only)]
    path: String,
    #[dynamo(key_only)]
    number: u32,
    #[dynamo(key_only)]
    score: i64,
    #[dynamo(key_only)]
    rest: String,
    #[dynamo(key_only)]
    lang: Lang,
    text: String,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
struct Owner(String);

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
#[dynamo(rename_all = "lowercase")]
enum Lang {
    En,
    De,
}

fn page() -> Page {
    Page {
        owner: Owner("ann".into()),
        path: "a#b/$c é".into(),
        number: 42,
        score: -7,
        rest: "x#y#".into(),
        lang: Lang::De,
        text: "…".into(),
    }
}

#[test]
fn a_key_is_built_as_its_template_says() {
    let item = page().to_item().expect("an item");
    let text = |name: &str| item[name].as_s().expect("text").clone();
    assert_eq!(text("PK"), "DOC#ann#a$23b/$24c$20é");
    assert_eq!(text("SK"), "PAGE#00042#099999999999999999992#x#y##de");
    let mut names: Vec<_> = item.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["PK", "SK", "text"], "nothing is stored twice");
    assert_eq!(Page::from_item(item).expect("a page"), page());
}

#[tokio::test]
async fn fields_that_are_only_in_the_key_come_back() {
    with_table::<Page>(async |db| {
        page().create().send(db).await.expect("a create");
        let found = Page::query("ann", "a#b/$c é").one(db).await;
        assert_eq!(found.expect("one"), page());
        let key = Page::key("ann", "a#b/$c é", 42, -7, "x#y#", "de");
        assert_eq!(key.get().send(db).await.expect("a get"), Some(page()));
    })
    .await;
}

fn refused(change: impl FnOnce(&mut Page)) -> KeyError {
    let mut page = page();
    change(&mut page);
    let direct = match page.to_item() {
        Err(Error::Key(error)) => error,
        other => panic!("the key is built: {other:?}"),
    };
    let key = page.to_key();
    assert!(key.partition().is_err() || key.sort().is_err());
    direct
}

#[test]
fn a_component_that_would_break_the_key_is_refused_by_name() {
    let error = refused(|page| page.owner = Owner("a#b".into()));
    assert_eq!(
        (error.item(), error.attribute(), error.component()),
        ("Page", "PK", "owner")
    );
    let error = refused(|page| page.owner = Owner(String::new()));
    assert_eq!((error.attribute(), error.component()), ("PK", "owner"));
    let error = refused(|page| page.rest = String::new());
    assert_eq!((error.attribute(), error.component()), ("SK", "rest"));
    let error = refused(|page| page.number = 100_000);
    assert_eq!((error.attribute(), error.component()), ("SK", "number"));
}

#[test]
fn an_escaped_component_may_be_empty() {
    let mut empty = page();
    empty.path = String::new();
    let item = empty.to_item().expect("an item");
    assert_eq!(item["PK"].as_s().expect("text"), "DOC#ann#");
    assert_eq!(Page::from_item(item).expect("a page"), empty);
}

#[tokio::test]
async fn a_refused_component_is_reported_by_every_operation_before_it_is_sent() {
    // The table does not exist: whatever is sent fails otherwise.
    let db = &tests::db_for::<Page>().await;
    let key = || Page::key("a#b", "p", 1, 1, "r", Lang::En);
    let mut broken = page();
    broken.owner = Owner("a#b".into());
    let errors = [
        key().get().send(db).await.err(),
        key().delete().send(db).await.err(),
        key().exists().send(db).await.err(),
        broken.put().send(db).await.err(),
        broken.create().send(db).await.err(),
        Page::query("a#b", "p").all(db).await.err(),
        Page::query("a#b", "p").count(db).await.err(),
        Page::query("ann", "p")
            .range(Page::NUMBER.gt(100_000))
            .all(db)
            .await
            .err(),
    ];
    for (number, error) in errors.into_iter().enumerate() {
        assert!(matches!(error, Some(Error::Key(_))), "{number}: {error:?}");
    }
}

/// A key of one text, partition and sort.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "limits", pk = "PK", sk = "SK")]
#[key(pk = "{left:raw}", sk = "S#{right:raw}")]
struct Limits {
    left: String,
    right: String,
}

fn limits(left: usize, right: usize) -> Limits {
    Limits {
        left: "l".repeat(left),
        right: "r".repeat(right),
    }
}

#[tokio::test]
async fn keys_of_the_greatest_length_are_taken_and_longer_ones_refused() {
    with_table::<Limits>(async |db| {
        limits(2048, 1022).put().send(db).await.expect("a put");
        let found = limits(2048, 1022).to_key().get().send(db).await;
        assert_eq!(found.expect("a get"), Some(limits(2048, 1022)));
        for (left, right, attribute) in [(2049, 1, "PK"), (1, 1023, "SK")] {
            let error = limits(left, right).put().send(db).await;
            let Err(Error::Key(error)) = error else {
                panic!("{left} and {right} bytes: {error:?}");
            };
            assert_eq!((error.item(), error.attribute()), ("Limits", attribute));
        }
        let wide = Limits {
            left: "é".repeat(1025),
            right: "r".into(),
        };
        assert!(
            matches!(wide.to_item(), Err(Error::Key(_))),
            "bytes, not characters"
        );
        let longest = Limits::query("l".repeat(2048).as_str());
        let ranged = longest.range(Limits::RIGHT.ge("r".repeat(1022).as_str()));
        assert_eq!(ranged.count(db).await.expect("a count"), 1);
    })
    .await;
}

/// Keys that are bytes and a number.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "blobs", pk = "hash", sk = "part")]
struct Blob {
    hash: Binary,
    part: u64,
}

#[tokio::test]
async fn bytes_and_numbers_are_keys_by_themselves() {
    with_table::<Blob>(async |db| {
        let blob = |part| Blob {
            hash: Binary::from(vec![0, 255, 7]),
            part,
        };
        for part in [10, 9, u64::MAX] {
            blob(part).put().send(db).await.expect("a put");
        }
        let item = blob(10).to_item().expect("an item");
        assert!(matches!(&item["hash"], AttributeValue::B(_)));
        assert_eq!(item["part"], AttributeValue::N("10".into()));
        let all = Blob::query(Binary::from(vec![0, 255, 7])).all(db).await;
        assert_eq!(all.expect("a query"), [blob(9), blob(10), blob(u64::MAX)]);
        let empty = Blob {
            hash: Binary::from(Vec::new()),
            part: 1,
        };
        assert!(matches!(empty.put().send(db).await, Err(Error::Key(_))));
    })
    .await;
}

fn stored(key: &str, sort: &str) -> HashMap<String, AttributeValue> {
    let text = |text: &str| AttributeValue::S(text.to_owned());
    HashMap::from([
        ("PK".to_owned(), text(key)),
        ("SK".to_owned(), text(sort)),
        ("text".to_owned(), text("…")),
    ])
}

#[test]
fn a_stored_key_of_another_shape_is_an_error_that_names_it_and_shows_no_value() {
    let good = ("DOC#secret#p", "PAGE#00042#100000000000000000007#r#de");
    Page::from_item(stored(good.0, good.1)).expect("a page");
    let cases = [
        ("PK", "DOC#secret", good.1),
        ("PK", "BOOK#secret#p", good.1),
        ("PK", "DOC##p", good.1),
        ("PK", "DOC#secret#$zz", good.1),
        ("SK", good.0, "PAGE#00042#100000000000000000007#secret#xx"),
        ("SK", good.0, "PAGE#secret#100000000000000000007#r#de"),
        ("SK", good.0, "PAGE#00042#secret#r#de"),
        ("SK", good.0, "PAGE#00042#100000000000000000007#de"),
    ];
    for (attribute, pk, sk) in cases {
        let error = Page::from_item(stored(pk, sk));
        let Err(Error::Decode(error)) = error else {
            panic!("{pk} {sk}: {error:?}");
        };
        assert_eq!(
            (error.item(), error.path()),
            (Some("Page"), attribute),
            "{error}"
        );
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "tickets", pk = "PK")]
#[key(pk = "TICKET#{id}")]
struct Ticket {
    id: uuid::Uuid,
}

/// A key has one spelling of an id; another would silently find nothing.
#[tokio::test]
async fn a_text_argument_is_spelled_as_the_key_spells_it() {
    with_table::<Ticket>(async |db| {
        let ticket = Ticket {
            id: uuid::Uuid::from_u128(0xABCD),
        };
        ticket.put().send(db).await.unwrap();
        let spelled = ticket.id.to_string();
        assert!(
            Ticket::key(spelled.as_str())
                .exists()
                .send(db)
                .await
                .unwrap()
        );
        let shouted = spelled.to_uppercase();
        let error = Ticket::key(shouted.as_str())
            .exists()
            .send(db)
            .await
            .unwrap_err();
        assert!(
            matches!(&error, Error::Key(key) if key.component() == "id"),
            "{error}"
        );
        let error = Ticket::key("no id").exists().send(db).await.unwrap_err();
        assert!(matches!(error, Error::Key(_)), "{error}");
    })
    .await;
}

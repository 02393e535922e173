//! A flattened map holds what nothing else does: it forges no key, type, time or claim, and takes
//! none of them up.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Attribute, Error, Item, Table};
use tests::with_table;

#[derive(Table)]
#[table(
    name = "shop",
    pk = "PK",
    sk = "SK",
    type_attr = "kind",
    ttl = "expires"
)]
#[gsi(name = "ByOwner", pk = "G1PK", sk = "G1SK")]
#[gsi(name = "ByState", pk = "G2PK")]
struct Shop;

/// A form whose keys are in one index, sometimes, and never in the other.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop, entity = "FORM")]
#[key(pk = "FORM#{id}", sk = literal("FORM"))]
#[gsi(
    name = "ByOwner",
    pk = "OWNER#{owner}",
    sk = "{id}",
    query = "by_owner"
)]
struct Form {
    id: String,
    #[dynamo(flatten)]
    rest: BTreeMap<String, AttributeValue>,
    // After the map, and absent as often as not.
    #[dynamo(rename = "ownerId")]
    owner: Option<String>,
    answers: Option<Answers>,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
struct Answers {
    name: Option<String>,
    #[dynamo(flatten)]
    rest: BTreeMap<String, String>,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(tag = "kind")]
enum Choice {
    Other {
        text: Option<String>,
        #[dynamo(flatten)]
        rest: BTreeMap<String, String>,
    },
}

/// A form in a table of its own, with a unique field.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "forms", pk = "id")]
struct Signed {
    id: String,
    #[dynamo(unique)]
    name: Option<String>,
    choice: Option<Choice>,
    #[dynamo(flatten)]
    rest: BTreeMap<String, AttributeValue>,
}

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn form() -> Form {
    Form {
        id: "1".into(),
        rest: BTreeMap::new(),
        owner: None,
        answers: None,
    }
}

/// Names that are not the map's.
const RESERVED: [&str; 11] = [
    "PK",
    "SK",
    "G1PK",
    "G1SK",
    "G2PK",
    "kind",
    "expires",
    "id",
    "ownerId",
    "answers",
    "_unique_owner",
];

#[tokio::test]
async fn an_entry_cannot_have_a_reserved_name() {
    with_table::<Shop>(async |db| {
        for name in RESERVED {
            let mut forged = form();
            forged.rest = [(name.to_owned(), text("a secret"))].into();
            let sent = [
                forged.put().send(db).await.err(),
                forged.put().returning_new().send(db).await.map(drop).err(),
                db.batch_write(forged.put()).await.err(),
                db.transact(forged.create()).await.err(),
            ];
            for error in sent {
                let error = error.expect("a refusal");
                assert!(matches!(error, Error::Encode(_)), "{error}");
                let message = error.to_string();
                assert!(message.contains(&format!("`{name}`")), "{message}");
                assert!(message.contains("rename or remove"), "{message}");
                assert!(!message.contains("a secret"), "{message}");
            }
        }
        let mut free = form();
        free.rest = [
            ("PKs".to_owned(), text("mine")),
            ("owner".to_owned(), text("x")),
        ]
        .into();
        free.put().send(db).await.expect("a put");
        let key = Form::key("1").get().consistent();
        assert_eq!(key.send(db).await.expect("a get"), Some(free));
    })
    .await;
}

#[tokio::test]
async fn the_map_takes_up_no_reserved_attribute() {
    with_table::<Shop>(async |db| {
        let mut item = form().to_item().expect("an item");
        let foreign = ["G1PK", "G1SK", "G2PK"].map(|name| (name.to_owned(), text("left")));
        item.extend(foreign);
        item.insert("expires".into(), AttributeValue::N("99999999999".into()));
        item.insert("_unique_owner".into(), AttributeValue::L(vec![]));
        item.insert("note".into(), text("kept"));
        let table = db.table_name::<Shop>().expect("a name");
        let put = db.client().put_item().table_name(table);
        put.set_item(Some(item.clone()))
            .send()
            .await
            .expect("a put");

        let mut kept = form();
        kept.rest = [("note".to_owned(), text("kept"))].into();
        let read = Form::key("1").get().consistent().send(db).await;
        assert_eq!(read.expect("a get").as_ref(), Some(&kept));
        assert_eq!(
            Form::query("1").all(db).await.expect("a query"),
            [kept.clone()]
        );
        let found = db.batch_get([Form::key("1")]).await.expect("a batch");
        assert_eq!(found, [Some(kept.clone())]);
        let found = db
            .transact_get(Form::key("1").get())
            .await
            .expect("a transaction");
        assert_eq!(found.as_ref(), Some(&kept));
        kept.put().send(db).await.expect("what was read is written");
    })
    .await;
}

#[test]
fn a_table_of_ones_own_is_guarded_as_well() {
    for name in ["id", "name", "_unique_owner"] {
        let forged = Signed {
            id: "1".into(),
            name: None,
            choice: None,
            rest: [(name.to_owned(), text("x"))].into(),
        };
        let error = forged.to_item().expect_err("a refusal");
        assert!(matches!(error, Error::Encode(_)), "{error}");
    }
}

#[test]
fn a_nested_map_leaves_the_names_of_fields_and_tags_alone() {
    let answers = |name: &str| Form {
        answers: Some(Answers {
            name: None,
            rest: [(name.to_owned(), "x".to_owned())].into(),
        }),
        ..form()
    };
    let error = answers("name").to_item().expect_err("a refusal");
    assert!(error.to_string().contains("name"), "{error}");
    let free = answers("PK");
    let read = <Form as dynamo_runtime::Record>::from_item(free.to_item().expect("an item"));
    assert_eq!(read.expect("a form"), free);

    let choice = |name: &str| Signed {
        id: "1".into(),
        name: None,
        choice: Some(Choice::Other {
            text: None,
            rest: [(name.to_owned(), "x".to_owned())].into(),
        }),
        rest: BTreeMap::new(),
    };
    for name in ["kind", "text"] {
        choice(name).to_item().expect_err("a refusal");
    }
    let free = choice("more");
    let read = <Signed as dynamo_runtime::Record>::from_item(free.to_item().expect("an item"));
    assert_eq!(read.expect("a form"), free);
}

//! Claims on unique values, carried over to another name and made for items that have none.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_design::{Design, Effect};
use dynamo_runtime::op::bulk::Backfilled;
use dynamo_runtime::{Db, Error, Item};

use crate::{stored, table_of, text};

/// A member before anything of it was unique.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "members", pk = "PK", sk = "SK")]
#[key(pk = "MEMBER#{id}", sk = literal("MEMBER"))]
struct Bare {
    id: String,
    email: String,
}

/// A member whose email is unique.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "members", pk = "PK", sk = "SK")]
#[key(pk = "MEMBER#{id}", sk = literal("MEMBER"))]
struct Member {
    id: String,
    #[dynamo(unique)]
    email: String,
}

/// The same under another name.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "members", pk = "PK", sk = "SK")]
#[key(pk = "MEMBER#{id}", sk = literal("MEMBER"))]
struct Person {
    id: String,
    #[dynamo(unique)]
    email: String,
}

/// A member in a table with entity names, before and after.
mod named {
    use dynamo_runtime::Item;

    #[derive(Debug, Clone, PartialEq, Item)]
    #[table(name = "members", pk = "PK", sk = "SK", type_attr = "kind")]
    #[dynamo(entity = "MEMBER")]
    #[key(pk = "MEMBER#{id}", sk = literal("MEMBER"))]
    pub(super) struct Old {
        pub(super) id: String,
        #[dynamo(unique)]
        pub(super) email: String,
    }

    #[derive(Debug, Clone, PartialEq, Item)]
    #[table(name = "members", pk = "PK", sk = "SK", type_attr = "kind")]
    #[dynamo(entity = "PERSON")]
    #[key(pk = "MEMBER#{id}", sk = literal("MEMBER"))]
    pub(super) struct New {
        pub(super) id: String,
        #[dynamo(unique)]
        pub(super) email: String,
    }
}

fn bare(id: &str, email: &str) -> Bare {
    Bare {
        id: id.into(),
        email: email.into(),
    }
}

/// The claims on the values of members, and their owners.
async fn claims(db: &Db) -> Vec<(String, String)> {
    let owner = |item: &BTreeMap<String, AttributeValue>| {
        let owner = item["_unique_owner"].as_l().expect("a list");
        owner[0].as_s().expect("text").clone()
    };
    let items = stored::<Bare>(db).await;
    let claims = items
        .iter()
        .filter(|item| item.contains_key("_unique_owner"))
        .map(|item| (text(item, "PK").to_owned(), owner(item)));
    let mut claims: Vec<_> = claims.collect();
    claims.sort();
    claims
}

fn claim(name: &str, email: &str, owner: &str) -> (String, String) {
    (
        format!("#unique#{name}#email#{email}"),
        format!("MEMBER#{owner}"),
    )
}

fn counts(done: &Backfilled) -> [u64; 4] {
    [done.read, done.claimed, done.released, done.failed]
}

#[tokio::test]
async fn items_from_before_a_field_was_unique_are_claimed() {
    let db = table_of::<Bare, Member>().await;
    for item in [bare("a", "one"), bare("b", "two")] {
        item.put().send(&db).await.expect("a put");
    }
    let planned = Member::backfill().dry_run().send(&db).await.expect("a run");
    assert_eq!(counts(&planned), [2, 2, 0, 0]);
    assert!(!planned.is_complete());
    assert_eq!(planned.to_string(), "2 read, 0 to change, 2 claims to make");
    assert!(claims(&db).await.is_empty());

    let done = Member::backfill().send(&db).await.expect("a backfill");
    assert_eq!(counts(&done), [2, 2, 0, 0]);
    assert!(done.is_complete());
    let made = [claim("Member", "one", "a"), claim("Member", "two", "b")];
    assert_eq!(claims(&db).await, made);
    let taken = Member {
        id: "c".into(),
        email: "two".into(),
    };
    assert!(
        taken
            .create()
            .send(&db)
            .await
            .expect_err("a taken email")
            .is_taken()
    );

    let again = Member::backfill().send(&db).await.expect("a backfill");
    assert_eq!(counts(&again), [2, 0, 0, 0]);
    assert_eq!(again.to_string(), "2 read, 0 changed");
}

#[tokio::test]
async fn two_items_with_one_value_are_reported() {
    let db = table_of::<Bare, Member>().await;
    for item in [bare("a", "one"), bare("b", "one"), bare("c", "three")] {
        item.put().send(&db).await.expect("a put");
    }
    let done = Member::backfill()
        .concurrency(1)
        .send(&db)
        .await
        .expect("a run");
    assert_eq!(counts(&done), [3, 2, 0, 1]);
    assert!(!done.is_complete());
    assert!(matches!(
        done.failures[..],
        [Error::Taken {
            item: "Member",
            field: "email",
            ..
        }]
    ));
    let [conflict] = &done.conflicts[..] else {
        panic!("one conflict");
    };
    let mut keys = [&conflict.key, &conflict.owner].map(|key| key.item()["PK"].clone());
    keys.sort_by_key(|key| key.as_s().cloned().unwrap_or_default());
    let member = |id| AttributeValue::S(format!("MEMBER#{id}"));
    assert_eq!(keys, ["a", "b"].map(member));
    assert_eq!(claims(&db).await.len(), 2);
}

#[tokio::test]
async fn a_renamed_struct_takes_its_claims_along() {
    let db = table_of::<Bare, Member>().await;
    let name = db.table_name::<Bare>().expect("a name").into_owned();
    let db = db.with_table_name::<Person>(name);
    let member = Member {
        id: "a".into(),
        email: "one".into(),
    };
    member.create().send(&db).await.expect("a create");

    let new = Design::of::<Person>().build().expect("a design");
    let diff = new.diff(&Design::of::<Member>().build().expect("a design"));
    assert_eq!(diff.effect(), Effect::Backfill);
    let told = diff.to_string();
    assert!(
        told.contains("now claimed for `Person`; they were for `Member`"),
        "{told}"
    );
    assert!(
        told.contains("`backfill Person --formerly Member`"),
        "{told}"
    );

    let run = || Person::backfill().formerly("Member");
    let planned = run().dry_run().send(&db).await.expect("a run");
    assert_eq!(counts(&planned), [1, 1, 1, 0]);
    assert_eq!(claims(&db).await, [claim("Member", "one", "a")]);
    let done = run().send(&db).await.expect("a backfill");
    assert_eq!(counts(&done), [1, 1, 1, 0]);
    assert_eq!(claims(&db).await, [claim("Person", "one", "a")]);
    let again = run().send(&db).await.expect("a backfill");
    assert_eq!(counts(&again), [1, 0, 0, 0]);
}

#[tokio::test]
async fn a_changed_entity_takes_its_claims_along() {
    let db = table_of::<Bare, named::Old>().await;
    let name = db.table_name::<Bare>().expect("a name").into_owned();
    let db = db.with_table_name::<named::New>(name);
    let old = named::Old {
        id: "a".into(),
        email: "one".into(),
    };
    old.create().send(&db).await.expect("a create");
    let done = named::New::backfill().formerly("MEMBER").send(&db).await;
    let done = done.expect("a backfill");
    assert_eq!((counts(&done), done.changed), ([1, 1, 1, 0], 1));
    assert_eq!(claims(&db).await, [claim("PERSON", "one", "a")]);
    let new = named::New::scan().all(&db).await.expect("a scan");
    assert_eq!(new.len(), 1);
}

#[tokio::test]
async fn claims_of_an_attribute_that_is_not_unique_any_more_are_removed() {
    let db = table_of::<Bare, Member>().await;
    let member = Member {
        id: "a".into(),
        email: "one".into(),
    };
    member.create().send(&db).await.expect("a create");
    // Claims of another type are its own.
    let others = Bare::backfill().send(&db).await.expect("a backfill");
    assert_eq!(counts(&others), [1, 0, 0, 0]);
    let done = Bare::backfill().formerly("Member").send(&db).await;
    assert_eq!(counts(&done.expect("a backfill")), [1, 0, 1, 0]);
    assert!(claims(&db).await.is_empty());

    let new = Design::of::<Bare>().build().expect("a design");
    let diff = new.diff(&Design::of::<Member>().build().expect("a design"));
    let told = diff.to_string();
    assert!(
        told.contains("`email` of `Bare` is not unique any more"),
        "{told}"
    );
}

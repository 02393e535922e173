//! The fabric: entities in a hierarchy, five indexes that sort by one attribute, soft deletion.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Db, Item, Page, known};
use examples::fabric::{
    APEX, Entity, Options, query_by_alias, query_by_class, query_by_ou, query_by_type, query_by_xid,
};
use tests::clock::Clock;
use tests::stored::{consistent, stored, text};
use tests::with_table;

/// An entity that is in every index.
fn full(id: &str, sequence: u64) -> Entity {
    Entity {
        name: "Daily Log".into(),
        alias: Some("2026-01-07".into()),
        class: Some("memory".into()),
        r#type: Some("note".into()),
        xid: Some("ext-123".into()),
        ..Entity::root("record", id, sequence)
    }
}

async fn with_entities(test: impl AsyncFnOnce(&Db, &Clock)) {
    with_table::<Entity>(async |db| {
        let clock = Clock::new();
        let db = clock.drive(db);
        test(&db, &clock).await;
    })
    .await;
}

fn ids(page: &Page<Entity>) -> Vec<&str> {
    page.items.iter().map(|entity| &*entity.id).collect()
}

#[tokio::test]
async fn a_write_fills_the_keys_of_every_index() {
    with_entities(async |db, _| {
        let root = full("1", 1_700_000_000_123);
        root.create().send(db).await.expect("a create");
        let item = consistent(db, Entity::key("record", "1")).await;
        for (name, expected) in [
            ("model", "record"),
            ("id", "1"),
            ("ou", "@"),
            ("indexOu", "@#record"),
            ("indexAlias", "@#record#2026-01-07"),
            ("indexClass", "@#record#memory"),
            ("indexType", "@#record#note"),
            ("indexXid", "@#record#ext-123"),
            ("createdAt", "2095-11-14T10:30:00.000Z"),
            ("updatedAt", "2095-11-14T10:30:00.000Z"),
        ] {
            assert_eq!(text(&item, name), Some(expected), "`{name}`");
        }
        assert_eq!(item["sequence"], AttributeValue::N("1700000000123".into()));
        assert_eq!(item.len(), 16, "nothing else: {:?}", item.keys());

        let chat = Entity::root("chat", "abc-123", 1);
        assert_eq!(chat.child_ou(), "chat#abc-123");
        let message = chat.child("message", "m1", 2);
        message.create().send(db).await.expect("a create");
        let item = consistent(db, Entity::key("message", "m1")).await;
        assert_eq!(text(&item, "ou"), Some("chat#abc-123"));
        assert_eq!(text(&item, "indexOu"), Some("chat#abc-123#message"));
    })
    .await;
}

/// An absent field leaves one index, not the write: the others hold the entity.
#[tokio::test]
async fn an_entity_without_an_alias_is_in_the_other_indexes() {
    with_entities(async |db, _| {
        let entity = Entity {
            alias: None,
            ..full("1", 1)
        };
        entity.put().send(db).await.expect("a put");
        let item = consistent(db, Entity::key("record", "1")).await;
        assert_eq!(text(&item, "indexAlias"), None);
        let options = Options::default;
        let place = (APEX, "record");
        let by_ou = query_by_ou(db, APEX, "record", options()).await;
        assert_eq!(ids(&by_ou.expect("a page")), ["1"]);
        let by_class = query_by_class(db, place, "memory", options()).await;
        assert_eq!(ids(&by_class.expect("a page")), ["1"]);
        let by_type = query_by_type(db, place, "note", options()).await;
        assert_eq!(ids(&by_type.expect("a page")), ["1"]);
        let by_xid = query_by_xid(db, APEX, "record", "ext-123").await;
        assert_eq!(
            by_xid.expect("a query").map(|entity| entity.id).as_deref(),
            Some("1")
        );
        let by_alias = query_by_alias(db, APEX, "record", "2026-01-07").await;
        assert_eq!(by_alias.expect("a query"), None);

        let bare = Entity::root("record", "2", 2);
        bare.put().send(db).await.expect("a put");
        let by_ou = query_by_ou(db, APEX, "record", options()).await;
        assert_eq!(ids(&by_ou.expect("a page")), ["2", "1"]);
    })
    .await;
}

#[tokio::test]
async fn lists_are_newest_first_and_take_options() {
    with_entities(async |db, _| {
        for number in 1..=5 {
            let entity = full(&number.to_string(), number);
            entity.put().send(db).await.expect("a put");
        }
        let other = full("9", 9).child("record", "10", 10);
        other.put().send(db).await.expect("a put");
        Entity::key("record", "4")
            .soft_delete()
            .send(db)
            .await
            .expect("a delete");

        let listed = async |options: Options| {
            let page = query_by_ou(db, APEX, "record", options).await;
            let page = page.expect("a page");
            let text = ids(&page).concat();
            (text, page.next)
        };
        let default = Options::default;
        assert_eq!(listed(default()).await.0, "5321");
        let ascending = Options {
            ascending: true,
            ..default()
        };
        assert_eq!(listed(ascending).await.0, "1235");
        let all = Options {
            include_deleted: true,
            ..default()
        };
        assert_eq!(listed(all).await.0, "54321");
        let two = Options {
            limit: Some(2),
            ..default()
        };
        let (shown, start) = listed(two.clone()).await;
        assert_eq!(shown, "53", "the limit counts what is shown");
        let (shown, _) = listed(Options {
            start,
            ..two.clone()
        })
        .await;
        assert_eq!(shown, "21");

        let place = (APEX, "record");
        let class = query_by_class(db, place, "memory", two.clone()).await;
        assert_eq!(ids(&class.expect("a page")), ["5", "3"]);
        let r#type = query_by_type(db, place, "note", two).await;
        assert_eq!(ids(&r#type.expect("a page")), ["5", "3"]);
        let none = query_by_class(db, place, "other", default()).await;
        assert!(ids(&none.expect("a page")).is_empty());
    })
    .await;
}

#[tokio::test]
async fn pages_lead_to_the_end() {
    with_entities(async |db, _| {
        for number in 0..250 {
            let entity = Entity::root("record", format!("{number:03}"), number);
            entity.put().send(db).await.expect("a put");
        }
        let mut found = Vec::new();
        let mut options = Options {
            limit: Some(100),
            ..Options::default()
        };
        loop {
            let page = query_by_ou(db, APEX, "record", options.clone()).await;
            let page = page.expect("a page");
            assert!(page.items.len() <= 100);
            found.extend(page.items.into_iter().map(|entity| entity.sequence));
            options.start = page.next;
            if options.start.is_none() {
                break;
            }
        }
        assert_eq!(found, (0..250).rev().collect::<Vec<_>>());
    })
    .await;
}

/// The newest entity of an alias is found although a newer one is deleted.
#[tokio::test]
async fn a_deleted_entity_hides_no_live_one() {
    with_entities(async |db, clock| {
        for number in 1..=3 {
            let entity = full(&number.to_string(), number);
            entity.put().send(db).await.expect("a put");
        }
        let by_alias = async || {
            let found = query_by_alias(db, APEX, "record", "2026-01-07").await;
            found.expect("a query").map(|entity| entity.id)
        };
        let by_xid = async || {
            let found = query_by_xid(db, APEX, "record", "ext-123").await;
            found.expect("a query").map(|entity| entity.id)
        };
        assert_eq!(by_alias().await.as_deref(), Some("3"));
        clock.pass(10);
        for id in ["3", "2"] {
            let deleted = Entity::key("record", id).soft_delete().send(db).await;
            deleted.expect("a delete");
        }
        assert_eq!(by_alias().await.as_deref(), Some("1"));
        assert_eq!(by_xid().await.as_deref(), Some("1"));
        let item = stored(db, Entity::key("record", "3")).await;
        assert_eq!(text(&item, "deletedAt"), Some("2095-11-14T10:30:10.000Z"));
        let got = Entity::key("record", "3").get().send(db).await;
        assert_eq!(got.expect("a read"), None);
        Entity::key("record", "2")
            .restore()
            .send(db)
            .await
            .expect("a restore");
        assert_eq!(by_alias().await.as_deref(), Some("2"));
    })
    .await;
}

#[tokio::test]
async fn updates_keep_the_keys_right() {
    with_entities(async |db, clock| {
        full("1", 1).put().send(db).await.expect("a put");
        clock.pass(60);
        let update = || Entity::key("record", "1").update();
        let renamed = update().set((Entity::OU, Entity::ALIAS), (known(APEX), "new"));
        renamed.send(db).await.expect("an update");
        let item = consistent(db, Entity::key("record", "1")).await;
        assert_eq!(text(&item, "indexAlias"), Some("@#record#new"));
        assert_eq!(text(&item, "updatedAt"), Some("2095-11-14T10:31:00.000Z"));
        assert_eq!(text(&item, "createdAt"), Some("2095-11-14T10:30:00.000Z"));

        let wrong = update().set((Entity::OU, Entity::ALIAS), (known("chat#1"), "x"));
        let error = wrong.send(db).await.expect_err("another unit");
        assert!(error.is_condition_failed(), "{error}");
        let current = error
            .current::<Entity>()
            .expect("an entity")
            .expect("found");
        assert_eq!(current.alias.as_deref(), Some("new"));

        let removed = update().set((Entity::OU, Entity::ALIAS), (known(APEX), None));
        removed.send(db).await.expect("an update");
        let item = consistent(db, Entity::key("record", "1")).await;
        assert_eq!(
            (text(&item, "indexAlias"), text(&item, "alias")),
            (None, None)
        );

        // Another unit moves every key that the unit is in.
        let fields = (
            Entity::OU,
            Entity::ALIAS,
            Entity::CLASS,
            Entity::TYPE,
            Entity::XID,
        );
        let values = ("chat#7", "slug", known("memory"), None, known("ext-123"));
        update()
            .set(fields, values)
            .send(db)
            .await
            .expect("an update");
        let item = consistent(db, Entity::key("record", "1")).await;
        assert_eq!(text(&item, "indexOu"), Some("chat#7#record"));
        assert_eq!(text(&item, "indexAlias"), Some("chat#7#record#slug"));
        assert_eq!(text(&item, "indexClass"), Some("chat#7#record#memory"));
        assert_eq!(
            (text(&item, "indexType"), text(&item, "type")),
            (None, None)
        );
        let listed = query_by_ou(db, APEX, "record", Options::default()).await;
        assert!(listed.expect("a page").items.is_empty());
        let listed = query_by_ou(db, "chat#7", "record", Options::default()).await;
        assert_eq!(listed.expect("a page").items.len(), 1);
    })
    .await;
}

/// Attributes of a model besides the fields of every entity are kept, and follow a change.
#[tokio::test]
async fn other_attributes_stay() {
    with_entities(async |db, _| {
        let rest = HashMap::from([("color".to_owned(), "red".to_owned())]);
        let entity = Entity {
            rest,
            ..full("1", 1)
        };
        entity.put().send(db).await.expect("a put");
        let change = |entity: &mut Entity| {
            entity.ou = "chat#7".into();
            entity.rest.insert("size".into(), "big".into());
        };
        let changed = entity.modify(change).send(db).await.expect("a change");
        assert_eq!(changed.rest.len(), 2);
        let item = consistent(db, Entity::key("record", "1")).await;
        assert_eq!(
            (text(&item, "color"), text(&item, "size")),
            (Some("red"), Some("big"))
        );
        assert_eq!(text(&item, "indexXid"), Some("chat#7#record#ext-123"));
    })
    .await;
}

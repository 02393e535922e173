//! Each way to change a part of an item.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Attribute, Db, Item, Update, known};
use tests::stored::{stored, text};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "things", pk = "id")]
struct Thing {
    id: String,
    name: String,
    note: Option<String>,
    kind: Kind,
    mood: Option<Kind>,
    count: i64,
    total: i64,
    spare: Option<u32>,
    price: f64,
    tags: BTreeSet<String>,
    levels: Option<BTreeSet<u32>>,
    list: Vec<String>,
    log: Option<Vec<u32>>,
    inner: Inner,
    parts: Vec<Inner>,
    map: BTreeMap<String, u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
#[dynamo(rename_all = "lowercase")]
enum Kind {
    Warm,
    Cold,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(rename_all = "camelCase")]
struct Inner {
    level_name: String,
    hits: Option<u32>,
    words: Vec<String>,
}

fn inner(level_name: &str) -> Inner {
    Inner {
        level_name: level_name.into(),
        hits: None,
        words: Vec::new(),
    }
}

fn thing() -> Thing {
    Thing {
        id: "t".into(),
        name: "first".into(),
        note: Some("a note".into()),
        kind: Kind::Warm,
        mood: None,
        count: 10,
        total: 3,
        spare: None,
        price: 1.5,
        tags: BTreeSet::from(["red".to_owned()]),
        levels: None,
        list: vec!["b".into()],
        log: None,
        inner: inner("low"),
        parts: vec![inner("p0"), inner("p1")],
        map: BTreeMap::from([("a".to_owned(), 1)]),
    }
}

/// An update of a thing that is as [`thing`] makes it.
async fn fresh(db: &Db) -> Update<Thing> {
    thing().put().send(db).await.expect("a put");
    Thing::key("t").update()
}

/// The thing after an update: as the update gives it back, and as it is read.
async fn after(db: &Db, update: Update<Thing>) -> Thing {
    let returned = update.returning_new().send(db).await.expect("an update");
    let read = Thing::key("t").get().consistent().send(db).await;
    assert_eq!(read.expect("a read").as_ref(), Some(&returned));
    returned
}

#[tokio::test]
async fn set_takes_values_references_and_text() {
    with_table::<Thing>(async |db| {
        let name = String::from("second");
        let update = fresh(db)
            .await
            .set(Thing::NAME, &name)
            .set(Thing::COUNT, 11);
        let update = update.set(Thing::KIND, "cold").set(Thing::MOOD, Kind::Warm);
        let update = update.set(Thing::NOTE, "other").set(Thing::PRICE, &-0.25);
        let expected = Thing {
            name,
            count: 11,
            kind: Kind::Cold,
            mood: Some(Kind::Warm),
            note: Some("other".into()),
            price: -0.25,
            ..thing()
        };
        assert_eq!(after(db, update).await, expected);
    })
    .await;
}

#[tokio::test]
async fn a_field_set_to_none_is_removed() {
    with_table::<Thing>(async |db| {
        let update = fresh(db).await.set(Thing::NOTE, None);
        let update = update.set(Thing::TAGS, BTreeSet::new());
        let update = update.set(Thing::LEVELS, Some(BTreeSet::new()));
        let changed = after(db, update).await;
        assert_eq!((changed.note, changed.levels), (None, None));
        assert!(changed.tags.is_empty());
        let stored = stored(db, Thing::key("t")).await;
        for name in ["note", "tags", "levels"] {
            assert!(!stored.contains_key(name), "`{name}` is left out");
        }
        // An empty list is one, not its absence.
        let update = fresh(db).await.set(Thing::LIST, Vec::new());
        assert_eq!(after(db, update).await.list, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn set_reaches_into_structs_lists_and_maps() {
    with_table::<Thing>(async |db| {
        let update = fresh(db)
            .await
            .set(Thing::INNER.dot(Inner::LEVEL_NAME), "high")
            .set(Thing::INNER.dot(Inner::HITS), Some(7))
            .set(Thing::PARTS.at(1).dot(Inner::LEVEL_NAME), "P1")
            .set(Thing::LIST.at(0), "B")
            // A position behind the end is the end.
            .set(Thing::PARTS.at(9), inner("p2"))
            .set(Thing::MAP.entry("a"), 2)
            .set(Thing::MAP.entry("b.c"), 3);
        let mut expected = thing();
        expected.inner.level_name = "high".into();
        expected.inner.hits = Some(7);
        expected.parts[1].level_name = "P1".into();
        expected.parts.push(inner("p2"));
        expected.list = vec!["B".into()];
        expected.map = BTreeMap::from([("a".to_owned(), 2), ("b.c".to_owned(), 3)]);
        assert_eq!(after(db, update).await, expected);

        let key = Thing::key("t").update();
        let update = key.set(Thing::INNER.dot(Inner::HITS), None);
        assert_eq!(after(db, update).await.inner.hits, None);
    })
    .await;
}

#[tokio::test]
async fn set_if_absent_keeps_what_is_there() {
    with_table::<Thing>(async |db| {
        let update = fresh(db)
            .await
            .set_if_absent(Thing::NOTE, "another")
            .set_if_absent(Thing::SPARE, 5)
            .set_if_absent(Thing::INNER.dot(Inner::LEVEL_NAME), "other")
            .set_if_absent(Thing::INNER.dot(Inner::HITS), 1);
        let changed = after(db, update).await;
        assert_eq!(changed.note.as_deref(), Some("a note"));
        assert_eq!(changed.spare, Some(5));
        assert_eq!(changed.inner.level_name, "low");
        assert_eq!(changed.inner.hits, Some(1));
    })
    .await;
}

#[tokio::test]
async fn numbers_count_from_zero() {
    with_table::<Thing>(async |db| {
        let update = fresh(db)
            .await
            .add(Thing::COUNT, 5)
            .subtract(Thing::TOTAL, 4)
            .add(Thing::SPARE, 2)
            .subtract(Thing::PRICE, 0.5)
            .add(Thing::INNER.dot(Inner::HITS), 3)
            .add(Thing::MAP.entry("new"), 4);
        let changed = after(db, update).await;
        assert_eq!((changed.count, changed.total), (15, -1));
        assert_eq!((changed.spare, changed.inner.hits), (Some(2), Some(3)));
        assert!((changed.price - 1.0).abs() < f64::EPSILON);
        assert_eq!(changed.map["new"], 4);

        let update = Thing::key("t").update().subtract(Thing::COUNT, -5);
        let changed = after(db, update.subtract(Thing::MAP.entry("a"), 1)).await;
        assert_eq!((changed.count, changed.map["a"]), (20, 0));
    })
    .await;
}

#[tokio::test]
async fn arithmetic_is_on_what_is_stored() {
    with_table::<Thing>(async |db| {
        let update = fresh(db).await.set(Thing::COUNT, Thing::COUNT.plus(1));
        let update = update.set(Thing::TOTAL, Thing::TOTAL.minus_field(Thing::COUNT));
        let changed = after(db, update).await;
        // Both see the item as it was before.
        assert_eq!((changed.count, changed.total), (11, -7));

        let update = fresh(db).await.set(Thing::COUNT, Thing::TOTAL.minus(1));
        let update = update.set(Thing::TOTAL, Thing::TOTAL.plus_field(Thing::COUNT));
        let changed = after(db, update).await;
        assert_eq!((changed.count, changed.total), (2, 13));

        let entry = || Thing::MAP.entry("a");
        let update = fresh(db).await.set(entry(), entry().plus(5));
        assert_eq!(after(db, update).await.map["a"], 6);
    })
    .await;
}

#[tokio::test]
async fn remove_takes_out_fields_elements_and_entries() {
    with_table::<Thing>(async |db| {
        let update = fresh(db)
            .await
            .remove(Thing::NOTE)
            .remove(Thing::SPARE)
            .remove(Thing::TAGS)
            .remove(Thing::PARTS.at(0))
            .remove(Thing::MAP.entry("a"))
            .remove(Thing::INNER.dot(Inner::HITS));
        let changed = after(db, update).await;
        assert_eq!(changed.note, None);
        assert!(changed.tags.is_empty() && changed.map.is_empty());
        assert_eq!(changed.parts, [inner("p1")]);
    })
    .await;
}

#[tokio::test]
async fn lists_grow_at_both_ends() {
    with_table::<Thing>(async |db| {
        let update = fresh(db).await.append(Thing::LIST, ["c", "d"]);
        let update = update.append(Thing::LOG, [1, 2]);
        let update = update.append(Thing::INNER.dot(Inner::WORDS), ["w"]);
        let changed = after(db, update).await;
        assert_eq!(changed.list, ["b", "c", "d"]);
        assert_eq!(changed.log, Some(vec![1, 2]));
        assert_eq!(changed.inner.words, ["w"]);

        let update = Thing::key("t").update().prepend(Thing::LIST, ["a"]);
        let update = update.prepend(Thing::LOG, vec![0]);
        let update = update.append(Thing::PARTS, [inner("p2")]);
        let changed = after(db, update).await;
        assert_eq!(changed.list, ["a", "b", "c", "d"]);
        assert_eq!(changed.log, Some(vec![0, 1, 2]));
        assert_eq!(changed.parts.len(), 3);

        // Nothing to append changes nothing, beside what else is asked.
        let update = Thing::key("t")
            .update()
            .append(Thing::LOG, Vec::<u32>::new());
        let changed = after(db, update.set(Thing::COUNT, 0)).await;
        assert_eq!((changed.log, changed.count), (Some(vec![0, 1, 2]), 0));
    })
    .await;
}

#[tokio::test]
async fn sets_gain_and_lose_elements() {
    with_table::<Thing>(async |db| {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let update = fresh(db)
            .await
            .add_to_set(Thing::TAGS, words(&["red", "blue"]));
        let update = update.add_to_set(Thing::LEVELS, Some(BTreeSet::from([1, 2])));
        let changed = after(db, update).await;
        assert_eq!(changed.tags, words(&["blue", "red"]));
        assert_eq!(changed.levels, Some(BTreeSet::from([1, 2])));

        let update = Thing::key("t").update();
        let update = update.delete_from_set(Thing::TAGS, words(&["blue", "absent"]));
        let update = update.delete_from_set(Thing::LEVELS, Some(BTreeSet::from([1, 2])));
        let changed = after(db, update).await;
        assert_eq!(changed.tags, words(&["red"]));
        assert_eq!(changed.levels, None, "a set goes with its last element");
    })
    .await;
}

#[tokio::test]
async fn an_update_gives_back_what_is_asked() {
    with_table::<Thing>(async |db| {
        let update = fresh(db).await.set(Thing::NAME, "second");
        let old = update.returning_old().send(db).await.expect("an update");
        assert_eq!(old, Some(thing()));

        let update = Thing::key("t").update().set(Thing::NAME, "third");
        let update = update.add(Thing::COUNT, 1).remove(Thing::NOTE);
        let changed = update
            .returning_updated()
            .send(db)
            .await
            .expect("an update");
        assert_eq!(text(&changed, "name"), Some("third"));
        assert_eq!(changed["count"], AttributeValue::N("11".into()));
        assert_eq!(changed.len(), 2, "only what changed and is still there");
    })
    .await;
}

#[tokio::test]
async fn conditions_decide_and_a_failure_brings_the_item() {
    with_table::<Thing>(async |db| {
        let update = fresh(db).await.add(Thing::COUNT, -4);
        let update = update.condition(Thing::COUNT.ge(4));
        let update = update.condition(Thing::KIND.eq(Kind::Warm));
        assert_eq!(after(db, update).await.count, 6);

        let update = Thing::key("t").update().add(Thing::COUNT, -40);
        let failed = update.condition(Thing::COUNT.ge(40)).send(db).await;
        let error = failed.expect_err("too few");
        assert!(error.is_condition_failed(), "{error}");
        let current = error.current::<Thing>().expect("a thing").expect("found");
        assert_eq!((current.count, current.name.as_str()), (6, "first"));
    })
    .await;
}

#[tokio::test]
async fn a_known_value_is_a_condition() {
    with_table::<Thing>(async |db| {
        let update = fresh(db).await.set(Thing::NAME, known("first"));
        let update = update.set(Thing::MOOD, known(None)).set(Thing::COUNT, 1);
        let update = update.set(Thing::INNER.dot(Inner::LEVEL_NAME), known("low"));
        let changed = after(db, update).await;
        assert_eq!((changed.count, changed.name.as_str()), (1, "first"));

        for wrong in [
            fresh(db).await.set(Thing::NAME, known("other")),
            fresh(db).await.set(Thing::MOOD, known(Kind::Cold)),
            fresh(db).await.set(Thing::NOTE, known(None)),
            fresh(db)
                .await
                .set(Thing::INNER.dot(Inner::HITS), known(Some(1))),
        ] {
            let failed = wrong.set(Thing::COUNT, 2).send(db).await;
            assert!(failed.expect_err("not so").is_condition_failed());
        }
        let read = Thing::key("t").get().consistent().send(db).await;
        assert_eq!(read.expect("a read"), Some(thing()));
        // Nothing but what is known writes nothing, and still checks.
        let update = Thing::key("t").update().set(Thing::NAME, known("first"));
        update.send(db).await.expect("it is so");
    })
    .await;
}

#[tokio::test]
async fn several_fields_are_set_at_once() {
    with_table::<Thing>(async |db| {
        let fields = (Thing::NAME, Thing::NOTE, Thing::COUNT, Thing::TOTAL);
        let values = ("n", None, Thing::COUNT.plus(1), known(3));
        let changed = after(db, fresh(db).await.set(fields, values)).await;
        let expected = Thing {
            name: "n".into(),
            note: None,
            count: 11,
            ..thing()
        };
        assert_eq!(changed, expected);
    })
    .await;
}

#[tokio::test]
async fn an_update_without_an_item_names_upsert() {
    with_table::<Thing>(async |db| {
        let update = Thing::key("gone").update().set(Thing::NAME, "new");
        let error = update.send(db).await.expect_err("no item");
        assert!(
            error.is_not_found() && error.is_condition_failed(),
            "{error:?}"
        );
        assert_eq!(
            error.to_string(),
            "condition on `Thing` failed: no such item is stored; use `upsert()` to create it"
        );
    })
    .await;
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "scores", pk = "id")]
struct Scores {
    id: String,
    by_round: BTreeMap<u32, i64>,
    by_name: BTreeMap<String, i64>,
}

#[tokio::test]
async fn entries_are_named_by_the_keys_of_their_map() {
    with_table::<Scores>(async |db| {
        let scores = Scores {
            id: "s".into(),
            by_round: BTreeMap::new(),
            by_name: BTreeMap::new(),
        };
        scores.put().send(db).await.expect("a put");
        let (round, name) = (3, String::from("ada"));
        let update = scores.to_key().update();
        let update = update.set(Scores::BY_ROUND.entry(round), 1);
        let update = update.set(Scores::BY_ROUND.entry(7), 2);
        let update = update.set(Scores::BY_NAME.entry(&name), 3);
        let update = update.set(
            Scores::BY_NAME.entry(name.as_str().trim_end_matches('a')),
            4,
        );
        let update = update.condition(Scores::BY_ROUND.entry("3").not_exists());
        update.send(db).await.expect("an update");
        let stored = scores.to_key().get().send(db).await.expect("a get");
        let stored = stored.expect("the scores");
        assert_eq!(stored.by_round, BTreeMap::from([(3, 1), (7, 2)]));
        let names = [("ada".to_owned(), 3), ("ad".to_owned(), 4)];
        assert_eq!(stored.by_name, BTreeMap::from(names));
    })
    .await;
}

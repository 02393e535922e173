//! Updates that create what does not exist.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Error, Item, Update, known};
use tests::clock::{Clock, START};
use tests::stored::{consistent, stored, text};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(
    name = "visits",
    pk = "PK",
    sk = "SK",
    type_attr = "kind",
    ttl = "expires"
)]
#[dynamo(entity = "VISIT")]
#[key(pk = "SITE#{site}", sk = "{page:lower}#{number:04}#{page}")]
// Made of the primary key alone, one component of which the key holds in lower case, too.
#[gsi(
    name = "pages",
    pk = "PAGE#{page}",
    pk_attr = "G1PK",
    sk = "{number:sortable}",
    sk_attr = "G1SK",
    query = "of_page"
)]
#[gsi(
    name = "referrers",
    pk = "{referrer}",
    pk_attr = "G2PK",
    sk = "{site}",
    sk_attr = "G2SK",
    when = self.number < 100,
    query = "from"
)]
struct Visit {
    site: String,
    page: String,
    number: u32,
    count: Option<u64>,
    referrer: Option<String>,
    #[dynamo(created_at)]
    first: String,
    #[dynamo(updated_at)]
    last: u64,
    #[dynamo(ttl = "1h")]
    expires: Option<u64>,
    #[dynamo(version)]
    version: u64,
}

#[tokio::test]
async fn an_upsert_creates_a_whole_item() {
    with_table::<Visit>(async |db| {
        let clock = Clock::new();
        let db = &clock.drive(db);
        let key = || Visit::key("a", "Home", 7);
        let visit = || key().update().add(Visit::COUNT, 1).upsert();
        let first = visit().returning_new().send(db).await.expect("an upsert");
        let expected = Visit {
            site: "a".into(),
            page: "Home".into(),
            number: 7,
            count: Some(1),
            referrer: None,
            first: "2095-11-14T10:30:00.000Z".into(),
            last: START,
            expires: Some(START + 3_600),
            version: 1,
        };
        assert_eq!(first, expected);
        let item = consistent(db, key()).await;
        assert_eq!(text(&item, "kind"), Some("VISIT"));
        assert_eq!(text(&item, "G1PK"), Some("PAGE#Home"));
        assert_eq!(text(&item, "G2SK"), None, "there is no referrer");
        let found = Visit::of_page("Home").one(db).await.expect("one");
        assert_eq!(found, expected);

        clock.pass(60);
        visit().send(db).await.expect("an upsert");
        let again = key().get().consistent().send(db).await.expect("a read");
        let expected = Visit {
            count: Some(2),
            last: START + 60,
            version: 2,
            ..expected
        };
        assert_eq!(again, Some(expected), "what is filled once stays");
    })
    .await;
}

#[tokio::test]
async fn a_field_that_is_set_is_not_filled() {
    with_table::<Visit>(async |db| {
        let update = Visit::key("a", "x", 1)
            .update()
            .set(Visit::EXPIRES, START + 9);
        let update = update.set(Visit::FIRST, "2025").set(Visit::REFERRER, "r");
        let db = &Clock::new().drive(db);
        let visit = update.upsert().returning_new().send(db).await;
        let visit = visit.expect("an upsert");
        assert_eq!((visit.expires, &*visit.first), (Some(START + 9), "2025"));
        let item = consistent(db, Visit::key("a", "x", 1)).await;
        assert_eq!(text(&item, "G2PK"), Some("r"));

        let update = Visit::key("a", "x", 2).update().remove(Visit::EXPIRES);
        let visit = update.upsert().returning_new().send(db).await;
        assert_eq!(visit.expect("an upsert").expires, None);
    })
    .await;
}

#[tokio::test]
async fn conditions_on_the_key_alone_are_known() {
    with_table::<Visit>(async |db| {
        for (number, held) in [(99, true), (100, false)] {
            let key = || Visit::key("a", "x", number);
            let update = key().update().set(Visit::REFERRER, "r").upsert();
            update.send(db).await.expect("an upsert");
            let item = consistent(db, key()).await;
            assert_eq!(item.contains_key("G2PK"), held, "{number}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_upsert_returns_no_old_item() {
    with_table::<Visit>(async |db| {
        let visit = || {
            Visit::key("a", "x", 1)
                .update()
                .add(Visit::COUNT, 1)
                .upsert()
        };
        let old = visit().returning_old().send(db).await.expect("an upsert");
        assert_eq!(old, None);
        let old = visit().returning_old().send(db).await.expect("an upsert");
        assert_eq!(old.and_then(|old| old.count), Some(1));
        // Nothing to set is a whole item as well.
        let key = || Visit::key("a", "y", 1);
        key().update().upsert().send(db).await.expect("an upsert");
        consistent(db, key()).await;
    })
    .await;
}

#[tokio::test]
async fn conditions_and_what_is_known_hold_for_an_upsert() {
    with_table::<Visit>(async |db| {
        let update = || Visit::key("a", "x", 1).update().upsert();
        let refused = update().set(Visit::COUNT, known(3)).send(db).await;
        assert!(refused.expect_err("no count").is_condition_failed());
        let refused = update().condition(Visit::COUNT.gt(3)).send(db).await;
        assert!(refused.expect_err("no count").is_condition_failed());
        assert!(stored(db, Visit::key("a", "x", 1)).await.is_empty());
        let made = update().set(Visit::REFERRER, known(None)).send(db).await;
        made.expect("there is none");
    })
    .await;
}

/// A time that is in an index key cannot be filled by an update, which does not know whether the
/// item is new.
#[tokio::test]
async fn a_filled_field_of_an_index_key_has_to_be_given() {
    #[derive(Debug, PartialEq, Item)]
    #[table(name = "logins", pk = "user")]
    #[gsi(name = "log", pk = literal("ALL"), pk_attr = "G1PK", sk = "{at}", sk_attr = "G1SK")]
    struct Login {
        user: String,
        #[dynamo(created_at)]
        at: String,
        count: u32,
    }

    with_table::<Login>(async |db| {
        let update = || Login::key("u").update().set(Login::COUNT, 1).upsert();
        let error = update().send(db).await.expect_err("no time");
        assert!(matches!(error, Error::Expression { .. }), "{error}");
        assert!(error.to_string().contains("`at`"), "{error}");
        update()
            .set(Login::AT, "2025")
            .send(db)
            .await
            .expect("an upsert");
        let item = consistent(db, Login::key("u")).await;
        assert_eq!(item["G1SK"], AttributeValue::S("2025".into()));
        assert_eq!(text(&item, "G1PK"), Some("ALL"));
    })
    .await;
}

#[derive(Debug, PartialEq, Item)]
#[table(name = "parcels", pk = "PK")]
#[key(pk = "PARCEL#{id}")]
#[gsi(
    name = "open",
    pk = "{carrier}",
    pk_attr = "G1PK",
    sk = "{weight:06}",
    sk_attr = "G1SK",
    when = self.state == "open",
    query = "open"
)]
struct Parcel {
    id: String,
    #[dynamo(default)]
    carrier: String,
    #[dynamo(default = open)]
    state: String,
    weight: u32,
    address: Option<std::collections::BTreeMap<String, String>>,
    moves: u32,
}

fn open() -> String {
    "open".into()
}

/// An item that could not be read, or would be missing from an index, is not created.
#[tokio::test]
async fn an_upsert_names_what_the_new_item_would_lack() {
    with_table::<Parcel>(async |db| {
        let update = || Parcel::key("p").update().upsert();
        let add = || update().add(Parcel::MOVES, 1);
        let whole = |update: Update<Parcel>| {
            let update = update.set((Parcel::CARRIER, Parcel::STATE), ("c", "open"));
            update.set(Parcel::WEIGHT, 5)
        };
        let nested = || add().set(Parcel::ADDRESS.entry("city"), "Ulm");
        let computed = || update().set(Parcel::MOVES, Parcel::MOVES.plus(1));
        for (refused, words) in [
            (update(), &["`weight`", "`moves`"][..]),
            (add(), &["`weight`"]),
            (whole(nested()), &["`address.*`"]),
            (whole(computed()), &["`moves`", "`add`"]),
        ] {
            let error = refused.send(db).await.expect_err("a refusal");
            assert!(matches!(error, Error::Expression { .. }), "{error}");
            let message = error.to_string();
            for word in words.iter().chain(&["Parcel"]) {
                assert!(message.contains(word), "`{word}` in: {message}");
            }
        }
        assert!(stored(db, Parcel::key("p")).await.is_empty());

        // Under a condition that needs an item, there is nothing to create.
        let failed = add().condition(Parcel::WEIGHT.gt(1)).send(db).await;
        assert!(failed.expect_err("there is none").is_condition_failed());

        let made = whole(add()).send(db).await;
        made.expect("an upsert");
        let item = consistent(db, Parcel::key("p")).await;
        assert_eq!(text(&item, "G1PK"), Some("c"));
    })
    .await;
}

/// A field that is left out may have a default that puts the item into an index.
#[tokio::test]
async fn an_upsert_names_the_index_key_that_would_be_missing() {
    #[derive(Debug, PartialEq, Item)]
    #[table(name = "jobs", pk = "id")]
    #[gsi(
        name = "states",
        pk = "STATE#{state}",
        pk_attr = "G1PK",
        query = "in_state"
    )]
    struct Job {
        id: String,
        #[dynamo(default = open)]
        state: String,
        runs: u32,
    }

    with_table::<Job>(async |db| {
        let update = || Job::key("j").update().add(Job::RUNS, 1).upsert();
        let error = update().send(db).await.expect_err("no key");
        assert!(matches!(error, Error::Expression { .. }), "{error}");
        for word in ["Job", "`G1PK`", "`state`"] {
            assert!(error.to_string().contains(word), "{error}");
        }
        let made = update().set(Job::STATE, "done").returning_new().send(db);
        assert_eq!(made.await.expect("an upsert").runs, 1);
        assert_eq!(Job::in_state("done").count(db).await.expect("a count"), 1);
    })
    .await;
}

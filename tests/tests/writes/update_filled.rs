//! Index keys that are made of the primary key, or of what the runtime fills by itself.

use dynamo_runtime::{Error, Item, known};
use tests::clock::{Clock, START};
use tests::stored::{consistent, stored, text};
use tests::with_table;

/// A number of the primary key stands in index keys in other formats, beside a field that changes.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "rows", pk = "sheet", sk = "SK")]
#[key(sk = "{number:04}#{offset:sortable}#{title:upper}#{title}")]
#[gsi(
    name = "states",
    pk = "{state}#{number:08}",
    pk_attr = "G1PK",
    sk = "{offset:sortable}#{state}",
    sk_attr = "G1SK",
    query = "of_state"
)]
#[gsi(
    name = "numbers",
    pk = "{number}",
    pk_attr = "G2PK",
    sk = "{offset:neg}",
    sk_attr = "G2SK",
    when = self.number > 0 && self.state != "gone",
    query = "of_number"
)]
#[gsi(
    name = "titles",
    pk = "{state}#{title}",
    pk_attr = "G3PK",
    sk = "{sheet:06}",
    sk_attr = "G3SK",
    query = "titled"
)]
struct Row {
    sheet: u32,
    number: u16,
    offset: i32,
    title: String,
    state: String,
}

#[tokio::test]
async fn numbers_of_the_primary_key_keep_their_formats() {
    with_table::<Row>(async |db| {
        for (number, offset) in [(7, -3), (0, 0), (12, 40)] {
            let row = Row {
                sheet: 5,
                number,
                offset,
                title: "Big".into(),
                state: "new".into(),
            };
            row.put().send(db).await.expect("a put");
            let key = || Row::key(5, number, offset, "Big");
            let update = key().update().set(Row::STATE, "done");
            update.send(db).await.expect("an update");
            let item = consistent(db, key()).await;
            let expected = format!("done#{number:08}");
            assert_eq!(text(&item, "G1PK"), Some(&*expected));
            assert_eq!(text(&item, "G3PK"), Some("done#Big"));
            assert_eq!(text(&item, "G3SK"), Some("000005"));
            let found = Row::of_state("done", number).one(db).await.expect("one");
            assert_eq!(found.offset, offset);

            key().delete().send(db).await.expect("a delete");
            let update = key().update().set(Row::STATE, "made").upsert();
            update.send(db).await.expect("an upsert");
            let item = consistent(db, key()).await;
            assert_eq!(item.contains_key("G2PK"), number > 0);
        }
    })
    .await;
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "jobs", pk = "id")]
#[gsi(
    name = "states",
    pk = "{state}",
    pk_attr = "G1PK",
    sk = "{queue}#{updated_at}",
    sk_attr = "G1SK",
    query = "of_state"
)]
#[gsi(
    name = "expiring",
    pk = literal("ALL"),
    pk_attr = "G2PK",
    sk = "{expires:010}",
    sk_attr = "G2SK",
    when = self.expires.is_some(),
    query = "expiring"
)]
struct Job {
    id: String,
    state: String,
    queue: String,
    note: Option<String>,
    #[dynamo(updated_at)]
    updated_at: String,
    #[dynamo(ttl = "1h")]
    expires: Option<u64>,
}

fn job() -> Job {
    Job {
        id: "j".into(),
        state: "new".into(),
        queue: "q".into(),
        note: None,
        updated_at: String::new(),
        expires: None,
    }
}

/// Conditions see a filled field as it is stored.
#[tokio::test]
async fn conditions_see_what_is_filled() {
    with_table::<Job>(async |db| {
        let db = &Clock::new().drive(db);
        job().put().send(db).await.expect("a put");
        let item = consistent(db, Job::key("j")).await;
        assert_eq!(text(&item, "G2PK"), Some("ALL"));
        assert_eq!(text(&item, "G2SK"), Some(&*(START + 3_600).to_string()));
        let update = Job::key("j").update().remove(Job::EXPIRES);
        let update = update.set(Job::QUEUE, known("q"));
        update.send(db).await.expect("an update");
        let item = consistent(db, Job::key("j")).await;
        assert_eq!(text(&item, "G2PK"), None);
    })
    .await;
}

/// The time of an update is in the key with another field, which therefore has to be given.
#[tokio::test]
async fn a_key_with_the_time_of_the_update_needs_its_other_fields() {
    with_table::<Job>(async |db| {
        let clock = Clock::new();
        let db = &clock.drive(db);
        job().put().send(db).await.expect("a put");
        let before = stored(db, Job::key("j")).await;
        clock.pass(1);
        let update = || Job::key("j").update();
        let error = update().set(Job::NOTE, "n").send(db).await;
        let error = error.expect_err("the queue is not known");
        assert!(matches!(error, Error::Key(_)), "{error}");
        for word in ["Job", "`G1SK`", "`queue`", "known"] {
            assert!(error.to_string().contains(word), "{error}");
        }
        assert_eq!(stored(db, Job::key("j")).await, before);

        let given = update().set(Job::NOTE, "n").set(Job::QUEUE, known("q"));
        given.send(db).await.expect("an update");
        let item = consistent(db, Job::key("j")).await;
        assert_eq!(text(&item, "G1SK"), Some("q#2095-11-14T10:30:01.000Z"));

        clock.pass(1);
        let moved = update().set(Job::QUEUE, "r").send(db).await;
        moved.expect("an update");
        let item = consistent(db, Job::key("j")).await;
        assert_eq!(text(&item, "G1SK"), Some("r#2095-11-14T10:30:02.000Z"));

        clock.pass(1);
        let changed = job().modify(|job| job.note = None).send(db).await;
        changed.expect("a change");
        let item = consistent(db, Job::key("j")).await;
        assert_eq!(text(&item, "G1SK"), Some("r#2095-11-14T10:30:03.000Z"));
    })
    .await;
}

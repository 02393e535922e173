//! Times that the runtime fills in, at the precision of the keys they stand in.

use chrono::{DateTime, Utc};
use dynamo_runtime::{Db, Item};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "filled_times", pk = "id")]
#[gsi(
    name = "Newest",
    pk = "{owner}",
    pk_attr = "G1PK",
    sk = "{created:seconds}#{id}",
    sk_attr = "G1SK",
    query = "newest"
)]
#[gsi(
    name = "Changed",
    pk = "owner",
    sk = "{changed:millis}",
    query = "changed"
)]
#[gsi(
    name = "Deleted",
    pk = "G{owner}",
    pk_attr = "G3PK",
    sk = "{deleted:seconds}",
    sk_attr = "G3SK",
    query = "deleted"
)]
struct Note {
    id: String,
    owner: String,
    #[dynamo(created_at)]
    created: DateTime<Utc>,
    #[dynamo(updated_at)]
    changed: DateTime<Utc>,
    #[dynamo(soft_delete)]
    deleted: Option<DateTime<Utc>>,
}

/// A time with every digit.
fn now() -> std::time::SystemTime {
    let now: DateTime<Utc> = "2095-11-14T10:30:00.123456789Z".parse().expect("a time");
    now.into()
}

#[tokio::test]
async fn times_are_filled_at_the_precision_of_their_keys() {
    with_table::<Note>(async |db| {
        let db: Db = db.clone().with_clock(now);
        let note = Note {
            id: "n".into(),
            owner: "o".into(),
            created: DateTime::UNIX_EPOCH,
            changed: DateTime::UNIX_EPOCH,
            deleted: None,
        };
        let new = note.put().returning_new().send(&db).await.expect("a put");
        let at = |text: &str| text.parse::<DateTime<Utc>>().expect("a time");
        assert_eq!(new.created, at("2095-11-14T10:30:00Z"));
        assert_eq!(new.changed, at("2095-11-14T10:30:00.123Z"));
        let newest = Note::newest("o").range(Note::CREATED.eq(new.created));
        assert_eq!(
            newest.all(&db).await.expect("a query"),
            std::slice::from_ref(&new)
        );
        let changed = Note::changed("o").range(Note::CHANGED.le(new.changed));
        assert_eq!(
            changed.all(&db).await.expect("a query"),
            std::slice::from_ref(&new)
        );

        Note::key("n")
            .soft_delete()
            .send(&db)
            .await
            .expect("a soft delete");
        let deleted = Note::deleted("o").include_deleted().all(&db).await;
        let deleted = deleted
            .expect("a query")
            .pop()
            .and_then(|note| note.deleted);
        assert_eq!(deleted, Some(at("2095-11-14T10:30:00Z")));
    })
    .await;
}

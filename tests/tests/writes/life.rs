//! Times that the runtime fills in, in the type and format of the field.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use dynamo_runtime::{Db, Item};
use tests::clock::{Clock, START};
use tests::stored::{consistent, stored, text};
use tests::with_table;

/// Stores a time as `14/11/2095 10:30:00`.
mod day_first {
    use std::time::SystemTime;

    use chrono::{DateTime, NaiveDateTime, Utc};

    const FORMAT: &str = "%d/%m/%Y %H:%M:%S";

    pub(super) fn encode(time: &SystemTime) -> String {
        DateTime::<Utc>::from(*time).format(FORMAT).to_string()
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "what is decoded is handed over"
    )]
    pub(super) fn decode(text: String) -> Result<SystemTime, chrono::ParseError> {
        let time = NaiveDateTime::parse_from_str(&text, FORMAT)?;
        Ok(time.and_utc().into())
    }
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "texts", pk = "id")]
#[gsi(
    name = "latest",
    pk = literal("ALL"),
    pk_attr = "G1PK",
    sk = "{updated_at}",
    sk_attr = "G1SK",
    query = "latest"
)]
struct Texts {
    id: String,
    body: String,
    #[dynamo(created_at)]
    created_at: String,
    #[dynamo(updated_at)]
    updated_at: Option<String>,
    #[dynamo(ttl = "90d")]
    expires: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "seconds", pk = "id")]
struct Seconds {
    id: String,
    body: String,
    #[dynamo(created_at)]
    created_at: u64,
    #[dynamo(updated_at)]
    updated_at: i64,
    #[dynamo(ttl = "2h")]
    expires: u64,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "times", pk = "id")]
struct Times {
    id: String,
    body: String,
    #[dynamo(created_at)]
    created_at: DateTime<Utc>,
    #[dynamo(updated_at, with = day_first)]
    updated_at: SystemTime,
}

fn texts() -> Texts {
    Texts {
        id: "t".into(),
        body: "a".into(),
        created_at: String::new(),
        updated_at: None,
        expires: None,
    }
}

#[tokio::test]
async fn text_is_filled_in_iso_8601() {
    with_table::<Texts>(async |db| {
        let clock = Clock::new();
        let db = &clock.drive(db);
        let new = texts().put().returning_new().send(db).await.expect("a put");
        let expected = Texts {
            created_at: "2095-11-14T10:30:00.000Z".into(),
            updated_at: Some("2095-11-14T10:30:00.000Z".into()),
            expires: Some(START + 90 * 86_400),
            ..texts()
        };
        assert_eq!(new, expected);
        let item = consistent(db, Texts::key("t")).await;
        assert_eq!(text(&item, "G1SK"), Some("2095-11-14T10:30:00.000Z"));

        clock.pass(61);
        let later = Some("2095-11-14T10:31:01.000Z".to_owned());
        let again = new
            .replace()
            .returning_new()
            .send(db)
            .await
            .expect("a replace");
        let expected = Texts {
            updated_at: later,
            ..new
        };
        assert_eq!(again, expected, "made and expiring once, updated always");
    })
    .await;
}

/// An update fills the time and what is made of it, though it is asked for something else.
#[tokio::test]
async fn updates_and_modify_fill_the_time_of_the_change() {
    with_table::<Texts>(async |db| {
        let clock = Clock::new();
        let db = &clock.drive(db);
        let new = texts()
            .create()
            .returning_new()
            .send(db)
            .await
            .expect("a create");
        clock.pass(1);
        let update = Texts::key("t").update().set(Texts::BODY, "b");
        let changed = update.returning_new().send(db).await.expect("an update");
        let expected = Texts {
            body: "b".into(),
            updated_at: Some("2095-11-14T10:30:01.000Z".into()),
            ..new
        };
        assert_eq!(changed, expected);
        assert_eq!(latest(db).await, "2095-11-14T10:30:01.000Z");

        clock.pass(1);
        let changed = changed.modify(|texts| texts.body.push('c')).send(db).await;
        let changed = changed.expect("a change");
        assert_eq!(
            changed.updated_at.as_deref(),
            Some("2095-11-14T10:30:02.000Z")
        );
        assert_eq!(latest(db).await, "2095-11-14T10:30:02.000Z");

        clock.pass(1);
        let same = changed.modify(|_| {}).send(db).await.expect("no change");
        assert_eq!(same, changed, "what is not written is not stamped");
        assert_eq!(latest(db).await, "2095-11-14T10:30:02.000Z");
    })
    .await;
}

async fn latest(db: &Db) -> String {
    let item = consistent(db, Texts::key("t")).await;
    let found = Texts::latest().one(db).await.expect("one");
    let key = text(&item, "G1SK").expect("a key").to_owned();
    assert_eq!(found.updated_at.as_ref(), Some(&key));
    key
}

#[tokio::test]
async fn a_time_that_is_set_is_kept() {
    with_table::<Texts>(async |db| {
        let db = &Clock::new().drive(db);
        let given = Texts {
            created_at: "1999".into(),
            updated_at: Some("1999".into()),
            expires: Some(START + 5),
            ..texts()
        };
        let new = given.put().returning_new().send(db).await.expect("a put");
        let expected = Texts {
            updated_at: Some("2095-11-14T10:30:00.000Z".into()),
            ..given
        };
        assert_eq!(new, expected);
    })
    .await;
}

#[tokio::test]
async fn numbers_are_seconds() {
    with_table::<Seconds>(async |db| {
        let clock = Clock::new();
        let db = &clock.drive(db);
        let new = Seconds {
            id: "s".into(),
            body: String::new(),
            created_at: 0,
            updated_at: 0,
            expires: 0,
        };
        let new = new.put().returning_new().send(db).await.expect("a put");
        assert_eq!((new.created_at, new.expires), (START, START + 7_200));
        clock.pass(10);
        let update = Seconds::key("s").update().set(Seconds::BODY, "b");
        let changed = update.returning_new().send(db).await.expect("an update");
        assert_eq!(u64::try_from(changed.updated_at), Ok(START + 10));
        assert_eq!(
            (changed.created_at, changed.expires),
            (START, START + 7_200)
        );
    })
    .await;
}

#[tokio::test]
async fn times_have_the_format_of_their_field() {
    with_table::<Times>(async |db| {
        let clock = Clock::new();
        let db = &clock.drive(db);
        let new = Times {
            id: "t".into(),
            body: String::new(),
            created_at: DateTime::UNIX_EPOCH,
            updated_at: SystemTime::UNIX_EPOCH,
        };
        let new = new.put().returning_new().send(db).await.expect("a put");
        assert_eq!(u64::try_from(new.created_at.timestamp()), Ok(START));
        let start = SystemTime::UNIX_EPOCH + Duration::from_secs(START);
        assert_eq!(new.updated_at, start);
        let shown = async || {
            let item = stored(db, Times::key("t")).await;
            text(&item, "updated_at").map(str::to_owned)
        };
        assert_eq!(shown().await.as_deref(), Some("14/11/2095 10:30:00"));

        clock.pass(86_400);
        let update = Times::key("t").update().set(Times::BODY, "b");
        update.send(db).await.expect("an update");
        assert_eq!(shown().await.as_deref(), Some("15/11/2095 10:30:00"));
        clock.pass(3_600);
        let changed = new.modify(|times| times.body.push('c')).send(db).await;
        let changed = changed.expect("a change");
        assert_eq!(shown().await.as_deref(), Some("15/11/2095 11:30:00"));
        assert_eq!(changed.updated_at, start + Duration::from_hours(25));
        assert_eq!(changed.created_at, new.created_at);
    })
    .await;
}

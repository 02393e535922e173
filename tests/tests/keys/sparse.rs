//! An item that is not in an index has no key attributes of it, but for those that another one uses.

use dynamo_runtime::{Db, Error, Item, known};
use tests::stored::{consistent, overwrite, text};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Default, Item)]
#[table(name = "tasks", pk = "id")]
#[gsi(
    name = "ByOwner",
    pk = "OWNER#{owner}",
    sk = "AT#{at}",
    pk_attr = "owner_pk",
    sk_attr = "owner_sk",
    query = "by_owner"
)]
#[gsi(name = "Open", pk = literal("OPEN"), sk = "{rank:05}", pk_attr = "open_pk", sk_attr = "open_sk", when = self.open, query = "open")]
#[gsi(
    name = "ByTeam",
    pk = "team",
    sk = "T#{at}",
    sk_attr = "team_sk",
    query = "by_team"
)]
#[gsi(
    name = "ByKind",
    pk = "KIND#{kind}",
    sk = "K#{title}",
    pk_attr = "kind_pk",
    sk_attr = "kind_sk",
    query = "by_kind"
)]
#[gsi(name = "ByPlace", pk = ["P#{place}", "F#{floor}"], pk_attr = ["place_pk", "floor_pk"], query = "by_place")]
#[gsi(
    name = "One",
    pk = "ONE#{one}",
    sk = "S#{kind}",
    pk_attr = "one_pk",
    sk_attr = "shared_sk",
    query = "one"
)]
#[gsi(
    name = "Other",
    pk = "OTHER#{other}",
    sk = "S#{kind}",
    pk_attr = "other_pk",
    sk_attr = "shared_sk",
    query = "other"
)]
struct Task {
    id: String,
    owner: Option<String>,
    at: String,
    open: bool,
    rank: u32,
    team: Option<String>,
    kind: String,
    title: String,
    place: Option<String>,
    floor: Option<String>,
    one: Option<String>,
    other: Option<String>,
}

fn task() -> Task {
    Task {
        id: "1".into(),
        at: "10:30".into(),
        rank: 7,
        kind: "k".into(),
        title: "t".into(),
        ..Task::default()
    }
}

fn key() -> dynamo_runtime::Key<Task> {
    Task::key("1")
}

async fn with_tasks(test: impl AsyncFnOnce(&Db) -> Result<(), Error>) {
    with_table::<Task>(async |db| test(db).await.expect("no failure")).await;
}

/// The stored key attributes, sorted by name.
async fn keys(db: &Db) -> Vec<String> {
    let stored = consistent(db, key()).await;
    let mut keys: Vec<_> = stored
        .keys()
        .filter(|name| name.ends_with("_pk") || name.ends_with("_sk"))
        .map(|name| format!("{name}={}", text(&stored, name).unwrap_or_default()))
        .collect();
    keys.sort();
    keys
}

const ALWAYS: [&str; 3] = ["kind_pk=KIND#k", "kind_sk=K#t", "shared_sk=S#k"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut keys: Vec<_> = ALWAYS.iter().chain(more).copied().collect();
    keys.sort_unstable();
    keys
}

fn depends_on(result: Result<(), Error>, field: &str) {
    let error = result.expect_err("a key that cannot be told");
    assert!(matches!(error, Error::Key(_)), "{error}");
    assert!(
        error.to_string().contains(&format!("depends on `{field}`")),
        "{error}"
    );
}

#[tokio::test]
async fn a_sort_key_is_written_with_its_partition_key() {
    with_tasks(async |db| {
        task().put().send(db).await?;
        assert_eq!(keys(db).await, ALWAYS);
        let whole = Task {
            owner: Some("ada".into()),
            open: true,
            team: Some("red".into()),
            place: Some("x".into()),
            ..task()
        };
        db.batch_write(whole.put()).await?;
        let found = with(&[
            "owner_pk=OWNER#ada",
            "owner_sk=AT#10:30",
            "open_pk=OPEN",
            "open_sk=00007",
            "team_sk=T#10:30",
        ]);
        assert_eq!(keys(db).await, found);
        let placed = Task {
            floor: Some("2".into()),
            ..whole
        };
        db.transact(placed.put()).await?;
        assert_eq!(keys(db).await.len(), found.len() + 2);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn an_update_takes_both_or_none() {
    with_tasks(async |db| {
        task().put().send(db).await?;
        let owned = || key().update().set(Task::OWNER, "ada");
        depends_on(owned().send(db).await, "at");
        owned().set(Task::AT, known("10:30")).send(db).await?;
        let both = with(&["owner_pk=OWNER#ada", "owner_sk=AT#10:30"]);
        assert_eq!(keys(db).await, both);
        // Whether there is an owner is not known from the time alone.
        let later = || key().update().set(Task::AT, "11:00");
        depends_on(later().send(db).await, "owner");
        let later = later()
            .set(Task::OWNER, known("ada"))
            .set(Task::TEAM, known(None));
        later.send(db).await?;
        let both = with(&["owner_pk=OWNER#ada", "owner_sk=AT#11:00"]);
        assert_eq!(keys(db).await, both);
        // An update that leaves the index needs no other values.
        key().update().remove(Task::OWNER).send(db).await?;
        assert_eq!(keys(db).await, ALWAYS);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn an_update_follows_conditions_and_fields_that_are_keys() {
    with_tasks(async |db| {
        task().put().send(db).await?;
        let opened = key().update().set(Task::OPEN, true);
        opened.set(Task::RANK, known(7)).send(db).await?;
        assert_eq!(keys(db).await, with(&["open_pk=OPEN", "open_sk=00007"]));
        key().update().set(Task::OPEN, false).send(db).await?;
        assert_eq!(keys(db).await, ALWAYS);
        let joined = key().update().set(Task::TEAM, "red");
        joined.set(Task::AT, known("10:30")).send(db).await?;
        assert_eq!(keys(db).await, with(&["team_sk=T#10:30"]));
        key().update().remove(Task::TEAM).send(db).await?;
        assert_eq!(keys(db).await, ALWAYS);
        let untold = key().update().set_if_absent(Task::TEAM, "red");
        depends_on(untold.send(db).await, "team");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn keys_that_are_always_there_are_set_alone() {
    with_tasks(async |db| {
        task().put().send(db).await?;
        key().update().set(Task::TITLE, "u").send(db).await?;
        assert_eq!(keys(db).await[1], "kind_sk=K#u");
        key().update().set(Task::KIND, "l").send(db).await?;
        assert_eq!(
            keys(db).await,
            ["kind_pk=KIND#l", "kind_sk=K#u", "shared_sk=S#l"]
        );
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn modify_upsert_and_backfill_keep_the_rule() {
    with_tasks(async |db| {
        task().put().send(db).await?;
        let owned = key().modify(|task| task.owner = Some("ada".into()));
        owned.send(db).await?;
        let both = with(&["owner_pk=OWNER#ada", "owner_sk=AT#10:30"]);
        assert_eq!(keys(db).await, both);
        key().modify(|task| task.owner = None).send(db).await?;
        assert_eq!(keys(db).await, ALWAYS);
        let left = aws_sdk_dynamodb::types::AttributeValue::S("AT#10:30".into());
        overwrite(db, key(), "owner_sk", Some(left)).await;
        Task::backfill().send(db).await?;
        assert_eq!(keys(db).await, ALWAYS);
        let upsert = Task::key("2").update().upsert();
        let upsert = upsert
            .set(Task::AT, "9:00")
            .set(Task::KIND, "k")
            .set(Task::TITLE, "t");
        let upsert = upsert.set(Task::RANK, 1).set(Task::OPEN, false);
        let upsert = upsert.set(Task::OWNER, None).set(Task::TEAM, None);
        upsert.send(db).await?;
        let stored = consistent(db, Task::key("2")).await;
        assert!(!stored.contains_key("owner_sk") && !stored.contains_key("open_sk"));
        Ok(())
    })
    .await;
}

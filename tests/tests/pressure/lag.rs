//! Indexes that are behind on purpose.

use std::time::Duration;

use dynamo_runtime::{Db, Embedded, Item};

const LAG: Duration = Duration::from_hours(1);

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "users", pk = "team", sk = "id")]
#[gsi(name = "ByMail", pk = "mail", query = "by_mail", scan = "with_mail")]
#[lsi(name = "ByName", sk = "name", query = "by_name")]
struct User {
    team: String,
    id: u32,
    mail: String,
    name: String,
}

fn user(id: u32) -> User {
    User {
        team: "core".to_owned(),
        id,
        mail: "all@example.com".to_owned(),
        name: format!("user {id}"),
    }
}

async fn lagging() -> (Embedded, Db) {
    let engine = Embedded::memory().expect("an engine").with_index_lag(LAG);
    let db = tests::db_of(engine.client());
    db.create_table::<User>().await.expect("a table");
    (engine, db)
}

async fn in_index(db: &Db) -> Vec<u32> {
    let query = User::by_mail("all@example.com").all(db).await;
    let mut found: Vec<u32> = query.expect("a query").iter().map(|user| user.id).collect();
    found.sort_unstable();
    let scan = User::with_mail().count(db).await.expect("a scan");
    assert_eq!(scan, found.len());
    found
}

#[tokio::test]
async fn a_write_shows_in_a_global_index_after_the_lag() {
    let (engine, db) = lagging().await;
    user(1).put().send(&db).await.expect("a put");
    // The table and its local index are up to date.
    assert_eq!(User::query("core").count(&db).await.expect("a query"), 1);
    assert_eq!(User::by_name("core").count(&db).await.expect("a query"), 1);
    assert!(
        User::key("core", 1)
            .get()
            .send(&db)
            .await
            .expect("a get")
            .is_some()
    );
    assert!(in_index(&db).await.is_empty());
    engine.pass(Duration::from_mins(59));
    assert!(in_index(&db).await.is_empty());
    user(2).put().send(&db).await.expect("a put");
    engine.pass(Duration::from_mins(1));
    assert_eq!(in_index(&db).await, [1]);
    engine.pass(LAG);
    assert_eq!(in_index(&db).await, [1, 2]);
}

#[tokio::test]
async fn every_kind_of_write_arrives_in_order() {
    let (engine, db) = lagging().await;
    db.batch_write((1..=4).map(user).collect::<Vec<_>>().iter().map(User::put))
        .await
        .expect("a batch");
    engine.pass(LAG);
    assert_eq!(in_index(&db).await, [1, 2, 3, 4]);
    User::key("core", 1)
        .delete()
        .send(&db)
        .await
        .expect("a delete");
    let moved = User::key("core", 2)
        .update()
        .set(User::MAIL, "two@example.com");
    moved.send(&db).await.expect("an update");
    let (five, three) = (user(5), User::key("core", 3).delete());
    db.transact((five.create(), three))
        .await
        .expect("a transaction");
    assert_eq!(in_index(&db).await, [1, 2, 3, 4]);
    engine.pass(LAG);
    let found = User::by_mail("all@example.com")
        .all(&db)
        .await
        .expect("a query");
    let mut found: Vec<u32> = found.iter().map(|user| user.id).collect();
    found.sort_unstable();
    assert_eq!(found, [4, 5]);
    assert_eq!(
        User::by_mail("two@example.com")
            .count(&db)
            .await
            .expect("a query"),
        1
    );
}

#[tokio::test]
async fn what_was_stored_before_shows_at_once() {
    let engine = Embedded::memory().expect("an engine");
    let db = tests::db_of(engine.client());
    db.create_table::<User>().await.expect("a table");
    user(1).put().send(&db).await.expect("a put");
    let engine = engine.with_index_lag(LAG);
    assert_eq!(in_index(&db).await, [1]);
    user(2).put().send(&db).await.expect("a put");
    assert_eq!(in_index(&db).await, [1]);
    let _ = engine.with_index_lag(Duration::ZERO);
    assert_eq!(in_index(&db).await, [1, 2]);
}

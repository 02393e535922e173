//! Unique fields: no two items have the same value, whatever writes them and at once.

use dynamo_runtime::op::Cause;
use dynamo_runtime::{Db, Error, Item, Meter};
use tests::faults::Faults;
use tests::with_table;

use crate::model::{Transfer, transfer};

/// A user, whose email and number belong to no other.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "users", pk = "PK", sk = "SK")]
#[key(pk = "USER#{id}", sk = literal("USER"))]
struct User {
    id: String,
    #[dynamo(unique)]
    email: String,
    #[dynamo(unique, rename = "badge_number")]
    badge: Option<u32>,
    name: String,
}

fn user(id: &str, email: &str) -> User {
    User {
        id: id.into(),
        email: email.into(),
        badge: None,
        name: "Ada".into(),
    }
}

async fn stored(db: &Db, id: &str) -> Option<User> {
    let get = User::key(id).get().consistent();
    get.send(db).await.expect("a get")
}

/// The values that are taken, by their claims.
async fn taken(db: &Db) -> Vec<String> {
    let table = db.table_name::<User>().expect("a name");
    let scan = db.client().scan().table_name(table).consistent_read(true);
    let items = scan.send().await.expect("a scan").items.unwrap_or_default();
    let key = |item: &std::collections::HashMap<String, _>| {
        let key: &aws_sdk_dynamodb::types::AttributeValue = &item["PK"];
        key.as_s().expect("text").clone()
    };
    let mut keys: Vec<_> = items.iter().map(key).collect();
    keys.retain(|key| !key.starts_with("USER#"));
    keys.sort_unstable();
    keys
}

fn is_taken(error: &Error, name: &str) -> bool {
    assert!(error.is_taken(), "{error}");
    matches!(error, Error::Taken { item: "User", field, .. } if *field == name)
}

#[tokio::test]
async fn a_value_is_created_once() {
    with_table::<User>(async |db| {
        user("a", "ada@x#y")
            .create()
            .send(db)
            .await
            .expect("a new user");
        let error = user("b", "ada@x#y")
            .create()
            .send(db)
            .await
            .expect_err("a taken email");
        assert!(is_taken(&error, "email"));
        let message = error.to_string();
        assert!(
            message.contains("`email`") && message.contains("`User`"),
            "{message}"
        );
        assert!(!message.contains("ada@"), "{message}");
        assert_eq!(stored(db, "b").await, None);
        assert_eq!(taken(db).await, ["#unique#User#email#ada@x#y"]);

        let again = user("a", "other")
            .create()
            .send(db)
            .await
            .expect_err("an item there");
        assert!(again.is_condition_failed());
        assert!(again.to_string().contains("already exists"), "{again}");
        assert_eq!(
            again.current::<User>().expect("a user"),
            stored(db, "a").await
        );
        assert_eq!(taken(db).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn numbers_and_options_are_unique_if_they_are_set() {
    with_table::<User>(async |db| {
        let with = |id: &str, badge| User {
            badge,
            ..user(id, id)
        };
        for user in [with("a", None), with("b", None), with("c", Some(7))] {
            user.create().send(db).await.expect("a new user");
        }
        let error = with("d", Some(7))
            .create()
            .send(db)
            .await
            .expect_err("a taken badge");
        assert!(is_taken(&error, "badge"));
        let written = with("d", Some(8)).create().returning_new().send(db).await;
        assert_eq!(written.expect("a new user"), with("d", Some(8)));
        assert!(
            taken(db)
                .await
                .contains(&"#unique#User#badge_number#8".to_owned())
        );
    })
    .await;
}

#[tokio::test]
async fn puts_and_replaces_move_the_claim_with_the_value() {
    with_table::<User>(async |db| {
        user("a", "one").put().send(db).await.expect("a put");
        user("b", "two").put().send(db).await.expect("a put");
        assert_eq!(
            taken(db).await,
            ["#unique#User#email#one", "#unique#User#email#two"]
        );
        let error = user("a", "two")
            .put()
            .send(db)
            .await
            .expect_err("a taken email");
        assert!(is_taken(&error, "email"));
        user("a", "three")
            .replace()
            .send(db)
            .await
            .expect("a replace");
        assert_eq!(
            taken(db).await,
            ["#unique#User#email#three", "#unique#User#email#two"]
        );
        user("b", "one")
            .put()
            .send(db)
            .await
            .expect("the email is free");
        let renamed = User {
            name: "Bea".into(),
            ..user("b", "one")
        };
        renamed.put().send(db).await.expect("its own email");
        let missing = user("c", "four")
            .replace()
            .send(db)
            .await
            .expect_err("no such user");
        assert!(missing.is_condition_failed());
        let five = user("a", "five");
        let held = five.put().condition(User::NAME.eq("Bea"));
        let error = held.send(db).await.expect_err("a condition");
        assert!(error.is_condition_failed());
        assert_eq!(
            taken(db).await,
            ["#unique#User#email#one", "#unique#User#email#three"]
        );
    })
    .await;
}

#[tokio::test]
async fn deletes_free_the_value() {
    with_table::<User>(async |db| {
        user("a", "one")
            .create()
            .send(db)
            .await
            .expect("a new user");
        let held = User::key("a").delete().condition(User::NAME.eq("Bea"));
        assert!(
            held.send(db)
                .await
                .expect_err("a condition")
                .is_condition_failed()
        );
        let meter = Meter::new();
        User::key("a")
            .delete()
            .meter(&meter)
            .send(db)
            .await
            .expect("a delete");
        assert!(meter.capacity().units > 0.0);
        assert!(taken(db).await.is_empty());
        User::key("a")
            .delete()
            .send(db)
            .await
            .expect("nothing to delete");
        user("b", "one")
            .create()
            .send(db)
            .await
            .expect("the email is free");
        // The struct is behind what is stored, and the stored value is the one to free.
        user("b", "stale")
            .delete()
            .send(db)
            .await
            .expect("a delete");
        assert!(taken(db).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn modify_moves_the_claim_and_updates_leave_it() {
    with_table::<User>(async |db| {
        user("a", "one")
            .create()
            .send(db)
            .await
            .expect("a new user");
        user("b", "two")
            .create()
            .send(db)
            .await
            .expect("a new user");
        let changed = User::key("a")
            .modify(|user| user.email = "three".into())
            .send(db)
            .await;
        assert_eq!(changed.expect("a change"), user("a", "three"));
        assert_eq!(
            taken(db).await,
            ["#unique#User#email#three", "#unique#User#email#two"]
        );
        let sent = User::key("a")
            .modify(|user| user.email = "two".into())
            .send(db)
            .await;
        assert!(is_taken(&sent.expect_err("a taken email"), "email"));
        User::key("a")
            .update()
            .set(User::NAME, "Bea")
            .send(db)
            .await
            .expect("an update");
        assert_eq!(
            stored(db, "a").await.map(|a| (a.email, a.name)),
            Some(("three".into(), "Bea".into()))
        );
    })
    .await;
}

#[tokio::test]
async fn claims_are_never_read_as_items() {
    with_table::<User>(async |db| {
        user("a", "one")
            .create()
            .send(db)
            .await
            .expect("a new user");
        assert_eq!(
            User::scan().all(db).await.expect("a scan"),
            [user("a", "one")]
        );
        assert_eq!(User::scan().count(db).await.expect("a scan"), 1);
        assert_eq!(
            User::query("a").all(db).await.expect("a query"),
            [user("a", "one")]
        );
    })
    .await;
}

#[tokio::test]
async fn a_create_is_part_of_a_transaction() {
    with_table::<User>(async |db| {
        let db = &db.clone().with_table_name::<Transfer>(tests::unique_name());
        db.create_table::<Transfer>().await.expect("a new table");
        user("a", "one")
            .create()
            .send(db)
            .await
            .expect("a new user");
        let (welcome, b) = (transfer("welcome"), user("b", "one"));
        let sent = db
            .transact((
                welcome.create(),
                b.create(),
                Transfer::key("x").check_absent(),
            ))
            .await;
        let error = sent.expect_err("a taken email");
        assert_eq!(
            error.to_string(),
            "the transaction was cancelled: the create of `User` at index 1 failed: another item \
             already has the value of its unique field `email`"
        );
        let Error::TransactionCancelled(cancelled) = error else {
            panic!("a cancelled transaction");
        };
        let operation = cancelled.operation(1).expect("the create");
        assert_eq!(
            (operation.cause(), operation.field()),
            (Cause::Taken, Some("email"))
        );
        // Operations after a create keep their index.
        let b = user("b", "two");
        let sent = db
            .transact((b.create(), Transfer::key("x").check_exists()))
            .await;
        let Err(Error::TransactionCancelled(cancelled)) = sent else {
            panic!("a cancelled transaction");
        };
        assert!(cancelled.operation(1).is_some());
        db.transact((welcome.create(), b.create()))
            .await
            .expect("a transaction");
        assert_eq!(stored(db, "b").await, Some(b));
        let _ = db.delete_table::<Transfer>().await;
    })
    .await;
}

#[tokio::test]
async fn who_says_what_is_replaced_or_deleted_needs_no_read() {
    with_table::<User>(async |db| {
        let [a, b] = [user("a", "one"), user("b", "two")];
        db.transact([a.create(), b.create()])
            .await
            .expect("a transaction");
        let after = user("a", "three");
        db.transact((after.replace().instead_of(&a), b.delete()))
            .await
            .expect("a transaction");
        assert_eq!(taken(db).await, ["#unique#User#email#three"]);
        assert_eq!(stored(db, "b").await, None);

        // `a` is not what is stored any more.
        let sent = db.transact(user("a", "four").put().instead_of(&a)).await;
        assert!(sent.expect_err("a stale item").is_condition_failed());
        let sent = user("a", "four").put().instead_of(&a).send(db).await;
        assert!(sent.expect_err("a stale item").is_condition_failed());
        let sent = db.transact(a.delete()).await;
        assert!(sent.expect_err("a stale item").is_condition_failed());
        user("a", "four")
            .put()
            .instead_of(&after)
            .send(db)
            .await
            .expect("a put");
        assert_eq!(taken(db).await, ["#unique#User#email#four"]);
    })
    .await;
}

#[tokio::test]
async fn operations_that_would_bypass_the_constraint_are_refused() {
    let db = tests::db().await;
    let user = user("a", "one");
    let refused = [
        db.batch_write(user.put()).await.err(),
        db.batch_write(User::key("a").delete()).await.err(),
        db.transact(user.put()).await.err(),
        db.transact(user.replace()).await.err(),
        db.transact(User::key("a").delete()).await.err(),
        user.put().returning_old().send(&db).await.err(),
        User::key("a")
            .delete()
            .returning_old()
            .send(&db)
            .await
            .err(),
        user.put().into_sdk(&db).err(),
        User::key("a").delete().into_sdk(&db).err(),
    ];
    for refused in refused {
        let refused = refused.expect("a refusal");
        assert!(matches!(refused, Error::Refused { .. }), "{refused}");
        assert!(
            refused.to_string().contains("`User` has unique fields"),
            "{refused}"
        );
    }
    let twin = User {
        id: "b".into(),
        ..user.clone()
    };
    let refused = db
        .transact((user.create(), twin.create()))
        .await
        .expect_err("one email twice");
    assert!(
        refused.to_string().contains("the unique field `email`"),
        "{refused}"
    );
    let long = User {
        email: "x".repeat(3000),
        ..user
    };
    let refused = long.create().send(&db).await.expect_err("too long");
    assert!(matches!(refused, Error::Key(_)), "{refused}");
}

#[tokio::test]
async fn of_many_at_once_one_has_the_value() {
    with_table::<User>(async |db| {
        let mut tasks = Vec::new();
        for number in 0..8 {
            let db = db.clone();
            tasks.push(tokio::spawn(async move {
                user(&number.to_string(), "one").put().send(&db).await
            }));
        }
        let mut written = 0;
        for task in tasks {
            match task.await.expect("a task") {
                Ok(()) => written += 1,
                Err(error) => assert!(is_taken(&error, "email")),
            }
        }
        assert_eq!(written, 1);
        assert_eq!(User::scan().count(db).await.expect("a scan"), 1);
        assert_eq!(taken(db).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_put_that_another_overtakes_is_made_again() {
    with_table::<User>(async |db| {
        user("a", "one")
            .create()
            .send(db)
            .await
            .expect("a new user");
        let faults = Faults::default();
        let slow = faults.over_table::<User>(db);
        // Between its read and its write the email changes.
        let other = user("a", "two");
        faults.before_next({
            let db = db.clone();
            move || {
                let (db, other) = (db.clone(), other.clone());
                Box::pin(async move { other.put().send(&db).await.expect("a put") })
            }
        });
        user("a", "three").put().send(&slow).await.expect("a put");
        assert_eq!(stored(db, "a").await.map(|a| a.email), Some("three".into()));
        assert_eq!(taken(db).await, ["#unique#User#email#three"]);
        assert_eq!(faults.sent().len(), 2);
    })
    .await;
}

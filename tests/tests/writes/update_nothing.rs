//! An update that changes nothing still checks what it requires.

use std::collections::BTreeSet;

use dynamo_runtime::{Item, Update, known};
use tests::clock::Clock;
use tests::stored::{consistent, stored};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "drafts", pk = "id")]
struct Draft {
    id: String,
    title: String,
    lines: Vec<String>,
    tags: BTreeSet<String>,
    #[dynamo(version)]
    version: u32,
    #[dynamo(updated_at)]
    updated_at: String,
}

fn nothing() -> [Update<Draft>; 4] {
    let update = || Draft::key("d").update();
    [
        update(),
        update().append(Draft::LINES, [""; 0]),
        update().add_to_set(Draft::TAGS, BTreeSet::new()),
        update().set(Draft::TITLE, known("a")),
    ]
}

#[tokio::test]
async fn an_update_of_nothing_checks_and_writes_nothing() {
    with_table::<Draft>(async |db| {
        let clock = Clock::new();
        let db = &clock.drive(db);
        for update in nothing() {
            let error = update.send(db).await.expect_err("there is none");
            assert!(error.is_condition_failed(), "{error}");
        }
        for update in nothing() {
            let error = db.transact(update).await.expect_err("there is none");
            assert!(error.is_condition_failed(), "{error}");
        }
        assert!(stored(db, Draft::key("d")).await.is_empty());

        let draft = Draft {
            id: "d".into(),
            title: "a".into(),
            lines: Vec::new(),
            tags: BTreeSet::new(),
            version: 0,
            updated_at: String::new(),
        };
        let draft = draft.create().returning_new().send(db).await;
        let draft = draft.expect("a create");
        let before = consistent(db, Draft::key("d")).await;
        clock.pass(5);
        for update in nothing() {
            let new = update.returning_new().send(db).await.expect("an update");
            assert_eq!(new, draft);
        }
        for update in nothing() {
            let old = update.returning_old().send(db).await.expect("an update");
            assert_eq!(old.as_ref(), Some(&draft));
        }
        db.transact(nothing().into_iter().take(1))
            .await
            .expect("a transaction");
        for update in nothing() {
            let refused = update.condition(Draft::TITLE.eq("b")).send(db).await;
            assert!(refused.expect_err("not so").is_condition_failed());
        }
        assert_eq!(stored(db, Draft::key("d")).await, before);
    })
    .await;
}

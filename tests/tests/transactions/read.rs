//! Items read as they were at one moment.

use dynamo_runtime::{Item, Meter, View};
use tests::clock::{Clock, START};
use tests::with_table;

use crate::model::{Account, AccountFields, Transfer, seed, stored, transfer, with_tables};

#[derive(Debug, PartialEq, View)]
#[view(item = Account)]
struct Balance {
    balance: i64,
}

#[tokio::test]
async fn gets_of_several_types_give_a_tuple() {
    with_tables(async |db, _| {
        seed(db).await;
        transfer("t").put().send(db).await.expect("a put");
        let (a, none, amount, view) = db
            .transact_get((
                Account::key("a").get(),
                Account::key("none").get(),
                vec![Transfer::key("x").get(), Transfer::key("t").get()],
                Account::key("b").get().select::<Balance>(),
            ))
            .await
            .expect("a transaction");
        assert_eq!(a, stored(db, "a").await);
        assert_eq!(none, None);
        assert!(amount[0].is_none());
        assert_eq!(amount[1].as_ref().map(|t| t.amount), Some(5));
        assert_eq!(view, Some(Balance { balance: 100 }));
    })
    .await;
}

#[tokio::test]
async fn a_list_gives_a_list_and_is_metered() {
    with_tables(async |db, faults| {
        seed(db).await;
        let meter = Meter::new();
        let gets = ["b", "a"].map(|id| Account::key(id).get());
        let found = db
            .transact_get(gets)
            .meter(&meter)
            .await
            .expect("a transaction");
        let ids: Vec<_> = found
            .iter()
            .flatten()
            .map(|found| found.id.as_str())
            .collect();
        assert_eq!(ids, ["b", "a"]);
        assert!(meter.capacity().units >= 4.0);
        let none: Vec<dynamo_runtime::Get<Account>> = Vec::new();
        assert!(db.transact_get(none).await.expect("nothing").is_empty());
        assert_eq!(faults.sent().len(), 1);
    })
    .await;
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "sessions", pk = "id", ttl = "expires")]
struct Session {
    id: String,
    expires: u64,
    #[dynamo(soft_delete)]
    ended: Option<u64>,
}

#[tokio::test]
async fn hidden_items_are_left_out_by_each_get() {
    with_table::<Session>(async |db| {
        let db = Clock::new().drive(db);
        let session = |id: &str, expires, ended| Session {
            id: id.into(),
            expires,
            ended,
        };
        let (expired, ended) = (
            session("x", START - 1, None),
            session("e", START + 60, Some(5)),
        );
        db.batch_write((expired.put(), ended.put()))
            .await
            .expect("a batch");
        let found = db
            .transact_get((expired.to_key().get(), ended.to_key().get()))
            .await;
        assert_eq!(found.expect("a transaction"), (None, None));
        let gets = (
            expired.to_key().get().include_expired(),
            ended.to_key().get().include_deleted(),
        );
        let found = db.transact_get(gets).await.expect("a transaction");
        assert_eq!(found, (Some(expired), Some(ended)));
    })
    .await;
}

//! Accounts with a version and an index, and transfers between them, in two tables.

use dynamo_runtime::{Db, Item};
use tests::faults::Faults;
use tests::{db, unique_name};

/// An account.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "accounts", pk = "PK", sk = "SK")]
#[key(pk = "ACCOUNT#{id}", sk = literal("ACCOUNT"))]
#[gsi(
    name = "ByTier",
    pk = "TIER#{tier}",
    pk_attr = "G1PK",
    sk = "{id}",
    sk_attr = "G1SK",
    query = "by_tier"
)]
pub(crate) struct Account {
    pub(crate) id: String,
    pub(crate) tier: String,
    pub(crate) balance: i64,
    #[dynamo(version)]
    pub(crate) version: u32,
}

/// A transfer between accounts.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "transfers", pk = "id")]
pub(crate) struct Transfer {
    pub(crate) id: String,
    pub(crate) amount: i64,
    pub(crate) note: Option<String>,
    #[dynamo(created_at)]
    pub(crate) created: String,
}

pub(crate) fn account(id: &str) -> Account {
    Account {
        id: id.into(),
        tier: "free".into(),
        balance: 100,
        version: 0,
    }
}

pub(crate) fn transfer(id: &str) -> Transfer {
    Transfer {
        id: id.into(),
        amount: 5,
        note: None,
        created: String::new(),
    }
}

/// Stores the accounts `a` and `b`.
pub(crate) async fn seed(db: &Db) {
    for id in ["a", "b"] {
        account(id).create().send(db).await.expect("a new account");
    }
}

/// The account as it is stored.
pub(crate) async fn stored(db: &Db, id: &str) -> Option<Account> {
    let get = Account::key(id).get().consistent();
    get.send(db).await.expect("a get")
}

/// Runs a test on new tables of accounts and transfers, through a layer of faults.
pub(crate) async fn with_tables(test: impl AsyncFnOnce(&Db, &Faults)) {
    let faults = Faults::default();
    let db = faults
        .over(&db().await)
        .with_table_name::<Account>(unique_name())
        .with_table_name::<Transfer>(unique_name());
    db.create_table::<Account>().await.expect("a new table");
    db.create_table::<Transfer>().await.expect("a new table");
    test(&db, &faults).await;
    // A table that cannot be deleted has a name that is not used again.
    let _ = db.delete_table::<Account>().await;
    let _ = db.delete_table::<Transfer>().await;
}

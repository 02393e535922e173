//! Injected faults, as code that uses the library meets them: through the real client of the SDK.
//! They are the embedded engine's own and have no server to run on.

mod batch;
mod schedule;
mod single;
mod time;

use dynamo_runtime::faults::{Fault, Faults, Operation};
use dynamo_runtime::{Db, Item};

/// The item that the tests store.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "accounts", pk = "id")]
struct Account {
    id: String,
    balance: i64,
}

fn account(id: &str) -> Account {
    Account {
        id: id.to_owned(),
        balance: 7,
    }
}

/// Opens an engine with the table in it.
async fn db_with(faults: &Faults) -> Db {
    let db = tests::on_the_way(Db::embedded_with_faults(faults).await.expect("an engine"));
    db.create_table::<Account>().await.expect("a new table");
    db
}

/// Returns what is stored under an id, read without faults.
async fn stored(db: &Db, faults: &Faults, id: &str) -> Option<Account> {
    faults.pause();
    let found = Account::key(id).get().consistent().send(db).await;
    faults.resume();
    found.expect("a read")
}

/// Puts one account after another and returns which puts failed.
async fn failures(db: &Db, puts: usize) -> Vec<usize> {
    let mut failed = Vec::new();
    for number in 0..puts {
        let put = account(&number.to_string()).put().send(db).await;
        if put.is_err() {
            failed.push(number);
        }
    }
    failed
}

fn puts(faults: &[Option<Fault>]) -> Vec<(Operation, Option<Fault>)> {
    faults
        .iter()
        .map(|fault| (Operation::PutItem, *fault))
        .collect()
}

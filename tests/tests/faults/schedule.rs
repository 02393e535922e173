//! The inputs that decide about a request: the seed, rates, scripts, pauses and the operation.

use std::time::Duration;

use dynamo_runtime::faults::{Fault, Faults, Operation};
use dynamo_runtime::{Embedded, Item};

use crate::{Account, account, db_with, failures, puts, stored};

fn mixed(seed: u64) -> Faults {
    Faults::seeded(seed)
        .rate(Fault::Throttle, 0.2)
        .rate(Fault::ServerError, 0.2)
        .rate(Fault::DropResponse, 0.1)
        .rate(Fault::Timeout, 0.1)
        .rate(Fault::Slow(Duration::from_secs(2)), 0.1)
}

async fn bad_day(seed: u64) -> (Vec<usize>, Vec<(Operation, Option<Fault>)>) {
    let faults = mixed(seed);
    let db = db_with(&faults).await;
    let failed = failures(&db, 60).await;
    (failed, faults.log())
}

#[tokio::test]
async fn a_seed_gives_the_same_day_again_and_another_seed_another() {
    let (failed, log) = bad_day(42).await;
    assert!(!failed.is_empty() && failed.len() < 60, "{failed:?}");
    assert_eq!(bad_day(42).await, (failed, log.clone()));
    assert_ne!(bad_day(43).await.1, log);
}

#[tokio::test]
async fn every_rate_has_its_share() {
    let (_, log) = bad_day(42).await;
    for fault in [
        None,
        Some(Fault::Throttle),
        Some(Fault::ServerError),
        Some(Fault::DropResponse),
        Some(Fault::Timeout),
        Some(Fault::Slow(Duration::from_secs(2))),
    ] {
        assert!(log.iter().any(|(_, found)| *found == fault), "{fault:?}");
    }
}

#[tokio::test]
async fn a_script_says_which_request_has_which_fault() {
    let faults = Faults::default();
    let db = db_with(&faults).await;
    faults.script([None, None, Some(Fault::DropResponse)]);
    faults.script([Fault::Throttle]);
    assert_eq!(failures(&db, 4).await, [0; 0]);
    let third = [
        None,
        None,
        Some(Fault::DropResponse),
        Some(Fault::Throttle),
        None,
        None,
    ];
    assert_eq!(faults.log(), puts(&third));
    assert_eq!((faults.injected(), faults.scripted()), (2, 0));
}

#[tokio::test]
async fn a_script_goes_before_the_rates_and_they_go_on_after_it() {
    let faults = Faults::default().rate(Fault::Timeout, 1.0);
    let db = db_with(&faults).await;
    faults.script([None, Some(Fault::Throttle), None]);
    assert_eq!(failures(&db, 3).await, [2]);
    let log = faults.log();
    assert_eq!(log[..3], puts(&[None, Some(Fault::Throttle), None])[..]);
    assert!(
        log[3..]
            .iter()
            .all(|(_, fault)| *fault == Some(Fault::Timeout))
    );
}

#[tokio::test]
async fn a_scripted_fault_waits_for_a_request_that_can_have_it() {
    let faults = Faults::default();
    let db = db_with(&faults).await;
    faults.script([Fault::PartialBatch]);
    assert_eq!(failures(&db, 2).await, [0; 0]);
    assert_eq!((faults.injected(), faults.scripted()), (0, 1));
}

#[tokio::test]
async fn a_rate_or_script_on_an_operation_leaves_the_others_alone() {
    let faults = Faults::default().rate_on(Operation::GetItem, Fault::ServerError, 1.0);
    let db = db_with(&faults).await;
    faults.script_on(Operation::DeleteItem, [Fault::Throttle]);
    account("a").put().send(&db).await.expect("a put");
    Account::key("a").delete().send(&db).await.expect("deleted");
    assert!(Account::key("a").get().send(&db).await.is_err());
    assert_eq!(
        faults.log()[..4],
        [
            (Operation::PutItem, None),
            (Operation::DeleteItem, Some(Fault::Throttle)),
            (Operation::DeleteItem, None),
            (Operation::GetItem, Some(Fault::ServerError)),
        ]
    );
}

#[tokio::test]
async fn requests_about_tables_are_concerned_only_by_name() {
    let faults = Faults::default().rate(Fault::ServerError, 1.0);
    let db = db_with(&faults).await;
    faults.script([Fault::Throttle]);
    db.ensure_table::<Account>()
        .await
        .expect("the table is there");
    assert!(faults.log().is_empty());
    faults.script_on(Operation::DescribeTable, [Fault::Throttle, Fault::Timeout]);
    db.ensure_table::<Account>()
        .await
        .expect("retried like any other");
    assert_eq!(
        faults.log(),
        [
            (Operation::DescribeTable, Some(Fault::Throttle)),
            (Operation::DescribeTable, Some(Fault::Timeout)),
        ]
    );
}

#[tokio::test]
async fn a_pause_lets_everything_pass_and_counts_nothing() {
    let (_, log) = bad_day(9).await;
    let faults = Faults::seeded(9).rate(Fault::Throttle, 1.0);
    let db = db_with(&faults).await;
    faults.pause();
    assert_eq!(failures(&db, 5).await, [0; 0]);
    assert!(faults.log().is_empty());
    faults.resume();
    assert_eq!(failures(&db, 1).await, [0]);

    // The day goes on as if there had been no pause.
    let faults = mixed(9);
    let db = db_with(&faults).await;
    for number in 0..60 {
        let id = number.to_string();
        let _ = account(&id).put().send(&db).await;
        stored(&db, &faults, &id).await;
    }
    assert_eq!(faults.log(), log);
}

#[tokio::test]
async fn an_engine_has_clients_with_and_without_faults() {
    let faults = Faults::default().rate(Fault::ServerError, 1.0);
    let engine = Embedded::memory().expect("an engine");
    let clean = tests::db_of(engine.client());
    let failing = tests::db_of(engine.with_faults(&faults).client());
    clean.create_table::<Account>().await.expect("a new table");
    account("a").put().send(&clean).await.expect("a put");
    assert!(Account::key("a").get().send(&failing).await.is_err());
    let found = Account::key("a").get().send(&clean).await.expect("a get");
    assert_eq!(found, Some(account("a")));
}

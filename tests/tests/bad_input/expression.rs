//! Expressions that are over DynamoDB's limits: refused before they are sent, with the item's name.

use std::collections::BTreeMap;

use dynamo_runtime::{Error, Item};
use tests::db_for;

/// A board of scores.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "boards", pk = "id")]
struct Board {
    id: String,
    scores: BTreeMap<String, i64>,
    note: Option<String>,
}

fn refused<T: std::fmt::Debug>(sent: Result<T, Error>, what: &str) {
    let Err(Error::Expression { item, reason }) = sent else {
        panic!("{what}: {sent:?}");
    };
    assert_eq!(item, "Board");
    assert!(reason.contains(what) && reason.contains("4096"), "{reason}");
}

#[tokio::test]
async fn an_update_over_4_kb_is_refused_before_it_is_sent() {
    // There is no table, so a request that is sent fails in another way.
    let db = &db_for::<Board>().await;
    let mut update = Board::key("b").update();
    for number in 0..600 {
        let path = Board::SCORES.path().entry(format!("player{number}"));
        update = update.set(path, number);
    }
    refused(update.send(db).await, "update");
}

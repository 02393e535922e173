//! Batches, transactions and bulk operations under thousands of seeded schedules of faults.

use std::collections::{BTreeMap, BTreeSet};

use dynamo_runtime::op::{UnwrittenWrite, Write};
use dynamo_runtime::{Error, Item, Key};

use crate::{Entry, bad_day, engine, entry, faulty, index_is_right, seeds, stored};

/// The numbers of the entries whose keys stand in an error, each once.
fn numbers(keys: impl IntoIterator<Item = Key<Entry>>) -> BTreeSet<u32> {
    let mut numbers = BTreeSet::new();
    for key in keys {
        let sort = key.sort().expect("a key").and_then(|sort| sort.as_str());
        let number = sort.and_then(|sort| sort.strip_prefix("ENTRY#")?.parse().ok());
        let number = number.expect("a number");
        assert!(numbers.insert(number), "{number} is reported twice");
    }
    numbers
}

#[tokio::test]
async fn every_write_of_a_batch_is_done_or_reported() {
    let engine = engine().await;
    let calm = tests::db_of(engine.client());
    let (mut whole, mut partly, mut injected) = (0, 0, 0);
    for seed in seeds(600) {
        let faults = bad_day(seed);
        let db = faulty(&engine, &faults);
        // Even numbers are there before; every third of all is deleted, the others are put.
        let before: Vec<_> = (0..30)
            .step_by(2)
            .map(|number| entry(seed, number, 0))
            .collect();
        calm.batch_write(before.iter().map(Item::put))
            .await
            .expect("a batch");
        let puts: Vec<_> = (0..30)
            .filter(|number| number % 3 != 0)
            .map(|number| entry(seed, number, 1))
            .collect();
        let mut writes: Vec<Write> = puts.iter().map(|put| put.put().into()).collect();
        let deletes = (0..30)
            .step_by(3)
            .map(|number| entry(seed, number, 0).to_key());
        writes.extend(deletes.map(|key| Write::from(key.delete())));

        let mut reported = BTreeSet::new();
        match db.batch_write(writes).await {
            Ok(()) => whole += 1,
            Err(Error::Unwritten(unwritten)) => {
                partly += 1;
                reported = numbers(
                    unwritten
                        .writes()
                        .iter()
                        .filter_map(UnwrittenWrite::key::<Entry>),
                );
                assert!(!reported.is_empty(), "seed {seed}");
            }
            Err(other) => panic!("seed {seed}: {other}"),
        }
        injected += faults.injected();
        let found = stored(&calm, seed).await;
        for number in 0..30 {
            let old = (number % 2 == 0).then(|| entry(seed, number, 0));
            let new = (number % 3 != 0).then(|| entry(seed, number, 1));
            let found = found.get(&number);
            // A write that is reported as failed may be done: an answer can be lost after it.
            let is_right =
                found == new.as_ref() || reported.contains(&number) && found == old.as_ref();
            assert!(is_right, "seed {seed}: entry {number} is {found:?}");
        }
        index_is_right(&calm, seed, &found, seed).await;
    }
    assert!(
        whole > partly && partly > 0 && injected > 1_000,
        "{whole} {partly} {injected}"
    );
}

#[tokio::test]
async fn unwritten_parts_of_a_batch_can_be_sent_again() {
    let engine = engine().await;
    let calm = tests::db_of(engine.client());
    let mut again = 0;
    for seed in seeds(150) {
        let faults = bad_day(seed);
        let db = faulty(&engine, &faults);
        let puts: Vec<_> = (0..40).map(|number| entry(seed, number, 1)).collect();
        let mut sent = db.batch_write(puts.iter().map(Item::put)).await;
        let mut rounds = 0;
        while let Err(Error::Unwritten(unwritten)) = sent {
            rounds += 1;
            assert!(rounds < 50, "seed {seed}");
            sent = db.batch_write(unwritten.into_writes()).await;
        }
        again += rounds;
        sent.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let found: Vec<_> = stored(&calm, seed).await.into_values().collect();
        assert_eq!(found, puts, "seed {seed}");
    }
    assert!(again > 0);
}

#[tokio::test]
async fn every_key_of_a_batch_is_read_or_reported() {
    let engine = engine().await;
    let calm = tests::db_of(engine.client());
    let entries: Vec<_> = (0..150).map(|number| entry(0, number, 0)).collect();
    calm.load(
        entries
            .iter()
            .filter(|entry| entry.number % 5 != 0)
            .cloned(),
    )
    .await
    .expect("a load");
    let mut partly = 0;
    for seed in seeds(300) {
        let faults = bad_day(seed);
        let db = faulty(&engine, &faults);
        let keys: Vec<_> = entries.iter().map(Item::to_key).collect();
        let (found, unread) = match db.batch_get(keys).await {
            Ok(found) => (found, BTreeSet::new()),
            Err(Error::Unread(unread)) => {
                partly += 1;
                let keys = numbers(unread.keys::<Entry>());
                let found = unread.into_found::<Vec<Option<Entry>>>();
                (found.expect("what was found"), keys)
            }
            Err(other) => panic!("seed {seed}: {other}"),
        };
        for (entry, found) in entries.iter().zip(found) {
            let expected = (entry.number % 5 != 0).then_some(entry);
            let is_unread = unread.contains(&entry.number) && found.is_none();
            assert!(is_unread || found.as_ref() == expected, "seed {seed}");
        }
    }
    assert!(partly > 0);
}

#[tokio::test]
async fn a_transaction_is_done_once_or_not_at_all() {
    let engine = engine().await;
    let calm = tests::db_of(engine.client());
    let (mut done, mut failed) = (0, 0);
    for seed in seeds(1_000) {
        let faults = bad_day(seed);
        let db = faulty(&engine, &faults);
        let (counter, other) = (entry(seed, 0, 0), entry(seed, 1, 0));
        counter.put().send(&calm).await.expect("a put");
        other.put().send(&calm).await.expect("a put");
        let sent = db
            .transact((
                counter.to_key().update().add(Entry::COUNT, 1),
                other.to_key().delete(),
                entry(seed, 2, 0).create(),
            ))
            .await;
        let found = stored(&calm, seed).await;
        let after = BTreeMap::from([
            (
                0,
                Entry {
                    count: 1,
                    ..counter.clone()
                },
            ),
            (2, entry(seed, 2, 0)),
        ]);
        let before = BTreeMap::from([(0, counter), (1, other)]);
        match sent {
            Ok(_) => {
                done += 1;
                assert_eq!(found, after, "seed {seed}");
            }
            Err(error) => {
                failed += 1;
                assert!(found == after || found == before, "seed {seed}: {error}");
            }
        }
        index_is_right(&calm, seed, &found, seed).await;
    }
    assert!(done > failed && failed > 0, "{done} {failed}");
}

#[tokio::test]
async fn a_load_that_is_taken_up_again_writes_everything() {
    let engine = engine().await;
    let calm = tests::db_of(engine.client());
    let mut interrupted = 0;
    for seed in seeds(60) {
        let faults = bad_day(seed);
        let db = faulty(&engine, &faults);
        let entries = || (0..120).map(|number| entry(seed, number, 0));
        let mut skip = 0;
        let mut runs = 0;
        while let Err(error) = db.load(entries()).skip(skip).concurrency(2).await {
            let Error::Interrupted { done, .. } = error else {
                panic!("seed {seed}: {error}")
            };
            assert!(done >= skip, "seed {seed}");
            skip = done;
            runs += 1;
            assert!(runs < 100, "seed {seed}");
        }
        interrupted += runs;
        let found: Vec<_> = stored(&calm, seed).await.into_values().collect();
        assert_eq!(found, entries().collect::<Vec<_>>(), "seed {seed}");
    }
    assert!(interrupted > 0);
}

#[tokio::test]
async fn a_modification_is_made_once_or_not_at_all() {
    let engine = engine().await;
    let calm = tests::db_of(engine.client());
    let mut failed = 0;
    for seed in seeds(500) {
        let faults = bad_day(seed);
        let db = faulty(&engine, &faults);
        let first = entry(seed, 0, 0);
        first.put().send(&calm).await.expect("a put");
        let change = |entry: &mut Entry| {
            entry.colour = "blue".to_owned();
            entry.weight = 1_000;
        };
        let sent = first.modify(change).send(&db).await;
        let found = stored(&calm, seed).await;
        let mut changed = first.clone();
        change(&mut changed);
        match sent {
            Ok(entry) => assert_eq!(
                (&entry, found.get(&0)),
                (&changed, Some(&changed)),
                "seed {seed}"
            ),
            Err(_) => {
                failed += 1;
                let is_whole = found.get(&0) == Some(&first) || found.get(&0) == Some(&changed);
                assert!(is_whole, "seed {seed}");
            }
        }
        index_is_right(&calm, seed, &found, seed).await;
    }
    assert!(failed > 0);
}

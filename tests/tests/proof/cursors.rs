//! Pages read while others write.

use std::collections::BTreeSet;

use dynamo_runtime::Item;

use crate::{Entry, engine, entry, seeds};

/// A small generator of its own, so that a seed means the same everywhere.
fn next(state: &mut u64) -> u32 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    u32::try_from(*state >> 33).unwrap_or_default()
}

#[tokio::test]
async fn a_cursor_misses_nothing_that_stays_and_gives_nothing_twice() {
    let engine = engine().await;
    let db = tests::db_of(engine.client())
        .with_cursor_secret("a secret of sixteen bytes")
        .expect("a secret");
    for seed in seeds(40) {
        let mut state = seed;
        // Every third entry stays throughout; the others come and go.
        let stays: Vec<_> = (0..60)
            .step_by(3)
            .map(|number| entry(seed, number, 0))
            .collect();
        db.load(stays.clone()).await.expect("a load");
        let mut seen = BTreeSet::new();
        let mut cursor = None;
        loop {
            let limit = 1 + next(&mut state) as usize % 7;
            let page = Entry::query(seed.to_string())
                .limit(limit)
                .after(cursor)
                .send(&db)
                .await;
            let page = page.expect("a page");
            for entry in &page.items {
                assert!(
                    seen.insert(entry.number),
                    "seed {seed}: {} comes twice",
                    entry.number
                );
            }
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
            for _ in 0..3 {
                let number = next(&mut state) % 60;
                let other = entry(seed, number, 1);
                match (number % 3, next(&mut state) % 2) {
                    (0, _) => {}
                    (_, 0) => other.put().send(&db).await.expect("a put"),
                    _ => other.to_key().delete().send(&db).await.expect("a delete"),
                }
            }
            // The item the cursor stands at may be gone.
            if let Some(last) = page.items.last().filter(|last| last.number % 3 != 0) {
                last.to_key().delete().send(&db).await.expect("a delete");
            }
        }
        let missing = stays.iter().find(|entry| !seen.contains(&entry.number));
        assert_eq!(missing, None, "seed {seed}");
    }
}

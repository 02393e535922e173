//! Another number of shards: what `diff` says of it, and how stored items get to their new shards
//! while others read and write.

use std::collections::BTreeSet;
use std::time::Duration;

use dynamo_design::{Design, Diff, Effect};
use dynamo_runtime::faults::{Fault, Faults};
use dynamo_runtime::{Db, Embedded, Item};

use crate::table_of;

macro_rules! boards {
    ($($version:ident: $board:literal, $log:literal;)*) => {
        $(mod $version {
            use dynamo_runtime::Item;

            #[derive(Debug, Clone, PartialEq, Item)]
            #[table(name = "boards", pk = "user")]
            #[gsi(name = "Ranks", pk = $board, pk_attr = "RankPK", sk = "score", query = "ranking")]
            pub(super) struct Standing {
                pub(super) user: String,
                pub(super) game: String,
                pub(super) score: i64,
            }

            #[derive(Debug, Clone, PartialEq, Item)]
            #[table(name = "logs", pk = "PK", sk = "SK")]
            #[key(pk = $log, sk = "{id}")]
            pub(super) struct Log {
                #[dynamo(key_only)]
                pub(super) day: String,
                #[dynamo(key_only)]
                pub(super) id: String,
            }
        })*
    };
}

boards! {
    one: "GAME#{game}", "LOG#{day}#{id:shard(3)}";
    four: "GAME#{game}#{user:shard(4)}", "LOG#{day}#{id:shard(4)}";
    four_from_one: "GAME#{game}#{user:shard(4, was = 1)}", "LOG#{day}#{id:shard(4, was = 3)}";
    eight: "GAME#{game}#{user:shard(8)}", "LOG#{day}#{id:shard(8)}";
    eight_from_four: "GAME#{game}#{user:shard(8, was = 4)}", "LOG#{day}#{id:shard(8, was = 4)}";
    three_from_eight: "GAME#{game}#{user:shard(3, was = 8)}", "LOG#{day}#{id:shard(3, was = 8)}";
    many_from_four: "GAME#{game}#{user:shard(120, was = 4)}", "LOG#{day}#{id:shard(120, was = 4)}";
}

fn diff<Old: dynamo_runtime::rules::ItemSet, New: dynamo_runtime::rules::ItemSet>() -> Diff {
    let old = Design::of::<Old>().build().expect("a design");
    let new = Design::of::<New>().build().expect("a design");
    // As a lock file keeps it.
    let locked = old.locked().to_json().expect("a text");
    let old = Design::from_json(&locked).expect("the design again");
    new.diff(&old)
}

#[test]
fn a_changed_number_is_explained() {
    let diff = diff::<four::Standing, eight::Standing>();
    let [change] = diff.changes.as_slice() else {
        panic!("{diff}");
    };
    assert_eq!(change.effect, Effect::Backfill);
    assert_eq!(
        change.what,
        "`Standing` in the index `Ranks` is now spread over 8 shards; it was over 4 shards"
    );
    assert_eq!(change.index.as_deref(), Some("Ranks"));
    let steps = change.steps.join("; ");
    assert!(steps.starts_with("write `shard(8, was = 4)`"), "{steps}");
    assert!(steps.contains("`backfill Standing`"), "{steps}");
}

#[test]
fn a_number_that_is_read_with_the_former_one_is_explained() {
    let diff = diff::<four::Standing, eight_from_four::Standing>();
    let [change] = diff.changes.as_slice() else {
        panic!("{diff}");
    };
    assert_eq!(change.effect, Effect::Backfill);
    assert!(change.stored.contains("queries read as well"), "{diff}");
    assert!(!change.steps.iter().any(|step| step.contains("was =")));
}

#[test]
fn the_last_step_leaves_the_former_shards() {
    let diff = diff::<eight_from_four::Standing, eight::Standing>();
    let [change] = diff.changes.as_slice() else {
        panic!("{diff}");
    };
    assert_eq!(change.effect, Effect::None);
    assert!(change.what.contains("not read in the 4 shards"), "{diff}");
}

#[test]
fn an_index_that_is_newly_sharded_is_explained() {
    for diff in [
        diff::<one::Standing, four::Standing>(),
        diff::<one::Standing, four_from_one::Standing>(),
    ] {
        let [change] = diff.changes.as_slice() else {
            panic!("{diff}");
        };
        assert_eq!(change.effect, Effect::Backfill);
        assert!(
            change
                .what
                .ends_with("is now spread over 4 shards; it was over one partition")
        );
    }
}

#[test]
fn a_table_that_is_spread_anew_moves_its_items() {
    let diff = diff::<four::Log, eight::Log>();
    let [change] = diff.changes.as_slice() else {
        panic!("{diff}");
    };
    assert_eq!(change.effect, Effect::Orphans);
    let steps = change.steps.join("; ");
    assert!(steps.contains("`backfill Log --move-items`"), "{steps}");
}

macro_rules! moved {
    ($old:ident to $new:ident, $written:literal) => {{
        let db = table_of::<$new::Standing, $old::Standing>().await;
        let old = (0..30_i64).map(|number| $old::Standing {
            user: format!("u{number}"),
            game: "go".into(),
            score: number,
        });
        db.load(old.collect::<Vec<_>>()).await.expect("a load");
        let scores = async |db: &Db| -> Vec<i64> {
            let all = $new::Standing::ranking("go")
                .all(db)
                .await
                .expect("a query");
            all.iter().map(|one| one.score).collect()
        };
        let expected: Vec<_> = (0..30).collect();
        assert_eq!(scores(&db).await, expected, "before");
        let done = $new::Standing::backfill()
            .send(&db)
            .await
            .expect("a backfill");
        assert!(done.is_complete());
        assert_eq!(scores(&db).await, expected, "after");
        // Nothing is left where it was.
        let mut found = 0;
        for shard in 0..$written {
            let query = $new::Standing::ranking("go").in_shard(shard);
            found += query.count(&db).await.expect("a count");
        }
        assert_eq!(found, 30);
    }};
}

#[tokio::test]
async fn both_numbers_are_read_until_all_is_moved() {
    moved!(four to eight_from_four, 8);
    moved!(eight to three_from_eight, 3);
    moved!(one to four_from_one, 4);
    moved!(four to many_from_four, 120);
}

#[tokio::test]
async fn items_of_a_sharded_table_move_to_their_new_shards() {
    use {eight::Log as Old, three_from_eight::Log as New};
    let db = table_of::<New, Old>().await;
    let old = (0..30).map(|number| Old {
        day: "monday".into(),
        id: format!("l{number:02}"),
    });
    db.load(old.collect::<Vec<_>>()).await.expect("a load");
    let ids = async || -> Vec<String> {
        let all = New::query("monday").all(&db).await.expect("a query");
        all.into_iter().map(|log| log.id).collect()
    };
    let expected: Vec<_> = (0..30).map(|number| format!("l{number:02}")).collect();
    assert_eq!(ids().await, expected);
    let done = New::backfill().move_items().send(&db).await;
    let done = done.expect("a backfill");
    assert!(done.is_complete() && done.moved > 0, "{done:?}");
    assert_eq!(ids().await, expected);
    let found = New::key("monday", "l07").get().send(&db).await;
    assert!(found.expect("a get").is_some());
}

/// Pages of both numbers are read to their end while items move from one to the other.
#[tokio::test]
async fn a_backfill_runs_beside_writers_and_readers() {
    use {eight_from_four::Standing as New, four::Standing as Old};
    for seed in 0..4_u64 {
        let engine = Embedded::memory().expect("an engine");
        let calm = tests::db_of(engine.client());
        calm.create_table::<New>().await.expect("a table");
        let old = (0..40_i64).map(|number| Old {
            user: format!("u{number}"),
            game: "go".into(),
            score: number,
        });
        calm.load(old.collect::<Vec<_>>()).await.expect("a load");
        let faults = Faults::seeded(seed)
            .rate(Fault::Slow(Duration::from_millis(70)), 0.3)
            .rate(Fault::Throttle, 0.05);
        let db = tests::db_of(engine.with_faults(&faults).client());
        let write = async {
            for number in 0..20_i64 {
                let user = format!("u{}", (number * 7 + i64::try_from(seed).unwrap_or(0)) % 40);
                let update = New::key(user).update().set(New::SCORE, 100 + number);
                // A write that failed for good leaves the old score.
                let _ = update.send(&db).await;
            }
        };
        let (done, ()) = tokio::join!(New::backfill().send(&db), write);
        done.expect("a backfill");
        let again = New::backfill().send(&calm).await.expect("a backfill");
        assert!(again.is_complete(), "seed {seed}");
        let mut users = BTreeSet::new();
        for shard in 0..8 {
            let found = New::ranking("go").in_shard(shard).all(&calm).await;
            users.extend(found.expect("a query").into_iter().map(|one| one.user));
        }
        assert_eq!(users.len(), 40, "seed {seed}");
    }
}

#[test]
fn a_design_shows_the_shards_and_the_calls_without_them() {
    let design = Design::of::<eight_from_four::Standing>()
        .build()
        .expect("a design");
    let patterns = design.access_patterns();
    let ranking = patterns
        .iter()
        .find(|found| found.name == "Standing::ranking");
    let ranking = ranking.expect("the query");
    assert_eq!(ranking.call, "Standing::ranking(game)");
    assert!(
        ranking
            .condition
            .contains("GAME#{game}#{user:shard(8, was = 4)}"),
        "{}",
        ranking.condition
    );
    let design = Design::of::<eight::Log>().build().expect("a design");
    let patterns = design.access_patterns();
    let calls: Vec<_> = patterns.iter().map(|found| found.call.as_str()).collect();
    assert_eq!(calls, ["Log::key(day, id)", "Log::query(day)"]);
}

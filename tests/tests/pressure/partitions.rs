//! What one partition carries, and what several do.

use std::time::Duration;

use dynamo_runtime::error::{Throttling, ThrottlingLimit};
use dynamo_runtime::op::Cause;
use dynamo_runtime::{Db, Error, Item};

use super::{engine, impatient, retrying};

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "votes", pk = "poll", sk = "voter")]
struct Vote {
    poll: String,
    voter: u32,
    #[dynamo(default)]
    text: String,
}

fn vote(poll: impl Into<String>, voter: u32) -> Vote {
    Vote {
        poll: poll.into(),
        voter,
        text: String::new(),
    }
}

/// Standings by game: the game is a hot partition of the index, and of nothing else.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "standings", pk = "player")]
#[gsi(
    name = "Ranking",
    pk = "game",
    sk = "score",
    query = "ranking",
    projection = "KEYS_ONLY"
)]
struct Standing {
    player: String,
    game: String,
    score: u32,
}

fn standing(player: u32, game: &str) -> Standing {
    Standing {
        player: format!("p{player}"),
        game: game.to_owned(),
        score: player,
    }
}

/// Puts votes until one is refused; returns how many were made.
async fn until_throttled(db: &Db, polls: u32) -> u32 {
    for voter in 0..1_000_000 {
        let vote = vote(format!("poll#{}", voter % polls), voter);
        match vote.put().send(db).await {
            Ok(()) => {}
            Err(error) if error.is_throttled() => return voter,
            Err(other) => panic!("{other}"),
        }
    }
    panic!("nothing was throttled");
}

fn reason(error: &Error) -> &Throttling {
    let Error::Throttled(failure) = error else {
        panic!("{error}");
    };
    let [reason] = failure.throttling() else {
        panic!("{error}");
    };
    reason
}

#[tokio::test]
async fn a_hot_partition_takes_a_thousand_writes_per_second() {
    let engine = engine();
    let db = impatient::<Vote>(&engine).await;
    for _ in 0..3 {
        assert_eq!(until_throttled(&db, 1).await, 1_000);
        engine.pass(Duration::from_secs(1));
    }
}

#[tokio::test]
async fn several_partitions_carry_as_many_times_that() {
    for partitions in [2, 8] {
        let db = impatient::<Vote>(&engine()).await;
        assert_eq!(until_throttled(&db, partitions).await, 1_000 * partitions);
    }
}

#[tokio::test]
async fn a_throttled_write_names_the_table_and_the_limit() {
    let db = impatient::<Vote>(&engine()).await;
    until_throttled(&db, 1).await;
    let error = vote("poll#0", 7)
        .put()
        .send(&db)
        .await
        .expect_err("a hot partition");
    let reason = reason(&error);
    assert_eq!((reason.table(), reason.index()), ("votes", None));
    assert!(reason.is_write());
    assert_eq!(reason.limit(), ThrottlingLimit::Partition);
    assert!(
        error
            .to_string()
            .contains("spread the load over more partition keys"),
        "{error}"
    );
    // Reads have a limit of their own, and other partitions theirs.
    assert!(
        Vote::key("poll#0", 1)
            .get()
            .send(&db)
            .await
            .expect("a read")
            .is_some()
    );
    vote("poll#1", 7)
        .put()
        .send(&db)
        .await
        .expect("another partition");
}

#[tokio::test]
async fn large_items_take_as_many_units_as_kilobytes() {
    let db = impatient::<Vote>(&engine()).await;
    let large = |voter| Vote {
        text: "x".repeat(100 * 1_024 - 64),
        ..vote("poll", voter)
    };
    for voter in 0..10 {
        large(voter).put().send(&db).await.expect("a write");
    }
    let error = large(10)
        .put()
        .send(&db)
        .await
        .expect_err("a hot partition");
    assert!(error.is_throttled(), "{error}");
}

#[tokio::test]
async fn reads_are_throttled_at_three_thousand_units() {
    let engine = engine();
    let db = impatient::<Vote>(&engine).await;
    for voter in 0..300 {
        vote("poll", voter).put().send(&db).await.expect("a write");
    }
    for _ in 0..3_000 {
        let get = Vote::key("poll", 1).get().consistent().send(&db).await;
        assert!(get.expect("a read").is_some());
    }
    let query = Vote::query("poll")
        .send(&db)
        .await
        .expect_err("a hot partition");
    assert!(!reason(&query).is_write());
    let scan = Vote::scan().filter(Vote::VOTER.eq(9)).send(&db).await;
    assert!(scan.expect_err("a hot partition").is_throttled());
    assert!(
        Vote::query("cold")
            .send(&db)
            .await
            .expect("a read")
            .items
            .is_empty()
    );
    engine.pass(Duration::from_secs(1));
    assert_eq!(
        Vote::query("poll").all(&db).await.expect("a read").len(),
        300
    );
}

#[tokio::test]
async fn a_hot_partition_of_an_index_refuses_writes_to_the_table() {
    let db = impatient::<Standing>(&engine()).await;
    for player in 0..1_000 {
        standing(player, "chess")
            .put()
            .send(&db)
            .await
            .expect("a write");
    }
    let refused = standing(1_000, "chess").put().send(&db).await;
    let refused = refused.expect_err("a hot partition");
    let told = reason(&refused);
    assert_eq!((told.table(), told.index()), ("standings", Some("Ranking")));
    assert!(told.is_write());
    // An update that moves an item there is refused as well, one that leaves the index alone is not.
    standing(1_000, "go")
        .put()
        .send(&db)
        .await
        .expect("another partition");
    let update = Standing::key("p1000")
        .update()
        .set(Standing::GAME, "chess")
        .send(&db)
        .await;
    assert_eq!(
        reason(&update.expect_err("a hot partition")).index(),
        Some("Ranking")
    );
    standing(5, "chess")
        .put()
        .send(&db)
        .await
        .expect("the same as before");
}

#[tokio::test]
async fn a_batch_is_written_as_fast_as_the_partition_takes_it() {
    for (partitions, least) in [(1, 3), (4, 0)] {
        let engine = engine();
        let db = retrying::<Vote>(&engine).await;
        let start = db.now();
        let votes = (0..4_000).map(|voter| vote(format!("poll#{}", voter % partitions), voter));
        assert_eq!(db.load(votes).await.expect("a load"), 4_000);
        let taken = db.now().duration_since(start).expect("time").as_secs();
        assert!(
            (least..=2 * least).contains(&taken),
            "{partitions}: {taken} s"
        );
        assert_eq!(Vote::scan().count(&db).await.expect("a scan"), 4_000);
    }
}

#[tokio::test]
async fn a_transaction_is_cancelled_for_the_operation_that_is_throttled() {
    let engine = engine();
    let db = impatient::<Vote>(&engine).await;
    until_throttled(&db, 1).await;
    let (cold, hot) = (vote("cold", 1), vote("poll#0", 1));
    let cancelled = db
        .transact((cold.put(), hot.put()))
        .deadline(Duration::from_millis(1))
        .await;
    assert!(cancelled.as_ref().is_err_and(Error::is_throttled));
    let Err(Error::TransactionCancelled(cancelled)) = cancelled else {
        panic!("{cancelled:?}");
    };
    assert!(cancelled.to_string().ends_with("was throttled; slow down"));
    let operations = cancelled.operations().iter();
    let causes: Vec<_> = operations
        .map(|operation| (operation.index(), operation.cause()))
        .collect();
    assert_eq!(causes, [(1, Cause::Throttled)]);
    engine.pass(Duration::from_secs(1));
    db.transact((cold.put(), hot.put()))
        .await
        .expect("a transaction");
    // Each took two units.
    let mut writes = 0;
    while vote("cold", writes).put().send(&db).await.is_ok() {
        writes += 1;
    }
    assert_eq!(writes, 998);
}

#[tokio::test]
async fn an_engine_without_limits_throttles_nothing() {
    let engine = dynamo_runtime::Embedded::memory().expect("an engine");
    let db = impatient::<Vote>(&engine).await;
    for voter in 0..1_500 {
        vote("poll", voter).put().send(&db).await.expect("a write");
    }
}

/// An entry of 10 kB, so of ten units, whose day is spread over 16 partitions.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "log", pk = "PK", sk = "SK")]
#[key(pk = "DAY#{day}#{id:shard(16)}", sk = "{id:06}")]
struct Entry {
    day: String,
    id: u32,
    text: String,
}

#[tokio::test]
async fn sixteen_shards_carry_sixteen_times_what_one_partition_does() {
    let engine = engine();
    let db = impatient::<Entry>(&engine).await;
    let entry = |id| Entry {
        day: "2025-11-14".to_owned(),
        id,
        text: "x".repeat(10_000),
    };
    let mut made = 0;
    for id in 0..2_400 {
        match entry(id).put().send(&db).await {
            Ok(()) => made += 1,
            Err(error) => assert!(error.is_throttled(), "{error}"),
        }
    }
    assert_eq!(made * 10, 16 * 1_000);
    engine.pass(Duration::from_mins(1));
    let read = Entry::query("2025-11-14").all(&db).await.expect("a query");
    assert_eq!(read.len(), made);
    assert!(read.is_sorted_by_key(|entry| entry.id));
}

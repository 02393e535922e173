//! Writers that go on while a backfill runs, interleaved by seeded faults: no update is lost, and
//! every key is right in the end.
//!
//! The faults are the embedded engine's own and have no server to run on.

use std::collections::BTreeMap;
use std::time::Duration;

use dynamo_runtime::faults::{Fault, Faults, Operation};
use dynamo_runtime::{Attribute, Db, Embedded, Error, Item};

/// A task as it was written before it had an index.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "tasks", pk = "id")]
struct OldTask {
    id: u32,
    team: String,
    weight: i64,
    note: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "tasks", pk = "id")]
#[gsi(
    name = "ByTeam",
    pk = "TEAM#{team}",
    pk_attr = "GPK",
    sk = "{weight}",
    sk_attr = "GSK",
    query = "of_team"
)]
struct Task {
    id: u32,
    team: String,
    weight: i64,
    note: String,
}

const SEEDS: u64 = 15;
const TASKS: u32 = 40;
const TEAMS: [&str; 3] = ["red", "green", "blue"];

/// Waits and failures before and after requests, so that every order of them comes about.
fn interleaving(seed: u64) -> Faults {
    Faults::seeded(seed)
        .rate(Fault::Slow(Duration::from_millis(70)), 0.3)
        .rate(Fault::Slow(Duration::from_millis(190)), 0.2)
        .rate(Fault::Throttle, 0.05)
        .rate(Fault::ServerError, 0.03)
        .rate(Fault::DropResponse, 0.05)
}

/// A writer of today's code: sets, modifies, replaces and deletes. Returns what it left for sure;
/// an item whose last write failed is in doubt and not in it.
async fn write(db: &Db, seed: u64) -> BTreeMap<u32, Option<Task>> {
    let mut left = BTreeMap::new();
    for step in 0..60_u64 {
        // Any number that differs from seed to seed will do.
        let roll = (seed + 1)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(step * 977)
            >> 7;
        let id = u32::try_from(roll % u64::from(TASKS)).expect("a small number");
        let team = TEAMS[usize::try_from(roll >> 9).expect("a number") % 3];
        let weight = i64::try_from(roll % 1_000).expect("a small number");
        let now = match roll % 4 {
            0 => {
                let key = Task::key(id);
                key.delete().send(db).await.map(|()| None)
            }
            1 => {
                let task = Task {
                    id,
                    team: team.to_owned(),
                    weight,
                    note: format!("put {step}"),
                };
                task.put().send(db).await.map(|()| Some(task))
            }
            2 => {
                let changed = Task::key(id).modify(|task| {
                    team.clone_into(&mut task.team);
                    task.note = format!("modified {step}");
                });
                changed.send(db).await.map(Some)
            }
            _ => {
                let update = Task::key(id).update().set(Task::WEIGHT, weight);
                let update = update.set(Task::NOTE, format!("updated {step}"));
                let exists = update.condition(Task::TEAM.exists());
                exists.returning_new().send(db).await.map(Some)
            }
        };
        match now {
            Ok(task) => left.insert(id, task),
            // Deleted before, or an answer was lost and nobody knows.
            Err(_) => left.remove(&id),
        };
    }
    left
}

#[tokio::test]
async fn no_concurrent_update_is_lost() {
    let (mut interleaved, mut in_doubt) = (0, 0);
    for seed in 0..SEEDS {
        let engine = Embedded::memory().expect("an engine");
        let calm = tests::db_of(engine.client());
        calm.create_table::<Task>().await.expect("a table");
        let old = (0..TASKS).map(|id| OldTask {
            id,
            team: TEAMS[id as usize % 3].to_owned(),
            weight: i64::from(id),
            note: "old".to_owned(),
        });
        calm.load(old).await.expect("a load");
        let backfilled = tests::db_of(engine.clone().with_faults(&interleaving(seed)).client());
        let written = tests::db_of(
            engine
                .clone()
                .with_faults(&interleaving(seed + 1_000))
                .client(),
        );

        let backfill = async {
            let mut checkpoint = None;
            for _ in 0..20 {
                let saved = std::sync::Arc::new(std::sync::Mutex::new(None));
                let save = std::sync::Arc::clone(&saved);
                let run = Task::backfill()
                    .consistent()
                    .segments(2)
                    .page_size(3)
                    .concurrency(3);
                let run = run.resume(checkpoint.take()).progress(move |done| {
                    *save.lock().expect("no panic") = Some(done.checkpoint.clone());
                });
                match run.send(&backfilled).await {
                    Ok(done) => return done,
                    Err(Error::Interrupted { .. }) => {
                        checkpoint = saved.lock().expect("no panic").clone();
                    }
                    Err(other) => panic!("seed {seed}: {other}"),
                }
            }
            panic!("seed {seed}: it does not come to its end");
        };
        let (done, left) = tokio::join!(backfill, write(&written, seed));
        assert_eq!(done.failed, 0, "seed {seed}: {:?}", done.failures);

        let tasks = Task::scan().consistent().all(&calm).await.expect("a scan");
        let tasks: BTreeMap<u32, Task> = tasks.into_iter().map(|task| (task.id, task)).collect();
        for (id, left) in &left {
            assert_eq!(tasks.get(id), left.as_ref(), "seed {seed}: task {id}");
        }
        in_doubt += u64::from(TASKS) - left.len() as u64;
        let mut indexed = BTreeMap::new();
        for team in TEAMS {
            for task in Task::of_team(team).all(&calm).await.expect("a query") {
                assert_eq!(task.team, team, "seed {seed}");
                indexed.insert(task.id, task);
            }
        }
        assert_eq!(
            indexed, tasks,
            "seed {seed}: the index is that of the items"
        );
        let again = Task::backfill().send(&calm).await.expect("a backfill");
        assert_eq!(again.changed, 0, "seed {seed}");
        let untouched = tasks.values().filter(|task| task.note == "old").count();
        interleaved += u64::from(untouched > 0 && untouched < TASKS as usize);
    }
    assert!(
        interleaved > SEEDS / 2,
        "{interleaved} of the runs had both"
    );
    assert!(in_doubt < SEEDS * u64::from(TASKS) / 2, "{in_doubt}");
}

/// A page of a book before its primary key was changed, and after.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "pages", pk = "PK", sk = "SK")]
#[key(pk = "{book}", sk = "{number:04}")]
struct OldPage {
    book: String,
    number: u32,
    state: State,
    views: u64,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "pages", pk = "PK", sk = "SK")]
#[key(pk = "BOOK#{book}", sk = "PAGE#{number:04}")]
#[gsi(
    name = "ByState",
    pk = "STATE#{state}",
    pk_attr = "GPK",
    query = "in_state"
)]
struct Page {
    book: String,
    number: u32,
    state: State,
    views: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]
enum State {
    Draft,
    Final,
}

#[tokio::test]
async fn writes_of_old_code_move_with_the_item() {
    const PAGES: u32 = 30;
    let (mut kept, mut gone) = (0, 0);
    for seed in 0..SEEDS {
        let engine = Embedded::memory().expect("an engine");
        let calm = tests::db_of(engine.client());
        calm.create_table::<Page>().await.expect("a table");
        let pages = (0..PAGES).map(|number| OldPage {
            book: "b".to_owned(),
            number,
            state: State::Draft,
            views: 0,
        });
        calm.load(pages).await.expect("a load");
        let moving = tests::db_of(engine.clone().with_faults(&interleaving(seed)).client());
        let writing = tests::db_of(
            engine
                .clone()
                .with_faults(&interleaving(seed + 500))
                .client(),
        );

        let backfill = async {
            let mut runs = 0;
            loop {
                let run = Page::backfill().move_items().consistent().page_size(4);
                match run.concurrency(3).send(&moving).await {
                    Ok(done) => return done,
                    Err(Error::Interrupted { .. }) if runs < 20 => runs += 1,
                    Err(other) => panic!("seed {seed}: {other}"),
                }
            }
        };
        let writer = async {
            let mut written = Vec::new();
            for number in (0..PAGES).rev() {
                let update = OldPage::key("b", number).update();
                let update = update.set(OldPage::STATE, State::Final);
                let sent = update
                    .condition(OldPage::STATE.exists())
                    .send(&writing)
                    .await;
                match sent {
                    Ok(()) => written.push(number),
                    Err(_) => gone += 1,
                }
            }
            written
        };
        let (_, written) = tokio::join!(backfill, writer);
        // An item whose answer was lost may be left for a second run.
        let rest = Page::backfill().move_items().send(&calm).await;
        assert_eq!(rest.expect("a backfill").failed, 0, "seed {seed}");

        let pages = Page::query("b").all(&calm).await.expect("a query");
        assert_eq!(
            pages.len(),
            PAGES as usize,
            "seed {seed}: every page, each once"
        );
        assert_eq!(OldPage::query("b").count(&calm).await.expect("a count"), 0);
        for number in &written {
            let page = pages.iter().find(|page| page.number == *number);
            assert_eq!(
                page.map(|page| page.state),
                Some(State::Final),
                "seed {seed}: {number}"
            );
        }
        let indexed = Page::in_state(State::Final)
            .count(&calm)
            .await
            .expect("a count");
        let finals = pages
            .iter()
            .filter(|page| page.state == State::Final)
            .count();
        assert_eq!(indexed, finals, "seed {seed}");
        kept += written.len();
    }
    assert!(kept > 0 && gone > 0, "both came about: {kept} {gone}");
}

#[tokio::test]
async fn a_throttled_scan_is_waited_for() {
    let engine = Embedded::memory().expect("an engine");
    let calm = tests::db_of(engine.client());
    calm.create_table::<Task>().await.expect("a table");
    let old = (0..TASKS).map(|id| OldTask {
        id,
        team: "red".to_owned(),
        weight: 1,
        note: "old".to_owned(),
    });
    calm.load(old).await.expect("a load");
    let faults = Faults::default();
    // More refusals in a row than the SDK tries by itself.
    let refusals = (0..30).map(|number| (4..24).contains(&number).then_some(Fault::Throttle));
    faults.script_on(Operation::Scan, refusals);
    let busy = tests::db_of(engine.clone().with_faults(&faults).client());
    let done = Task::backfill()
        .page_size(4)
        .concurrency(1)
        .send(&busy)
        .await;
    assert!(done.expect("a backfill").is_complete());
    assert_eq!(faults.injected(), 20);
    assert_eq!(
        Task::of_team("red").count(&calm).await.expect("a count"),
        TASKS as usize
    );
}

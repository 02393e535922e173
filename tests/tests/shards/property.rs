//! For any data, any number of shards and any way to read, the merged read gives what one partition
//! gives; with faults, it gives that or an error.

use std::time::Duration;

use dynamo_runtime::faults::{Fault, Faults};
use dynamo_runtime::op::QueryInfo;
use dynamo_runtime::{Db, Embedded, Error, Query};
use proptest::prelude::*;
use proptest::test_runner::Config;

/// What is stored: who, a number that others may have as well, and text.
type Row = (String, i64, String);

/// A way to read.
#[derive(Debug, Clone)]
struct Ask {
    by_label: bool,
    descending: bool,
    range: Option<(i64, i64)>,
    filtered: bool,
    limit: Option<usize>,
    page_size: Option<u32>,
    way: Way,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Way {
    All,
    Pages,
    Stream,
    Count,
    First,
}

/// What was found: the items, or how many there are.
#[derive(Debug, PartialEq)]
enum Found {
    Rows(Vec<Row>),
    Count(usize),
}

async fn run<T, Q>(query: Query<Q>, ask: &Ask, db: &Db) -> Result<Found, Error>
where
    T: Into<Row> + Send + Sync + 'static,
    Q: QueryInfo<Output = T>,
{
    let mut query = query;
    if ask.descending {
        query = query.descending();
    }
    if let Some(size) = ask.page_size {
        query = query.page_size(size);
    }
    let limited = |query: Query<Q>| match ask.limit {
        Some(limit) => query.limit(limit),
        None => query,
    };
    let items = match ask.way {
        Way::All => limited(query).all(db).await?,
        Way::Count => return limited(query).count(db).await.map(Found::Count),
        Way::First => query.first(db).await?.into_iter().collect(),
        Way::Stream => {
            let mut stream = limited(query).stream(db)?;
            let mut items = Vec::new();
            while let Some(item) = stream.next().await {
                items.push(item?);
            }
            items
        }
        Way::Pages => {
            let (mut items, mut cursor) = (Vec::new(), None);
            loop {
                let page = limited(query.clone()).after(cursor).send(db).await?;
                items.extend(page.items);
                cursor = page.next;
                if cursor.is_none() {
                    break items;
                }
            }
        }
    };
    Ok(Found::Rows(items.into_iter().map(Into::into).collect()))
}

macro_rules! boards {
    ($($board:ident: $points:literal, $labels:literal;)*) => {
        $(mod $board {
            use dynamo_runtime::{Db, Error, Item};

            use super::{Ask, Found, Row, run};

            #[derive(Debug, Clone, PartialEq, Item)]
            #[table(name = "boards", pk = "user")]
            #[gsi(name = "ByPoints", pk = $points, pk_attr = "PointsPK", sk = "points", query = "by_points")]
            #[gsi(name = "ByLabel", pk = $labels, pk_attr = "LabelPK", sk = "{label:escape}#{user}", sk_attr = "LabelSK", query = "by_label")]
            pub(super) struct Entry {
                game: String,
                user: String,
                points: i64,
                label: String,
            }

            impl From<Entry> for Row {
                fn from(entry: Entry) -> Self {
                    (entry.user, entry.points, entry.label)
                }
            }

            pub(super) async fn fill(db: &Db, rows: &[Row]) {
                db.create_table::<Entry>().await.expect("a table");
                let entries = rows.iter().cloned().map(|(user, points, label)| Entry {
                    game: "go".into(),
                    user,
                    points,
                    label,
                });
                db.load(entries.collect::<Vec<_>>()).await.expect("a load");
            }

            pub(super) async fn read(db: &Db, ask: &Ask) -> Result<Found, Error> {
                if ask.by_label {
                    let mut query = Entry::by_label("go");
                    if let Some((low, high)) = ask.range {
                        query = query.range(Entry::LABEL.gt(format!("l{low}")));
                        query = query.range(Entry::LABEL.le(format!("l{high}")));
                    }
                    if ask.filtered {
                        query = query.filter(Entry::POINTS.ge(0));
                    }
                    return run(query, ask, db).await;
                }
                let mut query = Entry::by_points("go");
                if let Some((low, high)) = ask.range {
                    query = query.range(Entry::POINTS.ge(low)).range(Entry::POINTS.lt(high));
                }
                if ask.filtered {
                    query = query.filter(Entry::LABEL.ne("l1"));
                }
                run(query, ask, db).await
            }
        })*
    };
}

boards! {
    whole: "GAME#{game}", "LABELS#{game}";
    two: "GAME#{game}#{user:shard(2)}", "{user:shard(2)}#LABELS#{game}";
    nine: "GAME#{game}#{user:shard(9)}", "LABELS#{game}#{user:shard(9, was = 1)}";
    five: "GAME#{game}#{user:shard(5)}", "LABELS#{game}#{user:shard(3, was = 7)}";
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let label = prop_oneof![Just("l1"), Just("l2"), Just("l10"), Just("k"), Just("l#")];
    let row = (0..200_u32, -3..8_i64, label);
    prop::collection::vec(row, 0..25).prop_map(|rows| {
        let mut rows: Vec<Row> = rows
            .into_iter()
            .map(|(user, points, label)| (format!("u{user}"), points, label.to_owned()))
            .collect();
        rows.sort();
        rows.dedup_by(|one, other| one.0 == other.0);
        rows
    })
}

fn ask() -> impl Strategy<Value = Ask> {
    let way = prop::sample::select(vec![
        Way::All,
        Way::Pages,
        Way::Pages,
        Way::Stream,
        Way::Count,
        Way::First,
    ]);
    let range = prop::option::of((-4..4_i64, 1..9_i64));
    let limit = prop::option::of(1..9_usize);
    let page_size = prop::option::of(1..5_u32);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (way, range, limit, page_size, flags).prop_map(|(way, range, limit, page_size, flags)| Ask {
        by_label: flags.0,
        descending: flags.1,
        range: range.map(|(low, more)| (low, low + more)),
        filtered: flags.2,
        limit,
        page_size,
        way,
    })
}

/// Compares two reads. Items of equal sort keys may come in another order, so that a limit may take
/// others of them.
fn is_same(ask: &Ask, found: &Found, expected: &Found) -> bool {
    let (Found::Rows(found), Found::Rows(expected)) = (found, expected) else {
        return found == expected;
    };
    if ask.by_label {
        return found == expected;
    }
    let points = |rows: &[Row]| rows.iter().map(|row| row.1).collect::<Vec<_>>();
    let sorted = |rows: &[Row]| {
        let mut rows = rows.to_vec();
        rows.sort();
        rows
    };
    let is_whole = ask.way == Way::Pages || (ask.limit.is_none() && ask.way != Way::First);
    let mut users = sorted(found);
    users.dedup();
    points(found) == points(expected)
        && users.len() == found.len()
        && (!is_whole || sorted(found) == sorted(expected))
}

/// Reads what was stored, in any number of shards.
async fn check(rows: Vec<Row>, asks: Vec<Ask>, faults: Option<u64>) -> Result<(), TestCaseError> {
    fn engine(faults: Option<u64>) -> (Db, Db) {
        let engine = Embedded::memory().expect("an engine");
        let calm = tests::db_of(engine.client());
        let Some(seed) = faults else {
            return (calm.clone(), calm);
        };
        let faults = Faults::seeded(seed)
            .rate(Fault::Throttle, 0.1)
            .rate(Fault::ServerError, 0.05)
            .rate(Fault::DropResponse, 0.05)
            .rate(Fault::Slow(Duration::from_millis(70)), 0.2);
        let unlucky = tests::db_of(engine.with_faults(&faults).client());
        (calm, unlucky)
    }
    macro_rules! compared {
        ($($board:ident),*) => {
            let (expected, _) = engine(None);
            whole::fill(&expected, &rows).await;
            $(
                let (calm, db) = engine(faults);
                $board::fill(&calm, &rows).await;
                for ask in &asks {
                    let expected = whole::read(&expected, ask).await.expect("a read");
                    match $board::read(&db, ask).await {
                        Ok(found) => prop_assert!(
                            is_same(ask, &found, &expected),
                            "{}: {ask:?}\n{found:?}\n{expected:?}",
                            stringify!($board)
                        ),
                        Err(error) => prop_assert!(faults.is_some(), "{ask:?}: {error}"),
                    }
                }
            )*
        };
    }
    compared!(two, five, nine);
    Ok(())
}

fn block_on(test: impl Future<Output = Result<(), TestCaseError>>) -> Result<(), TestCaseError> {
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().expect("a runtime");
    runtime.block_on(test)
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, ..Config::with_cases(24) })]

    #[test]
    fn a_merged_read_gives_what_one_partition_gives(
        rows in rows(),
        asks in prop::collection::vec(ask(), 6),
    ) {
        block_on(check(rows, asks, None))?;
    }

    #[test]
    fn a_merged_read_is_right_or_fails_under_faults(
        rows in rows(),
        asks in prop::collection::vec(ask(), 4),
        seed in any::<u64>(),
    ) {
        block_on(check(rows, asks, Some(seed)))?;
    }
}

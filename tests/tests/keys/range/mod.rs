//! Ranges of sort keys: each comparator on each kind of component, against the same comparison in
//! Rust.

/// Holds every comparator of `range` on a component against Rust's comparison of the same values,
/// which are sorted.
macro_rules! assert_ranges {
    ($db:expr, $query:expr, $field:expr, $values:expr, $component:expr) => {{
        let (db, values) = ($db, $values);
        let found = async |query: dynamo_runtime::Query<_>| {
            let items = query.all(db).await.expect("a query");
            items.iter().map($component).collect::<Vec<_>>()
        };
        for low in values.iter() {
            let model = |keep: &dyn Fn(std::cmp::Ordering) -> bool| {
                let kept = values
                    .iter()
                    .filter(|value| keep(value.partial_cmp(&low).expect("an order")));
                kept.cloned().collect::<Vec<_>>()
            };
            assert_eq!(
                found($query.range($field.eq(low))).await,
                model(&|order| order.is_eq())
            );
            assert_eq!(
                found($query.range($field.lt(low))).await,
                model(&|order| order.is_lt())
            );
            assert_eq!(
                found($query.range($field.le(low))).await,
                model(&|order| order.is_le())
            );
            assert_eq!(
                found($query.range($field.gt(low))).await,
                model(&|order| order.is_gt())
            );
            assert_eq!(
                found($query.range($field.ge(low))).await,
                model(&|order| order.is_ge())
            );
            for high in values.iter().filter(|high| *high >= low) {
                let kept = values
                    .iter()
                    .filter(|value| *value >= low && *value <= high);
                let expected: Vec<_> = kept.cloned().collect();
                assert_eq!(
                    found($query.range($field.between(low, high))).await,
                    expected
                );
            }
            for high in values.iter() {
                let half_open = values.iter().filter(|value| *value >= low && *value < high);
                let expected: Vec<_> = half_open.cloned().collect();
                assert_eq!(
                    found($query.range($field.ge(low)).range($field.lt(high))).await,
                    expected
                );
                let half_open = values.iter().filter(|value| *value > low && *value <= high);
                let expected: Vec<_> = half_open.cloned().collect();
                assert_eq!(
                    found($query.range($field.le(high)).range($field.gt(low))).await,
                    expected
                );
            }
        }
    }};
}

mod fixed;
mod joined;
mod long;
mod part;
mod text;

use dynamo_runtime::{Db, Error, Item};
use tests::with_table;

async fn put_all<T: Item>(db: &Db, items: impl IntoIterator<Item = T>) {
    for item in items {
        item.put().send(db).await.expect("a put");
    }
}

/// The same numbers in every shape a number key has.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "numbers", pk = "set", sk = "number")]
#[gsi(
    name = "Negated",
    pk = "set",
    sk = "{number:neg}",
    sk_attr = "negated",
    query = "negated"
)]
#[gsi(
    name = "Sortable",
    pk = "set",
    sk = "N#{number:sortable}#{word}",
    sk_attr = "sortable",
    query = "sortable"
)]
#[gsi(
    name = "Padded",
    pk = "set",
    sk = "{magnitude:020}#{word}",
    sk_attr = "padded",
    query = "padded"
)]
#[gsi(
    name = "Last",
    pk = "set",
    sk = "N#{magnitude:020}",
    sk_attr = "last",
    query = "last"
)]
struct Number {
    set: String,
    number: i64,
    magnitude: u64,
    word: String,
}

fn number(number: i64) -> Number {
    Number {
        set: "s".into(),
        number,
        magnitude: number.unsigned_abs(),
        word: format!("w{number}"),
    }
}

#[tokio::test]
async fn numbers_compare_as_numbers() {
    with_table::<Number>(async |db| {
        let values = [-1000, -9, 0, 5, 10, 1_000_000_i64];
        put_all(db, values.map(number)).await;
        assert_ranges!(
            db,
            Number::query("s"),
            Number::NUMBER,
            values,
            |item: &Number| item.number
        );
        assert_ranges!(
            db,
            Number::sortable("s"),
            Number::NUMBER,
            values,
            |item: &Number| item.number
        );
        let mut largest_first = Number::negated("s").all(db).await.expect("a query");
        largest_first.reverse();
        let ordered: Vec<_> = largest_first
            .iter()
            .map(|item: &Number| item.number)
            .collect();
        assert_eq!(ordered, values);
    })
    .await;
}

#[tokio::test]
async fn negated_numbers_compare_as_what_they_are() {
    with_table::<Number>(async |db| {
        let values = [i64::MIN, -3, 0, 3, i64::MAX];
        put_all(db, values.map(number)).await;
        let numbers = async |query: dynamo_runtime::Query<_>| {
            let items = query.descending().all(db).await.expect("a query");
            items
                .iter()
                .map(|item: &Number| item.number)
                .collect::<Vec<_>>()
        };
        let query = || Number::negated("s");
        assert_eq!(
            numbers(query().range(Number::NUMBER.lt(0))).await,
            [i64::MIN, -3]
        );
        assert_eq!(
            numbers(query().range(Number::NUMBER.le(0))).await,
            [i64::MIN, -3, 0]
        );
        assert_eq!(
            numbers(query().range(Number::NUMBER.gt(0))).await,
            [3, i64::MAX]
        );
        assert_eq!(
            numbers(query().range(Number::NUMBER.ge(3))).await,
            [3, i64::MAX]
        );
        assert_eq!(numbers(query().range(Number::NUMBER.eq(-3))).await, [-3]);
        assert_eq!(
            numbers(query().range(Number::NUMBER.between(-3, 3))).await,
            [-3, 0, 3]
        );
    })
    .await;
}

#[tokio::test]
async fn padded_numbers_compare_as_numbers() {
    with_table::<Number>(async |db| {
        let values = [0, 7, 9, 10, 99, 1_234_567_i64];
        put_all(db, values.map(number)).await;
        let values = values.map(i64::unsigned_abs);
        assert_ranges!(
            db,
            Number::padded("s"),
            Number::MAGNITUDE,
            values,
            |item: &Number| item.magnitude
        );
        assert_ranges!(
            db,
            Number::last("s"),
            Number::MAGNITUDE,
            values,
            |item: &Number| item.magnitude
        );
    })
    .await;
}

/// A sort key of three components.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "trips", pk = "PK", sk = "SK")]
#[key(pk = "LINE#{line}", sk = "TRIP#{day}#{hour:02}#{stop}")]
struct Trip {
    line: u32,
    day: String,
    hour: u8,
    stop: String,
}

fn trip(day: &str, hour: u8, stop: &str) -> Trip {
    Trip {
        line: 1,
        day: day.into(),
        hour,
        stop: stop.into(),
    }
}

#[tokio::test]
async fn a_tuple_fixes_leading_components_and_compares_the_next() {
    with_table::<Trip>(async |db| {
        let trips = [
            trip("mon", 7, "a"),
            trip("mon", 9, "a"),
            trip("mon", 9, "b"),
            trip("mon", 11, "a"),
            trip("tue", 9, "a"),
        ];
        put_all(db, trips.clone()).await;
        let query = || Trip::query(1);
        let day = |day: &str| Trip::DAY.eq(day);
        let found = query().range((day("mon"), Trip::HOUR.gt(7))).all(db).await;
        assert_eq!(found.expect("a query"), trips[1..4]);
        let found = query().range((day("mon"), Trip::HOUR.le(9))).all(db).await;
        assert_eq!(found.expect("a query"), trips[..3]);
        let found = query().range((day("mon"), Trip::HOUR.eq(9))).all(db).await;
        assert_eq!(found.expect("a query"), trips[1..3]);
        let nine = (day("mon"), Trip::HOUR.eq(9), Trip::STOP.ge("b"));
        let found = query().range(nine).all(db).await;
        assert_eq!(found.expect("a query"), trips[2..3]);
        let all = (day("mon"), Trip::HOUR.eq(9), Trip::STOP.eq("a"));
        assert_eq!(query().range(all).one(db).await.expect("one"), trips[1]);
        let found = query().range((day("tue"),)).all(db).await;
        assert_eq!(found.expect("a query"), trips[4..]);
        // A comparison that is not for equality leaves nothing to compare behind it.
        let error = query().range((Trip::DAY.gt("mon"), Trip::HOUR.eq(9)));
        let error = error.all(db).await;
        assert!(matches!(error, Err(Error::Key(_))), "{error:?}");
    })
    .await;
}

#[tokio::test]
async fn a_prefix_cannot_reach_into_the_next_component() {
    with_table::<Trip>(async |db| {
        put_all(db, [trip("mon", 7, "a")]).await;
        let query = |prefix| Trip::query(1).range(Trip::DAY.begins_with(prefix));
        assert_eq!(query("mo").count(db).await.expect("a query"), 1);
        let error = query("mon#0").count(db).await;
        assert!(matches!(error, Err(Error::Key(_))), "{error:?}");
    })
    .await;
}

#[tokio::test]
async fn exchanged_bounds_are_refused_before_they_are_sent() {
    with_table::<Trip>(async |db| {
        let error = Trip::query(1).range(Trip::DAY.between("tue", "mon"));
        let error = error.all(db).await;
        assert!(matches!(error, Err(Error::Key(_))), "{error:?}");
        let hours = (Trip::DAY.eq("mon"), Trip::HOUR.between(9, 7));
        let error = Trip::query(1).range(hours).all(db).await;
        assert!(matches!(error, Err(Error::Key(_))), "{error:?}");
    })
    .await;
}

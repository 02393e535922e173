//! Ranges against a model, on the engine under test.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use dynamo_runtime::{Db, Item, Query};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use tests::with_table;

use crate::properties::text;

/// A text that leads a sort key, in formats that do and do not keep its order.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "ranges", pk = "PK", sk = "SK")]
#[key(pk = "SET#{set}", sk = "W#{word}#{number:03}")]
#[lsi(
    name = "Escaped",
    sk = "{any:escape}#{number:03}",
    sk_attr = "escaped",
    query = "escaped"
)]
#[lsi(
    name = "Raw",
    sk = "{any:raw}#{number:03}",
    sk_attr = "raw",
    query = "raw"
)]
struct Word {
    set: u32,
    word: String,
    any: String,
    number: u32,
}

/// Holds every comparator on one component against the model.
macro_rules! assert_ranges {
    ($db:expr, $query:expr, $field:expr, $words:expr, $of:ident, $low:expr, $high:expr) => {{
        let (low, high) = ($low.as_str(), $high.as_str());
        assert_found($db, $query.range($field.eq(low)), $words, |word| {
            word.$of.as_str() == low
        })
        .await?;
        assert_found($db, $query.range($field.lt(low)), $words, |word| {
            word.$of.as_str() < low
        })
        .await?;
        assert_found($db, $query.range($field.le(low)), $words, |word| {
            word.$of.as_str() <= low
        })
        .await?;
        assert_found($db, $query.range($field.gt(low)), $words, |word| {
            word.$of.as_str() > low
        })
        .await?;
        assert_found($db, $query.range($field.ge(low)), $words, |word| {
            word.$of.as_str() >= low
        })
        .await?;
        let within = |word: &Word| word.$of.as_str() >= low && word.$of.as_str() <= high;
        assert_found($db, $query.range($field.between(low, high)), $words, within).await?;
        let begins = |word: &Word| word.$of.as_str().starts_with(low);
        assert_found($db, $query.range($field.begins_with(low)), $words, begins).await?;
    }};
}

/// Holds what a query finds against what it should, all at once and page by page.
async fn assert_found<Q>(
    db: &Db,
    query: Query<Q>,
    words: &[Word],
    expected: impl Fn(&Word) -> bool,
) -> Result<(), TestCaseError>
where
    Q: dynamo_runtime::op::QueryInfo<Item = Word, Output = Word>,
{
    let numbers = |words: Vec<&Word>| {
        let mut numbers: Vec<_> = words.into_iter().map(|word| word.number).collect();
        numbers.sort_unstable();
        numbers
    };
    let expected: Vec<_> = words.iter().filter(|word| expected(word)).collect();
    let found = query.page_size(3).all(db).await.expect("a query");
    prop_assert_eq!(numbers(found.iter().collect()), numbers(expected));
    Ok(())
}

fn component() -> impl Strategy<Value = String> {
    text().prop_filter("a component", |text| {
        !text.is_empty() && !text.contains('#')
    })
}

/// Some of them: the model of `dynamo-runtime` itself is tried by thousands, without an engine.
const CASES: u32 = 40;

#[tokio::test]
async fn a_range_finds_what_the_same_comparison_does() {
    with_table::<Word>(async |db| {
        let stored = prop::collection::vec((component(), text()), 1..8);
        let bounds = (component(), component(), text(), text());
        // The runner is not asynchronous, so that it generates cases and does not run them.
        let cases = (stored, bounds);
        let mut runner = TestRunner::new(Config::default());
        for set in 1..=CASES {
            let case = cases.new_tree(&mut runner).expect("a case").current();
            if let Err(error) = one_case(db, set, case.clone()).await {
                panic!("{case:?}: {error}");
            }
        }
    })
    .await;
}

/// The stored values, and the values they are compared with.
type Case = (Vec<(String, String)>, (String, String, String, String));

async fn one_case(db: &Db, set: u32, (stored, bounds): Case) -> Result<(), TestCaseError> {
    // One item a word: the key holds no more.
    let stored: BTreeMap<_, _> = stored.into_iter().collect();
    let mut words = Vec::new();
    for (number, (word, any)) in (1..).zip(stored) {
        let any = if any.is_empty() { "#".into() } else { any };
        let word = Word {
            set,
            word,
            any,
            number,
        };
        word.put().send(db).await.expect("a put");
        words.push(word);
    }
    let sorted = |left: String, right: String| match left.cmp(&right) {
        Ordering::Greater => (right, left),
        _ => (left, right),
    };
    let (low, high) = sorted(bounds.0, bounds.1);
    assert_ranges!(db, Word::query(set), Word::WORD, &words, word, low, high);
    let (low, high) = sorted(format!("{}!", bounds.2), format!("{}!", bounds.3));
    assert_ranges!(db, Word::escaped(set), Word::ANY, &words, any, low, high);
    assert_ranges!(db, Word::raw(set), Word::ANY, &words, any, low, high);
    Ok(())
}

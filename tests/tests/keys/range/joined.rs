//! Several ranges of one query: what is in all of them.

use dynamo_runtime::{Error, Item};
use tests::with_table;

use super::put_all;

/// A visit, by page and time.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "visits", pk = "site", sk = "SK")]
#[key(pk = "site", sk = "VISIT#{page}#{hour:02}")]
struct Visit {
    site: String,
    page: String,
    hour: u32,
}

fn visit(page: &str, hour: u32) -> Visit {
    Visit {
        site: "s".into(),
        page: page.into(),
        hour,
    }
}

const PAGES: [&str; 5] = ["a", "ab", "abc", "ac", "b"];

macro_rules! found {
    ($db:expr, $query:expr) => {{
        let visits = $query.all($db).await.expect("a query");
        let found = visits.iter().map(|visit| (&*visit.page, visit.hour));
        found
            .map(|(page, hour)| format!("{page}{hour}"))
            .collect::<Vec<_>>()
    }};
}

#[tokio::test]
async fn ranges_are_all_required() {
    with_table::<Visit>(async |db| {
        let visits = PAGES
            .iter()
            .flat_map(|page| (0..4).map(|hour| visit(page, hour)));
        put_all(db, visits).await;
        let query = || Visit::query("s");
        let (page, hour) = (Visit::PAGE, Visit::HOUR);
        let of_ab = query().range((page.eq("ab"), hour.ge(1)));
        let of_ab = of_ab.range((page.eq("ab"), hour.lt(3)));
        assert_eq!(found!(db, of_ab), ["ab1", "ab2"]);
        let narrowed = query()
            .range(page.gt("a"))
            .range((page.eq("abc"), hour.gt(2)));
        assert_eq!(found!(db, narrowed), ["abc3"]);
        let pages = |found: Vec<String>| {
            let mut pages: Vec<_> = found
                .into_iter()
                .map(|found| found[..found.len() - 1].to_owned())
                .collect();
            pages.dedup();
            pages
        };
        let begun = query().range(page.begins_with("a")).range(page.gt("ab"));
        assert_eq!(pages(found!(db, begun)), ["abc", "ac"]);
        let begun = query()
            .range(page.begins_with("ab"))
            .range(page.begins_with("a"));
        assert_eq!(pages(found!(db, begun)), ["ab", "abc"]);
        let three = query()
            .range(page.ge("a"))
            .range(page.le("b"))
            .range(page.ge("ac"));
        assert_eq!(pages(found!(db, three)), ["ac", "b"]);
        let one = query()
            .range(page.ge("ab"))
            .range(page.le("ab"))
            .count(db)
            .await;
        assert_eq!(one.expect("a count"), 4);
    })
    .await;
}

#[tokio::test]
async fn ranges_that_exclude_each_other_give_nothing() {
    with_table::<Visit>(async |db| {
        put_all(db, PAGES.map(|page| visit(page, 1))).await;
        let page = Visit::PAGE;
        let none = || Visit::query("s").range(page.eq("a")).range(page.eq("b"));
        assert_eq!(none().all(db).await.expect("a query"), []);
        assert_eq!(none().count(db).await.expect("a count"), 0);
        let page_of_none = none().send(db).await.expect("a page");
        assert!(page_of_none.items.is_empty() && page_of_none.next.is_none());
        assert_eq!(none().first(db).await.expect("a query"), None);
        let wrong = Visit::query("s").range(page.eq("a#b")).range(page.eq("a"));
        let error = wrong.all(db).await.expect_err("an error");
        assert!(matches!(error, Error::Key(_)), "{error}");
    })
    .await;
}

#[tokio::test]
async fn pages_of_joined_ranges_go_on() {
    with_table::<Visit>(async |db| {
        let visits = (0..20).map(|hour| visit("p", hour));
        put_all(db, visits).await;
        let fixed = || Visit::PAGE.eq("p");
        let query = || {
            let from = Visit::query("s").range((fixed(), Visit::HOUR.gt(3)));
            from.range((fixed(), Visit::HOUR.lt(15)))
        };
        let (mut hours, mut cursor) = (Vec::new(), None);
        loop {
            let page = query()
                .limit(3)
                .after(cursor)
                .send(db)
                .await
                .expect("a page");
            hours.extend(page.items.iter().map(|visit| visit.hour));
            assert!(hours.len() <= 11, "no visit comes twice");
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(hours, (4..15).collect::<Vec<_>>());
        let page = query().limit(3).send(db).await.expect("a page");
        let other = Visit::query("s").range((fixed(), Visit::HOUR.gt(3)));
        let refused = other.after(page.next).send(db).await;
        assert!(matches!(refused, Err(Error::Cursor(_))), "{refused:?}");
    })
    .await;
}

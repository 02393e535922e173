//! Cursors: pages that join without gap or overlap, and text that only its own query takes.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::error::CursorError;
use dynamo_runtime::{Cursor, Db, Error, Item};
use tests::stored::overwrite;
use tests::with_table;

use tests::orders::{Order, Status, numbers, order, seed};

/// Reads `query` page after page, and what each page held.
macro_rules! pages {
    ($db:expr, $query:expr) => {{
        let mut pages = Vec::new();
        let mut cursor: Option<Cursor> = None;
        loop {
            let page = $query.after(cursor).send($db).await.expect("a page");
            pages.push(numbers(&page.items));
            cursor = page.next;
            if cursor.is_none() {
                break pages;
            }
        }
    }};
}

#[tokio::test]
async fn pages_join_in_both_directions() {
    with_table::<Order>(async |db| {
        seed(db, 7).await;
        for limit in 1..=8 {
            let pages = pages!(db, Order::query("c1").limit(limit));
            assert!(pages.iter().all(|page| page.len() <= limit));
            assert_eq!(pages.concat(), [1, 2, 3, 4, 5, 6, 7], "limit {limit}");
            let pages = pages!(db, Order::query("c1").descending().limit(limit));
            assert_eq!(pages.concat(), [7, 6, 5, 4, 3, 2, 1], "limit {limit}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_page_that_was_cut_goes_on_behind_its_last_item() {
    with_table::<Order>(async |db| {
        seed(db, 10).await;
        // A filter makes more be read than is given, so that pages end in the middle of what
        // DynamoDB gave.
        let shipped = || Order::query("c1").filter(Order::STATUS.eq(Status::Shipped));
        let pages = pages!(db, shipped().limit(2));
        assert_eq!(pages.concat(), [2, 4, 6, 8, 10]);
        assert_eq!(pages[..2], [[2, 4], [6, 8]]);
        let pages = pages!(db, shipped().limit(2).page_size(5).descending());
        assert_eq!(pages.concat(), [10, 8, 6, 4, 2]);
        let pages = pages!(db, Order::by_status(Status::New).limit(2).page_size(3));
        assert_eq!(pages.concat(), [1, 3, 5, 7, 9]);
        let pages = pages!(db, Order::by_total("c1").limit(3).page_size(5));
        assert_eq!(pages.concat(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        let ranged = || Order::query("c1").range(Order::PLACED_AT.gt("2025-11-03"));
        let pages = pages!(db, ranged().limit(2).page_size(3));
        assert_eq!(pages.concat(), [4, 5, 6, 7, 8, 9, 10]);
    })
    .await;
}

async fn cursor_of(db: &Db) -> Cursor {
    let page = Order::query("c1").limit(2).send(db).await.expect("a query");
    page.next.expect("more")
}

#[tokio::test]
async fn a_cursor_is_text_that_survives_a_round_trip() {
    with_table::<Order>(async |db| {
        seed(db, 4).await;
        let cursor = cursor_of(db).await;
        let url_safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        assert!(cursor.as_str().bytes().all(url_safe), "{cursor}");
        let json = serde_json::to_string(&cursor).expect("text");
        assert_eq!(json, format!("\"{cursor}\""));
        let copies = [
            serde_json::from_str(&json).expect("a cursor"),
            Cursor::from(cursor.as_str()),
            Cursor::from(String::from(cursor.clone())),
            cursor.to_string().parse().expect("a cursor"),
        ];
        for copy in copies {
            let rest = Order::query("c1").after(copy).all(db).await;
            assert_eq!(numbers(&rest.expect("a query")), [3, 4]);
        }
        let stream = Order::query("c1").after(cursor.clone()).stream(db);
        let next = stream.expect("a stream").next().await.expect("an item");
        assert_eq!(next.expect("a read"), order(3));
        let count = Order::query("c1").after(cursor).count(db).await;
        assert_eq!(count.expect("a count"), 2);
    })
    .await;
}

fn refused(query: &str, found: Result<usize, Error>) -> CursorError {
    match found {
        Err(Error::Cursor(error)) => error,
        other => panic!("a cursor given to {query}: {other:?}"),
    }
}

#[tokio::test]
async fn another_query_refuses_the_cursor() {
    with_table::<Order>(async |db| {
        seed(db, 6).await;
        let cursor = || cursor_of(db);
        let found = Order::query("c2").after(cursor().await).count(db).await;
        let error = refused("another partition", found);
        assert_eq!(error, CursorError::OtherQuery);
        let found = Order::by_total("c1").after(cursor().await).count(db).await;
        refused("an index", found);
        let ranged = Order::query("c1").range(Order::PLACED_AT.lt("2025-11-05"));
        let found = ranged.after(cursor().await).count(db).await;
        refused("a range", found);
        let backwards = Order::query("c1").descending().after(cursor().await);
        refused("the other direction", backwards.count(db).await);
        let elsewhere = db.clone().with_table_name::<Order>(tests::unique_name());
        let found = Order::query("c1")
            .after(cursor().await)
            .count(&elsewhere)
            .await;
        refused("another table", found);
    })
    .await;
}

#[tokio::test]
async fn damaged_text_is_refused() {
    with_table::<Order>(async |db| {
        seed(db, 4).await;
        let text = cursor_of(db).await.to_string();
        let mut cases = vec![String::new(), "%%%".into(), "AAAA".into(), text.repeat(200)];
        for at in 0..text.len() {
            let mut damaged = text.clone().into_bytes();
            damaged[at] = if damaged[at] == b'A' { b'B' } else { b'A' };
            cases.push(String::from_utf8(damaged).expect("text"));
            cases.push(text[..at].to_owned());
        }
        for case in cases {
            let query = Order::query("c1").after(Cursor::from(case.as_str()));
            let found = query.into_sdk(db);
            assert!(
                matches!(found, Err(Error::Cursor(_))) || same_bytes(&case, &text),
                "{case}"
            );
        }
    })
    .await;
}

/// Whether two texts stand for the same bytes: the last character of the alphabet has bits that
/// mean nothing.
fn same_bytes(one: &str, other: &str) -> bool {
    one.len() == other.len() && one[..one.len() - 1] == other[..other.len() - 1]
}

#[tokio::test]
async fn a_secret_hides_the_key_and_keeps_others_from_making_cursors() {
    with_table::<Order>(async |db| {
        seed(db, 4).await;
        let secret = |text: &str| db.clone().with_cursor_secret(text).expect("a secret");
        let (ours, theirs) = (
            secret("sixteen bytes or more"),
            secret("another secret, long enough"),
        );
        let cursor = cursor_of(&ours).await;
        assert_ne!(
            cursor,
            cursor_of(&ours).await,
            "each has a nonce of its own"
        );
        let shown = readable(&cursor);
        assert!(!shown.contains("ORDER") && !shown.contains("c1"), "{shown}");
        assert!(readable(&cursor_of(db).await).contains("ORDER"));

        let rest = Order::query("c1").after(cursor.clone()).all(&ours).await;
        assert_eq!(numbers(&rest.expect("a query")), [3, 4]);
        let query = || Order::query("c1").after(cursor.clone());
        let found = query().count(&theirs).await;
        assert_eq!(refused("another secret", found), CursorError::OtherQuery);
        let found = query().count(db).await;
        assert_eq!(refused("no secret", found), CursorError::NoSecret);
        let plain = Order::query("c1")
            .after(cursor_of(db).await)
            .count(&ours)
            .await;
        assert_eq!(refused("a secret", plain), CursorError::WrongSecret);
        let other = Order::query("c2").after(cursor.clone()).count(&ours).await;
        assert_eq!(refused("another partition", other), CursorError::OtherQuery);
        for at in 1..cursor.as_str().len() - 1 {
            let mut forged = cursor.to_string().into_bytes();
            forged[at] = if forged[at] == b'A' { b'B' } else { b'A' };
            let forged = String::from_utf8(forged).expect("text");
            let query = Order::query("c1").after(Cursor::from(forged));
            assert!(matches!(query.into_sdk(&ours), Err(Error::Cursor(_))));
        }
    })
    .await;
}

/// The bytes of a cursor, if they are text.
fn readable(cursor: &Cursor) -> String {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let bits: Vec<u32> = cursor
        .as_str()
        .bytes()
        .map(|byte| ALPHABET.iter().position(|letter| *letter == byte))
        .map(|at| u32::try_from(at.expect("a letter")).expect("six bits"))
        .collect();
    let group =
        |four: &[u32]| four.iter().fold(0, |all, six| all << 6 | six) << (6 * (4 - four.len()));
    let bytes: Vec<u8> = bits
        .chunks(4)
        .flat_map(|four| group(four).to_be_bytes()[1..].to_vec())
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn a_short_secret_is_refused() {
    let error = tests::db().await.with_cursor_secret("too short");
    assert!(matches!(error, Err(Error::Cursor(CursorError::WeakSecret))));
}

/// A number key of the partition has to be known again in the cursor.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "ledgers", pk = "account", sk = "line")]
struct Entry {
    account: rust_decimal::Decimal,
    line: f64,
}

#[tokio::test]
async fn number_keys_page_as_well() {
    with_table::<Entry>(async |db| {
        for account in ["1000", "0.5", "-12.340", "100000000000000000000"] {
            let account: rust_decimal::Decimal = account.parse().expect("a number");
            let entry = |line| Entry { account, line };
            for line in [-1.5, 0.0, 1e20, 1e-7] {
                entry(line).put().send(db).await.expect("a put");
            }
            let mut found = Vec::new();
            let mut cursor = None;
            loop {
                let query = Entry::query(account).limit(1).after(cursor);
                let page = query.send(db).await.expect("a query");
                found.extend(page.items.into_iter().map(|entry| entry.line));
                cursor = page.next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(found, [-1.5, 0.0, 1e-7, 1e20], "{account}");
        }
    })
    .await;
}

/// An item whose index key is built, and so may be stale in what was stored before a change.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "jobs", pk = "id", ttl = "ends")]
#[gsi(
    name = "ByState",
    pk = "STATE#{state}",
    pk_attr = "gsi1pk",
    sk = "DUE#{due:04}",
    sk_attr = "gsi1sk",
    query = "by_state"
)]
struct Job {
    id: String,
    state: String,
    due: u32,
    ends: Option<u64>,
}

#[tokio::test]
async fn pages_go_on_behind_the_key_that_is_stored_though_it_is_stale() {
    with_table::<Job>(async |db| {
        for number in 0..12_u32 {
            let job = Job {
                id: format!("j{number}"),
                state: "open".into(),
                due: number,
                ends: None,
            };
            job.put().send(db).await.expect("a put");
            // An older template wrote them in another order than the fields have.
            let stored = AttributeValue::S(format!("DUE#{:02}", 50 - number));
            overwrite(db, job.to_key(), "gsi1sk", Some(stored)).await;
        }
        let whole = Job::by_state("open").all(db).await.expect("a query");
        let due: Vec<u32> = whole.iter().map(|job| job.due).collect();
        assert_eq!(due, (0..12).rev().collect::<Vec<_>>());
        for (limit, page_size) in [(1, 5), (2, 3), (5, 12), (3, 100)] {
            let mut found = Vec::new();
            let mut cursor = None;
            loop {
                let query = Job::by_state("open").limit(limit).page_size(page_size);
                let page = query.after(cursor).send(db).await.expect("a page");
                found.extend(page.items);
                assert!(found.len() <= whole.len(), "no item comes twice");
                cursor = page.next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(found, whole, "limit {limit}, page size {page_size}");
        }
    })
    .await;
}

/// Keys as long as DynamoDB takes them, of what is longest as text.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "longest", pk = "pk", sk = "sk")]
#[gsi(name = "Other", pk = "other_pk", sk = "other_sk", query = "other")]
struct Longest {
    pk: String,
    sk: String,
    other_pk: String,
    other_sk: String,
}

#[tokio::test]
async fn the_longest_cursor_is_accepted() {
    with_table::<Longest>(async |db| {
        let long = |length: usize, end: &str| "\u{1}".repeat(length - 1) + end;
        for end in ["a", "b", "c"] {
            let item = Longest {
                pk: long(2048, end),
                sk: long(1024, end),
                other_pk: long(2048, "x"),
                other_sk: long(1024, end),
            };
            item.put().send(db).await.expect("a put");
        }
        let query = || Longest::other(long(2048, "x"));
        let page = query().limit(1).send(db).await.expect("a page");
        let cursor = page.next.expect("more");
        assert!(cursor.as_str().len() > 32 * 1024, "it is long");
        let rest = query().after(cursor).all(db).await.expect("the rest");
        assert_eq!(rest.len(), 2);
    })
    .await;
}

/// A cursor that was made once is taken by every release after.
#[tokio::test]
async fn cursors_of_earlier_releases_are_accepted() {
    let db = tests::db().await.with_table_name::<Order>("golden");
    let range = (Order::PLACED_AT.between("2025-11-01", "2025-11-09"),);
    let query = Order::by_status(Status::New).range(range).descending();
    let request = query.after(Cursor::from(GOLDEN_QUERY)).into_sdk(&db);
    let request = request.expect("a request");
    let start = request.get_exclusive_start_key().as_ref().expect("a key");
    assert_eq!(start["placed_at"], AttributeValue::S("2025-11-03".into()));
    let scan = Order::scan().segment(1, 4).after(Cursor::from(GOLDEN_SCAN));
    let request = scan.into_sdk(&db).expect("a request");
    let start = request.get_exclusive_start_key().as_ref().expect("a key");
    assert_eq!(start["PK"], AttributeValue::S("CUSTOMER#c2".into()));
}

const GOLDEN_QUERY: &str = "Aeij8nUhVGPIISefWQdht9j_r3JLeyJQSyI6eyJTIjoiQ1VTVE9NRVIjYzMifSwiU0siOnsiUyI6Ik9SREVSIzIwMjUtMTEtMDMjbzMifSwicGxhY2VkX2F0Ijp7IlMiOiIyMDI1LTExLTAzIn0sInN0YXR1cyI6eyJTIjoiTkVXIn19";
const GOLDEN_SCAN: &str = "AQpA2cyqDmFegPOKWA3iYlYs7JAyeyJQSyI6eyJTIjoiQ1VTVE9NRVIjYzIifSwiU0siOnsiUyI6Ik9SREVSIzIwMjUtMTEtMDIjbzIifX0";

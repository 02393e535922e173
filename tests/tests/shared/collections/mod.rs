//! Collections: several item types of one partition in one query, each decoded as what it is.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Collection, Db, Error, Item, Record, Table};
use tests::clock::{Clock, START};
use tests::stored::overwrite;
use tests::with_table;

#[derive(Table)]
#[table(
    name = "forum",
    pk = "PK",
    sk = "SK",
    ttl = "expires",
    type_attr = "kind"
)]
#[gsi(name = "ByAuthor", pk = "AuthorPK", sk = "AuthorSK")]
#[gsi(name = "Slim", pk = "SlimPK", sk = "SlimSK", projection = "KEYS_ONLY")]
#[lsi(name = "ByTime", sk = "TimeSK")]
struct Forum;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Forum, entity = "THREAD")]
#[key(pk = "THREAD#{thread}", sk = "#META")]
#[gsi(name = "ByAuthor", pk = "AUTHOR#{author}", sk = "{at}")]
#[gsi(name = "Slim", pk = "AUTHOR#{author}", sk = "{at}")]
#[lsi(name = "ByTime", sk = "{at}")]
struct Thread {
    thread: String,
    author: String,
    at: String,
    title: String,
    score: i64,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Forum, entity = "POST")]
#[key(pk = "THREAD#{topic}", sk = "POST#{number:04}")]
#[gsi(name = "ByAuthor", pk = "AUTHOR#{author}", sk = "{posted}")]
#[gsi(name = "Slim", pk = "AUTHOR#{author}", sk = "{posted}")]
#[lsi(name = "ByTime", sk = "{posted}")]
struct Post {
    topic: String,
    number: u32,
    author: String,
    posted: String,
    text: String,
    score: i64,
    #[dynamo(soft_delete)]
    removed: Option<String>,
    #[dynamo(ttl)]
    expires: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Forum, entity = "VOTE")]
#[key(pk = "THREAD#{thread}", sk = "VOTE#{voter}")]
struct Vote {
    thread: String,
    voter: String,
    score: i64,
    /// Not what `removed` is in a post.
    removed: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Forum)]
enum Entry {
    Thread(Thread),
    Post(Post),
    Vote(Vote),
}

/// The items on either side of the posts.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Forum)]
enum Ends {
    Thread(Thread),
    Vote(Vote),
}

/// Not all that is in the partition.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Forum)]
enum Text {
    Thread(Thread),
    Post(Post),
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Forum, index = "ByAuthor")]
enum Work {
    Thread(Thread),
    Post(Post),
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(index = "ByTime")]
enum Event {
    Thread(Thread),
    Post(Post),
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(index = "Slim")]
enum SlimWork {
    Thread(ThreadSlim),
    Post(PostSlim),
}

fn thread() -> Thread {
    Thread {
        thread: "t".into(),
        author: "ann".into(),
        at: "2025-01-01".into(),
        title: "Hello".into(),
        score: 7,
    }
}

fn post(number: u32) -> Post {
    Post {
        topic: "t".into(),
        number,
        author: if number.is_multiple_of(2) {
            "ann"
        } else {
            "bob"
        }
        .into(),
        posted: format!("2025-01-{:02}", 30 - number),
        text: "…".into(),
        score: i64::from(number),
        removed: None,
        expires: None,
    }
}

fn vote(voter: &str, score: i64) -> Vote {
    Vote {
        thread: "t".into(),
        voter: voter.into(),
        score,
        removed: Some("no".into()),
    }
}

/// The thread, posts 1 to 5, votes of `x` and `y`.
async fn with_forum(test: impl AsyncFnOnce(&Db, &Clock)) {
    with_table::<Forum>(async |db| {
        let clock = Clock::new();
        let db = clock.drive(db);
        thread().put().send(&db).await.expect("a put");
        for number in 1..=5 {
            post(number).put().send(&db).await.expect("a put");
        }
        vote("x", 1).put().send(&db).await.expect("a put");
        vote("y", -1).put().send(&db).await.expect("a put");
        test(&db, &clock).await;
    })
    .await;
}

fn name(entry: &Entry) -> String {
    match entry {
        Entry::Thread(thread) => thread.title.clone(),
        Entry::Post(post) => post.number.to_string(),
        Entry::Vote(vote) => vote.voter.clone(),
    }
}

fn names(entries: &[Entry]) -> Vec<String> {
    entries.iter().map(name).collect()
}

const ALL: [&str; 8] = ["Hello", "1", "2", "3", "4", "5", "x", "y"];

/// Every page of a query, joined.
macro_rules! pages {
    ($db:ident, $query:expr) => {{
        let (mut found, mut cursor) = (Vec::new(), None);
        loop {
            let page = $query.after(cursor).send($db).await.expect("a page");
            found.extend(page.items);
            cursor = page.next;
            if cursor.is_none() {
                break found;
            }
        }
    }};
}

#[tokio::test]
async fn members_come_in_the_order_of_the_sort_key() {
    with_forum(async |db, _| {
        let entries = || Entry::query("t");
        let all = entries().all(db).await.expect("a query");
        assert_eq!(names(&all), ALL);
        assert_eq!(all[0], Entry::from(thread()));
        assert_eq!(all[3], Entry::Post(post(3)));
        assert_eq!(entries().consistent().all(db).await.expect("a query"), all);
        let page = entries().send(db).await.expect("a page");
        assert_eq!((page.items.len(), page.next), (8, None));
        let mut backwards = entries().descending().all(db).await.expect("a query");
        backwards.reverse();
        assert_eq!(backwards, all);
        assert_eq!(entries().count(db).await.expect("a count"), 8);
        assert_eq!(entries().limit(3).count(db).await.expect("a count"), 3);
        let first = entries().first(db).await.expect("a query");
        assert_eq!(first, Some(Entry::Thread(thread())));
        let error = entries().one(db).await.expect_err("there are more");
        assert!(
            matches!(error, Error::NotUnique { item: "Entry", .. }),
            "{error}"
        );
        let error = Entry::query("u").one(db).await.expect_err("there is none");
        assert!(
            matches!(error, Error::NotFound { item: "Entry", .. }),
            "{error}"
        );
        let mut stream = entries().page_size(2).stream(db).expect("a stream");
        let mut streamed = Vec::new();
        while let Some(entry) = stream.next().await {
            streamed.push(entry.expect("an entry"));
        }
        assert_eq!(streamed, all);
    })
    .await;
}

#[tokio::test]
async fn pages_join_where_they_are_cut() {
    with_forum(async |db, _| {
        let all = Entry::query("t").all(db).await.expect("a query");
        for limit in [1, 2, 3, 7, 8, 9] {
            let found = pages!(db, Entry::query("t").limit(limit));
            assert_eq!(found, all, "limit {limit}");
            let mut found = pages!(db, Entry::query("t").limit(limit).page_size(2).descending());
            found.reverse();
            assert_eq!(found, all, "limit {limit}");
            // Filtered items are read past, and not twice.
            let found = pages!(
                db,
                Entry::query("t").filter(Thread::SCORE.ge(3)).limit(limit)
            );
            assert_eq!(names(&found), ["Hello", "3", "4", "5"], "limit {limit}");
            let found = pages!(
                db,
                Entry::query("t")
                    .filter(Thread::SCORE.lt(3))
                    .limit(limit)
                    .page_size(1)
            );
            assert_eq!(names(&found), ["1", "2", "x", "y"], "limit {limit}");
        }
        let page = Entry::query("t").limit(2).send(db).await.expect("a page");
        let cursor = page.next.expect("more");
        let elsewhere = Text::query("t").after(cursor.clone()).send(db).await;
        assert!(
            matches!(elsewhere, Err(Error::Cursor(_))),
            "another collection"
        );
        let elsewhere = Entry::query("u").after(cursor).send(db).await;
        assert!(
            matches!(elsewhere, Err(Error::Cursor(_))),
            "another partition"
        );
    })
    .await;
}

#[tokio::test]
async fn a_filter_names_what_all_members_have() {
    with_forum(async |db, _| {
        let found = Entry::query("t").filter(Thread::SCORE.eq(1)).all(db).await;
        assert_eq!(names(&found.expect("a query")), ["1", "x"]);
        let error = Entry::query("t")
            .filter(Thread::TITLE.eq("Hello"))
            .all(db)
            .await
            .expect_err("posts have no title");
        let message = error.to_string();
        for word in ["Entry", "`title`", "`Post`"] {
            assert!(message.contains(word), "`{word}` in: {message}");
        }
        let error = Entry::query("t")
            .filter(Thread::TITLE.eq("Hello"))
            .count(db);
        assert!(matches!(error.await, Err(Error::Expression { .. })));
    })
    .await;
}

#[tokio::test]
async fn an_unknown_type_is_an_error_unless_skipped() {
    with_forum(async |db, _| {
        let is_other = |error: Error| {
            matches!(
                error,
                Error::OtherType {
                    expected: "Ends",
                    attribute: "kind",
                    ..
                }
            )
        };
        assert!(is_other(Ends::query("t").all(db).await.expect_err("posts")));
        assert!(is_other(
            Ends::query("t").count(db).await.expect_err("posts")
        ));
        let known = || Ends::query("t").skip_unknown();
        assert_eq!(known().all(db).await.expect("a query").len(), 3);
        assert_eq!(known().count(db).await.expect("a count"), 3);
        let last = known().descending().limit(3).all(db).await;
        assert_eq!(last.expect("a query").pop(), Some(Ends::Thread(thread())));
        let found = pages!(db, known().limit(2).page_size(3).descending());
        assert_eq!(found.len(), 3);
        // One range ends before the posts, and the next does not begin behind them.
        let page = Ends::query("t").limit(1).send(db).await.expect("a page");
        assert_eq!(page.items.len(), 1);
        let next = Ends::query("t").limit(1).after(page.next).send(db).await;
        assert!(is_other(next.expect_err("posts")));
        // The votes lie behind all that a text can be, and are not read.
        assert_eq!(Text::query("t").count(db).await.expect("a count"), 6);
        let first = Text::query("t").first(db).await.expect("a query");
        assert_eq!(first, Some(Text::Thread(thread())));
        // An entity name that nobody has, under the keys of a member.
        let kind = Some(AttributeValue::S("POSTER".into()));
        overwrite(db, post(2).to_key(), "kind", kind).await;
        let error = Entry::query("t").all(db).await.expect_err("a poster");
        assert!(
            matches!(
                error,
                Error::OtherType {
                    expected: "Entry",
                    ..
                }
            ),
            "{error}"
        );
        assert!(!error.to_string().contains("POSTER"), "{error}");
        let known = Entry::query("t").skip_unknown().count(db).await;
        assert_eq!(known.expect("a count"), 7);
    })
    .await;
}

#[tokio::test]
async fn the_deleted_and_the_expired_are_left_out() {
    with_forum(async |db, clock| {
        post(2)
            .to_key()
            .soft_delete()
            .send(db)
            .await
            .expect("a delete");
        let update = post(4).to_key().update().set(Post::EXPIRES, START + 60);
        update.send(db).await.expect("an update");
        for name in ["removed", "expires"] {
            let null = Some(AttributeValue::Null(true));
            overwrite(db, post(3).to_key(), name, null).await;
        }
        clock.pass(60);
        let entries = || Entry::query("t");
        let shown = ["Hello", "1", "3", "5", "x", "y"];
        assert_eq!(names(&entries().all(db).await.expect("a query")), shown);
        assert_eq!(entries().count(db).await.expect("a count"), 6);
        let found = pages!(db, entries().limit(2));
        assert_eq!(names(&found), shown, "a vote that is `removed` is a vote");
        let deleted = entries().include_deleted().count(db).await;
        assert_eq!(deleted.expect("a count"), 7);
        let all = entries().include_deleted().include_expired().all(db).await;
        assert_eq!(names(&all.expect("a query")), ALL);
    })
    .await;
}

#[tokio::test]
async fn an_index_is_read_as_a_collection() {
    with_forum(async |db, _| {
        let works = || Work::query("ann");
        let wanted = [Work::Thread(thread()), post(4).into(), post(2).into()];
        assert_eq!(works().all(db).await.expect("a query"), wanted);
        // All members sort by a time, so a range means the same; its fields are those of the first.
        let late = works().range(Thread::AT.gt("2025-01-01")).all(db).await;
        assert_eq!(late.expect("a query"), wanted[1..]);
        let day = works().range(Thread::AT.eq("2025-01-26")).one(db).await;
        assert_eq!(day.expect("one"), wanted[1]);
        let early = works().range(Thread::AT.begins_with("2025-01-0")).count(db);
        assert_eq!(early.await.expect("a count"), 1);
        let range = || Thread::AT.between("2025-01-01", "2025-01-26");
        let found = pages!(db, works().range(range()).limit(1).descending());
        assert_eq!(found, [wanted[1].clone(), wanted[0].clone()]);
        // A local index, consistently.
        let events = Event::query("t")
            .consistent()
            .all(db)
            .await
            .expect("a query");
        let numbers: Vec<_> = events
            .iter()
            .map(|event| match event {
                Event::Thread(_) => 0,
                Event::Post(post) => post.number,
            })
            .collect();
        assert_eq!(numbers, [0, 5, 4, 3, 2, 1]);
    })
    .await;
}

#[tokio::test]
async fn projections_are_read_as_a_collection() {
    with_forum(async |db, _| {
        let error = SlimWork::query("ann").all(db).await;
        let error = error.expect_err("what is deleted is not told there");
        assert!(error.to_string().contains("include_deleted()"), "{error}");
        let works = || SlimWork::query("ann").include_deleted().include_expired();
        let slim = |number| {
            let post = post(number);
            SlimWork::Post(PostSlim {
                topic: post.topic,
                number,
                author: post.author,
                posted: post.posted,
            })
        };
        let thread = ThreadSlim {
            thread: "t".into(),
            author: "ann".into(),
            at: "2025-01-01".into(),
        };
        let wanted = [SlimWork::Thread(thread), slim(4), slim(2)];
        assert_eq!(works().all(db).await.expect("a query"), wanted);
        assert_eq!(works().count(db).await.expect("a count"), 3);
        let found = pages!(db, works().limit(2));
        assert_eq!(found, wanted);
    })
    .await;
}

#[tokio::test]
async fn members_are_grouped() {
    with_forum(async |db, _| {
        let entries = Entry::query("t").all(db).await.expect("a query");
        let mut groups: EntryGroups = entries.into_iter().collect();
        assert_eq!(groups.thread, [thread()]);
        assert_eq!(groups.post, [1, 2, 3, 4, 5].map(post));
        assert_eq!(groups.vote, [vote("x", 1), vote("y", -1)]);
        groups.extend([Entry::from(vote("z", 0))]);
        assert_eq!(groups.vote.len(), 3);
        assert_eq!(EntryGroups::default().post, []);
    })
    .await;
}

#[test]
fn an_item_of_the_sdk_is_decoded_as_its_member() {
    let entry = Entry::from_item(post(1).to_item().expect("an item"));
    assert_eq!(entry.expect("a post"), Entry::Post(post(1)));
    let item = vote("x", 1).to_item().expect("an item");
    assert_eq!(
        Entry::from_item(item.clone()).expect("a vote"),
        vote("x", 1).into()
    );
    let error = Text::from_item(item.clone()).expect_err("a vote");
    assert!(
        matches!(
            error,
            Error::OtherType {
                expected: "Text",
                ..
            }
        ),
        "{error}"
    );
    // By its keys if no entity name is stored.
    let mut item = item;
    item.remove("kind");
    assert_eq!(Entry::from_item(item).expect("a vote"), vote("x", 1).into());
    let mut item = post(1).to_item().expect("an item");
    item.insert("text".into(), AttributeValue::Bool(true));
    let error = Entry::from_item(item).expect_err("not a text");
    assert!(error.to_string().contains("`text`"), "{error}");
}

mod keys_alone;
mod narrowed;

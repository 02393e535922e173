//! Reads leave out what is deleted or past its time, unless asked.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Db, Error, Item, Key};
use tests::clock::{Clock, START};
use tests::stored::{overwrite, stored, text};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "posts", pk = "blog", sk = "at")]
#[gsi(name = "tags", pk = "tag", sk = "at", query = "tagged")]
#[gsi(
    name = "slim",
    pk = "tag",
    sk = "at",
    projection = "KEYS_ONLY",
    query = "slim"
)]
#[gsi(name = "some", pk = "tag", sk = "at", projection = ["deletedAt", "expires"], query = "some")]
#[dynamo(rename_all = "camelCase")]
struct Post {
    blog: String,
    at: u64,
    tag: String,
    #[dynamo(soft_delete)]
    deleted_at: Option<String>,
    #[dynamo(ttl)]
    expires: Option<u64>,
    #[dynamo(updated_at)]
    updated_at: String,
}

fn post(at: u64) -> Post {
    Post {
        blog: "b".into(),
        at,
        tag: "t".into(),
        deleted_at: None,
        expires: None,
        updated_at: String::new(),
    }
}

async fn with_posts(count: u64, test: impl AsyncFnOnce(&Db, &Clock)) {
    with_table::<Post>(async |db| {
        let clock = Clock::new();
        let db = clock.drive(db);
        for at in 1..=count {
            post(at).put().send(&db).await.expect("a put");
        }
        test(&db, &clock).await;
    })
    .await;
}

fn times(posts: &[Post]) -> Vec<u64> {
    let mut times: Vec<_> = posts.iter().map(|post| post.at).collect();
    times.sort_unstable();
    times
}

/// The items that each kind of read shows.
async fn shown(db: &Db) -> Vec<u64> {
    let queried = times(&Post::query("b").all(db).await.expect("a query"));
    let tagged = times(&Post::tagged("t").all(db).await.expect("a query"));
    let scanned = times(&Post::scan().all(db).await.expect("a scan"));
    let some = Post::some("t").all(db).await.expect("a query");
    assert_eq!(queried, tagged);
    assert_eq!(queried, scanned);
    assert_eq!(queried, some.iter().map(|post| post.at).collect::<Vec<_>>());
    let count = Post::query("b").count(db).await.expect("a count");
    assert_eq!(count, queried.len());
    assert_eq!(Post::scan().count(db).await.expect("a count"), count);
    for at in 1..=9 {
        let key = || Post::key("b", at);
        let got = key().get().consistent().send(db).await.expect("a read");
        assert_eq!(got.is_some(), queried.contains(&at), "{at}");
        let exists = key().exists().consistent().send(db).await;
        assert_eq!(exists.expect("a read"), queried.contains(&at), "{at}");
    }
    let keys = || (1..=9).map(|at| Post::key("b", at));
    let batch = db.batch_get(keys()).consistent().await.expect("a batch");
    assert_eq!(
        times(&batch.into_iter().flatten().collect::<Vec<_>>()),
        queried
    );
    let gets = keys().map(Key::get).collect::<Vec<_>>();
    let got = db.transact_get(gets).await.expect("a transaction");
    assert_eq!(
        times(&got.into_iter().flatten().collect::<Vec<_>>()),
        queried
    );
    let hydrated = Post::slim("t").hydrate().all(db).await.expect("a query");
    assert_eq!(times(&hydrated), queried);
    queried
}

#[tokio::test]
async fn a_soft_delete_hides_and_a_restore_shows() {
    with_posts(3, async |db, clock| {
        clock.pass(5);
        let delete = Post::key("b", 2).soft_delete().returning_new();
        let deleted = delete.send(db).await.expect("a delete");
        let time = "2095-11-14T10:30:05.000Z";
        assert_eq!(deleted.deleted_at.as_deref(), Some(time));
        assert_eq!(deleted.updated_at, time);
        assert_eq!(shown(db).await, [1, 3]);

        let key = || Post::key("b", 2);
        let got = key().get().include_deleted().send(db).await;
        assert_eq!(got.expect("a read"), Some(deleted));
        let exists = key().exists().include_deleted().send(db).await;
        assert!(exists.expect("a read"));
        let queried = Post::query("b").include_deleted().all(db).await;
        assert_eq!(times(&queried.expect("a query")), [1, 2, 3]);
        let tagged = Post::tagged("t").include_deleted().count(db).await;
        assert_eq!(tagged.expect("a count"), 3);
        let scanned = Post::scan().include_deleted().all(db).await;
        assert_eq!(times(&scanned.expect("a scan")), [1, 2, 3]);

        key().restore().send(db).await.expect("a restore");
        assert_eq!(shown(db).await, [1, 2, 3]);
        assert_eq!(text(&stored(db, key()).await, "deletedAt"), None);
    })
    .await;
}

#[tokio::test]
async fn a_soft_delete_needs_an_item() {
    with_posts(1, async |db, _| {
        let error = Post::key("b", 8).soft_delete().send(db).await;
        assert!(error.expect_err("no item").is_condition_failed());
        assert!(stored(db, Post::key("b", 8)).await.is_empty());
        let delete = Post::key("b", 1).soft_delete();
        let refused = delete.condition(Post::TAG.eq("other")).send(db).await;
        assert!(refused.expect_err("not so").is_condition_failed());
        assert_eq!(shown(db).await, [1]);
    })
    .await;
}

#[tokio::test]
async fn an_item_that_is_past_its_time_is_left_out() {
    with_posts(3, async |db, clock| {
        let update = Post::key("b", 2).update().set(Post::EXPIRES, START + 60);
        update.send(db).await.expect("an update");
        clock.pass(59);
        assert_eq!(shown(db).await, [1, 2, 3]);
        clock.pass(1);
        assert_eq!(shown(db).await, [1, 3]);

        let key = || Post::key("b", 2);
        let got = key().get().include_expired().send(db).await;
        assert!(got.expect("a read").is_some());
        let exists = key().exists().include_expired().send(db).await;
        assert!(exists.expect("a read"));
        let queried = Post::query("b").include_expired().all(db).await;
        assert_eq!(times(&queried.expect("a query")), [1, 2, 3]);
        let counted = Post::tagged("t").include_expired().count(db).await;
        assert_eq!(counted.expect("a count"), 3);
        let scanned = Post::scan().include_expired().all(db).await;
        assert_eq!(times(&scanned.expect("a scan")), [1, 2, 3]);

        // One is not the other.
        let got = key().get().include_deleted().send(db).await;
        assert_eq!(got.expect("a read"), None);
    })
    .await;
}

/// The limit counts what is shown: a newer row that is deleted does not hide a live one.
#[tokio::test]
async fn a_limit_looks_past_what_is_hidden() {
    with_posts(5, async |db, _| {
        for at in [3, 4, 5] {
            let deleted = Post::key("b", at).soft_delete().send(db).await;
            deleted.expect("a delete");
        }
        let newest = || Post::tagged("t").descending();
        let page = newest().limit(1).send(db).await.expect("a page");
        assert_eq!(times(&page.items), [2]);
        let page = newest().limit(1).after(page.next).send(db).await;
        let page = page.expect("a page");
        assert_eq!(times(&page.items), [1]);
        let first = newest().first(db).await.expect("a query");
        assert_eq!(first.map(|post| post.at), Some(2));
        let first = newest().page_size(1).first(db).await.expect("a query");
        assert_eq!(first.map(|post| post.at), Some(2));
        let deleted = newest().include_deleted().first(db).await.expect("a query");
        assert_eq!(deleted.map(|post| post.at), Some(5));
        let two = newest().limit(2).count(db).await.expect("a count");
        assert_eq!(two, 2);
    })
    .await;
}

/// An index that holds only keys cannot tell what is deleted, and says so instead of showing it.
#[tokio::test]
async fn an_index_that_cannot_tell_asks_for_the_deleted() {
    with_posts(2, async |db, _| {
        let error = Post::slim("t").all(db).await.expect_err("it cannot tell");
        assert!(matches!(error, Error::Expression { .. }), "{error}");
        let message = error.to_string();
        for word in ["Post", "`slim`", "`deletedAt`", "include_deleted()"] {
            assert!(message.contains(word), "`{word}` in: {message}");
        }
        let all = Post::slim("t").include_deleted().include_expired();
        let all = all.all(db).await.expect("a query");
        assert_eq!(all.iter().map(|post| post.at).collect::<Vec<_>>(), [1, 2]);
    })
    .await;
}

/// `None` is read from NULL as from a missing attribute, and hides nothing either way.
#[tokio::test]
async fn null_means_the_same_as_missing() {
    with_posts(3, async |db, clock| {
        for name in ["deletedAt", "expires"] {
            let null = Some(AttributeValue::Null(true));
            overwrite(db, Post::key("b", 2), name, null).await;
        }
        assert_eq!(shown(db).await, [1, 2, 3]);
        clock.pass(1);
        let update = Post::key("b", 2).update().set(Post::EXPIRES, START + 9);
        update.send(db).await.expect("an update");
        let deleted = Post::key("b", 2).soft_delete().send(db).await;
        deleted.expect("a delete");
        assert_eq!(shown(db).await, [1, 3]);
    })
    .await;
}

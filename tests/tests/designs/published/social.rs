//! A social network: followers, posts, likes and counters, and a time line that is written to.

use dynamo_runtime::{Collection, Item, Table, check_items};
use tests::with_table;

#[derive(Table)]
#[table(name = "SocialNetwork", pk = "PK", sk = "SK")]
struct Network;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Network)]
#[key(pk = "u#{user}", sk = literal("info"))]
struct Info {
    user: String,
    content: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Network)]
#[key(pk = "u#{user}", sk = literal("count"))]
struct Counts {
    user: String,
    followers: u32,
    posts: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Network)]
#[key(pk = "u#{user}#follower", sk = "u#{follower}")]
struct Follower {
    user: String,
    follower: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Network)]
#[key(pk = "u#{user}#post", sk = "p#{at:010}#{id}")]
struct Post {
    user: String,
    at: u64,
    id: String,
    content: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Network)]
#[key(pk = "u#{reader}#timeline", sk = "p#{at:010}#{id}#u#{user}")]
struct TimelineEntry {
    reader: String,
    at: u64,
    id: String,
    user: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Network)]
#[key(pk = "p#{post}#likelist", sk = "u#{user}")]
struct Like {
    post: String,
    user: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Network)]
#[key(pk = "p#{post}#likecount", sk = literal("count"))]
struct LikeCount {
    post: String,
    count: u32,
}

/// What a profile shows.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Network)]
enum Profile {
    Info(Info),
    Counts(Counts),
}

const _: () = check_items::<(Info, Counts, Follower, Post, TimelineEntry, Like, LikeCount)>();

#[tokio::test]
async fn posts_reach_the_time_lines_of_followers() {
    with_table::<Network>(async |db| {
        super::put!(
            db,
            Info {
                user: "ann".into(),
                content: "hi".into()
            },
            Counts {
                user: "ann".into(),
                followers: 0,
                posts: 0
            },
        );
        for follower in ["bob", "cid"] {
            let follows = Follower {
                user: "ann".into(),
                follower: follower.into(),
            };
            let count = Counts::key("ann").update().add(Counts::FOLLOWERS, 1);
            db.transact((follows.create(), count))
                .await
                .expect("a follower");
        }
        for at in [9, 10, 100] {
            let (user, id) = ("ann".to_owned(), format!("p{at}"));
            let post = Post {
                user,
                at,
                id,
                content: "…".into(),
            };
            super::put!(db, post);
            for follower in Follower::query("ann").all(db).await.expect("a query") {
                let entry = TimelineEntry {
                    reader: follower.follower,
                    at: post.at,
                    id: post.id.clone(),
                    user: post.user.clone(),
                };
                super::put!(db, entry);
            }
        }
        let profile = Profile::query("ann").all(db).await.expect("a query");
        let groups: ProfileGroups = profile.into_iter().collect();
        assert_eq!((groups.info.len(), groups.counts[0].followers), (1, 2));
        let posts = Post::query("ann")
            .descending()
            .limit(2)
            .all(db)
            .await
            .expect("a query");
        assert_eq!(
            posts.iter().map(|post| post.at).collect::<Vec<_>>(),
            [100, 10]
        );
        let since = TimelineEntry::query("bob").range(TimelineEntry::AT.gt(9));
        assert_eq!(since.count(db).await.expect("a count"), 2);
        let like = Like {
            post: "p9".into(),
            user: "bob".into(),
        };
        let liked = async || {
            let count = LikeCount::key("p9").update().add(LikeCount::COUNT, 1);
            db.transact((like.create(), count)).await
        };
        super::put!(
            db,
            LikeCount {
                post: "p9".into(),
                count: 0
            }
        );
        liked().await.expect("a like");
        liked().await.expect_err("liked already");
        let count = LikeCount::key("p9").get().send(db).await.expect("a get");
        assert_eq!(count.map(|likes| likes.count), Some(1));
        assert_eq!(Like::query("p9").all(db).await.expect("a query"), [like]);
    })
    .await;
}

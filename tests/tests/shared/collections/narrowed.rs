//! Collections that are bounded by their members' sort keys, and narrowed member by member: a
//! repository with its issues, pull requests and stars.

use dynamo_runtime::{Collection, Cursor, Db, Error, Item, Meter, Table};
use tests::faults::Faults;
use tests::with_table;

#[derive(Table)]
#[table(name = "github", pk = "PK", sk = "SK", type_attr = "type")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct GitHub;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = GitHub)]
#[key(pk = "REPO#{owner}#{name}", sk = "REPO#{owner}#{name}")]
#[gsi(
    name = "GSI1",
    pk = "OWNER#{owner}",
    sk = "REPO#{name}",
    query = "of_owner"
)]
struct Repo {
    owner: String,
    name: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = GitHub)]
#[key(pk = "REPO#{owner}#{repo}", sk = "ISSUE#{number:06}")]
#[gsi(
    name = "GSI1",
    pk = "OWNER#{owner}",
    sk = "ISSUE#{repo}#{number:06}",
    query = "issues_of_owner"
)]
struct Issue {
    owner: String,
    repo: String,
    number: u32,
    status: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = GitHub)]
#[key(pk = "REPO#{owner}#{repo}", sk = "PR#{number:06}")]
struct Pull {
    owner: String,
    repo: String,
    number: u32,
    status: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = GitHub)]
#[key(pk = "REPO#{owner}#{repo}", sk = "STAR#{user}")]
struct Star {
    owner: String,
    repo: String,
    user: String,
}

/// In the order of the sort key: issues, the repository.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = GitHub)]
enum WithIssues {
    Repo(Repo),
    Issue(Issue),
}

/// In the order of the sort key: issues, pull requests, the repository, stars.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = GitHub)]
enum Everything {
    Star(Star),
    Repo(Repo),
    Pull(Pull),
    Issue(Issue),
}

const PARTITION: (&str, &str) = ("ada", "engine");

async fn fill(db: &Db) {
    let (owner, repo) = ("ada".to_owned(), "engine".to_owned());
    let (name, of) = (repo.clone(), || (owner.clone(), repo.clone()));
    Repo {
        owner: owner.clone(),
        name,
    }
    .put()
    .send(db)
    .await
    .expect("a put");
    let issues = (1..=60).map(|number| {
        let (owner, repo) = of();
        let status = if number % 3 == 0 { "open" } else { "closed" }.to_owned();
        Issue {
            owner,
            repo,
            number,
            status,
        }
    });
    db.load(issues).await.expect("a load");
    let pulls = (1..=20).map(|number| {
        let (owner, repo) = of();
        let status = (number % 2 == 0).then(|| "merged".to_owned());
        Pull {
            owner,
            repo,
            number,
            status,
        }
    });
    db.load(pulls).await.expect("a load");
    let stars = (1..=900).map(|user| {
        let ((owner, repo), user) = (of(), format!("user{user:04}"));
        Star { owner, repo, user }
    });
    db.load(stars).await.expect("a load");
}

/// Each as a letter and its number.
fn written(found: &[Everything]) -> Vec<String> {
    let one = |found: &Everything| match found {
        Everything::Repo(_) => "repo".to_owned(),
        Everything::Issue(issue) => format!("i{}", issue.number),
        Everything::Pull(pull) => format!("p{}", pull.number),
        Everything::Star(star) => format!("s{}", &star.user[4..]),
    };
    found.iter().map(one).collect()
}

#[tokio::test]
async fn a_repository_with_its_newest_issues_reads_no_stars() {
    with_table::<GitHub>(async |db| {
        fill(db).await;
        let faults = Faults::of_reads();
        let watched = faults.over_table::<GitHub>(db);
        let meter = Meter::new();
        let query = || WithIssues::query(PARTITION).skip_unknown().descending();
        let page = query().limit(26).meter(&meter).send(&watched).await;
        let page = page.expect("a page").items;
        assert!(matches!(page[0], WithIssues::Repo(_)));
        let numbers: Vec<u32> = page[1..]
            .iter()
            .map(|found| match found {
                WithIssues::Issue(issue) => issue.number,
                WithIssues::Repo(_) => 0,
            })
            .collect();
        assert_eq!(numbers, (36..=60).rev().collect::<Vec<_>>());
        // The pull requests lie between, the stars do not.
        assert!(meter.capacity().units <= 2.5, "{:?}", meter.capacity());
        let sent = &faults.sent()[0];
        let condition = sent["KeyConditionExpression"]
            .as_str()
            .expect("a condition");
        assert!(condition.contains("BETWEEN"), "{condition}");
        assert_eq!(query().count(db).await.expect("a count"), 61);
        assert_eq!(query().ascending().count(db).await.expect("a count"), 61);
    })
    .await;
}

#[tokio::test]
async fn a_range_of_one_member_keeps_the_others() {
    with_table::<GitHub>(async |db| {
        fill(db).await;
        let query = || Everything::query(PARTITION);
        let newest = query()
            .range_of::<Issue>(Issue::NUMBER.gt(57))
            .range_of::<Star>(Star::USER.lt("user0003"));
        let found = newest.all(db).await.expect("a query");
        let pulls = (1..=20).map(|number| format!("p{number}"));
        let expected: Vec<String> = (58..=60)
            .map(|number| format!("i{number}"))
            .chain(pulls)
            .chain(["repo", "s0001", "s0002"].map(str::to_owned))
            .collect();
        assert_eq!(written(&found), expected);
        // One in the middle is left out by a check; ranges of one member are joined.
        let middle = query()
            .range_of::<Issue>(Issue::NUMBER.ge(60))
            .range_of::<Pull>(Pull::NUMBER.ge(4))
            .range_of::<Pull>(Pull::NUMBER.lt(6))
            .range_of::<Star>(Star::USER.eq("user0900"));
        let expected = ["i60", "p4", "p5", "repo", "s0900"];
        assert_eq!(
            written(&middle.clone().all(db).await.expect("a query")),
            expected
        );
        assert_eq!(middle.clone().count(db).await.expect("a count"), 5);
        let (mut found, mut cursor): (_, Option<Cursor>) = (Vec::new(), None);
        loop {
            let page = middle.clone().limit(2).after(cursor).send(db).await;
            let page = page.expect("a page");
            found.extend(page.items);
            assert!(found.len() <= 5, "nothing comes twice");
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(written(&found), expected);
        let page = middle.limit(2).send(db).await.expect("a page");
        let other = query()
            .range_of::<Issue>(Issue::NUMBER.ge(60))
            .after(page.next);
        assert!(matches!(other.send(db).await, Err(Error::Cursor(_))));
    })
    .await;
}

#[tokio::test]
async fn a_range_that_leaves_a_member_out_narrows_the_read() {
    with_table::<GitHub>(async |db| {
        fill(db).await;
        let meter = Meter::new();
        let none = Star::USER.lt("a");
        let few = Everything::query(PARTITION)
            .range_of::<Star>(none)
            .range_of::<Issue>(Issue::NUMBER.gt(58))
            .meter(&meter);
        assert_eq!(few.all(db).await.expect("a query").len(), 2 + 20 + 1);
        assert!(meter.capacity().units <= 1.0, "{:?}", meter.capacity());
        let gone = Everything::query(PARTITION)
            .range_of::<Issue>(Issue::NUMBER.le(2))
            .range_of::<Star>(Star::USER.gt("user0899"))
            .range_of::<Pull>(Pull::NUMBER.gt(100));
        let gone = gone.delete_partition().send(db).await;
        assert_eq!(gone.expect("a deletion"), 2 + 1 + 1);
        let left = Everything::query(PARTITION).count(db).await;
        assert_eq!(left.expect("a count"), 58 + 20 + 899);
    })
    .await;
}

#[tokio::test]
async fn a_filter_of_one_member_keeps_the_others() {
    with_table::<GitHub>(async |db| {
        fill(db).await;
        let open = WithIssues::query(PARTITION)
            .skip_unknown()
            .filter_of::<Issue>(Issue::STATUS.eq("open"));
        assert_eq!(open.count(db).await.expect("a count"), 20 + 1);
        let merged = Everything::query(PARTITION)
            .filter_of::<Issue>(Issue::STATUS.eq("open"))
            .filter_of::<Pull>(Pull::STATUS.eq("merged"))
            .range_of::<Star>(Star::USER.le("user0001"));
        let found = written(&merged.all(db).await.expect("a query"));
        assert_eq!(found.len(), 20 + 10 + 1 + 1);
        assert_eq!(found[20..23], ["p2", "p4", "p6"]);
    })
    .await;
}

#[tokio::test]
async fn a_filter_that_can_hold_for_every_member_is_taken() {
    with_table::<GitHub>(async |db| {
        fill(db).await;
        let merged = |pull: &str| Pull::STATUS.eq(pull);
        let kept = PullFirst::query(PARTITION)
            .skip_unknown()
            .filter(merged("merged").or(Pull::STATUS.not_exists()));
        // The issues have a status, and it is none of these.
        assert_eq!(kept.count(db).await.expect("a count"), 20 + 900);
        let refused = PullFirst::query(PARTITION).filter(merged("merged")).all(db);
        let error = refused.await.expect_err("an error").to_string();
        assert!(
            error.contains("`Star`") && error.contains("filter_of"),
            "{error}"
        );
    })
    .await;
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = GitHub)]
enum PullFirst {
    Pull(Pull),
    Issue(Issue),
    Star(Star),
}

/// Through an index, by the keys of the table.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = GitHub, index = "GSI1")]
enum OfOwner {
    Repo(Repo),
    Issue(Issue),
}

#[tokio::test]
async fn members_of_an_index_are_narrowed_as_well() {
    with_table::<GitHub>(async |db| {
        fill(db).await;
        let query = || OfOwner::query("ada");
        assert_eq!(query().count(db).await.expect("a count"), 61);
        let fixed = (Issue::REPO.eq("engine"), Issue::NUMBER.gt(50));
        let some = query().range_of::<Issue>(fixed);
        assert_eq!(some.count(db).await.expect("a count"), 10 + 1);
        let open = query().filter_of::<Issue>(Issue::STATUS.eq("open"));
        assert_eq!(open.count(db).await.expect("a count"), 20 + 1);
    })
    .await;
}

/// A table without a type attribute.
mod by_keys {
    use super::{Collection, Item, Table, with_table};

    #[derive(Table)]
    #[table(name = "forum", pk = "PK", sk = "SK")]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    struct Forum;

    #[derive(Debug, Clone, PartialEq, Item)]
    #[dynamo(table = Forum)]
    #[key(pk = "TOPIC#{topic}", sk = "TOPIC#{topic}")]
    #[gsi(name = "GSI1", pk = "AUTHOR#{author}", sk = "{at}#T")]
    struct Topic {
        topic: String,
        author: String,
        at: String,
    }

    #[derive(Debug, Clone, PartialEq, Item)]
    #[dynamo(table = Forum)]
    #[key(pk = "TOPIC#{topic}", sk = "POST#{at}")]
    #[gsi(name = "GSI1", pk = "AUTHOR#{author}", sk = "{at}#P")]
    struct Post {
        topic: String,
        author: String,
        at: String,
        likes: u32,
    }

    #[derive(Debug, Clone, PartialEq, Collection)]
    #[collection(table = Forum)]
    enum Thread {
        Topic(Topic),
        Post(Post),
    }

    #[derive(Debug, Clone, PartialEq, Collection)]
    #[collection(table = Forum, index = "GSI1")]
    enum Written {
        Topic(Topic),
        Post(Post),
    }

    #[tokio::test]
    async fn an_index_tells_members_by_the_keys_of_the_table() {
        with_table::<Forum>(async |db| {
            let (topic, author) = (|| "t".to_owned(), || "ann".to_owned());
            let first = Topic {
                topic: topic(),
                author: author(),
                at: "00".into(),
            };
            first.put().send(db).await.expect("a put");
            let posts = (1..20).map(|likes| Post {
                topic: topic(),
                author: author(),
                at: format!("{likes:02}"),
                likes,
            });
            db.load(posts).await.expect("a load");
            let liked = Written::query("ann").filter_of::<Post>(Post::LIKES.ge(15));
            assert_eq!(liked.count(db).await.expect("a count"), 5 + 1);
            let thread = Thread::query("t").range_of::<Post>(Post::AT.ge("18"));
            assert_eq!(thread.count(db).await.expect("a count"), 2 + 1);
            // The table's keys are what is queried, and nothing else tells them apart.
            let error = Thread::query("t").filter_of::<Post>(Post::LIKES.ge(15));
            let error = error.count(db).await.expect_err("an error").to_string();
            assert!(error.contains("`type_attr`"), "{error}");
        })
        .await;
    }
}

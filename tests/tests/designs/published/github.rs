//! Repositories with issues, pull requests, stars and forks; users and organisations.

use dynamo_runtime::{Attribute, Collection, Item, Table, check_items};
use tests::with_table;

#[derive(Table)]
#[table(name = "github", pk = "PK", sk = "SK", type_attr = "Type")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[gsi(name = "GSI3", pk = "GSI3PK", sk = "GSI3SK")]
#[gsi(name = "GSI4", pk = "GSI4PK", sk = "GSI4SK")]
struct GitHub;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = GitHub)]
#[key(pk = "REPO#{owner}#{repo}", sk = "REPO#{owner}#{repo}")]
#[gsi(
    name = "GSI1",
    pk = "REPO#{owner}#{repo}",
    sk = "REPO#{owner}#{repo}",
    query = "with_pulls"
)]
#[gsi(name = "GSI2", pk = "REPO#{owner}#{repo}", sk = "#REPO#{repo}", query = "with_forks", when = self.forked_from.is_none())]
#[gsi(
    name = "GSI2",
    pk = "REPO#{forked_from}#{repo}",
    sk = "FORK#{owner}",
    query = "forks"
)]
#[gsi(
    name = "GSI3",
    pk = "ACCOUNT#{owner}",
    sk = "#{updated_at}",
    query = "of_account"
)]
struct Repo {
    owner: String,
    repo: String,
    forked_from: Option<String>,
    updated_at: String,
    next_number: u32,
    stars: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
enum Status {
    Open,
    Closed,
}

/// The highest number an issue may have; the open ones are listed by what is left to it, so that
/// the newest stands first.
const LAST: u32 = 99_999_999;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = GitHub)]
#[key(pk = "REPO#{owner}#{repo}", sk = "ISSUE#{number:08}")]
#[gsi(name = "GSI4", pk = "REPO#{owner}#{repo}", sk = "#ISSUE#OPEN#{left:08}", query = "open", when = self.status == Status::Open)]
#[gsi(
    name = "GSI4",
    pk = "REPO#{owner}#{repo}",
    sk = "ISSUE#CLOSED#{number:08}",
    query = "closed"
)]
struct Issue {
    owner: String,
    repo: String,
    number: u32,
    left: u32,
    status: Status,
    title: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = GitHub)]
#[key(
    pk = "PR#{owner}#{repo}#{number:08}",
    sk = "PR#{owner}#{repo}#{number:08}"
)]
#[gsi(
    name = "GSI1",
    pk = "REPO#{owner}#{repo}",
    sk = "PR#{number:08}",
    query = "with_pulls"
)]
struct PullRequest {
    owner: String,
    repo: String,
    number: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = GitHub)]
#[key(
    pk = "ISSUECOMMENT#{owner}#{repo}#{number:08}",
    sk = "ISSUECOMMENT#{id}"
)]
struct IssueComment {
    owner: String,
    repo: String,
    number: u32,
    id: String,
}

/// A user's reaction to an issue or a comment, at most one of a kind.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = GitHub)]
#[key(
    pk = "REACTION#{target:escape}#{user}#{kind}",
    sk = "REACTION#{target:escape}#{user}#{kind}"
)]
struct Reaction {
    target: String,
    user: String,
    kind: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = GitHub)]
#[key(pk = "REPO#{owner}#{repo}", sk = "STAR#{user}")]
struct Star {
    owner: String,
    repo: String,
    user: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = GitHub)]
#[key(pk = "ACCOUNT#{name}", sk = "ACCOUNT#{name}")]
#[gsi(
    name = "GSI3",
    pk = "ACCOUNT#{name}",
    sk = "ACCOUNT#{name}",
    query = "itself"
)]
struct User {
    name: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = GitHub)]
#[key(pk = "ACCOUNT#{organisation}", sk = "MEMBERSHIP#{user}")]
struct Membership {
    organisation: String,
    user: String,
    role: String,
}

/// A repository in the middle: issues before it, stars behind it.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = GitHub)]
enum RepoRecord {
    Repo(Repo),
    Issue(Issue),
    Star(Star),
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(query = "with_pulls")]
enum PullRecord {
    Repo(Repo),
    Pull(PullRequest),
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = GitHub)]
enum AccountRecord {
    User(User),
    Membership(Membership),
}

const _: () = check_items::<(
    Repo,
    Issue,
    PullRequest,
    IssueComment,
    Reaction,
    Star,
    User,
    Membership,
)>();

fn repo(owner: &str, forked_from: Option<&str>) -> Repo {
    Repo {
        owner: owner.into(),
        repo: "dynamo".into(),
        forked_from: forked_from.map(Into::into),
        updated_at: format!("2025-01-0{}", owner.len()),
        next_number: 0,
        stars: 0,
    }
}

fn issue(number: u32) -> Issue {
    Issue {
        owner: "ann".into(),
        repo: "dynamo".into(),
        number,
        left: LAST - number,
        status: Status::Open,
        title: format!("No {number}"),
    }
}

#[tokio::test]
async fn issues_and_pull_requests_share_their_numbers() {
    with_table::<GitHub>(async |db| {
        super::put!(db, repo("ann", None));
        for _ in 0..12 {
            let counted = Repo::key("ann", "dynamo")
                .update()
                .add(Repo::NEXT_NUMBER, 1);
            let counted = counted.returning_new().send(db).await.expect("an update");
            issue(counted.next_number)
                .create()
                .send(db)
                .await
                .expect("a create");
        }
        let pull = PullRequest {
            owner: "ann".into(),
            repo: "dynamo".into(),
            number: 13,
        };
        super::put!(db, pull);
        let star = |user: &str| Star {
            owner: "ann".into(),
            repo: "dynamo".into(),
            user: user.into(),
        };
        super::put!(db, star("u1"), star("u2"));
        // The repository with its newest issues, in one query.
        let numbers =
            |issues: &[Issue]| issues.iter().map(|issue| issue.number).collect::<Vec<_>>();
        let records = RepoRecord::query(("ann", "dynamo"))
            .all(db)
            .await
            .expect("a query");
        let groups: RepoRecordGroups = records.into_iter().collect();
        assert_eq!((groups.issue.len(), groups.star.len()), (12, 2));
        assert_eq!(groups.repo[0].next_number, 12);
        let open = Issue::open("ann", "dynamo")
            .limit(3)
            .all(db)
            .await
            .expect("a query");
        assert_eq!(numbers(&open), [12, 11, 10]);
        let newest = Issue::query("ann", "dynamo")
            .descending()
            .limit(2)
            .all(db)
            .await;
        assert_eq!(numbers(&newest.expect("a query")), [12, 11]);
        let close = Issue::key("ann", "dynamo", 11).modify(|issue| issue.status = Status::Closed);
        close.send(db).await.expect("a modify");
        let open = Issue::open("ann", "dynamo")
            .limit(2)
            .all(db)
            .await
            .expect("a query");
        assert_eq!(numbers(&open), [12, 10]);
        let closed = Issue::closed("ann", "dynamo")
            .all(db)
            .await
            .expect("a query");
        assert_eq!(numbers(&closed), [11]);
        let pulls = PullRecord::query(("ann", "dynamo"))
            .all(db)
            .await
            .expect("a query");
        assert_eq!(pulls[0], PullRecord::Pull(pull));
        assert_eq!(pulls.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn repositories_have_forks_stars_and_comments() {
    with_table::<GitHub>(async |db| {
        super::put!(
            db,
            repo("ann", None),
            repo("bo", Some("ann")),
            repo("cleo", Some("ann"))
        );
        let forks = Repo::forks("ann", "dynamo").all(db).await.expect("a query");
        let owners: Vec<_> = forks.iter().map(|repo| repo.owner.as_str()).collect();
        assert_eq!(owners, ["bo", "cleo"]);
        let itself = Repo::with_forks("ann", "dynamo")
            .one(db)
            .await
            .expect("one");
        assert_eq!(itself.owner, "ann");
        let mine = Repo::of_account("bo")
            .descending()
            .all(db)
            .await
            .expect("a query");
        assert_eq!(mine.len(), 1);
        let star = Star {
            owner: "ann".into(),
            repo: "dynamo".into(),
            user: "u".into(),
        };
        let starred = async || {
            let count = Repo::key("ann", "dynamo").update().add(Repo::STARS, 1);
            db.transact((star.create(), count)).await
        };
        starred().await.expect("a star");
        starred().await.expect_err("starred already");
        let comment = |id: &str| IssueComment {
            owner: "ann".into(),
            repo: "dynamo".into(),
            number: 7,
            id: id.into(),
        };
        super::put!(db, comment("c1"), comment("c2"));
        let comments = IssueComment::query("ann", "dynamo", 7).all(db).await;
        assert_eq!(comments.expect("a query"), [comment("c1"), comment("c2")]);
        let reaction = Reaction {
            target: "ISSUE#ann#dynamo#7".into(),
            user: "u".into(),
            kind: "+1".into(),
        };
        reaction.create().send(db).await.expect("a create");
        let again = reaction.create().send(db).await.expect_err("once");
        assert!(again.is_condition_failed());
        let member = Membership {
            organisation: "acme".into(),
            user: "u".into(),
            role: "dev".into(),
        };
        let organisation = User {
            name: "acme".into(),
        };
        super::put!(db, member, organisation);
        let records = AccountRecord::query("acme").all(db).await.expect("a query");
        assert_eq!(records, [organisation.into(), member.into()]);
        assert_eq!(User::itself("acme").count(db).await.expect("a count"), 1);
    })
    .await;
}

//! Indexes: which items are in them, by which keys, and what a query of them reads.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Attribute, Item};
use tests::with_table;

fn text(item: &HashMap<String, AttributeValue>, name: &str) -> Option<String> {
    item.get(name)
        .map(|value| value.as_s().expect("text").clone())
}

/// A task that is in one index by its owner or by its team, in another while it is open, and in a
/// third by parts.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "tasks", pk = "id")]
#[gsi(
    name = "Who",
    pk = "OWNER#{owner}",
    sk = "{due}",
    pk_attr = "who",
    sk_attr = "who_due",
    query = "of_owner"
)]
#[gsi(name = "Open", pk = literal("OPEN"), sk = "{due}#{id}", pk_attr = "open", sk_attr = "open_due", query = "open", when = self.status == Status::Open && self.weight > 1)]
#[gsi(
    name = "Who",
    pk = "TEAM#{team}",
    sk = "{due}",
    pk_attr = "who",
    sk_attr = "who_due",
    query = "of_team"
)]
#[gsi(name = "Due", pk = "team", sk = "due", query = "due_in_team")]
struct Task {
    id: String,
    owner: Option<String>,
    team: Option<String>,
    due: Option<String>,
    status: Status,
    weight: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
enum Status {
    Open,
    Done,
}

fn task(id: &str, owner: Option<&str>, team: Option<&str>, due: Option<&str>) -> Task {
    Task {
        id: id.into(),
        owner: owner.map(Into::into),
        team: team.map(Into::into),
        due: due.map(Into::into),
        status: Status::Open,
        weight: 2,
    }
}

#[test]
fn a_sort_key_is_written_with_its_partition_key() {
    let item = task("t", Some("ann"), None, None)
        .to_item()
        .expect("an item");
    assert_eq!(text(&item, "who").as_deref(), Some("OWNER#ann"));
    assert_eq!(text(&item, "open").as_deref(), Some("OPEN"));
    for absent in ["who_due", "open_due", "team", "due"] {
        assert!(!item.contains_key(absent), "{absent}");
    }
    let item = task("t", None, None, Some("may"))
        .to_item()
        .expect("an item");
    assert_eq!(text(&item, "who"), None);
    assert_eq!(text(&item, "who_due"), None);
    assert_eq!(text(&item, "open_due").as_deref(), Some("may#t"));
}

#[test]
fn the_first_alternative_that_applies_is_written() {
    let who = |owner, team| {
        let item = task("t", owner, team, Some("may")).to_item();
        text(&item.expect("an item"), "who")
    };
    assert_eq!(who(Some("a"), Some("b")).as_deref(), Some("OWNER#a"));
    assert_eq!(who(None, Some("b")).as_deref(), Some("TEAM#b"));
    assert_eq!(who(None, None), None);
}

#[test]
fn a_false_when_leaves_the_partition_key_out() {
    let mut done = task("t", None, None, Some("may"));
    done.status = Status::Done;
    let item = done.to_item().expect("an item");
    assert!(!item.contains_key("open"));
    let mut light = task("t", None, None, Some("may"));
    light.weight = 1;
    assert!(!light.to_item().expect("an item").contains_key("open"));
}

#[tokio::test]
async fn an_item_is_in_an_index_only_with_all_its_keys() {
    with_table::<Task>(async |db| {
        let mut done = task("done", Some("ann"), Some("x"), Some("2025-03"));
        done.status = Status::Done;
        let tasks = [
            task("both", Some("ann"), Some("x"), Some("2025-02")),
            task("team", None, Some("x"), Some("2025-01")),
            task("undue", Some("ann"), Some("x"), None),
            task("none", None, None, Some("2025-01")),
            done,
        ];
        for task in &tasks {
            task.put().send(db).await.expect("a put");
        }
        let ids = |tasks: Vec<Task>| tasks.into_iter().map(|task| task.id).collect::<Vec<_>>();
        let found = Task::of_owner("ann").all(db).await.expect("a query");
        assert_eq!(ids(found), ["both", "done"]);
        let found = Task::of_team("x").all(db).await.expect("a query");
        assert_eq!(
            ids(found),
            ["team"],
            "by its owner a task is not found by its team"
        );
        let found = Task::open().all(db).await.expect("a query");
        assert_eq!(ids(found), ["none", "team", "both"]);
        let found = Task::due_in_team("x").all(db).await.expect("a query");
        assert_eq!(ids(found), ["team", "both", "done"]);
        let late = Task::due_in_team("x").range(Task::DUE.gt("2025-01"));
        assert_eq!(ids(late.all(db).await.expect("a query")), ["both", "done"]);
        let late = Task::open().range(Task::DUE.le("2025-01")).descending();
        assert_eq!(ids(late.all(db).await.expect("a query")), ["team", "none"]);
        let due = (Task::DUE.eq("2025-01"), Task::ID.gt("none"));
        assert_eq!(
            ids(Task::open().range(due).all(db).await.expect("a query")),
            ["team"]
        );
    })
    .await;
}

#[tokio::test]
async fn an_item_written_again_leaves_the_indexes_it_is_no_longer_in() {
    with_table::<Task>(async |db| {
        let mut task = task("t", Some("ann"), Some("x"), Some("2025-01"));
        task.put().send(db).await.expect("a put");
        task.owner = None;
        task.status = Status::Done;
        task.put().send(db).await.expect("a put");
        assert_eq!(Task::of_owner("ann").count(db).await.expect("a count"), 0);
        assert_eq!(Task::open().count(db).await.expect("a count"), 0);
        assert_eq!(Task::of_team("x").one(db).await.expect("one"), task);
    })
    .await;
}

#[tokio::test]
async fn pages_of_an_index_join_where_they_are_cut() {
    with_table::<Task>(async |db| {
        for number in 0..7 {
            let id = format!("t{number}");
            let due = format!("2025-0{}", number % 2 + 1);
            let task = task(&id, Some("ann"), Some("x"), Some(&due));
            task.put().send(db).await.expect("a put");
        }
        let whole = Task::open().all(db).await.expect("a query");
        assert_eq!(whole.len(), 7);
        for page_size in [1, 3, 100] {
            let (mut found, mut cursor) = (Vec::new(), None);
            loop {
                let query = Task::open().limit(2).page_size(page_size).after(cursor);
                let page = query.send(db).await.expect("a query");
                found.extend(page.items);
                cursor = page.next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(found, whole, "page size {page_size}");
        }
    })
    .await;
}

/// Keys of several attributes each, of several types.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "matches", pk = "id")]
#[gsi(name = "Bracket", pk = ["tournament", "region"], sk = ["round", "bracket", "id"], query = "of_bracket")]
struct Match {
    id: String,
    tournament: String,
    region: String,
    round: Option<u32>,
    bracket: String,
}

fn game(id: &str, round: Option<u32>, bracket: &str) -> Match {
    Match {
        id: id.into(),
        tournament: "open".into(),
        region: "eu".into(),
        round,
        bracket: bracket.into(),
    }
}

#[test]
fn attributes_of_a_key_are_those_of_the_fields() {
    let item = game("m", Some(2), "upper").to_item().expect("an item");
    let mut names: Vec<_> = item.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["bracket", "id", "region", "round", "tournament"]);
}

#[tokio::test]
async fn a_key_of_several_attributes_is_narrowed_from_the_left() {
    let db = tests::db_for::<Match>().await;
    db.create_table::<Match>().await.expect("a table");
    let games = [
        game("a", Some(1), "lower"),
        game("b", Some(1), "upper"),
        game("c", Some(2), "lower"),
        game("d", Some(2), "upper"),
        game("e", Some(10), "upper"),
    ];
    for game in games.iter().rev().chain([&game("x", None, "upper")]) {
        game.put().send(&db).await.expect("a put");
    }
    let query = || Match::of_bracket("open", "eu");
    assert_eq!(
        query().all(&db).await.expect("a query"),
        games,
        "sparse, and in order"
    );
    let found = query().range(Match::ROUND.gt(1)).all(&db).await;
    assert_eq!(found.expect("a query"), games[2..]);
    let found = query().range((Match::ROUND.eq(1), Match::BRACKET.begins_with("u")));
    assert_eq!(found.all(&db).await.expect("a query"), games[1..2]);
    let found = query().range((
        Match::ROUND.eq(2),
        Match::BRACKET.eq("upper"),
        Match::ID.ge("d"),
    ));
    assert_eq!(found.all(&db).await.expect("a query"), games[3..4]);
    assert_eq!(
        Match::of_bracket("open", "us")
            .count(&db)
            .await
            .expect("a count"),
        0
    );
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let page = query().filter(Match::ID.ne("b").unchecked()).into_sdk(&db);
        assert!(page.is_err(), "a filter names no key");
        let page = query().limit(2).page_size(3).after(cursor).send(&db).await;
        let page = page.expect("a query");
        found.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, games);
    let _ = db.delete_table::<Match>().await;
}

//! Shards of a shared table: alternatives, conditions, collections, and a table key that an index
//! leads to.

use dynamo_runtime::{Collection, Db, Item, Table};
use tests::with_table;

#[derive(Table)]
#[table(name = "tracker", pk = "PK", sk = "SK", type_attr = "type")]
#[gsi(name = "Open", pk = "OpenPK", sk = "OpenSK")]
#[gsi(name = "Slim", pk = "SlimPK", projection = "KEYS_ONLY")]
struct Tracker;

/// Its own key is sharded by a number that the sort key pads.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Tracker)]
#[key(pk = "PROJECT#{project}#{number:shard(4)}", sk = "BUG#{number:06}")]
#[gsi(name = "Open", pk = "OPEN#{project}#{number:shard(4)}", sk = "{at}", when = !self.closed, query = "open")]
#[gsi(
    name = "Open",
    pk = "CLOSED#{project}#{number:shard(2)}",
    sk = "{at}",
    query = "closed"
)]
#[gsi(name = "Slim", pk = "{owner:shard(3)}", query = "owned")]
struct Bug {
    project: String,
    number: u32,
    at: String,
    closed: bool,
    owner: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Tracker)]
#[key(pk = "PROJECT#{project}#{id:shard(4)}", sk = "TASK#{id:06}")]
#[gsi(
    name = "Open",
    pk = "OPEN#{project}#{id:shard(4)}",
    sk = "{at}",
    query = "open"
)]
struct Task {
    project: String,
    id: u32,
    at: String,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Tracker, query = "open")]
enum Open {
    Bug(Bug),
    Task(Task),
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Tracker)]
enum Work {
    Bug(Bug),
    Task(Task),
}

fn bug(number: u32) -> Bug {
    Bug {
        project: "p".into(),
        number,
        at: format!("{number:03}b"),
        closed: number.is_multiple_of(3),
        owner: number.is_multiple_of(2).then(|| format!("o{number}")),
    }
}

fn task(id: u32) -> Task {
    Task {
        project: "p".into(),
        id,
        at: format!("{id:03}t"),
    }
}

async fn with_work(test: impl AsyncFnOnce(&Db)) {
    with_table::<Tracker>(async |db| {
        db.load((1..21).map(bug)).await.expect("a load");
        db.load((1..11).map(task)).await.expect("a load");
        test(db).await;
    })
    .await;
}

fn at(open: &Open) -> &str {
    match open {
        Open::Bug(bug) => &bug.at,
        Open::Task(task) => &task.at,
    }
}

#[tokio::test]
async fn alternatives_have_shards_of_their_own() {
    with_work(async |db| {
        let numbers = |bugs: Vec<Bug>| bugs.iter().map(|bug| bug.number).collect::<Vec<_>>();
        let open = Bug::open("p").all(db).await.expect("a query");
        let expected: Vec<_> = (1..21).filter(|number| number % 3 != 0).collect();
        assert_eq!(numbers(open), expected);
        let closed = Bug::closed("p").descending().all(db).await;
        assert_eq!(numbers(closed.expect("a query")), [18, 15, 12, 9, 6, 3]);
        // An update that decides the alternative moves the item to another shard.
        let update = Bug::key("p", 4_u32).update();
        let update = update.set((Bug::AT, Bug::CLOSED), ("004b", true));
        update.send(db).await.expect("an update");
        assert_eq!(Bug::closed("p").count(db).await.expect("a count"), 7);
    })
    .await;
}

#[tokio::test]
async fn collections_are_merged() {
    with_work(async |db| {
        let open = Open::query("p").all(db).await.expect("a query");
        assert_eq!(open.len(), 24);
        assert!(open.is_sorted_by_key(at));
        let (mut found, mut cursor) = (Vec::new(), None);
        loop {
            let page = Open::query("p").limit(5).after(cursor).send(db).await;
            let page = page.expect("a page");
            found.extend(page.items);
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(found, open);
        let one = Open::query("p").in_shard(1).all(db).await.expect("a query");
        assert!(!one.is_empty() && one.len() < 24);
    })
    .await;
}

#[tokio::test]
async fn a_collection_of_sharded_tables_is_one_partition() {
    with_work(async |db| {
        let work = Work::query("p").all(db).await.expect("a query");
        let bugs = work.iter().take_while(|work| matches!(work, Work::Bug(_)));
        assert_eq!((bugs.count(), work.len()), (20, 30));
        let few = Work::query("p").range_of::<Task>(Task::ID.le(3_u32));
        let tasks = few.descending().limit(3).all(db).await.expect("a query");
        assert_eq!(tasks, [task(3), task(2), task(1)].map(Work::Task));
        assert_eq!(
            Work::query("p")
                .delete_partition()
                .send(db)
                .await
                .expect("a deletion"),
            30
        );
    })
    .await;
}

#[tokio::test]
async fn an_index_leads_to_items_of_a_sharded_table() {
    with_work(async |db| {
        let owned = Bug::owned().hydrate().all(db).await.expect("the items");
        let mut numbers: Vec<_> = owned.iter().map(|bug| bug.number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (2..21).step_by(2).collect::<Vec<_>>());
    })
    .await;
}

#[tokio::test]
async fn an_index_without_a_sort_key_is_read_shard_by_shard() {
    with_work(async |db| {
        let all = Bug::owned().all(db).await.expect("a query");
        let mut by_shard = Vec::new();
        for shard in 0..3 {
            let found = Bug::owned().in_shard(shard).all(db).await;
            by_shard.extend(found.expect("a query").into_iter().map(|bug| bug.number));
        }
        let found: Vec<_> = all.iter().map(|bug| bug.number).collect();
        assert_eq!(found, by_shard);
        for limit in [1, 4] {
            let (mut found, mut cursor) = (Vec::new(), None);
            loop {
                let page = Bug::owned().limit(limit).after(cursor).send(db).await;
                let page = page.expect("a page");
                found.extend(page.items.into_iter().map(|bug| bug.number));
                cursor = page.next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(found, by_shard);
        }
        assert_eq!(Bug::owned().count(db).await.expect("a count"), 10);
    })
    .await;
}

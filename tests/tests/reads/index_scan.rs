//! Scans of an index: what it holds, with everything that scans of a table have.

use std::collections::BTreeSet;

use dynamo_runtime::op::Indexed;
use dynamo_runtime::op::bulk::Checkpoint;
use dynamo_runtime::{Db, Error, Item, Meter, Scan, Table, View};
use tests::with_table;

/// A ticket that is in the index of open ones while somebody has it.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "tickets", pk = "id")]
#[gsi(
    name = "Open",
    pk = "OWNER#{owner}",
    pk_attr = "open_pk",
    sk = "rank",
    query = "open",
    scan = "all_open"
)]
#[gsi(name = "Titles", pk = "kind", projection = ["title"], query = "titles", scan = "all_titles")]
struct Ticket {
    id: u32,
    owner: Option<String>,
    rank: u32,
    kind: String,
    title: String,
    #[dynamo(soft_delete)]
    gone: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, View)]
#[view(item = Ticket)]
struct Title {
    title: String,
}

type OpenScan = Scan<Ticket, Indexed<TicketQueries::open>>;
type TitleScan = Scan<Ticket, Indexed<TicketQueries::titles>>;

fn open() -> OpenScan {
    Ticket::all_open()
}

fn titles() -> TitleScan {
    Ticket::all_titles()
}

fn ticket(id: u32) -> Ticket {
    Ticket {
        id,
        owner: (!id.is_multiple_of(3)).then(|| format!("o{}", id % 7)),
        rank: id % 2,
        kind: format!("k{}", id % 5),
        title: format!("title {id}"),
        gone: id.is_multiple_of(10).then_some(1),
    }
}

async fn fill(db: &Db) {
    db.load((0..90).map(ticket)).await.expect("a load");
}

/// The tickets of the index that are not deleted.
fn expected() -> BTreeSet<u32> {
    let shown = |id: &u32| !id.is_multiple_of(3) && !id.is_multiple_of(10);
    (0..90).filter(shown).collect()
}

fn ids(tickets: &[Ticket]) -> BTreeSet<u32> {
    tickets.iter().map(|ticket| ticket.id).collect()
}

#[tokio::test]
async fn it_gives_what_the_index_holds() {
    with_table::<Ticket>(async |db| {
        fill(db).await;
        let all = open().all(db).await.expect("a scan");
        assert_eq!((all.len(), ids(&all)), (54, expected()));
        assert_eq!(open().count(db).await.expect("a count"), 54);
        let whole = open().include_deleted().count(db).await;
        assert_eq!(whole.expect("a count"), 60);
        let ranked = open().filter(Ticket::RANK.eq(1)).all(db).await;
        let ranked = ranked.expect("a filter by a key of the index");
        assert!(!ranked.is_empty() && ranked.iter().all(|ticket| ticket.rank == 1));
        let none = open().filter(Ticket::ID.gt(1_000)).one(db).await;
        let none = none.expect_err("none").to_string();
        assert_eq!(
            none,
            "`Ticket::all_open` found no item; use `first` if there may be none"
        );
        let title = open().select::<Title>().first(db).await.expect("a scan");
        assert!(title.expect("a view").title.starts_with("title"));
        let request = open().segment(1, 4).into_sdk(db).expect("a request");
        assert_eq!(request.get_index_name().as_deref(), Some("Open"));
        assert_eq!(*request.get_total_segments(), Some(4));
    })
    .await;
}

#[tokio::test]
async fn its_pages_join_and_its_cursors_are_its_own() {
    with_table::<Ticket>(async |db| {
        fill(db).await;
        for (limit, page_size) in [(7, 100), (10, 3), (1, 20)] {
            let mut found = Vec::new();
            let mut cursor = None;
            loop {
                let scan = open().limit(limit).page_size(page_size);
                let page = scan.after(cursor).send(db).await.expect("a page");
                assert!(page.items.len() <= limit);
                found.extend(page.items);
                assert!(found.len() <= 54, "no ticket comes twice");
                cursor = page.next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(ids(&found), expected(), "limit {limit}");
        }
        let cursor = || async { open().limit(2).send(db).await.expect("a page").next };
        let table = Ticket::scan().after(cursor().await).send(db).await;
        assert!(matches!(table, Err(Error::Cursor(_))), "{table:?}");
        let other = titles().after(cursor().await).send(db).await;
        assert!(matches!(other, Err(Error::Cursor(_))), "{other:?}");
        let table = Ticket::scan().limit(2).send(db).await.expect("a page");
        let index = open().after(table.next).send(db).await;
        assert!(matches!(index, Err(Error::Cursor(_))), "{index:?}");
    })
    .await;
}

#[tokio::test]
async fn it_is_read_in_parallel_and_resumed() {
    with_table::<Ticket>(async |db| {
        fill(db).await;
        let scan = || open().page_size(5).parallel(3);
        let all = scan().all(db).await.expect("a scan");
        assert_eq!((all.len(), ids(&all)), (54, expected()));
        let mut stream = scan().stream(db).expect("a scan");
        let mut seen = BTreeSet::new();
        for _ in 0..20 {
            let ticket = stream.next().await.expect("more").expect("a ticket");
            seen.insert(ticket.id);
        }
        let text = stream.checkpoint().expect("a checkpoint").to_string();
        let rest = scan().resume(text.parse::<Checkpoint>().expect("its text"));
        seen.extend(ids(&rest.all(db).await.expect("a scan")));
        assert_eq!(seen, expected());
    })
    .await;
}

#[tokio::test]
async fn a_part_that_the_index_projects_is_given_as_its_struct() {
    with_table::<Ticket>(async |db| {
        fill(db).await;
        // The index does not hold what tells the deleted ones.
        let refused = titles().all(db).await.expect_err("an error").to_string();
        assert!(refused.contains("`gone`"), "{refused}");
        let meter = Meter::new();
        let all = titles().include_deleted().meter(&meter);
        let all: Vec<TicketTitles> = all.all(db).await.expect("a scan");
        assert_eq!(all.len(), 90);
        assert!(
            all.iter()
                .all(|part| part.title == format!("title {}", part.id))
        );
        assert_eq!(meter.capacity().requests, 1);
        let filter = titles().include_deleted().filter(Ticket::RANK.eq(1));
        let error = filter.all(db).await.expect_err("an error").to_string();
        assert!(
            error.contains("`rank`") && error.contains("`Titles`"),
            "{error}"
        );
    })
    .await;
}

#[derive(Table)]
#[table(name = "zoo", pk = "PK", sk = "SK")]
#[gsi(name = "ByName", pk = "name_pk", projection = "KEYS_ONLY")]
struct Zoo;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Zoo)]
#[key(pk = "ZOO#{zoo}", sk = "BIRD#{name}")]
#[gsi(
    name = "ByName",
    pk = "BIRD#{name}",
    query = "birds",
    scan = "all_birds"
)]
struct Bird {
    #[dynamo(key_only)]
    zoo: String,
    #[dynamo(key_only)]
    name: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Zoo)]
#[key(pk = "ZOO#{zoo}", sk = "FISH#{name}")]
#[gsi(name = "ByName", pk = "FISH#{name}", query = "fish")]
struct Fish {
    #[dynamo(key_only)]
    zoo: String,
    #[dynamo(key_only)]
    name: String,
}

#[tokio::test]
async fn other_types_of_the_index_are_left_out_by_their_keys() {
    with_table::<Zoo>(async |db| {
        let (zoo, name) = ("z", |number: u32| format!("n{number}"));
        let birds = (0..20).map(|number| Bird {
            zoo: zoo.into(),
            name: name(number),
        });
        let fish = (0..30).map(|number| Fish {
            zoo: zoo.into(),
            name: name(number),
        });
        db.load(birds).await.expect("a load");
        db.load(fish).await.expect("a load");
        let birds = Bird::all_birds;
        assert_eq!(birds().all(db).await.expect("a scan").len(), 20);
        assert_eq!(birds().count(db).await.expect("a count"), 20);
        let limited = birds().limit(15).page_size(4).send(db).await;
        let page = limited.expect("a page");
        assert_eq!(page.items.len(), 15);
        let rest = birds().after(page.next).all(db).await.expect("a scan");
        assert_eq!(rest.len(), 5);
    })
    .await;
}

//! Very many items: parallel scans, loads, and partitions that are deleted.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use dynamo_runtime::error::CursorError;
use dynamo_runtime::faults::{Fault, Faults, Operation};
use dynamo_runtime::op::bulk::{Checkpoint, Progress};
use dynamo_runtime::{Collection, Db, Error, Item, Table};
use tests::{faults as layer, with_table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attr = "type")]
struct Shop;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop)]
#[key(pk = "SHELF#{shelf}", sk = "BOOK#{number:05}")]
struct Book {
    shelf: String,
    number: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop)]
#[key(pk = "SHELF#{shelf}", sk = "LABEL#{text}")]
struct Label {
    shelf: String,
    text: String,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Shop)]
enum OnShelf {
    Book(Book),
    Label(Label),
}

fn book(shelf: &str, number: u32) -> Book {
    let shelf = shelf.to_owned();
    Book { shelf, number }
}

fn label(shelf: &str, text: &str) -> Label {
    let (shelf, text) = (shelf.to_owned(), text.to_owned());
    Label { shelf, text }
}

/// Books on forty shelves, and a label on each.
async fn fill(db: &Db, books: u32) {
    let labels = (0..40).map(|shelf| label(&shelf.to_string(), "full"));
    db.load(labels).await.expect("a load");
    let books = (0..books).map(|number| book(&(number % 40).to_string(), number));
    db.load(books).await.expect("a load");
}

/// The reports that a `progress` function gets.
fn told() -> (
    Arc<Mutex<Vec<Progress>>>,
    impl FnMut(Progress) + Send + 'static,
) {
    let all: Arc<Mutex<Vec<Progress>>> = Arc::default();
    let tell = Arc::clone(&all);
    (all, move |progress| {
        tell.lock().expect("no panic").push(progress);
    })
}

#[tokio::test]
async fn a_parallel_scan_reads_every_item_of_its_type_once() {
    with_table::<Shop>(async |db| {
        fill(db, 300).await;
        let (all, tell) = told();
        let scan = Book::scan().page_size(20).parallel(4).progress(tell);
        let books = scan.all(db).await.expect("a scan");
        let numbers: BTreeSet<u32> = books.iter().map(|book| book.number).collect();
        assert_eq!((books.len(), numbers.len()), (300, 300));

        let all = all.lock().expect("no panic");
        let last = all.last().expect("progress");
        assert_eq!((last.items, last.finished, last.parts), (300, 4, 4));
        assert!(all.is_sorted_by_key(|progress| (progress.items, progress.finished)));
    })
    .await;
}

#[tokio::test]
async fn a_parallel_scan_resumes_another() {
    with_table::<Shop>(async |db| {
        fill(db, 300).await;
        let scan = || Book::scan().page_size(10).parallel(3);
        let mut seen = BTreeSet::new();
        let mut checkpoint = None;
        let mut runs = 0;
        loop {
            let mut stream = scan().resume(checkpoint.take()).stream(db).expect("a scan");
            // A process that is killed after forty items.
            let mut taken = 0;
            while taken < 40
                && let Some(book) = stream.next().await
            {
                seen.insert(book.expect("a book").number);
                taken += 1;
            }
            let text = stream.checkpoint().expect("a checkpoint").to_string();
            let reached: Checkpoint = text.parse().expect("its text");
            runs += 1;
            if reached.is_end() {
                break;
            }
            assert!(runs < 100, "it comes to an end");
            checkpoint = Some(reached);
        }
        assert_eq!(seen.len(), 300);
        assert!(runs > 7, "the runs were short");
    })
    .await;
}

#[tokio::test]
async fn a_checkpoint_after_an_error_goes_on_with_what_was_not_read() {
    with_table::<Shop>(async |db| {
        fill(db, 300).await;
        let faults = layer::Faults::of_reads();
        let busy = faults.over_table::<Shop>(db);
        // Two segments read a page each, then one of them fails; and one that fails at once.
        for pages in [2, 0] {
            let refused = layer::Fault::Refuse("ValidationException");
            faults.script(std::iter::repeat_n(layer::Fault::Pass, pages).chain([refused]));
            let scan = || Book::scan().page_size(10).parallel(2);
            let (told, tell) = told();
            let mut stream = scan().progress(tell).stream(&busy).expect("a scan");
            let (mut seen, mut failures) = (BTreeSet::new(), 0);
            while let Some(book) = stream.next().await {
                match book {
                    Ok(book) => drop(seen.insert(book.number)),
                    Err(_) => failures += 1,
                }
            }
            assert_eq!(failures, 1);
            assert!(seen.len() < 300, "a segment was not read to its end");
            let last = told.lock().expect("no panic").last().copied();
            assert_eq!(last.map(|told| (told.finished, told.parts)), Some((1, 2)));
            let checkpoint = stream.checkpoint().expect("a checkpoint");
            assert!(!checkpoint.is_end());
            let text = checkpoint.to_string().parse::<Checkpoint>();
            let rest = scan().resume(text.expect("its text")).all(db).await;
            let rest: Vec<u32> = rest
                .expect("a scan")
                .iter()
                .map(|book| book.number)
                .collect();
            assert!(rest.iter().all(|number| !seen.contains(number)));
            seen.extend(rest);
            assert_eq!(seen.len(), 300);
        }
    })
    .await;
}

#[tokio::test]
async fn a_checkpoint_is_refused_by_another_scan() {
    with_table::<Shop>(async |db| {
        fill(db, 100).await;
        let mut stream = Book::scan()
            .page_size(5)
            .parallel(2)
            .stream(db)
            .expect("a scan");
        for _ in 0..20 {
            stream.next().await.expect("a book").expect("a book");
        }
        let checkpoint = stream.checkpoint().expect("a checkpoint");
        assert!(!checkpoint.is_end());
        let other = Label::scan().parallel(2).resume(checkpoint).stream(db);
        assert!(matches!(other, Err(Error::Cursor(CursorError::OtherQuery))));
    })
    .await;
}

#[tokio::test]
async fn a_parallel_scan_has_the_limit_and_filter_of_its_scan() {
    with_table::<Shop>(async |db| {
        fill(db, 100).await;
        let filtered = Book::scan().filter(Book::NUMBER.lt(30));
        assert_eq!(
            filtered
                .clone()
                .parallel(3)
                .all(db)
                .await
                .expect("a scan")
                .len(),
            30
        );
        assert_eq!(
            filtered
                .limit(7)
                .parallel(3)
                .all(db)
                .await
                .expect("a scan")
                .len(),
            7
        );
        let refused = Book::scan().segment(0, 2).parallel(2).stream(db);
        assert!(matches!(refused, Err(Error::Expression { .. })));
    })
    .await;
}

#[tokio::test]
async fn a_partition_is_deleted_by_type_by_range_and_whole() {
    with_table::<Shop>(async |db| {
        let books = (0..120)
            .map(|number| book("a", number))
            .chain([book("b", 1)]);
        db.load(books).await.expect("a load");
        let labels = (0..30).map(|number| label("a", &number.to_string()));
        db.load(labels).await.expect("a load");

        let range = Book::query("a")
            .range(Book::NUMBER.lt(20))
            .delete_partition();
        assert_eq!(range.send(db).await.expect("a deletion"), 20);
        let (all, tell) = told();
        let books = Book::query("a")
            .page_size(40)
            .delete_partition()
            .progress(tell);
        assert_eq!(books.send(db).await.expect("a deletion"), 100);
        let items: Vec<_> = all
            .lock()
            .expect("no panic")
            .iter()
            .map(|told| told.items)
            .collect();
        assert_eq!(items.last(), Some(&100));
        assert_eq!(Book::query("a").count(db).await.expect("a count"), 0);
        assert_eq!(Label::query("a").count(db).await.expect("a count"), 30);

        db.load([book("a", 1)]).await.expect("a load");
        let shelf = OnShelf::query("a").delete_partition().send(db).await;
        assert_eq!(shelf.expect("a deletion"), 31);
        assert_eq!(OnShelf::query("a").count(db).await.expect("a count"), 0);
        assert_eq!(Book::query("b").count(db).await.expect("a count"), 1);
    })
    .await;
}

#[tokio::test]
async fn a_load_writes_what_an_iterator_gives_the_later_of_two_last() {
    with_table::<Shop>(async |db| {
        let books = (0..260).map(|number| book("a", number % 200));
        let (all, tell) = told();
        let written = db.load(books).concurrency(2).progress(tell).await;
        assert_eq!(written.expect("a load"), 260);
        assert_eq!(Book::query("a").count(db).await.expect("a count"), 200);
        let last = all.lock().expect("no panic").last().copied();
        assert_eq!(last.map(|told| (told.items, told.finished)), Some((260, 1)));
        assert_eq!(db.load(Vec::<Book>::new()).await.expect("a load"), 0);
    })
    .await;
}

/// A stream that is not ready every other time.
struct Hesitant {
    next: u32,
    ready: bool,
}

impl futures_core::Stream for Hesitant {
    type Item = Book;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Book>> {
        self.ready = !self.ready;
        if self.ready {
            self.next += 1;
            let next = self.next;
            return Poll::Ready((next <= 150).then(|| book("s", next)));
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

#[tokio::test]
async fn a_load_writes_what_a_stream_gives() {
    with_table::<Shop>(async |db| {
        let stream = Hesitant {
            next: 0,
            ready: false,
        };
        assert_eq!(db.load_stream(stream).await.expect("a load"), 150);
        assert_eq!(Book::query("s").count(db).await.expect("a count"), 150);
    })
    .await;
}

#[tokio::test]
async fn an_interrupted_load_says_how_far_it_came_and_goes_on() {
    let faults = Faults::seeded(1);
    let db = tests::on_the_way(Db::embedded_with_faults(&faults).await.expect("an engine"));
    db.create_table::<Shop>().await.expect("a table");
    let books = || (0..300).map(|number| book("a", number));
    // The third batch fails until the SDK gives up.
    let script = [None, None]
        .into_iter()
        .chain([Some(Fault::ServerError); 12]);
    faults.script_on(Operation::BatchWriteItem, script);
    let stopped = db.load(books()).concurrency(1).await;
    let Err(Error::Interrupted { done, source }) = stopped else {
        panic!("the load went on")
    };
    assert_eq!(done, 50);
    assert!(matches!(*source, Error::Unwritten(_)));
    assert!(Book::query("a").count(&db).await.expect("a count") >= 50);
    faults.pause();
    assert_eq!(db.load(books()).skip(done).await.expect("a load"), 250);
    assert_eq!(Book::query("a").count(&db).await.expect("a count"), 300);
}

#[tokio::test]
async fn an_item_that_cannot_be_written_stops_a_load_before_its_batch() {
    with_table::<Shop>(async |db| {
        let books = (0..100)
            .map(|number| book("a", number))
            .chain([book("a#b", 1)]);
        let stopped = db.load(books).concurrency(1).await;
        let Err(Error::Interrupted { done, source }) = stopped else {
            panic!("the load went on")
        };
        assert!(matches!(*source, Error::Key(_)));
        assert_eq!(done, 100);
        assert_eq!(Book::query("a").count(db).await.expect("a count"), 100);
    })
    .await;
}

#[tokio::test]
async fn any_concurrency_is_taken() {
    with_table::<Shop>(async |db| {
        let books: Vec<Book> = (0..60).map(|number| book("a", number)).collect();
        let load = db.load(books.clone()).concurrency(usize::MAX).await;
        assert_eq!(load.expect("a load"), 60);
        let writes = db.batch_write(books.iter().map(Item::put));
        writes.concurrency(usize::MAX).await.expect("a batch");
        let keys: Vec<_> = books.iter().map(Item::to_key).collect();
        let found = db.batch_get(&keys).concurrency(usize::MAX).await;
        assert_eq!(found.expect("a batch").into_iter().flatten().count(), 60);
        let done = Book::backfill().concurrency(usize::MAX).send(db).await;
        assert_eq!(done.expect("a backfill").read, 60);
        let gone = Book::query("a").delete_partition().concurrency(usize::MAX);
        assert_eq!(gone.send(db).await.expect("a deletion"), 60);
    })
    .await;
}

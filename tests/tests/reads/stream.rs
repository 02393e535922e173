//! Streams: items taken one by one, a page in memory at a time.

use dynamo_runtime::{Error, Item, ItemStream, Meter, Record};
use tests::faults::{Fault, Faults};
use tests::with_table;

use tests::orders::{Order, Status, numbers, order, seed};

async fn drain<T: Record>(mut stream: ItemStream<T>) -> Vec<T> {
    let mut items = Vec::new();
    while let Some(item) = stream.next().await {
        items.push(item.expect("an item"));
    }
    assert!(stream.next().await.is_none(), "an ended stream stays ended");
    items
}

#[tokio::test]
async fn a_stream_gives_every_item_of_every_page() {
    with_table::<Order>(async |db| {
        seed(db, 7).await;
        let query = || Order::query("c1").page_size(3);
        let items = drain(query().stream(db).expect("a stream")).await;
        assert_eq!(numbers(&items), [1, 2, 3, 4, 5, 6, 7]);
        let items = drain(query().descending().limit(4).stream(db).expect("a stream")).await;
        assert_eq!(numbers(&items), [7, 6, 5, 4]);
        let shipped = query().filter(Order::STATUS.eq(Status::Shipped)).limit(2);
        let items = drain(shipped.stream(db).expect("a stream")).await;
        assert_eq!(numbers(&items), [2, 4]);
        let items = drain(Order::scan().page_size(2).stream(db).expect("a stream")).await;
        assert_eq!(items.len(), 7);
    })
    .await;
}

#[tokio::test]
async fn a_page_is_read_when_its_first_item_is_taken() {
    with_table::<Order>(async |db| {
        seed(db, 6).await;
        let meter = Meter::new();
        let query = Order::query("c1").page_size(2).meter(&meter);
        let mut stream = query.stream(db).expect("a stream");
        assert_eq!(meter.capacity().requests, 0);
        for (number, requests) in [(1, 1), (2, 1), (3, 2)] {
            let item = stream.next().await.expect("an item").expect("a read");
            assert_eq!(item, order(number));
            assert_eq!(meter.capacity().requests, requests);
        }
    })
    .await;
}

#[tokio::test]
async fn a_stream_ends_after_an_error_of_dynamodb() {
    with_table::<Order>(async |db| {
        seed(db, 3).await;
        let query = Order::query("c1").page_size(1);
        let mut stream = query.stream(db).expect("a stream");
        let first = stream.next().await.expect("an item");
        assert_eq!(first.expect("the first is there"), order(1));
        db.delete_table::<Order>().await.expect("no table any more");
        let error = stream
            .next()
            .await
            .expect("an error")
            .expect_err("no table");
        assert!(matches!(&error, Error::Sdk(_)), "{error}");
        assert!(stream.next().await.is_none());
    })
    .await;
}

#[tokio::test]
async fn a_server_that_does_not_move_on_is_an_error() {
    with_table::<Order>(async |db| {
        let faults = Faults::of_reads();
        let stuck = faults.over_table::<Order>(db);
        let key = serde_json::json!({ "PK": { "S": "CUSTOMER#c1" }, "SK": { "S": "ORDER#1" } });
        let answer = serde_json::json!({
            "Items": [], "Count": 0, "ScannedCount": 0, "LastEvaluatedKey": key
        });
        faults.then(Fault::Answer(answer));
        let query = || Order::query("c1");
        let errors = [
            query().all(&stuck).await.err(),
            query().first(&stuck).await.err(),
            query().count(&stuck).await.err(),
            Order::scan().all(&stuck).await.err(),
            Order::scan().count(&stuck).await.err(),
        ];
        for error in errors {
            let error = error.expect("an error").to_string();
            assert!(error.contains("would not end"), "{error}");
        }
        let page = query().send(&stuck).await.expect("the first page");
        let next = query().after(page.next).send(&stuck).await;
        assert!(next.is_err(), "a loop over pages ends as well");
        let mut stream = query().stream(&stuck).expect("a stream");
        assert!(stream.next().await.expect("an answer").is_err());
    })
    .await;
}

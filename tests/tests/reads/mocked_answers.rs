//! Items that a mock puts into a response are decoded from the SDK's own items.

use aws_sdk_dynamodb::operation::query::QueryOutput;
use dynamo_runtime::Item;
use tests::mocked::mock;
use tests::orders::{Order, order};
use tests::{intercepted, with_table};

#[tokio::test]
async fn items_that_bypass_the_wire_are_decoded_from_the_sdks_items() {
    with_table::<Order>(async |db| {
        let mock = mock(|output: &mut QueryOutput| {
            let items = [order(1), order(2)].map(|order| order.to_item());
            output.count = 2;
            output.items = Some(items.into_iter().collect::<Result<_, _>>()?);
            Ok(())
        });
        let db = intercepted::<Order>(db, mock);
        let found = Order::query("c1").all(&db).await.expect("a query");
        assert_eq!(found, [order(1), order(2)]);
    })
    .await;
}

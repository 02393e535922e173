//! Items that a mock puts into a batch are decoded from the SDK's own items.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemOutput;
use dynamo_runtime::Item;
use tests::mocked::mock;
use tests::{intercepted, with_table};

use crate::model::{Note, note};

#[tokio::test]
async fn items_that_bypass_the_wire_are_decoded_from_the_sdks_items() {
    with_table::<Note>(async |db| {
        let table = db.table_name::<Note>().expect("a name").into_owned();
        let mock = mock(move |output: &mut BatchGetItemOutput| {
            let items = vec![note(1).to_item()?];
            output.responses = Some(HashMap::from([(table.clone(), items)]));
            Ok(())
        });
        let db = intercepted::<Note>(db, mock);
        let keys = [note(0), note(1), note(1)].map(|note| note.to_key());
        let found = db.batch_get(keys).await.expect("a batch");
        assert_eq!(found, [None, Some(note(1)), Some(note(1))]);
    })
    .await;
}

//! Values that nest too deeply: refused by the service and unsafe to hand to the engine as it stands.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::AttributeValue;

use super::{TABLE, engine_with_table, n, put, row, s};

async fn filtered(client: &Client, filter: String) -> Result<usize, String> {
    let found = client
        .scan()
        .table_name(TABLE)
        .filter_expression(filter)
        .expression_attribute_names("#c", "celsius")
        .expression_attribute_values(":v", n(1))
        .send()
        .await;
    match found {
        Ok(found) => Ok(found.items().len()),
        Err(error) => Err(error.code().unwrap_or_default().to_owned()),
    }
}

#[tokio::test]
async fn absurd_nesting_is_refused_and_does_not_end_the_process() {
    let (_, client) = engine_with_table().await;
    for depth in [1500, 5000] {
        for filter in [
            format!("{}#c = :v{}", "(".repeat(depth), ")".repeat(depth)),
            "(".repeat(depth),
        ] {
            let refused = filtered(&client, filter).await;
            assert_eq!(refused, Err("ValidationException".to_owned()));
        }
    }
}

#[tokio::test]
async fn deep_expressions_that_aws_accepts_are_evaluated() {
    let (_, client) = engine_with_table().await;
    let mut item = row("oslo", 1);
    item.insert("celsius".into(), n(1));
    put(&client, item).await;
    let nested = format!("{}#c=:v{}", "(#c<:v OR ".repeat(140), ")".repeat(140));
    assert_eq!(filtered(&client, nested).await, Ok(1));
    let chain = format!("#c=:v{}", " AND #c=:v".repeat(140));
    assert_eq!(filtered(&client, chain).await, Ok(1));
    let negated = format!("{}#c=:v", "NOT ".repeat(299));
    assert_eq!(filtered(&client, negated).await, Ok(0));
}

#[tokio::test]
async fn values_nested_too_deeply_are_refused() {
    let (_, client) = engine_with_table().await;
    for depth in [32, 200] {
        let mut item = row("oslo", 1);
        let deep = (0..depth).fold(s("leaf"), |inner, _| AttributeValue::L(vec![inner]));
        item.insert("deep".into(), deep);
        let error = client
            .put_item()
            .table_name(TABLE)
            .set_item(Some(item))
            .send()
            .await;
        assert_eq!(
            error.expect_err("too deep").code(),
            Some("ValidationException"),
            "{depth}"
        );
    }
}

//! Items and table names are those of the document.

use dynamo_runtime::{Error, Item, Record};
use examples::oms_trading::{Execution, Order, Position, Trading};
use serde_json::Value;
use tests::stored::Stored;
use tests::unique_name;

use super::samples::{EXECUTION, ORDER, POSITION, decimal, execution, order, placed, position};

/// Text is S, a number N of the same value.
fn assert_is(item: &Stored, document: &str) {
    let document: Value = serde_json::from_str(document).expect("JSON");
    let document = document.as_object().expect("an object");
    let mut names: Vec<_> = item.keys().collect();
    names.sort_unstable();
    let mut wanted: Vec<_> = document.keys().collect();
    wanted.sort_unstable();
    assert_eq!(names, wanted);
    for (name, value) in document {
        match value {
            Value::String(text) => assert_eq!(item[name].as_s(), Ok(text), "{name}"),
            Value::Number(number) => {
                let found = item[name].as_n().expect("a number");
                assert_eq!(decimal(found), decimal(&number.to_string()), "{name}");
            }
            other => panic!("`{name}` is {other}"),
        }
    }
}

#[test]
fn items_are_those_of_the_document() {
    let order = order();
    let item = order.to_item().expect("an item");
    assert_is(&item, ORDER);
    assert_eq!(Order::from_item(item).expect("an order"), order);
    let execution = execution();
    let item = execution.to_item().expect("an item");
    assert_is(&item, EXECUTION);
    let again = Execution::from_item(item).expect("an execution");
    assert_eq!(again, execution, "the master order is read from its key");
    let position = position();
    let item = position.to_item().expect("an item");
    assert_is(&item, POSITION);
    assert_eq!(Position::from_item(item).expect("a position"), position);
}

#[tokio::test]
async fn the_table_is_named_by_its_environment() {
    for environment in ["dev", "prod"] {
        let db = tests::db().await.with_var("environment", environment);
        let name = db.table_name::<Trading>().expect("a name");
        assert_eq!(name, format!("oms_trading_data_{environment}"));
        let request = Order::query("c1").into_sdk(&db).expect("a request");
        assert_eq!(request.get_table_name().as_deref(), Some(&*name));
    }
    let error = order().put().send(&tests::db().await).await;
    let error = error.expect_err("no environment");
    assert!(
        matches!(&error, Error::UnknownVariable { variable, .. } if variable == "environment"),
        "{error}"
    );
    // Two environments are two tables.
    let run = unique_name();
    let [dev, prod] = ["dev", "prod"].map(|name| format!("{run}-{name}"));
    let db = tests::db().await;
    let dev = db.clone().with_var("environment", dev);
    let prod = db.with_var("environment", prod);
    for db in [&dev, &prod] {
        db.create_table::<Trading>().await.expect("a table");
    }
    placed(1, "o1").create().send(&dev).await.expect("a create");
    assert_eq!(Order::query("c1").count(&dev).await.expect("a count"), 1);
    assert_eq!(Order::query("c1").count(&prod).await.expect("a count"), 0);
    for db in [&dev, &prod] {
        db.delete_table::<Trading>().await.expect("a delete");
    }
}

//! What the schema says of counters.

use dynamo_runtime::Item;

use crate::model::{Customer, Order};

#[test]
fn the_schema_says_where_items_are_counted() {
    let [orders, open, tags, followers] = Order::SCHEMA.counted else {
        panic!("four counters");
    };
    assert_eq!(orders.item().name, "Customer");
    assert_eq!(orders.table().name, "customers");
    assert_eq!((orders.field, orders.attribute), ("orders", "orders"));
    assert_eq!((open.field, open.attribute), ("open", "open_orders"));
    assert_eq!(orders.key, ["customer"]);
    assert!(orders.when.is_none() && !orders.upsert && !orders.sharded);
    let when = open.when.expect("a condition");
    assert_eq!(
        Order::SCHEMA.conditions[when],
        "self.status == Status::Open"
    );
    assert_eq!(tags.key, ["tag", "shard(4)"]);
    assert!(tags.upsert && tags.sharded);
    assert_eq!(followers.item().name, "Order");
    let counters = Customer::SCHEMA.counters.iter();
    let names: Vec<_> = counters
        .map(|field| Customer::SCHEMA.fields[*field].name)
        .collect();
    assert_eq!(names, ["orders", "open"]);
}

//! What the schema says of counters.

use dynamo_design::{Design, Effect};
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

#[test]
fn documents_and_policies_name_the_counters() {
    let design = Design::of::<Order>().build().expect("a design");
    let text = design.markdown();
    let open = "Counted in `open` of `Customer`, by `customer`, if `self.status == Status::Open`.";
    assert!(text.contains(open), "{text}");
    assert!(text.contains("by `tag`, `shard(4)`."), "{text}");
    assert!(text.contains("The writes of other items maintain `followers`."));

    let policies = design.iam_policies();
    let write = policies.iter().find(|policy| policy.name == "OrderWrite");
    let document = &write.expect("a policy").document;
    for allowed in [
        "CountInCustomer",
        "table/customers",
        "CUSTOMER#*",
        "table/tags",
    ] {
        assert!(document.contains(allowed), "{allowed}: {document}");
    }
    let read = policies.iter().find(|policy| policy.name == "OrderRead");
    let document = &read.expect("a policy").document;
    assert!(!document.contains("CountIn"), "{document}");
}

#[test]
fn a_new_counter_asks_for_a_recount() {
    let new = Design::of::<Order>().build().expect("a design");
    let mut old = new.clone();
    old.items[0].counted.clear();
    let diff = new.diff(&old);
    let changes: Vec<_> = diff.changes.iter().collect();
    assert_eq!(changes.len(), 4, "one per counter: {changes:?}");
    for change in &changes {
        assert_eq!(change.effect, Effect::Backfill);
        let recounts = |step: &String| step.contains("`Order::recount()`");
        assert!(change.steps.iter().any(recounts), "{change:?}");
    }
    let back = old.diff(&new);
    assert!(
        back.changes
            .iter()
            .all(|change| change.effect == Effect::None)
    );
    assert!(back.changes[0].what.contains("not counted"), "{back}");
}

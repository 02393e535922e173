//! The design as a value.

use dynamo_design::{Design, ProjectedAttributes};
use dynamo_runtime::Item;

use crate::shop::{builder, customer, design, order};

#[test]
fn it_comes_back_from_json() {
    let mut designs = vec![design()];
    for model in examples::designs::all().unwrap() {
        designs.extend(model.tables);
    }
    for design in designs {
        let json = design.to_json().unwrap();
        assert_eq!(Design::from_json(&json).unwrap(), design);
    }
}

#[test]
fn it_has_what_the_structs_say() {
    let design = design();
    assert_eq!(design.name, "Shop");
    assert_eq!(design.docs.as_deref(), Some("What a shop sells & to whom."));
    assert_eq!(design.variables(), ["stage"]);

    let customer = design.item("Customer").unwrap();
    assert_eq!(customer.docs.as_deref(), Some("Who buys."));
    assert_eq!(customer.unique, ["mail"]);
    assert_eq!(customer.fields[0].docs.as_deref(), Some("A number."));
    assert_eq!(customer.fields[0].ty.as_deref(), Some("N"));
    assert_eq!(customer.fields[1].docs, None);

    let order = design.item("Order").unwrap();
    assert_eq!(order.ttl_after, Some(2 * 24 * 60 * 60));
    let held = order.queries.iter().find(|query| query.method == "held");
    let held = held.unwrap();
    assert_eq!(held.when.as_deref(), Some("self.total > 10"));
    assert_eq!(held.pk[0].text(), "HELD*{hold}");
    let sort = &order.primary().unwrap().sk[0];
    assert_eq!(sort.text(), "ORDER#{number:08}");
    assert_eq!(sort.example.as_deref(), Some("ORDER#00000042"));

    let mail = design.table.index("Mail").unwrap();
    assert_eq!(
        mail.projection,
        ProjectedAttributes::Include(vec!["name".to_owned()])
    );
}

#[test]
fn samples_are_stored_items() {
    let design = design();
    let sample = &design.item("Order").unwrap().samples[0];
    let item = order(1, Some("stock")).to_item().unwrap();
    assert_eq!(sample.len(), item.len());
    for (name, value) in sample {
        let stored = item[name].as_s().or_else(|_| item[name].as_n()).unwrap();
        assert_eq!(value.plain(), *stored, "{name}");
    }
}

#[test]
fn access_patterns_are_keys_queries_and_collections() {
    let patterns = design().access_patterns();
    let calls: Vec<_> = patterns
        .iter()
        .map(|pattern| pattern.call.as_str())
        .collect();
    assert_eq!(
        calls,
        [
            "Customer::key(id)",
            "Customer::query(id)",
            "Customer::by_mail(mail)",
            "Order::key(customer, number)",
            "Order::query(customer)",
            "Order::in_city(country, city)",
            "Order::held(hold)",
            "Order::by_total(customer)",
            "OfCustomer::query(id)",
        ]
    );
    let query = patterns
        .iter()
        .find(|pattern| pattern.name == "Order::query");
    assert_eq!(
        query.unwrap().condition,
        "PK = \"CUSTOMER#{customer}\" AND begins_with(SK, \"ORDER#\")"
    );
    let held = patterns
        .iter()
        .find(|pattern| pattern.name == "Order::held");
    assert!(!held.unwrap().whole);
}

#[test]
fn names_that_are_none_are_refused() {
    let message = |result: Result<Design, dynamo_runtime::Error>| result.unwrap_err().to_string();
    let described = message(builder().describe("Order::by_nobody", "").build());
    assert!(described.contains("`Order::by_nobody`"), "{described}");
    let variable = message(builder().variable("region", ["eu"]).build());
    assert!(variable.contains("`region`"), "{variable}");
}

#[test]
fn samples_that_cannot_be_stored_are_refused() {
    let order = order(1, Some(""));
    assert!(builder().sample(&order).build().is_err());
    assert!(builder().sample(&customer("Ada")).build().is_ok());
}

#[test]
fn declarations_of_two_tables_are_not_one() {
    use examples::prediction_market::{Checkpoint, Lock, Market};

    let control = Design::of::<Checkpoint>().build().unwrap();
    let lock = Design::of::<Lock>().build().unwrap();
    let both = control.and(lock).unwrap();
    assert_eq!(both.items.len(), 2);
    let market = Design::of::<Market>().build().unwrap();
    assert!(both.and(market).is_err());
}

#[test]
fn types_that_break_a_rule_make_no_design() {
    #[derive(Item)]
    #[dynamo(table = crate::shop::Shop, entity = "ORDER")]
    #[key(pk = "CUSTOMER#{id}", sk = "ORDERED#{at}")]
    struct Ordered {
        id: u64,
        at: String,
    }

    let built = Design::of::<(crate::shop::Order, Ordered)>().build();
    let message = built.unwrap_err().to_string();
    assert!(message.contains("`Ordered`"), "{message}");
}

#[test]
fn it_has_what_the_types_of_fields_say() {
    use dynamo_runtime::Attribute;

    #[derive(Attribute)]
    #[dynamo(rename_all = "lowercase")]
    enum Colour {
        Red,
        Green,
    }
    fn few() -> u8 {
        3
    }
    #[derive(Item)]
    #[table(name = "things", pk = "id")]
    struct Thing {
        id: uuid::Uuid,
        colour: Option<Colour>,
        #[dynamo(default = few)]
        size: u8,
        tags: std::collections::BTreeSet<String>,
        #[dynamo(with = dynamo_runtime::formats::epoch_millis)]
        seen: Option<std::time::SystemTime>,
        parts: Vec<Option<String>>,
    }
    let design = Design::of::<Thing>().build().unwrap();
    let fields = &design.item("Thing").unwrap().fields;
    let optional: Vec<_> = fields.iter().map(|field| field.optional).collect();
    assert_eq!(optional, [false, true, false, true, true, false]);
    assert_eq!(fields[0].format.as_deref(), Some("UUID"));
    let variants = fields[1].variants.iter();
    let variants: Vec<_> = variants
        .map(|variant| (variant.stored.as_str(), variant.name.as_str()))
        .collect();
    assert_eq!(
        variants,
        [("red", "Colour::Red"), ("green", "Colour::Green")]
    );
    assert_eq!(fields[2].default.as_deref(), Some("few"));
    let document = design.markdown();
    for row in [
        "| `id` | S | UUID | `67e55044-10b1-426f-9247-bb680e5fe0c8` |  |",
        "| `colour` | S, optional | `red`, `green` | `red` |  |",
        "| `size` | N, optional | u8; if missing: `few()` | `42` |  |",
        "| `tags` | SS, optional |  |  |  |",
    ] {
        assert!(document.contains(row), "{row} in {document}");
    }
}

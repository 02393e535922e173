//! Changes since a design that was checked in: whom it orphans, and what to run.

use dynamo_design::{Design, DesignChange, Diff, Effect};

mod v1 {
    use dynamo_runtime::{Item, Table};

    #[derive(Table)]
    #[table(name = "shop", pk = "PK", sk = "SK", type_attr = "type")]
    #[gsi(name = "GSI1", pk = "G1PK", sk = "G1SK")]
    #[gsi(name = "GSI2", pk = "G2PK", projection = "KEYS_ONLY")]
    pub(super) struct Shop;

    #[derive(Item)]
    #[dynamo(table = Shop, entity = "ORDER")]
    #[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
    #[gsi(
        name = "GSI1",
        pk = "STATUS#{status}",
        sk = "{id}",
        query = "by_status"
    )]
    #[gsi(name = "GSI2", pk = "ORDER#{id}", query = "by_id")]
    pub(super) struct Order {
        /// Who ordered.
        pub(super) customer: String,
        pub(super) id: String,
        pub(super) status: String,
        pub(super) total: u64,
        pub(super) note: Option<String>,
    }

    #[derive(Item)]
    #[dynamo(table = Shop, entity = "CUSTOMER")]
    #[key(pk = "CUSTOMER#{id}", sk = literal("PROFILE"))]
    pub(super) struct Customer {
        pub(super) id: String,
        pub(super) name: String,
    }

    #[derive(Item)]
    #[dynamo(table = Shop, entity = "CART")]
    #[key(pk = "CUSTOMER#{customer}", sk = "CART#{id}")]
    pub(super) struct Cart {
        #[dynamo(key_only)]
        pub(super) customer: String,
        #[dynamo(key_only)]
        pub(super) id: String,
    }
}

mod v2 {
    use dynamo_runtime::{Item, Table};

    #[derive(Table)]
    #[table(
        name = "shop",
        pk = "PK",
        sk = "SK",
        type_attr = "type",
        ttl = "expires"
    )]
    #[gsi(name = "GSI1", pk = "G1PK", sk = "G1SK")]
    #[gsi(name = "GSI2", pk = "G2PK")]
    #[gsi(name = "GSI3", pk = "G3PK")]
    #[gsi(name = "ByName", pk = "name")]
    pub(super) struct Shop;

    #[derive(Item)]
    #[dynamo(table = Shop, entity = "ORDER")]
    #[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{placed}#{id}")]
    #[gsi(name = "GSI1", pk = "STATUS#{status}", sk = "{placed}", when = self.total > 0, query = "by_status")]
    #[gsi(name = "GSI3", pk = "TOTAL#{id}", query = "by_total")]
    pub(super) struct Order {
        /// Who ordered, in other words.
        pub(super) customer: String,
        pub(super) id: String,
        pub(super) status: String,
        pub(super) total: u64,
        pub(super) placed: String,
        #[dynamo(ttl)]
        pub(super) expires: Option<u64>,
    }

    #[derive(Item)]
    #[dynamo(table = Shop, entity = "CLIENT")]
    #[key(pk = "CUSTOMER#{id}", sk = literal("PROFILE"))]
    #[gsi(name = "ByName", query = "by_name")]
    pub(super) struct Customer {
        pub(super) id: String,
        pub(super) name: String,
        #[dynamo(unique)]
        pub(super) mail: Option<String>,
    }

    #[derive(Item)]
    #[dynamo(table = Shop, entity = "CART")]
    #[key(pk = "CART#{customer}", sk = "CART#{id}")]
    pub(super) struct Cart {
        #[dynamo(key_only)]
        pub(super) customer: String,
        #[dynamo(key_only)]
        pub(super) id: String,
    }

    /// New, so that somebody is still in the index that orders left.
    #[derive(Item)]
    #[dynamo(table = Shop, entity = "REFUND")]
    #[key(pk = "REFUND#{id}", sk = literal("REFUND"))]
    #[gsi(name = "GSI2", pk = "REFUND#{id}", query = "by_id")]
    pub(super) struct Refund {
        pub(super) id: String,
    }
}

fn old() -> Design {
    let design = Design::of::<(v1::Order, v1::Customer, v1::Cart)>().build();
    design.expect("a design")
}

fn new() -> Design {
    let design = Design::of::<(v2::Order, v2::Customer, v2::Cart, v2::Refund)>().build();
    design.expect("a design")
}

/// The change whose sentence has these words.
fn change<'a>(diff: &'a Diff, words: &str) -> &'a DesignChange {
    let mut found = diff
        .changes
        .iter()
        .filter(|change| change.what.contains(words));
    match (found.next(), found.next()) {
        (Some(change), None) => change,
        _ => panic!("one change of `{words}` in {diff}"),
    }
}

fn runs(change: &DesignChange, command: &str) -> bool {
    change
        .steps
        .iter()
        .any(|step| step.contains(&format!("`{command}`")))
}

#[test]
fn a_design_does_not_differ_from_what_was_checked_in() {
    let locked = old().locked().to_json().expect("a text");
    assert!(!locked.contains("Who ordered"), "{locked}");
    let locked = Design::from_json(&locked).expect("a design");
    let diff = old().diff(&locked);
    assert!(diff.is_empty(), "{diff}");
    assert_eq!(diff.effect(), Effect::None);
}

#[test]
fn every_change_says_whom_it_orphans_and_what_to_run() {
    let diff = new().diff(&old());
    println!("{diff}");
    let moved = change(&diff, "primary key of `Order`");
    assert_eq!(
        (moved.effect, moved.item.as_deref()),
        (Effect::Orphans, Some("Order"))
    );
    assert!(moved.what.contains("ORDER#{placed}#{id}") && moved.what.contains("`ORDER#{id}`"));
    assert!(runs(moved, "backfill Order --move-items"), "{moved}");

    let hidden = change(&diff, "primary key of `Cart`");
    assert!(hidden.steps[0].contains("`customer`"), "{hidden}");
    assert!(!runs(hidden, "backfill Cart --move-items"), "{hidden}");

    let entity = change(&diff, "stored as `CLIENT`");
    assert_eq!(entity.effect, Effect::Orphans);
    assert!(
        runs(entity, "backfill Customer --formerly CUSTOMER"),
        "{entity}"
    );

    let template = change(&diff, "in the index `GSI1` by");
    assert_eq!(
        (template.effect, template.index.as_deref()),
        (Effect::Backfill, Some("GSI1"))
    );
    assert!(template.what.contains("total > 0"), "{template}");
    assert!(runs(template, "backfill Order"), "{template}");

    let left = change(&diff, "not in the index `GSI2`");
    assert!(
        left.effect == Effect::Backfill && runs(left, "backfill Order"),
        "{left}"
    );
    let wider = change(&diff, "`GSI2` projects every attribute");
    assert_eq!(wider.effect, Effect::Deploy);

    let built = change(&diff, "index `GSI3` is new");
    assert!(
        built.effect == Effect::Backfill && runs(built, "backfill Order"),
        "{built}"
    );
    let from_field = change(&diff, "index `ByName` is new");
    assert_eq!(
        from_field.effect,
        Effect::Deploy,
        "stored items have the attribute"
    );

    assert_eq!(change(&diff, "expire by `expires`").effect, Effect::Deploy);
    assert_eq!(change(&diff, "is unique").effect, Effect::Backfill);
    assert!(
        change(&diff, "new field `placed`")
            .stored
            .contains("`placed`")
    );
    assert!(change(&diff, "no field `note`").stored.contains("`note`"));
    assert!(
        diff.changes
            .is_sorted_by_key(|change| std::cmp::Reverse(change.effect))
    );
}

#[test]
fn a_change_that_no_table_can_make_is_another_table() {
    let mut renamed = old();
    renamed.table.name = "store".to_owned();
    let diff = renamed.diff(&old());
    assert_eq!(diff.effect(), Effect::NewTable);
    let mut keyed = old();
    keyed.table.sk = None;
    let diff = keyed.diff(&old());
    assert_eq!(change(&diff, "table's keys").effect, Effect::NewTable);
}

#[test]
fn an_item_type_that_is_gone_leaves_its_items() {
    let fewer = Design::of::<(v1::Order, v1::Customer)>()
        .build()
        .expect("a design");
    let diff = fewer.diff(&old());
    let gone = change(&diff, "`Cart` is gone");
    assert_eq!(
        (gone.effect, gone.item.as_deref()),
        (Effect::Orphans, Some("Cart"))
    );
    let back = old().diff(&fewer);
    assert_eq!(change(&back, "`Cart` is new").effect, Effect::None);
}

mod values {
    use dynamo_design::{Design, Effect};
    use dynamo_runtime::{Attribute, Item};

    #[derive(Attribute)]
    enum Before {
        Open,
        Held,
        Closed,
    }

    #[derive(Attribute)]
    enum After {
        Open,
        Closed,
        Sent,
    }

    fn before() -> Design {
        #[derive(Item)]
        #[table(name = "parcels", pk = "id")]
        struct Parcel {
            id: String,
            status: Before,
            weight: Option<u32>,
            #[dynamo(default)]
            note: String,
            city: String,
        }
        Design::of::<Parcel>().build().unwrap()
    }

    fn after() -> Design {
        #[derive(Item)]
        #[table(name = "parcels", pk = "id")]
        struct Parcel {
            id: String,
            status: After,
            weight: u32,
            note: Option<String>,
            city: Option<String>,
        }
        Design::of::<Parcel>().build().unwrap()
    }

    #[test]
    fn a_required_field_and_a_lost_variant_leave_items_unread() {
        let diff = after().diff(&before());
        let changes: Vec<_> = diff.changes.iter().map(|change| &change.what).collect();
        assert_eq!(
            changes,
            [
                "`Parcel::status` is never `Held` any more",
                "`Parcel::weight` is now required; it was optional"
            ]
        );
        assert!(
            diff.changes
                .iter()
                .all(|change| change.effect == Effect::Orphans)
        );
    }

    #[test]
    fn a_lock_file_from_before_these_facts_is_read() {
        let json = before().to_json().unwrap();
        let mut json: serde_json::Value = serde_json::from_str(&json).unwrap();
        for field in json["items"][0]["fields"].as_array_mut().unwrap() {
            let field = field.as_object_mut().unwrap();
            for name in ["optional", "default", "variants", "format"] {
                field.remove(name);
            }
        }
        let old = Design::from_json(&json.to_string()).unwrap();
        assert!(before().diff(&old).changes.is_empty());
    }
}

//! The rules that the item types of a table satisfy together, as a test names them.

use dynamo_runtime::rules::broken_rules;
use dynamo_runtime::{Item, Table};
use examples::oms_trading::{Execution, Order, Position};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attr = "type")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "KEYS_ONLY")]
struct Shop;

macro_rules! item {
    ($name:ident, $entity:literal, $pk:literal, $sk:literal, $total:ty) => {
        #[allow(dead_code, reason = "only its rules are looked at")]
        #[derive(Item)]
        #[dynamo(table = Shop, entity = $entity)]
        #[key(pk = $pk, sk = $sk)]
        #[gsi(name = "GSI1", pk = "DAY#{day}", sk = "{b}")]
        struct $name {
            a: String,
            b: String,
            day: String,
            total: $total,
        }
    };
}

item!(First, "FIRST", "A#{a}", "ORDER#{b}", u32);
item!(Second, "SECOND", "A#{a}", "ORDERS#{b}", u32);
item!(SameKeys, "SAME_KEYS", "A#{a}", "ORDER#{b}", u32);
item!(WithinKeys, "WITHIN_KEYS", "A#{a}", "{b:raw}", u32);
item!(SameEntity, "FIRST", "A#{a}", "OTHER#{b}", u32);
item!(TextTotal, "TEXT_TOTAL", "A#{a}", "TEXT#{b}", String);

#[test]
fn good_tables_break_none() {
    assert_eq!(broken_rules::<(Order, Execution, Position)>(), [""; 0]);
    assert_eq!(broken_rules::<(First, Second)>(), [""; 0]);
    assert_eq!(broken_rules::<(First,)>(), [""; 0]);
}

fn assert_named(broken: &[String], wanted: &[&[&str]]) {
    assert_eq!(broken.len(), wanted.len(), "{broken:#?}");
    for words in wanted {
        let is_meant = |message: &&String| words.iter().all(|word| message.contains(word));
        assert!(
            broken.iter().any(|message| is_meant(&message)),
            "{words:?} in {broken:#?}"
        );
    }
}

#[test]
fn every_broken_rule_names_its_types() {
    let keys = ["`First`", "`SameKeys`", "same key", "`ORDER#{b}`"];
    let index = ["`First`", "`SameKeys`", "`GSI1`"];
    assert_named(&broken_rules::<(First, SameKeys)>(), &[&keys, &index]);
    let keys = ["`First`", "`WithinKeys`", "same key", "`{b:raw}`"];
    let index = ["`First`", "`WithinKeys`", "`GSI1`"];
    assert_named(&broken_rules::<(First, WithinKeys)>(), &[&keys, &index]);
    let entity = ["`First`", "`SameEntity`", "`FIRST`"];
    assert_named(&broken_rules::<(First, SameEntity)>(), &[&entity]);
    let total = ["`total`", "`First`", "`TextTotal`", "N", "S"];
    assert_named(&broken_rules::<(First, TextTotal)>(), &[&total]);
}

#[test]
fn all_that_is_broken_is_told() {
    let broken = broken_rules::<(First, SameEntity, TextTotal, Second)>();
    let entity = ["`First`", "`SameEntity`"];
    let one = ["`total`", "`First`", "`TextTotal`"];
    let two = ["`total`", "`SameEntity`", "`TextTotal`"];
    let three = ["`total`", "`Second`", "`TextTotal`"];
    assert_named(&broken, &[&entity, &one, &two, &three]);
}

#[test]
fn a_list_of_lists_is_one_list() {
    type Nested = ((First, Second), (SameEntity,), TextTotal);
    assert_eq!(
        broken_rules::<Nested>(),
        broken_rules::<(First, Second, SameEntity, TextTotal)>()
    );
    let twice = ["`First`", "listed twice"];
    let broken = broken_rules::<((First, (Second,)), First)>();
    assert!(
        broken
            .iter()
            .any(|rule| twice.iter().all(|word| rule.contains(word)))
    );
}

/// Types of a table in which they may share keys.
mod by_attribute {
    use dynamo_runtime::{Item, Table};

    #[derive(Table)]
    #[table(
        name = "shop",
        pk = "PK",
        sk = "SK",
        type_attr = "type",
        types = "by_attribute"
    )]
    #[gsi(name = "Keys", pk = "KeysPK", projection = "KEYS_ONLY")]
    pub(super) struct Shop;

    macro_rules! item {
        ($name:ident, $entity:literal, $($index:tt)*) => {
            #[allow(dead_code, reason = "only its rules are looked at")]
            #[derive(Item)]
            #[dynamo(table = Shop, entity = $entity)]
            #[key(pk = "A#{a}", sk = "B#{b}")]
            $($index)*
            pub(super) struct $name {
                a: String,
                b: String,
            }
        };
    }

    item!(One, "ONE",);
    item!(Other, "OTHER",);
    item!(SameEntity, "ONE",);
    item!(Indexed, "INDEXED", #[gsi(name = "Keys", pk = "{b}")]);
    item!(AlsoIndexed, "ALSO", #[gsi(name = "Keys", pk = "{b}")]);
}

#[test]
fn types_that_share_keys_have_names_of_their_own() {
    use by_attribute::{AlsoIndexed, Indexed, One, Other, SameEntity};
    assert_eq!(broken_rules::<(One, Other, Indexed)>(), [""; 0]);
    let entity = ["`One`", "`SameEntity`", "`ONE`"];
    assert_named(&broken_rules::<(One, SameEntity, Indexed)>(), &[&entity]);
    let unused = ["index `Keys`", "#[gsi(name = \"Keys\""];
    assert_named(&broken_rules::<(One, Other)>(), &[&unused]);
    let index = ["`Indexed`", "`AlsoIndexed`", "`Keys`", "project"];
    assert_named(&broken_rules::<(Indexed, AlsoIndexed)>(), &[&index]);
}

// Rule: the keys of a map are text
use std::collections::BTreeMap;

use dynamo_runtime::{Attribute, Item};

#[derive(PartialEq, Eq, PartialOrd, Ord, Attribute)]
struct Place {
    row: u32,
}

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    stock: BTreeMap<Place, u32>,
}

fn main() {}

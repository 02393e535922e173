// Rule: a set holds texts, numbers or bytes
use std::collections::HashSet;

use dynamo_runtime::{Attribute, Item};

#[derive(PartialEq, Eq, Hash, Attribute)]
struct Line {
    product: String,
}

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    lines: HashSet<Line>,
}

fn main() {}

// Rule: an entry is named by a key of its map
use std::collections::BTreeMap;

use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "products", pk = "id")]
struct Product {
    id: String,
    prices: BTreeMap<String, u32>,
}

fn main() {
    let _ = Product::PRICES.entry(1);
}

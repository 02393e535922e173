// Rule: an index holds the attribute that tells members with shared keys apart
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", type_attr = "kind", types = "by_attribute")]
#[gsi(name = "ByDay", pk = "day", projection = "KEYS_ONLY")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "{id}")]
#[gsi(name = "ByDay", query = "by_day")]
struct Sale { id: String, day: String }

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "{id}")]
#[gsi(name = "ByDay", query = "by_day")]
struct Gift { id: String, day: String }

#[derive(Collection)]
#[collection(index = "ByDay")]
enum OfDay { Sale(SaleByDay), Gift(GiftByDay) }

fn main() {}

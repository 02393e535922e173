// Every format of a component, and every form of a template
use dynamo_runtime::{Attribute, Binary, Item};

#[derive(Clone, Copy, Attribute)]
#[dynamo(rename_all = "SCREAMING_SNAKE_CASE")]
enum Side {
    Buy,
    SellShort,
}

#[derive(Attribute)]
struct Place {
    zone: Option<Zone>,
    city: String,
}

#[derive(Attribute)]
struct Zone {
    name: String,
}

// Nested fields, in a primary key and through `Option`s
#[derive(Item)]
#[table(name = "shops", pk = "PK", sk = "SK")]
#[key(pk = "CITY#{place.city}", sk = "{id}")]
#[gsi(name = "ByZone", pk = "place.zone.name", pk_attr = "zone", sk = "{place.city:lower}", sk_attr = "city")]
struct Shop {
    id: String,
    place: Box<Place>,
}

#[derive(Item)]
#[table(name = "ticks", pk = "PK", sk = "SK")]
#[key(pk = "{{tick}}#{symbol:upper}#{venue:lower}", sk = "{side}#{at:first(10)}#{number:020}#{price:sortable}#{symbol}#{venue}#{at}#END")]
#[gsi(name = "ByPrice", pk = "literal:all", pk_attr = "G1", sk = "{price:neg}", sk_attr = "G2", query = "cheapest")]
#[gsi(name = "ByText", pk = "T#{text:escape}", pk_attr = "G3", sk = "{path:raw}", sk_attr = "G4")]
#[gsi(name = "All", pk = literal("ALL"), pk_attr = "G5", sk = "SK")]
#[gsi(name = "ByDigest", pk = "digest", sk = "{maybe:08}#{at}", sk_attr = "G6")]
struct Tick {
    symbol: String,
    venue: String,
    side: Side,
    at: String,
    number: u64,
    price: f64,
    text: String,
    path: String,
    digest: Binary,
    maybe: Option<u32>,
}

// Shards: of the table, of indexes, of any type that can be in a key, and of one that may be absent
#[derive(Item)]
#[table(name = "logs", pk = "PK", sk = "SK")]
#[key(pk = "LOG#{day}#{id:shard(256)}", sk = "{id}")]
#[gsi(name = "ByNumber", pk = "{number:shard(2)}", pk_attr = "G1", sk = "number", query = "numbered")]
#[gsi(name = "ByDigest", pk = "D#{day}#{digest:shard(16, was = 8)}", pk_attr = "G2", query = "digests")]
#[gsi(name = "ByPlace", pk = ["day", "{place.city:shard(4)}"], pk_attr = ["day", "G3"], query = "placed")]
#[gsi(name = "ByUser", pk = "U#{user:shard(16, was = 1)}#END", pk_attr = "G4", query = "used")]
struct Log {
    day: String,
    id: String,
    number: u64,
    digest: Binary,
    place: Option<Place>,
    user: Option<String>,
}

#[derive(Item)]
#[table(name = "labels", pk = "PK")]
#[key(pk = "LABEL#{name}")]
#[gsi(name = "ByColor", pk = "COLOR#{color}", pk_attr = "G1")]
struct Label {
    name: std::borrow::Cow<'static, str>,
    color: std::borrow::Cow<'static, str>,
}

pub fn main() {
    let names = ["a", "b"];
    let _: Vec<_> = names.iter().map(Label::key).collect();
    let _ = Tick::key("S", "v", Side::Buy, "2025-11-01T10", 5_u64, 1.5).get();
    let _ = Tick::query("S", "v").range((Tick::SIDE.eq(Side::SellShort), Tick::AT.begins_with("2025")));
    let _ = (Log::key("monday", "l1").get(), Log::query("monday").in_shard(255));
    let _ = (Log::numbered(), Log::digests("monday"), Log::placed("monday"), Log::used());
    let _ = Tick::cheapest().range(Tick::PRICE.lt(5.0));
    let _ = (Tick::query_by_text("a#b"), Tick::query_all(), Tick::query_by_digest(Binary::from(vec![1])));
}

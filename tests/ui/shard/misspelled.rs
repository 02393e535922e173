// Rule: the format of shards is `shard`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "events", pk = "id")]
#[gsi(name = "ByKind", pk = "{kind}#{id:shards(8)}", pk_attr = "KindPK", query = "by_kind")]
struct Event {
    id: String,
    kind: String,
}

fn main() {
    let _ = Event::by_kind("click");
}

// Every option of `#[gsi]` and `#[lsi]`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK", type_attr = "kind")]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{at}#{id}")]
#[gsi(name = "ByStatus", pk = "status", sk = "at", query = "by_status", scan = "all_by_status")]
#[gsi(name = "Inverted", pk = "SK", sk = "PK", projection = "KEYS_ONLY")]
#[gsi(name = "ByTotal", pk = "customer", sk = "total", projection = ["status", "kind"])]
#[gsi(name = "Open", pk = "OPEN#{customer}", pk_attr = "G1", sk = "at", when = self.total > 0 && self.note.is_none(), query = "open")]
#[gsi(name = "ByAny", pk = "NOTE#{note}", pk_attr = "G2", query = "by_note")]
#[gsi(name = "ByAny", pk = "STATUS#{status}", pk_attr = "G2", query = "by_any_status", when = matches!(self.status.as_str(), "NEW" | "OPEN"))]
#[gsi(name = "Wide", pk = ["customer", "status"], sk = ["at", "total"], query = "wide")]
#[gsi(name = "WideBuilt", pk = ["C#{customer}", "status"], pk_attr = ["G3", "status"], query = "wide_built")]
#[lsi(name = "ByNote", sk = "note", projection = "ALL")]
#[lsi(name = "ByLength", sk = "L#{total:010}", sk_attr = "L1", query = "by_length")]
struct Order {
    customer: String,
    at: String,
    id: String,
    status: String,
    total: u64,
    note: Option<String>,
}

#[derive(Item)]
#[table(name = "docs", pk = "id")]
#[vector(name = "ByMeaning", field = "embedding", distance = "dot_product", pk = "T#{tenant}", pk_attr = "V1", filter = ["lang", "year"], projection = ["lang"], when = self.year > 0, query = "similar")]
#[vector(name = "ByLook", field = "look", pk = "tenant", projection = "KEYS_ONLY")]
#[vector(name = "Anywhere", field = "embedding", distance = "euclidean", query = "anywhere")]
struct Doc {
    id: String,
    tenant: String,
    lang: String,
    year: u16,
    embedding: dynamo_runtime::Vector<2>,
    look: Option<[f32; 3]>,
}

pub fn main() {
    let _ = Doc::similar("t", &[0.0, 1.0]).filter(Doc::LANG.eq("en")).top(5).hydrate();
    let _ = (Doc::query_by_look("t", &[0.0; 3]), Doc::anywhere(&vec![0.0, 1.0]).include_deleted());
    let _ = Order::by_status("NEW").range(Order::AT.gt("2025")).filter(Order::TOTAL.gt(5_u64));
    let _ = (Order::query_inverted("2025", "1"), Order::query_by_total("c"), Order::open("c"));
    let _ = (Order::by_note("n"), Order::by_any_status("NEW"), Order::wide("c", "NEW"), Order::wide_built("c", "NEW"));
    let _ = Order::query_by_note("c").consistent();
    let _ = Order::by_length("c").range(Order::TOTAL.between(1_u64, 5_u64)).consistent();
}

use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:sortable}", sk = "META#{at}")]
struct Order {
    id: i64,
    at: String,
}

fn main() {}

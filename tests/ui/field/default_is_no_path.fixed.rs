use dynamo_runtime::Item;

fn five() -> u64 {
    5
}

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(default = five)]
    count: u64,
}

fn main() {}

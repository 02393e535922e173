// Rule: a sharded counter has 2 to 256 shards
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "customers", pk = "PK")]
#[key(pk = "{customer}#{shard}")]
struct Customer {
    customer: String,
    shard: u8,
    #[dynamo(counter)]
    orders: i64,
}

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[count(into = Customer::ORDERS, key = ["customer", shard(1)])]
struct Order {
    id: String,
    customer: String,
}

fn main() {}

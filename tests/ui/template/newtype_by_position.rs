// Rule: a newtype is in a key as the value inside it
use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct CustomerId(String);

#[derive(Item)]
#[table(name = "orders", pk = "PK")]
#[key(pk = "CUSTOMER#{customer.0}")]
struct Order {
    customer: CustomerId,
}

fn main() {}

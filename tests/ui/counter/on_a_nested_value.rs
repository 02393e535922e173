// Rule: only items are counted
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[count(into = Customer::ORDERS, key = "street")]
struct Address {
    street: String,
}

fn main() {}

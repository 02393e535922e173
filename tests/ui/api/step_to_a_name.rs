// Rule: `dot` takes the constant of a field
use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Phone {
    number: String,
}

#[derive(Item)]
#[table(name = "people", pk = "id")]
struct Person {
    id: String,
    phone: Phone,
    others: Vec<Phone>,
}

fn main() {
    let _ = Person::scan().filter(Person::PHONE.dot("number").eq("1"));
}

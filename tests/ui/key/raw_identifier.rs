// Rule: an attribute is called by its plain name
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "things", pk = "r#type")]
struct Thing {
    r#type: String,
}

fn main() {
    let _ = Thing::key("a");
}

// Rule: between two components stands the delimiter, whatever their formats
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "lines", pk = "PK")]
#[key(pk = "{order}{number:03}")]
struct Line {
    order: String,
    number: u32,
}

fn main() {}

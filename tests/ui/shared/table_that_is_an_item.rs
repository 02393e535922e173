// Rule: `table` takes a type that derives `Table`
// Cure: name a struct without fields that derives `Table`; the table of an item is its own
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "accounts", pk = "id")]
struct Account {
    id: String,
}

#[derive(Item)]
#[dynamo(table = Account)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
struct Order {
    id: String,
}

fn main() {}

// Rule: `table` takes the type of a shared table
// Cure: derive `Table` for `Shared`, with `#[table(name = "...", pk = "...")]`; or give the item a `#[table]` of its own
use dynamo_runtime::Item;

struct Shared;

#[derive(Item)]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[dynamo(table = Shared)]
struct Order {
    id: String,
    at: String,
}

fn main() {}

// Rule: `table` takes a type that derives `Table`
// Cure: write the path of a type that derives `Table`, or import it
use dynamo_runtime::Item;

#[derive(Item)]
#[dynamo(table = Tradings)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
struct Order {
    id: String,
}

fn main() {}

// Rule: a table has twenty global indexes at most
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "ix1", pk = "id")] #[gsi(name = "ix2", pk = "id")] #[gsi(name = "ix3", pk = "id")]
#[gsi(name = "ix4", pk = "id")] #[gsi(name = "ix5", pk = "id")] #[gsi(name = "ix6", pk = "id")]
#[gsi(name = "ix7", pk = "id")] #[gsi(name = "ix8", pk = "id")] #[gsi(name = "ix9", pk = "id")]
#[gsi(name = "ix10", pk = "id")] #[gsi(name = "ix11", pk = "id")] #[gsi(name = "ix12", pk = "id")]
#[gsi(name = "ix13", pk = "id")] #[gsi(name = "ix14", pk = "id")] #[gsi(name = "ix15", pk = "id")]
#[gsi(name = "ix16", pk = "id")] #[gsi(name = "ix17", pk = "id")] #[gsi(name = "ix18", pk = "id")]
#[gsi(name = "ix19", pk = "id")] #[gsi(name = "ix20", pk = "id")] #[gsi(name = "ix21", pk = "id")]
struct Order {
    id: String,
    at: String,
}

fn main() {}

// Rule: every mistake is reported
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "my trading", pk = "PK", sk = "SK", sk_type = "X")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk = "PRODUCT#{product_id}")]
#[gsi(name = "GSI1", pk = ["tenant", "tenant"])]
#[lsi(name = "ByStatus")]
struct Trading;

fn main() {}

//! Sample keys: the docs of a type and the documents of its table show the same ones.

use dynamo_runtime::schema::KeySpec;
use dynamo_runtime::{Attribute, Item};

/// What the derive generates for an item like [`Order`], which its own tests keep up to date.
const GENERATED: &str =
    include_str!("../../../dynamo-derive/src/tests/expansions/built_keys_and_indexes.rs");

#[derive(Item)]
#[table(name = "orders_{stage}", pk = "PK", sk = "SK", type_attr = "kind")]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{at}#{id:020}")]
#[gsi(name = "ByStatus", pk = "status", sk = "SK", query = "by_status")]
#[gsi(name = "Open", pk = "OPEN#{owner}", pk_attr = "OpenPk", when = self.total > 0)]
#[dynamo(entity = "ORDER")]
struct Order {
    #[dynamo(key_only)]
    customer: String,
    at: String,
    id: u64,
    status: Status,
    owner: Option<String>,
    total: u64,
}

#[derive(Attribute)]
enum Status {
    New,
}

fn sample(key: &KeySpec) -> String {
    let example = Order::SCHEMA.example(key);
    example.expect("the key is text")
}

#[test]
fn docs_and_documents_make_up_the_same_keys() {
    let table = &Order::SCHEMA.queries[0];
    let (pk, sk) = (sample(&table.pk[0]), sample(&table.sk[0]));
    assert_eq!(
        (&*pk, &*sk),
        (
            "CUSTOMER#customer1",
            "ORDER#2025-11-14T10:30:00Z#00000000000000000042"
        )
    );
    assert!(GENERATED.contains(&format!("for example `{pk}`, `{sk}`")));

    let open = &Order::SCHEMA.queries[2];
    let pk = sample(&open.pk[0]);
    assert_eq!(pk, "OPEN#owner1");
    assert!(GENERATED.contains(&format!("For example `{pk}`")));
}

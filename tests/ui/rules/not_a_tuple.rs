// Rule: the items of a table are listed, not the table
// Cure: name the item types of the table, as in `check_items::<(Customer, Order)>()`
use dynamo_runtime::{Item, Table, check_items};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attr = "kind")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = literal("PROFILE"))]
struct Customer {
    id: String,
}

const _: () = check_items::<Shop>();

fn main() {}

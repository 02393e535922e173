// Rule: without entity names, claims on unique values name the struct
use dynamo_runtime::{Item, Table, check_items};

#[derive(Table)]
#[table(name = "shop", pk = "PK")]
struct Shop;

mod staff {
    #[derive(dynamo_runtime::Item)]
    #[dynamo(table = super::Shop)]
    #[key(pk = "STAFF#{id}")]
    pub struct User { id: String }
}

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "USER#{id}")]
struct User { id: String, #[dynamo(unique)] email: String }

const _: () = check_items::<(User, staff::User)>();

fn main() {}

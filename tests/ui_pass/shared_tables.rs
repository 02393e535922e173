// Every option of a shared table, of the items in it and of collections
use dynamo_runtime::rules::broken_rules;
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop_{stage}", pk = "PK", sk = "SK", pk_type = "S", sk_type = "S", ttl = "ttl", type_attr = "kind", delimiter = "|")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_SK", pk_type = "S", sk_type = "N", projection = "ALL")]
#[gsi(name = "GSI2", pk = "GSI2_PK", projection = "KEYS_ONLY")]
#[gsi(name = "GSI3", pk = "GSI3_PK", pk_type = "B", projection = ["note"])]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[gsi(name = "ByKind", pk = "kind", sk = "SK")]
#[gsi(name = "ByPlace", pk = ["tenant", "region"], sk = ["floor", "rank"], pk_type = ["S", "S"], sk_type = ["S", "N"])]
#[lsi(name = "ByStatus", sk = "status", sk_type = "S", projection = ["note"])]
#[dynamo(crate = dynamo_runtime)]
struct Shop;

// Types that share keys
#[derive(Table)]
#[table(name = "party", pk = "PK", type_attr = "kind", types = "by_attribute")]
struct Party;

#[derive(Item)]
#[dynamo(table = Party)]
#[key(pk = "PARTY#{id}")]
struct Person {
    id: String,
}

#[derive(Item)]
#[dynamo(table = Party)]
#[key(pk = "PARTY#{id}")]
struct Company {
    id: String,
}

const _: () = dynamo_runtime::check_items::<(Person, Company)>();

#[derive(Item)]
#[dynamo(table = Shop, entity = "ORDER", rename_all = "snake_case", crate = dynamo_runtime)]
#[key(pk = "CUSTOMER|{customer}", sk = "ORDER|{id}")]
#[gsi(name = "GSI1", pk = "PRODUCT|{product}", sk = "{total}", query = "by_product")]
#[gsi(name = "GSI1", pk = "SHELF|{shelf}", sk = "{total:neg}", query = "by_shelf", when = self.total > 0)]
#[gsi(name = "GSI2", pk = "MASTER|{master}")]
#[gsi(name = "GSI3", pk = "hash")]
#[gsi(name = "Inverted")]
#[gsi(name = "ByKind", query = "every")]
#[gsi(name = "ByPlace", pk = ["tenant", "R|{area}"], sk = ["F|{storey}", "{rank}"])]
#[lsi(name = "ByStatus")]
struct Order {
    customer: String,
    id: String,
    product: Option<String>,
    shelf: String,
    total: i64,
    #[dynamo(key_only)]
    master: Option<String>,
    hash: bytes::Bytes,
    tenant: String,
    area: String,
    storey: String,
    rank: u32,
    status: String,
    note: String,
    #[dynamo(ttl = "90d")]
    ttl: Option<u64>,
}

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER|{id}", sk = literal("PROFILE"))]
#[gsi(name = "GSI1", pk = "PRODUCT|{favourite}", sk = "{age}", query = "by_product")]
#[gsi(name = "GSI2", pk = "MASTER|{id}")]
#[gsi(name = "ByKind", pk = "kind", sk = literal("PROFILE"))]
struct Customer {
    id: String,
    favourite: String,
    age: u32,
}

#[derive(Collection)]
#[collection(table = Shop, crate = dynamo_runtime)]
enum Record {
    Order(Box<Order>),
    Customer(Customer),
}

#[derive(Collection)]
#[collection(table = Shop, index = "GSI2")]
enum OfMaster {
    Order(OrderGsi2),
    Customer(CustomerGsi2),
}

#[derive(Collection)]
#[collection(query = "by_product")]
enum OfProduct {
    Order(Box<Order>),
    Customer(Customer),
}

pub fn main() {
    let _ = (Order::key("c", "o"), Order::by_product("p"), Order::by_shelf("s"), Order::every());
    let _ = (Order::query_gsi2("m"), Order::query_gsi3(bytes::Bytes::from_static(b"x")), Order::query_inverted("o"));
    let _ = (Order::query_by_place("t", "a"), Order::query_by_status("c").consistent());
    let _ = (Record::query("c").consistent(), OfMaster::query("m"), OfProduct::query("p"));
    assert!(broken_rules::<(Order, Customer)>().is_empty());
}

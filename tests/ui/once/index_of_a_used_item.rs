// Rule: an index that the table does not have is not reported again where it is used
use dynamo_runtime::{Attribute, Collection, Db, Error, Item, Table, View, check_items};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attr = "type")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", projection = ["total"])]
struct Shop;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = literal("PROFILE"))]
struct Customer {
    id: String,
    #[dynamo(unique = "by_email")]
    email: String,
    address: Address,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
struct Address {
    city: String,
    zip: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
#[gsi(name = "GSI9", pk = "STATUS#{status}", sk = "{day}", query = "by_status")]
#[gsi(name = "GSI2", pk = "DAY#{day}", query = "by_day", scan = "all_days")]
struct Order {
    customer: String,
    id: String,
    status: String,
    day: String,
    total: u64,
    #[dynamo(soft_delete)]
    deleted: Option<String>,
}

#[derive(Debug, PartialEq, View)]
#[view(item = Order)]
struct Short {
    id: String,
    total: u64,
}

#[derive(Debug, PartialEq, Collection)]
#[collection(table = Shop)]
enum OfCustomer {
    Customer(Customer),
    Order(Order),
}

const _: () = check_items::<(Customer, Order)>();

#[tokio::main]
async fn main() -> Result<(), Error> {
    let db = Db::embedded().await?;
    db.create_table::<Shop>().await?;
    let customer = Customer::by_email("a@b.c").send(&db).await?;
    println!("{customer:?}");
    let orders = Order::query("c1").range(Order::ID.gt("5")).filter(Order::TOTAL.gt(3)).all(&db).await?;
    for order in &orders { println!("{} {}", order.id, order.total); }
    let open = Order::by_status("open").range(Order::DAY.ge("2025")).limit(3).send(&db).await?;
    for order in open.items { order.delete().send(&db).await?; }
    let days = Order::by_day("2025").all(&db).await?;
    for day in &days { println!("{} {:?}", day.total, day.to_key().get().send(&db).await?); }
    let _ = Order::all_days().all(&db).await?;
    let short = Order::key("c1", "o1").get().select::<Short>().send(&db).await?;
    println!("{short:?}");
    Order::key("c1", "o1").soft_delete().send(&db).await?;
    Order::key("c1", "o1").update().set((Order::STATUS, Order::DAY), ("x", "y")).send(&db).await?;
    Customer::key("c").update().set(Customer::ADDRESS.dot(Address::CITY), "x".to_owned()).send(&db).await?;
    let all = OfCustomer::query("c1").all(&db).await?;
    println!("{}", all.len());
    db.transact((customer.unwrap().put(), Order::key("a", "b").delete())).await?;
    Ok(())
}

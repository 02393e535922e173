//! An online shop: customers with addresses and a unique email address, orders and their items.

use std::collections::BTreeMap;

use dynamo_runtime::{Attribute, Collection, Item, Table, check_items};
use tests::with_table;

#[derive(Table)]
#[table(name = "ecommerce", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Shop;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop, rename_all = "PascalCase")]
#[key(pk = "CUSTOMER#{username}", sk = "CUSTOMER#{username}")]
struct Customer {
    username: String,
    email: String,
    addresses: BTreeMap<String, String>,
}

/// Holds the email address for its one customer.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop, rename_all = "PascalCase")]
#[key(pk = "CUSTOMEREMAIL#{email}", sk = "CUSTOMEREMAIL#{email}")]
struct CustomerEmail {
    email: String,
    username: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
#[dynamo(rename_all = "SCREAMING_SNAKE_CASE")]
enum Status {
    Placed,
    Shipped,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop, rename_all = "PascalCase")]
#[key(pk = "CUSTOMER#{username}", sk = "#ORDER#{order_id}")]
#[gsi(
    name = "GSI1",
    pk = "ORDER#{order_id}",
    sk = "ORDER#{order_id}",
    query = "by_id"
)]
struct Order {
    username: String,
    order_id: String,
    status: Status,
    amount: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop, rename_all = "PascalCase")]
#[key(
    pk = "ORDER#{order_id}#ITEM#{item_id}",
    sk = "ORDER#{order_id}#ITEM#{item_id}"
)]
#[gsi(
    name = "GSI1",
    pk = "ORDER#{order_id}",
    sk = "ITEM#{item_id}",
    query = "of_order"
)]
struct OrderItem {
    order_id: String,
    item_id: String,
    price: u32,
}

/// A customer and the orders, the latest of which stand next to the customer.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Shop)]
enum CustomerRecord {
    Customer(Customer),
    Order(Order),
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Shop, index = "GSI1")]
enum OrderRecord {
    Order(Order),
    Item(OrderItem),
}

const _: () = check_items::<(Customer, CustomerEmail, Order, OrderItem)>();

fn customer(username: &str, email: &str) -> (Customer, CustomerEmail) {
    let customer = Customer {
        username: username.into(),
        email: email.into(),
        addresses: BTreeMap::new(),
    };
    let email = CustomerEmail {
        email: email.into(),
        username: username.into(),
    };
    (customer, email)
}

fn order(id: &str, amount: u32) -> Order {
    Order {
        username: "alex".into(),
        order_id: id.into(),
        status: Status::Placed,
        amount,
    }
}

#[tokio::test]
async fn a_customer_has_a_name_and_an_email_address_of_their_own() {
    with_table::<Shop>(async |db| {
        let (alex, email) = customer("alex", "a@x.org");
        db.transact((alex.create(), email.create()))
            .await
            .expect("a customer");
        let (other, same) = customer("bea", "a@x.org");
        let refused = db.transact((other.create(), same.create())).await;
        refused.expect_err("the address is taken");
        let got = Customer::key("bea").get().send(db).await.expect("a get");
        assert_eq!(got, None, "nothing is half-written");
        // Addresses are part of the customer.
        let update = Customer::key("alex")
            .update()
            .set(Customer::ADDRESSES.entry("home"), "1 Hill Rd")
            .returning_new();
        let alex = update.send(db).await.expect("an update");
        assert_eq!(alex.addresses["home"], "1 Hill Rd");
        let update = Customer::key("alex")
            .update()
            .remove(Customer::ADDRESSES.entry("home"));
        let alex = update.returning_new().send(db).await.expect("an update");
        assert!(alex.addresses.is_empty());
    })
    .await;
}

#[tokio::test]
async fn orders_are_read_with_their_customer_and_their_items() {
    with_table::<Shop>(async |db| {
        let (alex, email) = customer("alex", "a@x.org");
        db.transact((alex.create(), email.create()))
            .await
            .expect("a customer");
        let item = |id: &str, price| OrderItem {
            order_id: "o3".into(),
            item_id: id.into(),
            price,
        };
        super::put!(db, order("o1", 10), order("o2", 20));
        db.transact((
            order("o3", 30).create(),
            item("i1", 1).create(),
            item("i2", 29).create(),
        ))
        .await
        .expect("an order with items");
        // The customer, then the latest orders.
        let page = CustomerRecord::query("alex")
            .descending()
            .limit(3)
            .send(db)
            .await;
        let page = page.expect("a page");
        let wanted = [alex.into(), order("o3", 30).into(), order("o2", 20).into()];
        assert_eq!(page.items, wanted);
        let rest = CustomerRecord::query("alex")
            .descending()
            .after(page.next)
            .all(db)
            .await;
        assert_eq!(
            rest.expect("a query"),
            [CustomerRecord::from(order("o1", 10))]
        );
        let newest = Order::query("alex").descending().limit(1).all(db).await;
        assert_eq!(newest.expect("a query"), [order("o3", 30)]);
        let records = OrderRecord::query("o3").all(db).await.expect("a query");
        let groups: OrderRecordGroups = records.into_iter().collect();
        assert_eq!(groups.order, [order("o3", 30)]);
        assert_eq!(groups.item, [item("i1", 1), item("i2", 29)]);
        let items = OrderItem::of_order("o3").count(db).await.expect("a count");
        assert_eq!(items, 2);
        let key = Order::key("alex", "o3");
        key.update()
            .set(Order::STATUS, Status::Shipped)
            .send(db)
            .await
            .expect("an update");
        let shipped = Order::by_id("o3").one(db).await.expect("one");
        assert_eq!(shipped.status, Status::Shipped);
    })
    .await;
}

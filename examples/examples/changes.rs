//! The live stream of a table: a summary of all orders that follows their changes.
//!
//! It teaches `changes()` of an item type and of a shared table, kinds of changes with the item before
//! and after, a checkpoint that another process continues from, and why a change may come twice.
//!
//! Run it with `cargo run --example changes`. Nothing to install: the engine is in this process.
//! With `AWS_ENDPOINT_URL_DYNAMODB` set it runs on that server instead.

use std::collections::BTreeMap;
use std::time::Duration;

use aws_sdk_dynamodb::types::StreamViewType;
use dynamo_runtime::change::StreamCheckpoint;
use dynamo_runtime::{Change, ChangeKind, Db, Error, Item, Table};
use examples::bill::Bill;

/// A shop with several kinds of items.
#[derive(Debug, Table)]
#[table(name = "changes_{run}", pk = "PK", sk = "SK", type_attr = "type")]
struct Shop;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
struct Order {
    customer: String,
    id: String,
    total: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = literal("PROFILE"))]
struct Customer {
    id: String,
    name: String,
}

/// The totals of customers, kept in step with the table. Stands in for a search index or a cache.
#[derive(Debug, Default)]
struct Summary {
    totals: BTreeMap<String, u32>,
    /// Stored together with the totals, so that each change is counted once.
    checkpoint: Option<StreamCheckpoint>,
}

impl Summary {
    fn apply(&mut self, change: &Change<Order>) {
        if let Some(old) = &change.old {
            *self.totals.entry(old.customer.clone()).or_default() -= old.total;
        }
        if let Some(new) = &change.new {
            *self.totals.entry(new.customer.clone()).or_default() += new.total;
        }
    }

    /// Brings the summary up to date, and stops after some changes as a process may at any time.
    async fn follow(&mut self, db: &Db, most: usize) -> Result<(), Error> {
        let changes = Order::changes().resume(self.checkpoint.clone());
        let mut changes = changes
            .until_idle_for(Duration::from_secs(2))
            .send(db)
            .await?;
        for _ in 0..most {
            let Some(change) = changes.next().await else {
                break;
            };
            let change = change?;
            println!("  {}", told(&change));
            self.apply(&change);
            self.checkpoint = Some(changes.checkpoint());
        }
        println!("  totals: {:?}", self.totals);
        Ok(())
    }
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    // Each run has a table of its own, since a stream has the changes of earlier runs as well.
    let run = std::process::id().to_string();
    let (db, bill) = Bill::of(examples::db().await?.with_var("run", run));
    db.create_table::<Shop>().await?;
    db.enable_stream::<Shop>(StreamViewType::NewAndOldImages)
        .await?;
    write(&db).await?;
    bill.show();

    let mut summary = Summary::default();
    println!("the first process ends after two changes:");
    summary.follow(&db, 2).await?;
    println!("another continues from its checkpoint:");
    order("ada", "3", 700).create().send(&db).await?;
    summary.follow(&db, usize::MAX).await?;

    println!("all changes of the table, whatever their type:");
    let changes = Shop::changes().until_idle_for(Duration::from_secs(2));
    let mut changes = changes.send(&db).await?;
    let (mut records, mut customers) = (0, 0);
    while let Some(record) = changes.next().await {
        records += 1;
        customers += usize::from(Change::<Customer>::of_known(record?)?.is_some());
    }
    println!("  {records} records, {customers} of customers");
    db.delete_table::<Shop>().await
}

fn order(customer: &str, id: &str, total: u32) -> Order {
    Order {
        customer: customer.into(),
        id: id.into(),
        total,
    }
}

async fn write(db: &Db) -> Result<(), Error> {
    let (id, name) = ("ada".into(), "Ada".into());
    Customer { id, name }.create().send(db).await?;
    order("ada", "1", 4_200).create().send(db).await?;
    order("bob", "2", 900).create().send(db).await?;
    let first = || Order::key("ada", "1");
    first().update().add(Order::TOTAL, 100).send(db).await?;
    Order::key("bob", "2").delete().send(db).await?;
    println!("wrote a customer and two orders, changed one and deleted the other");
    Ok(())
}

fn told(change: &Change<Order>) -> String {
    let order = change.item().map_or("an order", |order| &*order.id);
    let total = |order: &Option<Order>| order.as_ref().map_or(0, |order| order.total);
    match change.kind {
        ChangeKind::Insert => format!("order {order} was made for {}", total(&change.new)),
        ChangeKind::Modify => {
            let (old, new) = (total(&change.old), total(&change.new));
            format!("order {order} went from {old} to {new}")
        }
        ChangeKind::Remove => format!("order {order} was removed"),
    }
}

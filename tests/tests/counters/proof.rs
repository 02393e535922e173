//! After any writes, by several writers at once and under faults, each counter is what a count of the
//! stored items says.
//!
//! The faults are the embedded engine's own and have no server to run on. A seed that fails is in the
//! message; `DYNAMO_PROOF_TIMES=10` runs ten times as many.

use std::collections::BTreeMap;
use std::time::Duration;

use dynamo_runtime::faults::{Fault, Faults};
use dynamo_runtime::op::TransactOp;
use dynamo_runtime::{Db, Embedded, Error, Item};

use crate::model::{Customer, Order, Status, Tag, create, order};

/// Orders that others follow: they are never deleted for good, or their counters would be, too.
const ROOTS: u64 = 3;
const ORDERS: u64 = 10;

/// A sequence of numbers that only the seed decides.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % sides
    }

    fn order(&mut self) -> Order {
        let id = ROOTS + self.throw(ORDERS - ROOTS);
        Order {
            status: self.status(),
            tag: self.tag(),
            follows: self.root(),
            note: format!("note {}", self.throw(9)),
            ..order(&id.to_string(), self.customer())
        }
    }

    fn id(&mut self) -> String {
        self.throw(ORDERS).to_string()
    }

    fn customer(&mut self) -> &'static str {
        // Now and then there is no such customer.
        ["a", "b", "a", "b", "a", "b", "nobody"][usize::try_from(self.throw(7)).expect("small")]
    }

    fn status(&mut self) -> Status {
        [Status::Open, Status::Shipped][usize::try_from(self.throw(2)).expect("small")]
    }

    fn tag(&mut self) -> Option<String> {
        let tags = [None, Some("red"), Some("blue")];
        tags[usize::try_from(self.throw(3)).expect("small")].map(str::to_owned)
    }

    fn root(&mut self) -> Option<String> {
        let root = self.throw(ROOTS + 1);
        (root < ROOTS).then(|| root.to_string())
    }
}

/// One write of any kind; what it fails with is of no interest here.
async fn write(db: &Db, dice: &mut Dice) -> Result<(), Error> {
    let (one, id) = (dice.order(), dice.id());
    match dice.throw(13) {
        0 => one.create().send(db).await,
        1 => one.put().send(db).await,
        2 => one.replace().send(db).await,
        3 => one.to_key().delete().send(db).await,
        4 => one.delete().send(db).await,
        5 => {
            let update = Order::key(id).update();
            let update = update.set(Order::STATUS, dice.status());
            update.set(Order::NOTE, "updated").send(db).await
        }
        6 => {
            let update = Order::key(id).update();
            update.set(Order::CUSTOMER, dice.customer()).send(db).await
        }
        7 => {
            let (tag, root) = (dice.tag(), dice.root());
            let update = one.to_key().update().set(Order::TAG, tag);
            update.set(Order::FOLLOWS, root).send(db).await
        }
        8 => {
            let upsert = one.to_key().update();
            let upsert = upsert
                .set(Order::CUSTOMER, one.customer)
                .set(Order::STATUS, one.status)
                .set(Order::TAG, one.tag)
                .set(Order::NOTE, one.note)
                .set(Order::AMOUNT, 1_u32);
            upsert.upsert().send(db).await
        }
        9 => {
            let (customer, tag) = (dice.customer(), dice.tag());
            let modify = Order::key(id).modify(|order| {
                order.customer = customer.into();
                order.tag.clone_from(&tag);
            });
            modify.send(db).await.map(drop)
        }
        10 => Order::key(id).soft_delete().send(db).await,
        11 => Order::key(id).restore().send(db).await,
        _ => {
            let found = one.to_key().get().consistent().send(db).await?;
            let other = dice.order();
            if other.id == one.id {
                return Ok(());
            }
            let first: TransactOp<'_> = match &found {
                Some(found) => one.put().instead_of(found).into(),
                None => one.create().into(),
            };
            db.transact((first, other.create())).await.map(drop)
        }
    }
}

/// That the counters are what the stored orders come to.
async fn counters_are_right(db: &Db, seed: u64) -> u64 {
    let mut expected: BTreeMap<String, i64> = BTreeMap::new();
    let mut count = |name: String| *expected.entry(name).or_default() += 1;
    let orders = Order::scan().consistent().all(db).await.expect("a scan");
    for order in &orders {
        count(format!("orders of {}", order.customer));
        if order.status == Status::Open {
            count(format!("open orders of {}", order.customer));
        }
        if let Some(tag) = &order.tag {
            count(format!("uses of {tag}"));
        }
        if let Some(root) = &order.follows {
            count(format!("followers of {root}"));
        }
    }
    let mut found: BTreeMap<String, i64> = BTreeMap::new();
    let mut add = |name: String, count: i64| *found.entry(name).or_default() += count;
    for customer in Customer::scan().all(db).await.expect("a scan") {
        add(format!("orders of {}", customer.customer), customer.orders);
        let name = format!("open orders of {}", customer.customer);
        add(name, customer.open);
    }
    for tag in Tag::scan().all(db).await.expect("a scan") {
        add(format!("uses of {}", tag.tag), tag.uses);
    }
    let all = Order::scan().include_deleted().all(db).await;
    for order in all.expect("a scan") {
        add(format!("followers of {}", order.id), order.followers);
    }
    found.retain(|_, count| *count != 0);
    assert_eq!(found, expected, "seed {seed}");
    let again = Order::recount()
        .dry_run()
        .send(db)
        .await
        .expect("a recount");
    assert_eq!(again.corrected, 0, "seed {seed}: {again}");
    u64::try_from(orders.len()).expect("few")
}

fn bad_day(seed: u64) -> Faults {
    Faults::seeded(seed)
        .rate(Fault::Throttle, 0.08)
        .rate(Fault::ServerError, 0.05)
        .rate(Fault::Timeout, 0.05)
        .rate(Fault::DropResponse, 0.08)
        .rate(Fault::Conflict, 0.1)
        .rate(Fault::Slow(Duration::from_secs(2)), 0.05)
}

fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let times = std::env::var("DYNAMO_PROOF_TIMES").ok();
    let times = times.and_then(|times| times.parse().ok()).unwrap_or(1);
    1..=count * times
}

/// A shop with the orders that others follow.
async fn engine() -> Embedded {
    let engine = Embedded::memory().expect("an engine");
    let db = create(&tests::db_of(engine.client())).await;
    for root in 0..ROOTS {
        let root = order(&root.to_string(), "a");
        root.create().send(&db).await.expect("a root");
    }
    engine
}

#[tokio::test]
async fn every_write_counts_whatever_goes_wrong() {
    let (mut done, mut failed, mut stored) = (0, 0, 0);
    for seed in seeds(30) {
        let engine = engine().await;
        let db = tests::db_of(engine.clone().with_faults(&bad_day(seed)).client());
        let mut dice = Dice(seed);
        for _ in 0..40 {
            match write(&db, &mut dice).await {
                Ok(()) => done += 1,
                Err(_) => failed += 1,
            }
        }
        stored += counters_are_right(&tests::db_of(engine.client()), seed).await;
    }
    assert!(
        done > 300 && failed > 100 && stored > 60,
        "{done} {failed} {stored}"
    );
}

#[tokio::test]
async fn writers_at_once_count_alike() {
    let mut done = 0;
    for seed in seeds(10) {
        let engine = engine().await;
        let writer = async |number: u64| {
            let faults = Faults::seeded(seed * 10 + number).rate(Fault::Conflict, 0.05);
            let db = tests::db_of(engine.clone().with_faults(&faults).client());
            let mut dice = Dice(seed * 10 + number);
            let mut done = 0;
            for _ in 0..20 {
                done += u32::from(write(&db, &mut dice).await.is_ok());
            }
            done
        };
        let (a, b, c) = tokio::join!(writer(1), writer(2), writer(3));
        done += a + b + c;
        counters_are_right(&tests::db_of(engine.client()), seed).await;
    }
    assert!(done > 200, "{done}");
}

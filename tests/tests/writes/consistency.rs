//! After any sequence of writes, every index holds just what the stored items say it should.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Attribute, Db, Error, Item, Record, Table, known};

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "consistency", pk = "PK", sk = "SK")]
#[key(pk = "TENANT#{tenant}", sk = "{id:04}")]
// Each key made of one field.
#[gsi(
    name = "alone",
    pk = "{status}",
    pk_attr = "A1",
    sk = "{rank:sortable}",
    sk_attr = "A2",
    query = "alone"
)]
// Two keys that share a field, one with what the primary key knows.
#[gsi(
    name = "shared",
    pk = "{tenant}#{owner}#{kind}",
    pk_attr = "B1",
    sk = "{kind}#{label:lower}",
    sk_attr = "B2",
    query = "shared"
)]
// A condition over two fields, one of which is in another key.
#[gsi(
    name = "sparse",
    pk = "{owner}",
    pk_attr = "C1",
    sk = "{price:neg}",
    sk_attr = "C2",
    when = self.active && matches!(self.kind, Kind::Hot),
    query = "sparse"
)]
// Alternatives with different sort keys.
#[gsi(
    name = "either",
    pk = "P#{product}",
    pk_attr = "D1",
    sk = "{rank:020}",
    sk_attr = "D2",
    query = "product"
)]
#[gsi(
    name = "either",
    pk = "Q#{partner}",
    pk_attr = "D1",
    sk = "L#{label}",
    sk_attr = "D2",
    query = "partner"
)]
// Keys that are fields themselves.
#[gsi(name = "fields", pk = "owner", sk = "score", query = "fields")]
struct Thing {
    tenant: String,
    id: u16,
    status: Option<String>,
    rank: u32,
    owner: Option<String>,
    kind: Kind,
    label: Option<String>,
    price: i64,
    active: bool,
    product: Option<String>,
    partner: Option<String>,
    score: i64,
    note: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
enum Kind {
    Hot,
    Cold,
}

/// A small generator of numbers, so that a seed names a sequence.
struct Seed(u64);

impl Seed {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn text(&mut self, word: &str) -> Option<String> {
        (self.below(3) > 0).then(|| format!("{word}{}", self.below(3)))
    }

    fn kind(&mut self) -> Kind {
        if self.below(2) == 0 {
            Kind::Hot
        } else {
            Kind::Cold
        }
    }

    fn price(&mut self) -> i64 {
        i64::try_from(self.below(9)).unwrap_or(0) - 4
    }

    fn thing(&mut self, id: u16) -> Thing {
        Thing {
            tenant: "t".into(),
            id,
            status: self.text("S"),
            rank: u32::try_from(self.below(20)).unwrap_or(0),
            owner: self.text("O"),
            kind: self.kind(),
            label: self.text("Label"),
            price: self.price(),
            active: self.below(2) == 0,
            product: self.text("p"),
            partner: self.text("q"),
            score: self.price(),
            note: self.text("n"),
        }
    }
}

/// One write of the library, chosen by the seed. Whether it was refused for its condition does not
/// matter here.
#[expect(clippy::too_many_lines, reason = "one arm a kind of write")]
async fn write(db: &Db, seed: &mut Seed) -> Result<(), Error> {
    let id = u16::try_from(seed.below(6)).unwrap_or(0);
    let key = Thing::key("t", id);
    let current = key.clone().get().consistent().send(db).await?;
    let update = key.clone().update();
    match (seed.below(21), current) {
        (1, _) => seed.thing(id).create().send(db).await,
        (2, _) => seed.thing(id).replace().send(db).await,
        (3, _) => key.delete().send(db).await,
        (4, Some(now)) => {
            update
                .set(Thing::STATUS, seed.text("S"))
                .set(Thing::RANK, known(now.rank))
                .send(db)
                .await
        }
        (5 | 19, _) => {
            let thing = seed.thing(id);
            let group = (
                Thing::RANK,
                Thing::OWNER,
                Thing::KIND,
                Thing::LABEL,
                Thing::ACTIVE,
                Thing::PRODUCT,
                Thing::PARTNER,
            );
            let Thing {
                rank,
                owner,
                kind,
                label,
                active,
                product,
                partner,
                ..
            } = thing;
            let values = (rank, owner, kind, label, active, product, partner);
            let update = update.set(group, values).set(Thing::STATUS, thing.status);
            update
                .set(Thing::PRICE, thing.price)
                .set(Thing::SCORE, thing.score)
                .upsert()
                .send(db)
                .await
        }
        (6, Some(now)) => {
            update
                .set(Thing::PRICE, seed.price())
                .set(Thing::OWNER, known(now.owner))
                .set(Thing::KIND, known(now.kind))
                .set(Thing::ACTIVE, known(now.active))
                .set(Thing::NOTE, seed.text("n"))
                .send(db)
                .await
        }
        (7, _) => update.add(Thing::SCORE, seed.price()).send(db).await,
        (8, _) => {
            update
                .subtract(Thing::SCORE, seed.price())
                .remove(Thing::NOTE)
                .send(db)
                .await
        }
        (9, Some(now)) => {
            let fields = (Thing::OWNER, Thing::KIND, Thing::ACTIVE);
            update
                .set(fields, (seed.text("O"), known(now.kind), known(now.active)))
                .set(Thing::PRICE, known(now.price))
                .set(Thing::LABEL, known(now.label))
                .send(db)
                .await
        }
        (10, Some(now)) => {
            let fields = (Thing::OWNER, Thing::KIND, Thing::ACTIVE);
            update
                .set(fields, (known(now.owner), known(now.kind), !now.active))
                .set(Thing::PRICE, known(now.price))
                .send(db)
                .await
        }
        (11, Some(now)) => {
            let fields = (Thing::RANK, Thing::LABEL, Thing::PRODUCT, Thing::PARTNER);
            let product = seed.text("p");
            let values = (
                known(now.rank),
                known(now.label),
                product,
                known(now.partner),
            );
            update.set(fields, values).send(db).await
        }
        (12, Some(now)) => {
            let fields = (Thing::RANK, Thing::LABEL, Thing::PRODUCT, Thing::PARTNER);
            // A value said to be known may be wrong; the write is refused then.
            let rank = if seed.below(4) == 0 {
                now.rank + 1
            } else {
                now.rank
            };
            let values = (
                known(rank),
                known(now.label),
                known(now.product),
                seed.text("q"),
            );
            update.set(fields, values).send(db).await
        }
        (13, _) => {
            update
                .remove(Thing::STATUS)
                .set_if_absent(Thing::SCORE, 1)
                .send(db)
                .await
        }
        (14 | 15, Some(now)) => {
            let other = seed.thing(id);
            now.modify(move |thing| *thing = other.clone())
                .send(db)
                .await
                .map(drop)
        }
        (16, Some(now)) => {
            let (owner, price) = (seed.text("O"), seed.price());
            let change = move |thing: &mut Thing| {
                thing.owner.clone_from(&owner);
                thing.price = price;
            };
            now.modify(change).send(db).await.map(drop)
        }
        (17, Some(now)) => now
            .modify(|thing| thing.kind = Kind::Hot)
            .send(db)
            .await
            .map(drop),
        (18, Some(now)) => now.delete().send(db).await,
        _ => seed.thing(id).put().send(db).await,
    }
}

type Stored = HashMap<String, AttributeValue>;

/// Everything in the table or in one index, by its key.
async fn contents(db: &Db, index: Option<&str>) -> BTreeMap<String, Stored> {
    let table = db.table_name::<Thing>().expect("a name").into_owned();
    let request = db
        .client()
        .scan()
        .table_name(table)
        .set_index_name(index.map(str::to_owned));
    let output = request.send().await.expect("a scan");
    let key = |item: &Stored| format!("{:?}", item["SK"]);
    output
        .items
        .unwrap_or_default()
        .into_iter()
        .map(|item| (key(&item), item))
        .collect()
}

/// Compares every index with what the stored items, decoded and encoded again, make of it.
async fn check(db: &Db, step: &str) {
    let stored = contents(db, None).await;
    let mut expected: BTreeMap<String, Stored> = BTreeMap::new();
    for (key, item) in &stored {
        let thing = Thing::from_item(item.clone()).expect("a thing");
        let again = thing.to_item().expect("an item");
        assert_eq!(*item, again, "{step}: a stored item and what it is made of");
        expected.insert(key.clone(), again);
    }
    for index in <Thing as Table>::SCHEMA.indexes {
        let keys: Vec<_> = index
            .pk
            .iter()
            .chain(index.sk)
            .map(|key| key.name)
            .collect();
        let mut members = expected.clone();
        members.retain(|_, item| keys.iter().all(|key| item.contains_key(*key)));
        assert_eq!(
            contents(db, Some(index.name)).await,
            members,
            "{step}: index `{}`",
            index.name
        );
    }
}

#[tokio::test]
async fn every_index_is_what_the_items_say_after_any_writes() {
    tests::with_table::<Thing>(async |db| {
        for seed in 0..4 {
            let mut random = Seed(seed);
            for step in 0..100 {
                match write(db, &mut random).await {
                    Ok(()) => {}
                    Err(error) if error.is_condition_failed() => {}
                    Err(error) => panic!("seed {seed}, step {step}: {error}"),
                }
                check(db, &format!("seed {seed}, step {step}")).await;
            }
        }
    })
    .await;
}

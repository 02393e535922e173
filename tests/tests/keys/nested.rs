//! Keys of nested fields: `{address.city}` follows the field that it is in.

use dynamo_runtime::{Attribute, Db, Error, Item, known};
use tests::stored::{consistent, overwrite, stored, text};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Attribute)]
struct Geo {
    zone: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(rename_all = "camelCase")]
struct Address {
    city: String,
    postal_code: u32,
    geo: Box<Geo>,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
struct Owner {
    tenant: String,
    name: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "shops", pk = "PK", sk = "SK")]
#[key(pk = "TENANT#{owner.tenant}", sk = "SHOP#{id}")]
#[gsi(
    name = "ByCity",
    pk = "CITY#{address.city}",
    sk = "{address.postal_code:05}#{id}",
    pk_attr = "city_pk",
    sk_attr = "city_sk",
    query = "by_city"
)]
#[gsi(
    name = "ByZone",
    pk = "{address.geo.zone}",
    sk = "{kind}#{owner.name}",
    pk_attr = "zone_pk",
    sk_attr = "zone_sk",
    projection = "KEYS_ONLY",
    query = "by_zone"
)]
struct Shop {
    id: String,
    owner: Owner,
    kind: String,
    address: Option<Address>,
}

fn address(city: &str, postal_code: u32, zone: Option<&str>) -> Address {
    let zone = zone.map(str::to_owned);
    Address {
        city: city.into(),
        postal_code,
        geo: Box::new(Geo { zone }),
    }
}

fn owner() -> Owner {
    Owner {
        tenant: "t1".into(),
        name: "Ada".into(),
    }
}

fn shop(id: &str, address: Option<Address>) -> Shop {
    Shop {
        id: id.into(),
        owner: owner(),
        kind: "books".into(),
        address,
    }
}

async fn with_shops(test: impl AsyncFnOnce(&Db) -> Result<(), Error>) {
    with_table::<Shop>(async |db| test(db).await.expect("no failure")).await;
}

/// The stored index keys of a shop.
async fn keys(db: &Db, id: &str) -> [Option<String>; 4] {
    let stored = stored(db, Shop::key("t1", id)).await;
    ["city_pk", "city_sk", "zone_pk", "zone_sk"].map(|name| text(&stored, name).map(str::to_owned))
}

fn texts(keys: [&str; 4]) -> [Option<String>; 4] {
    keys.map(|key| (!key.is_empty()).then(|| key.to_owned()))
}

const NO_ADDRESS: [&str; 4] = ["", "", "", ""];

#[tokio::test]
async fn keys_are_built_from_nested_fields() {
    with_shops(async |db| {
        let oslo = shop("1", Some(address("Oslo", 150, Some("north"))));
        let none = shop("2", None);
        oslo.put().send(db).await?;
        db.transact(none.create()).await?;
        let stored = consistent(db, Shop::key("t1", "1")).await;
        assert_eq!(text(&stored, "PK"), Some("TENANT#t1"));
        assert!(stored["owner"].is_m() && stored["address"].is_m());
        assert_eq!(
            keys(db, "1").await,
            texts(["CITY#Oslo", "00150#1", "north", "books#Ada"])
        );
        assert_eq!(keys(db, "2").await, texts(NO_ADDRESS));
        assert_eq!(oslo.to_key(), Shop::key("t1", "1"));
        assert_eq!(
            Shop::key("t1", "1").get().send(db).await?,
            Some(oslo.clone())
        );
        assert_eq!(Shop::query("t1").all(db).await?, [oslo, none]);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn queries_take_nested_components() {
    with_shops(async |db| {
        for (id, postal_code) in [("1", 150), ("2", 9), ("3", 4000)] {
            let place = address("Oslo", postal_code, Some("north"));
            shop(id, Some(place)).put().send(db).await?;
        }
        let ids = |shops: Vec<Shop>| shops.into_iter().map(|shop| shop.id).collect::<Vec<_>>();
        assert_eq!(ids(Shop::by_city("Oslo").all(db).await?), ["2", "1", "3"]);
        let near = Shop::by_city("Oslo").range(Shop::ADDRESS_POSTAL_CODE.le(150));
        assert_eq!(ids(near.all(db).await?), ["2", "1"]);
        let named = Shop::by_city("Oslo").filter(Shop::ADDRESS.dot(Address::POSTAL_CODE).gt(9));
        assert_eq!(ids(named.all(db).await?), ["1", "3"]);
        // Fields that the index holds in its keys are read from the keys.
        let parts = Shop::by_zone("north").all(db).await?;
        assert_eq!(parts[0].address_geo_zone.as_deref(), Some("north"));
        assert_eq!(parts[0].owner_tenant, "t1");
        let whole: Vec<Shop> = Shop::by_zone("north").hydrate().all(db).await?;
        assert_eq!(whole.len(), 3);
        let page = Shop::by_city("Oslo").limit(1).send(db).await?;
        let rest = Shop::by_city("Oslo").after(page.next).all(db).await?;
        assert_eq!(ids(rest), ["1", "3"]);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn keys_follow_the_field_they_are_nested_in() {
    with_shops(async |db| {
        let key = || Shop::key("t1", "1");
        shop("1", None).put().send(db).await?;
        let bergen = address("Bergen", 5003, Some("west"));
        let moved = key().update().set(Shop::ADDRESS, bergen.clone());
        let moved = moved.set((Shop::OWNER, Shop::KIND), (known(owner()), known("books")));
        moved.send(db).await?;
        let expected = texts(["CITY#Bergen", "05003#1", "west", "books#Ada"]);
        assert_eq!(keys(db, "1").await, expected);
        // A part that is absent leaves its own index out.
        let placeless = address("Bergen", 5004, None);
        key()
            .update()
            .set(Shop::ADDRESS, placeless)
            .send(db)
            .await?;
        assert_eq!(
            keys(db, "1").await,
            texts(["CITY#Bergen", "05004#1", "", ""])
        );
        consistent(db, key()).await;
        key().update().set(Shop::ADDRESS, None).send(db).await?;
        assert_eq!(keys(db, "1").await, texts(NO_ADDRESS));
        consistent(db, key()).await;
        let moved = key().modify(|shop| shop.address = Some(bergen.clone()));
        moved.send(db).await?;
        assert_eq!(keys(db, "1").await, expected);
        key().update().remove(Shop::ADDRESS).send(db).await?;
        assert_eq!(keys(db, "1").await, texts(NO_ADDRESS));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_backfill_computes_nested_keys() {
    with_shops(async |db| {
        let key = || Shop::key("t1", "1");
        shop("1", Some(address("Oslo", 150, None)))
            .put()
            .send(db)
            .await?;
        overwrite(db, key(), "city_pk", None).await;
        Shop::backfill().send(db).await?;
        assert_eq!(keys(db, "1").await[0].as_deref(), Some("CITY#Oslo"));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_nested_value_that_no_key_can_hold_is_an_error() {
    with_shops(async |db| {
        let bad = shop("1", Some(address("Os#lo", 150, None)));
        let error = bad.put().send(db).await.expect_err("a delimiter");
        assert!(error.to_string().contains("`address.city`"), "{error}");
        Ok(())
    })
    .await;
}

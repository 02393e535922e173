//! Collections of a table that stores no entity name, and partitions of every kind.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Collection, Error, Item, Record, Table};
use tests::with_table;

#[derive(Table)]
#[table(name = "homes", pk = "PK", sk = "SK", delimiter = "|")]
#[gsi(name = "All", pk = "AllPK", sk = "AllSK")]
#[gsi(
    name = "Year",
    pk = "YearPK",
    sk = "YearSK",
    pk_type = "N",
    sk_type = "N"
)]
struct Homes;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Homes)]
#[key(pk = "{country}|{city}", sk = "HOUSE|{street}|{number:04}")]
#[gsi(name = "All", pk = literal("ALL"), sk = "{year:04}")]
#[gsi(name = "Year", pk = "{year}", sk = "{price:neg}")]
struct House {
    country: String,
    city: String,
    street: String,
    number: u32,
    year: u32,
    price: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Homes)]
#[key(
    pk = "{state}|{town}",
    sk = "HOUSE|{street}|{number:04}|FLAT|{floor:02}"
)]
#[gsi(name = "All", pk = literal("ALL"), sk = "{built:04}")]
#[gsi(name = "Year", pk = "{built}", sk = "{rent:neg}")]
struct Flat {
    state: String,
    town: String,
    street: String,
    number: u32,
    floor: u8,
    built: u32,
    rent: u32,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Homes)]
enum Home {
    House(House),
    Flat(Flat),
}

/// Of a constant partition.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Homes, index = "All")]
enum AnyHome {
    Flat(Flat),
    House(House),
}

/// Of a number.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Homes, index = "Year")]
enum HomeOfYear {
    House(House),
    Flat(Flat),
}

fn house(number: u32, year: u32, price: u32) -> House {
    House {
        country: "DE".into(),
        city: "Ulm".into(),
        street: "Hof".into(),
        number,
        year,
        price,
    }
}

fn flat(number: u32, floor: u8, built: u32, rent: u32) -> Flat {
    Flat {
        state: "DE".into(),
        town: "Ulm".into(),
        street: "Hof".into(),
        number,
        floor,
        built,
        rent,
    }
}

#[tokio::test]
async fn keys_tell_members_apart() {
    with_table::<Homes>(async |db| {
        let houses = [house(1, 1990, 5), house(2, 2000, 9)];
        let flats = [
            flat(1, 0, 1990, 7),
            flat(1, 1, 1990, 3),
            flat(3, 2, 2000, 9),
        ];
        for house in &houses {
            house.put().send(db).await.expect("a put");
        }
        for flat in &flats {
            flat.put().send(db).await.expect("a put");
        }
        let homes = || Home::query(("DE", "Ulm"));
        let all = [
            Home::from(houses[0].clone()),
            flats[0].clone().into(),
            flats[1].clone().into(),
            houses[1].clone().into(),
            flats[2].clone().into(),
        ];
        assert_eq!(homes().all(db).await.expect("a query"), all);
        assert_eq!(homes().count(db).await.expect("a count"), 5);
        let page = homes().limit(2).send(db).await.expect("a page");
        let next = homes().limit(9).after(page.next).send(db).await;
        assert_eq!(next.expect("a page").items, all[2..]);
        let none = Home::query((String::from("DE"), &String::from("Bonn")));
        assert_eq!(none.count(db).await.expect("a count"), 0);

        let built = AnyHome::query(()).range(Flat::BUILT.ge(2000)).all(db).await;
        assert_eq!(built.expect("a query").len(), 2);
        let old = AnyHome::query(())
            .range(Flat::BUILT.lt(2000))
            .count(db)
            .await;
        assert_eq!(old.expect("a count"), 3);

        let dearest = HomeOfYear::query(1990).all(db).await.expect("a query");
        let prices: Vec<_> = dearest
            .iter()
            .map(|home| match home {
                HomeOfYear::House(house) => house.price,
                HomeOfYear::Flat(flat) => flat.rent,
            })
            .collect();
        assert_eq!(prices, [7, 5, 3]);
        let cheap = HomeOfYear::query(1990)
            .range(House::PRICE.le(5))
            .all(db)
            .await;
        assert_eq!(cheap.expect("a query").len(), 2);
        let page = HomeOfYear::query(1990)
            .limit(1)
            .send(db)
            .await
            .expect("a page");
        let rest = HomeOfYear::query(1990).after(page.next).all(db).await;
        assert_eq!(rest.expect("a query"), dearest[1..]);
    })
    .await;
}

#[tokio::test]
async fn keys_that_no_member_has_are_unknown() {
    with_table::<Homes>(async |db| {
        house(1, 1990, 5).put().send(db).await.expect("a put");
        let text = |text: &str| AttributeValue::S(text.to_owned());
        for sk in [
            "HOUSE|Hof|0001|SHED",
            "HOUSE",
            "HOUSES|Hof|0001",
            "HOUSE|Hof|x",
        ] {
            let request = db
                .client()
                .put_item()
                .table_name(db.table_name::<Homes>().expect("a name"))
                .item("PK", text("DE|Ulm"))
                .item("SK", text(sk));
            request.send().await.expect("a raw put");
        }
        let homes = || Home::query(("DE", "Ulm"));
        let error = homes().all(db).await.expect_err("a shed");
        assert!(
            matches!(
                error,
                Error::OtherType {
                    expected: "Home",
                    attribute: "",
                    ..
                }
            ),
            "{error}"
        );
        assert!(error.to_string().contains("keys"), "{error}");
        let known = homes().skip_unknown().all(db).await.expect("a query");
        assert_eq!(known, [Home::House(house(1, 1990, 5))]);
        assert_eq!(homes().skip_unknown().count(db).await.expect("a count"), 1);
        let first = homes().skip_unknown().descending().first(db).await;
        assert_eq!(first.expect("a query"), Some(house(1, 1990, 5).into()));
    })
    .await;
}

#[tokio::test]
async fn a_component_with_the_delimiter_is_refused() {
    let db = tests::db().await;
    let error = Home::query(("DE|Ulm", "x")).all(&db).await;
    let error = error.expect_err("it would reach another partition");
    let message = error.to_string();
    for word in ["Home", "country", "delimiter"] {
        assert!(message.contains(word), "`{word}` in: {message}");
    }
    assert!(!message.contains("DE"), "{message}");
}

#[test]
fn an_item_of_the_sdk_is_told_by_its_keys() {
    let item = flat(1, 2, 1990, 3).to_item().expect("an item");
    assert_eq!(
        Home::from_item(item).expect("a flat"),
        flat(1, 2, 1990, 3).into()
    );
    let mut item = house(1, 1990, 3).to_item().expect("an item");
    item.insert("SK".into(), AttributeValue::S("SHED".into()));
    let error = Home::from_item(item).expect_err("a shed");
    assert!(
        matches!(
            error,
            Error::OtherType {
                expected: "Home",
                ..
            }
        ),
        "{error}"
    );
}

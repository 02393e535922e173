//! Keys that hold the leading characters of a field: ranges mean the field.

use chrono::{DateTime, Utc};
use dynamo_runtime::{Error, Item, View};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "deals_by_day", pk = "id")]
#[gsi(
    name = "Days",
    pk = "DEALS#{at:first(10)}",
    pk_attr = "G1PK",
    sk = "{at:millis}#{id}",
    sk_attr = "G1SK",
    query = "on"
)]
#[gsi(
    name = "Shops",
    pk = "shop",
    sk = "{at:first(10)}#{id}",
    sk_attr = "G2SK",
    query = "of_shop"
)]
#[gsi(
    name = "Keys",
    pk = "shop",
    sk = "{at:first(10)}#{id}",
    sk_attr = "G2SK",
    projection = "KEYS_ONLY",
    query = "keys_of_shop"
)]
struct Deal {
    id: String,
    shop: String,
    at: DateTime<Utc>,
}

#[derive(Debug, View)]
#[view(item = Deal)]
#[allow(dead_code, reason = "only its type is read")]
struct Shop {
    shop: String,
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("a time")
}

const DEALS: [(&str, &str); 4] = [
    ("a", "2020-01-01T09:00:00Z"),
    ("b", "2020-01-01T10:00:00Z"),
    ("c", "2020-01-01T10:00:00.5Z"),
    ("d", "2020-01-02T08:00:00Z"),
];

#[tokio::test]
async fn a_range_over_a_part_means_the_field() {
    with_table::<Deal>(async |db| {
        for (id, time) in DEALS {
            let deal = Deal {
                id: id.into(),
                shop: "s".into(),
                at: at(time),
            };
            deal.put().send(db).await.expect("a put");
        }
        let ids = |deals: Result<Vec<Deal>, Error>| {
            let deals = deals.expect("a query").into_iter();
            deals.map(|deal| deal.id).collect::<String>()
        };
        let ten = at("2020-01-01T10:00:00Z");
        let ranges = [
            (Deal::AT.gt(ten), "cd"),
            (Deal::AT.ge(ten), "bcd"),
            (Deal::AT.lt(ten), "a"),
            (Deal::AT.le(ten), "ab"),
            (Deal::AT.between(ten, at("2020-01-01T10:00:01Z")), "bc"),
            // Equal is what the key holds: the day.
            (Deal::AT.eq(ten), "abc"),
            (Deal::AT.begins_with("2020-01"), "abcd"),
        ];
        for (range, expected) in ranges {
            assert_eq!(ids(Deal::of_shop("s").range(range).all(db).await), expected);
        }
        // The day is known by any of its times, or by itself.
        for day in ["2020-01-01", "2020-01-01T23:59:59Z"] {
            assert_eq!(ids(Deal::on(day).all(db).await), "abc", "{day}");
        }
        assert_eq!(
            ids(Deal::on(ten).range(Deal::AT.gt(ten)).all(db).await),
            "c"
        );
        for other in ["2020-01", "01.01.2020", "2020-01-01T10"] {
            assert!(
                matches!(Deal::on(other).all(db).await, Err(Error::Key(_))),
                "{other}"
            );
        }

        let keys = Deal::keys_of_shop("s")
            .range(Deal::AT.eq(ten))
            .count(db)
            .await;
        assert_eq!(keys.expect("a count"), 3);
        let Err(Error::Key(error)) = Deal::keys_of_shop("s")
            .range(Deal::AT.gt(ten))
            .all(db)
            .await
        else {
            panic!("nothing to compare with");
        };
        assert_eq!(error.component(), "at");
        let view = Deal::of_shop("s")
            .range(Deal::AT.gt(ten))
            .select::<Shop>()
            .all(db)
            .await;
        assert!(matches!(view, Err(Error::Key(_))));
    })
    .await;
}

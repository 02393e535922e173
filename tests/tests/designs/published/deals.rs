//! Daily deals: deals by day, brand and category, brands with likes and watchers, messages that are
//! unread.

use dynamo_runtime::{Item, Table, check_items};
use tests::with_table;

#[derive(Table)]
#[table(name = "big_time_deals", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[gsi(name = "GSI3", pk = "GSI3PK", sk = "GSI3SK")]
#[gsi(name = "UserIndex", pk = "UserIndex")]
struct Deals;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Deals)]
#[key(pk = "DEAL#{deal_id}", sk = "DEAL#{deal_id}")]
#[gsi(
    name = "GSI1",
    pk = "DEALS#{created:first(10)}",
    sk = "DEAL#{deal_id}",
    query = "of_day"
)]
#[gsi(
    name = "GSI2",
    pk = "BRAND#{brand:upper}#{created:first(10)}",
    sk = "DEAL#{deal_id}",
    query = "of_brand"
)]
#[gsi(
    name = "GSI3",
    pk = "CATEGORY#{category:upper}#{created:first(10)}",
    sk = "DEAL#{deal_id}",
    query = "of_category"
)]
struct Deal {
    deal_id: String,
    created: String,
    brand: String,
    category: String,
    price: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Deals)]
#[key(pk = "BRAND#{brand}", sk = "BRAND#{brand}")]
struct Brand {
    /// In capitals, as in every key.
    #[dynamo(key_only)]
    brand: String,
    name: String,
    likes: u32,
    watchers: u32,
}

/// All brands' names: one item.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Deals)]
#[key(pk = literal("BRANDS"), sk = literal("BRANDS"))]
struct Brands {
    names: std::collections::BTreeSet<String>,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Deals)]
#[key(pk = "BRANDLIKE#{brand}#{user}", sk = "BRANDLIKE#{brand}#{user}")]
struct BrandLike {
    brand: String,
    user: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Deals)]
#[key(pk = "BRANDWATCH#{brand}", sk = "USER#{user}")]
struct BrandWatch {
    brand: String,
    user: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Deals)]
#[key(pk = "USER#{username}", sk = "USER#{username}")]
#[gsi(name = "UserIndex", pk = "USER#{username}", query = "listed")]
struct User {
    username: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Deals)]
#[key(pk = "MESSAGES#{user}", sk = "MESSAGE#{id}")]
#[gsi(name = "GSI1", pk = "MESSAGES#{user}", sk = "MESSAGE#{id}", query = "unread", when = self.unread)]
struct Message {
    user: String,
    id: String,
    unread: bool,
}

const _: () = check_items::<(Deal, Brand, Brands, BrandLike, BrandWatch, User, Message)>();

#[tokio::test]
async fn deals_are_listed_by_day() {
    with_table::<Deals>(async |db| {
        let deal = |id: &str, created: &str, brand: &str| Deal {
            deal_id: id.into(),
            created: created.into(),
            brand: brand.into(),
            category: "Toys".into(),
            price: 1,
        };
        super::put!(
            db,
            deal("1", "2025-03-01T10:00:00Z", "Acme"),
            deal("2", "2025-03-01T11:00:00Z", "Lego"),
            deal("3", "2025-03-02T09:00:00Z", "Acme"),
        );
        let ids = |deals: Vec<Deal>| {
            deals
                .into_iter()
                .map(|deal| deal.deal_id)
                .collect::<Vec<_>>()
        };
        let day = Deal::of_day("2025-03-01").descending().all(db).await;
        assert_eq!(ids(day.expect("a query")), ["2", "1"]);
        // A whole time leads to its day.
        let day = Deal::of_brand("acme", "2025-03-02T23:59:59Z").all(db).await;
        assert_eq!(ids(day.expect("a query")), ["3"]);
        let day = Deal::of_category("toys", "2025-03-01")
            .limit(1)
            .all(db)
            .await;
        assert_eq!(ids(day.expect("a query")), ["1"]);
        let deal = Deal::key("2").get().send(db).await.expect("a get");
        assert_eq!(deal.map(|deal| deal.brand).as_deref(), Some("Lego"));
    })
    .await;
}

#[tokio::test]
async fn a_user_likes_a_brand_once() {
    with_table::<Deals>(async |db| {
        let brand = Brand {
            brand: "ACME".into(),
            name: "Acme".into(),
            likes: 0,
            watchers: 0,
        };
        let like = BrandLike {
            brand: "ACME".into(),
            user: "u1".into(),
        };
        super::put!(
            db,
            brand,
            Brands {
                names: ["Acme".into()].into()
            }
        );
        let liked = async || {
            let count = Brand::key("ACME").update().add(Brand::LIKES, 1);
            db.transact((like.create(), count)).await
        };
        liked().await.expect("a like");
        liked().await.expect_err("liked already");
        let brand = Brand::key("ACME").get().send(db).await.expect("a get");
        assert_eq!(brand.map(|brand| brand.likes), Some(1));
        let watch = |user: &str| BrandWatch {
            brand: "ACME".into(),
            user: user.into(),
        };
        super::put!(db, watch("u1"), watch("u2"));
        let watchers = BrandWatch::query("ACME").all(db).await.expect("a query");
        assert_eq!(watchers, [watch("u1"), watch("u2")]);
        let names = Brands::key()
            .update()
            .add_to_set(Brands::NAMES, ["Lego".to_owned()].into());
        let brands = names.returning_new().send(db).await.expect("an update");
        assert_eq!(brands.names.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn unread_messages_are_in_an_index_of_their_own() {
    with_table::<Deals>(async |db| {
        let message = |id: &str| Message {
            user: "u".into(),
            id: id.into(),
            unread: true,
        };
        super::put!(
            db,
            message("1"),
            message("2"),
            User {
                username: "u".into()
            }
        );
        let read = Message::key("u", "1").update().set(Message::UNREAD, false);
        read.send(db).await.expect("an update");
        assert_eq!(
            Message::unread("u").all(db).await.expect("a query"),
            [message("2")]
        );
        assert_eq!(Message::query("u").count(db).await.expect("a count"), 2);
        let users = User::scan().count(db).await.expect("a scan");
        assert_eq!(
            (users, User::listed("u").count(db).await.expect("some")),
            (1, 1)
        );
    })
    .await;
}

//! Several item types in one table and its indexes, as in the trading design.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Cursor, Db, Error, Item};
use tests::with_table;

/// An order of the trading design, beside the executions and positions of its client.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "trading", pk = "PK", sk = "SK", type_attr = "entity_type")]
#[dynamo(entity = "ORDER")]
#[key(pk = "CLIENT#{client}", sk = "ORDER#{placed_at}#{id}")]
#[gsi(
    name = "GSI1",
    pk = "PRODUCT#{product}",
    sk = "{placed_at}",
    pk_attr = "GSI1_PK",
    sk_attr = "GSI1_SK",
    query = "by_product"
)]
#[gsi(
    name = "GSI2",
    pk = "MASTER_ORDER#{master}",
    sk = "{placed_at}",
    pk_attr = "GSI2_PK",
    sk_attr = "GSI2_SK",
    query = "children_of",
    projection = "KEYS_ONLY"
)]
struct Order {
    client: String,
    placed_at: String,
    id: String,
    product: String,
    master: Option<String>,
    deleted: bool,
}

/// Another item type of the same table and index.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "trading", pk = "PK", sk = "SK", type_attr = "entity_type")]
#[dynamo(entity = "POSITION")]
#[key(pk = "CLIENT#{client}", sk = "POSITION#{product}")]
#[gsi(
    name = "GSI1",
    pk = "PRODUCT#{product}",
    sk = "{opened_at}",
    pk_attr = "GSI1_PK",
    sk_attr = "GSI1_SK",
    query = "by_product"
)]
#[gsi(
    name = "GSI2",
    pk = "MASTER_ORDER#{product}",
    sk = "{opened_at}",
    pk_attr = "GSI2_PK",
    sk_attr = "GSI2_SK",
    query = "children_of",
    projection = "KEYS_ONLY"
)]
struct Position {
    client: String,
    product: String,
    opened_at: String,
}

fn order(placed_at: &str, id: &str) -> Order {
    Order {
        client: "c".into(),
        placed_at: placed_at.into(),
        id: id.into(),
        product: "p".into(),
        master: None,
        deleted: false,
    }
}

/// The shared table with four orders and, before and behind them, items of other types.
async fn with_trading(test: impl AsyncFnOnce(&Db)) {
    with_table::<Order>(async |db| {
        let name = db.table_name::<Order>().expect("a name").into_owned();
        let db = db.clone().with_table_name::<Position>(&name);
        for (placed_at, id) in [("t1", "a"), ("t2", "b"), ("t2", "c"), ("t3", "d")] {
            order(placed_at, id).put().send(&db).await.expect("a put");
        }
        let position = Position {
            client: "c".into(),
            product: "p".into(),
            opened_at: "t2".into(),
        };
        position.put().send(&db).await.expect("a put");
        for sk in ["EXECUTION#t1#x", "ORDER", "ORDERS#t9", "ORDER\u{22}t0"] {
            let put = db.client().put_item().table_name(&name);
            let put = put.item("PK", AttributeValue::S("CLIENT#c".into()));
            let put = put.item("SK", AttributeValue::S(sk.into()));
            put.send().await.expect("a put");
        }
        test(&db).await;
    })
    .await;
}

fn ids<'a>(orders: impl IntoIterator<Item = &'a Order>) -> Vec<&'a str> {
    orders.into_iter().map(|order| &*order.id).collect()
}

#[test]
fn p02_an_absent_component_makes_the_index_sparse() {
    let item = order("t1", "a").to_item().expect("an item");
    assert!(!item.contains_key("GSI2_PK"), "{item:?}");
    assert!(!item.contains_key("GSI2_SK"), "{item:?}");
    assert!(item.values().all(|value| !value.is_null()));
    let mut child = order("t1", "a");
    child.master = Some("m".into());
    let item = child.to_item().expect("an item");
    assert_eq!(item["GSI2_PK"], AttributeValue::S("MASTER_ORDER#m".into()));
}

#[tokio::test]
async fn p04_an_open_range_stays_inside_its_item_type() {
    with_trading(async |db| {
        let query = || Order::query("c");
        let found = query().range(Order::PLACED_AT.ge("t1")).all(db).await;
        assert_eq!(ids(&found.expect("orders only")), ["a", "b", "c", "d"]);
        let found = query().range(Order::PLACED_AT.gt("t2")).all(db).await;
        assert_eq!(ids(&found.expect("orders only")), ["d"]);
        let found = query().range(Order::PLACED_AT.lt("t2")).all(db).await;
        assert_eq!(ids(&found.expect("orders only")), ["a"]);
        let found = query()
            .range(Order::PLACED_AT.le("t9"))
            .descending()
            .all(db)
            .await;
        assert_eq!(ids(&found.expect("orders only")), ["d", "c", "b", "a"]);
        let found = query().all(db).await;
        assert_eq!(ids(&found.expect("orders only")), ["a", "b", "c", "d"]);
        assert_eq!(query().count(db).await.expect("a count"), 4);
    })
    .await;
}

#[tokio::test]
async fn p05_a_range_means_the_component() {
    with_trading(async |db| {
        let query = || Order::query("c");
        let found = query().range(Order::PLACED_AT.gt("t1")).all(db).await;
        assert_eq!(ids(&found.expect("a query")), ["b", "c", "d"]);
        let found = query().range(Order::PLACED_AT.le("t3")).all(db).await;
        assert_eq!(ids(&found.expect("a query")), ["a", "b", "c", "d"]);
        let found = query()
            .range(Order::PLACED_AT.between("t2", "t3"))
            .all(db)
            .await;
        assert_eq!(ids(&found.expect("a query")), ["b", "c", "d"]);
        let found = query().range(Order::PLACED_AT.eq("t2")).all(db).await;
        assert_eq!(ids(&found.expect("a query")), ["b", "c"]);
    })
    .await;
}

#[tokio::test]
async fn p06_a_query_of_a_shared_index_reads_its_own_item_type() {
    with_trading(async |db| {
        let orders = Order::by_product("p").all(db).await.expect("orders only");
        assert_eq!(ids(&orders), ["a", "b", "c", "d"]);
        let positions = Position::by_product("p").all(db).await;
        assert_eq!(positions.expect("positions only").len(), 1);
        assert_eq!(
            Position::by_product("p").count(db).await.expect("a count"),
            1
        );
        let first = Position::by_product("p").page_size(1).first(db).await;
        assert!(first.expect("a query").is_some());
    })
    .await;
}

#[tokio::test]
async fn p06_an_index_of_keys_only_tells_item_types_apart_by_the_keys_of_the_table() {
    with_trading(async |db| {
        let mut child = order("t5", "child");
        child.master = Some("p".into());
        child.put().send(db).await.expect("a put");
        let children = Order::children_of("p").all(db).await.expect("orders only");
        let found: Vec<_> = children.iter().map(|child| &*child.id).collect();
        assert_eq!(found, ["child"]);
        assert_eq!(Order::children_of("p").count(db).await.expect("a count"), 1);
        let positions = Position::children_of("p").all(db).await;
        assert_eq!(positions.expect("positions only").len(), 1);
    })
    .await;
}

#[tokio::test]
async fn p11_a_cursor_of_the_last_item_goes_on_behind_it_and_fits_one_query() {
    with_trading(async |db| {
        let db = &db
            .clone()
            .with_cursor_secret("a secret of enough bytes")
            .expect("a secret");
        let live = || Order::by_product("p").filter(Order::DELETED.eq(false));
        let (mut found, mut cursor): (Vec<Order>, Option<Cursor>) = (Vec::new(), None);
        loop {
            let page = live()
                .limit(1)
                .after(cursor)
                .send(db)
                .await
                .expect("a page");
            found.extend(page.items);
            cursor = page.next;
            let Some(cursor) = &cursor else { break };
            assert!(!cursor.as_str().contains("ORDER"));
            let other = Order::by_product("q").after(cursor.clone()).send(db).await;
            assert!(matches!(other, Err(Error::Cursor(_))), "{other:?}");
            let other = Position::by_product("p")
                .after(cursor.clone())
                .send(db)
                .await;
            assert!(matches!(other, Err(Error::Cursor(_))), "{other:?}");
        }
        assert_eq!(ids(&found), ["a", "b", "c", "d"]);
    })
    .await;
}

#[tokio::test]
async fn p12_an_empty_prefix_is_never_sent() {
    with_trading(async |db| {
        let bare = Order::by_product("p").range(Order::PLACED_AT.begins_with(""));
        let request = bare.into_sdk(db).expect("a request");
        let condition = request.as_input().get_key_condition_expression().clone();
        assert_eq!(condition.as_deref(), Some("#n0 = :v0"));
        let all = Order::query("c")
            .range(Order::PLACED_AT.begins_with(""))
            .all(db)
            .await;
        assert_eq!(ids(&all.expect("a query")), ["a", "b", "c", "d"]);
        // As a filter it holds for every text.
        let found = Order::query("c").filter(Order::PRODUCT.begins_with(""));
        let request = found.into_sdk(db).expect("a request");
        let values = request.as_input().get_expression_attribute_values().clone();
        let empty = AttributeValue::S(String::new());
        assert!(
            !values
                .unwrap_or_default()
                .values()
                .any(|value| *value == empty)
        );
        let found = request.send().await.expect("a query");
        assert_eq!(found.count(), 4);
    })
    .await;
}

#[tokio::test]
async fn p15_what_dynamodb_would_refuse_is_not_sent() {
    with_trading(async |db| {
        let key = Order::by_product("p").filter(Order::PLACED_AT.ne("t1"));
        assert!(
            key.all(db).await.is_ok(),
            "`placed_at` is not the key attribute itself"
        );
        let exchanged = Order::query("c").range(Order::PLACED_AT.between("t2", "t1"));
        assert!(matches!(exchanged.all(db).await, Err(Error::Key(_))));
        let exchanged = Order::query("c").filter(Order::PRODUCT.between("b", "a"));
        assert!(matches!(exchanged.all(db).await, Err(Error::Encode(_))));
        // One name twice, a reserved word, an `or` in an `and`: no placeholder and no parenthesis
        // too many.
        let both = Order::PRODUCT.eq("p").or(Order::PRODUCT.eq("q"));
        let query = Order::query("c").filter(both.and(Order::DELETED.eq(false)));
        assert_eq!(query.all(db).await.expect("a query").len(), 4);
    })
    .await;
}

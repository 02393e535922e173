//! The trading table as its document has it: items, access patterns, life.

mod document;
mod samples;

use dynamo_runtime::{Db, Item};
use examples::oms_trading::{
    ClientRecord, ClientRecordGroups, Execution, Order, OrderEvent, OrderGsi2, OrderStatus,
    Position, PositionSide, Trading,
};
use tests::clock::{Clock, START};
use tests::stored::{consistent, stored, text};
use tests::with_table;

use self::samples::{decimal, executed, held, placed};

fn ids(orders: &[Order]) -> Vec<&str> {
    orders.iter().map(|order| order.order_id.as_str()).collect()
}

/// Two orders with what came of them, another order of the client and one of somebody else.
async fn seed(db: &Db) {
    let mut by_analyst = placed(3, "o3");
    by_analyst.product_id = None;
    by_analyst.analyst_id = Some("analyst_001".into());
    by_analyst.master_order_id = None;
    // An order that has both is listed by product.
    let mut both = placed(2, "o2");
    both.analyst_id = Some("analyst_001".into());
    let mut other = placed(4, "o4");
    other.client_id = "c2".into();
    for order in [placed(1, "o1"), both, by_analyst, other] {
        order.create().send(db).await.expect("a create");
    }
    for execution in [
        executed(5, "e1", "o1"),
        executed(6, "e2", "o1"),
        executed(7, "e3", "o2"),
    ] {
        execution.create().send(db).await.expect("a create");
    }
    for position in [
        held("BTCUSDT", PositionSide::Long),
        held("BTCUSDT", PositionSide::Short),
        held("ETHUSDT", PositionSide::Long),
    ] {
        position.put().send(db).await.expect("a put");
    }
}

async fn with_trading(test: impl AsyncFnOnce(&Db, &Clock)) {
    with_table::<Trading>(async |db| {
        let clock = Clock::new();
        let db = clock.drive(db);
        seed(&db).await;
        test(&db, &clock).await;
    })
    .await;
}

#[tokio::test]
async fn p1_orders_of_a_client() {
    with_trading(async |db, _| {
        let orders = Order::query("c1").all(db).await.expect("a query");
        assert_eq!(ids(&orders), ["o1", "o2", "o3"]);
        let request = Order::query("c1").into_sdk(db).expect("a request");
        let input = request.as_input();
        let condition = input.get_key_condition_expression().as_deref();
        assert_eq!(condition, Some("#n0 = :v0 AND begins_with(#n1, :v1)"));
        let values = input
            .get_expression_attribute_values()
            .clone()
            .expect("values");
        assert_eq!(values[":v0"].as_s(), Ok(&"CLIENT#c1".to_owned()));
        assert_eq!(values[":v1"].as_s(), Ok(&"ORDER#".to_owned()));
        let since = Order::query("c1").range(Order::PLACED_AT.gt(placed(1, "o1").placed_at));
        let newest = since.descending().limit(1).all(db).await;
        assert_eq!(ids(&newest.expect("a query")), ["o3"]);
    })
    .await;
}

#[tokio::test]
async fn p2_orders_by_product() {
    with_trading(async |db, _| {
        let orders = Order::by_product("prod_001").all(db).await;
        assert_eq!(ids(&orders.expect("a query")), ["o1", "o2", "o4"]);
        let request = Order::by_product("p").into_sdk(db).expect("a request");
        assert_eq!(request.get_index_name().as_deref(), Some("GSI1"));
        let late = Order::PLACED_AT.ge(placed(2, "o2").placed_at);
        let orders = Order::by_product("prod_001").range(late).all(db).await;
        assert_eq!(ids(&orders.expect("a query")), ["o2", "o4"]);
        // Executions and positions of the product stand in the same partition of the index.
        let executions = Execution::by_product("prod_001").count(db).await;
        assert_eq!(executions.expect("a count"), 3);
        let positions = Position::by_product("prod_001").all(db).await;
        assert_eq!(positions.expect("a query").len(), 3);
        let of_symbol = Position::by_product("prod_001").range(Position::SYMBOL.eq("ETHUSDT"));
        let position = of_symbol.one(db).await.expect("one");
        assert_eq!(
            (&*position.symbol, position.side),
            ("ETHUSDT", PositionSide::Long)
        );
    })
    .await;
}

#[tokio::test]
async fn p3_orders_by_analyst() {
    with_trading(async |db, _| {
        let orders = Order::by_analyst("analyst_001").all(db).await;
        assert_eq!(
            ids(&orders.expect("a query")),
            ["o3"],
            "an order with a product is listed by that"
        );
        let request = Order::by_analyst("a").into_sdk(db).expect("a request");
        assert_eq!(request.get_index_name().as_deref(), Some("GSI1"));
    })
    .await;
}

#[tokio::test]
async fn p4_child_orders_of_a_master_order() {
    with_trading(async |db, _| {
        let children: Vec<OrderGsi2> = Order::children_of("master_789")
            .include_expired()
            .all(db)
            .await
            .expect("some");
        let expected = |order: Order| OrderGsi2 {
            order_id: order.order_id,
            client_id: order.client_id,
            placed_at: order.placed_at,
            master_order_id: order.master_order_id,
        };
        let mut other = placed(4, "o4");
        other.client_id = "c2".into();
        let wanted = [placed(1, "o1"), placed(2, "o2"), other].map(expected);
        assert_eq!(children, wanted, "executions are in that partition as well");
        let children = Order::children_of("master_789").include_expired();
        let count = children.count(db).await;
        assert_eq!(count.expect("a count"), 3);
        let whole = Order::children_of("master_789").hydrate().all(db).await;
        let whole = whole.expect("a query");
        assert_eq!(ids(&whole), ["o1", "o2", "o4"], "in the order of the index");
        assert_eq!(whole[0].symbol, "BTCUSDT");
        let page = Order::children_of("master_789")
            .descending()
            .limit(2)
            .hydrate();
        let page = page.send(db).await.expect("a page");
        assert_eq!(ids(&page.items), ["o4", "o2"]);
        let rest = Order::children_of("master_789")
            .descending()
            .after(page.next)
            .hydrate();
        assert_eq!(ids(&rest.all(db).await.expect("a query")), ["o1"]);
        let fills = Execution::of_master_order("master_789").include_expired();
        let fills = fills.all(db).await;
        let fills = fills.expect("a query");
        let ids: Vec<_> = fills
            .iter()
            .map(|fill| fill.execution_id.as_str())
            .collect();
        assert_eq!(ids, ["e1", "e2", "e3"]);
        assert_eq!(
            fills[0].master_order_id.as_deref(),
            Some("master_789"),
            "read from the key of the index"
        );
    })
    .await;
}

#[tokio::test]
async fn p5_an_order_by_its_id() {
    with_trading(async |db, _| {
        let order = Order::by_order_id("o1").one(db).await.expect("one");
        assert_eq!(order.order_id, "o1");
        assert_eq!(order.placed_at, placed(1, "o1").placed_at);
        let request = Order::by_order_id("o1").into_sdk(db).expect("a request");
        assert_eq!(request.get_index_name().as_deref(), Some("GSI3"));
        let missing = Order::by_order_id("nix").first(db).await.expect("a query");
        assert_eq!(missing, None);
        let missing = Order::by_order_id("nix").one(db).await;
        assert!(missing.expect_err("none").is_not_found());
        // Only its executions are under that id.
        executed(9, "e9", "lost")
            .put()
            .send(db)
            .await
            .expect("a put");
        assert_eq!(
            Order::by_order_id("lost").count(db).await.expect("a count"),
            0
        );
    })
    .await;
}

#[tokio::test]
async fn p6_positions_of_a_client() {
    with_trading(async |db, _| {
        let positions = Position::query("c1").all(db).await.expect("a query");
        let found: Vec<_> = positions
            .iter()
            .map(|position| (position.symbol.as_str(), position.side))
            .collect();
        assert_eq!(
            found,
            [
                ("BTCUSDT", PositionSide::Long),
                ("BTCUSDT", PositionSide::Short),
                ("ETHUSDT", PositionSide::Long)
            ]
        );
        let of_symbol = Position::query("c1").range(Position::SYMBOL.eq("BTCUSDT"));
        assert_eq!(of_symbol.count(db).await.expect("a count"), 2);
        let long = Position::key("c1", "BTCUSDT", PositionSide::Long).get();
        assert_eq!(
            long.send(db).await.expect("a get").as_ref(),
            positions.first()
        );
    })
    .await;
}

#[tokio::test]
async fn p7_executions_of_an_order() {
    with_trading(async |db, _| {
        let executions = Execution::of_order("o1").all(db).await.expect("a query");
        assert_eq!(
            executions,
            [executed(5, "e1", "o1"), executed(6, "e2", "o1")].map(expiring)
        );
        let request = Execution::of_order("o1").into_sdk(db).expect("a request");
        assert_eq!(request.get_index_name().as_deref(), Some("GSI3"));
        let events = OrderEvent::query("o1").all(db).await.expect("a query");
        let kinds: Vec<_> = events
            .iter()
            .map(|event| match event {
                OrderEvent::Order(order) => order.order_id.as_str(),
                OrderEvent::Execution(execution) => execution.execution_id.as_str(),
            })
            .collect();
        assert_eq!(kinds, ["o1", "e1", "e2"]);
        // All members sort by their time in that index.
        let late = Order::PLACED_AT.gt(executed(5, "e1", "o1").executed_at);
        let events = OrderEvent::query("o1").range(late).all(db).await;
        assert_eq!(
            events.expect("a query"),
            [OrderEvent::from(expiring(executed(6, "e2", "o1")))]
        );
    })
    .await;
}

const DAYS_90: u64 = 90 * 24 * 60 * 60;

/// As the clock of the tests fills it.
fn expiring(execution: Execution) -> Execution {
    Execution {
        ttl: Some(START + DAYS_90),
        ..execution
    }
}

#[tokio::test]
async fn p8_a_new_order_lives_for_ninety_days() {
    with_trading(async |db, clock| {
        let order = placed(8, "o8");
        let written = order.create().returning_new().send(db).await;
        let written = written.expect("a create");
        assert_eq!(written.ttl, Some(START + DAYS_90));
        let item = consistent(db, order.to_key()).await;
        assert_eq!(
            text(&item, "ttl"),
            Some((START + DAYS_90).to_string().as_str())
        );
        assert_eq!(text(&item, "entity_type"), Some("ORDER"));
        assert_eq!(text(&item, "updated_at"), Some("14/11/2095 10:30:00"));
        let again = order.create().send(db).await;
        assert!(again.expect_err("it exists").is_condition_failed());
        // Positions stay.
        clock.pass(DAYS_90);
        assert_eq!(Order::query("c1").count(db).await.expect("a count"), 0);
        assert_eq!(Position::query("c1").count(db).await.expect("a count"), 3);
        let expired = Order::query("c1").include_expired().count(db).await;
        assert_eq!(expired.expect("a count"), 4);
        let records = ClientRecord::query("c1").all(db).await.expect("a query");
        assert_eq!(records.len(), 3);
    })
    .await;
}

#[tokio::test]
async fn p9_the_status_of_an_order_is_updated() {
    with_trading(async |db, clock| {
        clock.pass(60);
        let key = || placed(1, "o1").to_key();
        let before = stored(db, key()).await;
        let update = key().update().set(Order::STATUS, OrderStatus::Filled);
        let updated = update
            .condition(Order::STATUS.eq(OrderStatus::New))
            .returning_new()
            .send(db)
            .await
            .expect("an update");
        assert_eq!(updated.status, OrderStatus::Filled);
        let mut after = consistent(db, key()).await;
        assert_eq!(text(&after, "status"), Some("FILLED"));
        assert_eq!(text(&after, "updated_at"), Some("14/11/2095 10:31:00"));
        for name in ["status", "updated_at"] {
            after.insert(name.into(), before[name].clone());
        }
        assert_eq!(after, before, "nothing else changed");
        let again = key().update().set(Order::STATUS, OrderStatus::Cancelled);
        let again = again.condition(Order::STATUS.eq(OrderStatus::New)).send(db);
        assert!(again.await.expect_err("it is filled").is_condition_failed());
    })
    .await;
}

/// The product, the analyst: whichever is there first writes `GSI1`.
#[tokio::test]
async fn an_order_moves_between_product_and_analyst() {
    with_trading(async |db, _| {
        let key = || placed(2, "o2").to_key();
        let update = key().update().set(
            (Order::PRODUCT_ID, Order::ANALYST_ID),
            (None, Some("analyst_001".to_owned())),
        );
        update.send(db).await.expect("an update");
        let item = consistent(db, key()).await;
        assert_eq!(text(&item, "GSI1_PK"), Some("ANALYST#analyst_001"));
        let orders = Order::by_analyst("analyst_001").all(db).await;
        assert_eq!(ids(&orders.expect("a query")), ["o2", "o3"]);
        let orders = Order::by_product("prod_001").all(db).await;
        assert_eq!(ids(&orders.expect("a query")), ["o1", "o4"]);
        let order = key().modify(|order| order.analyst_id = None).send(db).await;
        order.expect("a modify");
        let item = consistent(db, key()).await;
        assert_eq!(text(&item, "GSI1_PK"), None, "it is in no list at all");
        assert_eq!(text(&item, "GSI3_PK"), Some("ORDER#o2"));
    })
    .await;
}

#[tokio::test]
async fn the_dashboard_is_one_query() {
    with_trading(async |db, _| {
        let records = ClientRecord::query("c1").all(db).await.expect("a query");
        let kinds: String = records
            .iter()
            .map(|record| match record {
                ClientRecord::Execution(_) => 'e',
                ClientRecord::Order(_) => 'o',
                ClientRecord::Position(_) => 'p',
            })
            .collect();
        assert_eq!(kinds, "eeeoooppp", "in the order of the sort key");
        let groups: ClientRecordGroups = records.into_iter().collect();
        assert_eq!(ids(&groups.order), ["o1", "o2", "o3"]);
        assert_eq!(groups.execution.len(), 3);
        assert_eq!(
            groups.position,
            Position::query("c1").all(db).await.expect("a query")
        );
        let dear = ClientRecord::query("c1").filter(Order::QUANTITY.gt(decimal("2")));
        let dear = dear.all(db).await.expect("a query");
        assert!(
            dear.iter()
                .all(|record| matches!(record, ClientRecord::Position(_))),
            "all members have a quantity"
        );
        assert_eq!(dear.len(), 3);
    })
    .await;
}

//! Components of a sort key that the partition key fixes are filled in.

use dynamo_runtime::{Collection, Error, Item, Table};
use tests::with_table;

#[derive(Table)]
#[table(name = "order_lines", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Orders;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Orders)]
#[key(pk = "CUSTOMER#{customer}", sk = "LINE#{customer}#{order}#{item:03}")]
#[gsi(
    name = "GSI1",
    pk = "ORDER#{order:upper}",
    sk = "ORDER#{order:upper}#ITEM#{item:03}",
    query = "of_order"
)]
struct Line {
    customer: String,
    order: String,
    item: u16,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Orders)]
#[key(pk = "ORDER#{id}", sk = "HEAD#{id}")]
#[gsi(
    name = "GSI1",
    pk = "ORDER#{id:upper}",
    sk = "ORDER#{id:upper}#ITEM#{first:03}",
    query = "of_id"
)]
struct Head {
    id: String,
    first: u16,
}

#[derive(Debug, PartialEq, Collection)]
#[collection(table = Orders, index = "GSI1")]
enum Entry {
    Line(Line),
    Head(Head),
}

fn line(customer: &str, order: &str, item: u16) -> Line {
    Line {
        customer: customer.into(),
        order: order.into(),
        item,
    }
}

fn numbers(lines: Result<Vec<Line>, Error>) -> Vec<u16> {
    let lines = lines.expect("a query").into_iter();
    lines.map(|line| line.item).collect()
}

#[tokio::test]
async fn a_range_needs_only_what_is_not_known() {
    with_table::<Orders>(async |db| {
        for (customer, order, item) in [
            ("c", "o1", 1),
            ("c", "o1", 2),
            ("c", "o2", 3),
            ("d", "o1", 4),
        ] {
            line(customer, order, item)
                .put()
                .send(db)
                .await
                .expect("a put");
        }
        Head {
            id: "o1".into(),
            first: 3,
        }
        .put()
        .send(db)
        .await
        .expect("a put");
        let of_order = || Line::of_order("o1");
        assert_eq!(numbers(of_order().all(db).await), [1, 2, 4]);
        assert_eq!(
            numbers(of_order().range(Line::ITEM.gt(1)).all(db).await),
            [2, 4]
        );
        assert_eq!(
            numbers(of_order().range(Line::ITEM.between(1, 2)).all(db).await),
            [1, 2]
        );
        // Of several components, the first that the partition key leaves open.
        let mine = || Line::query("c");
        assert_eq!(numbers(mine().all(db).await), [1, 2, 3]);
        assert_eq!(
            numbers(mine().range(Line::ORDER.gt("o1")).all(db).await),
            [3]
        );
        let second = (Line::ORDER.eq("o1"), Line::ITEM.ge(2));
        assert_eq!(numbers(mine().range(second).all(db).await), [2]);
        let entries = Entry::query("o1").range(Line::ITEM.ge(2)).all(db).await;
        let expected = [
            Entry::Line(line("c", "o1", 2)),
            Entry::Head(Head {
                id: "o1".into(),
                first: 3,
            }),
            Entry::Line(line("d", "o1", 4)),
        ];
        assert_eq!(entries.expect("a query"), expected);
    })
    .await;
}

//! Indexes that share a sort attribute, and items that are marked as gone.

use dynamo_runtime::{Error, Item};
use tests::with_table;

/// Indexes that share one sort attribute, as in the fabric design.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "fabric", pk = "id")]
#[gsi(
    name = "ByAlias",
    pk = "ALIAS#{alias}",
    sk = "sequence",
    pk_attr = "alias_key",
    query = "by_alias"
)]
#[gsi(
    name = "ByClass",
    pk = "CLASS#{class}",
    sk = "sequence",
    pk_attr = "class_key",
    query = "by_class"
)]
struct Fabric {
    id: String,
    alias: Option<String>,
    class: Option<String>,
    sequence: u64,
    archived: Option<u64>,
}

fn fabric(id: &str, alias: Option<&str>, class: Option<&str>, sequence: u64) -> Fabric {
    Fabric {
        id: id.into(),
        alias: alias.map(Into::into),
        class: class.map(Into::into),
        sequence,
        archived: None,
    }
}

#[tokio::test]
async fn p03_indexes_that_share_a_sort_attribute_are_sparse_each_for_itself() {
    with_table::<Fabric>(async |db| {
        let items = [
            fabric("both", Some("x"), Some("k"), 1),
            fabric("alias", Some("x"), None, 2),
            fabric("class", None, Some("k"), 3),
            fabric("none", None, None, 4),
        ];
        for item in &items {
            item.put().send(db).await.expect("each is written");
        }
        let found = Fabric::by_alias("x").all(db).await.expect("a query");
        assert_eq!(found, items[..2]);
        let found = Fabric::by_class("k").all(db).await.expect("a query");
        assert_eq!(found, [items[0].clone(), items[2].clone()]);
    })
    .await;
}

#[tokio::test]
async fn p10_a_limit_counts_what_is_left_after_the_filter() {
    with_table::<Fabric>(async |db| {
        for sequence in 1..=5 {
            let mut item = fabric(&format!("f{sequence}"), Some("x"), None, sequence);
            item.archived = (sequence > 1).then_some(sequence);
            item.put().send(db).await.expect("a put");
        }
        let live = || {
            let newest = Fabric::by_alias("x").descending();
            newest.filter(Fabric::ARCHIVED.not_exists())
        };
        let page = live().limit(1).send(db).await.expect("a query");
        assert_eq!(page.items, [fabric("f1", Some("x"), None, 1)]);
        let page = live()
            .limit(1)
            .page_size(1)
            .send(db)
            .await
            .expect("a query");
        assert_eq!(page.items.len(), 1);
        assert!(
            live()
                .page_size(1)
                .first(db)
                .await
                .expect("a query")
                .is_some()
        );
        assert!(live().page_size(2).one(db).await.is_ok());
    })
    .await;
}

#[tokio::test]
async fn p15_a_filter_that_names_a_key_is_refused() {
    with_table::<Fabric>(async |db| {
        let sequence = Fabric::SEQUENCE.eq(1).not().unchecked();
        let error = Fabric::by_alias("x").filter(sequence).all(db).await;
        assert!(matches!(error, Err(Error::Expression { .. })), "{error:?}");
    })
    .await;
}

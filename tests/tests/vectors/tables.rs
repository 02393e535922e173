//! Live tables: vector indexes are created, added, waited for and compared.

use dynamo_runtime::admin::Difference;
use dynamo_runtime::{Item, Vector};

use super::{Doc, doc, with_vectors};

/// The same table before it had a vector index.
#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
struct Plain {
    tenant: String,
    id: String,
}

/// The same index with other vectors.
#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(
    name = "ByMeaning",
    field = "embedding",
    distance = "euclidean",
    pk = "tenant"
)]
struct Changed {
    tenant: String,
    id: String,
    embedding: Vector<4>,
}

#[tokio::test]
async fn a_table_is_as_it_is_declared() {
    with_vectors::<Doc>(async |db| {
        let verified = db.verify_table::<Doc>().await.expect("a look");
        assert_eq!(verified.differences, []);
        let name = db.table_name::<Doc>().expect("a name").into_owned();
        let other = db.clone().with_table_name::<Changed>(name);
        let found = other.verify_table::<Changed>().await.expect("a look");
        let said = found.to_string();
        assert!(said.contains("3 dimensions, compared by COSINE"), "{said}");
        assert!(
            said.contains("4 dimensions, compared by EUCLIDEAN"),
            "{said}"
        );
        let keys = found.differences.iter();
        assert!(
            keys.clone()
                .any(|found| matches!(found, Difference::IndexKeys { .. }))
        );
        assert!(!found.is_usable());
    })
    .await;
}

#[tokio::test]
async fn an_index_that_is_added_answers() {
    with_vectors::<Plain>(async |db| {
        let name = db.table_name::<Plain>().expect("a name").into_owned();
        let db = db.clone().with_table_name::<Doc>(name);
        let stored = doc("acme", "north", "en", 2020, [0.0, 1.0, 0.0]);
        stored.put().send(&db).await.expect("a put");
        let added = db.add_missing_indexes::<Doc>().await.expect("an index");
        assert_eq!(added, ["ByMeaning"]);
        let hits = Doc::similar("acme", &[0.0, 1.0, 0.0]).send(&db).await;
        assert_eq!(hits.expect("hits").into_items(), [stored]);
        assert_eq!(
            db.verify_table::<Doc>().await.expect("a look").differences,
            []
        );
    })
    .await;
}

#[tokio::test]
async fn a_table_without_the_index_says_so() {
    with_vectors::<Plain>(async |db| {
        let name = db.table_name::<Plain>().expect("a name").into_owned();
        let db = db.clone().with_table_name::<Doc>(name);
        let found = db.verify_table::<Doc>().await.expect("a look");
        assert!(found.to_string().contains("lacks the index `ByMeaning`"));
        let refused = Doc::similar("acme", &[0.0, 1.0, 0.0]).send(&db).await;
        let said = refused.expect_err("a refusal").to_string();
        assert!(said.contains("add_missing_indexes"), "{said}");
    })
    .await;
}

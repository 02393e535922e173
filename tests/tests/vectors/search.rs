//! Searches: order, filters, limits, outputs, mistakes.

use dynamo_runtime::{Db, Error, Meter, Vector, View};

use super::{Doc, DocFields, doc, fill, with_vectors};

const NORTH: [f32; 3] = [0.0, 1.0, 0.0];

fn ids(hits: impl IntoIterator<Item = dynamo_runtime::op::Hit<Doc>>) -> Vec<String> {
    hits.into_iter().map(|hit| hit.item.id).collect()
}

#[tokio::test]
async fn the_nearest_come_first() {
    with_vectors::<Doc>(async |db| {
        fill(db).await;
        let hits = Doc::similar("acme", &NORTH).send(db).await.expect("hits");
        assert!(hits.is_complete());
        assert!(hits.windows(2).all(|pair| pair[0].score <= pair[1].score));
        assert!(hits[0].score.abs() < 1e-6, "the same vector");
        assert!((hits[1].score - 0.2).abs() < 1e-6, "1 - 0.8");
        assert_eq!(hits[0].item, doc("acme", "north", "en", 2020, NORTH));
        let found = ids(hits);
        assert_eq!(found[..2], ["north", "north-east"]);
        assert_eq!(found.len(), 4, "without the item that has no vector");

        let query = Vector::from(NORTH);
        let best = Doc::similar("acme", &query).first(db).await.expect("a hit");
        assert_eq!(best.map(|hit| hit.item.id).as_deref(), Some("north"));
    })
    .await;
}

#[tokio::test]
async fn a_search_without_a_table_says_how_to_create_it() {
    let db = Db::embedded().await.expect("an engine");
    let error = Doc::similar("acme", &NORTH)
        .send(&db)
        .await
        .expect_err("no table");
    let message = error.to_string();
    assert!(message.contains("db.create_table::<Doc>()"), "{message}");
}

#[tokio::test]
async fn a_search_stays_in_its_partition() {
    with_vectors::<Doc>(async |db| {
        fill(db).await;
        let hits = Doc::similar("zeta", &NORTH).send(db).await.expect("hits");
        assert_eq!(ids(hits), ["north"]);
        let hits = Doc::similar("nobody", &NORTH).send(db).await.expect("hits");
        assert!(hits.is_empty() && hits.is_complete());
    })
    .await;
}

#[tokio::test]
async fn filters_compare_by_equality_and_otherwise() {
    with_vectors::<Doc>(async |db| {
        fill(db).await;
        let english = || Doc::similar("acme", &NORTH).filter(Doc::LANG.eq("en"));
        let hits = english().send(db).await.expect("hits");
        assert_eq!(ids(hits), ["north", "north-east", "up"]);
        let recent = Doc::LANG.eq("en").and(Doc::YEAR.ge(2024));
        let hits = Doc::similar("acme", &NORTH)
            .filter(recent)
            .top(10)
            .send(db)
            .await;
        assert_eq!(ids(hits.expect("hits")), ["north-east", "up"]);
        let hits = english()
            .filter(Doc::YEAR.between(2021, 2025))
            .top(1)
            .send(db)
            .await;
        let hits = hits.expect("hits");
        assert!(hits.is_complete());
        assert_eq!(ids(hits), ["north-east"]);
        let either = Doc::LANG.eq("de").or(Doc::YEAR.eq(2026));
        let hits = Doc::similar("acme", &NORTH).filter(either).send(db).await;
        assert_eq!(ids(hits.expect("hits")).len(), 2);
        let contradiction = Doc::LANG.eq("en").and(Doc::LANG.eq("de"));
        let hits = Doc::similar("acme", &NORTH)
            .filter(contradiction)
            .send(db)
            .await;
        assert!(hits.expect("hits").is_empty());
    })
    .await;
}

#[tokio::test]
async fn top_counts_what_comes_back() {
    with_vectors::<Doc>(async |db| {
        let near = |number: u8| {
            let year = if number < 60 { 1999 } else { 2025 };
            doc(
                "acme",
                &format!("{number:03}"),
                "en",
                year,
                [f32::from(number), 100.0, 0.0],
            )
        };
        db.load((0..120).map(near)).await.expect("a load");
        let hits = Doc::similar("acme", &NORTH)
            .top(3)
            .send(db)
            .await
            .expect("hits");
        assert_eq!(ids(hits), ["000", "001", "002"]);
        // The first 60 are left out, and the search looks on.
        let recent = || Doc::similar("acme", &NORTH).filter(Doc::YEAR.gt(2000));
        let hits = recent().top(3).send(db).await.expect("hits");
        assert!(hits.is_complete());
        assert_eq!(ids(hits), ["060", "061", "062"]);
        // Beyond the nearest hundred DynamoDB shows nothing, and the result says so.
        let hits = recent().top(50).send(db).await.expect("hits");
        assert_eq!(hits.len(), 40);
        assert!(!hits.is_complete());
    })
    .await;
}

#[derive(Debug, PartialEq, View)]
#[view(item = Doc)]
struct Name {
    id: String,
}

#[tokio::test]
async fn a_view_reads_a_part() {
    with_vectors::<Doc>(async |db| {
        fill(db).await;
        let search = Doc::similar("acme", &NORTH).select::<Name>();
        let hits = search.filter(Doc::YEAR.lt(2025)).send(db).await;
        let names = hits.expect("hits").into_items();
        let expected = ["north", "north-east"].map(|id| Name { id: id.to_owned() });
        assert_eq!(names, expected);
    })
    .await;
}

#[tokio::test]
async fn the_bytes_of_a_search_are_metered() {
    with_vectors::<Doc>(async |db| {
        fill(db).await;
        let meter = Meter::new();
        let search = Doc::similar("acme", &NORTH).meter(&meter);
        search.send(db).await.expect("hits");
        let capacity = meter.capacity();
        assert!(capacity.search_bytes >= 1024.0, "{capacity:?}");
        assert_eq!(capacity.requests, 1);
    })
    .await;
}

#[tokio::test]
async fn the_sdk_s_own_request_says_the_same() {
    with_vectors::<Doc>(async |db| {
        fill(db).await;
        let search = Doc::similar("acme", &NORTH)
            .filter(Doc::LANG.eq("en"))
            .top(2);
        let sent = search.into_sdk(db).expect("a request").send().await;
        let results = sent.expect("an answer");
        let ids: Vec<_> = results
            .search_results()
            .iter()
            .filter_map(|hit| hit.item()?.get("id")?.as_s().ok())
            .collect();
        assert_eq!(ids, ["north", "north-east"]);
    })
    .await;
}

#[tokio::test]
async fn mistakes_are_told_before_anything_is_sent() {
    let nowhere = |error: Result<_, Error>| error.map(drop).expect_err("a mistake").to_string();
    let db = Db::embedded().await.expect("an engine");
    let short: &[f32] = &[1.0, 2.0];
    let said = nowhere(Doc::similar("acme", short).send(&db).await);
    assert!(
        said.contains("has 2 elements; the index holds vectors of 3"),
        "{said}"
    );
    for top in [0, 101] {
        let said = nowhere(Doc::similar("acme", &NORTH).top(top).send(&db).await);
        assert!(said.contains("1 to 100 results"), "{said}");
    }
    let said = nowhere(Doc::similar("acme", &[f32::NAN, 0.0, 0.0]).send(&db).await);
    assert!(said.contains("finite"), "{said}");
    let said = nowhere(Doc::similar("", &NORTH).send(&db).await);
    assert!(said.contains("tenant"), "{said}");
}

#[tokio::test]
async fn a_search_goes_the_way_of_the_client() {
    with_vectors::<Doc>(async |db| {
        fill(db).await;
        let db = db.clone().through_the_sdk();
        let hits = Doc::similar("acme", &NORTH).top(1).send(&db).await;
        assert_eq!(ids(hits.expect("hits")), ["north"]);
    })
    .await;
}

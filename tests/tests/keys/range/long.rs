//! Ranges that begin or end at the longest key there can be.

use dynamo_runtime::Item;
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "long_keys", pk = "set", sk = "SK")]
#[key(sk = "T#{text}")]
#[gsi(name = "Bare", pk = "set", sk = "text", query = "bare")]
struct Long {
    set: String,
    text: String,
}

#[tokio::test]
async fn the_longest_key_can_be_a_bound() {
    with_table::<Long>(async |db| {
        let longest = "x".repeat(1022);
        let above = format!("{}y", "x".repeat(1021));
        for text in [&longest, &above, &"x".repeat(1000)] {
            let long = Long {
                set: "s".into(),
                text: text.clone(),
            };
            long.put().send(db).await.expect("a put");
        }
        let ranges = [
            (Long::TEXT.gt(&longest), 1),
            (Long::TEXT.ge(&longest), 2),
            (Long::TEXT.le(&longest), 2),
            (Long::TEXT.lt(&longest), 1),
            (Long::TEXT.between(&longest, &longest), 1),
            (Long::TEXT.gt("x".repeat(2000)), 1),
            (Long::TEXT.lt("x".repeat(2000)), 2),
        ];
        for (number, (range, count)) in ranges.into_iter().enumerate() {
            let found = Long::query("s").range(range).count(db).await;
            assert_eq!(found.expect("a query"), count, "range {number}");
        }
        let bare = Long::bare("s").range(Long::TEXT.gt("x".repeat(1024)));
        assert_eq!(bare.count(db).await.expect("a query"), 1);
    })
    .await;
}

//! Cursors given to what did not make them, beyond what `reads/cursor.rs` has.

use dynamo_runtime::op::bulk::Checkpoint;
use dynamo_runtime::{Cursor, Error, Item};
use tests::with_table;

/// A note of a user.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "notes", pk = "user", sk = "number")]
struct Note {
    user: String,
    number: u32,
}

/// Another type over the same table, under the same keys.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "notes", pk = "user", sk = "number")]
struct Draft {
    user: String,
    number: u32,
}

fn is_refused<T>(found: &Result<T, Error>) -> bool {
    matches!(found, Err(Error::Cursor(_)))
}

#[tokio::test]
async fn a_scan_and_a_query_refuse_each_other_s_cursors() {
    with_table::<Note>(async |db| {
        for number in 0..3 {
            let note = Note {
                user: "u".to_owned(),
                number,
            };
            note.put().send(db).await.expect("a put");
        }
        let queried = Note::query("u").limit(1).send(db).await.expect("a page");
        let scanned = Note::scan().limit(1).send(db).await.expect("a page");
        let (queried, scanned) = (queried.next, scanned.next);
        assert!(queried.is_some() && scanned.is_some());
        let name = db.table_name::<Note>().expect("a name").into_owned();
        let db = &db.clone().with_table_name::<Draft>(name);
        assert!(is_refused(
            &Note::scan().after(queried.clone()).count(db).await
        ));
        assert!(is_refused(
            &Note::query("u").after(scanned.clone()).count(db).await
        ));
        let segment = Note::scan().segment(0, 2).after(scanned.clone());
        assert!(is_refused(&segment.count(db).await));
        assert!(is_refused(
            &Draft::query("u").after(queried).count(db).await
        ));
        assert!(is_refused(&Draft::scan().after(scanned).count(db).await));
    })
    .await;
}

/// Every byte of what the text stands for is guarded, not only every character.
#[tokio::test]
async fn a_cursor_with_any_bit_flipped_is_refused() {
    with_table::<Note>(async |db| {
        let secret = db.clone().with_cursor_secret("sixteen bytes or more");
        for db in [db.clone(), secret.expect("a secret")] {
            for number in 0..2 {
                let note = Note {
                    user: "u".to_owned(),
                    number,
                };
                note.put().send(&db).await.expect("a put");
            }
            let page = Note::query("u").limit(1).send(&db).await.expect("a page");
            let text = page.next.expect("more").to_string();
            let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
            // The bits of the last character may stand for no byte.
            for at in 0..text.len() - 1 {
                for bit in 0..6 {
                    let mut bytes = text.clone().into_bytes();
                    let value = alphabet.iter().position(|byte| *byte == bytes[at]);
                    bytes[at] = alphabet[value.expect("a digit") ^ (1 << bit)];
                    let forged = String::from_utf8(bytes).expect("text");
                    let query = Note::query("u").after(Cursor::from(forged));
                    assert!(is_refused(&query.into_sdk(&db)), "{at} {bit}");
                }
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_text_that_is_no_checkpoint_is_not_parsed() {
    with_table::<Note>(async |db| {
        for number in 0..20 {
            let user = number.to_string();
            let note = Note { user, number };
            note.put().send(db).await.expect("a put");
        }
        let mut scan = Note::scan().parallel(3).stream(db).expect("a scan");
        scan.next().await.expect("an item").expect("an item");
        let text = scan.checkpoint().expect("a checkpoint").to_string();
        assert!(text.parse::<Checkpoint>().is_ok(), "{text}");
        let changed = format!("{text}A");
        for text in ["garbage", "1.2.3", "!.x", "hello world", &changed] {
            let error = text.parse::<Checkpoint>().expect_err("no checkpoint");
            assert_eq!(
                error.to_string(),
                "the text is not a checkpoint, or was changed; start the scan again"
            );
        }
    })
    .await;
}

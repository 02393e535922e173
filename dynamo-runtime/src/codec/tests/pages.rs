//! Several items in one response: the order is learned from the first, and reading continues after
//! failures.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value};

use super::items::{Player, any_player};
use crate::codec::{DecodeError, Decoder, Encoder};

/// Reads a page of items like an operation.
fn read_page(body: &str) -> Result<Vec<Result<Player, DecodeError>>, DecodeError> {
    let mut from = Decoder::json(body.as_bytes())?;
    let mut players = Vec::new();
    from.begin_object()?;
    while let Some(name) = from.next_member()? {
        match &*name {
            "Items" => {
                from.begin_array()?;
                while from.next_in_array()? {
                    players.push(read_or_skip(&mut from)?);
                }
            }
            "Count" => assert_eq!(from.plain_count()?, 3),
            _ => {
                from.skip_plain()?;
            }
        }
    }
    from.finish()?;
    Ok(players)
}

fn read_or_skip(from: &mut Decoder<'_>) -> Result<Result<Player, DecodeError>, DecodeError> {
    let start = from.position();
    let player = Player::decode_item(from);
    if player.is_err() {
        from.skip_item_from(start)?;
    }
    Ok(player)
}

fn body(items: &[String]) -> String {
    let capacity = r#""ConsumedCapacity":{"a":[1.5e3,null,{"b":"}"}]}"#;
    format!(
        r#"{{{capacity},"Items":[{}],"Count":3,"ScannedCount":3}}"#,
        items.join(",")
    )
}

/// The item with its attributes in another order.
fn rotated(item: &str, by: usize) -> String {
    let Ok(Value::Object(attributes)) = serde_json::from_str(item) else {
        return item.into();
    };
    let mut members: Vec<_> = attributes.into_iter().collect();
    let by = by % members.len().max(1);
    members.rotate_left(by);
    let written = members
        .iter()
        .map(|(name, value)| format!("{}:{value}", Value::from(&**name)));
    format!("{{{}}}", written.collect::<Vec<_>>().join(","))
}

proptest! {
    #[test]
    fn pages_survive_in_one_order_and_in_changing_ones(
        players in proptest::collection::vec(any_player(), 0..12),
        turns in proptest::collection::vec(0_usize..6, 12),
    ) {
        let items: Vec<String> = players.iter().map(Player::to_json).collect();
        let expected: Vec<_> = players.into_iter().map(Ok).collect();
        prop_assert_eq!(read_page(&body(&items))?, expected.clone());
        let turned: Vec<String> =
            items.iter().zip(&turns).map(|(item, by)| rotated(item, *by)).collect();
        prop_assert_eq!(read_page(&body(&turned))?, expected);
    }

    #[test]
    fn a_page_goes_on_behind_an_item_that_fails(
        players in proptest::collection::vec(any_player(), 1..6),
        which: Index,
    ) {
        let mut items: Vec<String> = players.iter().map(Player::to_json).collect();
        let broken = which.index(items.len());
        items[broken] = items[broken].replacen("\"Level\":{\"N\":", "\"Level\":{\"S\":", 1);
        let read = read_page(&body(&items))?;
        for (at, (read, player)) in read.into_iter().zip(players).enumerate() {
            if at == broken {
                prop_assert_eq!(read.map_err(|error| error.path().to_owned()), Err("Detail.Level".into()));
            } else {
                prop_assert_eq!(read, Ok(player));
            }
        }
    }

    #[test]
    fn the_place_of_a_plain_value_is_exact(player in any_player()) {
        let item = player.to_json();
        let body = format!(r#"{{ "a" : true , "Item" : {item} , "b":[ ] }}"#);
        let mut from = Decoder::json(body.as_bytes())?;
        from.begin_object()?;
        while let Some(name) = from.next_member()? {
            let range = from.skip_plain()?;
            if name == "Item" {
                prop_assert_eq!(&body[range], &*item);
            }
        }
    }

    #[test]
    fn batches_are_written_one_item_after_another(
        players in proptest::collection::vec(any_player(), 1..4),
    ) {
        let mut to = Encoder::json();
        for player in &players {
            let before = to.checkpoint();
            player.encode_item(&mut to)?;
            to.rewind(before);
            player.encode_item(&mut to)?;
        }
        let text = String::from_utf8(to.into_json()?).expect("UTF-8");
        let items: Vec<String> = players.iter().map(Player::to_json).collect();
        prop_assert_eq!(text, items.concat());
    }
}

#[test]
fn an_item_may_lack_or_add_what_the_first_one_had() {
    let item = |extra: &str| {
        format!(r#"{{{extra}"Detail":{{"M":{{"Title":{{"S":""}},"Level":{{"N":"1"}}}}}}}}"#)
    };
    let id = r#""Id":{"S":"a"},"#;
    let score = r#""Score":{"N":"1"},"#;
    let note = r#""Note":{"S":"n"},"#;
    let items = [
        item(&format!("{id}{score}")),
        item(&format!("{id}{note}{score}")),
        item(&format!("{score}{note}{id}")),
        item(score),
        item(&format!("{note}{score}{id}")),
    ];
    let read = read_page(&body(&items)).expect("a page");
    let notes: Vec<_> = read
        .iter()
        .map(|item| item.as_ref().ok().map(|player| player.note.as_deref()))
        .collect();
    assert_eq!(
        notes,
        [
            Some(None),
            Some(Some("n")),
            Some(Some("n")),
            None,
            Some(Some("n"))
        ]
    );
}

#[test]
fn a_missing_or_doubled_comma_is_found_in_the_learned_order_too() {
    let whole = r#"{"x":{"S":""},"Id":{"S":"a"},"Score":{"N":"1"}}"#;
    for broken in [
        r#"{"x":{"S":""}"Id":{"S":"a"}}"#,
        r#"{"y":{"S":""}"x":{"S":"a"}}"#,
        r#"{,"Id":{"S":"a"}}"#,
        r#"{"x":{"S":""},,"Id":{"S":"a"}}"#,
        r#"{"x":{"S":""},}"#,
    ] {
        let body = format!("[{whole},{broken}]");
        let mut from = Decoder::json(body.as_bytes()).expect("UTF-8");
        from.begin_array().expect("an array");
        assert_eq!(from.next_in_array(), Ok(true));
        assert!(
            Player::decode_item(&mut from)
                .expect_err("no detail")
                .is_missing()
        );
        assert_eq!(from.next_in_array(), Ok(true));
        let error = Player::decode_item(&mut from).expect_err("malformed");
        assert!(
            error.to_string().contains("malformed JSON at byte"),
            "{broken}: {error}"
        );
    }
}

#[test]
fn several_kinds_of_items_share_a_page() {
    const OTHER: &[&str] = &["Score", "Id"];
    let item = Value::Object(Map::from_iter([
        ("Id".to_owned(), serde_json::json!({"S": "a"})),
        ("Score".to_owned(), serde_json::json!({"N": "1"})),
    ]));
    let body = format!("[{item},{item},{item}]");
    let mut from = Decoder::json(body.as_bytes()).expect("UTF-8");
    from.begin_array().expect("an array");
    for names in [&["Id", "Score"] as &'static [&'static str], OTHER, OTHER] {
        assert_eq!(from.next_in_array(), Ok(true));
        from.begin_item().expect("an item");
        while let Some(field) = from.next_field(names).expect("a field") {
            assert_eq!(from.name(), names[field]);
            from.skip().expect("a value");
        }
    }
    assert_eq!(from.next_in_array(), Ok(false));
}

//! Malformed input: an error or a value, never a panic, never a hang.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use proptest::prelude::*;
use proptest::sample::Index;

use super::items::{Player, any_player};
use crate::codec::{Decode, Decoder, serde_decode};

fn read_every_way(bytes: &[u8]) {
    fn read<T: Decode>(bytes: &[u8]) {
        if let Ok(mut from) = Decoder::json(bytes) {
            drop(T::decode(&mut from));
        }
    }
    read::<String>(bytes);
    read::<(i64, f64)>(bytes);
    read::<Option<u128>>(bytes);
    read::<Vec<Vec<bool>>>(bytes);
    read::<BTreeSet<Vec<u8>>>(bytes);
    read::<BTreeMap<String, AttributeValue>>(bytes);
    read::<AttributeValue>(bytes);
    let Ok(mut from) = Decoder::json(bytes) else {
        return;
    };
    drop(serde_decode::<serde_json::Value>(&mut from));
    let Ok(mut from) = Decoder::json(bytes) else {
        return;
    };
    drop(Player::decode_item(&mut from));
    drop(from.skip_item_from(0));
    drop(from.peek_text("Id"));
    read_array(bytes);
}

fn read_array(bytes: &[u8]) {
    let Ok(mut from) = Decoder::json(bytes) else {
        return;
    };
    if from.begin_array().is_err() {
        return;
    }
    while let Ok(true) = from.next_in_array() {
        let start = from.position();
        if Player::decode_item(&mut from).is_err() && from.skip_item_from(start).is_err() {
            return;
        }
    }
}

/// Pieces of the grammar, so that random texts get further than their first byte.
fn fragments() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("{\"S\":\""),
        Just("{\"N\":\""),
        Just("{\"M\":{"),
        Just("{\"L\":["),
        Just("{\"NS\":["),
        Just("{\"B\":\""),
        Just("{\"BOOL\":"),
        Just("{\"NULL\":true}"),
        Just("\"}"),
        Just("}}"),
        Just("]}"),
        Just(","),
        Just(":"),
        Just("\"Id\":"),
        Just("\"Detail\":"),
        Just("true"),
        Just("-9"),
        Just("99999999999999999999"),
        Just(" "),
        Just("\\"),
        Just("\\ud800"),
        Just("\""),
        Just("{"),
        Just("["),
        Just("é"),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_bytes(bytes: Vec<u8>) {
        read_every_way(&bytes);
    }

    #[test]
    fn any_pieces_of_the_grammar(text in fragments()) {
        read_every_way(text.as_bytes());
    }
}

proptest! {
    #[test]
    fn broken_documents(
        players in proptest::collection::vec(any_player(), 1..4),
        edits in proptest::collection::vec((any::<Index>(), any::<u8>(), 0_u8..3), 1..4),
    ) {
        let items: Vec<String> = players.iter().map(Player::to_json).collect();
        let mut bytes = format!("[{}]", items.join(",")).into_bytes();
        for (place, byte, edit) in edits {
            let at = place.index(bytes.len());
            match edit {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => bytes.truncate(at.max(1)),
            }
        }
        read_every_way(&bytes);
    }

    #[test]
    fn text_cut_short_is_never_a_whole_item(player in any_player(), end: Index) {
        let text = player.to_json();
        let end = end.index(text.len());
        if let Some(cut) = text.get(..end) {
            let mut from = Decoder::json(cut.as_bytes())?;
            prop_assert!(Player::decode_item(&mut from).is_err());
            let mut from = Decoder::json(cut.as_bytes())?;
            prop_assert!(from.skip_plain().is_err());
        }
    }
}

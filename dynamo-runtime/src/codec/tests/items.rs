//! An item, read and written like generated code does it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use proptest::prelude::*;
use serde_json::Value;

use super::{from_json, sorted, survives, wire};
use crate::codec::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder, Flatten, required};

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Detail {
    pub(super) level: i32,
    pub(super) title: String,
}

const DETAIL: &[&str] = &["Level", "Title"];

impl Encode for Detail {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.begin_map(2)?;
        to.entry(DETAIL[0], &self.level)?;
        to.entry(DETAIL[1], &self.title)?;
        to.end_map()
    }
}

impl Decode for Detail {
    const EXPECTED: &'static str = "M";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let (mut level, mut title) = (None, None);
        from.begin_map()?;
        while let Some(field) = from.next_field(DETAIL)? {
            match field {
                0 => from.read_field(&mut level, DETAIL[0])?,
                1 => from.read_field(&mut title, DETAIL[1])?,
                _ => from.skip()?,
            }
        }
        Ok(Self {
            level: required(level, DETAIL[0])?,
            title: required(title, DETAIL[1])?,
        })
    }
}

/// One field of each interesting kind, and the rest.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Player {
    pub(super) id: String,
    pub(super) score: i64,
    pub(super) note: Option<String>,
    pub(super) tags: BTreeSet<String>,
    pub(super) detail: Detail,
    pub(super) rest: BTreeMap<String, AttributeValue>,
}

const PLAYER: &[&str] = &["Id", "Score", "Note", "Tags", "Detail"];

impl Player {
    pub(super) fn encode_item(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.begin_item(PLAYER.len())?;
        to.entry(PLAYER[0], &self.id)?;
        to.entry(PLAYER[1], &self.score)?;
        to.entry(PLAYER[2], &self.note)?;
        to.entry(PLAYER[3], &self.tags)?;
        to.entry(PLAYER[4], &self.detail)?;
        self.rest.encode_rest(to, &|name| PLAYER.contains(&name))?;
        to.end_item()
    }

    pub(super) fn decode_item(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let (mut id, mut score, mut note) = (None, None, None);
        let (mut tags, mut detail, mut rest) = (None, None, BTreeMap::default());
        from.begin_item()?;
        while let Some(field) = from.next_field(PLAYER)? {
            match field {
                0 => from.read_field(&mut id, PLAYER[0])?,
                1 => from.read_field(&mut score, PLAYER[1])?,
                2 => from.read_field(&mut note, PLAYER[2])?,
                3 => from.read_field(&mut tags, PLAYER[3])?,
                4 => from.read_field(&mut detail, PLAYER[4])?,
                _ => {
                    let name = from.name().into_owned();
                    rest.accept(name, from)?;
                }
            }
        }
        Ok(Self {
            id: required(id, PLAYER[0])?,
            score: required(score, PLAYER[1])?,
            note: required(note, PLAYER[2])?,
            tags: required(tags, PLAYER[3])?,
            detail: required(detail, PLAYER[4])?,
            rest,
        })
    }

    pub(super) fn to_item(&self) -> HashMap<String, AttributeValue> {
        let mut to = Encoder::map();
        self.encode_item(&mut to).expect("encodes");
        to.into_item().expect("an item")
    }

    pub(super) fn to_json(&self) -> String {
        let mut to = Encoder::json();
        self.encode_item(&mut to).expect("encodes");
        String::from_utf8(to.into_json().expect("complete")).expect("UTF-8")
    }

    fn from_json(text: &str) -> Result<Self, DecodeError> {
        let mut from = Decoder::json(text.as_bytes())?;
        let player = Self::decode_item(&mut from)?;
        from.finish()?;
        Ok(player)
    }
}

pub(super) fn any_player() -> impl Strategy<Value = Player> {
    let rest =
        proptest::collection::btree_map("x[\"a-zé]{0,4}", super::collections::any_value(), 0..4);
    let detail = (any::<i32>(), any::<String>());
    (
        any::<String>(),
        any::<i64>(),
        any::<Option<String>>(),
        proptest::collection::btree_set(any::<String>(), 0..4),
        detail,
        rest,
    )
        .prop_map(|(id, score, note, tags, (level, title), rest)| Player {
            id,
            score,
            note,
            tags,
            detail: Detail { level, title },
            rest,
        })
}

fn sample() -> Player {
    Player {
        id: "u1".into(),
        score: 5,
        note: None,
        tags: BTreeSet::new(),
        detail: Detail {
            level: 3,
            title: "Champion".into(),
        },
        rest: BTreeMap::new(),
    }
}

proptest! {
    #[test]
    fn items_survive_both_ways(player in any_player()) {
        let (text, item) = (player.to_json(), player.to_item());
        let parsed: Value = serde_json::from_str(&text).expect("the text is JSON");
        let whole = AttributeValue::M(item.clone());
        prop_assert_eq!(sorted(&parsed), sorted(&wire(&whole)["M"]));
        prop_assert_eq!(Decoder::json(text.as_bytes())?.item(), Ok(item.clone()));
        prop_assert_eq!(Player::from_json(&text), Ok(player.clone()));
        prop_assert_eq!(Player::from_json(&super::spaced(&parsed)), Ok(player.clone()));
        prop_assert_eq!(Player::from_json(&super::escaped(&parsed)), Ok(player.clone()));
        prop_assert_eq!(Player::decode_item(&mut Decoder::from_item(item)), Ok(player.clone()));
        survives(&player.detail);
    }

    #[test]
    fn the_look_ahead_finds_text_and_reads_nothing(player in any_player()) {
        let text = player.to_json();
        for mut from in [Decoder::json(text.as_bytes())?, Decoder::from_item(player.to_item())] {
            prop_assert_eq!(from.peek_text("Id")?, Some(player.id.as_str().into()));
            prop_assert_eq!(from.peek_text("Score")?, None);
            prop_assert_eq!(from.peek_text("Nothing")?, None);
            prop_assert_eq!(Player::decode_item(&mut from), Ok(player.clone()));
        }
    }
}

#[test]
fn absent_values_are_left_out() {
    let text = sample().to_json();
    let detail = r#""Detail":{"M":{"Level":{"N":"3"},"Title":{"S":"Champion"}}}"#;
    assert_eq!(
        text,
        format!(r#"{{"Id":{{"S":"u1"}},"Score":{{"N":"5"}},{detail}}}"#)
    );
}

#[test]
fn a_missing_attribute_is_named_with_what_was_expected() {
    let error = Player::from_json(r#"{"Id":{"S":"u1"}}"#).expect_err("no score");
    assert!(error.is_missing());
    assert_eq!(
        error.to_string(),
        "attribute `Score` is missing; expected N (i64)"
    );
    let shown = error.with_item("Player").to_string();
    assert_eq!(
        shown,
        "`Player` attribute `Score` is missing; expected N (i64)"
    );
}

#[test]
fn a_mistyped_attribute_is_named_by_its_path() {
    let text = r#"{"Detail":{"M":{"Title":{"S":"x"},"Level":{"S":"secret"}}}}"#;
    let from_text = Player::from_json(text).expect_err("mistyped");
    assert_eq!(
        from_text.to_string(),
        "attribute `Detail.Level`: expected N (i32), found S"
    );
    let item = Decoder::json(text.as_bytes())
        .and_then(|mut from| from.item())
        .expect("an item");
    assert_eq!(
        Player::decode_item(&mut Decoder::from_item(item)),
        Err(from_text)
    );

    let text = r#"{"Detail":{"M":{"Title":{"S":"x"}}}}"#;
    let error = Player::from_json(text).expect_err("no level");
    assert_eq!(
        error.to_string(),
        "attribute `Detail.Level` is missing; expected N (i32)"
    );
}

#[test]
fn the_rest_may_not_repeat_a_field() {
    let mut player = sample();
    player
        .rest
        .insert("Score".into(), AttributeValue::Bool(true));
    for mut to in [Encoder::json(), Encoder::map()] {
        let error = player
            .encode_item(&mut to)
            .expect_err("twice the same name");
        assert_eq!(error.path(), "Score");
    }
}

#[test]
fn null_reads_as_none() {
    let text = sample()
        .to_json()
        .replacen('{', r#"{"Note":{"NULL":true},"#, 1);
    assert_eq!(Player::from_json(&text), Ok(sample()));
    assert_eq!(from_json::<Option<u8>>(r#" { "NULL" : true } "#), Ok(None));
}

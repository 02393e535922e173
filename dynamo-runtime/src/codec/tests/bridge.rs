//! serde types through the bridge.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{from_json, sorted, wire};
use crate::codec::{
    AttributeType, Decode, DecodeError, Decoder, Encode, EncodeError, Encoder, serde_absent,
    serde_decode, serde_encode, serde_is_absent,
};

/// A serde type as generated code stores it.
#[derive(Debug, Clone, PartialEq)]
struct Bridged<T>(T);

impl<T: Serialize> Encode for Bridged<T> {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        serde_encode(&self.0, to)
    }
}

impl<T: DeserializeOwned> Decode for Bridged<T> {
    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        serde_decode(from).map(Bridged)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Account {
    id: u64,
    balance: i128,
    rate: f64,
    nickname: Option<String>,
    initial: char,
    active: bool,
    unit: (),
    wrapper: Wrapper,
    pair: (i8, f32),
    states: Vec<State>,
    limits: BTreeMap<u16, Option<i64>>,
    by_state: BTreeMap<Level, u8>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Wrapper(Vec<u8>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Level {
    Low,
    High,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum State {
    Open,
    Held(u32),
    Split(u8, String),
    Closed { by: String, reason: Option<String> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Loose {
    Number(i64),
    Text(String),
    Map { value: u64 },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Tagged {
    Circle { radius: f64 },
    Dot,
}

fn any_state() -> impl Strategy<Value = State> {
    prop_oneof![
        Just(State::Open),
        any::<u32>().prop_map(State::Held),
        (any::<u8>(), any::<String>()).prop_map(|(part, name)| State::Split(part, name)),
        (any::<String>(), any::<Option<String>>())
            .prop_map(|(by, reason)| State::Closed { by, reason }),
    ]
}

fn any_account() -> impl Strategy<Value = Account> {
    let numbers = (
        any::<u64>(),
        any::<i64>(),
        -1e9..1e9_f64,
        (any::<i8>(), -1e9..1e9_f32),
    );
    let texts = (
        any::<Option<String>>(),
        any::<char>(),
        any::<bool>(),
        proptest::collection::vec(any::<u8>(), 0..8),
    );
    let states = proptest::collection::vec(any_state(), 0..4);
    let limits = proptest::collection::btree_map(any::<u16>(), any::<Option<i64>>(), 0..4);
    (numbers, texts, states, limits).prop_map(|(numbers, texts, states, limits)| Account {
        id: numbers.0,
        balance: i128::from(numbers.1) * 1_000_000_000,
        rate: numbers.2,
        pair: numbers.3,
        nickname: texts.0,
        initial: texts.1,
        active: texts.2,
        unit: (),
        wrapper: Wrapper(texts.3),
        states,
        limits,
        by_state: BTreeMap::from([(Level::Low, 1), (Level::High, 2)]),
    })
}

#[track_caller]
fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T) {
    super::survives(&Bridged(value));
}

proptest! {
    #[test]
    fn structs_survive(account in any_account()) {
        survives(account);
    }

    #[test]
    fn enums_survive(state in any_state(), number: i64, text: String, value: u64) {
        survives(state);
        survives(vec![Loose::Number(number), Loose::Text(text), Loose::Map { value }]);
        survives((Tagged::Circle { radius: 1.5 }, Tagged::Dot));
    }

    #[test]
    fn integers_are_exact(signed in -(10_i128.pow(38) - 1)..10_i128.pow(38), value: u64) {
        survives((signed, signed.unsigned_abs(), value, i64::MIN));
    }
}

fn json<T: Serialize>(value: T) -> String {
    super::to_json(&Bridged(value)).expect("encodes")
}

#[test]
fn serde_types_have_the_stored_form_that_is_documented() {
    assert_eq!(json(State::Open), r#"{"S":"Open"}"#);
    assert_eq!(json(State::Held(1)), r#"{"M":{"Held":{"N":"1"}}}"#);
    assert_eq!(
        json(State::Split(1, "a".into())),
        r#"{"M":{"Split":{"L":[{"N":"1"},{"S":"a"}]}}}"#
    );
    let closed = State::Closed {
        by: "me".into(),
        reason: None,
    };
    assert_eq!(json(closed), r#"{"M":{"Closed":{"M":{"by":{"S":"me"}}}}}"#);
    assert_eq!(
        json(vec![Some(1), None]),
        r#"{"L":[{"N":"1"},{"NULL":true}]}"#
    );
    assert_eq!(
        json(HashMap::from([("a", None::<u8>)])),
        r#"{"M":{"a":{"NULL":true}}}"#
    );
    assert_eq!(json(()), r#"{"NULL":true}"#);
    assert_eq!(json(0.1_f32), r#"{"N":"0.1"}"#);
    assert_eq!(json(Bytes(vec![1])), r#"{"B":"AQ=="}"#);
}

/// A type that asks serde for bytes.
#[derive(Debug, PartialEq)]
struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }
        }
        from.deserialize_byte_buf(Visitor)
    }
}

#[test]
fn sets_and_bytes_are_read_too() {
    let read = |text: &str| from_json::<Bridged<Vec<String>>>(text);
    assert_eq!(
        read(r#"{"SS":["a","b"]}"#),
        Ok(Bridged(vec!["a".into(), "b".into()]))
    );
    assert_eq!(
        from_json(r#"{"NS":["1","2"]}"#),
        Ok(Bridged(vec![1_u64, 2]))
    );
    assert_eq!(from_json(r#"{"B":"AQI="}"#), Ok(Bridged(vec![1_u8, 2])));
    assert_eq!(from_json(r#"{"B":"AQI="}"#), Ok(Bridged(Bytes(vec![1, 2]))));
    assert_eq!(
        from_json(r#"{"BS":["AQI="]}"#),
        Ok(Bridged(vec![Bytes(vec![1, 2])]))
    );
    let any = from_json::<Bridged<serde_json::Value>>(r#"{"L":[{"NS":["1"]},{"NULL":true}]}"#);
    assert_eq!(any, Ok(Bridged(serde_json::json!([[1], null]))));
}

#[test]
fn absence_is_that_of_an_option() {
    assert!(serde_is_absent(&None::<Account>));
    assert!(!serde_is_absent(&Some(1)));
    assert!(!serde_is_absent(&State::Open));
    assert!(!serde_is_absent(&Vec::<u8>::new()));
    assert_eq!(serde_absent::<Option<Level>>(), Some(None));
    assert_eq!(serde_absent::<Level>(), None);
    assert_eq!(serde_absent::<Vec<u8>>(), None);
    assert_eq!(serde_absent::<String>(), None);
}

#[test]
fn errors_name_the_place_and_no_values() {
    let text = r#"{"L":[{"S":"Open"},{"M":{"Closed":{"M":{"by":{"N":"4711"}}}}}]}"#;
    let error = from_json::<Bridged<Vec<State>>>(text).expect_err("mistyped");
    assert_eq!(
        error.to_string(),
        "attribute `[1].Closed.by`: expected S, found N"
    );

    let error = from_json::<Bridged<Level>>(r#"{"S":"secret"}"#).expect_err("no such variant");
    assert_eq!(error.expected(), Some("one of `Low`, `High`"));
    let error = from_json::<Bridged<u8>>(r#"{"N":"4711"}"#).expect_err("too large");
    assert_eq!(
        (error.expected(), error.found()),
        (Some("u8"), Some("a number out of range"))
    );
    for (error, secret) in [
        (
            from_json::<Bridged<Level>>(r#"{"S":"secret"}"#).map(drop),
            "secret",
        ),
        (
            from_json::<Bridged<char>>(r#"{"S":"secret"}"#).map(drop),
            "secret",
        ),
        (
            from_json::<Bridged<u8>>(r#"{"N":"4711"}"#).map(drop),
            "4711",
        ),
        (
            from_json::<Bridged<Loose>>(r#"{"BOOL":true}"#).map(drop),
            "true",
        ),
        (
            from_json::<Bridged<std::net::IpAddr>>(r#"{"S":"secret"}"#).map(drop),
            "secret",
        ),
    ] {
        let shown = format!("{0} {0:?}", error.expect_err("refused"));
        assert!(!shown.contains(secret), "{shown}");
    }

    let nan = HashMap::from([("a", vec![f64::NAN])]);
    let error = super::to_json(&Bridged(nan)).expect_err("not a number");
    assert_eq!(error.path(), "*[0]");
    let map = HashMap::from([(1.5.to_string(), 1)]);
    assert!(super::to_json(&Bridged(map)).is_ok());
    assert!(
        super::to_json(&Bridged(BTreeMap::from([((1, 2), 1)]))).is_err(),
        "a tuple as key"
    );
}

#[test]
fn variants_have_one_entry() {
    assert!(from_json::<Bridged<State>>(r#"{"M":{}}"#).is_err());
    let two = r#"{"M":{"Held":{"N":"1"},"Open":{"NULL":true}}}"#;
    assert!(from_json::<Bridged<State>>(two).is_err());
    assert!(from_json::<Bridged<(u8, u8)>>(r#"{"L":[{"N":"1"},{"N":"1"},{"N":"1"}]}"#).is_err());
    assert!(from_json::<Bridged<(u8, u8)>>(r#"{"L":[{"N":"1"}]}"#).is_err());
}

#[test]
fn a_missing_field_is_named() {
    let text = r#"{"M":{"Closed":{"M":{}}}}"#;
    let error = from_json::<Bridged<State>>(text).expect_err("no `by`");
    assert_eq!(error.to_string(), "attribute `Closed.by` is missing");
}

#[test]
fn both_targets_agree_on_fields_left_out() {
    let closed = Bridged(State::Closed {
        by: "me".into(),
        reason: None,
    });
    let text: serde_json::Value = serde_json::from_str(&json(closed.0.clone())).expect("JSON");
    let value = super::to_value(&closed).expect("encodes");
    assert_eq!(sorted(&text), sorted(&wire(&value)));
    let mut from = Decoder::from_value(value);
    assert_eq!(from.peek_type(), Ok(AttributeType::M));
}

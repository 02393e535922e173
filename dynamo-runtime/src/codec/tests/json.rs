//! JSON text: other forms than DynamoDB's own that are read, and forms that are refused.

use aws_sdk_dynamodb::types::AttributeValue;

use super::from_json;
use crate::codec::{AttributeType, Decoder};

#[test]
fn escapes_are_read() {
    let text = r#"{"S":"\" \\ \/ \b \f \n \r \t \u00e9 \ud83d\ude00"}"#;
    let expected = "\" \\ / \u{8} \u{c} \n \r \t é 😀";
    assert_eq!(from_json::<String>(text).as_deref(), Ok(expected));
}

#[test]
fn broken_escapes_are_refused() {
    for inner in [
        r"\x",
        r"\u12",
        r"\u12g4",
        r"\ud83d",
        r"\ud83dx",
        r"\ud83d\u0041",
        r"\ude00",
        "\\",
    ] {
        let text = format!("{{\"S\":\"{inner}\"}}");
        assert!(from_json::<String>(&text).is_err(), "{inner}");
    }
    assert!(
        from_json::<String>("{\"S\":\"a\nb\"}").is_err(),
        "a bare control character"
    );
}

#[test]
fn text_is_borrowed_where_it_can_be() {
    let mut from = Decoder::json(br#"{"S":"plain"}"#).expect("UTF-8");
    assert!(matches!(
        from.text(),
        Ok(std::borrow::Cow::Borrowed("plain"))
    ));
    let mut from = Decoder::json(br#"{"S":"\u0070lain"}"#).expect("UTF-8");
    assert!(matches!(from.text(), Ok(std::borrow::Cow::Owned(text)) if text == "plain"));
}

#[test]
fn malformed_values_are_refused_when_read_and_when_passed_over() {
    for text in [
        "",
        "{",
        "{}",
        "[]",
        "null",
        r#"{"S"}"#,
        r#"{"S":}"#,
        r#"{"S":"a"#,
        r#"{"S":"a""#,
        r#"{"S":1}"#,
        r#"{"S":"a","N":"1"}"#,
        r#"{"N":1}"#,
        r#"{"X":"a"}"#,
        r#"{"S":"a"]"#,
        r#"{"L":["a"]}"#,
        r#"{"L":[{"S":"a"}"#,
        r#"{"L":[{"S":"a"},]}"#,
        r#"{"L":[,]}"#,
        r#"{"L":{}}"#,
        r#"{"M":[]}"#,
        r#"{"M":{"a"}}"#,
        r#"{"M":{"a":}}"#,
        r#"{"M":{"a":1}}"#,
        r#"{"M":{,}}"#,
        r#"{"M":{"a":{"S":""}}"#,
        r#"{"M":{a:{"S":""}}}"#,
        r#"{"SS":"a"}"#,
        r#"{"SS":[1]}"#,
        r#"{"SS":[{"S":"a"}]}"#,
        r#"{"BOOL":"true"}"#,
        r#"{"BOOL":tru}"#,
        r#"{"NULL":null}"#,
        r#"{"S":"a" "b"}"#,
    ] {
        let mut from = Decoder::json(text.as_bytes()).expect("UTF-8");
        assert!(from.attribute_value().is_err(), "{text} was read");
        let mut from = Decoder::json(text.as_bytes()).expect("UTF-8");
        assert!(from.skip().is_err(), "{text} was passed over");
    }
    assert!(Decoder::json(b"{\"S\":\"\xff\"}").is_err());
}

#[test]
fn a_map_with_a_name_twice_has_no_value() {
    let twice = r#"{"M":{"a":{"L":[{"M":{"b":{"S":"1"},"b":{"S":"2"}}}]}}}"#;
    let error = from_json::<AttributeValue>(twice).expect_err("which of them?");
    assert_eq!(error.path(), "a[0].b");
}

#[test]
fn malformed_responses_are_refused() {
    for text in [
        "",
        "{",
        "[",
        "{\"a\":}",
        "{\"a\" 1}",
        "[1,]",
        "[1 2]",
        "tru",
        "\"a",
        "{1:2}",
        "[}",
    ] {
        let mut from = Decoder::json(text.as_bytes()).expect("UTF-8");
        assert!(from.skip_plain().is_err(), "{text}");
    }
    let mut from = Decoder::json(b"{} x").expect("UTF-8");
    assert!(from.skip_plain().is_ok());
    assert!(from.finish().is_err());
}

#[test]
fn depth_is_bounded() {
    let deep = |levels: usize| {
        format!(
            "{}{{\"S\":\"\"}}{}",
            "{\"L\":[".repeat(levels),
            "]}".repeat(levels)
        )
    };
    assert!(from_json::<AttributeValue>(&deep(32)).is_ok());
    for levels in [100, 100_000] {
        let text = deep(levels);
        assert!(from_json::<AttributeValue>(&text).is_err());
        let mut from = Decoder::json(text.as_bytes()).expect("UTF-8");
        assert!(from.skip().is_err());
        let mut from = Decoder::json(text.as_bytes()).expect("UTF-8");
        assert!(from.skip_plain().is_err());
    }
}

#[test]
fn the_type_of_a_value_is_known_before_it_is_read() {
    for (text, kind) in [
        (r#"{"S":""}"#, AttributeType::S),
        (r#" {"N":"1"}"#, AttributeType::N),
        (r#"{ "NULL":true}"#, AttributeType::Null),
        (r#"{"NS":["1"]}"#, AttributeType::Ns),
        (r#"{"\u004d":{}}"#, AttributeType::M),
    ] {
        let mut from = Decoder::json(text.as_bytes()).expect("UTF-8");
        assert_eq!(from.peek_type(), Ok(kind));
        assert_eq!(from.is_null(), Ok(kind == AttributeType::Null));
        assert_eq!(from.skip(), Ok(()));
    }
}

//! Text, bytes, booleans, pointers, options: everything without a file of its own.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use aws_smithy_types::Blob;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::{from_json, survives, to_json};
use crate::codec::{Binary, Decode, Encode};

proptest! {
    #[test]
    fn text_survives(text: String, any in "\\PC*", character: char) {
        survives(&text);
        survives(&(any, character));
    }

    #[test]
    fn text_with_special_characters_at_any_place_survives(
        text in "[a-z\"\\\\\u{0}-\u{1f}é€😀/]{0,40}",
    ) {
        survives(&text);
        survives(&(Box::<str>::from(&*text), Arc::<str>::from(&*text)));
        survives(&Cow::<'static, str>::Owned(text));
    }

    #[test]
    fn bytes_survive(bytes in vec(any::<u8>(), 0..40)) {
        survives(&Binary(bytes.clone()));
        survives(&Blob::new(bytes.clone()));
        survives(&bytes);
    }

    #[test]
    fn booleans_and_pointers_survive(value: bool, number: i32) {
        survives(&value);
        survives(&(Box::new(number), Arc::new(value)));
    }

    #[test]
    fn options_survive_in_lists(
        values in vec(any::<Option<i32>>(), 0..8),
        nested in vec(option::of(vec(any::<Option<String>>(), 0..3)), 0..4),
    ) {
        survives(&values);
        survives(&nested);
    }

    #[test]
    fn addresses_survive(four: Ipv4Addr, six: Ipv6Addr, port: u16) {
        survives(&(four, six, IpAddr::V4(four), IpAddr::V6(six)));
        survives(&SocketAddr::new(four.into(), port));
    }
}

#[test]
fn types_have_the_stored_form_that_is_documented() {
    assert_eq!(to_json("a\"b").as_deref(), Ok(r#"{"S":"a\"b"}"#));
    assert_eq!(to_json(&true).as_deref(), Ok(r#"{"BOOL":true}"#));
    assert_eq!(to_json(&None::<u8>).as_deref(), Ok(r#"{"NULL":true}"#));
    assert_eq!(to_json(&vec![1_u8]).as_deref(), Ok(r#"{"L":[{"N":"1"}]}"#));
    assert_eq!(to_json(&Binary(vec![1])).as_deref(), Ok(r#"{"B":"AQ=="}"#));
    assert_eq!(
        to_json(&(1, "x")).as_deref(),
        Ok(r#"{"L":[{"N":"1"},{"S":"x"}]}"#)
    );
}

#[test]
fn absence_is_none_or_an_empty_set() {
    assert!(None::<u8>.is_absent());
    assert!(Some(None::<u8>).is_absent());
    assert!(Box::new(None::<u8>).is_absent());
    assert!(!Some(0).is_absent());
    assert!(!String::new().is_absent());
    assert!(!Vec::<u8>::new().is_absent());
    assert_eq!(Option::<u8>::absent(), Some(None));
    assert_eq!(Arc::<Option<u8>>::absent(), Some(Arc::new(None)));
    assert_eq!(u8::absent(), None);
    assert_eq!(Vec::<u8>::absent(), None);
}

#[test]
fn other_text_is_named_by_its_length_only() {
    let error = from_json::<IpAddr>(r#"{"S":"secret"}"#).expect_err("not an address");
    assert_eq!(error.expected(), Some("S (IP address)"));
    assert_eq!(error.found(), Some("other text of 6 bytes"));
    assert!(from_json::<char>(r#"{"S":"ab"}"#).is_err());
    assert!(from_json::<char>(r#"{"S":""}"#).is_err());
}

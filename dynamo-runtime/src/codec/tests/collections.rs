//! Lists, sets, maps, tuples, and whole values of the SDK.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use proptest::collection::{btree_map, btree_set, hash_map, hash_set, vec};
use proptest::prelude::*;

use super::{from_json, survives, to_json, to_value};
use crate::codec::{Binary, Decode, Encode, MapKey};

/// Any value DynamoDB stores, numbers in their canonical text.
pub(super) fn any_value() -> impl Strategy<Value = AttributeValue> {
    let leaf = prop_oneof![
        any::<String>().prop_map(AttributeValue::S),
        any::<i64>().prop_map(|number| AttributeValue::N(number.to_string())),
        vec(any::<u8>(), 0..20).prop_map(|bytes| AttributeValue::B(Blob::new(bytes))),
        any::<bool>().prop_map(AttributeValue::Bool),
        Just(AttributeValue::Null(true)),
        btree_set(any::<String>(), 1..4)
            .prop_map(|set| AttributeValue::Ss(set.into_iter().collect())),
        btree_set(any::<i64>(), 1..4)
            .prop_map(|set| AttributeValue::Ns(set.iter().map(ToString::to_string).collect())),
        btree_set(vec(any::<u8>(), 0..20), 1..4)
            .prop_map(|set| AttributeValue::Bs(set.into_iter().map(Blob::new).collect())),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(AttributeValue::L),
            hash_map(any::<String>(), inner, 0..5).prop_map(AttributeValue::M),
        ]
    })
}

proptest! {
    #[test]
    fn lists_survive(
        numbers in vec(any::<i64>(), 0..8),
        texts in vec(any::<String>(), 0..8),
        nested in vec(vec(any::<bool>(), 0..4), 0..4),
    ) {
        survives(&numbers);
        survives(&VecDeque::from(texts));
        survives(&nested);
        survives(&nested.into_boxed_slice());
    }

    #[test]
    fn arrays_and_tuples_survive(array: [i16; 3], tuple: (u8, String, bool, i8, char, Option<u8>)) {
        survives(&array);
        survives(&tuple);
        survives(&((tuple.0, tuple.1), (tuple.2, tuple.3, tuple.4)));
    }

    #[test]
    fn sets_survive(
        texts in hash_set(any::<String>(), 1..6),
        numbers in btree_set(any::<i128>().prop_map(|wide| wide >> 8), 1..6),
        blobs in hash_set(vec(any::<u8>(), 0..20), 1..6),
    ) {
        survives(&blobs.iter().cloned().map(Binary).collect::<BTreeSet<_>>());
        survives(&texts);
        survives(&numbers);
        survives(&blobs);
    }

    #[test]
    fn maps_survive(
        by_text in hash_map(any::<String>(), any::<Option<i32>>(), 0..6),
        by_number in btree_map(any::<i64>(), vec(any::<String>(), 0..3), 0..6),
        nested in btree_map(any::<char>(), hash_map(any::<bool>(), any::<u8>(), 0..3), 0..4),
    ) {
        survives(&by_text);
        survives(&by_number);
        survives(&nested);
    }

    #[test]
    fn keys_survive(text: String, number: i128, truth: bool) {
        prop_assert_eq!(i128::from_key(number.to_key()), Ok(number));
        prop_assert_eq!(bool::from_key(truth.to_key()), Ok(truth));
        prop_assert_eq!(String::from_key(text.to_key()), Ok(text.clone()));
    }

    #[test]
    fn whole_values_survive(value in any_value()) {
        survives(&value);
    }
}

#[test]
fn sets_take_the_type_of_their_elements() {
    assert_eq!(
        to_json(&BTreeSet::from(["a", "b"].map(String::from))).as_deref(),
        Ok(r#"{"SS":["a","b"]}"#)
    );
    assert_eq!(
        to_json(&BTreeSet::from([-1, 2])).as_deref(),
        Ok(r#"{"NS":["-1","2"]}"#)
    );
    assert_eq!(
        to_json(&BTreeSet::from([vec![1_u8]])).as_deref(),
        Ok(r#"{"BS":["AQ=="]}"#)
    );
}

#[test]
fn an_empty_set_is_left_out_and_never_written() {
    let empty = HashSet::<String>::new();
    assert!(empty.is_absent());
    assert!(Some(empty.clone()).is_absent());
    assert_eq!(HashSet::<String>::absent(), Some(empty.clone()));
    assert!(to_json(&empty).is_err());
    let error = to_value(&vec![empty]).expect_err("no empty sets in a list");
    assert_eq!(error.path(), "[0]");
    assert!(to_json(&AttributeValue::Ss(Vec::new())).is_err());
}

#[test]
fn a_set_holds_an_element_once() {
    assert!(to_json(&AttributeValue::Ss(vec!["a".into(), "a".into()])).is_err());
    assert!(to_json(&AttributeValue::Ns(vec!["1".into(), "1.0".into()])).is_err());
    assert!(to_json(&AttributeValue::Bs(vec![Blob::new([1]), Blob::new([1])])).is_err());
}

#[test]
fn a_list_is_not_a_set_nor_a_set_a_list() {
    let error = from_json::<BTreeSet<String>>(r#"{"L":[]}"#).expect_err("not a set");
    assert_eq!((error.expected(), error.found()), (Some("SS"), Some("L")));
    let error = from_json::<Vec<String>>(r#"{"SS":["a"]}"#).expect_err("not a list");
    assert_eq!((error.expected(), error.found()), (Some("L"), Some("SS")));
    assert!(from_json::<BTreeSet<u8>>(r#"{"SS":["1"]}"#).is_err());
    assert!(from_json::<BTreeSet<String>>(r#"{"SS":[{"S":"a"}]}"#).is_err());
    assert!(from_json::<BTreeSet<u8>>(r#"{"NS":[{"N":"1"}]}"#).is_err());
}

#[test]
fn a_wrong_length_names_both() {
    for (text, found) in [
        (r#"{"L":[{"N":"1"}]}"#, "L of 1"),
        (r#"{"L":[]}"#, "L of 0"),
    ] {
        let error = from_json::<(u8, u8)>(text).expect_err("too short");
        assert_eq!(
            (error.expected(), error.found()),
            (Some("L of 2"), Some(found))
        );
        let error = from_json::<[u8; 2]>(text).expect_err("too short");
        assert_eq!(
            (error.expected(), error.found()),
            (Some("L of 2"), Some(found))
        );
    }
    let three = r#"{"L":[{"N":"1"},{"N":"2"},{"S":"3"}]}"#;
    let error = from_json::<(u8, u8)>(three).expect_err("too long");
    assert_eq!(
        (error.expected(), error.found()),
        (Some("L of 2"), Some("L of 3"))
    );
}

#[test]
fn errors_inside_of_collections_name_the_place() {
    let error = from_json::<Vec<u8>>(r#"{"L":[{"N":"1"},{"S":"x"}]}"#).expect_err("mistyped");
    assert_eq!(
        error.to_string(),
        "attribute `[1]`: expected N (u8), found S"
    );
    let text = r#"{"M":{"a":{"L":[{"M":{"b":{"BOOL":true}}}]}}}"#;
    let error = from_json::<HashMap<String, Vec<HashMap<String, u8>>>>(text).expect_err("mistyped");
    assert_eq!(error.path(), "*[0].*");
    let error = from_json::<HashMap<u8, u8>>(r#"{"M":{"x":{"N":"1"}}}"#).expect_err("bad key");
    assert_eq!(error.expected(), Some("a whole number as the key"));
}

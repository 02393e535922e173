//! The rendering of expressions: text, names and values.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::condition::Condition;
use super::{AttrPath, ExpressionError, Expressions, Node, Path, Segment};
use crate::codec::AttributeType;
use crate::field::Own;
use crate::key::{Comparator, KeyValue, SortCondition};

struct Thing;
struct Marker;

fn number<T>(name: &'static str) -> Path<Thing, T, Marker, Own> {
    Path::root(name)
}

fn n(number: &str) -> AttributeValue {
    AttributeValue::N(number.into())
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

struct Rendered {
    text: String,
    names: Vec<String>,
    values: Vec<AttributeValue>,
}

fn numbered<T: Clone>(placeholders: Option<HashMap<String, T>>, sign: &str) -> Vec<T> {
    let placeholders = placeholders.unwrap_or_default();
    let found = (0..placeholders.len()).map(|at| placeholders[&format!("{sign}{at}")].clone());
    found.collect()
}

fn rendered(node: &Node) -> Rendered {
    let mut expressions = Expressions::default();
    let text = expressions
        .condition("condition", node.clone())
        .expect("a condition");
    Rendered {
        text,
        names: numbered(expressions.take_names(), "#n"),
        values: numbered(expressions.into_values(), ":v"),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "reads better at every call")]
fn text_of<F>(condition: Condition<Thing, F>) -> String {
    rendered(&condition.node).text
}

fn a() -> Condition<Thing, super::Nested> {
    number::<u32>("a").eq(1)
}

fn b() -> Condition<Thing, super::Nested> {
    number::<u32>("b").eq(2)
}

fn c() -> Condition<Thing, super::Nested> {
    number::<u32>("c").eq(3)
}

#[test]
fn placeholders_are_numbered_as_they_appear_and_a_name_has_one() {
    let condition = a().and(number::<u32>("status").between(4, 5)).and(a());
    let found = rendered(&condition.node);
    assert_eq!(
        found.text,
        "#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2 AND #n0 = :v3"
    );
    assert_eq!(found.names, ["a", "status"]);
    assert_eq!(found.values, [n("1"), n("4"), n("5"), n("1")]);
}

#[test]
fn every_operator_is_rendered() {
    let path = || number::<u32>("x");
    let text = || number::<String>("x");
    for (found, expected) in [
        (text_of(path().eq(1)), "#n0 = :v0"),
        (text_of(path().ne(1)), "#n0 <> :v0"),
        (text_of(path().lt(1)), "#n0 < :v0"),
        (text_of(path().le(1)), "#n0 <= :v0"),
        (text_of(path().gt(1)), "#n0 > :v0"),
        (text_of(path().ge(1)), "#n0 >= :v0"),
        (text_of(path().between(1, 2)), "#n0 BETWEEN :v0 AND :v1"),
        (text_of(path().is_in([1, 2])), "#n0 IN (:v0, :v1)"),
        (text_of(path().exists()), "attribute_exists(#n0)"),
        (text_of(path().not_exists()), "attribute_not_exists(#n0)"),
        (
            text_of(path().has_type(AttributeType::Ss)),
            "attribute_type(#n0, :v0)",
        ),
        (text_of(text().begins_with("p")), "begins_with(#n0, :v0)"),
        (text_of(text().contains("p")), "contains(#n0, :v0)"),
        (text_of(text().size().gt(1)), "size(#n0) > :v0"),
        (
            text_of(text().size().between(1, 2)),
            "size(#n0) BETWEEN :v0 AND :v1",
        ),
    ] {
        assert_eq!(found, expected);
    }
    let optional = || number::<Option<u32>>("x");
    assert_eq!(text_of(optional().eq(None)), "attribute_not_exists(#n0)");
    assert_eq!(text_of(optional().ne(None)), "attribute_exists(#n0)");
    let found = rendered(&path().has_type(AttributeType::Ss).node);
    assert_eq!(found.values, [s("SS")]);
}

#[test]
fn parentheses_stand_only_where_they_are_needed() {
    for (found, expected) in [
        (
            text_of(a().and(b()).and(c())),
            "#n0 = :v0 AND #n1 = :v1 AND #n2 = :v2",
        ),
        (
            text_of(a().and(b().and(c()))),
            "#n0 = :v0 AND #n1 = :v1 AND #n2 = :v2",
        ),
        (
            text_of(a().or(b()).or(c())),
            "#n0 = :v0 OR #n1 = :v1 OR #n2 = :v2",
        ),
        (
            text_of(a().and(b()).or(c())),
            "#n0 = :v0 AND #n1 = :v1 OR #n2 = :v2",
        ),
        (
            text_of(a().or(b().and(c()))),
            "#n0 = :v0 OR #n1 = :v1 AND #n2 = :v2",
        ),
        (
            text_of(a().or(b()).and(c())),
            "(#n0 = :v0 OR #n1 = :v1) AND #n2 = :v2",
        ),
        (
            text_of(a().and(b().or(c()))),
            "#n0 = :v0 AND (#n1 = :v1 OR #n2 = :v2)",
        ),
        (text_of(a().not()), "NOT #n0 = :v0"),
        (text_of(a().not().not()), "#n0 = :v0"),
        (text_of(a().and(b()).not()), "NOT (#n0 = :v0 AND #n1 = :v1)"),
        (
            text_of(a().or(b()).not().and(c())),
            "NOT (#n0 = :v0 OR #n1 = :v1) AND #n2 = :v2",
        ),
        (
            text_of(number::<u32>("x").exists().not()),
            "attribute_not_exists(#n0)",
        ),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn an_exclamation_mark_negates() {
    assert_eq!(text_of(!a()), text_of(a().not()));
    assert_eq!(text_of(!!a().and(b())), "#n0 = :v0 AND #n1 = :v1");
}

#[test]
fn conditions_on_any_fields_become_one_type() {
    let conditions: [Condition<Thing>; 2] = [a().into(), b().or(c()).into()];
    let all = Condition::all(conditions).expect("two conditions");
    assert_eq!(text_of(all), "#n0 = :v0 AND (#n1 = :v1 OR #n2 = :v2)");
}

#[test]
fn a_list_longer_than_in_takes_is_split() {
    let wide = |count| number::<u32>("x").is_in(0..count);
    let short = text_of(wide(100));
    assert_eq!(short.matches(" IN (").count(), 1);
    let found = rendered(&wide(201).and(a()).node);
    assert_eq!(found.text.matches("#n0 IN (").count(), 3);
    assert_eq!(found.values.len(), 202);
    assert!(found.text.starts_with("(#n0 IN (") && found.text.ends_with(") AND #n1 = :v201"));
    assert!(
        text_of(wide(101)).starts_with("#n0 IN ("),
        "no parentheses by itself"
    );
    assert!(text_of(wide(101).not()).starts_with("NOT (#n0 IN ("));
}

#[test]
fn paths_have_a_placeholder_a_step() {
    let path = AttrPath {
        root: "status".into(),
        rest: vec![
            Segment::Index(3),
            Segment::Name("a.b".into()),
            Segment::Name("status".into()),
        ],
    };
    let found = rendered(&Node::Exists(path));
    assert_eq!(found.text, "attribute_exists(#n0[3].#n1.#n0)");
    assert_eq!(found.names, ["status", "a.b"]);
}

#[test]
fn no_word_of_the_caller_is_in_the_text() {
    // Words that DynamoDB reserves, and text that looks like an expression.
    for name in ["status", "name", "size", "ttl", "a = b OR c", ":v0", "#n1"] {
        let condition = number::<String>(name).eq(name.to_owned());
        let found = rendered(&condition.node);
        assert_eq!(found.text, "#n0 = :v0");
        assert_eq!(
            (found.names, found.values),
            (vec![name.to_owned()], vec![s(name)])
        );
    }
}

#[test]
fn a_key_condition_and_a_filter_share_their_placeholders() {
    let mut expressions = Expressions::default();
    let text = |text: &str| KeyValue::Text(text.into());
    let sort = SortCondition::Between(text("a"), text("b"));
    let condition = expressions.key_condition([("PK", s("p")), ("tenant", s("t"))], [("SK", sort)]);
    assert_eq!(
        condition,
        "#n0 = :v0 AND #n1 = :v1 AND #n2 BETWEEN :v2 AND :v3"
    );
    let filter = expressions.condition("filter", a().node).expect("a filter");
    assert_eq!(filter, "#n3 = :v4");
    let prefix = SortCondition::Compare(Comparator::BeginsWith, text("x"));
    let mut expressions = Expressions::default();
    let condition = expressions.key_condition([("PK", s("p"))], [("SK", prefix)]);
    assert_eq!(condition, "#n0 = :v0 AND begins_with(#n1, :v1)");
    assert_eq!(numbered(expressions.take_names(), "#n"), ["PK", "SK"]);
}

fn refused(node: &Node) -> ExpressionError {
    let mut expressions = Expressions::default();
    let error = expressions.condition("filter", node.clone());
    error.expect_err("it cannot be sent")
}

#[test]
fn more_than_4_kb_are_refused() {
    // Each comparison has at least 9 bytes, with " OR " between them.
    let any = |count| Condition::any((0..count).map(|_| a())).expect("some").node;
    assert!(rendered(&any(250)).text.len() <= 4096);
    let error = refused(&any(320));
    assert!(matches!(error, ExpressionError::TooLong { what: "filter", length } if length > 4096));
}

#[test]
fn nesting_beyond_any_use_is_refused() {
    let mut condition = a();
    for _ in 0..2000 {
        condition = Condition::new(condition.or(b()).and(c()).not().node);
    }
    assert!(matches!(
        refused(&condition.node),
        ExpressionError::Encode(_)
    ));
    let mut negated = a();
    for _ in 0..2001 {
        negated = negated.not();
    }
    assert_eq!(text_of(negated), "NOT #n0 = :v0");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let list: [u32; 0] = [];
    for condition in [
        number::<u32>("x").is_in(list),
        number::<u32>("x").between(2, 1),
        number::<f64>("x").eq(f64::NAN),
        number::<Option<u32>>("x").lt(None),
        number::<String>("x").size().between(2, 1),
    ] {
        assert!(matches!(
            refused(&condition.node),
            ExpressionError::Encode(_)
        ));
        let inside = a().and(condition.clone()).or(b()).not();
        assert!(matches!(refused(&inside.node), ExpressionError::Encode(_)));
    }
}

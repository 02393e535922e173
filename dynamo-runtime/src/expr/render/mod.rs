//! The only place that makes `#n0` and `:v0`: expressions with their names and values, in a fixed
//! order.

mod node;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

use aws_sdk_dynamodb::types::AttributeValue;

use self::node::Precedence;
use super::condition::Node;
use super::{AttrPath, Clause, Segment, Term};
use crate::codec::{EncodeError, Encoder};
use crate::key::{Comparator, SortCondition};

/// The most bytes an expression may have.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
const MAX_EXPRESSION_BYTES: usize = 4096;

/// Why an expression cannot be sent.
#[derive(Debug)]
pub(crate) enum ExpressionError {
    Encode(EncodeError),
    TooLong { what: &'static str, length: usize },
}

impl From<EncodeError> for ExpressionError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

/// The placeholders of one request, shared by its expressions. The position of a name or a value is
/// the number of its placeholder.
#[derive(Clone, Default)]
pub(crate) struct Expressions {
    names: Vec<Cow<'static, str>>,
    values: Vec<AttributeValue>,
}

impl Expressions {
    /// The value that a rendered expression requires an attribute to be equal to.
    pub(crate) fn compared(&self, expression: &str, attribute: &str) -> Option<&AttributeValue> {
        let number = self.names.iter().position(|name| name == attribute)?;
        let (_, rest) = expression.split_once(&format!("#n{number} = :v"))?;
        let digits = rest.find(|letter: char| !letter.is_ascii_digit());
        let number: usize = rest[..digits.unwrap_or(rest.len())].parse().ok()?;
        self.values.get(number)
    }

    /// Renders a condition or filter expression.
    pub(crate) fn condition(
        &mut self,
        what: &'static str,
        node: Node,
    ) -> Result<String, ExpressionError> {
        let mut text = String::with_capacity(64);
        self.node(node, Precedence::Or, &mut text)?;
        if text.len() > MAX_EXPRESSION_BYTES {
            return Err(ExpressionError::TooLong {
                what,
                length: text.len(),
            });
        }
        Ok(text)
    }

    /// Renders an update expression.
    pub(crate) fn update(&mut self, clauses: &[Clause]) -> Result<String, ExpressionError> {
        let [mut set, mut remove, mut add, mut delete] = [const { String::new() }; 4];
        for clause in clauses {
            match clause {
                Clause::Remove(path) => {
                    separate(&mut remove, ", ");
                    self.path(path, &mut remove);
                }
                Clause::Add(path, value) => {
                    separate(&mut add, ", ");
                    self.path(path, &mut add);
                    add.push(' ');
                    self.value(value.clone(), &mut add);
                }
                Clause::Delete(path, value) => {
                    separate(&mut delete, ", ");
                    self.path(path, &mut delete);
                    delete.push(' ');
                    self.value(value.clone(), &mut delete);
                }
                _ => {
                    separate(&mut set, ", ");
                    self.path(clause.path(), &mut set);
                    set.push_str(" = ");
                    self.set_value(clause, &mut set)?;
                }
            }
        }
        let mut text = String::with_capacity(set.len() + remove.len() + 16);
        for (word, part) in [
            ("SET ", set),
            ("REMOVE ", remove),
            ("ADD ", add),
            ("DELETE ", delete),
        ] {
            if !part.is_empty() {
                separate(&mut text, " ");
                text.push_str(word);
                text.push_str(&part);
            }
        }
        if text.len() > MAX_EXPRESSION_BYTES {
            return Err(ExpressionError::TooLong {
                what: "update",
                length: text.len(),
            });
        }
        Ok(text)
    }

    /// Renders the right-hand side of a `SET`.
    fn set_value(&mut self, clause: &Clause, to: &mut String) -> Result<(), EncodeError> {
        match clause {
            Clause::SetIfAbsent(path, value) => self.if_absent(path, value.clone(), to),
            Clause::Increase(path, amount) => {
                self.if_absent(path, AttributeValue::N("0".to_owned()), to);
                to.push_str(" + ");
                self.value(amount.clone(), to);
            }
            Clause::Append(path, values) => {
                to.push_str("list_append(");
                self.if_absent(path, AttributeValue::L(Vec::new()), to);
                to.push_str(", ");
                self.value(values.clone(), to);
                to.push(')');
            }
            Clause::Prepend(path, values) => {
                to.push_str("list_append(");
                self.value(values.clone(), to);
                to.push_str(", ");
                self.if_absent(path, AttributeValue::L(Vec::new()), to);
                to.push(')');
            }
            Clause::Compute(_, computed) => {
                self.path(&computed.left, to);
                let _ = write!(to, " {} ", computed.operator);
                match &computed.right {
                    Term::Path(path) => self.path(path, to),
                    Term::Value(value) => self.value(value.clone()?, to),
                }
            }
            Clause::Set(_, value) | Clause::Add(_, value) | Clause::Delete(_, value) => {
                self.value(value.clone(), to);
            }
            Clause::Remove(_) => {}
        }
        Ok(())
    }

    fn if_absent(&mut self, path: &AttrPath, value: AttributeValue, to: &mut String) {
        self.function_with("if_not_exists", path, value, to);
    }

    /// Renders a key condition: partition attributes equal, then the sort attributes.
    pub(crate) fn key_condition(
        &mut self,
        partition: impl IntoIterator<Item = (&'static str, AttributeValue)>,
        sort: impl IntoIterator<Item = (&'static str, SortCondition)>,
    ) -> String {
        let mut text = String::with_capacity(64);
        for (attribute, value) in partition {
            separate(&mut text, " AND ");
            self.name(&Cow::Borrowed(attribute), &mut text);
            text.push_str(" = ");
            self.value(value, &mut text);
        }
        for (attribute, condition) in sort {
            separate(&mut text, " AND ");
            self.sort(attribute, condition, &mut text);
        }
        text
    }

    fn sort(&mut self, attribute: &'static str, condition: SortCondition, to: &mut String) {
        let operator = match condition {
            SortCondition::Between(low, high) => {
                self.name(&Cow::Borrowed(attribute), to);
                to.push_str(" BETWEEN ");
                self.value(low.into(), to);
                to.push_str(" AND ");
                self.value(high.into(), to);
                return;
            }
            SortCondition::Compare(Comparator::BeginsWith, value) => {
                to.push_str("begins_with(");
                self.name(&Cow::Borrowed(attribute), to);
                to.push_str(", ");
                self.value(value.into(), to);
                to.push(')');
                return;
            }
            SortCondition::Compare(comparator, value) => {
                self.name(&Cow::Borrowed(attribute), to);
                to.push_str(match comparator {
                    Comparator::Less => " < ",
                    Comparator::LessOrEqual => " <= ",
                    Comparator::Greater => " > ",
                    Comparator::GreaterOrEqual => " >= ",
                    _ => " = ",
                });
                value
            }
        };
        self.value(operator.into(), to);
    }

    /// Renders a projection of these top-level attributes.
    pub(crate) fn projection(
        &mut self,
        attributes: impl IntoIterator<Item = &'static str>,
    ) -> String {
        let mut text = String::new();
        let mut seen = Vec::new();
        for attribute in attributes {
            // DynamoDB refuses a path that is named twice.
            if seen.contains(&attribute) {
                continue;
            }
            seen.push(attribute);
            separate(&mut text, ", ");
            self.name(&Cow::Borrowed(attribute), &mut text);
        }
        text
    }

    /// An expression with the names in place of their placeholders. A name that is data, such as
    /// the entry of a map, stays a placeholder, as all values do.
    pub(crate) fn with_names(&self, expression: &str) -> String {
        let mut text = String::with_capacity(expression.len());
        let mut rest = expression;
        while let Some((before, after)) = rest.split_once("#n") {
            text.push_str(before);
            let digits = after.find(|next: char| !next.is_ascii_digit());
            let (number, behind) = after.split_at(digits.unwrap_or(after.len()));
            let name = number
                .parse()
                .ok()
                .and_then(|number: usize| self.names.get(number));
            match name {
                Some(Cow::Borrowed(name)) => text.push_str(name),
                _ => {
                    text.push_str("#n");
                    text.push_str(number);
                }
            }
            rest = behind;
        }
        text.push_str(rest);
        text
    }

    /// The values behind the placeholders, in order.
    pub(crate) fn values(&self) -> &[AttributeValue] {
        &self.values
    }

    /// Takes the names behind the placeholders in the SDK's form; `None` if there are none.
    pub(crate) fn take_names(&mut self) -> Option<HashMap<String, String>> {
        let all = std::mem::take(&mut self.names).into_iter().enumerate();
        let entry = |(number, name): (usize, Cow<'static, str>)| {
            (
                placeholder(NAMES, "#n", number).into_owned(),
                name.into_owned(),
            )
        };
        let names: HashMap<_, _> = all.map(entry).collect();
        (!names.is_empty()).then_some(names)
    }

    /// Returns the values behind the placeholders in the SDK's form; `None` if there are none.
    pub(crate) fn into_values(self) -> Option<HashMap<String, AttributeValue>> {
        let values = self.values.into_iter().enumerate();
        let named = |(number, value)| (placeholder(VALUES, ":v", number).into_owned(), value);
        let values: HashMap<_, _> = values.map(named).collect();
        (!values.is_empty()).then_some(values)
    }

    /// The size of the values in bytes, as DynamoDB counts them.
    pub(crate) fn size(&self) -> Result<usize, EncodeError> {
        let mut to = Encoder::json();
        to.begin_item(self.values.len())?;
        for value in &self.values {
            // Placeholders are not stored.
            to.entry("", value)?;
        }
        Ok(to.size())
    }

    /// Writes names and values as members of a request's body.
    pub(crate) fn write(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        if !self.names.is_empty() {
            to.member("ExpressionAttributeNames");
            to.raw("{");
            for (number, name) in self.names.iter().enumerate() {
                to.member(&placeholder(NAMES, "#n", number));
                to.quoted(name);
            }
            to.raw("}");
        }
        if !self.values.is_empty() {
            to.member("ExpressionAttributeValues");
            to.begin_item(self.values.len())?;
            for (number, value) in self.values.iter().enumerate() {
                to.entry(&placeholder(VALUES, ":v", number), value)?;
            }
            to.end_item()?;
        }
        Ok(())
    }

    #[expect(clippy::ptr_arg, reason = "a static name is kept without a copy")]
    fn name(&mut self, name: &Cow<'static, str>, to: &mut String) {
        let known = self.names.iter().position(|known| known == name);
        let number = known.unwrap_or(self.names.len());
        if known.is_none() {
            self.names.push(name.clone());
        }
        to.push_str(&placeholder(NAMES, "#n", number));
    }

    fn value(&mut self, value: AttributeValue, to: &mut String) {
        to.push_str(&placeholder(VALUES, ":v", self.values.len()));
        self.values.push(value);
    }

    fn path(&mut self, path: &AttrPath, to: &mut String) {
        self.name(&path.root, to);
        for segment in &path.rest {
            match segment {
                Segment::Name(name) | Segment::Entry(name) => {
                    to.push('.');
                    self.name(name, to);
                }
                Segment::Index(index) => {
                    // Writing to a `String` cannot fail.
                    let _ = write!(to, "[{index}]");
                }
            }
        }
    }

    fn function(&mut self, name: &str, path: &AttrPath, to: &mut String) {
        to.push_str(name);
        to.push('(');
        self.path(path, to);
        to.push(')');
    }

    fn function_with(
        &mut self,
        name: &str,
        path: &AttrPath,
        value: AttributeValue,
        to: &mut String,
    ) {
        to.push_str(name);
        to.push('(');
        self.path(path, to);
        to.push_str(", ");
        self.value(value, to);
        to.push(')');
    }
}

/// The placeholders of nearly all requests.
const NAMES: &[&str] = &[
    "#n0", "#n1", "#n2", "#n3", "#n4", "#n5", "#n6", "#n7", "#n8", "#n9", "#n10", "#n11", "#n12",
    "#n13", "#n14", "#n15",
];
const VALUES: &[&str] = &[
    ":v0", ":v1", ":v2", ":v3", ":v4", ":v5", ":v6", ":v7", ":v8", ":v9", ":v10", ":v11", ":v12",
    ":v13", ":v14", ":v15",
];

/// A placeholder; the first few are constants.
fn placeholder(known: &[&'static str], prefix: &str, number: usize) -> Cow<'static, str> {
    match known.get(number) {
        Some(known) => Cow::Borrowed(known),
        None => Cow::Owned(format!("{prefix}{number}")),
    }
}

fn separate(text: &mut String, separator: &str) {
    if !text.is_empty() {
        text.push_str(separator);
    }
}

//! The smallest update from a stored item to a changed one, guarded by what was read.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::codec::EncodeError;
use crate::error::Error;
use crate::expr::{AttrPath, Clause, ExpressionError, Expressions, Node, exhausted};
use crate::item::{Writable, stamped_item};
use crate::lifecycle::Stamps;
use crate::op::expression_error;
use crate::op::write::presence::{Existence, Presence};
use crate::schema::ItemSchema;
use crate::wire::Attributes;

/// The most attributes that a condition can compare: DynamoDB accepts 300 operators, and each
/// comparison needs an `AND` as well.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
const MAX_GUARDED: usize = 140;

/// The changes to a stored item, and the condition for making them.
pub(super) struct ModifiedFields {
    pub(super) clauses: Vec<Clause>,
    guard: Option<Node>,
}

impl ModifiedFields {
    /// The update expression and the condition.
    pub(super) fn render(
        self,
        item: &'static str,
        expressions: &mut Expressions,
    ) -> Result<(String, Option<String>), Error> {
        let update = expressions
            .update(&self.clauses)
            .map_err(|error| expression_error(item, error))?;
        let condition = self
            .guard
            .map(|node| expressions.condition("condition", node))
            .transpose()
            .map_err(|error| match error {
                ExpressionError::TooLong { .. } => too_wide(item),
                error @ ExpressionError::Encode(_) => expression_error(item, error),
            })?;
        Ok((update, condition))
    }

    /// The changes from `before` to `item`. Index keys are compared with the stored ones, so that a
    /// key another writer left stale is corrected.
    pub(super) fn between(
        item: &dyn Writable,
        before: &Attributes,
        stored: &Attributes,
        presence: Presence,
    ) -> Result<Self, Error> {
        let of = item.item_type();
        let schema = of.schema;
        if !differs(&stamped_item(item, &Stamps::default())?, before) {
            return Ok(Self {
                clauses: Vec::new(),
                guard: None,
            });
        }
        let mut stamps = Stamps::at(presence.now());
        (of.stamp_update)(&mut stamps);
        let last = stamps.take_last();
        let after = stamped_item(item, &stamps)?;
        let index_key = |name: &str| schema.index_keys.iter().any(|key| key.attribute == name);
        let index_keys = schema.index_keys.iter().map(|key| key.attribute);
        let fields = after.keys().chain(before.keys()).map(String::as_str);
        let mut names: Vec<&str> = fields.chain(index_keys).collect();
        names.sort_unstable();
        names.dedup();
        let mut difference = Self {
            clauses: Vec::new(),
            guard: None,
        };
        for name in names {
            let old = if index_key(name) {
                stored.get(name)
            } else {
                before.get(name)
            };
            if same(old, after.get(name)) || Some(name) == schema.roles.version {
                continue;
            }
            let mut counters = schema.counters.iter();
            if counters.any(|field| schema.fields[*field].attribute == Some(name)) {
                let reason = format!(
                    "`{name}` is a counter, which the writes of other items keep; leave it as it is"
                );
                let item = schema.name;
                return Err(Error::Expression { item, reason });
            }
            let path = path(name);
            difference.clauses.push(match after.get(name) {
                Some(value) => Clause::Set(path, value.clone()),
                None => Clause::Remove(path),
            });
        }
        match schema.roles.version {
            Some(version) => {
                if last.is_some() && stored.get(version) == last.as_ref() {
                    let error = EncodeError::custom(exhausted(version));
                    return Err(Error::encode(schema.name, error));
                }
                let one = AttributeValue::N("1".to_owned());
                difference
                    .clauses
                    .push(Clause::Increase(AttrPath::root(version), one));
                difference.unchanged(stored, version);
            }
            None => difference.guard_all(schema, before, stored)?,
        }
        // An item that is deleted meanwhile also lacks the attributes that must be absent.
        presence
            .condition(Existence::Present, None)
            .into_iter()
            .for_each(|node| node.require(&mut difference.guard));
        Ok(difference)
    }

    /// Guards everything that was read: anything the closure saw may have influenced its changes.
    fn guard_all(
        &mut self,
        schema: &ItemSchema,
        before: &Attributes,
        stored: &Attributes,
    ) -> Result<(), Error> {
        let primary = schema.primary();
        let fields = schema.fields.iter().filter_map(|field| field.attribute);
        let keys = schema.index_keys.iter().map(|key| key.attribute);
        let mut read: Vec<&str> = before.keys().map(String::as_str).collect();
        read.extend(fields.chain(keys));
        read.retain(|name| !primary.has_key(name));
        read.sort_unstable();
        read.dedup();
        if read.len() > MAX_GUARDED {
            return Err(too_wide(schema.name));
        }
        for name in read {
            self.unchanged(stored, name);
        }
        Ok(())
    }

    fn unchanged(&mut self, stored: &Attributes, name: &str) {
        let node = match stored.get(name) {
            Some(value) => Node::Compare(path(name), "=", value.clone()),
            None => Node::NotExists(path(name)),
        };
        node.require(&mut self.guard);
    }
}

fn too_wide(item: &'static str) -> Error {
    let reason =
        "`modify` guards every attribute of the item, and these are more than a condition \
                  takes; give the item a `version`, or use `update()`"
            .to_owned();
    Error::Expression { item, reason }
}

fn path(name: &str) -> AttrPath {
    AttrPath {
        root: name.to_owned().into(),
        rest: Vec::new(),
    }
}

fn differs(left: &Attributes, right: &Attributes) -> bool {
    left.len() != right.len()
        || left
            .iter()
            .any(|(name, value)| !same(Some(value), right.get(name)))
}

/// Whether two values are the same to DynamoDB, which does not order sets.
fn same(left: Option<&AttributeValue>, right: Option<&AttributeValue>) -> bool {
    fn sorted<T: Ord>(values: &[T]) -> Vec<&T> {
        let mut values: Vec<_> = values.iter().collect();
        values.sort_unstable();
        values
    }
    match (left, right) {
        (None, None) => true,
        (Some(left), Some(right)) => match (left, right) {
            (AttributeValue::Ss(left), AttributeValue::Ss(right))
            | (AttributeValue::Ns(left), AttributeValue::Ns(right)) => {
                sorted(left) == sorted(right)
            }
            (AttributeValue::Bs(left), AttributeValue::Bs(right)) => {
                let bytes = |set: &[aws_sdk_dynamodb::primitives::Blob]| {
                    let mut bytes: Vec<Vec<u8>> =
                        set.iter().map(|blob| blob.as_ref().to_vec()).collect();
                    bytes.sort_unstable();
                    bytes
                };
                bytes(left) == bytes(right)
            }
            (AttributeValue::L(left), AttributeValue::L(right)) => {
                left.len() == right.len()
                    && left
                        .iter()
                        .zip(right)
                        .all(|(left, right)| same(Some(left), Some(right)))
            }
            (AttributeValue::M(left), AttributeValue::M(right)) => !differs(left, right),
            _ => left == right,
        },
        _ => false,
    }
}

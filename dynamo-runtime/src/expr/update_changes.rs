//! The changes that an update collects.

use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

use super::AttrPath;
use super::assign::{Assigned, Computation, SetValue, Setting, not_a_value};
use super::condition::Node;
use super::limit::Limit;
use super::update::Clause;
use crate::codec::EncodeError;
use crate::field::FieldInfo;

/// The changes of an update.
#[doc(hidden)]
#[derive(Default)]
pub struct UpdateChanges {
    pub(crate) assigned: Vec<Assigned>,
    pub(crate) clauses: Vec<Clause>,
    /// The conditions under which the changes are right.
    pub(crate) required: Vec<Node>,
    /// The conditions under which numbers stay within their types.
    pub(crate) limits: Vec<Limit>,
    /// The first value that could not be encoded.
    pub(crate) failure: Option<EncodeError>,
}

impl UpdateChanges {
    pub(super) fn field<M: FieldInfo<Value: Send + Sync>>(
        &mut self,
        value: impl SetValue<M::Value>,
    ) {
        let path = AttrPath::root(M::ATTRIBUTE);
        match value.setting() {
            Setting::Given(value) => self.assigned.push(Assigned::new::<M>(value)),
            Setting::Kept(value) => {
                self.assigned.push(Assigned {
                    known: true,
                    ..Assigned::new::<M>(value)
                });
            }
            Setting::Computed(computed) => self.compute(path, computed),
            Setting::Invalid(reason) => self.fail(not_a_value(&reason).at(M::ATTRIBUTE)),
        }
    }

    pub(super) fn compute(&mut self, path: AttrPath, Computation(mut computed): Computation) {
        self.limits.extend(computed.limit.take());
        self.clauses.push(Clause::Compute(path, computed));
    }

    pub(crate) fn fail(&mut self, error: EncodeError) {
        self.failure.get_or_insert(error);
    }

    /// Requires that a nested value is as stated.
    pub(super) fn kept(
        &mut self,
        path: AttrPath,
        value: Result<Option<AttributeValue>, EncodeError>,
    ) {
        self.required.push(match value {
            Ok(Some(value)) => Node::Compare(path, "=", value),
            Ok(None) => Node::NotExists(path),
            Err(error) => Node::Invalid(error),
        });
    }

    /// Sets a nested value, or removes it if there is nothing to store.
    pub(crate) fn path(
        &mut self,
        path: AttrPath,
        value: Result<Option<AttributeValue>, EncodeError>,
    ) {
        match value {
            Ok(Some(value)) => self.clauses.push(Clause::Set(path, value)),
            Ok(None) => self.clauses.push(Clause::Remove(path)),
            Err(error) => self.fail(error.at(&path.to_string())),
        }
    }
}

impl fmt::Debug for UpdateChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.assigned.iter().map(|assigned| assigned.attribute);
        f.debug_set().entries(names).finish()
    }
}

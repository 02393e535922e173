//! What an update says, as the clauses of its expression.

use std::time::SystemTime;

use aws_sdk_dynamodb::types::AttributeValue;

use super::Update;
use crate::codec::{Encode, EncodeError, to_value};
use crate::error::Error;
use crate::expr::{AttrPath, Changes, Clause, Element, ElementOf, Given, Node, SetValue, Target};
use crate::field::{FieldCodec, FieldInfo};
use crate::item::Item;
use crate::life::Stamps;
use crate::op::identify::{is_not_foreign, is_stored};
use crate::op::update_keys::{check_own_keys, index_clauses, insert_clauses, refuse_overlaps};

impl<T: Item, R> Update<T, R> {
    pub(super) fn clause<F: Target<T>>(
        mut self,
        target: F,
        value: impl SetValue<F::Value, Mode = Given>,
        clause: impl FnOnce(AttrPath, AttributeValue) -> Clause,
    ) -> Self {
        let path = target.place().0;
        match value.setting().encode::<F::Codec>() {
            Ok(value) => self.changes.clauses.push(clause(path, value)),
            Err(error) => self.changes.fail(error.at(&path.to_string())),
        }
        self
    }

    pub(super) fn elements<F, E>(
        mut self,
        target: F,
        elements: E,
        clause: impl FnOnce(AttrPath, AttributeValue) -> Clause,
    ) -> Self
    where
        F: Target<T>,
        F::Value: ElementOf,
        E: IntoIterator,
        E::Item: SetValue<<F::Value as ElementOf>::Element, Mode = Given>,
        Element: FieldCodec<<F::Value as ElementOf>::Element>,
    {
        let path = target.place().0;
        let element = |element: E::Item| element.setting().encode::<Element>();
        match elements
            .into_iter()
            .map(element)
            .collect::<Result<Vec<_>, EncodeError>>()
        {
            // Appending nothing changes nothing.
            Ok(values) if values.is_empty() => {}
            Ok(values) => self
                .changes
                .clauses
                .push(clause(path, AttributeValue::L(values))),
            Err(error) => self.changes.fail(error.at(&path.to_string())),
        }
        self
    }

    pub(super) fn set_clause<V: Encode, M: FieldInfo>(
        mut self,
        elements: &V,
        clause: impl FnOnce(AttrPath, AttributeValue) -> Clause,
    ) -> Self {
        if !elements.is_absent() {
            match to_value(elements) {
                Ok(value) => self
                    .changes
                    .clauses
                    .push(clause(AttrPath::root(M::ATTRIBUTE), value)),
                Err(error) => self.changes.fail(error.at(M::ATTRIBUTE)),
            }
        }
        self
    }

    /// Everything the request changes, and the condition it is under.
    pub(super) fn finish(mut self, now: SystemTime) -> Result<(Vec<Clause>, Option<Node>), Error> {
        let schema = T::SCHEMA;
        if let Some(error) = self.changes.failure.take() {
            return Err(Error::encode(schema.name, error));
        }
        let Changes {
            mut assigned,
            mut clauses,
            required,
            ..
        } = self.changes;
        if assigned.is_empty() && clauses.is_empty() && self.late.is_none() && !self.upsert {
            let reason = "the update changes nothing; give it something to set".to_owned();
            return Err(Error::Expression {
                item: schema.name,
                reason,
            });
        }
        assigned.extend(self.late.map(|late| late(now)));
        let mut stamps = Stamps::at(now);
        T::stamp_update(&mut stamps);
        assigned.extend(stamps.into_filled());
        let mut condition = self.condition;
        let mut require = |node: Node| node.require(&mut condition);
        required.into_iter().for_each(&mut require);
        for value in &assigned {
            let path = AttrPath::root(value.attribute);
            let stored = value
                .stored
                .clone()
                .map_err(|error| Error::encode(schema.name, error))?;
            match (value.known, stored) {
                (true, Some(stored)) => require(Node::Compare(path, "=", stored)),
                (true, None) => require(Node::NotExists(path)),
                (false, Some(stored)) => clauses.push(Clause::Set(path, stored)),
                (false, None) => clauses.push(Clause::Remove(path)),
            }
        }
        let keys = check_own_keys::<T>(&assigned, &clauses)
            .and_then(|()| index_clauses::<T>(&self.key, &assigned, self.upsert))
            .map_err(|error| Error::Key(error.with_item(schema.name)))?;
        clauses.extend(keys);
        if let Some(version) = schema.roles.version {
            let one = AttributeValue::N("1".to_owned());
            clauses.push(Clause::Increase(AttrPath::root(version), one));
        }
        if self.upsert {
            let new = insert_clauses::<T>(&self.key, now, &clauses)?;
            clauses.extend(new);
            is_not_foreign::<T>().into_iter().for_each(&mut require);
        } else {
            require(is_stored::<T>());
        }
        refuse_overlaps::<T>(&clauses)?;
        Ok((clauses, condition))
    }
}

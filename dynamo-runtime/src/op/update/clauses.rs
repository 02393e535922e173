//! What an update says, as the clauses of its expression.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Update, upsert};
use crate::codec::{Encode, EncodeError, to_value};
use crate::error::Error;
use crate::expr::{
    AttrPath, Changes, Clause, Element, ElementOf, Given, Limit, Node, SetValue, Target,
};
use crate::field::{FieldCodec, FieldInfo};
use crate::item::Item;
use crate::key::{KeyError, NumberPart};
use crate::life::Stamps;
use crate::op::key_attributes;
use crate::op::presence::{Existence, Presence};
use crate::op::update_keys::{check_own_keys, index_clauses, insert_clauses, refuse_overlaps};

/// What an update comes to.
pub(super) struct Finished {
    pub(super) clauses: Vec<Clause>,
    pub(super) condition: Option<Node>,
    /// What the condition requires of numbers.
    pub(super) limits: Vec<Limit>,
    /// The item it creates if there is none.
    pub(super) fresh: Option<HashMap<String, AttributeValue>>,
}

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

    pub(super) fn increase<F: Target<T>>(
        mut self,
        target: F,
        value: impl SetValue<F::Value, Mode = Given>,
        signed: impl FnOnce(AttributeValue) -> AttributeValue,
    ) -> Self
    where
        F::Value: NumberPart,
    {
        let path = target.place().0;
        match value.setting().encode::<F::Codec>().map(signed) {
            Ok(amount) => {
                let limit = Limit::of_sum::<F::Value, F::Codec>(&path, &amount, true);
                self.changes.limits.extend(limit);
                self.changes.clauses.push(Clause::Increase(path, amount));
            }
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
    pub(super) fn finish(mut self, presence: Presence) -> Result<Finished, Error> {
        let (schema, now) = (T::SCHEMA, presence.now());
        if let Some(error) = self.changes.failure.take() {
            return Err(Error::encode(schema.name, error));
        }
        let Changes {
            mut assigned,
            mut clauses,
            required,
            mut limits,
            ..
        } = self.changes;
        let changes = !clauses.is_empty() || assigned.iter().any(|value| !value.known);
        let writes = changes || self.late.is_some() || self.upsert;
        assigned.extend(self.late.map(|late| late(now)));
        // What is not written is not stamped.
        if writes {
            let mut stamps = Stamps::at(now);
            T::stamp_update(&mut stamps);
            let last = schema.roles.version.zip(stamps.take_last());
            limits.extend(last.map(|(name, last)| Limit::of_version(name, last)));
            assigned.extend(stamps.into_filled());
        }
        let unkeyed = |error: KeyError| Error::Key(error.with_item(schema.name));
        check_own_keys::<T>(&assigned, &clauses).map_err(unkeyed)?;
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
        let keys = index_clauses::<T>(&self.key, &assigned, &clauses, self.upsert);
        let keys = keys.map_err(unkeyed)?;
        clauses.extend(keys);
        if let Some(version) = schema.roles.version.filter(|_| writes) {
            let one = AttributeValue::N("1".to_owned());
            clauses.push(Clause::Increase(AttrPath::root(version), one));
        }
        if self.upsert {
            let new = insert_clauses::<T>(&self.key, now, &clauses)?;
            clauses.extend(new);
        }
        refuse_overlaps::<T>(&clauses)?;
        // Under a condition that no absent item meets, nothing is created.
        let creates = self.upsert && condition.as_ref().is_none_or(Node::holds_for_nothing);
        for limit in &limits {
            limit.node.clone().require(&mut condition);
        }
        if !self.upsert {
            return Ok(Finished {
                clauses,
                condition: presence.condition(Existence::Present, condition),
                limits,
                fresh: None,
            });
        }
        let mut fresh = None;
        if creates {
            let key = key_attributes::<T>(self.key.built()?.clone());
            let made = upsert::fresh::<T>(key, &clauses)?;
            if limits.iter().all(|limit| limit.node.holds_for_nothing()) {
                fresh = Some(upsert::whole::<T>(made)?);
            }
        }
        Ok(Finished {
            fresh,
            condition: presence.upserting(condition),
            limits,
            clauses,
        })
    }
}

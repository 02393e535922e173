//! Turning an update into the clauses of its expression.

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Update, UpdateSpec, upsert};
use crate::codec::{Encode, EncodeError, to_value};
use crate::error::Error;
use crate::expr::{
    AttrPath, Clause, Element, ElementOf, Elements, Given, Limit, Node, SetValue, Target,
    UpdateChanges,
};
use crate::field::{FieldCodec, FieldInfo};
use crate::item::Item;
use crate::key::{KeyError, NumberPart};
use crate::lifecycle::Stamps;
use crate::op::write::presence::{Existence, Presence};
use crate::op::write::update::keys::{
    check_own_keys, index_clauses, insert_clauses, refuse_overlaps,
};
use crate::wire::{Attributes, key_attributes, typed};

/// A finished update.
pub(super) struct Finished {
    pub(super) clauses: Vec<Clause>,
    pub(super) condition: Option<Node>,
    /// The limits the condition sets on numbers.
    pub(super) limits: Vec<Limit>,
    /// The item it creates if there is none.
    pub(super) fresh: Option<Attributes>,
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
            Ok(value) => self.spec.changes.clauses.push(clause(path, value)),
            Err(error) => self.spec.changes.fail(error.at(&path.to_string())),
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
                self.spec.changes.limits.extend(limit);
                self.spec
                    .changes
                    .clauses
                    .push(Clause::Increase(path, amount));
            }
            Err(error) => self.spec.changes.fail(error.at(&path.to_string())),
        }
        self
    }

    pub(super) fn elements<F, E, V>(
        mut self,
        target: F,
        elements: E,
        clause: impl FnOnce(AttrPath, AttributeValue) -> Clause,
    ) -> Self
    where
        F: Target<T>,
        F::Value: ElementOf,
        E: Elements<V>,
        V: SetValue<<F::Value as ElementOf>::Element, Mode = Given>,
        Element: FieldCodec<<F::Value as ElementOf>::Element>,
    {
        let path = target.place().0;
        let element = |element: V| element.setting().encode::<Element>();
        match elements
            .into_elements()
            .map(element)
            .collect::<Result<Vec<_>, EncodeError>>()
        {
            // Appending nothing changes nothing.
            Ok(values) if values.is_empty() => {}
            Ok(values) => self
                .spec
                .changes
                .clauses
                .push(clause(path, AttributeValue::L(values))),
            Err(error) => self.spec.changes.fail(error.at(&path.to_string())),
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
                    .spec
                    .changes
                    .clauses
                    .push(clause(AttrPath::root(M::ATTRIBUTE), value)),
                Err(error) => self.spec.changes.fail(error.at(M::ATTRIBUTE)),
            }
        }
        self
    }
}

impl UpdateSpec {
    /// Everything the request changes, and its condition.
    pub(super) fn finish(mut self, presence: Presence) -> Result<Finished, Error> {
        let (of, now) = (self.of, presence.now());
        let schema = of.schema;
        if let Some(error) = self.changes.failure.take() {
            return Err(Error::encode(schema.name, error));
        }
        let upserts = self.creates();
        let UpdateChanges {
            mut assigned,
            mut clauses,
            required,
            mut limits,
            ..
        } = self.changes;
        let changes = !clauses.is_empty() || assigned.iter().any(|value| !value.known);
        let writes = changes || self.late.is_some() || upserts;
        assigned.extend(self.late.map(|late| late(now)));
        // An update that writes nothing does not set times.
        if writes {
            let mut stamps = Stamps::at(now);
            (of.stamp_update)(&mut stamps);
            let last = schema.roles.version.zip(stamps.take_last());
            limits.extend(last.map(|(name, last)| Limit::of_version(name, last)));
            assigned.extend(stamps.into_filled());
        }
        let unkeyed = |error: KeyError| Error::Key(error.with_item(schema.name));
        check_own_keys(schema, &assigned, &clauses).map_err(unkeyed)?;
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
        let keys = index_clauses(of, &self.key, &assigned, &clauses, upserts);
        let keys = keys.map_err(unkeyed)?;
        clauses.extend(keys);
        if let Some(version) = schema.roles.version.filter(|_| writes) {
            let one = AttributeValue::N("1".to_owned());
            clauses.push(Clause::Increase(AttrPath::root(version), one));
        }
        if upserts {
            let new = insert_clauses(of, &self.key, now, &clauses)?;
            clauses.extend(new);
        }
        refuse_overlaps(schema.name, &clauses)?;
        // A condition that no absent item meets creates nothing.
        let creates = condition.as_ref().is_none_or(Node::holds_for_nothing);
        for limit in &limits {
            limit.node.clone().require(&mut condition);
        }
        let Some(rewrite) = self.upsert else {
            return Ok(Finished {
                clauses,
                condition: presence.condition(Existence::Present, condition),
                limits,
                fresh: None,
            });
        };
        let mut fresh = None;
        if creates {
            let key = key_attributes(of.primary(), self.key.built()?.clone());
            let made = upsert::fresh(schema.name, typed::key(&key), &clauses)?;
            if limits.iter().all(|limit| limit.node.holds_for_nothing()) {
                fresh = Some(upsert::whole(of, rewrite, made)?);
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

//! Updates that may change where an item is counted: they create it, soft-delete or restore it, or
//! change a field that decides it.

use super::UpdateSpec;
use super::clauses::Finished;
use crate::db::Db;
use crate::error::Error;
use crate::expr::Clause;
use crate::item::ItemType;
use crate::op::transact::TransactPart;
use crate::op::write::presence::{Presence, WithoutItem};
use crate::op::write::{count, unique};
use crate::op::{expression_error, require};
use crate::schema::ItemSchema;
use crate::wire::{ApiOperation, Attributes, KeyAttributes, Request, key_attributes};

impl UpdateSpec {
    /// Whether it may change where the item is counted.
    pub(in crate::op) fn moves(&self) -> bool {
        let schema = self.of.schema;
        if !self.of.is_counted() {
            return false;
        }
        let mut assigned = self.changes.assigned.iter();
        let mut paths = self.changes.clauses.iter().map(Clause::path);
        self.creates()
            || self.late.is_some()
            || assigned.any(|value| !value.known && decides(schema, value.attribute))
            || paths.any(|path| decides(schema, &path.root))
    }

    /// Refuses it if it cannot be a transaction.
    pub(in crate::op) fn refuse_moves(
        &self,
        operation: &'static str,
        what: &str,
    ) -> Result<(), Error> {
        if !self.moves() {
            return Ok(());
        }
        count::refuse(self.of.schema, operation, what)
    }

    /// Reads the item, and changes it together with the counters. Tries again if another writer
    /// changed where it is counted meanwhile.
    pub(super) async fn write_counted(self, db: &Db) -> Result<(), Error> {
        let (of, without_item) = (self.of, self.without_item());
        let (meter, presence) = (self.meter.clone(), self.presence(db));
        let key = key_attributes(of.primary(), self.key.built()?.clone());
        let update = CountedUpdate {
            of,
            key,
            finished: self.finish(presence)?,
        };
        let prepare = |stored: Option<&Attributes>| update.part(db, stored);
        let written = unique::guarded((of, db), meter, &prepare).await;
        written
            .map(drop)
            .map_err(|error| update.explained(error, presence, without_item))
    }
}

/// Whether an attribute decides where an item is counted.
fn decides(schema: &ItemSchema, attribute: &str) -> bool {
    let mut fields = schema.counted.iter().flat_map(|counter| counter.fields);
    let is_field = fields.any(|field| schema.fields[*field].attribute == Some(attribute));
    is_field || schema.roles.soft_delete == Some(attribute)
}

/// An update that is sent with changes to counters.
struct CountedUpdate {
    of: &'static ItemType,
    key: KeyAttributes,
    finished: Finished,
}

impl CountedUpdate {
    fn part(&self, db: &Db, stored: Option<&Attributes>) -> Result<TransactPart, Error> {
        let item = self.of.name();
        let mut request = Request::of(ApiOperation::Update, self.of, db)?;
        request.key.clone_from(&self.key);
        let update = request.expressions.update(&self.finished.clauses);
        let update = update.map_err(|error| expression_error(item, error))?;
        if update.is_empty() {
            let reason = format!("the upsert of `{item}` sets nothing; use `create()`");
            return Err(Error::refused("update", reason));
        }
        request.update = Some(update);
        let mut condition = self.finished.condition.clone();
        unique::unchanged(self.of, stored).require(&mut condition);
        require(&mut request, item, condition)?;
        let mut part = TransactPart::of(self.of, "update", request)?;
        part.counts = count::between(self.of, stored, self.after(stored)?.as_ref())?;
        Ok(part)
    }

    /// The item after the update, as far as it decides where it is counted.
    fn after(&self, stored: Option<&Attributes>) -> Result<Option<Attributes>, Error> {
        let Some(stored) = stored else {
            return Ok(self.finished.fresh.clone());
        };
        let mut after = stored.clone();
        for clause in &self.finished.clauses {
            let path = clause.path();
            let name = &*path.root;
            match clause {
                Clause::Set(_, value) if path.rest.is_empty() => {
                    after.insert(name.to_owned(), value.clone());
                }
                Clause::SetIfAbsent(_, value) if path.rest.is_empty() => {
                    let entry = after.entry(name.to_owned());
                    entry.or_insert_with(|| value.clone());
                }
                Clause::Remove(_) if path.rest.is_empty() => {
                    after.remove(name);
                }
                _ if decides(self.of.schema, name) => return Err(self.untold(name)),
                _ => {}
            }
        }
        Ok(Some(after))
    }

    fn untold(&self, attribute: &str) -> Error {
        let reason = format!(
            "`{attribute}` decides where the item is counted; give its whole new value with `set`, \
             or use `modify`"
        );
        Error::Expression {
            item: self.of.name(),
            reason,
        }
    }

    /// The same failure, with the numbers that would leave the range of their types.
    fn explained(&self, error: Error, presence: Presence, without: WithoutItem) -> Error {
        match error {
            Error::ConditionFailed { current, .. } => {
                let current = current.map(|current| current.0);
                presence.failed_within(&self.finished.limits, current, without)
            }
            error => error,
        }
    }
}

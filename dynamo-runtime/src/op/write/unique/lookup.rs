//! Reading an item by a unique value, through the claim on it.

use std::marker::PhantomData;

use tracing::Instrument;

use super::claim::{claim_key, claim_key_attributes, claimed, owned_by};
use super::{Attributes, read_for, stored_key};
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, ItemType};
use crate::key::{Args, Components, KeyError, KeyPart, KeyValue};
use crate::op::explain::Step;
use crate::op::pace::Deadline;
use crate::op::visible::Visible;
use crate::op::{BoxFuture, Explanation, Meter};
use crate::wire::{ApiOperation, Request, span};

/// Reads the item with a given value of a unique field: `User::by_email("ada@example.com")`.
///
/// Reads the claim on the value, then the item that it belongs to, both consistently, so it sees
/// every earlier write. If the value moves to another item in between, both are read again.
///
/// If the claim's item is gone, or has another value, the lookup finds nothing: other code may have
/// deleted or changed the item without updating its claims.
///
/// Costs two consistent reads, of the claim and of the item; only one if no item has the value.
#[must_use = "an operation does nothing until it is sent"]
pub struct Lookup<T> {
    spec: LookupSpec,
    item: PhantomData<fn() -> T>,
}

/// A lookup, whatever the item type.
#[derive(Clone)]
struct LookupSpec {
    of: &'static ItemType,
    field: usize,
    /// The key of the claim.
    claim: Result<String, KeyError>,
    visible: Visible,
    meter: Option<Meter>,
}

impl<T: Item> Lookup<T> {
    /// Makes the lookup from the argument of the generated method.
    #[doc(hidden)]
    pub fn from_args(field: usize, checked: Result<(), KeyError>, args: &Args<'_>) -> Self {
        LookupSpec::new(ItemType::of::<T>(), field, checked, args).into()
    }

    setters!(spec: visible, meter);

    /// Explains the operation without sending it: its requests as text, and their minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent.
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        self.spec.explain(db)
    }

    /// Reads the item. Returns `None` if no item has the value, or it is deleted or expired.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`] if the value cannot be claimed, [`Error::Decode`] if the stored item
    /// does not fit the struct, and any error from the SDK.
    pub async fn send(self, db: &Db) -> Result<Option<T>, Error> {
        self.spec.send(db).await?.map(T::from_item).transpose()
    }
}

impl LookupSpec {
    fn new(
        of: &'static ItemType,
        field: usize,
        checked: Result<(), KeyError>,
        args: &Args<'_>,
    ) -> Self {
        let key = || {
            let piece = args.component(field).and_then(KeyPart::piece);
            let absent = || KeyError::new("is absent; no item has a claim on that");
            let name = of.schema.fields[field].name;
            let piece = piece.ok_or_else(|| absent().with_component(name))?;
            claim_key(of.schema, field, piece)
        };
        Self {
            of,
            field,
            claim: checked
                .and_then(|()| key())
                .map_err(|error| error.with_item(of.name())),
            visible: Visible::default(),
            meter: None,
        }
    }

    /// The item with the value, as it is stored.
    fn send(self, db: &Db) -> BoxFuture<'_, Result<Option<Attributes>, Error>> {
        Box::pin(async move {
            let span = span::of_operation(self.of.name(), self.method());
            self.run(db).instrument(span).await
        })
    }

    fn explain(self, db: &Db) -> Result<Explanation, Error> {
        let (of, method) = (self.of, self.method());
        let mut claim = Request::of(ApiOperation::Get, of, db)?;
        claim.consistent = true;
        claim.origin.method = method;
        let mut item = claim.clone();
        // The values are those of the claim.
        let unknown = || KeyValue::Text(String::new());
        item.key = of
            .primary()
            .key_names()
            .map(|name| (name, unknown()))
            .collect();
        claim.key = claim_key_attributes(of, &self.claim.map_err(Error::Key)?);
        let claim_step = Step::of(&claim).with_note("the claim on the value");
        let item = Step::of(&item)
            .with_note("the item that the claim belongs to")
            .guarded(of, self.visible);
        Ok(Explanation::of(claim.origin.summary(), [claim_step, item]))
    }

    /// The generated method.
    fn method(&self) -> &'static str {
        let mut lookups = self.of.schema.lookups.iter();
        let found = lookups.find(|(field, _)| *field == self.field);
        found.map_or("lookup", |(_, method)| method)
    }

    async fn run(self, db: &Db) -> Result<Option<Attributes>, Error> {
        let (of, method, meter) = (self.of, self.method(), self.meter.as_ref());
        let held = (self.field, self.claim.map_err(Error::Key)?);
        let place = claim_key_attributes(of, &held.1);
        let deadline = Deadline::starting_now(db, None);
        let mut attempt = 0;
        let mut before = None;
        loop {
            let claim = read_for(method, (of, db), place.clone(), meter).await?;
            // The same claim as before still leads to an item without the value: nothing moved.
            let Some(claim) = claim.filter(|claim| before.as_ref() != Some(claim)) else {
                return Ok(None);
            };
            let key = stored_key(of, &owned_by(of, &claim));
            if let Some(stored) = read_for(method, (of, db), key, meter).await?
                && claims_of(of, &stored)?.contains(&held)
            {
                let shown = self.visible.shows(of, &stored, || db.now());
                return Ok(shown.then_some(stored));
            }
            // The first time, only the claim is read again.
            if attempt > 0 {
                let Some(pause) = deadline.pause(attempt) else {
                    return Ok(None);
                };
                db.sleep(pause).await;
            }
            (before, attempt) = (Some(claim), attempt + 1);
        }
    }
}

/// The claims of a stored item; none if another type has taken the place of the claim's owner.
fn claims_of(of: &ItemType, stored: &Attributes) -> Result<Vec<(usize, String)>, Error> {
    let decode = of.decode.ok_or_else(|| Error::Expression {
        item: of.name(),
        reason: "it has no unique fields".to_owned(),
    })?;
    match decode(stored) {
        Ok(item) => claimed(&*item),
        Err(Error::OtherType { .. }) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

impl<T> From<LookupSpec> for Lookup<T> {
    fn from(spec: LookupSpec) -> Self {
        Self {
            spec,
            item: PhantomData,
        }
    }
}

impl<T> Clone for Lookup<T> {
    fn clone(&self) -> Self {
        self.spec.clone().into()
    }
}

//! Sending an update, or the put that replaces a hidden item.

use super::UpdateSpec;
use super::clauses::Finished;
use crate::codec::Encoder;
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Clause, Limit};
use crate::item::ItemType;
use crate::op::write::presence::{Existence, Presence};
use crate::op::write::{send_write, written};
use crate::op::{BoxFuture, Meter, expression_error, require};
use crate::wire::{ApiOperation, Attributes, Request, Returns, key_attributes};

/// An update as it is sent.
pub(in crate::op) struct Prepared {
    pub(in crate::op) request: Request,
    pub(in crate::op) limits: Vec<Limit>,
    /// The item it creates if there is none.
    fresh: Option<Attributes>,
    /// The values it changes inside others.
    inner: Vec<AttrPath>,
}

/// How often to try an upsert while the item keeps changing between hidden and live.
const ATTEMPTS: u32 = 10;

impl UpdateSpec {
    /// The request, and the data to interpret its answer with.
    pub(in crate::op) fn request(self, db: &Db) -> Result<Prepared, Error> {
        let mut request = Request::of(ApiOperation::Update, self.of, db)?;
        request.key = key_attributes(self.of.primary(), self.key.built()?.clone());
        request.metered = self.meter.is_some();
        request.required = self.required_attributes();
        let (item, presence) = (self.of.name(), self.presence(db));
        let Finished {
            clauses,
            condition,
            limits,
            fresh,
        } = self.finish(presence)?;
        let update = request
            .expressions
            .update(&clauses)
            .map_err(|error| expression_error(item, error))?;
        request.update = (!update.is_empty()).then_some(update);
        require(&mut request, item, condition)?;
        let paths = clauses.iter().map(Clause::path);
        let inner = paths.filter(|path| !path.rest.is_empty()).cloned();
        Ok(Prepared {
            request,
            limits,
            fresh,
            inner: inner.collect(),
        })
    }

    /// Changes the item; returns the requested attributes.
    pub(in crate::op) fn write(
        self,
        db: &Db,
        returns: Option<Returns>,
    ) -> BoxFuture<'_, Result<Option<Attributes>, Error>> {
        Box::pin(async move {
            if self.moves() {
                if returns.is_some() {
                    let what = "a transaction returns no item; leave out `returning_…()`";
                    self.refuse_moves("update", what)?;
                }
                return Box::pin(self.write_counted(db)).await.map(|()| None);
            }
            let (of, without_item) = (self.of, self.without_item());
            let (meter, presence) = (self.meter.clone(), self.presence(db));
            let Prepared {
                mut request,
                limits,
                fresh,
                inner,
            } = self.request(db)?;
            request.returns = returns;
            // A put would leave behind the claims of the item it replaces.
            let fresh = fresh.filter(|_| presence.may_hide() && !of.has_unique_fields());
            let mut attempt = 1;
            loop {
                let sent = send_write(db, &request, meter.as_ref()).await;
                let failed = match sent.map_err(|error| inside_nothing(error, &inner))? {
                    Ok(body) => return written(&request, &body),
                    Err(current) => current,
                };
                let hidden = failed
                    .as_ref()
                    .is_some_and(|item| presence.hides(item).is_some());
                let Some(fresh) = fresh.as_ref().filter(|_| hidden && attempt < ATTEMPTS) else {
                    let error = presence.failed_within(&limits, failed, without_item);
                    return Err(presence.with_unmet(&request, error));
                };
                if create((of, db), fresh, presence, meter.as_ref()).await? {
                    return Ok(given(of, fresh, returns));
                }
                attempt += 1;
            }
        })
    }
}

/// The same error, but one about a value that is changed inside another says which.
fn inside_nothing(mut error: Error, inner: &[AttrPath]) -> Error {
    if let Error::Sdk(failure) = &mut error {
        failure.explain_outer_value(|| {
            let [only] = inner else {
                let first = inner.first()?;
                return Some(format!(
                    "changes `{first}` and others, but the stored item lacks a value that one of them \
                     is inside; set the whole of that value"
                ));
            };
            let mut outer = only.clone();
            outer.rest.pop();
            Some(format!(
                "changes `{only}`, but the stored item has no `{outer}`; set the whole `{outer}`"
            ))
        });
    }
    error
}

/// Puts an item if there is none or only a hidden one; returns `false` if there is a live one by
/// now.
async fn create(
    (of, db): (&ItemType, &Db),
    item: &Attributes,
    presence: Presence,
    meter: Option<&Meter>,
) -> Result<bool, Error> {
    let mut request = Request::of(ApiOperation::Put, of, db)?;
    let vacant = presence.condition(Existence::Vacant, None);
    require(&mut request, of.name(), vacant)?;
    request.origin.method = "update";
    request.item = Encoder::item_json(item).map_err(|error| Error::encode(of.name(), error))?;
    request.metered = meter.is_some();
    Ok(send_write(db, &request, meter).await?.is_ok())
}

/// The output of an update that created an item.
fn given(of: &ItemType, fresh: &Attributes, returns: Option<Returns>) -> Option<Attributes> {
    let mut given = match returns? {
        Returns::Old => return None,
        Returns::New | Returns::Updated => fresh.clone(),
    };
    if returns == Some(Returns::Updated) {
        for key in of.primary().key_names() {
            given.remove(key);
        }
    }
    Some(given)
}

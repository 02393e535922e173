//! A put, whatever the item type.

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;
use bytes::Bytes;

use crate::codec::Encoder;
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::item::{ItemType, KeySlots, Writable, encode_item, stamped_item};
use crate::lifecycle::{Guard, Stamps};
use crate::op::stored_type::refuse_unchecked;
use crate::op::visible::Visible;
use crate::op::write::presence::{Existence, Presence};
use crate::op::write::unique;
use crate::op::write::{already_exists, refuse_companions, send_write, written};
use crate::op::{BoxFuture, Meter, failed, require};
use crate::wire::{ApiOperation, Attributes, Request, Returns, key_attributes, typed};

/// A put, whatever the item type.
#[derive(Clone)]
pub(in crate::op) struct PutSpec<'a> {
    pub(in crate::op) item: &'a dyn Writable,
    pub(super) existence: Existence,
    pub(super) condition: Option<Node>,
    /// The condition on the item as it is stored, hidden or not.
    pub(super) guard: Option<Node>,
    pub(in crate::op) visible: Visible,
    /// The item it replaces, if the caller knows.
    pub(in crate::op) known: Option<&'a dyn Writable>,
    pub(in crate::op) meter: Option<Meter>,
}

impl<'a> PutSpec<'a> {
    pub(in crate::op) fn item_type(&self) -> &'static ItemType {
        self.item.item_type()
    }

    pub(in crate::op) fn presence(&self, db: &Db) -> Presence {
        Presence::of(self.item_type(), self.visible, db)
    }

    pub(in crate::op) fn creates(&self) -> bool {
        self.existence == Existence::Vacant
    }

    pub(super) fn send(self, db: &'a Db) -> BoxFuture<'a, Result<(), Error>> {
        if self.item_type().has_companions() {
            return Box::pin(async move { self.write_claimed(db).await.map(drop) });
        }
        match self.prepared(db, None) {
            Ok(put) => Box::pin(async move { put.send(db).await.map(drop) }),
            Err(error) => failed(error),
        }
    }

    /// Writes the item; returns the one before it.
    pub(super) fn send_for_old(
        self,
        db: &'a Db,
    ) -> BoxFuture<'a, Result<Option<Attributes>, Error>> {
        let what = "a transaction returns no item; leave out `returning_old()`";
        let refused = refuse_companions(self.item_type().schema, "put", [what; 2]);
        match refused.and_then(|()| self.prepared(db, Some(Returns::Old))) {
            Ok(put) => Box::pin(async move {
                let body = put.send(db).await?;
                Ok(put.presence.shown(written(&put.request, &body)?))
            }),
            Err(error) => failed(error),
        }
    }

    /// Writes the item; returns it as it was written.
    pub(super) fn send_for_new(self, db: &'a Db) -> BoxFuture<'a, Result<Attributes, Error>> {
        if self.item_type().has_companions() {
            return Box::pin(self.write_claimed(db));
        }
        match self.prepared(db, None) {
            Ok(put) => Box::pin(async move {
                put.send(db).await?;
                Ok(typed::item(&put.request.item))
            }),
            Err(error) => failed(error),
        }
    }

    /// Writes the item with claims on its unique values, and counts it.
    async fn write_claimed(self, db: &Db) -> Result<Attributes, Error> {
        let presence = self.presence(db);
        // Boxed, so that items that need no transaction do not carry its state.
        let written = Box::pin(unique::put(self, db)).await;
        written.map_err(|error| presence.explained(error))
    }

    fn prepared(self, db: &Db, returns: Option<Returns>) -> Result<PreparedPut, Error> {
        let presence = self.presence(db);
        let mut prepared = PreparedPut {
            meter: self.meter.clone(),
            presence,
            creates: self.creates(),
            request: self.request_of(presence, db)?,
        };
        prepared.request.returns = returns;
        Ok(prepared)
    }

    pub(super) fn into_sdk(self, db: &Db) -> Result<PutItemFluentBuilder, Error> {
        let what = [
            "one request cannot keep them unique; use `db.transact(…).into_sdk()`",
            "one request cannot count it as well; use `db.transact(…).into_sdk()`",
        ];
        refuse_companions(self.item_type().schema, "put", what)?;
        Ok(self.request(db)?.sdk_put(db.client()))
    }

    /// The item with the values filled in, if there is no condition to check: DynamoDB checks none
    /// in a batch.
    pub(in crate::op) fn unconditional(
        self,
        stamps: &mut Stamps,
    ) -> Result<&'a dyn Writable, Error> {
        let of = self.item_type();
        let what = [
            "a batch cannot keep them unique; use `transact` with `create()`",
            "a batch cannot count it; use `transact`",
        ];
        refuse_companions(of.schema, "batch_write", what)?;
        if !of.schema.counters.is_empty() {
            let item = of.name();
            let reason =
                format!("`{item}` has counters, which a batch could overwrite; use `put()`");
            return Err(Error::refused("batch_write", reason));
        }
        refuse_unchecked(of, "put")?;
        let refused = |what: &str| {
            let reason = format!("the put of `{}` {what}", of.name());
            Err(Error::refused("batch_write", reason))
        };
        match self.existence {
            Existence::Either => {}
            Existence::Vacant | Existence::Absent => {
                return refused(
                    "is a `create()`, which a batch cannot check; use `transact`, or `put()`",
                );
            }
            Existence::Present => {
                return refused(
                    "is a `replace()`, which a batch cannot check; use `transact`, or `put()`",
                );
            }
        }
        if self.condition.is_some() {
            return refused("has a condition, which a batch cannot check; use `transact`");
        }
        if self.meter.is_some() {
            return refused("has its own meter; give the meter to the batch");
        }
        self.item.fill(stamps);
        let counting = |guard: Guard| guard.counting(of.name());
        let guard = stamps.take_guard().map(counting).transpose()?;
        match guard.map(|guard| guard.expected) {
            None | Some(Ok(None)) => Ok(self.item),
            Some(Ok(Some(_))) => {
                refused("has a version, which a batch cannot check; use `transact`")
            }
            Some(Err(error)) => Err(Error::encode(of.name(), error)),
        }
    }

    /// The same put, under a condition on the item as it is stored.
    pub(in crate::op) fn guarded(&self, guard: Option<Node>) -> Self {
        Self {
            guard,
            ..self.clone()
        }
    }

    /// The item that is known to be replaced, as it is stored.
    pub(in crate::op) fn replaced(&self) -> Result<Option<Attributes>, Error> {
        let stored = |before| stamped_item(before, &Stamps::default());
        self.known.map(stored).transpose()
    }

    /// The verb used in transaction errors.
    pub(in crate::op) fn verb(&self) -> &'static str {
        match self.existence {
            Existence::Either => "put",
            Existence::Vacant | Existence::Absent => "create",
            Existence::Present => "replace",
        }
    }

    pub(in crate::op) fn request(self, db: &Db) -> Result<Request, Error> {
        let presence = self.presence(db);
        self.request_of(presence, db)
    }

    fn request_of(self, presence: Presence, db: &Db) -> Result<Request, Error> {
        let of = self.item_type();
        let mut stamps = Stamps::at(presence.now());
        self.item.fill(&mut stamps);
        let counting = |guard: Guard| guard.counting(of.name());
        let guard = stamps.take_guard().map(counting).transpose()?;
        let mut required = guard
            .filter(|_| self.existence != Existence::Vacant)
            .map(version_node);
        if self.existence != Existence::Vacant {
            counters_stay(self.item, &mut required)?;
        }
        let named = self.condition.as_ref().map(Node::attributes);
        if let Some(node) = self.condition {
            node.require(&mut required);
        }
        let mut condition = presence.condition(self.existence, required);
        if let Some(guard) = self.guard {
            guard.require(&mut condition);
        }
        let mut request = Request::of(ApiOperation::Put, of, db)?;
        request.required = named.unwrap_or_default();
        if self.existence != Existence::Vacant {
            let counters = of.schema.counters.iter();
            let counted = counters.filter_map(|field| of.schema.fields[*field].attribute);
            request.counters = counted.collect();
        }
        request.origin.method = match self.existence {
            Existence::Either => "put",
            Existence::Vacant | Existence::Absent => "create",
            Existence::Present => "replace",
        };
        let (mut encoder, mut keys) = (Encoder::json(), KeySlots::default());
        encode_item(self.item, &stamps, &mut encoder, &mut keys)?;
        request.key = key_attributes(of.primary(), keys.take_primary());
        request.size = encoder.size();
        let json = encoder.into_json();
        request.item = json.map_err(|error| Error::encode(of.name(), error))?;
        require(&mut request, of.name(), condition)?;
        request.metered = self.meter.is_some();
        Ok(request)
    }
}

/// A put that is ready to be sent. Only this is kept while waiting for the answer.
struct PreparedPut {
    request: Request,
    presence: Presence,
    creates: bool,
    meter: Option<Meter>,
}

impl PreparedPut {
    /// Writes the item; returns the body of the answer.
    async fn send(&self, db: &Db) -> Result<Bytes, Error> {
        match send_write(db, &self.request, self.meter.as_ref()).await? {
            Ok(body) => Ok(body),
            Err(current) if self.creates => Err(already_exists(self.presence.failed(current))),
            Err(current) => Err(self.presence.refused(&self.request, current)),
        }
    }
}

/// Requires that the stored counters equal the item's, if it is stored: a write of the whole item
/// would overwrite them.
fn counters_stay(item: &dyn Writable, required: &mut Option<Node>) -> Result<(), Error> {
    let of = item.item_type();
    if of.schema.counters.is_empty() {
        return Ok(());
    }
    let values = stamped_item(item, &Stamps::default())?;
    for field in of.schema.counters {
        let Some(name) = of.schema.fields[*field].attribute else {
            continue;
        };
        let path = AttrPath::root(name);
        let same = match values.get(name) {
            Some(value @ AttributeValue::N(text)) if text == "0" => {
                Node::NotExists(path.clone()).or(Node::Compare(path, "=", value.clone()))
            }
            Some(value) => Node::Compare(path, "=", value.clone())
                .or(Node::NotExists(AttrPath::root(of.partition_key()))),
            None => Node::NotExists(path),
        };
        same.require(required);
    }
    Ok(())
}

/// The condition that the stored item has the version of the struct.
pub(in crate::op) fn version_node(guard: Guard) -> Node {
    let path = AttrPath::root(guard.attribute);
    match guard.expected {
        Ok(Some(version)) => Node::Compare(path, "=", version),
        // Another writer may have stored a version that counts as never written.
        Ok(None) => {
            let zero = AttributeValue::N("0".to_owned());
            Node::NotExists(path.clone()).or(Node::Compare(path, "=", zero))
        }
        Err(error) => Node::Invalid(error),
    }
}

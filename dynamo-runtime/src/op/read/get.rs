//! Reading one item by its key.

use std::fmt;
use std::marker::PhantomData;
use std::time::SystemTime;

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;

use crate::codec::{DecodeError, Decoder};
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, ItemType};
use crate::key::{Key, PlainKey};
use crate::op::explain::Step;
use crate::op::read::rows::Rows;
use crate::op::read::select::{Output, Scanned, SelectedView, ViewOf, Whole};
use crate::op::read::send_read;
use crate::op::visible::Visible;
use crate::op::{BoxFuture, Explanation, Meter, failed};
use crate::wire::answer::{members, take_units};
use crate::wire::{self, ApiOperation, Attributes, Call, Request, answer, key_attributes};

/// Reads one item: `Order::key(…).get()`.
///
/// Costs half a read unit per 4 KB of the item, or a whole unit if it is
/// [`consistent`](Self::consistent).
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Debug, Clone, PartialEq, Item)]
/// # #[table(name = "orders", pk = "customer", sk = "id")]
/// # #[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
/// # struct Order { customer: String, id: u32, status: String, total: u32 }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Order>().await?;
/// # for (id, total) in [(1, 40), (2, 10), (3, 25)] {
/// #     Order { customer: "ada".into(), id, status: "open".into(), total }.create().send(&db).await?;
/// # }
/// let order = Order::key("ada", 1).get().consistent().send(&db).await?;
/// assert_eq!(order.map(|order| order.total), Some(40));
/// assert_eq!(Order::key("ada", 9).get().send(&db).await?, None);
/// # Ok(())
/// # }
/// ```
#[must_use = "an operation does nothing until it is sent"]
pub struct Get<T, O = Whole> {
    pub(in crate::op) spec: GetSpec,
    marker: PhantomData<fn() -> (T, O)>,
}

/// A get, whatever the item type.
#[derive(Clone)]
pub(in crate::op) struct GetSpec {
    pub(in crate::op) of: &'static ItemType,
    key: PlainKey,
    consistent: bool,
    pub(in crate::op) visible: Visible,
    pub(in crate::op) meter: Option<Meter>,
}

impl<T: Item, O: Output<Scanned<T>>> Get<T, O> {
    pub(in crate::op) fn request(self, db: &Db) -> Result<Request, Error> {
        self.spec.request(db, O::attributes())
    }

    /// Reads the item. Returns `None` if it does not exist, or is deleted or expired.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`] if the key cannot be built, [`Error::OtherType`] if an item of
    /// another type is stored under it, [`Error::Decode`] if the stored item does not fit the
    /// struct, and any error from the SDK.
    pub async fn send(self, db: &Db) -> Result<Option<O::Item>, Error> {
        let mut rows: Vec<O::Row> = Vec::with_capacity(1);
        self.spec.send(db, O::attributes(), &mut rows).await?;
        Ok(rows.pop().and_then(O::item))
    }

    setters!(spec: consistent, visible, meter);

    /// Explains the operation without sending it: its request as text, and its minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent.
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        self.spec.explain(db, O::attributes())
    }

    /// Returns the SDK's own request, for anything that this library does not cover.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`] or [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<GetItemFluentBuilder, Error> {
        Ok(self.request(db)?.sdk_get(db.client()))
    }
}

impl<T: Item> Get<T> {
    pub(crate) fn new(key: Key<T>) -> Self {
        let spec = GetSpec {
            of: ItemType::of::<T>(),
            key: key.plain,
            consistent: false,
            visible: Visible::default(),
            meter: None,
        };
        spec.into()
    }

    /// Reads only the fields of a view. DynamoDB still bills for the whole item.
    pub fn select<V: ViewOf<T>>(self) -> Get<T, SelectedView<V>> {
        self.spec.into()
    }
}

impl GetSpec {
    /// The request for these attributes, or for everything.
    pub(in crate::op) fn request(
        self,
        db: &Db,
        selected: Option<&[&'static str]>,
    ) -> Result<Request, Error> {
        let mut request = Request::of(ApiOperation::Get, self.of, db)?;
        request.key = key_attributes(self.of.primary(), self.key.into_built()?);
        request.projection = selected.map(|attributes| {
            let keys = self.of.primary().key_names();
            let read = self.visible.attributes(self.of);
            let read = read.chain(self.of.table.type_attr);
            let attributes = attributes.iter().copied().chain(keys).chain(read);
            request.expressions.projection(attributes)
        });
        request.consistent = self.consistent;
        request.metered = self.meter.is_some();
        Ok(request)
    }

    fn explain(self, db: &Db, selected: Option<&[&'static str]>) -> Result<Explanation, Error> {
        let (of, visible) = (self.of, self.visible);
        let request = self.request(db, selected)?;
        let step = Step::of(&request).guarded(of, visible);
        Ok(Explanation::of(request.origin.summary(), [step]))
    }

    /// Reads the item into `rows`, if it exists and is shown.
    fn send<'a>(
        self,
        db: &'a Db,
        selected: Option<&'a [&'static str]>,
        rows: &'a mut dyn Rows,
    ) -> BoxFuture<'a, Result<(), Error>> {
        let (of, visible, meter) = (self.of, self.visible, self.meter.clone());
        let request = match self.request(db, selected) {
            Ok(request) => request,
            Err(error) => return failed(error),
        };
        Box::pin(async move {
            let body = send_read(db, &request, None).await?;
            let unreadable = |error| wire::unreadable(&Call::One(&request), error);
            let consumed = read_item(&body, of, visible, db, rows).map_err(unreadable)?;
            if let Some(meter) = meter {
                meter.add(consumed);
            }
            if rows.count() > 0 {
                return Ok(());
            }
            // All others are read as attributes, to find out why they are left out.
            let item = answer::item(&body, "Item").map_err(unreadable)?;
            show(of, item, visible, rows, || db.now())
        })
    }
}

/// Decodes the item of an answer, if it is shown and can be decoded; returns the units consumed.
fn read_item(
    body: &[u8],
    of: &'static ItemType,
    visible: Visible,
    db: &Db,
    rows: &mut dyn Rows,
) -> Result<f64, DecodeError> {
    let mut consumed = 0.0;
    let names: Vec<_> = visible.attributes(of).collect();
    members(body, &mut |member, from| {
        if member != "Item" {
            return take_units(member, from, &mut consumed);
        }
        let start = from.position();
        let is_shown =
            names.is_empty() || visible.shows(of, &from.attributes(&names)?, || db.now());
        from.rewind_to_item(start)?;
        if !is_shown || !decodes(of, from, rows)? {
            from.skip_item_from(start)?;
        }
        Ok(true)
    })?;
    Ok(consumed)
}

/// Decodes the next item, if it can be decoded and is of this type.
fn decodes(
    of: &ItemType,
    from: &mut Decoder<'_>,
    rows: &mut dyn Rows,
) -> Result<bool, DecodeError> {
    let Some((name, entity)) = of.table.type_attr.zip(of.schema.entity) else {
        return Ok(!of.table.shared && rows.decode_one(from).is_ok());
    };
    let start = from.position();
    // Its type is usually no field: then it is found on the way.
    from.watch(name);
    if rows.decode_one(from).is_err() {
        return Ok(false);
    }
    let mut is_own = from.watched_text().as_deref() == Some(entity);
    if !is_own {
        let end = from.position();
        from.rewind_to_item(start)?;
        is_own = from.peek_text(name)?.as_deref() == Some(entity);
        from.rewind_to_item(end)?;
    }
    if !is_own {
        rows.empty();
    }
    Ok(is_own)
}

/// Decodes an item that was found, if it is shown.
pub(in crate::op) fn show(
    of: &ItemType,
    item: Option<Attributes>,
    visible: Visible,
    rows: &mut dyn Rows,
    now: impl FnOnce() -> SystemTime,
) -> Result<(), Error> {
    let Some(item) = item.filter(|item| visible.shows(of, item, now)) else {
        return Ok(());
    };
    rows.check_type(&item)?;
    rows.decode_one(&mut Decoder::from_item(item))
        .map_err(|error| Error::decode(rows.name(), error))
}

impl<T, O> From<GetSpec> for Get<T, O> {
    fn from(spec: GetSpec) -> Self {
        Self {
            spec,
            marker: PhantomData,
        }
    }
}

impl<T, O> Clone for Get<T, O> {
    fn clone(&self) -> Self {
        self.spec.clone().into()
    }
}

impl<T, O> fmt::Debug for Get<T, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GetSpec {
            key,
            consistent,
            visible,
            meter,
            ..
        } = &self.spec;
        f.debug_struct("Get")
            .field("key", key)
            .field("consistent", consistent)
            .field("visible", visible)
            .field("meter", meter)
            .finish_non_exhaustive()
    }
}

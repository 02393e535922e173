//! Changing an item with a closure: read, change, write the difference.

mod smallest_update;

use tracing::{Instrument, Span};

use self::smallest_update::ModifiedFields;
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, ItemType, Writable, decoded, stamped_item};
use crate::key::{Key, KeyError, PlainKey, PrimaryKey};
use crate::lifecycle::Stamps;
use crate::op::pace::short_pause;
use crate::op::transact::{Claim, TransactPart};
use crate::op::visible::Visible;
use crate::op::write::count::{self, Count};
use crate::op::write::presence::Presence;
use crate::op::write::unique;
use crate::op::write::{send_write, written};
use crate::op::{BoxFuture, Explanation, Meter};
use crate::wire::{ApiOperation, Attributes, Request, Returns, key_attributes, span};

/// How often to try a change while other writers keep being faster.
const ATTEMPTS: u32 = 10;

/// Reads an item, changes it with a closure and writes the difference: `order.modify(|order| …)`.
///
/// The write is the smallest update that makes every change to attributes and index keys. It has a
/// condition that the item is still as it was read, so that the closure never decides on stale
/// data: the condition compares the `version` field if there is one, otherwise the values of all
/// attributes of the struct. If it fails, the item is read again and the closure is called again.
///
/// A condition can compare about 140 attributes; an item type with more needs a `version`, or the
/// change is refused with [`Error::Expression`]. The condition does not cover attributes that
/// another program adds, unless they have a field; of flattened attributes, it covers those that
/// were read.
///
/// If a write succeeds but its response is lost, the SDK's retry fails this condition, and the
/// closure is called on its own result. So a closure that sets a value is safer than one that
/// counts.
///
/// Costs a consistent read and an update per attempt.
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
/// let order = Order::key("ada", 1)
///     .modify(|order| {
///         if order.status == "open" {
///             order.total -= order.total / 10;
///         }
///     })
///     .send(&db)
///     .await?;
/// assert_eq!(order.total, 36);
/// # Ok(())
/// # }
/// ```
#[must_use = "an operation does nothing until it is sent"]
pub struct Modify<T, F> {
    spec: ModifySpec,
    change: F,
    /// Calls the closure, so that only `new` requires one: a second error would follow the first.
    apply: fn(&F, &mut T),
}

/// A modification, whatever the item type.
pub(super) struct ModifySpec {
    pub(super) of: &'static ItemType,
    pub(super) key: PlainKey,
    attempts: u32,
    pub(super) visible: Visible,
    meter: Option<Meter>,
}

impl<T: Item, F: Fn(&mut T)> Modify<T, F> {
    pub(crate) fn new(key: Key<T>, change: F) -> Self {
        let spec = ModifySpec {
            of: ItemType::of::<T>(),
            key: key.plain,
            attempts: ATTEMPTS,
            visible: Visible::default(),
            meter: None,
        };
        Self {
            spec,
            change,
            apply: |change, item| change(item),
        }
    }
}

impl<T: Item, F> Modify<T, F> {
    /// Changes the item and returns its new state.
    ///
    /// # Errors
    ///
    /// Returns [`Error::ConditionFailed`] if the item does not exist, or other writers were faster
    /// every time; [`Error::Key`] if the change would move the item to another primary key; and the
    /// errors of the read and the write.
    pub async fn send(self, db: &Db) -> Result<T, Error> {
        let mut attempts = self.spec.begin(db);
        loop {
            let stored = attempts.present().await?;
            let mut item: T = decoded(&stored)?;
            let before = item.to_item()?;
            (self.apply)(&self.change, &mut item);
            if let Some(written) = attempts.write(stored, &before, &item).await? {
                return T::from_item(written);
            }
        }
    }

    /// Tries at most this many times; ten by default.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.spec.attempts = attempts.max(1);
        self
    }

    setters!(spec: including, meter);

    /// Explains the operation without sending it: its requests as text, and their minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent.
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        self.spec.explain(db)
    }
}

/// The attempts to change an item.
struct ModifyAttempts<'db> {
    spec: ModifySpec,
    db: &'db Db,
    count: u32,
    span: Span,
}

impl ModifyAttempts<'_> {
    /// Reads the item, which must be present.
    fn present(&self) -> BoxFuture<'_, Result<Attributes, Error>> {
        let read = async {
            let presence = self.spec.presence(self.db);
            match self.spec.read(self.db).await? {
                Some(stored) if presence.hides(&stored).is_none() => Ok(stored),
                absent => Err(presence.failed(absent)),
            }
        };
        Box::pin(read.instrument(self.span.clone()))
    }

    /// Writes the changes to an item, and returns it as it is stored then; `None` if another writer
    /// was faster, after a pause.
    fn write<'a>(
        &'a mut self,
        stored: Attributes,
        before: &'a Attributes,
        after: &'a dyn Writable,
    ) -> BoxFuture<'a, Result<Option<Attributes>, Error>> {
        let span = self.span.clone();
        let write = async move {
            let written = self.spec.write(self.db, stored, before, after).await;
            match written {
                Err(error) if error.is_condition_failed() && self.count < self.spec.attempts => {
                    self.db.sleep(short_pause(self.count)).await;
                    self.count += 1;
                    Ok(None)
                }
                written => written
                    .map(Some)
                    .map_err(|error| outrun(error, self.spec.attempts)),
            }
        };
        Box::pin(write.instrument(span))
    }
}

impl ModifySpec {
    fn begin(self, db: &Db) -> ModifyAttempts<'_> {
        ModifyAttempts {
            span: span::of_operation(self.of.name(), "modify"),
            spec: self,
            db,
            count: 1,
        }
    }

    fn presence(&self, db: &Db) -> Presence {
        Presence::of(self.of, self.visible, db)
    }

    async fn write(
        &self,
        db: &Db,
        stored: Attributes,
        before: &Attributes,
        after: &dyn Writable,
    ) -> Result<Attributes, Error> {
        let key = PlainKey::build(self.of.schema, after);
        if !self.key.is_same(&key) {
            return Err(Error::Key(moved(self.of, &self.key, key)));
        }
        let presence = self.presence(db);
        let difference = ModifiedFields::between(after, before, &stored, presence)?;
        if difference.clauses.is_empty() {
            return Ok(stored);
        }
        let companions = Companions::of(db, &stored, after)?;
        if companions.is_empty() {
            return self.write_alone(db, difference, presence).await;
        }
        let written = self.write_with(db, difference, companions).await;
        written.map_err(|error| presence.explained(error))
    }

    async fn read(&self, db: &Db) -> Result<Option<Attributes>, Error> {
        let key = key_attributes(self.of.primary(), self.key.built()?.clone());
        unique::read_for("modify", (self.of, db), key, self.meter.as_ref()).await
    }

    /// The update that writes the difference.
    fn request(&self, db: &Db, difference: ModifiedFields) -> Result<Request, Error> {
        let mut request = Request::of(ApiOperation::Update, self.of, db)?;
        request.origin.method = "modify";
        let (update, condition) = difference.render(self.of.name(), &mut request.expressions)?;
        request.update = Some(update);
        request.condition = condition;
        request.key = key_attributes(self.of.primary(), self.key.built()?.clone());
        Ok(request)
    }

    /// Writes the difference in one transaction with its claims and counts. A transaction returns no
    /// item, so it is read again.
    async fn write_with(
        &self,
        db: &Db,
        difference: ModifiedFields,
        companions: Companions,
    ) -> Result<Attributes, Error> {
        let mut part = TransactPart::of(self.of, "update", self.request(db, difference)?)?;
        (part.claims, part.counts) = (companions.claims, companions.counts);
        unique::send(db, part, self.meter.clone())
            .await
            .map_err(|error| unique::alone(self.of, error, false))?;
        let stored = self.read(db).await?;
        stored.ok_or_else(|| self.presence(db).failed(None))
    }

    async fn write_alone(
        &self,
        db: &Db,
        difference: ModifiedFields,
        presence: Presence,
    ) -> Result<Attributes, Error> {
        let mut request = self.request(db, difference)?;
        request.returns = Some(Returns::New);
        request.metered = self.meter.is_some();
        match send_write(db, &request, self.meter.as_ref()).await? {
            Ok(body) => Ok(written(&request, &body)?.unwrap_or_default()),
            Err(current) => Err(presence.refused(&request, current)),
        }
    }
}

/// The error of the last attempt: the item is there, but was changed each time.
fn outrun(mut error: Error, attempts: u32) -> Error {
    if let Error::ConditionFailed {
        found,
        missing: false,
        ..
    } = &mut error
    {
        *found = match attempts {
            1 => "another writer was faster; try again".into(),
            _ => format!("other writers were faster in all {attempts} attempts; try again later")
                .into(),
        };
    }
    error
}

/// The claims on unique values that a change moves, and the counters that it changes.
struct Companions {
    claims: Vec<Claim>,
    counts: Vec<Count>,
}

impl Companions {
    fn of(db: &Db, stored: &Attributes, after: &dyn Writable) -> Result<Self, Error> {
        let of = after.item_type();
        let mut counts = Vec::new();
        if of.is_counted() {
            let after = stamped_item(after, &Stamps::default())?;
            counts = count::between(of, Some(stored), Some(&after))?;
        }
        Ok(Self {
            claims: unique::moved(db, stored, after)?,
            counts,
        })
    }

    fn is_empty(&self) -> bool {
        self.claims.is_empty() && self.counts.is_empty()
    }
}

/// The error of a change to the primary key: which half of it would change, or why there is no such
/// key.
fn moved(of: &ItemType, from: &PlainKey, to: PlainKey) -> KeyError {
    let to = match to.values {
        Ok(to) => to,
        Err(error) => return error,
    };
    let is_in_place = |from: &PrimaryKey| from.pk.as_canonical() == to.pk.as_canonical();
    let sort = of.primary().sk.first().map(|key| key.attribute);
    let sort = sort.filter(|_| from.values.as_ref().is_ok_and(is_in_place));
    KeyError::new("cannot change; delete the item and create another")
        .with_item(of.name())
        .with_attribute(sort.unwrap_or_else(|| of.partition_key()))
}

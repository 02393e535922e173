//! The output of a read: whole items, or views of them.

use std::collections::HashMap;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::__private::{KeyFields, SameType};
use crate::codec::{DecodeError, Decoder};
use crate::error::Error;
use crate::item::{Item, ItemType, Record};
use crate::key::{Components, KeyPart, KeyValue, Piece};
use crate::op::read::query::{ConsistentRead, QueryInfo};
use crate::op::read::type_filter::is_told_by_keys;
use crate::op::stored_type::{has_keys_of, is_of_type, peek};
use crate::schema::{KeySpec, QuerySchema};

/// A struct with some of an item's fields; derived with `#[derive(View)]`, read with `select`.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item, View};
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
/// #[derive(Debug, PartialEq, View)]
/// #[view(item = Order)]
/// struct Total {
///     id: u32,
///     total: u32,
/// }
///
/// let totals = Order::query("ada").select::<Total>().first(&db).await?;
/// assert_eq!(totals, Some(Total { id: 1, total: 40 }));
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a view",
    label = "expected a struct that derives `View`, with its item in `#[view(item = ...)]`"
)]
pub trait View: Record + Send + Sync {
    /// The item it is a view of.
    type Item;

    /// The attributes its fields are stored under.
    const ATTRIBUTES: &'static [&'static str];

    /// Fails to compile, with a hint to write the item.
    #[doc(hidden)]
    fn put(&self) -> Self::Operation
    where
        Self: WrittenView,
    {
        unreachable!("`WrittenView` is not implemented")
    }

    /// Fails to compile, with a hint to write the item.
    #[doc(hidden)]
    fn create(&self) -> Self::Operation
    where
        Self: WrittenView,
    {
        unreachable!("`WrittenView` is not implemented")
    }

    /// Fails to compile, with a hint to write the item.
    #[doc(hidden)]
    fn delete(&self) -> Self::Operation
    where
        Self: WrittenView,
    {
        unreachable!("`WrittenView` is not implemented")
    }
}

/// The trait that a view would need to be written; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a view, which is only read; the item is written",
    label = "write the whole item, or some of its fields through its key: `Order::key(…).update().set(…)`"
)]
pub trait WrittenView {
    /// The operation.
    type Operation;
}

/// The output of a read that a view can be selected of: the whole item.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a view is taken from whole items, but this read returns `{Self}`",
    label = "remove `select`, and take the fields from `{Self}`",
    note = "if an index holds only a part of its items, `.hydrate()` in place of `select` reads the whole items"
)]
pub trait WholeItem<I> {}

#[diagnostic::do_not_recommend]
impl<I> WholeItem<I> for I {}

/// A view of an item of type `I`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a view of `{I}`",
    label = "expected a struct that derives `View`, with `#[view(item = {I})]`"
)]
pub trait ViewOf<I>: View {}

#[diagnostic::do_not_recommend]
impl<V: View, I> ViewOf<I> for V where V::Item: SameType<I> {}

/// The output of a read that selects the view `V`: [`Viewed<V>`](Viewed).
///
/// Of a type that is not a view, the compiler does not know this type, and so has no more to report
/// than that.
pub type SelectedView<V> = Viewed<<<V as View>::Item as Beside<V>>::Itself>;

/// Any type, beside another one.
#[doc(hidden)]
pub trait Beside<T> {
    /// The type itself.
    type Itself;
}

impl<I, T> Beside<T> for I {
    type Itself = T;
}

/// The key attributes that are kept beside a record.
#[doc(hidden)]
#[derive(Default)]
pub struct Keys {
    wanted: Vec<&'static KeySpec>,
    parsed: Vec<(usize, Piece<'static>)>,
    found: Vec<(&'static KeySpec, KeyValue)>,
}

impl Keys {
    /// Reads an attribute that is not a field of the record, and keeps or skips it.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not well formed.
    pub fn take(&mut self, from: &mut Decoder<'_>) -> Result<(), DecodeError> {
        let Some(at) = self
            .wanted
            .iter()
            .position(|spec| from.name() == spec.attribute)
        else {
            return from.skip();
        };
        let spec = self.wanted.swap_remove(at);
        let value = KeyValue::from_attribute(from.attribute_value()?);
        self.found.extend(value.map(|value| (spec, value)));
        Ok(())
    }

    /// Keeps the components of a key that the record has read itself.
    pub fn keep(&mut self, key: &KeyFields) {
        if !self.wanted.is_empty() {
            self.parsed.extend(key.components());
        }
    }

    /// The components of the keys that were kept, except those of which the record may hold the
    /// whole and the key only a part.
    fn components_beside(
        self,
        record: &dyn Components,
        specs: [&'static QuerySchema; 2],
    ) -> Vec<(usize, Piece<'static>)> {
        let fields =
            |(spec, value): (&'static KeySpec, KeyValue)| spec.template.as_written(value).ok();
        let found = self.found.into_iter().filter_map(fields).flatten();
        let mut components: Vec<_> = self.parsed.into_iter().chain(found).collect();
        let cut = all_keys(specs).flat_map(|spec| spec.template.cut());
        let cut: Vec<_> = cut.collect();
        components.retain(|(field, _)| record.component(*field).is_none() || !cut.contains(field));
        components
    }
}

/// The output of a read for each item.
pub trait Output<Q: QueryInfo>: 'static {
    /// The type that is returned.
    type Item: Send + Sync + 'static;
    /// The record that is decoded for it.
    #[doc(hidden)]
    type Row: Record + Send + Sync;

    /// Turns a record into the output; `None` if it is of another type.
    #[doc(hidden)]
    fn item(row: Self::Row) -> Option<Self::Item>;

    /// Turns all records into outputs.
    #[doc(hidden)]
    fn items(rows: Vec<Self::Row>) -> Vec<Self::Item>;

    /// The attributes to read; `None` for all.
    #[doc(hidden)]
    fn attributes() -> Option<&'static [&'static str]>;
}

/// The output is whole items, or the parts of them that an index holds.
#[derive(Debug, Clone, Copy)]
pub struct Whole;

impl<Q: QueryInfo> Output<Q> for Whole {
    type Item = Q::Output;
    type Row = Q::Row;

    fn item(row: Self::Row) -> Option<Self::Item> {
        row.into_output()
    }

    fn items(rows: Vec<Self::Row>) -> Vec<Self::Item> {
        Row::into_outputs(rows)
    }

    fn attributes() -> Option<&'static [&'static str]> {
        None
    }
}

/// The output is views.
pub struct Viewed<V>(PhantomData<fn() -> V>);

impl<Q: QueryInfo, V: View> Output<Q> for Viewed<V> {
    type Item = V;
    type Row = KeyedRow<Q, V>;

    fn item(row: Self::Row) -> Option<Self::Item> {
        row.into_output()
    }

    fn items(rows: Vec<Self::Row>) -> Vec<Self::Item> {
        Row::into_outputs(rows)
    }

    fn attributes() -> Option<&'static [&'static str]> {
        Some(V::ATTRIBUTES)
    }
}

/// The record that is decoded for an output.
#[doc(hidden)]
pub trait Row<O>: Record {
    /// Returns the output; `None` if it is of another type.
    fn into_output(self) -> Option<O>;

    /// Returns the outputs of several records.
    fn into_outputs(rows: Vec<Self>) -> Vec<O> {
        rows.into_iter().filter_map(Self::into_output).collect()
    }
}

impl<T: Record> Row<T> for T {
    fn into_output(self) -> Option<T> {
        Some(self)
    }

    fn into_outputs(rows: Vec<Self>) -> Vec<T> {
        rows
    }
}

/// How items of type `T` are told from others in what is read.
///
/// Apart from `Item`, whose associated types the compiler would check for the bounds in here.
#[doc(hidden)]
pub trait Told<T> {
    /// The record that is decoded.
    type Row: Row<T> + Send + Sync;
}

/// By the table, or by the type attribute.
#[doc(hidden)]
pub struct ByType;

impl<T: Item> Told<T> for ByType {
    type Row = T;
}

/// By their keys.
#[doc(hidden)]
pub struct ByKeys;

impl<T: Item> Told<T> for ByKeys {
    type Row = KeyedRow<Scanned<T>, T>;
}

/// A part of an item with the item's keys, which ranges are checked with and cursors made from.
#[doc(hidden)]
pub struct KeyedRow<Q, R> {
    /// `None` if the item is of another type.
    record: Option<R>,
    keys: Vec<(usize, Piece<'static>)>,
    /// The primary key, if it has a shard: that may be one of a former number.
    found: Option<(KeyValue, Option<KeyValue>)>,
    query: PhantomData<fn() -> Q>,
}

impl<Q: QueryInfo, R: Record> Row<R> for KeyedRow<Q, R> {
    fn into_output(self) -> Option<R> {
        self.record
    }
}

impl<Q, R: Record> Components for KeyedRow<Q, R> {
    fn component(&self, field: usize) -> Option<&dyn KeyPart> {
        // The key is exact; the record may hold the field in another form.
        match self.keys.iter().find(|(number, _)| *number == field) {
            Some((_, piece)) => Some(piece),
            None => self.record.as_ref()?.component(field),
        }
    }
}

impl<Q: QueryInfo, R: Record> Record for KeyedRow<Q, R> {
    const NAME: &'static str = R::NAME;

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let (item, query) = (ItemType::of::<Q::Item>(), const { &Q::QUERY });
        let FoundKey::Own(found) = FoundKey::peek(item, query, from)? else {
            return Ok(Self {
                record: None,
                keys: Vec::new(),
                found: None,
                query: PhantomData,
            });
        };
        let specs = [item.primary(), query];
        let mut keys = Keys {
            wanted: all_keys(specs).collect(),
            ..Keys::default()
        };
        let record = R::decode_with(from, &mut keys)?;
        Ok(Self {
            keys: keys.components_beside(&record, specs),
            record: Some(record),
            found,
            query: PhantomData,
        })
    }

    fn is_foreign(&self) -> bool {
        self.record.is_none()
    }

    fn found_key(&self) -> Option<(&KeyValue, Option<&KeyValue>)> {
        let (pk, sk) = self.found.as_ref()?;
        Some((pk, sk.as_ref()))
    }

    fn check_type(item: &HashMap<String, AttributeValue>) -> Result<(), Error> {
        is_of_type(ItemType::of::<Q::Item>(), item)
    }
}

/// The primary key that a row is found under.
enum FoundKey {
    /// It is of another type.
    Foreign,
    /// The key, if it has a shard.
    Own(Option<(KeyValue, Option<KeyValue>)>),
}

impl FoundKey {
    /// The key of the next row, which is skipped if it is of another type.
    fn peek(
        item: &'static ItemType,
        query: &'static QuerySchema,
        from: &mut Decoder<'_>,
    ) -> Result<Self, DecodeError> {
        let told = is_told_by_keys(item, Some(query));
        let sharded = item.primary().shards().is_some();
        if !told && !sharded {
            return Ok(Self::Own(None));
        }
        let names: Vec<_> = item.primary().key_names().collect();
        let found = peek(from, &names, None)?;
        if told && !has_keys_of(item.primary(), &found.values) {
            from.skip_item()?;
            return Ok(Self::Foreign);
        }
        let value = |name: &&str| {
            let mut values = found.values.iter();
            values
                .find(|(found, _)| found == name)
                .map(|(_, value)| value.clone())
        };
        let pk = names.first().and_then(value).filter(|_| sharded);
        Ok(Self::Own(pk.map(|pk| (pk, names.get(1).and_then(value)))))
    }
}

/// The key attributes of the table and of the query, each once.
pub(in crate::op) fn all_keys(
    keys: [&'static QuerySchema; 2],
) -> impl Iterator<Item = &'static KeySpec> {
    let mut seen: Vec<&'static str> = Vec::with_capacity(4);
    let specs = keys.into_iter().flat_map(QuerySchema::keys);
    specs.filter(move |spec| {
        let first = !seen.contains(&spec.attribute);
        seen.push(spec.attribute);
        first
    })
}

/// The output of an index's query, for a scan of that index.
pub struct Indexed<Q, O = Whole>(PhantomData<fn() -> (Q, O)>);

impl<Q: QueryInfo, O: Output<Q>> Output<Scanned<Q::Item>> for Indexed<Q, O> {
    type Item = O::Item;
    type Row = O::Row;

    fn item(row: Self::Row) -> Option<Self::Item> {
        O::item(row)
    }

    fn items(rows: Vec<Self::Row>) -> Vec<Self::Item> {
        O::items(rows)
    }

    fn attributes() -> Option<&'static [&'static str]> {
        O::attributes()
    }
}

/// A scan that can be strongly consistent: of the table or of a local index.
#[doc(hidden)]
pub trait ConsistentScan {}

impl ConsistentScan for Whole {}

impl<V> ConsistentScan for Viewed<V> {}

impl<Q: ConsistentRead, O> ConsistentScan for Indexed<Q, O> {}

/// All items of a type, as a query over the table's own keys.
pub struct Scanned<T>(PhantomData<fn() -> T>);

impl<T: Item> QueryInfo for Scanned<T> {
    type Item = T;
    type Output = T;
    type Row = <T::Told as Told<T>>::Row;
    type Keys = Self;
    type Ranged = Self;
    type Partition = ();
    const NAME: &'static str = T::SCHEMA.name;
    const QUERY: QuerySchema = *T::SCHEMA.primary();
}

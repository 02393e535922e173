//! The traits of tables.

use crate::schema::TableSchema;

/// A table that items live in and `Db::create_table` can create.
///
/// Derived with `#[derive(Table)]`, or with `#[derive(Item)]` for an item that has its own table.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table",
    label = "expected a type that derives `Table`, or an `Item` with its own `#[table(...)]`",
    note = "for an item of a shared table write the table it names in `#[dynamo(table = ...)]`"
)]
pub trait Table: 'static {
    /// The table's keys, indexes and options.
    const SCHEMA: TableSchema;
}

/// A table that items name with `#[dynamo(table = ...)]`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shared table",
    label = "expected a type that derives `Table`",
    note = "a shared table is a struct without fields that derives `Table`, with `#[table(name = \"...\", pk = \"...\")]`"
)]
pub trait SharedTable: Table {
    /// Required by the items.
    const IS_DECLARED: () = ();
}

/// Says which feature is off.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`changes` needs the feature `streams` of `dynamo-runtime`",
    label = "add `features = [\"streams\"]` to the dependency"
)]
pub trait FeatureStreams {
    /// The operation. As it is unknown, no other error follows.
    type Changes;
}

/// A type that derives `Table`. Apart from [`SharedTable`], so that a message does not list every
/// table of every crate.
#[doc(hidden)]
pub trait DeclaredTable: Table {}

#[diagnostic::do_not_recommend]
impl<T: DeclaredTable> SharedTable for T {}

/// One item type, which can be scanned. A shared table and a collection never are.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` stands for several item types, and has no `scan` of its own",
    label = "write the `scan` of one item type, as in `Customer::scan()`",
    note = "a scan of an item type reads the whole table, and returns the items of that type"
)]
pub trait OneItemType<'a> {
    /// The operation.
    type Scan;
}

/// A type that derives [`Attribute`](derive@crate::Attribute). The derive implements it, so that the
/// type's page in the docs says how it is stored.
pub trait StoredValue {}

/// A shared table that holds items of type `T`. Implemented by `#[derive(Item)]`, so that the
/// table's page in the docs lists its item types.
pub trait Holds<T> {}

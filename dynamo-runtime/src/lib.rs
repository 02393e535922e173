//! Typed Amazon DynamoDB: annotate a struct, and get its keys, queries, updates, table definition
//! and docs.
//!
//! A struct says which table it lives in, how its keys are built and which indexes it is in. The
//! derive generates key builders, query methods, one constant per field and the codec. This crate
//! is the small runtime beneath them, on top of the AWS SDK. Mistakes are found at compile time
//! wherever possible; the others are an [`Error`] before anything is sent.
//!
//! The [guide] leads from the first struct to tables that several item types share. It also has
//! pages for readers who come [from the AWS SDK](guide::from_the_sdk) or
//! [another library](guide::from_other_libraries).
//!
//! ```
//! use dynamo_runtime::{Attribute, Db, Error, Item};
//!
//! /// A message in a room.
//! #[derive(Debug, Clone, PartialEq, Item)]
//! #[table(name = "chat_{stage}", pk = "PK", sk = "SK")]
//! #[key(pk = "ROOM#{room}", sk = "AT#{sent_at}#{id}")]
//! #[gsi(name = "ByAuthor", pk = "author", sk = "sent_at", query = "by_author")]
//! struct Message {
//!     room: String,
//!     id: String,
//!     sent_at: String,
//!     author: String,
//!     kind: Kind,
//! }
//!
//! #[derive(Debug, Clone, Copy, PartialEq, Attribute)]
//! enum Kind {
//!     Text,
//!     Image,
//! }
//!
//! async fn latest(db: &Db, room: &str) -> Result<Vec<Message>, Error> {
//!     Message::query(room)
//!         .filter(Message::KIND.eq(Kind::Text))
//!         .descending()
//!         .limit(20)
//!         .all(db)
//!         .await
//! }
//!
//! let key = Message::key("rust", "2025-11-14T10:30:00Z", "m1");
//! assert_eq!(key.partition()?.as_str(), Some("ROOM#rust"));
//! # let _ = latest;
//! # Ok::<(), Error>(())
//! ```
//!
//! # Declaring
//!
//! The docs of each derive list every option: [`Item`](derive@Item) for a struct that is stored as
//! an item, [`Attribute`](derive@Attribute) for a type nested in one, [`Table`](derive@Table) for a
//! table that several item types share, [`Collection`](derive@Collection) for item types that are
//! read together, and [`View`](derive@View) for a struct with some fields of an item. You can also
//! implement [`Encode`] and [`Decode`] by hand; [`formats`] has other ways to store a time.
//!
//! # Operations
//!
//! An operation is a value. You create it from an item, a key or a query method, refine it with its
//! methods, and send it with `send(&db)`, the only async step. `into_sdk(&db)` returns the SDK's
//! own request instead, and `explain(&db)` shows it as text, with its minimum cost.
//!
//! | to | write |
//! |---|---|
//! | write an item | [`item.put()`](Item::put), [`create()`](Item::create) if there must be none, [`replace()`](Item::replace) if there must be one |
//! | read or delete one, or check whether it exists | `Message::key(…)`, then [`get()`](Key::get), [`delete()`](Key::delete) or [`exists()`](Key::exists) |
//! | change parts of one | `Message::key(…)`, then [`update()`](Key::update), or [`modify()`](Key::modify) with a closure |
//! | read a partition | `Message::query(…)`, or the query method of an index; see [`Query`] |
//! | read several item types of a partition | the `query` of a [`Collection`] |
//! | find items by similarity | the search method of a vector index; see [`Search`] |
//! | read everything | [`Message::scan()`](Item::scan) |
//! | read or write many items | [`db.batch_get(keys)`](Db::batch_get), [`db.batch_write(writes)`](Db::batch_write) |
//! | write or read several, all or nothing | [`db.transact((a, b))`](Db::transact), with [`Key::check`]; [`db.transact_get((a, b))`](Db::transact_get) |
//! | load, export or delete in bulk | [`db.load(items)`](Db::load), [`scan().parallel(8)`](Scan::parallel), [`query(…).delete_partition()`](Query::delete_partition) |
//! | follow the table's stream | `Message::changes()`, and [`Change`]; see [Streams](guide::streams) |
//! | rewrite stored items after a change of the struct | [`Message::backfill()`](Item::backfill) |
//! | correct counters | [`Message::recount()`](Item::recount) |
//!
//! Each field has a constant, which knows its type: `Message::SENT_AT.ge("2025")` is a range or a
//! condition, `Message::KIND.eq(Kind::Image)` a condition. Operations that DynamoDB would refuse do
//! not compile: a range over a field that is not in the sort key, a filter on a key, a consistent
//! read of a global index, `begins_with` on a number, or an update of a field of the primary key.
//!
//! Queries and scans return one [`Page`] with `send`, and read as many pages as needed with `all`,
//! `first`, `count` or `stream`. A page's [`Cursor`] is text that can leave the process, to
//! continue later:
//!
//! ```
//! # use dynamo_runtime::{Cursor, Db, Error, Item};
//! # #[derive(Item)]
//! # #[table(name = "chat", pk = "PK", sk = "SK")]
//! # #[key(pk = "ROOM#{room}", sk = "AT#{sent_at}")]
//! # struct Message { room: String, sent_at: String }
//! async fn page(db: &Db, room: &str, after: Option<Cursor>) -> Result<Option<Cursor>, Error> {
//!     let november = Message::SENT_AT.begins_with("2025-11");
//!     let page = Message::query(room).range(november).limit(25).after(after).send(db).await?;
//!     for message in &page.items {
//!         println!("{}", message.sent_at);
//!     }
//!     Ok(page.next)
//! }
//! ```
//!
//! If a stored item does not fit its type, the read fails with [`Error::Decode`], which names the
//! attribute and holds the item [as it is stored](DecodeError::stored). You can still read the
//! other items: a stream continues after the error, and [`Query::salvage`] returns a page with both
//! the items and the errors.
//!
//! # Conditions
//!
//! If the condition of a write fails, the error holds the item that was found:
//!
//! ```
//! # use dynamo_runtime::{Db, Error, Item};
//! # #[derive(Item)]
//! # #[table(name = "seats", pk = "number")]
//! # struct Seat { number: u32, holder: Option<String> }
//! async fn free(db: &Db, number: u32, holder: &str) -> Result<(), Error> {
//!     let seat = Seat { number, holder: None };
//!     let sent = seat.replace().condition(Seat::HOLDER.eq(holder)).send(db).await;
//!     if let Err(error) = &sent
//!         && let Some(seat) = error.current::<Seat>()?
//!     {
//!         println!("held by {:?}", seat.holder);
//!     }
//!     sent
//! }
//! ```
//!
//! # Where it runs
//!
//! A [`Db`] holds the SDK's client, the values of variables in table names, a clock and the cursor
//! secret. `Db::from_env` (feature `aws`, on by default) connects to AWS, or to the server that
//! `AWS_ENDPOINT_URL_DYNAMODB` names. `Db::embedded` (feature `embedded`) starts an engine in this
//! process, for [tests](guide::testing); it can also fail on purpose: see `faults`. [`Db::new`]
//! takes any SDK client.
//!
//! [`Db::create_table`] and [`Db::ensure_table`] create a table with its indexes from the
//! declaration. [`Db::verify_table`] reports how a live table differs from its declaration, for a
//! check at start-up. The crate `dynamo-design` deploys, documents and compares tables: see
//! [Operations](guide::operations).
//!
//! # Modules
//!
//! The names you type every day are at the root. The others are in modules by subject: [`key`],
//! [`codec`], [`expr`], [`op`] (with [`op::bulk`]), [`item`], [`lifecycle`], [`change`], [`error`],
//! [`rules`], [`schema`], [`observe`] and [`admin`].
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `aws` (default) | `Db::from_env`, over HTTPS |
//! | `embedded` | `Db::embedded`, with SQLite |
//! | `chrono`, `jiff`, `time` | dates and times, as attributes and in keys |
//! | `compact_str` | `CompactString`, short text without an allocation: see [Values](guide::values) |
//! | `streams`, `lambda` | the changes of a table from its live stream, and from Lambda's events |
//! | `uuid`, `ulid` | `Uuid` and `Ulid`, as attributes and in keys |
//! | `rust_decimal`, `bytes` | `Decimal` and `Bytes`, as attributes and in keys |

// On docs.rs, which builds with nightly Rust, each item says which feature it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

// rustdoc shows the methods of a type in the order of modules: a `Db` is made and used before its
// tables are managed, and a key is read before it is checked in a transaction.
mod db;
pub mod key;

pub mod op;

pub mod admin;
mod calendar;
pub mod change;
pub mod codec;
mod cursor;
#[cfg(all(doctest, feature = "embedded"))]
mod doctests;
pub mod error;
pub mod expr;
mod field;
// Docs only. Its code runs with the tests, which have every feature it shows.
#[cfg(all(doc, any(not(doctest), feature = "embedded")))]
pub mod guide;
pub mod item;
pub mod lifecycle;
pub mod observe;
pub mod rules;
pub mod schema;
mod verify;
mod wire;

// The names that users type every day; the others are in the modules of their subject.
#[doc(inline)]
pub use change::{Change, ChangeKind};
#[doc(inline)]
pub use codec::{
    Binary, Decode, DecodeError, Decoder, Encode, EncodeError, Encoder, Vector, formats,
    from_value, to_value,
};
pub use cursor::Cursor;
pub use db::Db;
pub use dynamo_derive::{Attribute, Collection, Item, Table, View};
#[cfg(feature = "embedded")]
pub use dynamo_embedded::{self as embedded, Embedded, faults};
#[doc(inline)]
pub use error::Error;
#[doc(inline)]
pub use expr::{Condition, known};
pub use field::Field;
#[doc(inline)]
pub use item::{Item, Record, Table};
#[doc(inline)]
pub use key::Key;
#[doc(inline)]
pub use op::{
    Collection, Delete, Get, Hits, ItemStream, Meter, Modify, Page, Put, Query, Scan, Search,
    Update, View,
};
#[doc(inline)]
pub use rules::check_items;
pub use wire::Transport;

// The compiler names it in its messages.
#[doc(hidden)]
pub use dynamo_derive::shared_item;

#[doc(hidden)]
pub mod __private;

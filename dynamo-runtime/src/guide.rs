// The pages are files that can also be read in the repository, with links from one to the other.
// `links.md` comes before each: of two definitions of a link the first one counts, so that here the
// same links lead to modules. A failing block is named after its module, and its line number
// includes the lines of `links.md`.
#![doc = include_str!("../docs/guide/links.md")]
#![doc = include_str!("../docs/guide/index.md")]

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/first_struct.md")]
/// In the reference: [`Db`](crate::Db), [`Item`](crate::Item), [`Item::put`](crate::Item::put),
/// [`Key`](crate::Key), [`Key::get`](crate::Key::get), [`Key::update`](crate::Key::update).
pub mod first_struct {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/keys.md")]
/// In the reference: [`Key`](crate::Key), [`KeyError`](crate::key::KeyError),
/// [`KeyComponent`](crate::key::KeyComponent), [`KeyArg`](crate::key::KeyArg).
pub mod keys {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/queries.md")]
/// In the reference: [`Query`](crate::Query), [`Query::range`](crate::Query::range),
/// [`Query::filter`](crate::Query::filter), [`Page`](crate::Page), [`Cursor`](crate::Cursor),
/// [`ItemStream`](crate::ItemStream), [`Salvaged`](crate::op::Salvaged), [`Scan`](crate::Scan),
/// [`Meter`](crate::Meter).
pub mod queries {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/writes.md")]
/// In the reference: [`Put`](crate::Put), [`Update`](crate::Update), [`Modify`](crate::Modify),
/// [`Delete`](crate::Delete), [`known`](crate::known), [`Error::current`](crate::Error::current).
pub mod writes {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/indexes.md")]
/// In the reference: [`Query`](crate::Query), [`Query::hydrate`](crate::Query::hydrate),
/// [`Hydrate`](crate::op::Hydrate), [`Projected`](crate::op::Projected).
pub mod indexes {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/sharding.md")]
/// In the reference: [`Shards`](crate::schema::Shards),
/// [`Query::in_shard`](crate::Query::in_shard).
pub mod sharding {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/vectors.md")]
/// In the reference: [`Vector`](crate::Vector), [`Search`](crate::Search), [`Hits`](crate::Hits),
/// [`Hit`](crate::op::Hit), [`Meter`](crate::Meter).
pub mod vectors {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/values.md")]
/// In the reference: [`Encode`](crate::Encode), [`Decode`](crate::Decode),
/// [`Binary`](crate::Binary), [`formats`](crate::formats), [`to_value`](crate::to_value),
/// [`from_value`](crate::from_value).
pub mod values {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/shared_tables.md")]
/// In the reference: [`Table`](crate::Table), [`Collection`](crate::Collection),
/// [`check_items`](crate::check_items), [`broken_rules`](crate::rules::broken_rules).
pub mod shared_tables {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/many_at_once.md")]
/// In the reference: [`Db::batch_get`](crate::Db::batch_get),
/// [`Db::batch_write`](crate::Db::batch_write), [`Db::transact`](crate::Db::transact),
/// [`Db::transact_get`](crate::Db::transact_get), [`Db::load`](crate::Db::load),
/// [`Scan::parallel`](crate::Scan::parallel),
/// [`Query::delete_partition`](crate::Query::delete_partition),
/// [`RateLimit`](crate::op::bulk::RateLimit).
pub mod many_at_once {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/counters.md")]
/// In the reference: [`Item::recount`](crate::Item::recount),
/// [`Recounted`](crate::op::bulk::Recounted), [`CounterSchema`](crate::schema::CounterSchema).
pub mod counters {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/testing.md")]
#[doc = ""]
#[doc = include_str!("../docs/guide/throughput.svg")]
#[doc = ""]
/// In the reference: [`Db::with_clock`](crate::Db::with_clock),
/// [`Db::with_table_name`](crate::Db::with_table_name), [`broken_rules`](crate::rules::broken_rules).
pub mod testing {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/operations.md")]
/// In the reference: [`Db::verify_table`](crate::Db::verify_table),
/// [`Db::add_missing_indexes`](crate::Db::add_missing_indexes),
/// [`Item::backfill`](crate::Item::backfill), [`Backfill`](crate::op::bulk::Backfill),
/// [`Meter`](crate::Meter).
pub mod operations {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/streams.md")]
/// In the reference: [`Change`](crate::Change), [`ChangeRecord`](crate::change::ChangeRecord),
/// [`Db::enable_stream`](crate::Db::enable_stream), and with their features `Changes`, `ChangeStream`
/// and `lambda::EventBatch` in [`change`](crate::change).
pub mod streams {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/errors.md")]
/// In the reference: [`Error`](crate::Error), [`Error::current`](crate::Error::current),
/// [`DecodeError`](crate::DecodeError), [`Cancelled`](crate::op::Cancelled),
/// [`Unwritten`](crate::op::Unwritten), [`Unread`](crate::op::Unread), [`SdkFailure`](crate::error::SdkFailure).
pub mod errors {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/web_service.md")]
/// In the reference: [`Db`](crate::Db), [`Cursor`](crate::Cursor), [`Update`](crate::Update),
/// [`Error::is_not_found`](crate::Error::is_not_found).
pub mod web_service {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/generic.md")]
/// In the reference: [`Item`](crate::Item), [`Key`](crate::Key), [`Field`](crate::Field),
/// [`FieldInfo`](crate::item::FieldInfo), [`Target`](crate::expr::Target), [`Condition`](crate::Condition).
pub mod generic {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/modelling.md")]
/// In the reference: [`Collection`](crate::Collection), [`Table`](crate::Table),
/// [`check_items`](crate::check_items).
pub mod modelling {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/observability.md")]
/// In the reference: [`Observer`](crate::observe::Observer),
/// [`Observation`](crate::observe::Observation), [`HotKeys`](crate::observe::HotKeys),
/// [`Explanation`](crate::op::Explanation), [`Meter`](crate::Meter),
/// [`Capacity`](crate::op::Capacity), [`Error`](crate::Error),
/// [`Db::verify_table`](crate::Db::verify_table).
pub mod observability {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/from_a_table.md")]
/// In the reference: [`Item`](crate::Item), [`Table`](crate::Table),
/// [`Collection`](crate::Collection), [`check_items`](crate::check_items).
pub mod from_a_table {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/from_the_sdk.md")]
/// In the reference: [`Db::new`](crate::Db::new), [`Db::client`](crate::Db::client),
/// [`Item::to_item`](crate::Item::to_item), [`Record::from_item`](crate::Record::from_item),
/// [`to_value`](crate::to_value), [`from_value`](crate::from_value), [`formats`](crate::formats).
pub mod from_the_sdk {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/from_other_libraries.md")]
/// In the reference: [`Item::to_item`](crate::Item::to_item),
/// [`Record::from_item`](crate::Record::from_item), [`Binary`](crate::Binary).
pub mod from_other_libraries {}

#[doc = include_str!("../docs/guide/links.md")]
#[doc = include_str!("../docs/guide/comparison.md")]
pub mod comparison {}

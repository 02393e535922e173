//! Rules across the parts of the model: one function a rule, every mistake reported.

mod attribute;
mod collection;
mod counts;
mod fields;
mod indexes;
mod keys;
mod names;
mod quota;
mod shards;
mod table;
mod vectors;

use crate::diag::Diagnostics;
use crate::model::{
    Attribute, Collection, Index, Item, KeyAttribute, KeySource, Query, SharedTable, Template,
};

pub(crate) fn item(item: &Item, diag: &mut Diagnostics) {
    fields::each_role_is_taken_once(item, diag);
    fields::one_field_takes_the_rest(item, diag);
    fields::table_and_field_expire_by_the_same(item, diag);
    fields::expiring_times_are_seconds(item, diag);
    fields::key_only_fields_are_recoverable(item, diag);
    fields::constants_are_unique(item, diag);
    fields::the_runtime_fills_no_unique_field(item, diag);
    fields::the_primary_key_is_unique_already(item, diag);
    fields::items_with_unique_fields_do_not_expire(item, diag);

    counts::counters_are_plain_numbers(item, diag);
    counts::items_are_counted_by_what_stays(item, diag);

    keys::components_are_stored(item, diag);
    keys::key_fields_are_stored_as_they_are(item, diag);
    keys::components_are_separated(item, diag);
    keys::one_component_is_raw(item, diag);
    keys::a_negated_number_stands_alone(item, diag);
    keys::the_primary_key_loses_nothing(item, diag);
    keys::leading_characters_are_stored_whole(item, diag);

    keys::text_keys_are_declared_as_text(item, diag);

    shards::shards_spread_partitions(item, diag);
    shards::one_component_is_sharded(item, diag);
    shards::shards_are_of_other_fields(item, diag);
    shards::sharded_fields_are_stored(item, diag);
    shards::former_keys_can_be_told(item, diag);
    shards::vectors_are_searched_in_one_partition(item, diag);

    indexes::keys_have_up_to_four_attributes(item, diag);
    indexes::local_indexes_sort_within_the_table(item, diag);
    indexes::local_indexes_sort_in_another_way(item, diag);
    indexes::there_are_not_too_many(item, diag);
    indexes::projections_stay_within_the_limit(item, diag);
    indexes::query_methods_are_unique(item, diag);
    indexes::lookups_have_methods_of_their_own(item, diag);
    indexes::shared_attributes_are_built_alike(item, diag);
    indexes::a_condition_has_a_key_to_leave_out(item, diag);
    indexes::a_condition_has_a_key_of_its_own(item, diag);
    indexes::the_version_is_in_no_built_key(item, diag);

    vectors::vectors_are_stored_as_they_are(item, diag);
    vectors::whole_results_have_names(item, diag);
    vectors::searches_are_filtered_by_other_fields(item, diag);
    vectors::a_condition_has_a_partition_key_to_leave_out(item, diag);

    names::attributes_are_named(item, diag);
    names::attributes_are_unique(item, diag);
    names::fields_leave_declared_keys_alone(item, diag);
    names::keys_have_different_attributes(item, diag);
    names::indexes_are_named(item, diag);
}

pub(crate) fn table(table: &SharedTable, diag: &mut Diagnostics) {
    table::attributes_are_named(table, diag);
    table::the_entity_name_has_an_attribute_of_its_own(table, diag);
    table::items_expire_by_a_number(table, diag);
    table::keys_have_different_attributes(table, diag);
    table::an_attribute_has_one_type(table, diag);

    table::indexes_are_named_once(table, diag);
    table::keys_have_up_to_four_attributes(table, diag);
    table::local_indexes_sort_within_the_table(table, diag);
    table::vectors_have_dimensions(table, diag);
    table::vectors_are_searched_by_other_attributes(table, diag);
    table::there_are_not_too_many(table, diag);
    table::projections_stay_within_the_limit(table, diag);
}

pub(crate) fn attribute(attribute: &Attribute, diag: &mut Diagnostics) {
    attribute::fields_have_different_names(attribute, diag);
    attribute::one_field_takes_the_rest(attribute, diag);
    attribute::variants_have_different_names(attribute, diag);
    attribute::fields_leave_the_tag_alone(attribute, diag);
}

pub(crate) fn collection(collection: &Collection, diag: &mut Diagnostics) {
    collection::types_are_unique(collection, diag);
    collection::groups_are_unique(collection, diag);
}

/// Every query of an item, with its index.
fn queries(item: &Item) -> impl Iterator<Item = (&Index, &Query)> {
    item.indexes
        .iter()
        .flat_map(|index| index.queries.iter().map(move |query| (index, query)))
}

/// Every template keys are built from.
fn templates(item: &Item) -> impl Iterator<Item = &Template> {
    let primary = [Some(&item.pk), item.sk.as_ref()].into_iter().flatten();
    let secondary = queries(item).flat_map(|(_, query)| query.pk.iter().chain(&query.sk));
    primary.chain(secondary).filter_map(built)
}

fn built(key: &KeyAttribute) -> Option<&Template> {
    match &key.source {
        KeySource::Built(template) => Some(template),
        KeySource::Field(_)
        | KeySource::TablePartition
        | KeySource::TableSort
        | KeySource::Entity
        | KeySource::Reported(_) => None,
    }
}

/// Whether a mistake in a key was reported.
fn is_reported(key: &KeyAttribute) -> bool {
    matches!(key.source, KeySource::Reported(_))
}

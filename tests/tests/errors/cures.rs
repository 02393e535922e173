//! The mistakes of `ui` without the mistake: that they compile is what the catalogue promises.

use super::case;

macro_rules! cures {
    ($($group:ident: $($name:ident),+;)+) => {
        $(
            #[allow(
                dead_code,
                unreachable_pub,
                clippy::pedantic,
                reason = "that they compile is the test"
            )]
            mod $group {
                $(
                    mod $name {
                        include!(concat!(
                            "../../ui/", stringify!($group), "/", stringify!($name), ".fixed.rs"
                        ));
                    }
                )+
            }
        )+
        const CURES: &[&str] = &[$($(concat!(stringify!($group), "/", stringify!($name))),+),+];
    };
}

cures! {
    api: begins_with_on_a_number, consistent_on_a_global_index, contains_another_type, filter_on_another_item, filter_on_the_sort_key, key_argument_missing, key_argument_of_another_type, less_than_on_a_bool, not_a_condition, operand_of_another_type, option_for_a_key, query_without_sort_key, range_of_text, range_on_a_later_component, range_on_another_field, range_with_a_gap;
    codec: borrowed_field, flatten_on_a_struct, list_of_nested_without_derive, nested_without_derive, skip_without_default, with_module_that_cannot_fail;
    collection: struct_variant, table_in_quotes;
    field: constants_collide, default_is_no_path, flatten_and_serde, key_only_and_default, key_only_and_role, skip_and_rename, ttl_is_no_duration, two_flattened, two_roles, two_versions, version_in_a_condition, version_in_an_index_key, with_and_serde;
    index: alternative_without_query, attribute_of_a_field, attribute_without_key, built_key_without_attribute, constant_without_literal, key_only_without_attribute, local_on_a_table_without_sort_key, local_with_partition_key, local_without_sort_key, projected_attribute_unknown, query_is_taken, skipped_field, table_key_stored_again, two_queries_of_one_name, unknown_field, unknown_projection, without_name, without_partition_key;
    key: field_collides_with_built_key, field_key_not_stored, identifier_for_a_constant, list, literal_of_two, missing, missing_sort_key, sort_key_the_table_has_not, two_precisions, unknown_identifier;
    key_type: bytes_beside_text, lower_number, option_in_primary_key, padded_float, padded_text, precision_of_text, serde_field, struct_in_a_key, time_as_a_sort_key, time_without_precision, unpadded_number, unpadded_number_in_an_index;
    newcomer: attribute_name_in_a_template, colon_for_equals, debug_format, derive_without_anything, empty_sort_key_list, enum_in_a_key_without_derive, field_option_on_the_struct, format_upper_case, format_with_arrow, hash_key, index_by_name_only, index_on_a_field, key_attribute_in_a_template, key_on_a_field_alone, list_for_the_table_key, number_for_a_key, padding_of_zero, path_for_a_key, positional_component, query_method_is_a_keyword, query_method_with_parentheses, rename_without_quotes, self_in_a_template, semicolon, shared_table_in_table, sort_key, spaces_in_braces, struct_option_on_a_field, table_name_in_dynamo, table_that_is_none, template_in_the_table, ttl_as_a_number;
    shard: in_a_sort_key, not_whole_in_the_primary_key, of_key_only, of_none, of_one, too_many, was_the_same, was_without_name;
    table: entity_without_type_attr, missing, ttl_of_a_system_time, ttl_of_a_text_field, ttl_of_another_field;
    template: brace_not_closed, brace_not_opened, components_run_together, components_without_delimiter, delimiter_in_every_uuid, dollar, empty, empty_component, first_of_key_only, first_of_nothing, flattened_field, key_only_loses_case, key_only_not_in_key, neg_inside_text, padding_too_wide, padding_without_zero, primary_key_is_cut_off, primary_key_loses_case, reserved_beginning, skipped_field, two_raw, unknown_field, unknown_format, unknown_format_nothing_close;
    update: add_to_a_field_of_a_key, append_to_text, created_at_of_a_flag, elements_of_another_type, one_of_several, remove_a_required_field, soft_delete_of_a_required_field, ttl_of_text, value_of_another_type, version_of_text, with_an_unrelated_field, without_the_field_of_the_condition, wrong_order;
    when: key_that_another_index_writes, without_a_built_key;
}

#[test]
fn every_cure_is_compiled() {
    let mut compiled = CURES.to_vec();
    compiled.sort_unstable();
    assert_eq!(case::cured(), compiled, "the `.fixed.rs` files of `ui`");
}

//! Values: how each kind of field is stored, and that it comes back as it was.

#![allow(
    clippy::struct_field_names,
    reason = "an item is named after its main field"
)]
#![allow(
    clippy::duplicated_attributes,
    reason = "several indexes of one item may have a partition key in common"
)]

mod fields;
mod flatten;
mod other_types;

//! Compiles and runs the code of the README and of the derives' docs, which are outside this crate.
//!
//! The derives' crate cannot test its own docs: it would depend on the crate that depends on it.

#[doc = include_str!("../../README.md")]
struct Readme;

#[doc = include_str!("../../dynamo-derive/docs/item.md")]
struct DeriveItem;

#[doc = include_str!("../../dynamo-derive/docs/attribute.md")]
struct DeriveAttribute;

#[doc = include_str!("../../dynamo-derive/docs/view.md")]
struct DeriveView;

#[doc = include_str!("../../dynamo-derive/docs/table.md")]
struct DeriveTable;

#[doc = include_str!("../../dynamo-derive/docs/collection.md")]
struct DeriveCollection;

//! `#[count(...)]` on a struct that derives `Item`.

use darling::FromMeta;
use darling::util::Flag;
use syn::Expr;

use super::value::ExprValue;
use super::{CountKey, PathValue, Position};

pub(crate) const COUNT: Position = Position {
    name: "#[count]",
    options: &["into", "key", "when", "upsert"],
    elsewhere: &[],
};

#[derive(Default, FromMeta)]
pub(crate) struct CountOptions {
    /// The counter: a field of another item type.
    pub(crate) into: Option<PathValue>,
    /// The arguments of the key of the counter's item.
    pub(crate) key: Option<CountKey>,
    /// The item is counted only where this holds.
    when: Option<ExprValue>,
    /// The counter's item is created if it does not exist.
    pub(crate) upsert: Flag,
}

impl CountOptions {
    pub(crate) fn when(&self) -> Option<&Expr> {
        self.when.as_ref().map(|value| &value.0)
    }
}

//! Changes to the values of a field that keeps its attribute and its type.

use super::{DesignChange, Effect, listed};
use crate::FieldDesign;

/// The changes of a field that became required, or of an enum that lost variants.
pub(super) fn values(item: &str, old: &FieldDesign, new: &FieldDesign) -> Vec<DesignChange> {
    let Some(attribute) = &new.attribute else {
        return Vec::new();
    };
    let name = &new.name;
    let mut changes = Vec::new();
    let may_lack = |field: &FieldDesign| field.optional || field.default.is_some();
    if may_lack(old) && !may_lack(new) {
        let what = format!("`{item}::{name}` is now required; it was optional");
        let stored = format!("stored items without `{attribute}` are not read");
        let change = DesignChange::new(Effect::Orphans, what, stored).of_item(item);
        let step = "give the field a `default`, or write it to those items first";
        changes.push(change.step(step));
    }
    let is_gone = |text: &str| !new.variants.iter().any(|variant| variant.stored == text);
    let gone: Vec<_> = old
        .variants
        .iter()
        .map(|variant| variant.stored.as_str())
        .filter(|text| !new.variants.is_empty() && is_gone(text))
        .collect();
    if !gone.is_empty() {
        let gone = listed(&gone);
        let what = format!("`{item}::{name}` is never {gone} any more");
        let stored = format!("stored items whose `{attribute}` is {gone} are not read");
        let change = DesignChange::new(Effect::Orphans, what, stored).of_item(item);
        let step = "keep the variant, or rewrite those items with the old type first";
        changes.push(change.step(step));
    }
    changes
}

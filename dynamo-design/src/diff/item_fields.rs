//! Changes to the fields of an item type: their attributes, types and values.

use super::item::Both;
use super::values::values;
use super::{DesignChange, Effect};
use crate::{FieldDesign, ItemDesign};

impl Both<'_> {
    pub(super) fn fields(&self, changes: &mut Vec<DesignChange>) {
        let find = |item: &'_ ItemDesign, name: &str| {
            item.fields.iter().find(|field| field.name == name).cloned()
        };
        for field in &self.new.fields {
            match find(self.old, &field.name) {
                Some(before) => self.field(&before, field, changes),
                None => changes.extend(self.added_field(field)),
            }
        }
        for field in &self.old.fields {
            let Some(attribute) = &field.attribute else {
                continue;
            };
            let is_read = self
                .new
                .fields
                .iter()
                .any(|now| now.attribute.as_ref() == Some(attribute));
            if !is_read && find(self.new, &field.name).is_none() {
                let what = format!("`{}` has no field `{}` any more", self.new.name, field.name);
                let stored =
                    format!("stored items keep `{attribute}`; an item loses it with the next put");
                changes.push(self.change(Effect::None, what, stored));
            }
        }
    }

    fn added_field(&self, field: &FieldDesign) -> Option<DesignChange> {
        let attribute = field.attribute.as_ref()?;
        let mut before = self.old.fields.iter();
        // A renamed field that keeps its attribute does not change stored items.
        if before.any(|before| before.attribute.as_ref() == Some(attribute)) {
            return None;
        }
        let what = format!("`{}` has a new field `{}`", self.new.name, field.name);
        let stored = format!(
            "stored items lack `{attribute}`: they can be read only if the field is an `Option` or \
             has a `default`"
        );
        Some(self.change(Effect::None, what, stored))
    }

    fn field(&self, old: &FieldDesign, new: &FieldDesign, changes: &mut Vec<DesignChange>) {
        let (item, name) = (&self.new.name, &new.name);
        if old.attribute != new.attribute {
            let shown = |attribute: &Option<String>| match attribute {
                Some(attribute) => format!("in `{attribute}`"),
                None => "in a key alone".to_owned(),
            };
            let what = format!(
                "`{item}::{name}` is now stored {}; it was {}",
                shown(&new.attribute),
                shown(&old.attribute)
            );
            let (effect, stored) = match &new.attribute {
                Some(attribute) => (
                    Effect::Orphans,
                    format!("stored items lack `{attribute}` and are not read"),
                ),
                None => (
                    Effect::None,
                    "stored items keep the attribute, which nothing reads".to_owned(),
                ),
            };
            let change = self.change(effect, what, stored);
            changes.push(if effect == Effect::Orphans {
                change.step(
                    "keep the old name with `rename`, or rewrite the items with the old type first",
                )
            } else {
                change
            });
        } else if let (Some(before), Some(now)) = (&old.ty, &new.ty)
            && before != now
            && new.attribute.is_some()
        {
            let what = format!("`{item}::{name}` is now stored as {now}; it was {before}");
            let stored = format!("stored items have it as {before} and are not read");
            let change = self.change(Effect::Orphans, what, stored);
            changes.push(change.step(
                "add a field of another name, or read both with a codec of your own (`with`)",
            ));
        } else {
            changes.extend(values(&self.new.name, old, new));
        }
    }
}

//! Keys that are spread over another number of shards than before.

use super::{DesignChange, Effect};
use crate::{KeyDesign, KeyText, QueryDesign};

/// How the partition of a query is spread.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Spread {
    /// The number of shards; 1 if it is not spread.
    count: u16,
    /// The number that is read as well.
    was: Option<u16>,
}

/// A partition that is spread in another way than before, by the same field.
pub(super) struct Respread<'a> {
    old: Spread,
    new: Spread,
    /// The item type, and the index if it is of one.
    item: &'a str,
    index: Option<&'a str>,
}

/// The change of a query's shards, if that is all that changed in its keys.
pub(super) fn respread<'a>(
    (old, new): (&QueryDesign, &QueryDesign),
    item: &'a str,
    index: Option<&'a str>,
) -> Option<Respread<'a>> {
    let ((old_spread, old_keys), (new_spread, new_keys)) = (spread(old), spread(new));
    let by = |query| shard(query).map(|(field, _)| field);
    let is_same_field = match (by(old), by(new)) {
        (Some(old), Some(new)) => old == new,
        (None, None) => false,
        _ => true,
    };
    let is_same = old_keys == new_keys && old.when == new.when && is_same_field;
    (is_same && old_spread != new_spread).then_some(Respread {
        old: old_spread,
        new: new_spread,
        item,
        index,
    })
}

impl Respread<'_> {
    /// Whether both keys have a shard, so that either is read as the other.
    pub(super) fn is_of_shards(&self) -> bool {
        self.old.count > 1 && self.new.count > 1
    }

    /// Explains the change, and lists the steps to take.
    pub(super) fn explained(&self) -> DesignChange {
        let change = if self.old.count == self.new.count {
            self.of_former()
        } else {
            self.of_count()
        };
        let change = change.of_item(self.item);
        match self.index {
            Some(index) => change.of_index(index),
            None => change,
        }
    }

    fn place(&self) -> String {
        match self.index {
            Some(index) => format!("`{}` in the index `{index}`", self.item),
            None => format!("`{}`", self.item),
        }
    }

    fn of_count(&self) -> DesignChange {
        let Spread { count, was } = self.new;
        let before = self.old.count;
        let over = |count: u16| match count {
            1 => "one partition".to_owned(),
            count => format!("{count} shards"),
        };
        let what = format!(
            "{} is now spread over {}; it was over {}",
            self.place(),
            over(count),
            over(before)
        );
        let is_read = was == Some(before);
        let stored = match (is_read, self.index) {
            (true, Some(_)) => "stored items are in the old shards, which queries read as well",
            (true, None) => {
                "stored items are in the old shards, which queries read as well; `get` and `update` \
                 do not find them there"
            }
            (false, _) => "stored items are in the old shards, and queries do not find all of them",
        };
        let effect = match (is_read, self.index) {
            (false, None) => Effect::Orphans,
            _ => Effect::Backfill,
        };
        let mut change = DesignChange::new(effect, what, stored);
        if !is_read && count > 1 && (before > 1 || self.index.is_some()) {
            change = change.step(format!(
                "write `shard({count}, was = {before})`, so that queries read both until all is moved"
            ));
        }
        let moved = match self.index {
            Some(_) => format!("`backfill {}`", self.item),
            None => format!("`backfill {} --move-items`", self.item),
        };
        change = change
            .step("deploy the code that writes the new shards")
            .step(moved);
        if count > 1 {
            change = change.step(format!("write `shard({count})` and deploy it"));
        }
        change
    }

    /// The number is the same, and more or fewer shards are read.
    fn of_former(&self) -> DesignChange {
        let place = self.place();
        match (self.old.was, self.new.was) {
            (Some(was), None) => {
                let what = format!("{place} is not read in the {was} shards it had any more");
                let stored = "items that no `backfill` has moved are not found";
                DesignChange::new(Effect::None, what, stored)
            }
            (_, was) => {
                let was = was.unwrap_or_default();
                let what = format!("{place} is also read as spread over {was} shards");
                DesignChange::new(Effect::None, what, "stored items are found as before")
            }
        }
    }
}

/// How a query's partition is spread, and its keys without that.
fn spread(query: &QueryDesign) -> (Spread, Vec<(String, String)>) {
    let unspread = Spread {
        count: 1,
        was: None,
    };
    let keys = query.pk.iter().chain(&query.sk).map(|key| {
        let text = match key.template.iter().position(|part| number(part).is_some()) {
            Some(at) => without(key, at),
            None => key.text(),
        };
        (key.attribute.clone(), text)
    });
    let spread = shard(query).map_or(unspread, |(_, spread)| spread);
    (spread, keys.collect())
}

/// The field that a query's partition is spread by, and how.
fn shard(query: &QueryDesign) -> Option<(&str, Spread)> {
    let mut parts = query.pk.iter().flat_map(|key| &key.template);
    parts.find_map(number)
}

/// Reads `user_id:shard(16, was = 8)`.
fn number(part: &KeyText) -> Option<(&str, Spread)> {
    let KeyText::Component(text) = part else {
        return None;
    };
    let (field, format) = text.split_once(':')?;
    let arguments = format.strip_prefix("shard(")?.strip_suffix(')')?;
    let (count, was) = match arguments.split_once(", was = ") {
        Some((count, was)) => (count, Some(was.parse().ok()?)),
        None => (arguments, None),
    };
    let count = count.parse().ok()?;
    Some((field, Spread { count, was }))
}

/// The text of a key without its shard, and without the character that sets it off.
fn without(key: &KeyDesign, shard: usize) -> String {
    let text = |parts: &[KeyText]| -> String {
        let part = |part: &KeyText| match part {
            KeyText::Literal(text) => text.clone(),
            KeyText::Component(name) => format!("{{{name}}}"),
        };
        parts.iter().map(part).collect()
    };
    let (before, after) = (
        text(&key.template[..shard]),
        text(&key.template[shard + 1..]),
    );
    let is_delimiter =
        |letter: char| letter.is_ascii_punctuation() && letter != '{' && letter != '}';
    match (
        before.strip_suffix(is_delimiter),
        after.strip_prefix(is_delimiter),
    ) {
        (Some(before), _) => format!("{before}{after}"),
        (None, Some(after)) => format!("{before}{after}"),
        (None, None) => before + &after,
    }
}

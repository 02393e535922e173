//! The type of a field whose values are texts: a time, a day, an enum, or a text.

use std::collections::BTreeSet;

use super::types::{Place, Typed};
use crate::Value;
use crate::import::names;
use crate::import::outline::{EnumOutline, NamedTypes, Ty};
use crate::import::time::{self, TimeForm};

/// The most variants of an inferred enum.
const MOST_VARIANTS: usize = 12;

/// How often each value of an enum must be seen, on average.
const OFTEN: usize = 4;

pub(super) fn text(values: &[&Value], place: &Place<'_>, named: &mut NamedTypes) -> Typed {
    let texts = values.iter().filter_map(|value| match value {
        Value::S(text) => Some(text.as_str()),
        _ => None,
    });
    let texts: Vec<_> = texts.collect();
    let distinct: BTreeSet<_> = texts.iter().copied().collect();
    // A slug may look like a date once or twice.
    let is_sure = is_named_like_a_time(place.field) || distinct.len() >= 3;
    if is_sure && texts.iter().all(|text| time::day(text).is_some()) {
        return Ty::Date.into();
    }
    let forms: Vec<_> = TimeForm::TEXTS
        .into_iter()
        .filter(|form| texts.iter().all(|text| form.read(text).is_some()))
        .collect();
    match forms.as_slice() {
        [form] => return Ty::Time(*form).into(),
        // All have milliseconds, so they are written that way.
        [TimeForm::Rfc3339, TimeForm::Millis] => return Ty::Time(TimeForm::Millis).into(),
        [] => {}
        _ => {
            return Typed {
                ty: Ty::Text,
                questions: vec![
                    "samples do not tell whether the day or the month comes first".to_owned(),
                ],
            };
        }
    }
    let is_enum = (2..=MOST_VARIANTS).contains(&distinct.len())
        && texts.len() >= distinct.len() * OFTEN
        && distinct.iter().all(|text| is_variant(text))
        && !is_named_like_an_id(place.field);
    if is_enum && let Some(name) = enum_of(&distinct, texts.len(), place, named) {
        return Ty::Named(name).into();
    }
    let mut typed = Typed::from(Ty::Text);
    // One value says little, unless the name does.
    let least = if is_named_like_a_state(place.field) {
        1
    } else {
        2
    };
    if is_named_like_a_choice(place.field)
        && (least..=MOST_VARIANTS).contains(&distinct.len())
        && distinct.iter().all(|text| is_variant(text))
    {
        let seen: Vec<_> = distinct.iter().map(|text| format!("`{text}`")).collect();
        let seen = seen.join(", ");
        typed.questions.push(format!(
            "samples have {seen}; is it one of a few, and so an enum?"
        ));
    }
    typed
}

pub(super) fn is_named_like_a_time(field: &str) -> bool {
    let words = names::words(field);
    let last = words.last().map(String::as_str);
    matches!(
        last,
        Some("at" | "time" | "timestamp" | "date" | "day" | "on")
    )
}

fn is_named_like_a_choice(field: &str) -> bool {
    let words = names::words(field);
    let last = words.last().map(String::as_str);
    matches!(
        last,
        Some(
            "status"
                | "state"
                | "type"
                | "kind"
                | "side"
                | "role"
                | "tier"
                | "level"
                | "mode"
                | "category"
        )
    )
}

fn is_named_like_a_state(field: &str) -> bool {
    let words = names::words(field);
    let last = words.last().map(String::as_str);
    matches!(last, Some("status" | "side" | "role" | "tier"))
}

fn is_named_like_an_id(field: &str) -> bool {
    let words = names::words(field);
    let last = words.last().map(String::as_str);
    matches!(
        last,
        Some(
            "id" | "name"
                | "email"
                | "title"
                | "key"
                | "code"
                | "city"
                | "owner"
                | "user"
                | "by"
                | "sku"
                | "symbol"
                | "operator"
                | "author"
                | "assignee"
                | "agent"
                | "driver"
                | "doctor"
                | "customer"
                | "player"
                | "employee"
                | "manager"
                | "creator"
                | "sender"
                | "recipient"
                | "username"
                | "to"
                | "from"
        )
    )
}

/// Whether a text can be the name of a variant.
fn is_variant(text: &str) -> bool {
    let mut letters = text.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && letters.all(|letter| letter.is_ascii_alphanumeric() || "_- ".contains(letter))
        && text.len() <= 40
        && text != "Self"
}

/// The enum of these texts: an existing one with the same variants, or a new one. `None` if two
/// texts would be one variant.
fn enum_of(
    texts: &BTreeSet<&str>,
    count: usize,
    place: &Place<'_>,
    named: &mut NamedTypes,
) -> Option<String> {
    let values: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
    let variants: BTreeSet<_> = values.iter().map(|text| names::pascal(text)).collect();
    if variants.len() < values.len() || variants.contains("Self") {
        return None;
    }
    let short = names::pascal(place.field);
    for name in [short.clone(), format!("{}{short}", place.owner)] {
        if named
            .enums
            .get(&name)
            .is_some_and(|known| known.values == values)
        {
            return Some(name);
        }
    }
    let name = named.free_type(place);
    let outline = EnumOutline {
        docs: format!("The `{}` of `{}`.", place.field, place.owner),
        values,
        questions: vec![format!(
            "these are the values of {count} samples; add those that are missing"
        )],
    };
    named.enums.insert(name.clone(), outline);
    Some(name)
}

//! The indexes that an item type is in, with their keys and conditions.

use std::collections::BTreeMap;

use super::columns::Column;
use super::keys::Keyed;
use super::templates::{Purpose, pieces, solve};
use super::tokens::is_word;
use crate::import::names;
use crate::import::outline::{FieldOutline, IndexUse, KeyOutline, Piece, Ty};
use crate::{IndexDefinition, KeyAttribute, Value};
use dynamo_runtime::schema::KeyKind;

/// The most alternatives of an index to look for.
const MOST_ALTERNATIVES: usize = 4;

/// When an item is in an index.
pub(super) enum When {
    Flag(String, bool),
    Equals(String, String),
    Present(String),
}

/// An index of an item type, with its alternatives.
pub(super) struct Indexed {
    pub(super) uses: Vec<IndexUse>,
    pub(super) when: Option<When>,
}

impl Keyed<'_> {
    /// How the item type is in an index; `None` if no sample is.
    pub(super) fn index(
        &mut self,
        index: &IndexDefinition,
        type_attr: Option<&str>,
        shared: bool,
    ) -> Option<Indexed> {
        let is_vector = |field: &FieldOutline, attribute: &String| {
            field.attribute.as_ref() == Some(attribute) && matches!(field.ty, Ty::Vector(_))
        };
        let holds =
            |attribute: &String| self.fields.iter().any(|field| is_vector(field, attribute));
        if index
            .vector
            .as_ref()
            .is_some_and(|vector| !holds(&vector.attribute))
        {
            return None;
        }
        let is_given = |name: &str| self.is_table_key(name) || Some(name) == type_attr;
        let has = |name: &str| self.rows.iter().any(|row| row.contains_key(name));
        let keys = || index.pk.iter().chain(&index.sk);
        let is_in = keys().all(|key| is_given(&key.name))
            || keys().any(|key| !is_given(&key.name) && has(&key.name));
        if !is_in && shared {
            return None;
        }
        let mut resolve = |key: &KeyAttribute, sort: bool| {
            let outline = if self.is_table_key(&key.name) {
                KeyOutline::OfTable
            } else if Some(key.name.as_str()) == type_attr {
                KeyOutline::TypeAttr
            } else {
                self.of_index(key, sort)
            };
            (key.name.clone(), outline)
        };
        let pk: Vec<_> = index.pk.iter().map(|key| resolve(key, false)).collect();
        let sk: Vec<_> = index.sk.iter().map(|key| resolve(key, true)).collect();
        let when = self.when(&pk);
        let make = |pk: Vec<(String, KeyOutline)>| IndexUse {
            index: index.name.clone(),
            pk,
            sk: sk.clone(),
            method: String::new(),
            scan: None,
            when: None,
        };
        if let [key] = index.pk.as_slice()
            && let [(_, KeyOutline::Own(field))] = pk.as_slice()
            && let Some(alternatives) = self.alternatives(key)
        {
            let field = field.clone();
            self.drop_field(&field);
            let uses = alternatives
                .into_iter()
                .map(|built| make(vec![(key.name.clone(), built)]));
            return Some(Indexed {
                uses: uses.collect(),
                when: None,
            });
        }
        let mut only = make(pk);
        only.when = when.as_ref().map(|when| self.written(when));
        Some(Indexed {
            uses: vec![only],
            when,
        })
    }

    fn is_table_key(&self, name: &str) -> bool {
        let sk = self.table.sk.as_ref();
        self.table.pk.name == name || sk.is_some_and(|sk| sk.name == name)
    }

    fn drop_field(&mut self, name: &str) {
        self.fields.retain(|field| field.name != name);
        self.columns.retain(|column| column.field != name);
        self.resolved
            .retain(|_, outline| *outline != KeyOutline::Own(name.to_owned()));
    }

    /// Several templates of one key, by its first constant; each sample has the first one that it
    /// can build.
    fn alternatives(&self, key: &KeyAttribute) -> Option<Vec<KeyOutline>> {
        let uses = self.table.indexes.iter().flat_map(IndexDefinition::keys);
        let is_shared = uses.filter(|used| used.name == key.name).count() > 1;
        if key.kind != KeyKind::Text || self.own.contains(&key.name) || is_shared {
            return None;
        }
        let keys = self.texts(&key.name);
        let mut by_tag: BTreeMap<&str, Vec<(usize, &str)>> = BTreeMap::new();
        for (row, text) in &keys {
            let (tag, _) = text.split_once(self.delimiter)?;
            if !is_word(tag) {
                return None;
            }
            by_tag.entry(tag).or_default().push((*row, text));
        }
        if !(2..=MOST_ALTERNATIVES).contains(&by_tag.len()) {
            return None;
        }
        let purpose = Purpose {
            delimiter: self.delimiter,
            sort: false,
            primary: false,
            typed: self.typed,
        };
        let mut found = Vec::new();
        for keys in by_tag.values() {
            let parts = solve(keys, &self.columns, purpose)?;
            let pieces = pieces(&parts, &self.columns, &[], self.delimiter);
            let built = KeyOutline::Built(pieces);
            // An alternative cannot hold a field that is stored nowhere else.
            if parts.contains(&super::templates::Part::Open) || built.components().is_empty() {
                return None;
            }
            found.push(built);
        }
        let fits = |found: &[KeyOutline]| {
            let rows = 0..self.rows.len();
            rows.into_iter().all(|row| {
                let mut built = found.iter().filter_map(|key| self.build(key, row));
                let stored = self.rows[row].get(&key.name);
                match (built.next(), stored) {
                    (None, None) => true,
                    (Some(built), Some(Value::S(text))) => built == *text,
                    _ => false,
                }
            })
        };
        if fits(&found) {
            return Some(found);
        }
        found.reverse();
        fits(&found).then_some(found)
    }

    /// The text of a built key, if all its fields are present.
    pub(super) fn build(&self, key: &KeyOutline, row: usize) -> Option<String> {
        let KeyOutline::Built(pieces) = key else {
            return None;
        };
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Literal(literal) => text.push_str(literal),
                Piece::Component(field, format) => {
                    let column = self.columns.iter().find(|column| column.field == *field)?;
                    text.push_str(&column.written(row, format)?);
                }
            }
        }
        Some(text)
    }

    /// The condition that separates the samples in an index from those that could be in it.
    fn when(&self, pk: &[(String, KeyOutline)]) -> Option<When> {
        let [(attribute, key @ KeyOutline::Built(_))] = pk else {
            return None;
        };
        let rows: Vec<_> = (0..self.rows.len())
            .filter(|row| self.build(key, *row).is_some())
            .map(|row| (row, self.rows[row].contains_key(attribute)))
            .collect();
        if rows.iter().all(|(_, is_in)| *is_in) {
            return None;
        }
        let found = self.fields.iter().filter_map(|field| {
            let stored = field.attribute.as_deref()?;
            let value = |row: usize| {
                self.rows[row]
                    .get(stored)
                    .filter(|value| !matches!(value, Value::Null(_)))
            };
            let holds = |test: &dyn Fn(Option<&Value>) -> bool| {
                rows.iter().all(|(row, is_in)| test(value(*row)) == *is_in)
            };
            match &field.ty {
                Ty::Bool if !field.optional => [true, false]
                    .into_iter()
                    .find(|flag| holds(&|value| value == Some(&Value::Bool(*flag))))
                    .map(|flag| When::Flag(field.name.clone(), flag)),
                Ty::Named(_) | Ty::Text if !field.optional => {
                    let mut inside = rows.iter().filter(|(_, is_in)| *is_in);
                    let Some(Value::S(text)) = inside.next().and_then(|(row, _)| value(*row))
                    else {
                        return None;
                    };
                    let is_state = matches!(field.ty, Ty::Named(_))
                        || is_state(&field.name)
                        || is_choice(text);
                    let is_it =
                        holds(&|value| matches!(value, Some(Value::S(found)) if found == text));
                    (is_it && (is_state || is_repeated(&rows, value)))
                        .then(|| When::Equals(field.name.clone(), text.clone()))
                }
                _ if field.optional => {
                    holds(&|value| value.is_some()).then(|| When::Present(field.name.clone()))
                }
                _ => None,
            }
        });
        // A state says more than an attribute that happens to be present.
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|when| match when {
            When::Equals(name, _) if is_state(name) => 0,
            When::Flag(..) => 1,
            When::Equals(..) => 2,
            When::Present(_) => 3,
        });
        found.into_iter().next()
    }

    /// The condition in the derive's syntax.
    fn written(&self, when: &When) -> String {
        let ident = |name: &str| names::ident(name);
        match when {
            When::Flag(name, true) => format!("self.{}", ident(name)),
            When::Flag(name, false) => format!("!self.{}", ident(name)),
            When::Present(name) => format!("self.{}.is_some()", ident(name)),
            When::Equals(name, text) => {
                let mut fields = self.fields.iter();
                let ty = fields
                    .find(|field| field.name == *name)
                    .map(|field| &field.ty);
                match ty {
                    Some(Ty::Named(ty)) => {
                        format!("self.{} == {ty}::{}", ident(name), names::pascal(text))
                    }
                    _ => format!("self.{} == {text:?}", ident(name)),
                }
            }
        }
    }

    pub(super) fn holds(&self, when: &When, row: usize) -> bool {
        let value = |name: &str| {
            let mut fields = self.fields.iter();
            let field = fields.find(|field| field.name == name)?;
            self.rows[row].get(field.attribute.as_deref()?)
        };
        match when {
            When::Flag(name, flag) => value(name) == Some(&Value::Bool(*flag)),
            When::Present(name) => {
                value(name).is_some_and(|value| !matches!(value, Value::Null(_)))
            }
            When::Equals(name, text) => {
                matches!(value(name), Some(Value::S(found)) if found == text)
            }
        }
    }
}

/// Whether a text is a flag in words.
fn is_choice(text: &str) -> bool {
    ["true", "false", "yes", "no", "y", "n", "on", "off"]
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether several samples have a value, so that it is not an id of one of them.
fn is_repeated<'v>(rows: &[(usize, bool)], value: impl Fn(usize) -> Option<&'v Value>) -> bool {
    let mut seen = Vec::new();
    for (row, _) in rows {
        match value(*row) {
            Some(value) if seen.contains(&value) => return true,
            Some(value) => seen.push(value),
            None => {}
        }
    }
    false
}

/// Whether a field is named for the state of an item.
fn is_state(field: &str) -> bool {
    let words = names::words(field);
    let last = words.last().map(String::as_str);
    matches!(last, Some("state" | "status" | "stage" | "phase"))
}

impl Column<'_> {
    /// The value as it is written in a key, in a format.
    fn written(&self, row: usize, format: &str) -> Option<String> {
        use crate::import::time;
        let text = self.texts.get(row)?.as_deref()?;
        Some(match format {
            "" | ":raw" => text.to_owned(),
            ":neg" => crate::import::number::Digits::parse(text)?
                .negated()
                .plain(),
            ":lower" => text.to_ascii_lowercase(),
            ":upper" => text.to_ascii_uppercase(),
            ":seconds" | ":millis" | ":micros" | ":nanos" => {
                let Ty::Time(form) = self.ty else {
                    return None;
                };
                let at = form.read(text).or_else(|| Some(time::rfc3339(text)?.0))?;
                time::written(at, format)?
            }
            _ => match format
                .strip_prefix(":first(")
                .and_then(|rest| rest.strip_suffix(')'))
            {
                Some(count) => text.chars().take(count.parse().ok()?).collect(),
                None => {
                    let width: usize = format.strip_prefix(":0")?.parse().ok()?;
                    format!("{text:0>width$}")
                }
            },
        })
    }
}

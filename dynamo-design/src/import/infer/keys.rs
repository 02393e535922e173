//! The composition of each key attribute of an item type.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::columns::Column;
use super::templates::{Part, Purpose, open_parts, pieces, solve};
use super::tokens::is_generic;
use crate::import::names;
use crate::import::number::Digits;
use crate::import::outline::{FieldOutline, KeyOutline, NamedTypes, Piece, Ty};
use crate::import::time::{self, TimeForm};
use crate::{KeyAttribute, Sample, TableDefinition, Value};
use dynamo_runtime::schema::KeyKind;

/// An item type while its keys are being inferred.
pub(super) struct Keyed<'a> {
    pub(super) table: &'a TableDefinition,
    pub(super) rows: &'a [&'a Sample],
    pub(super) delimiter: char,
    pub(super) fields: Vec<FieldOutline>,
    pub(super) columns: Vec<Column<'a>>,
    /// The key attributes that are fields, because nothing else fits every sample.
    pub(super) own: &'a BTreeSet<String>,
    pub(super) resolved: BTreeMap<String, KeyOutline>,
    pub(super) named: &'a mut NamedTypes,
    pub(super) owner: &'a str,
    /// The source's own names for the keys, by attribute.
    pub(super) aliases: &'a BTreeMap<String, String>,
    /// Whether an attribute tells the item type.
    pub(super) typed: bool,
}

impl<'a> Keyed<'a> {
    /// The rows that have an attribute as text, by number.
    pub(super) fn texts(&self, attribute: &str) -> Vec<(usize, &'a str)> {
        let rows = self.rows.iter().enumerate();
        let texts = rows.filter_map(|(at, row)| match row.get(attribute) {
            Some(Value::S(text)) => Some((at, text.as_str())),
            _ => None,
        });
        texts.collect()
    }

    /// The composition of a key of the table.
    pub(super) fn primary(&mut self, key: &KeyAttribute, sort: bool) -> KeyOutline {
        let outline = self.resolve(key, sort, true);
        if let KeyOutline::Own(name) = &outline {
            let mut fields = self.fields.iter_mut();
            if let Some(field) = fields.find(|field| field.name == *name) {
                field.optional = false;
            }
        }
        outline
    }

    /// The composition of a key of an index.
    pub(super) fn of_index(&mut self, key: &KeyAttribute, sort: bool) -> KeyOutline {
        if let Some(known) = self.resolved.get(&key.name) {
            return known.clone();
        }
        let outline = self.resolve(key, sort, false);
        self.resolved.insert(key.name.clone(), outline.clone());
        outline
    }

    fn resolve(&mut self, key: &KeyAttribute, sort: bool, primary: bool) -> KeyOutline {
        let mut known = self.fields.iter();
        let is_field = known.any(|field| field.attribute.as_deref() == Some(&key.name));
        if is_field || self.own.contains(&key.name) {
            return self.own(key);
        }
        match key.kind {
            KeyKind::Text => self.text(key, sort, primary),
            KeyKind::Number => self.number(key),
            KeyKind::Bytes => self.own(key),
        }
    }

    fn text(&mut self, key: &KeyAttribute, sort: bool, primary: bool) -> KeyOutline {
        let keys = self.texts(&key.name);
        // A time has colons of its own.
        let is_time = |(_, text): &(usize, &str)| time::rfc3339(text).is_some();
        if self.delimiter == ':' && !keys.is_empty() && keys.iter().all(is_time) {
            return self.own(key);
        }
        let purpose = Purpose {
            delimiter: self.delimiter,
            sort,
            primary,
            typed: self.typed,
        };
        let Some(parts) = solve(&keys, &self.columns, purpose) else {
            return self.own(key);
        };
        let open = parts.iter().filter(|part| **part == Part::Open).count();
        let columns = parts
            .iter()
            .filter(|part| matches!(part, Part::Column(..) | Part::Prefixed(..)))
            .count();
        let constants = parts.len() - open - columns;
        let generic = is_generic(&key.name);
        let distinct: BTreeSet<_> = keys.iter().map(|(_, key)| key).collect();
        let is_built = match (constants, columns, open) {
            (0, 0, _) => generic && parts.len() > 1,
            (0, 1, 0) => generic || distinct.len() >= 3,
            (_, 0, 0) => generic || keys.len() >= 3,
            (0, _, _) => generic || open == 0,
            // An id may have a prefix.
            (_, 0, _) => generic,
            _ => true,
        };
        // An index key can hold a field only if it has no other.
        let is_readable = primary || open == 0 || open == 1 && columns == 0;
        if !is_built || !is_readable {
            return self.own(key);
        }
        let open = self.open_fields(key, &parts, &keys);
        KeyOutline::Built(pieces(&parts, &self.columns, &open, self.delimiter))
    }

    /// A number that equals another, or another negated.
    fn number(&mut self, key: &KeyAttribute) -> KeyOutline {
        let rows = self.rows.iter().enumerate();
        let numbers = rows.filter_map(|(at, row)| match row.get(&key.name) {
            Some(Value::N(text)) => Some((at, Digits::parse(text)?)),
            _ => None,
        });
        let numbers: Vec<_> = numbers.collect();
        let distinct: BTreeSet<_> = numbers.iter().map(|(_, digits)| digits.plain()).collect();
        let is_sure = is_generic(&key.name) || distinct.len() >= 3;
        if numbers.is_empty() {
            return self.own(key);
        }
        for column in self.columns.iter().filter(|column| column.is_number()) {
            let is = |digits: &dyn Fn(&Digits) -> String| {
                numbers.iter().all(|(row, number)| {
                    column.texts[*row].as_deref() == Some(digits(number).as_str())
                })
            };
            let negative = numbers.iter().any(|(_, digits)| digits.is_negative());
            let format = if is_sure && is(&|digits| digits.plain()) {
                ""
            } else if (is_sure || negative) && is(&|digits| digits.negated().plain()) {
                ":neg"
            } else {
                continue;
            };
            return KeyOutline::Built(vec![Piece::Component(
                column.field.clone(),
                format.to_owned(),
            )]);
        }
        self.own(key)
    }

    /// Makes the attribute a field.
    pub(super) fn own(&mut self, key: &KeyAttribute) -> KeyOutline {
        let mut known = self.fields.iter();
        if let Some(known) = known.find(|field| field.attribute.as_deref() == Some(&key.name)) {
            return KeyOutline::Own(known.name.clone());
        }
        let only = |name: &str| {
            let others = self.rows.iter().flat_map(|row| row.keys());
            others
                .filter(|other| *other != name)
                .cloned()
                .collect::<BTreeSet<_>>()
        };
        let left_out = only(&key.name);
        let found = super::fields::of(self.rows, self.owner, &left_out, self.named);
        let mut field = found.into_iter().next().unwrap_or_else(|| FieldOutline {
            name: names::snake(&key.name),
            attribute: Some(key.name.clone()),
            ty: Ty::Text,
            optional: true,
            role: None,
            docs: super::docs::of_field(&key.name, &Ty::Text),
            questions: Vec::new(),
        });
        field.ty = key_type(key, &field.ty);
        let alias = self
            .aliases
            .get(&key.name)
            .filter(|_| is_generic(&key.name));
        if let [alias] = alias
            .map_or_else(Vec::new, |alias| named_in(alias, &[]))
            .as_slice()
        {
            field.docs = super::docs::of_field(alias, &field.ty);
            field.name.clone_from(alias);
        }
        field.name = self.free(&field.name);
        let name = field.name.clone();
        self.columns.extend(Column::of(&field, self.rows));
        self.fields.push(field);
        KeyOutline::Own(name)
    }

    fn free(&self, name: &str) -> String {
        names::free(name, |name| {
            self.fields.iter().any(|field| field.name == name)
        })
    }

    /// Makes a field of each open part, which is stored only inside the key.
    fn open_fields(
        &mut self,
        key: &KeyAttribute,
        parts: &[Part],
        keys: &[(usize, &'a str)],
    ) -> Vec<(String, String)> {
        let mut columns: Vec<Vec<Option<Cow<'a, str>>>> = Vec::new();
        for (row, text) in keys {
            let found = open_parts(parts, *row, text, &self.columns, self.delimiter);
            columns.resize_with(found.len().max(columns.len()), || {
                vec![None; self.rows.len()]
            });
            for (at, found) in found.into_iter().enumerate() {
                columns[at][*row] = Some(Cow::Borrowed(found));
            }
        }
        let mut aliases = self.open_aliases(key, parts).into_iter();
        let mut made = Vec::new();
        let mut tag: Option<String> = None;
        let mut number = 0;
        let mut texts = columns.into_iter();
        for part in parts {
            match part {
                Part::Constant(text) if !text.is_empty() => {
                    tag = Some(names::snake(text));
                    number = 0;
                }
                Part::Open => {
                    number += 1;
                    let texts = texts.next().unwrap_or_default();
                    let place = OpenPlace {
                        key,
                        tag: tag.as_deref(),
                        number,
                        alias: aliases.next().flatten(),
                    };
                    made.push(self.open_field(&place, texts));
                }
                _ => {}
            }
        }
        made
    }

    /// The source's own names for the open parts of a key, if its alias names each of them.
    fn open_aliases(&self, key: &KeyAttribute, parts: &[Part]) -> Vec<Option<String>> {
        let open = parts.iter().filter(|part| **part == Part::Open).count();
        let Some(alias) = self.aliases.get(&key.name) else {
            return vec![None; open];
        };
        let constants = parts.iter().filter_map(|part| match part {
            Part::Constant(text) => Some(text.as_str()),
            _ => None,
        });
        let constants: Vec<_> = constants.collect();
        let names = named_in(alias, &constants);
        let values = parts
            .iter()
            .filter(|part| !matches!(part, Part::Constant(_)));
        let values: Vec<_> = values.collect();
        let is_free = |name: &String| !self.fields.iter().any(|field| field.name == *name);
        if names.len() == values.len() {
            let pairs = values.into_iter().zip(names);
            let pairs = pairs.filter(|(part, _)| **part == Part::Open);
            return pairs.map(|(_, name)| Some(name).filter(is_free)).collect();
        }
        vec![None; open]
    }

    fn open_field(
        &mut self,
        place: &OpenPlace<'_>,
        texts: Vec<Option<Cow<'a, str>>>,
    ) -> (String, String) {
        let OpenPlace {
            key,
            tag,
            number,
            alias,
        } = place;
        let known: Vec<&str> = texts.iter().flatten().map(AsRef::as_ref).collect();
        let (ty, format) = open_type(&known);
        let base = tag.map_or_else(|| names::snake(&key.name), str::to_owned);
        let name = match (&ty, number) {
            _ if alias.is_some() => alias.clone().unwrap_or_default(),
            (Ty::Time(_), _) => format!("{base}_at"),
            (Ty::Date, _) => format!("{base}_date"),
            (_, 1) if tag.is_some() => format!("{base}_id"),
            (_, 1) => format!("{base}_1"),
            _ => format!("{base}_{number}"),
        };
        let name = self.free(&name);
        self.fields.push(FieldOutline {
            name: name.clone(),
            attribute: None,
            ty: ty.clone(),
            optional: texts.iter().any(Option::is_none),
            role: None,
            docs: match alias {
                Some(alias) => format!(
                    "{} Stored only inside `{}`.",
                    super::docs::of_field(alias, &Ty::Any),
                    key.name
                ),
                None => format!("Stored only inside `{}`.", key.name),
            },
            questions: if alias.is_some() {
                Vec::new()
            } else {
                vec![format!(
                    "is this the right name? Only `{}` has it",
                    key.name
                )]
            },
        });
        self.columns.push(Column {
            field: name.clone(),
            ty,
            texts,
            stored: false,
        });
        (name, format)
    }
}

/// The place of an open part in a key.
struct OpenPlace<'k> {
    key: &'k KeyAttribute,
    /// The constant before it.
    tag: Option<&'k str>,
    /// Its number after that constant.
    number: usize,
    /// The source's own name for it.
    alias: Option<String>,
}

/// The names of values in an alias, such as `SubId#SKU`, without the constants of the key.
fn named_in(alias: &str, constants: &[&str]) -> Vec<String> {
    let tokens = alias.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    let tokens = tokens.filter(|token| !token.is_empty() && !constants.contains(token));
    tokens.map(names::snake).collect()
}

/// The type of an open part, and its format.
fn open_type(texts: &[&str]) -> (Ty, String) {
    let mut times = texts.iter().map(|text| time::rfc3339(text));
    if let Some(Some((_, digits))) = times.next()
        && let Some(precision) = time::precision(digits)
        && times.all(|time| time.is_some_and(|(_, found)| found == digits))
    {
        // Whole milliseconds in the key can be read back from either form.
        return (Ty::Time(TimeForm::Rfc3339), precision.to_owned());
    }
    if texts.iter().all(|text| time::day(text).is_some()) {
        return (Ty::Date, String::new());
    }
    let widths: BTreeSet<_> = texts.iter().map(|text| text.len()).collect();
    let is_digits = |text: &&str| text.bytes().all(|digit| digit.is_ascii_digit());
    if let (Some(width), 1) = (widths.first(), widths.len())
        && (2..=18).contains(width)
        && texts.iter().all(is_digits)
        && texts.iter().any(|text| text.starts_with('0'))
    {
        return (Ty::Unsigned, format!(":0{width}"));
    }
    (Ty::Text, String::new())
}

/// The type of a field that is itself a key: one that keys accept as it is.
pub(super) fn key_type(key: &KeyAttribute, found: &Ty) -> Ty {
    match (key.kind, found) {
        (KeyKind::Text, Ty::Named(_) | Ty::Date) | (KeyKind::Number, Ty::Signed | Ty::Decimal) => {
            found.clone()
        }
        (KeyKind::Text, _) => Ty::Text,
        (KeyKind::Number, Ty::Float | Ty::Any) => Ty::Decimal,
        (KeyKind::Number, _) => Ty::Unsigned,
        (KeyKind::Bytes, _) => Ty::Bytes,
    }
}

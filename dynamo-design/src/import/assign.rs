//! Assigning samples to tables, and to the item types that a source declares.

use std::collections::BTreeMap;

use super::infer::Labelled;
use super::{Import, ImportError};
use crate::model::{NamePiece, name_pieces};
use crate::{Design, ItemDesign, KeyText, Sample, Value};

impl Import {
    /// Assigns each sample to its table.
    pub(super) fn assign(&mut self) -> Result<BTreeMap<String, Vec<Labelled>>, ImportError> {
        let mut samples: BTreeMap<String, Vec<Labelled>> = BTreeMap::new();
        let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
        for (source, items) in std::mem::take(&mut self.items) {
            for sample in items.items {
                let table = self
                    .table_of(items.table.as_deref(), &sample)
                    .map_err(|error| error.in_source(&source))?;
                let Some(design) = table else { continue };
                let name = design.table.name.clone();
                let key = key_of(design, &sample);
                let list = samples.entry(name.clone()).or_default();
                if key.contains("#unique#") {
                    continue;
                }
                let entity = items.entity.clone();
                match seen.get(&(name.clone(), key.clone())) {
                    Some(at) if list[*at].sample != sample => self.notes.push(format!(
                        "two samples of `{name}` have the key {key} and differ; the first is taken"
                    )),
                    Some(_) => {}
                    None => {
                        seen.insert((name, key), list.len());
                        list.push(Labelled {
                            sample,
                            entity,
                            aliases: items.aliases.clone(),
                        });
                    }
                }
            }
        }
        Ok(samples)
    }

    /// The table that a sample belongs to.
    fn table_of(
        &self,
        named: Option<&str>,
        sample: &Sample,
    ) -> Result<Option<&Design>, ImportError> {
        let designs = self.designs.iter().map(|(_, design)| design);
        let is_named = |design: &&Design| {
            named.is_none_or(|name| design.name == name || is_called(&design.table.name, name))
        };
        let candidates: Vec<_> = designs.filter(is_named).collect();
        if candidates.is_empty() {
            let name = named.unwrap_or_default();
            return Err(ImportError::new(format!(
                "has items of a table `{name}`, which no source describes"
            )));
        }
        let fitting: Vec<_> = candidates
            .iter()
            .copied()
            .filter(|design| has_keys(design, sample))
            .collect();
        match fitting.as_slice() {
            [one] => Ok(Some(one)),
            [] => {
                let keys: Vec<_> = candidates.iter().map(|design| keys_of(design)).collect();
                Err(ImportError::new(format!(
                    "has an item without the keys of its table: {}",
                    keys.join(", or ")
                )))
            }
            several => best(several, sample).map(Some),
        }
    }
}

/// The table with most of a sample's index keys, among several whose keys it has.
fn best<'d>(designs: &[&'d Design], sample: &Sample) -> Result<&'d Design, ImportError> {
    let counts = designs.iter().map(|design| index_keys(design, sample));
    let most = counts.max().unwrap_or(0);
    let mut top = designs
        .iter()
        .filter(|design| index_keys(design, sample) == most);
    if let (Some(one), None) = (top.next(), top.next()) {
        return Ok(one);
    }
    let names: Vec<_> = designs
        .iter()
        .map(|design| design.table.name.as_str())
        .collect();
    Err(ImportError::new(format!(
        "has items that could be of the tables {}; write the table before the file: `{}=FILE`",
        names.join(" and "),
        names.first().copied().unwrap_or_default()
    )))
}

/// Whether a sample has the keys of a table, with their types.
fn has_keys(design: &Design, sample: &Sample) -> bool {
    let keys = [Some(&design.table.pk), design.table.sk.as_ref()];
    let mut keys = keys.into_iter().flatten();
    keys.all(|key| {
        let value = sample.get(&key.name);
        value.is_some_and(|value| value.type_name() == key.kind.letter())
    })
}

fn index_keys(design: &Design, sample: &Sample) -> usize {
    let keys = design.table.key_attributes();
    keys.iter()
        .filter(|key| sample.contains_key(&key.name))
        .count()
}

fn keys_of(design: &Design) -> String {
    let keys = [Some(&design.table.pk), design.table.sk.as_ref()];
    let keys = keys.into_iter().flatten();
    let keys: Vec<_> = keys
        .map(|key| format!("`{}` ({})", key.name, key.kind.letter()))
        .collect();
    format!("{} of `{}`", keys.join(" and "), design.table.name)
}

fn key_of(design: &Design, sample: &Sample) -> String {
    let keys = [Some(&design.table.pk), design.table.sk.as_ref()];
    let keys = keys.into_iter().flatten().map(|key| {
        let value = sample.get(&key.name).map(Value::plain);
        format!("`{}` = `{}`", key.name, value.unwrap_or_default())
    });
    keys.collect::<Vec<_>>().join(", ")
}

/// Whether a name with variables can be this name: `orders_{stage}` is `orders_dev`.
pub(super) fn is_called(pattern: &str, name: &str) -> bool {
    if pattern == name {
        return true;
    }
    let pieces = name_pieces(pattern);
    let mut rest = name;
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            NamePiece::Text(text) if at == 0 => match rest.strip_prefix(text) {
                Some(behind) => rest = behind,
                None => return false,
            },
            NamePiece::Text(text) if at + 1 == pieces.len() => return rest.ends_with(text),
            NamePiece::Text(text) => match rest.find(text) {
                Some(found) => rest = &rest[found + text.len()..],
                None => return false,
            },
            NamePiece::Variable(_) => {}
        }
    }
    matches!(pieces.last(), Some(NamePiece::Variable(_))) && pieces.len() > 1 && !rest.is_empty()
}

/// Assigns samples to the item types that a source declares, by the type attribute or the keys.
pub(super) fn spread(design: &mut Design, samples: Vec<Labelled>, notes: &mut Vec<String>) {
    let type_attr = design.type_attr.clone();
    let only_one = design.items.len() == 1;
    let mut lost = 0;
    for Labelled { sample, entity, .. } in samples {
        let stored = type_attr
            .as_ref()
            .and_then(|attr| sample.get(attr))
            .map(Value::plain);
        let item = design.items.iter_mut().find(|item| {
            only_one
                || stored.is_some() && item.entity == stored
                || entity.as_ref() == Some(&item.name)
                || stored.is_none() && entity.is_none() && begins_like(item, &sample)
        });
        match item {
            Some(item) if !item.samples.contains(&sample) => item.samples.push(sample),
            Some(_) => {}
            None => lost += 1,
        }
    }
    if lost > 0 {
        notes.push(format!(
            "{lost} samples of `{}` are of none of its item types; they are left out",
            design.table.name
        ));
    }
}

/// Whether the keys of a sample begin like those of an item type.
fn begins_like(item: &ItemDesign, sample: &Sample) -> bool {
    let Some(primary) = item.primary() else {
        return false;
    };
    let mut keys = primary.pk.iter().chain(&primary.sk);
    keys.all(
        |key| match (key.template.first(), sample.get(&key.attribute)) {
            (Some(KeyText::Literal(text)), Some(Value::S(value))) => {
                value.starts_with(text.as_str())
            }
            _ => true,
        },
    )
}

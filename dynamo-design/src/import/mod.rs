//! Item types from existing templates, models, tables and sample items.
//!
//! Pass the sources, and get annotated Rust:
//!
//! ```
//! use dynamo_design::import::Import;
//!
//! let table = r#"{
//!     "TableName": "shop",
//!     "AttributeDefinitions": [
//!         { "AttributeName": "PK", "AttributeType": "S" },
//!         { "AttributeName": "SK", "AttributeType": "S" }
//!     ],
//!     "KeySchema": [
//!         { "AttributeName": "PK", "KeyType": "HASH" },
//!         { "AttributeName": "SK", "KeyType": "RANGE" }
//!     ]
//! }"#;
//! let items = r#"[
//!     { "PK": "CUSTOMER#ada", "SK": "ORDER#7", "customer_id": "ada", "order_id": "7", "cents": 995 },
//!     { "PK": "CUSTOMER#bob", "SK": "ORDER#8", "customer_id": "bob", "order_id": "8", "cents": 120 }
//! ]"#;
//! let mut import = Import::new();
//! import.read("table.json", table)?;
//! import.read("items.json", items)?;
//! let imported = import.finish()?;
//! assert!(imported.rust.contains(r#"#[key(pk = "CUSTOMER#{customer_id}", sk = "ORDER#{order_id}")]"#));
//! # Ok::<(), dynamo_design::import::ImportError>(())
//! ```
//!
//! | source | what it describes |
//! |---|---|
//! | a CloudFormation or SAM template, JSON or YAML, also from the CDK | tables and their options |
//! | Terraform: `.tf`, or `terraform show -json` | tables and their options |
//! | `aws dynamodb describe-table`, a `create-table` request | a table |
//! | `scan`, `query`, `get-item`, an export to S3, items as JSON | samples |
//! | a NoSQL Workbench model | tables, item types by facet, samples |
//! | awslabs' `schema.json` | tables, item types with templates and fields |
//! | a lock file or design of this library | everything but the types of fields |
//!
//! Item types, fields and keys are inferred from the samples, and each inference is checked against
//! all of them. Whatever samples leave open is a comment that begins with `// Question:`.

mod infer;
mod names;
mod number;
mod outline;
mod source;
mod time;
mod write;

use std::collections::BTreeMap;
use std::fmt;

use self::infer::{Inference, Labelled};
use self::outline::TableOutline;
pub use self::source::live::LiveSample;
use self::source::{Found, FoundItems};
use crate::model::{NamePiece, name_pieces};
use crate::{Design, Sample, Value};
use dynamo_runtime::Db;

/// A source that cannot be imported, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportError {
    source: Option<String>,
    place: Option<String>,
    reason: String,
}

impl ImportError {
    fn new(reason: impl Into<String>) -> Self {
        Self {
            source: None,
            place: None,
            reason: reason.into(),
        }
    }

    /// Adds the place in a source; the innermost place is kept.
    fn of(mut self, place: &str) -> Self {
        self.place.get_or_insert_with(|| place.to_owned());
        self
    }

    fn in_source(mut self, source: &str) -> Self {
        self.source.get_or_insert_with(|| source.to_owned());
        self
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(source) = &self.source {
            write!(f, "`{source}`: ")?;
        }
        if let Some(place) = &self.place {
            write!(f, "{place} ")?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for ImportError {}

/// An import: reads sources, and writes item types from them.
#[derive(Debug, Default)]
pub struct Import {
    designs: Vec<(String, Design)>,
    items: Vec<(String, FoundItems)>,
    attributes: Vec<(String, Vec<(String, String)>)>,
    ttl: Option<String>,
    notes: Vec<String>,
    with_options: bool,
    proof: Option<String>,
}

/// The result of an import.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Imported {
    /// The item types as Rust source code.
    pub rust: String,
    /// The tables and the samples, for the test that is written with [`Import::with_proof`].
    pub proof: String,
    /// The tables and their options, without item types.
    pub tables: Vec<Design>,
    /// Contradictions and omissions, for a person to read. They name keys and no other values.
    pub notes: Vec<String>,
}

impl Import {
    /// Begins an import.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Also writes a function `designs`, with the options of each table.
    #[must_use]
    pub fn with_options(mut self) -> Self {
        self.with_options = true;
        self
    }

    /// Also writes a test that reads [`Imported::proof`] from a file with this name next to the
    /// source code.
    #[must_use]
    pub fn with_proof(mut self, file: impl Into<String>) -> Self {
        self.proof = Some(file.into());
        self
    }

    /// Reads a source, whose format is recognised by its content; `name` is for messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has an unknown format, or is malformed.
    pub fn read(&mut self, name: &str, text: &str) -> Result<(), ImportError> {
        let found = source::read(text).map_err(|error| error.in_source(name))?;
        self.add(name, None, found)
    }

    /// Reads sample items of the named table.
    ///
    /// # Errors
    ///
    /// The same as [`read`](Self::read).
    pub fn read_items(&mut self, name: &str, table: &str, text: &str) -> Result<(), ImportError> {
        let found = source::read(text).map_err(|error| error.in_source(name))?;
        self.add(name, Some(table), found)
    }

    /// Reads a live table by its physical name, with a sample of its items: the first that a scan
    /// returns, no faster than allowed.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such table, or DynamoDB refuses.
    pub async fn read_live(
        &mut self,
        db: &Db,
        table: &str,
        sample: &LiveSample,
    ) -> Result<(), ImportError> {
        let in_table = |error: ImportError| error.in_source(table);
        let design = source::live::describe(db, table).await.map_err(in_table)?;
        let items = source::live::items(db, table, sample)
            .await
            .map_err(in_table)?;
        let found = Found {
            tables: vec![design],
            items: vec![FoundItems {
                table: Some(table.to_owned()),
                entity: None,
                items,
            }],
            ..Found::default()
        };
        self.add(table, None, found)
    }

    fn add(&mut self, name: &str, table: Option<&str>, found: Found) -> Result<(), ImportError> {
        self.notes.extend(found.notes);
        self.attributes.extend(found.attributes);
        self.ttl = found.ttl.or(self.ttl.take());
        for mut items in found.items {
            items.table = table.map(str::to_owned).or(items.table);
            self.items.push((name.to_owned(), items));
        }
        for design in found.tables {
            self.add_design(name, design)?;
        }
        Ok(())
    }

    /// Adds a table, or merges what another source says about a known one.
    fn add_design(&mut self, name: &str, design: Design) -> Result<(), ImportError> {
        let same = self.designs.iter_mut().find(|(_, known)| {
            is_called(&known.table.name, &design.table.name)
                || is_called(&design.table.name, &known.table.name)
        });
        let Some((source, known)) = same else {
            self.designs.push((name.to_owned(), design));
            return Ok(());
        };
        let mut other = design.table.clone();
        other.name.clone_from(&known.table.name);
        let ttl = known.table.ttl.clone().or_else(|| other.ttl.clone());
        other.ttl.clone_from(&known.table.ttl);
        let (mut left, mut right) = (known.table.clone(), other);
        // Sources list indexes in any order.
        left.indexes.sort_by(|a, b| a.name.cmp(&b.name));
        right.indexes.sort_by(|a, b| a.name.cmp(&b.name));
        if left != right {
            return Err(ImportError::new(format!(
                "contradicts `{source}` about the keys or indexes of table `{}`; leave out the one \
                 that is out of date",
                known.table.name
            ))
            .in_source(name));
        }
        known.table.ttl = ttl;
        if known.items.is_empty() {
            known.items = design.items;
            known.collections = design.collections;
            known.type_attr = design.type_attr;
            known.types = design.types;
        }
        Ok(())
    }

    /// Infers item types, and writes them.
    ///
    /// # Errors
    ///
    /// Returns an error if no source describes a table, or samples belong to none.
    pub fn finish(mut self) -> Result<Imported, ImportError> {
        if self.designs.is_empty() {
            return Err(ImportError::new(
                "no source describes a table; add a template, the output of `describe-table`, or \
                 `--table NAME`",
            ));
        }
        if let (Some(ttl), [(_, only)]) = (&self.ttl, self.designs.as_mut_slice()) {
            only.table.ttl.get_or_insert_with(|| ttl.clone());
        }
        let mut samples = self.assign()?;
        let mut inference = Inference {
            attributes: std::mem::take(&mut self.attributes),
            ..Inference::default()
        };
        let mut designs = std::mem::take(&mut self.designs);
        designs.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
        let mut outlines = Vec::new();
        for (_, mut design) in designs {
            let own = samples.remove(&design.table.name).unwrap_or_default();
            outlines.push(if design.items.is_empty() {
                inference.table(design, &own)
            } else {
                spread(&mut design, own, &mut self.notes);
                inference.declared(design)
            });
        }
        self.notes.append(&mut inference.notes);
        let rust = write::file(
            &outlines,
            &inference.named,
            &write::Request {
                with_options: self.with_options,
                proof: self.proof.as_deref(),
            },
        );
        Ok(Imported {
            rust,
            proof: write::proof(&outlines),
            tables: outlines.into_iter().map(table_of).collect(),
            notes: self.notes,
        })
    }

    /// Assigns each sample to its table.
    fn assign(&mut self) -> Result<BTreeMap<String, Vec<Labelled>>, ImportError> {
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
                        list.push(Labelled { sample, entity });
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

/// The table of an outline, without item types.
fn table_of(outline: TableOutline) -> Design {
    outline.design
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
fn is_called(pattern: &str, name: &str) -> bool {
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
fn spread(design: &mut Design, samples: Vec<Labelled>, notes: &mut Vec<String>) {
    let type_attr = design.type_attr.clone();
    let only_one = design.items.len() == 1;
    let mut lost = 0;
    for Labelled { sample, entity } in samples {
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
fn begins_like(item: &crate::ItemDesign, sample: &Sample) -> bool {
    let Some(primary) = item.primary() else {
        return false;
    };
    let mut keys = primary.pk.iter().chain(&primary.sk);
    keys.all(
        |key| match (key.template.first(), sample.get(&key.attribute)) {
            (Some(crate::KeyText::Literal(text)), Some(Value::S(value))) => {
                value.starts_with(text.as_str())
            }
            _ => true,
        },
    )
}

//! Item types from existing templates, models, tables and sample items.
//!
//! Pass the sources, and get annotated Rust code:
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
//! | a CloudFormation or SAM template, JSON or YAML, also from the CDK or in `serverless.yml` | tables and their options |
//! | Terraform: `.tf`, or `terraform show -json` | tables and their options |
//! | `aws dynamodb describe-table`, a `create-table` request | a table |
//! | `scan`, `query`, `get-item`, an export to S3, items as JSON | samples |
//! | a NoSQL Workbench model | tables, item types by facet, samples |
//! | awslabs' `schema.json` | tables, item types with templates and fields |
//! | a lock file or design of this library | everything but the types of fields |
//!
//! Item types, fields and keys are inferred from the samples, and each guess is checked against all
//! of them. If the samples leave something open, the code has a comment about it that begins with
//! `// Question:`.

mod assign;
mod error;
mod infer;
mod names;
mod number;
mod outline;
mod source;
mod time;
mod write;

pub use self::error::ImportError;
pub use self::source::live::LiveSample;

use self::assign::{is_called, spread};
use self::infer::Inference;
use self::source::{Found, FoundItems};
use crate::{Design, ProjectedAttributes, TableDefinition};
use dynamo_runtime::Db;

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

    /// Reads a live table by its physical name, with the first items that a scan returns, at no
    /// more than the given rate.
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
        let described = source::live::describe(db, table).await;
        let (design, notes) = described.map_err(in_table)?;
        let items = source::live::items(db, table, sample)
            .await
            .map_err(in_table)?;
        let found = Found {
            tables: vec![design],
            items: vec![FoundItems {
                table: Some(table.to_owned()),
                items,
                ..FoundItems::default()
            }],
            notes,
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
    fn add_design(&mut self, name: &str, mut design: Design) -> Result<(), ImportError> {
        leave_out_keys(&mut design.table);
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
            &write::FileOptions {
                with_options: self.with_options,
                proof: self.proof.as_deref(),
            },
        );
        Ok(Imported {
            rust,
            proof: write::proof(&outlines),
            tables: outlines.into_iter().map(|outline| outline.design).collect(),
            notes: self.notes,
        })
    }
}

/// Removes keys from the attributes that indexes hold: every index holds its keys and the table's.
fn leave_out_keys(table: &mut TableDefinition) {
    let of_table = [Some(&table.pk), table.sk.as_ref()];
    let of_table: Vec<_> = of_table.into_iter().flatten().cloned().collect();
    for index in &mut table.indexes {
        let own: Vec<_> = index.keys().map(|key| key.name.clone()).collect();
        let is_key =
            |name: &String| own.contains(name) || of_table.iter().any(|key| key.name == *name);
        if let ProjectedAttributes::Include(names) = &mut index.projection {
            names.retain(|name| !is_key(name));
            if names.is_empty() {
                index.projection = ProjectedAttributes::KeysOnly;
            }
        }
    }
}

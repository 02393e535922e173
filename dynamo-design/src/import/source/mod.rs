//! The sources of an import: one file per format, recognised by content.

mod awslabs;
mod cloudformation;
mod describe;
mod global_table;
pub(super) mod live;
mod live_options;
mod lock;
mod request;
mod samples;
mod serverless;
mod template;
mod terraform;
mod terraform_scope;
mod terraform_state;
mod workbench;
mod yaml;

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::ImportError;
use crate::options::{ReplicaConsistency, Replicas, TableOptions};
use crate::{Design, Sample, TableDefinition, Types};

/// The contents of a source.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The tables, with the item types of sources that know them.
    pub(super) tables: Vec<Design>,
    /// Sample items.
    pub(super) items: Vec<FoundItems>,
    /// The attributes of tables by name, with DynamoDB's names of their types.
    pub(super) attributes: Vec<(String, Vec<(String, String)>)>,
    /// The TTL attribute of a table that the source does not name.
    pub(super) ttl: Option<String>,
    /// Notes for the reader.
    pub(super) notes: Vec<String>,
}

/// Sample items of one table.
#[derive(Debug, Default)]
pub(super) struct FoundItems {
    /// The table's name, if the source has it.
    pub(super) table: Option<String>,
    /// The item type's name, if the source has it.
    pub(super) entity: Option<String>,
    /// The source's own names for the keys, by attribute.
    pub(super) aliases: BTreeMap<String, String>,
    /// The items.
    pub(super) items: Vec<Sample>,
}

/// Reads a source of any format.
pub(super) fn read(text: &str) -> Result<Found, ImportError> {
    let text = text.trim_start_matches('\u{feff}');
    let start = text.trim_start();
    if start.is_empty() {
        return Err(ImportError::new("is empty"));
    }
    if start.starts_with(['{', '[']) || start.starts_with("//") {
        return json(text);
    }
    if is_terraform(text) {
        return terraform::read(text);
    }
    let value = yaml::read(text)?;
    let mut found = Found::default();
    if !structure(&value, &mut found)? {
        return Err(unknown());
    }
    Ok(found)
}

/// Whether a line begins a Terraform block.
fn is_terraform(text: &str) -> bool {
    text.lines().any(|line| {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let second = words.next().unwrap_or_default();
        matches!(
            first,
            "resource" | "variable" | "module" | "provider" | "data"
        ) && second.starts_with('"')
            || first == "terraform" && second == "{"
            || first == "locals" && second == "{"
    })
}

fn unknown() -> ImportError {
    ImportError::new(
        "is in none of the formats that `import` reads: CloudFormation, SAM or `serverless.yml`, Terraform, `describe-table` \
         or `scan` output, a NoSQL Workbench model, awslabs' `schema.json`, a lock file, or sample items \
         as JSON",
    )
}

/// Reads JSON: one value, a list, or a value per line.
fn json(text: &str) -> Result<Found, ImportError> {
    // Examples in documents have comments, which JSON does not allow.
    let lines = text.lines().map(|line| {
        if line.trim_start().starts_with("//") {
            ""
        } else {
            line
        }
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut found = Found::default();
    for value in serde_json::Deserializer::from_str(&text).into_iter::<Json>() {
        let value = value.map_err(|error| {
            ImportError::new(format!(
                "is not JSON: {error}; correct it, or convert it first"
            ))
        })?;
        if !structure(&value, &mut found)? {
            samples::read(&value, &mut found)?;
        }
    }
    Ok(found)
}

/// Reads a value that describes tables or names its items; `false` if it is neither.
fn structure(value: &Json, found: &mut Found) -> Result<bool, ImportError> {
    let has = |name: &str| value.get(name).is_some();
    if value.get("Resources").is_some_and(Json::is_object) {
        cloudformation::read(value, found)?;
    } else if let Some(template) = serverless::template(value) {
        cloudformation::read(&template, found)?;
    } else if has("DataModel") {
        workbench::read(value, found)?;
    } else if has("format_version") && (has("values") || has("planned_values")) {
        terraform_state::read(value, found)?;
    } else if awslabs::is_schema(value) {
        awslabs::read(value, found)?;
    } else if lock::is_lock(value) {
        lock::read(value, found)?;
    } else if describe::is_description(value) {
        describe::read(value, found)?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// The replicas of a table, if it has any.
fn replicas(regions: Vec<String>, is_strong: bool, witness: Option<&str>) -> Option<Replicas> {
    (!regions.is_empty()).then(|| Replicas {
        regions,
        consistency: if is_strong {
            ReplicaConsistency::Strong
        } else {
            ReplicaConsistency::Eventual
        },
        witness: witness.map(str::to_owned),
    })
}

/// The design of a table about which nothing else is known.
pub(super) fn design(name: String, table: TableDefinition) -> Design {
    Design {
        name,
        docs: None,
        table,
        type_attr: None,
        types: Types::ByKeys,
        items: Vec::new(),
        collections: Vec::new(),
        options: TableOptions::default(),
    }
}

/// The type name for a table: its own name in pascal case.
pub(super) fn type_name(table: &str) -> String {
    let base = crate::model::base(table).map_or(table, |(base, _)| base);
    crate::model::pascal(base)
}

/// A text inside a value, by the names on the way to it.
fn text<'a>(value: &'a Json, path: &[&str]) -> Option<&'a str> {
    at(value, path)?.as_str()
}

fn at<'a>(value: &'a Json, path: &[&str]) -> Option<&'a Json> {
    path.iter().try_fold(value, |value, name| value.get(name))
}

/// The elements of a list; empty if it is not a list.
fn each<'a>(value: &'a Json, name: &str) -> &'a [Json] {
    value
        .get(name)
        .and_then(Json::as_array)
        .map_or(&[], Vec::as_slice)
}

/// A boolean, also in quotes, as templates write it.
fn is_true(value: &Json) -> bool {
    match value {
        Json::Bool(value) => *value,
        Json::String(text) => text.eq_ignore_ascii_case("true"),
        _ => false,
    }
}

/// An integer, also in quotes.
fn number(value: &Json) -> Option<u32> {
    match value {
        Json::Number(number) => u32::try_from(number.as_u64()?).ok(),
        Json::String(text) => text.parse().ok(),
        _ => None,
    }
}

//! CloudFormation and SAM templates, including the CDK's output.

use serde_json::{Map, Value as Json};

use super::template::{Name, Template, only};
use super::{Found, design, each, global_table, number, request, text};
use crate::Design;
use crate::import::ImportError;
use crate::model::snake;
use crate::options::{Alarm, Metric, Replicas};
use crate::{KeyAttribute, TableDefinition};

/// Reads every table of a template, with its alarms.
pub(super) fn read(value: &Json, found: &mut Found) -> Result<(), ImportError> {
    let template = Template::of(value);
    let empty = Map::new();
    let resources = value.get("Resources").and_then(Json::as_object);
    let resources = resources.unwrap_or(&empty);
    let mut tables = Vec::new();
    for (logical, resource) in resources {
        let kind = text(resource, &["Type"]).unwrap_or_default();
        let properties = resource.get("Properties").unwrap_or(&Json::Null);
        let table = match kind {
            "AWS::DynamoDB::Table" | "AWS::DynamoDB::GlobalTable" => {
                table(&template, logical, properties)
            }
            "AWS::Serverless::SimpleTable" => simple(&template, logical, properties),
            _ => continue,
        };
        let table = table.map_err(|error| error.of(&format!("resource `{logical}`")))?;
        tables.push((logical.clone(), table));
    }
    if tables.is_empty() {
        return Err(ImportError::new(
            "is a template without a table; it needs a resource of the type `AWS::DynamoDB::Table`",
        ));
    }
    for (logical, resource) in resources {
        if text(resource, &["Type"]) == Some("AWS::CloudWatch::Alarm") {
            alarm(logical, resource, &template, &mut tables, found);
        }
    }
    if let [(_, only)] = tables.as_mut_slice() {
        only.docs = text(value, &["Description"]).map(str::to_owned);
    }
    found
        .tables
        .extend(tables.into_iter().map(|(_, table)| table));
    Ok(())
}

fn table_name(template: &Template<'_>, logical: &str, properties: &Json) -> Name {
    match properties.get("TableName") {
        Some(name) => template.name(name, logical),
        // CloudFormation generates a name that only the stack knows.
        None => {
            let mut name = Name::default();
            name.variable(&snake(without_hash(logical)), None);
            name
        }
    }
}

/// A logical name without the hash that the CDK appends: `Orders315BB997` is `Orders`.
fn without_hash(logical: &str) -> &str {
    const HASH: usize = 8;
    let Some(at) = logical.len().checked_sub(HASH).filter(|at| *at > 0) else {
        return logical;
    };
    let is_hash = |hash: &str| {
        hash.bytes()
            .all(|byte| byte.is_ascii_digit() || (b'A'..=b'F').contains(&byte))
            && hash.bytes().any(|byte| byte.is_ascii_digit())
    };
    match logical.split_at_checked(at) {
        Some((name, hash)) if is_hash(hash) => name,
        _ => logical,
    }
}

/// The type name for a resource: `OrdersTable` declares `Orders`.
fn type_name(logical: &str) -> String {
    let logical = without_hash(logical);
    let base = logical
        .strip_suffix("Table")
        .filter(|base| !base.is_empty());
    crate::model::pascal(base.unwrap_or(logical))
}

fn table(template: &Template<'_>, logical: &str, properties: &Json) -> Result<Design, ImportError> {
    let name = table_name(template, logical, properties);
    let properties = template.filled(properties);
    let properties = global_table::as_table(&properties);
    let table = request::table(name.text, &properties)?;
    let mut design = design(type_name(logical), table);
    design.options = request::options(&properties);
    design.options.replicas = replicas(&properties);
    design.options.variables = name.variables;
    Ok(design)
}

/// The replicas of a global table, except the one in the region of the stack.
fn replicas(properties: &Json) -> Option<Replicas> {
    let regions = each(properties, "Replicas").iter();
    let regions: Vec<_> = regions
        .filter_map(|replica| replica.get("Region").and_then(Json::as_str))
        .filter(|region| !region.contains("AWS::Region"))
        .map(str::to_owned)
        .collect();
    let is_strong = text(properties, &["MultiRegionConsistency"]) == Some("STRONG");
    let witness = each(properties, "GlobalTableWitnesses").first();
    let witness = witness.and_then(|found| text(found, &["Region"]));
    super::replicas(regions, is_strong, witness)
}

/// SAM's short form of a table: one key, `id` by default.
fn simple(
    template: &Template<'_>,
    logical: &str,
    properties: &Json,
) -> Result<Design, ImportError> {
    let name = table_name(template, logical, properties);
    let properties = template.filled(properties);
    let key = text(&properties, &["PrimaryKey", "Name"]).unwrap_or("id");
    let ty = text(&properties, &["PrimaryKey", "Type"]).unwrap_or("String");
    let table = TableDefinition {
        name: name.text,
        pk: KeyAttribute {
            name: key.to_owned(),
            kind: request::kind(key, ty)?,
        },
        sk: None,
        indexes: Vec::new(),
        ttl: None,
    };
    let mut design = design(type_name(logical), table);
    design.options = request::options(&properties);
    if let Some(tags) = properties.get("Tags").and_then(Json::as_object) {
        let tags = tags.iter();
        let tags =
            tags.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
        design.options.tags = tags.collect();
    }
    design.options.variables = name.variables;
    Ok(design)
}

/// Adds an alarm to the table that it watches; other alarms are ignored.
fn alarm(
    logical: &str,
    resource: &Json,
    template: &Template<'_>,
    tables: &mut [(String, Design)],
    found: &mut Found,
) {
    let Some(properties) = resource.get("Properties") else {
        return;
    };
    let stats = each(properties, "Metrics").iter();
    let mut stats = stats.filter_map(|metric| metric.get("MetricStat"));
    let stat = stats.next();
    let metric = stat
        .and_then(|stat| stat.get("Metric"))
        .unwrap_or(properties);
    if text(metric, &["Namespace"]) != Some("AWS/DynamoDB") {
        return;
    }
    let mut dimensions = each(metric, "Dimensions").iter();
    let table = dimensions.find(|found| text(found, &["Name"]) == Some("TableName"));
    let Some(table) = table.and_then(|found| found.get("Value")) else {
        return;
    };
    let watched = |(id, design): &&mut (String, Design)| match table {
        Json::Object(map) => only(map, "Ref").and_then(Json::as_str) == Some(id),
        other => other.as_str() == Some(&design.table.name),
    };
    let Some((id, design)) = tables.iter_mut().find(watched) else {
        return;
    };
    let period = stat
        .and_then(|stat| stat.get("Period"))
        .or_else(|| properties.get("Period"));
    let whole = |value: Option<&Json>| {
        value
            .map(|value| template.filled(value))
            .as_ref()
            .and_then(number)
    };
    let metric = text(metric, &["MetricName"]).and_then(metric_of);
    let (Some(metric), Some(threshold), Some(period), Some(periods)) = (
        metric,
        whole(properties.get("Threshold")),
        whole(period),
        whole(properties.get("EvaluationPeriods")),
    ) else {
        found.notes.push(format!(
            "the alarm `{logical}` is of a kind that designs do not have; it is left out"
        ));
        return;
    };
    let written = text(properties, &["AlarmName", "Fn::Sub"]);
    let name = written.and_then(|name| name.strip_prefix(&format!("${{{id}}}-")));
    let name = name.map_or_else(|| snake(logical).replace('_', "-"), str::to_owned);
    design.options.alarms.push(Alarm {
        name,
        metric,
        threshold,
        period,
        periods,
    });
}

pub(super) fn metric_of(name: &str) -> Option<Metric> {
    [
        Metric::ThrottledRequests,
        Metric::SystemErrors,
        Metric::ConditionalCheckFailedRequests,
    ]
    .into_iter()
    .find(|metric| metric.as_str() == name)
}

//! NoSQL Workbench data models, with their facets and sample data.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::samples::item;
use super::{Found, FoundItems, design, each, number, request, text, type_name};
use crate::import::ImportError;
use crate::options::Billing;
use crate::{IndexDefinition, IndexKind, KeyAttribute, TableDefinition};

/// Reads every table of a model.
pub(super) fn read(value: &Json, found: &mut Found) -> Result<(), ImportError> {
    for table in each(value, "DataModel") {
        let name = text(table, &["TableName"])
            .ok_or_else(|| ImportError::new("a table of the model has no `TableName`"))?;
        let definition =
            definition(name, table).map_err(|error| error.of(&format!("table `{name}`")))?;
        let mut design = design(type_name(name), definition.clone());
        let units = |name: &str| {
            let throughput = ["ProvisionedCapacitySettings", "ProvisionedThroughput"];
            let mut found = throughput.iter().filter_map(|list| table.get(list));
            found.find_map(|found| found.get(name).and_then(number))
        };
        if let (Some("PROVISIONED"), Some(reads), Some(writes)) = (
            text(table, &["BillingMode"]),
            units("ReadCapacityUnits"),
            units("WriteCapacityUnits"),
        ) {
            design.options.billing = Billing::Provisioned { reads, writes };
        }
        found.tables.push(design);
        let attributes = each(table, "NonKeyAttributes")
            .iter()
            .filter_map(|attribute| {
                let name = text(attribute, &["AttributeName"])?;
                let ty = text(attribute, &["AttributeType"]).unwrap_or("S");
                Some((name.to_owned(), ty.to_owned()))
            });
        found
            .attributes
            .push((name.to_owned(), attributes.collect()));
        for facet in each(table, "TableFacets") {
            let entity = text(facet, &["FacetName"]).map(str::to_owned);
            data((name, &definition), entity, facet, found)?;
        }
        data((name, &definition), None, table, found)?;
    }
    Ok(())
}

/// The sample data of a table or a facet.
fn data(
    (table, keys): (&str, &TableDefinition),
    entity: Option<String>,
    holder: &Json,
    found: &mut Found,
) -> Result<(), ImportError> {
    let items = each(holder, "TableData").iter().map(item);
    let items = items.collect::<Result<Vec<_>, _>>()?;
    if !items.is_empty() {
        found.items.push(FoundItems {
            table: Some(table.to_owned()),
            entity,
            aliases: aliases(keys, holder),
            items,
        });
    }
    Ok(())
}

/// The names that a facet gives to the keys: `PK` is `AccountId`.
fn aliases(table: &TableDefinition, facet: &Json) -> BTreeMap<String, String> {
    let alias = |key: &KeyAttribute, role: &str| {
        let alias = text(facet, &["KeyAttributeAlias", role])?;
        Some((key.name.clone(), alias.to_owned()))
    };
    let pk = alias(&table.pk, "PartitionKeyAlias");
    let sk = table.sk.as_ref();
    let sk = sk.and_then(|sk| alias(sk, "SortKeyAlias"));
    pk.into_iter().chain(sk).collect()
}

fn definition(name: &str, table: &Json) -> Result<TableDefinition, ImportError> {
    let (pk, sk) = keys(table)?;
    let pk = pk.ok_or_else(|| request::no_partition_key(name))?;
    let mut indexes = Vec::new();
    for (list, kind) in [
        ("GlobalSecondaryIndexes", IndexKind::Global),
        ("LocalSecondaryIndexes", IndexKind::Local),
    ] {
        for index in each(table, list) {
            let name = text(index, &["IndexName"])
                .ok_or_else(|| ImportError::new("an index has no `IndexName`"))?;
            let (own, sk) = keys(index)?;
            indexes.push(IndexDefinition {
                name: name.to_owned(),
                kind,
                // A local index may leave out the partition key, since it is the table's.
                pk: vec![own.unwrap_or_else(|| pk.clone())],
                sk: sk.into_iter().collect(),
                projection: request::projection(index.get("Projection")),
                vector: None,
            });
        }
    }
    Ok(TableDefinition {
        name: name.to_owned(),
        pk,
        sk,
        indexes,
        ttl: None,
    })
}

fn keys(holder: &Json) -> Result<(Option<KeyAttribute>, Option<KeyAttribute>), ImportError> {
    let key = |role: &str| -> Result<Option<KeyAttribute>, ImportError> {
        let Some(name) = text(holder, &["KeyAttributes", role, "AttributeName"]) else {
            return Ok(None);
        };
        let ty = text(holder, &["KeyAttributes", role, "AttributeType"]).unwrap_or("S");
        Ok(Some(KeyAttribute {
            name: name.to_owned(),
            kind: request::kind(name, ty)?,
        }))
    };
    Ok((key("PartitionKey")?, key("SortKey")?))
}

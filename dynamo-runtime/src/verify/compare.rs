//! The comparison of a live table with its declaration.

use aws_sdk_dynamodb::types::{
    IndexStatus, KeySchemaElement, KeyType, Projection, ProjectionType, TableDescription,
};

use super::difference::Difference;
use crate::schema::{
    IndexDefinition, IndexKind, KeyAttribute, ProjectedAttributes, TableDefinition,
};

/// How a described table differs in keys and indexes.
pub(super) fn differences(table: &TableDescription, declared: &TableDefinition) -> Vec<Difference> {
    let mut differences = Vec::new();
    let found = roles(table.key_schema());
    let wanted = wanted(std::slice::from_ref(&declared.pk), declared.sk.as_slice());
    if found != wanted {
        differences.push(Difference::Keys {
            found: names(&found),
            declared: names(&wanted),
        });
    }
    for key in declared.key_attributes() {
        let mut attributes = table.attribute_definitions().iter();
        let found = attributes.find(|found| found.attribute_name() == key.name);
        if let Some(found) = found
            && *found.attribute_type() != key.kind.scalar()
        {
            differences.push(Difference::KeyType {
                attribute: key.name.clone(),
                found: found.attribute_type().to_string(),
                declared: key.kind.to_string(),
            });
        }
    }
    let live = live_indexes(table);
    for index in &declared.indexes {
        match live.iter().find(|found| found.is(index)) {
            Some(found) => differences.extend(found.differences(index)),
            None => differences.push(Difference::MissingIndex {
                index: index.name.clone(),
                local: index.kind == IndexKind::Local,
            }),
        }
    }
    let is_declared = |found: &&LiveIndex<'_>| declared.indexes.iter().any(|index| found.is(index));
    for found in live.iter().filter(|found| !is_declared(found)) {
        differences.push(Difference::UndeclaredIndex {
            index: found.name.to_owned(),
        });
    }
    differences
}

/// An index of a described table.
struct LiveIndex<'a> {
    name: &'a str,
    kind: IndexKind,
    keys: Vec<(String, bool)>,
    projection: Option<&'a Projection>,
    /// `None` for a local one, which is as old as its table.
    status: Option<&'a IndexStatus>,
}

fn live_indexes(table: &TableDescription) -> Vec<LiveIndex<'_>> {
    let global = table
        .global_secondary_indexes()
        .iter()
        .map(|index| LiveIndex {
            name: index.index_name().unwrap_or_default(),
            kind: IndexKind::Global,
            keys: roles(index.key_schema()),
            projection: index.projection(),
            status: index.index_status(),
        });
    let local = table
        .local_secondary_indexes()
        .iter()
        .map(|index| LiveIndex {
            name: index.index_name().unwrap_or_default(),
            kind: IndexKind::Local,
            keys: roles(index.key_schema()),
            projection: index.projection(),
            status: None,
        });
    global.chain(local).collect()
}

impl LiveIndex<'_> {
    fn is(&self, index: &IndexDefinition) -> bool {
        self.name == index.name && self.kind == index.kind
    }

    fn differences(&self, index: &IndexDefinition) -> Vec<Difference> {
        let mut differences = Vec::new();
        let name = || self.name.to_owned();
        let wanted = wanted(&index.pk, &index.sk);
        if self.keys != wanted {
            differences.push(Difference::IndexKeys {
                index: name(),
                found: names(&self.keys),
                declared: names(&wanted),
            });
        }
        if let Some(lacking) = self.lacking(index) {
            differences.push(Difference::NarrowProjection {
                index: name(),
                lacking,
            });
        }
        if let Some(status) = self.status
            && matches!(status, IndexStatus::Creating | IndexStatus::Deleting)
        {
            differences.push(Difference::IndexNotActive {
                index: name(),
                status: status.to_string(),
            });
        }
        differences
    }

    /// What it does not project and should; `None` where it projects enough.
    fn lacking(&self, index: &IndexDefinition) -> Option<Vec<String>> {
        let ty = self.projection.and_then(Projection::projection_type);
        if ty == Some(&ProjectionType::All) {
            return None;
        }
        let wanted: &[String] = match &index.projection {
            ProjectedAttributes::All => return Some(Vec::new()),
            ProjectedAttributes::KeysOnly => &[],
            ProjectedAttributes::Include(names) => names,
        };
        let held = self
            .projection
            .map_or(&[][..], Projection::non_key_attributes);
        let lacks = |name: &&String| !held.contains(name);
        let lacking: Vec<_> = wanted.iter().filter(lacks).cloned().collect();
        (!lacking.is_empty()).then_some(lacking)
    }
}

/// The name of each key attribute, and whether it is a partition key.
fn roles(keys: &[KeySchemaElement]) -> Vec<(String, bool)> {
    let role = |key: &KeySchemaElement| {
        let is_partition = *key.key_type() == KeyType::Hash;
        (key.attribute_name().to_owned(), is_partition)
    };
    keys.iter().map(role).collect()
}

fn wanted(pk: &[KeyAttribute], sk: &[KeyAttribute]) -> Vec<(String, bool)> {
    let pk = pk.iter().map(|key| (key.name.clone(), true));
    let sk = sk.iter().map(|key| (key.name.clone(), false));
    pk.chain(sk).collect()
}

fn names(keys: &[(String, bool)]) -> Vec<String> {
    keys.iter().map(|(name, _)| name.clone()).collect()
}

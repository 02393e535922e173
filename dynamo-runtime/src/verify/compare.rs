//! The comparison of a live table with its declaration.

use aws_sdk_dynamodb::types::{
    IndexStatus, KeySchemaElement, KeyType, Projection, ProjectionType, SearchSchemaElement,
    SearchSchemaElementType, TableDescription, VectorIndexDescription,
};

use super::difference::Difference;
use crate::schema::{
    IndexDefinition, IndexKind, KeyAttribute, ProjectedAttributes, TableDefinition,
    VectorDefinition,
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
    /// The vectors of a vector index, in words.
    vector: Option<String>,
    /// `None` for a local index, which is created with its table.
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
            vector: None,
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
            vector: None,
            status: None,
        });
    let vectors = table.vector_indexes().iter().map(|index| LiveIndex {
        name: index.index_name().unwrap_or_default(),
        kind: IndexKind::Vector,
        keys: search_roles(index.search_schema()),
        projection: index.projection(),
        vector: Some(described_vector(index)),
        status: index.index_status(),
    });
    global.chain(local).chain(vectors).collect()
}

/// `` `embedding` of 1024 dimensions, compared by COSINE ``.
fn described_vector(index: &VectorIndexDescription) -> String {
    let attribute = index.vector_attribute();
    vector_words(
        attribute.map_or("", |attribute| attribute.attribute_name()),
        index.dimensions().unwrap_or_default(),
        index
            .distance_function()
            .map_or("", |distance| distance.as_str()),
    )
}

fn declared_vector(vector: &VectorDefinition) -> String {
    vector_words(&vector.attribute, vector.dimensions, vector.distance.name())
}

fn vector_words(attribute: &str, dimensions: impl std::fmt::Display, distance: &str) -> String {
    format!("`{attribute}` of {dimensions} dimensions, compared by {distance}")
}

impl LiveIndex<'_> {
    fn is(&self, index: &IndexDefinition) -> bool {
        self.name == index.name && self.kind == index.kind
    }

    fn differences(&self, index: &IndexDefinition) -> Vec<Difference> {
        let mut differences = Vec::new();
        let name = || self.name.to_owned();
        let filters = index.vector.as_ref().map(|vector| &vector.filters);
        let wanted = wanted(&index.pk, filters.unwrap_or(&index.sk));
        if let (Some(found), Some(declared)) = (&self.vector, &index.vector) {
            let declared = declared_vector(declared);
            if *found != declared {
                differences.push(Difference::Vector {
                    index: name(),
                    found: found.clone(),
                    declared,
                });
            }
        }
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

    /// The attributes it should project and does not; `None` if it projects enough.
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

/// The name of each attribute that searches name, and whether it is the partition key, which comes
/// first.
fn search_roles(elements: &[SearchSchemaElement]) -> Vec<(String, bool)> {
    let role = |element: &SearchSchemaElement| {
        let is_partition = *element.search_schema_element_type() == SearchSchemaElementType::Hash;
        (element.attribute_name().to_owned(), is_partition)
    };
    let mut roles: Vec<_> = elements.iter().map(role).collect();
    roles.sort_by_key(|(_, is_partition)| !is_partition);
    roles
}

fn wanted(pk: &[KeyAttribute], sk: &[KeyAttribute]) -> Vec<(String, bool)> {
    let pk = pk.iter().map(|key| (key.name.clone(), true));
    let sk = sk.iter().map(|key| (key.name.clone(), false));
    pk.chain(sk).collect()
}

fn names(keys: &[(String, bool)]) -> Vec<String> {
    keys.iter().map(|(name, _)| name.clone()).collect()
}

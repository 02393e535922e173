//! A table as it is declared, in the one form that is compared with a live one and made into
//! requests.

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::types::builders::GlobalSecondaryIndexBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, GlobalSecondaryIndex, KeySchemaElement, KeyType, LocalSecondaryIndex,
    Projection as SdkProjection, ProjectionType,
};

use crate::key::KeyKind;
use crate::schema::{IndexKind, KeyDefinition, Projection, TableSchema};

/// A table as it is declared: its keys, indexes and TTL.
pub(crate) struct Declared<'a> {
    pub(crate) pk: Key<'a>,
    pub(crate) sk: Option<Key<'a>>,
    pub(crate) indexes: Vec<DeclaredIndex<'a>>,
    pub(crate) ttl: Option<&'a str>,
}

/// A key attribute.
#[derive(Clone, Copy)]
pub(crate) struct Key<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: KeyKind,
}

/// A secondary index.
pub(crate) struct DeclaredIndex<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: IndexKind,
    pub(crate) pk: Vec<Key<'a>>,
    pub(crate) sk: Vec<Key<'a>>,
    /// What it holds beside the keys; `None` is everything.
    pub(crate) projected: Option<Vec<&'a str>>,
}

impl Declared<'_> {
    /// The key attributes of the table and its indexes, each once.
    pub(crate) fn keys(&self) -> Vec<Key<'_>> {
        let of_indexes = self
            .indexes
            .iter()
            .flat_map(|index| index.pk.iter().chain(&index.sk));
        let mut found: Vec<Key<'_>> = Vec::new();
        for key in [&self.pk].into_iter().chain(&self.sk).chain(of_indexes) {
            if !found.iter().any(|known| known.name == key.name) {
                found.push(*key);
            }
        }
        found
    }

    pub(crate) fn key_schema(&self) -> Result<Vec<KeySchemaElement>, BuildError> {
        key_schema(std::slice::from_ref(&self.pk), self.sk.as_slice())
    }
}

impl Key<'_> {
    pub(crate) fn definition(&self) -> Result<AttributeDefinition, BuildError> {
        AttributeDefinition::builder()
            .attribute_name(self.name)
            .attribute_type(self.kind.scalar())
            .build()
    }
}

impl DeclaredIndex<'_> {
    pub(crate) fn key_schema(&self) -> Result<Vec<KeySchemaElement>, BuildError> {
        key_schema(&self.pk, &self.sk)
    }

    pub(crate) fn projection(&self) -> SdkProjection {
        let builder = SdkProjection::builder();
        match &self.projected {
            None => builder.projection_type(ProjectionType::All),
            Some(names) if names.is_empty() => builder.projection_type(ProjectionType::KeysOnly),
            Some(names) => builder
                .projection_type(ProjectionType::Include)
                .set_non_key_attributes(Some(names.iter().map(|&name| name.to_owned()).collect())),
        }
        .build()
    }

    /// A global index as a table is created with it, to be given its throughput.
    pub(crate) fn global(&self) -> Result<GlobalSecondaryIndexBuilder, BuildError> {
        Ok(GlobalSecondaryIndex::builder()
            .index_name(self.name)
            .set_key_schema(Some(self.key_schema()?))
            .projection(self.projection()))
    }

    pub(crate) fn local(&self) -> Result<LocalSecondaryIndex, BuildError> {
        LocalSecondaryIndex::builder()
            .index_name(self.name)
            .set_key_schema(Some(self.key_schema()?))
            .projection(self.projection())
            .build()
    }
}

fn key_schema(pk: &[Key<'_>], sk: &[Key<'_>]) -> Result<Vec<KeySchemaElement>, BuildError> {
    let pk = pk.iter().map(|key| (key, KeyType::Hash));
    let sk = sk.iter().map(|key| (key, KeyType::Range));
    let element = |(key, ty): (&Key<'_>, KeyType)| {
        KeySchemaElement::builder()
            .attribute_name(key.name)
            .key_type(ty)
            .build()
    };
    pk.chain(sk).map(element).collect()
}

impl From<&TableSchema> for Declared<'static> {
    fn from(schema: &TableSchema) -> Self {
        let key = |key: &KeyDefinition| Key {
            name: key.name,
            kind: key.kind,
        };
        let indexes = schema.indexes.iter().map(|index| DeclaredIndex {
            name: index.name,
            kind: index.kind,
            pk: index.pk.iter().map(key).collect(),
            sk: index.sk.iter().map(key).collect(),
            projected: match index.projection {
                Projection::All => None,
                Projection::KeysOnly => Some(Vec::new()),
                Projection::Include(names) => Some(names.to_vec()),
            },
        });
        Self {
            pk: key(&schema.pk),
            sk: schema.sk.as_ref().map(key),
            indexes: indexes.collect(),
            ttl: schema.ttl,
        }
    }
}

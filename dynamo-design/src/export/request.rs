//! The properties that CloudFormation templates and `CreateTable` requests share.

use super::tree::{Tree, list, map};
use crate::options::{Billing, TableClass, WarmThroughput};
use crate::{Design, IndexDefinition, IndexKind, KeyAttribute, ProjectedAttributes};

impl Design {
    pub(super) fn billed(&self, properties: Tree) -> Tree {
        let properties = properties.with("BillingMode", self.billing_mode());
        let options = &self.options;
        let class = (options.class != TableClass::Standard).then(|| options.class.as_str());
        capacity(properties, &options.billing)
            .with_some("WarmThroughput", warm(options.warm_throughput))
            .with_some("TableClass", class)
    }

    fn indexes_of(&self, kind: IndexKind) -> Option<Tree> {
        let indexes = self.table.indexes.iter();
        let indexes: Vec<_> = indexes
            .filter(|index| index.kind == kind)
            .map(|index| self.index_tree(index))
            .collect();
        (!indexes.is_empty()).then_some(Tree::List(indexes))
    }

    fn index_tree(&self, index: &IndexDefinition) -> Tree {
        let declared = || {
            map([
                ("IndexName", (&index.name).into()),
                ("KeySchema", key_schema(&index.pk, &index.sk)),
                ("Projection", projection(&index.projection)),
            ])
        };
        match index.kind {
            IndexKind::Global => {
                let options = &self.options;
                capacity(declared(), &options.index_billing(&index.name))
                    .with_some("WarmThroughput", warm(options.index_warm(&index.name)))
            }
            IndexKind::Local => declared(),
            IndexKind::Vector => vector_index(index),
        }
    }

    /// Adds the keys of the table and its indexes.
    pub(super) fn with_keys(&self, properties: Tree) -> Tree {
        let definitions = self.table.key_attributes().into_iter().map(|key| {
            map([
                ("AttributeName", (&key.name).into()),
                ("AttributeType", key.kind.letter().into()),
            ])
        });
        let sk = self.table.sk.as_ref().map(std::slice::from_ref);
        let keys = key_schema(std::slice::from_ref(&self.table.pk), sk.unwrap_or_default());
        properties
            .with("AttributeDefinitions", list(definitions))
            .with("KeySchema", keys)
            .with_some("GlobalSecondaryIndexes", self.indexes_of(IndexKind::Global))
            .with_some("LocalSecondaryIndexes", self.indexes_of(IndexKind::Local))
            .with_some("VectorIndexes", self.indexes_of(IndexKind::Vector))
    }

    /// The tags, if there are any.
    pub(super) fn tags(&self) -> Option<Tree> {
        let tags = self.options.tags.iter();
        let tags = tags.map(|(name, value)| map([("Key", name.into()), ("Value", value.into())]));
        (!self.options.tags.is_empty()).then(|| list(tags))
    }
}

/// Adds the capacity of a table or of a global index.
fn capacity(properties: Tree, billing: &Billing) -> Tree {
    match *billing {
        Billing::OnDemand {
            max_reads: None,
            max_writes: None,
        } => properties,
        Billing::OnDemand {
            max_reads,
            max_writes,
        } => properties.with(
            "OnDemandThroughput",
            map([])
                .with_some("MaxReadRequestUnits", max_reads)
                .with_some("MaxWriteRequestUnits", max_writes),
        ),
        Billing::Provisioned { reads, writes } => properties.with(
            "ProvisionedThroughput",
            map([
                ("ReadCapacityUnits", reads.into()),
                ("WriteCapacityUnits", writes.into()),
            ]),
        ),
    }
}

pub(super) fn warm(units: Option<WarmThroughput>) -> Option<Tree> {
    units.map(|units| {
        map([
            ("ReadUnitsPerSecond", units.reads.into()),
            ("WriteUnitsPerSecond", units.writes.into()),
        ])
    })
}

fn key_schema(pk: &[KeyAttribute], sk: &[KeyAttribute]) -> Tree {
    let element = |role: &'static str| {
        move |key: &KeyAttribute| {
            map([
                ("AttributeName", (&key.name).into()),
                ("KeyType", role.into()),
            ])
        }
    };
    let pk = pk.iter().map(element("HASH"));
    list(pk.chain(sk.iter().map(element("RANGE"))))
}

fn vector_index(index: &IndexDefinition) -> Tree {
    let tree = map([("IndexName", (&index.name).into())]);
    let Some(vector) = &index.vector else {
        return tree;
    };
    let element = |role: &'static str| {
        move |key: &KeyAttribute| {
            map([
                ("AttributeName", (&key.name).into()),
                ("SearchSchemaElementType", role.into()),
            ])
        }
    };
    let elements = index.pk.iter().map(element("HASH"));
    let elements = elements.chain(vector.filters.iter().map(element("INLINE_FILTER")));
    let elements: Vec<_> = elements.collect();
    let attribute = map([("AttributeName", (&vector.attribute).into())]);
    tree.with("VectorAttribute", attribute)
        .with(
            "Dimensions",
            u32::try_from(vector.dimensions).unwrap_or(u32::MAX),
        )
        .with("DistanceFunction", vector.distance.name())
        .with_some(
            "SearchSchema",
            (!elements.is_empty()).then_some(Tree::List(elements)),
        )
        .with("Projection", projection(&index.projection))
}

fn projection(projection: &ProjectedAttributes) -> Tree {
    let kind = map([("ProjectionType", projection.type_name().into())]);
    match projection {
        ProjectedAttributes::All | ProjectedAttributes::KeysOnly => kind,
        ProjectedAttributes::Include(names) => kind.with("NonKeyAttributes", list(names)),
    }
}

//! Table definitions as SDK requests.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::operation::create_table::CreateTableInput;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableInputBuilder;
use aws_sdk_dynamodb::operation::search_vectors::builders::SearchVectorsFluentBuilder;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::builders::GlobalSecondaryIndexBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, CreateVectorIndexAction, GlobalSecondaryIndex,
    KeySchemaElement, KeyType, LocalSecondaryIndex, Projection as SdkProjection, ProjectionType,
    SearchSchemaElement, SearchSchemaElementType, VectorAttributeDefinition,
    VectorDistanceFunction, VectorIndex,
};

use crate::key::KeyKind;

use super::{
    Distance, IndexDefinition, IndexKind, KeyAttribute, ProjectedAttributes, TableDefinition,
};

impl TableDefinition {
    /// Returns the SDK's request that creates the table under a physical name, with its keys and
    /// indexes. `global` sets the throughput of each global index, or leaves it as it is.
    ///
    /// The billing mode is yours to set. TTL is a separate request, which DynamoDB accepts once the
    /// table exists.
    ///
    /// # Errors
    ///
    /// Returns the SDK's error if a part of the request is incomplete.
    pub fn create_table(
        &self,
        table_name: &str,
        global: impl Fn(GlobalSecondaryIndexBuilder) -> GlobalSecondaryIndexBuilder,
    ) -> Result<CreateTableInputBuilder, BuildError> {
        let keys = key_schema(std::slice::from_ref(&self.pk), self.sk.as_slice())?;
        let mut request = CreateTableInput::builder()
            .table_name(table_name)
            .set_key_schema(Some(keys));
        for key in self.key_attributes() {
            request = request.attribute_definitions(key.attribute_definition()?);
        }
        for index in &self.indexes {
            request = match index.kind {
                IndexKind::Global => {
                    request.global_secondary_indexes(global(index.global()?).build()?)
                }
                IndexKind::Local => request.local_secondary_indexes(index.local()?),
                IndexKind::Vector => request.vector_indexes(index.vector_index()?),
            };
        }
        Ok(request)
    }
}

impl KeyAttribute {
    pub(crate) fn attribute_definition(&self) -> Result<AttributeDefinition, BuildError> {
        AttributeDefinition::builder()
            .attribute_name(&self.name)
            .attribute_type(self.kind.scalar())
            .build()
    }
}

impl IndexDefinition {
    pub(crate) fn key_schema(&self) -> Result<Vec<KeySchemaElement>, BuildError> {
        key_schema(&self.pk, &self.sk)
    }

    pub(crate) fn sdk_projection(&self) -> SdkProjection {
        let builder = SdkProjection::builder();
        match &self.projection {
            ProjectedAttributes::All => builder.projection_type(ProjectionType::All),
            // DynamoDB refuses an empty list of attributes.
            ProjectedAttributes::Include(names) if !names.is_empty() => builder
                .projection_type(ProjectionType::Include)
                .set_non_key_attributes(Some(names.clone())),
            _ => builder.projection_type(ProjectionType::KeysOnly),
        }
        .build()
    }

    /// A global index for a new table, without its throughput.
    fn global(&self) -> Result<GlobalSecondaryIndexBuilder, BuildError> {
        Ok(GlobalSecondaryIndex::builder()
            .index_name(&self.name)
            .set_key_schema(Some(self.key_schema()?))
            .projection(self.sdk_projection()))
    }

    fn local(&self) -> Result<LocalSecondaryIndex, BuildError> {
        LocalSecondaryIndex::builder()
            .index_name(&self.name)
            .set_key_schema(Some(self.key_schema()?))
            .projection(self.sdk_projection())
            .build()
    }

    /// A vector index for a new table.
    fn vector_index(&self) -> Result<VectorIndex, BuildError> {
        let action = self.vector_action()?;
        VectorIndex::builder()
            .index_name(action.index_name)
            .set_vector_attribute(action.vector_attribute)
            .set_search_schema(action.search_schema)
            .set_projection(action.projection)
            .dimensions(action.dimensions)
            .distance_function(action.distance_function)
            .build()
    }

    /// A vector index to add to an existing table.
    pub(crate) fn vector_action(&self) -> Result<CreateVectorIndexAction, BuildError> {
        let action = CreateVectorIndexAction::builder()
            .index_name(&self.name)
            .projection(self.sdk_projection())
            .set_search_schema(self.search_schema()?);
        let Some(vector) = &self.vector else {
            return action.build();
        };
        let attribute = VectorAttributeDefinition::builder().attribute_name(&vector.attribute);
        action
            .vector_attribute(attribute.build()?)
            .dimensions(i64::try_from(vector.dimensions).unwrap_or(i64::MAX))
            .distance_function(vector.distance.into())
            .build()
    }

    /// The partition key and the filters of a vector index; `None` if it has neither.
    fn search_schema(&self) -> Result<Option<Vec<SearchSchemaElement>>, BuildError> {
        let elements = self.search_attributes().map(|(key, ty)| {
            SearchSchemaElement::builder()
                .attribute_name(&key.name)
                .search_schema_element_type(ty)
                .build()
        });
        let elements: Vec<_> = elements.collect::<Result<_, _>>()?;
        Ok((!elements.is_empty()).then_some(elements))
    }

    /// A small search, to see whether a vector index is ready.
    pub(crate) fn probe(&self, client: &Client, table: &str) -> SearchVectorsFluentBuilder {
        let dimensions = self.vector.as_ref().map_or(0, |vector| vector.dimensions);
        let zero = AttributeValue::N("0".to_owned());
        let request = client
            .search_vectors()
            .table_name(table)
            .index_name(&self.name)
            .set_search_vector(Some(vec![zero.clone(); dimensions]))
            .top_k(1);
        let Some(pk) = self.pk.first() else {
            return request;
        };
        let value = match pk.kind {
            KeyKind::Text => AttributeValue::S("0".to_owned()),
            KeyKind::Number => zero,
            KeyKind::Bytes => AttributeValue::B(Blob::new("0")),
        };
        request
            .search_condition_expression("#n0 = :v0")
            .expression_attribute_names("#n0", &pk.name)
            .expression_attribute_values(":v0", value)
    }

    /// The attributes that a search of a vector index names, with their roles.
    pub(crate) fn search_attributes(
        &self,
    ) -> impl Iterator<Item = (&KeyAttribute, SearchSchemaElementType)> {
        let pk = self
            .pk
            .iter()
            .map(|key| (key, SearchSchemaElementType::Hash));
        let filters = self.vector.iter().flat_map(|vector| &vector.filters);
        pk.chain(filters.map(|key| (key, SearchSchemaElementType::InlineFilter)))
    }
}

impl From<Distance> for VectorDistanceFunction {
    fn from(distance: Distance) -> Self {
        match distance {
            Distance::Cosine => Self::Cosine,
            Distance::Euclidean => Self::Euclidean,
            Distance::DotProduct => Self::DotProduct,
        }
    }
}

fn key_schema(
    pk: &[KeyAttribute],
    sk: &[KeyAttribute],
) -> Result<Vec<KeySchemaElement>, BuildError> {
    let pk = pk.iter().map(|key| (key, KeyType::Hash));
    let sk = sk.iter().map(|key| (key, KeyType::Range));
    let element = |(key, ty): (&KeyAttribute, KeyType)| {
        KeySchemaElement::builder()
            .attribute_name(&key.name)
            .key_type(ty)
            .build()
    };
    pk.chain(sk).map(element).collect()
}

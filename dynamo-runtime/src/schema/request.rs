//! Table definitions as the SDK's requests have them.

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::operation::create_table::CreateTableInput;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableInputBuilder;
use aws_sdk_dynamodb::types::builders::GlobalSecondaryIndexBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, GlobalSecondaryIndex, KeySchemaElement, KeyType, LocalSecondaryIndex,
    Projection as SdkProjection, ProjectionType,
};

use super::{IndexDefinition, IndexKind, KeyAttribute, ProjectedAttributes, TableDefinition};

impl TableDefinition {
    /// Returns the SDK's request that creates the table under a physical name, with its keys and
    /// indexes; `global` gives each global index its throughput, or leaves it as it is.
    ///
    /// The billing mode is yours to set. TTL is a request of its own, which DynamoDB takes once the
    /// table is there.
    ///
    /// # Errors
    ///
    /// The SDK's error if a part of the request is incomplete.
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

    /// A global index as a table is created with it, to be given its throughput.
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

//! The SDK's own request for a table.

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableInputBuilder;
use aws_sdk_dynamodb::types::{
    BillingMode, OnDemandThroughput, ProvisionedThroughput, SseSpecification, SseType,
    StreamSpecification, StreamViewType, Tag,
};

use super::tree::map;
use crate::Design;
use crate::options::{Billing, Encryption, TableClass, WarmThroughput};
use dynamo_runtime::Error;

impl Design {
    /// Returns the SDK's `CreateTable` request for the table, under a physical name; its
    /// `send_with(client)` creates the table.
    ///
    /// TTL, point-in-time recovery, contributor insights and replicas are separate requests, which
    /// DynamoDB accepts once the table exists.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if the SDK refuses a part of it.
    pub fn create_table(&self, table_name: &str) -> Result<CreateTableInputBuilder, Error> {
        self.create_table_request(table_name)
            .map_err(|error| self.fault(&error))
    }

    /// Returns the same request as JSON, for `aws dynamodb create-table --cli-input-json`.
    #[must_use]
    pub fn create_table_json(&self, table_name: &str) -> String {
        let options = &self.options;
        let encryption = match &options.encryption {
            Encryption::AwsOwned => None,
            Encryption::AwsManaged => Some(None),
            Encryption::Key(key) => Some(Some(key)),
        };
        let encryption = encryption.map(|key| {
            map([("Enabled", true.into()), ("SSEType", "KMS".into())])
                .with_some("KMSMasterKeyId", key)
        });
        let stream = options.stream.map(|view| {
            map([
                ("StreamEnabled", true.into()),
                ("StreamViewType", view.as_str().into()),
            ])
        });
        let request = self.billed(map([("TableName", table_name.into())]));
        self.with_keys(request)
            .with_some("SSESpecification", encryption)
            .with_some("StreamSpecification", stream)
            .with("DeletionProtectionEnabled", options.deletion_protection)
            .with_some("ResourcePolicy", options.resource_policy.as_ref())
            .with_some("Tags", self.tags())
            .to_json()
    }

    fn create_table_request(&self, name: &str) -> Result<CreateTableInputBuilder, BuildError> {
        let options = &self.options;
        let (limit, capacity) = (on_demand(&options.billing), provisioned(&options.billing)?);
        let class = (options.class != TableClass::Standard)
            .then(|| aws_sdk_dynamodb::types::TableClass::from(options.class.as_str()));
        let billing = match options.billing {
            Billing::OnDemand { .. } => BillingMode::PayPerRequest,
            Billing::Provisioned { .. } => BillingMode::Provisioned,
        };
        let request = self.table.create_table(name, |index| {
            let name = index.get_index_name().clone().unwrap_or_default();
            index
                .set_on_demand_throughput(on_demand(&options.index_billing(&name)))
                .set_provisioned_throughput(capacity.clone())
                .set_warm_throughput(warm(options.index_warm(&name)))
        });
        let mut request = request?
            .deletion_protection_enabled(options.deletion_protection)
            .set_sse_specification(encrypted(&options.encryption))
            .billing_mode(billing)
            .set_on_demand_throughput(limit)
            .set_provisioned_throughput(capacity)
            .set_warm_throughput(warm(options.warm_throughput))
            .set_table_class(class)
            .set_resource_policy(options.resource_policy.clone());
        if let Some(view) = options.stream {
            let stream = StreamSpecification::builder()
                .stream_enabled(true)
                .stream_view_type(StreamViewType::from(view.as_str()));
            request = request.stream_specification(stream.build()?);
        }
        for (name, value) in &options.tags {
            request = request.tags(Tag::builder().key(name).value(value).build()?);
        }
        Ok(request)
    }
}

fn on_demand(billing: &Billing) -> Option<OnDemandThroughput> {
    match billing {
        Billing::OnDemand {
            max_reads,
            max_writes,
        } if max_reads.is_some() || max_writes.is_some() => Some(
            OnDemandThroughput::builder()
                .set_max_read_request_units(max_reads.map(i64::from))
                .set_max_write_request_units(max_writes.map(i64::from))
                .build(),
        ),
        _ => None,
    }
}

fn warm(units: Option<WarmThroughput>) -> Option<aws_sdk_dynamodb::types::WarmThroughput> {
    units.map(|units| {
        aws_sdk_dynamodb::types::WarmThroughput::builder()
            .read_units_per_second(units.reads.into())
            .write_units_per_second(units.writes.into())
            .build()
    })
}

fn provisioned(billing: &Billing) -> Result<Option<ProvisionedThroughput>, BuildError> {
    let Billing::Provisioned { reads, writes } = billing else {
        return Ok(None);
    };
    ProvisionedThroughput::builder()
        .read_capacity_units(i64::from(*reads))
        .write_capacity_units(i64::from(*writes))
        .build()
        .map(Some)
}

fn encrypted(encryption: &Encryption) -> Option<SseSpecification> {
    let kms = SseSpecification::builder()
        .enabled(true)
        .sse_type(SseType::Kms);
    match encryption {
        Encryption::AwsOwned => None,
        Encryption::AwsManaged => Some(kms.build()),
        Encryption::Key(key) => Some(kms.kms_master_key_id(key).build()),
    }
}

//! Tables in the form of Terraform's provider: output of `terraform show -json`, and the blocks of
//! a configuration.

use serde_json::{Map, Value as Json, json};

use super::cloudformation::metric_of;
use super::{Found, at, design, each, is_true, number, request, text, type_name};
use crate::Design;
use crate::import::ImportError;
use crate::options::{
    Alarm, Billing, Encryption, IndexOptions, Replicas, TableOptions, WarmThroughput,
};
use std::collections::BTreeMap;

/// Reads every table of a state or a plan.
pub(super) fn read(value: &Json, found: &mut Found) -> Result<(), ImportError> {
    let root = ["values", "planned_values"]
        .iter()
        .find_map(|name| at(value, &[name, "root_module"]))
        .unwrap_or(&Json::Null);
    let mut tables = Vec::new();
    module(root, &mut tables)?;
    if tables.is_empty() {
        return Err(no_table());
    }
    found.tables.extend(tables);
    Ok(())
}

pub(super) fn no_table() -> ImportError {
    ImportError::new("has no table; it needs a resource `aws_dynamodb_table`")
}

fn module(module: &Json, tables: &mut Vec<Design>) -> Result<(), ImportError> {
    for resource in each(module, "resources") {
        if text(resource, &["type"]) != Some("aws_dynamodb_table") {
            continue;
        }
        let values = resource.get("values").unwrap_or(&Json::Null);
        let address = text(resource, &["address"]).unwrap_or_default();
        let name = text(values, &["name"]).unwrap_or_default().to_owned();
        let label = type_name(&name);
        let table = table(&label, name, values);
        tables.push(table.map_err(|error| error.of(&format!("resource `{address}`")))?);
    }
    for child in each(module, "child_modules") {
        self::module(child, tables)?;
    }
    Ok(())
}

/// The table of a resource, whose blocks are lists of objects.
pub(super) fn table(label: &str, name: String, values: &Json) -> Result<Design, ImportError> {
    let key = |name: &str| text(values, &[name]);
    let hash = key("hash_key").ok_or_else(|| ImportError::new("has no `hash_key`"))?;
    let mut request = Map::new();
    let definitions = each(values, "attribute").iter().map(|attribute| {
        json!({
            "AttributeName": attribute.get("name"),
            "AttributeType": attribute.get("type"),
        })
    });
    request.insert("AttributeDefinitions".into(), definitions.collect());
    request.insert(
        "KeySchema".into(),
        schema(&[hash], key("range_key").as_slice()),
    );
    let global = each(values, "global_secondary_index").iter().map(|one| {
        let several = each(one, "key_schema");
        let role = |role: &str| -> Vec<&str> {
            let keys = several
                .iter()
                .filter(|key| text(key, &["key_type"]) == Some(role));
            keys.filter_map(|key| text(key, &["attribute_name"]))
                .collect()
        };
        let keys = if several.is_empty() {
            let (hash, range) = (text(one, &["hash_key"]), text(one, &["range_key"]));
            schema(
                hash.as_slice(),
                range.filter(|name| !name.is_empty()).as_slice(),
            )
        } else {
            schema(&role("HASH"), &role("RANGE"))
        };
        index(one, &keys)
    });
    request.insert("GlobalSecondaryIndexes".into(), global.collect());
    let local = each(values, "local_secondary_index")
        .iter()
        .map(|one| index(one, &schema(&[hash], text(one, &["range_key"]).as_slice())));
    request.insert("LocalSecondaryIndexes".into(), local.collect());
    let mut definition = request::table(name, &Json::Object(request))?;
    let ttl = each(values, "ttl")
        .iter()
        .find(|ttl| ttl.get("enabled").is_none_or(is_true));
    definition.ttl = ttl
        .and_then(|ttl| text(ttl, &["attribute_name"]))
        .filter(|name| !name.is_empty())
        .map(str::to_owned);
    let mut design = design(label.to_owned(), definition);
    design.options = options(values);
    Ok(design)
}

fn schema(pk: &[&str], sk: &[&str]) -> Json {
    let element =
        |role: &'static str| move |name: &&str| json!({ "AttributeName": name, "KeyType": role });
    let pk = pk.iter().map(element("HASH"));
    pk.chain(
        sk.iter()
            .filter(|name| !name.is_empty())
            .map(element("RANGE")),
    )
    .collect()
}

fn index(value: &Json, keys: &Json) -> Json {
    json!({
        "IndexName": value.get("name"),
        "KeySchema": keys,
        "Projection": {
            "ProjectionType": value.get("projection_type"),
            "NonKeyAttributes": value.get("non_key_attributes"),
        },
    })
}

fn options(values: &Json) -> TableOptions {
    let whole = |name: &str| values.get(name).and_then(number).filter(|units| *units > 0);
    let provisioned = text(values, &["billing_mode"]) != Some("PAY_PER_REQUEST");
    let on_demand = each(values, "on_demand_throughput").first();
    let most = |name: &str| on_demand.and_then(|found| found.get(name)).and_then(number);
    let billing = match (whole("read_capacity"), whole("write_capacity")) {
        (Some(reads), Some(writes)) if provisioned => Billing::Provisioned { reads, writes },
        _ => Billing::OnDemand {
            max_reads: most("max_read_request_units"),
            max_writes: most("max_write_request_units"),
        },
    };
    let is_on = |name: &str| {
        let block = each(values, name).first();
        block.is_some_and(|block| block.get("enabled").is_some_and(is_true))
    };
    let sse = each(values, "server_side_encryption").first();
    let key = sse
        .and_then(|sse| text(sse, &["kms_key_arn"]))
        .filter(|key| !key.is_empty());
    let encryption = match key {
        _ if !is_on("server_side_encryption") => Encryption::AwsOwned,
        Some(key) => Encryption::Key(key.to_owned()),
        None => Encryption::AwsManaged,
    };
    let stream = text(values, &["stream_view_type"]);
    let tags = values.get("tags").and_then(Json::as_object);
    let tags = tags.into_iter().flatten();
    let tags = tags.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    TableOptions {
        billing: billing.clone(),
        point_in_time_recovery: is_on("point_in_time_recovery"),
        recovery_days: each(values, "point_in_time_recovery")
            .first()
            .and_then(|block| block.get("recovery_period_in_days"))
            .and_then(number)
            .filter(|days| *days > 0),
        class: request::class(text(values, &["table_class"])),
        warm_throughput: warm(values),
        indexes: indexes(values, &billing),
        replicas: replicas(values),
        encryption,
        stream: stream
            .filter(|_| values.get("stream_enabled").is_some_and(is_true))
            .and_then(request::stream_view),
        deletion_protection: values
            .get("deletion_protection_enabled")
            .is_some_and(is_true),
        tags: tags.collect(),
        ..TableOptions::default()
    }
}

fn warm(values: &Json) -> Option<WarmThroughput> {
    let block = each(values, "warm_throughput").first()?;
    let units = |name: &str| block.get(name).and_then(number);
    Some(WarmThroughput {
        reads: units("read_units_per_second")?,
        writes: units("write_units_per_second")?,
    })
}

/// The options of indexes that are not those of the table.
fn indexes(values: &Json, table: &Billing) -> BTreeMap<String, IndexOptions> {
    let indexes = each(values, "global_secondary_index").iter();
    let indexes = indexes.filter_map(|index| {
        let name = text(index, &["name"])?.to_owned();
        let most = each(index, "on_demand_throughput").first();
        let most = |name: &str| most.and_then(|block| block.get(name)).and_then(number);
        let options = IndexOptions {
            max_reads: most("max_read_request_units"),
            max_writes: most("max_write_request_units"),
            warm_throughput: warm(index),
        };
        Some((name, request::own_limits(table, options)))
    });
    let indexes = indexes.filter(|(_, options)| *options != IndexOptions::default());
    indexes.collect()
}

fn replicas(values: &Json) -> Option<Replicas> {
    let found = each(values, "replica");
    let regions = found.iter();
    let regions: Vec<_> = regions
        .filter_map(|replica| Some(text(replica, &["region_name"])?.to_owned()))
        .collect();
    let is_strong = found
        .iter()
        .any(|replica| text(replica, &["consistency_mode"]) == Some("STRONG"));
    let witness = each(values, "global_table_witness").first();
    let witness = witness.and_then(|block| text(block, &["region_name"]));
    super::replicas(regions, is_strong, witness)
}

/// The alarm of a resource, and the name of the table that it watches.
pub(super) fn alarm(label: &str, values: &Json) -> Option<(String, Alarm)> {
    let queries = each(values, "metric_query").iter();
    let mut metrics = queries.filter_map(|query| each(query, "metric").first());
    let metric = metrics.next().unwrap_or(values);
    if text(metric, &["namespace"]) != Some("AWS/DynamoDB") {
        return None;
    }
    let table = text(metric, &["dimensions", "TableName"])?.to_owned();
    let whole = |value: Option<&Json>| value.and_then(number);
    let name = text(values, &["alarm_name"])?;
    let name = name
        .strip_prefix(&table)
        .and_then(|name| name.strip_prefix('-'));
    let alarm = Alarm {
        name: name.unwrap_or(label).to_owned(),
        metric: metric_of(text(metric, &["metric_name"])?)?,
        threshold: whole(values.get("threshold"))?,
        period: whole(metric.get("period"))?,
        periods: whole(values.get("evaluation_periods"))?,
    };
    Some((table, alarm))
}

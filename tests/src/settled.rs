//! Waiting for indexes, which show a write a while after the table does.
//!
//! The tests are about what an index holds in the end. With [`indexes_lag`] each read of a global
//! index waits until the index has caught up: in virtual time on the embedded engine, by looking on
//! a server.

use std::collections::HashMap;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{AsyncSleep, SharedHttpClient};
use aws_sdk_dynamodb::types::{AttributeValue, KeySchemaElement, ProjectionType};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use dynamo_runtime::Db;
use serde_json::Value;

use crate::faults::over_the_network;
use crate::is_server;

/// How far the indexes of the embedded engine are behind.
pub(crate) const LAG: Duration = Duration::from_secs(1);

/// Whether indexes are behind: `DYNAMO_TEST_INDEX_LAG=1`.
#[must_use]
pub fn indexes_lag() -> bool {
    std::env::var("DYNAMO_TEST_INDEX_LAG").is_ok_and(|lag| lag == "1")
}

/// The same database through a layer that waits for an index before it is read.
pub(crate) fn settling(db: &Db) -> Db {
    let client = db.client().clone();
    let config = client.config();
    let http = config.http_client().unwrap_or_else(over_the_network);
    let layered = config.to_builder().http_client(Layer(http, client.clone()));
    Db::new(Client::from_conf(layered.build()))
}

/// The client that requests go through, and the one that looks whether an index has caught up.
#[derive(Debug, Clone)]
struct Layer(SharedHttpClient, Client);

impl HttpClient for Layer {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        let inner = self.0.http_connector(settings, components);
        SharedHttpConnector::new(Connector(inner, self.1.clone()))
    }
}

#[derive(Debug, Clone)]
struct Connector(SharedHttpConnector, Client);

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let Some((table, index)) = read_index(&request) else {
            return self.0.call(request);
        };
        let (inner, client) = (self.0.clone(), self.1.clone());
        HttpConnectorFuture::new(async move {
            if is_server() {
                // If the request itself is wrong, the server says so.
                while is_behind(&client, &table, &index).await == Some(true) {
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
            } else if let Some(sleep) = client.config().sleep_impl() {
                sleep.sleep(LAG).await;
            }
            inner.call(request).await
        })
    }
}

/// The table and the index that a request begins to read.
fn read_index(request: &HttpRequest) -> Option<(String, String)> {
    let operation = request.headers().get("x-amz-target")?;
    let reads = [".Query", ".Scan", ".SearchVectors"];
    if !reads.iter().any(|name| operation.ends_with(name)) {
        return None;
    }
    let body: Value = serde_json::from_slice(request.body().bytes()?).ok()?;
    if body.get("ExclusiveStartKey").is_some() {
        return None;
    }
    let text = |member: &str| body[member].as_str().map(str::to_owned);
    Some((text("TableName")?, text("IndexName")?))
}

type Attributes = HashMap<String, AttributeValue>;

/// Whether a global index lacks an item that belongs there, or has one that the table has not so;
/// `None` if there is no such index.
async fn is_behind(client: &Client, table: &str, index: &str) -> Option<bool> {
    let described = client
        .describe_table()
        .table_name(table)
        .send()
        .await
        .ok()?;
    let described = described.table?;
    let mut indexes = described.global_secondary_indexes().iter();
    let known = indexes.find(|known| known.index_name() == Some(index))?;
    let keys = known
        .key_schema()
        .iter()
        .map(KeySchemaElement::attribute_name);
    let keys: Vec<&str> = keys.collect();
    let entries = scan(client, table, Some(index)).await?;
    let mut items = scan(client, table, None).await?;
    items.retain(|item| keys.iter().all(|name| item.contains_key(*name)));
    let projection = known.projection()?;
    let is_held = |name: &String| match projection.projection_type() {
        Some(ProjectionType::All) => true,
        _ => projection.non_key_attributes().contains(name),
    };
    let is_of = |entry: &Attributes, item: &Attributes| {
        item.keys()
            .filter(|name| is_held(name))
            .all(|name| entry.contains_key(name))
            && entry
                .iter()
                .all(|(name, value)| item.get(name) == Some(value))
    };
    let is_up_to_date = |entry: &Attributes| items.iter().any(|item| is_of(entry, item));
    Some(entries.len() != items.len() || !entries.iter().all(is_up_to_date))
}

async fn scan(client: &Client, table: &str, index: Option<&str>) -> Option<Vec<Attributes>> {
    let scan = client.scan().table_name(table);
    let scan = scan.set_index_name(index.map(str::to_owned));
    let scan = scan.consistent_read(index.is_none()).into_paginator();
    scan.items().send().collect::<Result<_, _>>().await.ok()
}

//! An attempt that was already made, replayed as the first of a request that the SDK sends, so that
//! errors, retries, back-off, token bucket and clock skew stay the SDK's own.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_dynamodb::config::{ConfigBag, HttpClient};
use aws_sdk_dynamodb::error::BoxError;
use aws_smithy_runtime_api::client::connector_metadata::ConnectorMetadata;
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_components::{
    RuntimeComponents, RuntimeComponentsBuilder,
};
use aws_smithy_types::config_bag::{Storable, StoreReplace};

use super::direct::HttpOutcome;

/// The outcome of an attempt, which the SDK treats as its own.
#[derive(Clone)]
pub(super) struct Replay(Arc<Mutex<Option<HttpOutcome>>>);

impl Replay {
    pub(super) fn of(outcome: HttpOutcome) -> Self {
        Self(Arc::new(Mutex::new(Some(outcome))))
    }

    fn take(&self) -> Option<HttpOutcome> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl fmt::Debug for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Replay")
    }
}

impl Storable for Replay {
    type Storer = StoreReplace<Self>;
}

/// The client's own HTTP client, except that it does not send an attempt that was already made.
#[derive(Debug)]
pub(super) struct Replaying(pub(super) SharedHttpClient);

#[derive(Debug)]
struct ReplayingConnector(SharedHttpConnector);

impl HttpClient for Replaying {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        let connector = self.0.http_connector(settings, components);
        SharedHttpConnector::new(ReplayingConnector(connector))
    }

    fn validate_base_client_config(
        &self,
        components: &RuntimeComponentsBuilder,
        config: &ConfigBag,
    ) -> Result<(), BoxError> {
        HttpClient::validate_base_client_config(&self.0, components, config)
    }

    fn validate_final_config(
        &self,
        components: &RuntimeComponents,
        config: &ConfigBag,
    ) -> Result<(), BoxError> {
        HttpClient::validate_final_config(&self.0, components, config)
    }

    fn connector_metadata(&self) -> Option<ConnectorMetadata> {
        self.0.connector_metadata()
    }
}

impl HttpConnector for ReplayingConnector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        match request.extension::<Replay>().and_then(Replay::take) {
            Some(outcome) => HttpConnectorFuture::ready(outcome),
            None => self.0.call(request),
        }
    }
}

//! An assumed role: the SDK's own provider, on a token service that is answered here.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use aws_config::SdkConfig;
use aws_config::sts::AssumeRoleProvider;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_smithy_async::time::TimeSource;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::DateTime;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::date_time::Format;
use dynamo_runtime::{Item, Transport};

use crate::credentials::Clock;
use crate::recorder::Recorder;
use crate::sent::db;
use crate::{Note, note};

const ROLE: &str = "arn:aws:iam::123456789012:role/app";

/// A token service that gives another key each time it is asked, for a quarter of an hour.
#[derive(Debug, Clone)]
struct TokenService {
    asked: Arc<AtomicUsize>,
    clock: Clock,
}

impl HttpClient for TokenService {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for TokenService {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let asked = str::from_utf8(request.body().bytes().unwrap_or_default());
        assert!(asked.is_ok_and(|asked| asked.contains("Action=AssumeRole")));
        let number = self.asked.fetch_add(1, Ordering::SeqCst);
        let expires = DateTime::from(self.clock.now() + Duration::from_mins(15));
        let expires = expires.fmt(Format::DateTime).expect("a time");
        let body = format!(
            "<AssumeRoleResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><AssumeRoleResult>\
             <AssumedRoleUser><AssumedRoleId>AROA:app</AssumedRoleId>\
             <Arn>arn:aws:sts::123456789012:assumed-role/app/app</Arn></AssumedRoleUser><Credentials>\
             <AccessKeyId>ROLE{number}</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>\
             <SessionToken>token {number}</SessionToken><Expiration>{expires}</Expiration>\
             </Credentials></AssumeRoleResult></AssumeRoleResponse>"
        );
        let status = 200_u16.try_into().expect("a status");
        HttpConnectorFuture::ready(Ok(HttpResponse::new(status, SdkBody::from(body))))
    }
}

#[tokio::test]
async fn an_assumed_role_is_renewed_when_it_expires() {
    for direct in [true, false] {
        let clock = Clock::at(1_900_000_000);
        let service = TokenService {
            asked: Arc::default(),
            clock: clock.clone(),
        };
        let config = SdkConfig::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("eu-central-1"))
            .http_client(service.clone())
            .time_source(clock.clone())
            .build();
        let own = Credentials::new("OWN", "secret", None, None, "test");
        let role = AssumeRoleProvider::builder(ROLE).session_name("app");
        let role = role.configure(&config).build_from_provider(own).await;
        let recorder = Recorder::default();
        let db = recorder.over(&db().await, |mut config| {
            config.set_endpoint_url(None);
            config.credentials_provider(role).time_source(clock.clone())
        });
        let db = if direct { db } else { db.through_the_sdk() };
        note("a").put().send(&db).await.expect("a put");
        for (passed, key, token) in [
            (1, "ROLE0", "token 0"),
            (40, "ROLE0", "token 0"),
            (900, "ROLE1", "token 1"),
            (1, "ROLE1", "token 1"),
        ] {
            clock.pass(passed);
            recorder.take();
            let found = Note::key("a").get().send(&db).await.expect("a get");
            assert_eq!(found, Some(note("a")));
            let sent = recorder.take().pop().expect("a request");
            assert_eq!(sent.key(), Some(key));
            assert_eq!(sent.header("x-amz-security-token"), Some(token));
            assert!(sent.uri.contains("//123456789012.ddb."), "{}", sent.uri);
        }
        assert_eq!(service.asked.load(Ordering::SeqCst), 2);
        assert_eq!(db.transport() == Transport::Direct, direct);
    }
}

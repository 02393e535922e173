//! The item of a put passes the SDK by, unless somebody wants to see it there.

use std::fmt;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::interceptors::BeforeSerializationInterceptorContextMut;
use aws_sdk_dynamodb::config::{
    BehaviorVersion, Config, ConfigBag, Credentials, Intercept, Region, RuntimeComponents,
};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::put_item::PutItemInput;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use dynamo_runtime::{Db, Item};
use serde_json::Value;
use tests::{intercepted, with_table};

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "letters", pk = "PK", sk = "SK")]
#[key(pk = "TO#{to}", sk = "LETTER#{number:04}")]
struct Letter {
    to: String,
    number: u32,
    text: String,
    pages: Vec<f64>,
}

fn letter() -> Letter {
    Letter {
        to: "ada".into(),
        number: 7,
        text: "a \"quoted\" word,\na line".into(),
        pages: vec![1.5, 2.0],
    }
}

/// Keeps the requests, and answers them all with nothing.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<HttpRequest>>>);

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recorder")
    }
}

impl HttpConnector for Recorder {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        self.0.lock().expect("a lock").push(request);
        let status = StatusCode::try_from(200).expect("a status");
        HttpConnectorFuture::ready(Ok(HttpResponse::new(status, SdkBody::from("{}"))))
    }
}

impl HttpClient for Recorder {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl Recorder {
    fn db(&self) -> Db {
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::from_static("us-east-1"))
            .credentials_provider(Credentials::new("id", "secret", None, None, "tests"))
            .http_client(self.clone());
        Db::new(Client::from_conf(config.build()))
    }

    /// The body of the last request, whose length its header tells.
    fn last(&self) -> String {
        let requests = self.0.lock().expect("a lock");
        let request = requests.last().expect("a request");
        let body = request.body().bytes().expect("a body in memory");
        let length = request.headers().get("content-length");
        assert_eq!(length, Some(&*body.len().to_string()));
        String::from_utf8(body.to_vec()).expect("text")
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[tokio::test]
async fn a_put_says_what_the_sdk_would_say() {
    let recorder = Recorder::default();
    let db = recorder.db();
    let letter = letter();

    letter.put().send(&db).await.expect("an answer");
    let ours = recorder.last();
    let sdk = letter.put().into_sdk(&db).expect("a request");
    sdk.send().await.expect("an answer");
    assert_eq!(json(&ours), json(&recorder.last()));

    let create = || letter.create().condition(Letter::TEXT.not_exists());
    let old = create().returning_old().send(&db).await;
    assert_eq!(old.expect("an answer"), None);
    let ours = recorder.last();
    let sdk = create().into_sdk(&db).expect("a request");
    let sdk = sdk.return_values(ReturnValue::AllOld);
    sdk.send().await.expect("an answer");
    assert_eq!(json(&ours), json(&recorder.last()));
}

/// Signs what is put.
#[derive(Debug)]
struct Signature;

impl Intercept for Signature {
    fn name(&self) -> &'static str {
        "Signature"
    }

    fn modify_before_serialization(
        &self,
        context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(put) = context.input_mut().downcast_mut::<PutItemInput>() {
            let item = put.item.as_mut().ok_or("no item")?;
            item.insert("text".into(), AttributeValue::S("signed".into()));
        }
        Ok(())
    }
}

#[tokio::test]
async fn an_interceptor_may_change_the_item_of_a_put() {
    with_table::<Letter>(async |db| {
        let db = intercepted::<Letter>(db, Signature);
        letter().put().send(&db).await.expect("a put");
        let stored = letter().to_key().get().send(&db).await.expect("a get");
        let signed = Letter {
            text: "signed".into(),
            ..letter()
        };
        assert_eq!(stored, Some(signed));
    })
    .await;
}

#[test]
fn a_client_is_intercepted_once() {
    let db = Recorder::default().db();
    let interceptors = |db: &Db| db.client().config().interceptors().count();
    assert_eq!(interceptors(&db), 1);
    assert_eq!(interceptors(&Db::new(db.client().clone())), 1);
}

//! Options that no engine in the tests has, against an account whose answers are written here.

use std::fmt;
use std::sync::{Arc, Mutex};

use aws_credential_types::Credentials;
use aws_sdk_dynamodb::config::{BehaviorVersion, Region};
use aws_sdk_dynamodb::{Client, Config};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use dynamo_design::import::{Import, Imported, LiveSample};
use dynamo_design::{
    Design, DesignBuilder, IndexOptions, InsightsMode, ReplicaConsistency, Replicas, StreamView,
    TableClass, WarmThroughput,
};
use dynamo_runtime::{Db, Item};
use serde_json::{Value, json};

#[derive(Item)]
#[table(name = "ledger", pk = "id")]
#[gsi(name = "ByOwner", pk = "owner", query = "by_owner")]
#[dynamo(crate = dynamo_runtime)]
#[allow(dead_code, reason = "only its design is used")]
struct Entry {
    id: String,
    owner: String,
}

const POLICY: &str = r#"{"Statement":[{"Effect":"Allow"}]}"#;

/// Answers requests by their operation, and keeps those that change something.
#[derive(Clone)]
struct Account {
    table: Value,
    settings: Value,
    changes: Arc<Mutex<Vec<(String, Value)>>>,
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Account")
    }
}

impl HttpConnector for Account {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let target = request.headers().get("x-amz-target").unwrap();
        let operation = target.rsplit('.').next().unwrap().to_owned();
        let body = request.body().bytes().unwrap();
        let body: Value = serde_json::from_slice(body).unwrap();
        let (status, answer) = match operation.as_str() {
            "DescribeTable" => (200, json!({ "Table": self.table })),
            "CreateTable" => (400, json!({ "__type": "ResourceInUseException" })),
            operation if operation.starts_with("Update") => {
                let mut changes = self.changes.lock().unwrap();
                changes.push((operation.to_owned(), body));
                (200, json!({}))
            }
            operation => match self.settings.get(operation) {
                Some(found) if found.get("__type").is_some() => (400, found.clone()),
                Some(found) => (200, found.clone()),
                None => panic!("{operation} is not expected"),
            },
        };
        let status = StatusCode::try_from(status).unwrap();
        let answer = HttpResponse::new(status, SdkBody::from(answer.to_string()));
        HttpConnectorFuture::ready(Ok(answer))
    }
}

impl HttpClient for Account {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl Account {
    /// The account of a table with the options of [`builder`].
    fn as_declared() -> Self {
        let keys = |name: &str| json!([{ "AttributeName": name, "KeyType": "HASH" }]);
        let attribute = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
        let warm =
            json!({ "ReadUnitsPerSecond": 20000, "WriteUnitsPerSecond": 9000, "Status": "ACTIVE" });
        let index = json!({
            "IndexName": "ByOwner",
            "IndexStatus": "ACTIVE",
            "KeySchema": keys("owner"),
            "Projection": { "ProjectionType": "ALL" },
            "OnDemandThroughput": { "MaxReadRequestUnits": 50, "MaxWriteRequestUnits": -1 },
            "WarmThroughput": warm,
        });
        let table = json!({
            "TableName": "ledger",
            "TableStatus": "ACTIVE",
            "TableArn": "arn:aws:dynamodb:us-east-1:123456789012:table/ledger",
            "KeySchema": keys("id"),
            "AttributeDefinitions": [attribute("id"), attribute("owner")],
            "BillingModeSummary": { "BillingMode": "PAY_PER_REQUEST" },
            "GlobalSecondaryIndexes": [index],
            "TableClassSummary": { "TableClass": "STANDARD_INFREQUENT_ACCESS" },
            "WarmThroughput": warm,
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" },
            "Replicas": [
                { "RegionName": "eu-west-1", "ReplicaStatus": "ACTIVE" },
                { "RegionName": "us-east-2", "ReplicaStatus": "ACTIVE" },
            ],
        });
        let recovery = json!({ "PointInTimeRecoveryStatus": "ENABLED", "RecoveryPeriodInDays": 7 });
        let settings = json!({
            "DescribeTimeToLive": { "TimeToLiveDescription": { "TimeToLiveStatus": "DISABLED" } },
            "DescribeContinuousBackups": { "ContinuousBackupsDescription": {
                "ContinuousBackupsStatus": "ENABLED", "PointInTimeRecoveryDescription": recovery } },
            "DescribeContributorInsights": {
                "ContributorInsightsStatus": "ENABLED", "ContributorInsightsMode": "THROTTLED_KEYS" },
            "GetResourcePolicy": { "Policy": "{\"Statement\": [{\"Effect\": \"Allow\"}]}" },
        });
        Self {
            table,
            settings,
            changes: Arc::default(),
        }
    }

    /// The account of a table that lacks every option.
    fn plain() -> Self {
        let mut account = Self::as_declared();
        let table = account.table.as_object_mut().unwrap();
        for name in ["TableClassSummary", "Replicas"] {
            table.remove(name);
        }
        let few =
            json!({ "ReadUnitsPerSecond": 12000, "WriteUnitsPerSecond": 4000, "Status": "ACTIVE" });
        table["WarmThroughput"] = few.clone();
        table["GlobalSecondaryIndexes"][0]["WarmThroughput"] = few;
        let index = &mut table["GlobalSecondaryIndexes"][0];
        index.as_object_mut().unwrap().remove("OnDemandThroughput");
        account.settings["DescribeContributorInsights"] =
            json!({ "ContributorInsightsStatus": "DISABLED" });
        account.settings["GetResourcePolicy"] = json!({ "__type": "PolicyNotFoundException" });
        account.settings["DescribeContinuousBackups"] = json!({ "ContinuousBackupsDescription": {
            "ContinuousBackupsStatus": "ENABLED",
            "PointInTimeRecoveryDescription": { "PointInTimeRecoveryStatus": "DISABLED" } } });
        account
    }

    fn db(&self) -> Db {
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::from_static("us-east-1"))
            .credentials_provider(Credentials::new("id", "secret", None, None, "tests"))
            .http_client(self.clone());
        Db::new(Client::from_conf(config.build()))
    }
}

fn builder() -> DesignBuilder<Entry> {
    let warm_throughput = Some(WarmThroughput {
        reads: 13_000,
        writes: 5_000,
    });
    let index = IndexOptions {
        max_reads: Some(50),
        max_writes: None,
        warm_throughput,
    };
    Design::of::<Entry>()
        .recovery_days(7)
        .class(TableClass::InfrequentAccess)
        .warm_throughput(13_000, 5_000)
        .index("ByOwner", index)
        .contributor_insights(InsightsMode::ThrottledKeys)
        .resource_policy(POLICY)
        .stream(StreamView::NewAndOldImages)
}

fn replicas(regions: &[&str]) -> Replicas {
    Replicas {
        regions: regions.iter().map(ToString::to_string).collect(),
        ..Replicas::default()
    }
}

fn design() -> Design {
    let replicas = replicas(&["eu-west-1", "us-east-2"]);
    builder().replicas(replicas).build().unwrap()
}

#[tokio::test]
async fn a_table_with_its_options_has_no_differences() {
    let db = Account::as_declared().db();
    let verified = design().verify(&db).await.unwrap();
    assert_eq!(verified.differences, []);
}

#[tokio::test]
async fn every_option_that_differs_is_named() {
    let verified = design().verify(&Account::plain().db()).await.unwrap();
    let found: Vec<_> = verified
        .differences
        .iter()
        .map(ToString::to_string)
        .collect();
    for option in [
        "the class",
        "the warm throughput of the table",
        "the warm throughput of `ByOwner`",
        "the maximum of read units of `ByOwner`",
        "the replica in `eu-west-1`",
        "the replica in `us-east-2`",
        "point-in-time recovery",
        "contributor insights",
        "the resource policy",
    ] {
        assert!(
            found.iter().any(|text| text.contains(option)),
            "{option} in {found:#?}"
        );
    }
    assert_eq!(found.len(), 9, "{found:#?}");

    let mut account = Account::as_declared();
    account.table["MultiRegionConsistency"] = "STRONG".into();
    account.settings["DescribeContinuousBackups"]["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
        ["RecoveryPeriodInDays"] = 35.into();
    let verified = design().verify(&account.db()).await.unwrap();
    let found: Vec<_> = verified
        .differences
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].contains("the consistency of replicas"));
    assert!(found[1].contains("the days of point-in-time recovery"));
}

#[tokio::test]
async fn deploy_adds_what_a_table_lacks() {
    let account = Account::plain();
    let deployed = design().deploy(&account.db()).await.unwrap();
    assert!(deployed.point_in_time_recovery && deployed.contributor_insights);
    assert_eq!(deployed.replicas, ["eu-west-1", "us-east-2"]);
    let changes = account.changes.lock().unwrap().clone();
    let operations: Vec<_> = changes
        .iter()
        .map(|(operation, _)| operation.as_str())
        .collect();
    assert_eq!(
        operations,
        [
            "UpdateContinuousBackups",
            "UpdateContributorInsights",
            "UpdateTable",
            "UpdateTable"
        ]
    );
    let recovery = &changes[0].1["PointInTimeRecoverySpecification"];
    assert_eq!(recovery["RecoveryPeriodInDays"], 7);
    assert_eq!(changes[1].1["ContributorInsightsMode"], "THROTTLED_KEYS");
    let added = &changes[2].1["ReplicaUpdates"];
    assert_eq!(*added, json!([{ "Create": { "RegionName": "eu-west-1" } }]));

    let account = Account::as_declared();
    let deployed = design().deploy(&account.db()).await.unwrap();
    assert!(deployed.is_unchanged(), "{deployed:?}");
    assert!(account.changes.lock().unwrap().is_empty());
}

#[tokio::test]
async fn strong_replicas_are_added_at_once() {
    let strong = Replicas {
        consistency: ReplicaConsistency::Strong,
        witness: Some("us-west-2".to_owned()),
        ..replicas(&["us-east-2"])
    };
    let design = builder().replicas(strong).build().unwrap();
    let account = Account::plain();
    design.deploy(&account.db()).await.unwrap();
    let changes = account.changes.lock().unwrap().clone();
    let (operation, request) = changes.last().unwrap();
    assert_eq!(operation, "UpdateTable");
    assert_eq!(request["MultiRegionConsistency"], "STRONG");
    let witness = json!([{ "Create": { "RegionName": "us-west-2" } }]);
    assert_eq!(request["GlobalTableWitnessUpdates"], witness);
}

async fn imported(account: &Account) -> Imported {
    let mut import = Import::new();
    let sample = LiveSample {
        items: 10,
        units_per_second: 10,
    };
    import
        .read_live(&account.db(), "ledger", &sample)
        .await
        .unwrap();
    import.finish().unwrap()
}

#[tokio::test]
async fn a_live_table_is_imported_with_its_options() {
    let mut account = Account::as_declared();
    account.settings["Scan"] = json!({ "Items": [] });
    account.settings["DescribeTimeToLive"] = json!({ "TimeToLiveDescription": {
        "TimeToLiveStatus": "ENABLED", "AttributeName": "until" } });
    account.settings["ListTagsOfResource"] = json!({ "Tags": [
        { "Key": "team", "Value": "books" }, { "Key": "aws:cloudformation:stack-name", "Value": "x" } ] });
    let own = json!({ "RegionName": "us-east-1", "ReplicaStatus": "ACTIVE" });
    account.table["Replicas"].as_array_mut().unwrap().push(own);
    let imported = imported(&account).await;
    let found = &imported.tables[0];
    assert_eq!(found.table.ttl.as_deref(), Some("until"));
    let warm = |reads, writes| Some(WarmThroughput { reads, writes });
    let mut expected = design().options;
    expected.warm_throughput = warm(20_000, 9_000);
    let index = expected.indexes.get_mut("ByOwner").unwrap();
    index.warm_throughput = warm(20_000, 9_000);
    expected.tags.insert("team".into(), "books".into());
    let policy: Value = serde_json::from_str(POLICY).unwrap();
    let read: Value =
        serde_json::from_str(found.options.resource_policy.as_ref().unwrap()).unwrap();
    assert_eq!(read, policy);
    expected
        .resource_policy
        .clone_from(&found.options.resource_policy);
    assert_eq!(found.options, expected);
    assert_eq!(imported.notes.len(), 1, "{:?}", imported.notes);
    assert!(imported.notes[0].contains("warm_throughput"));
    // The table differs in nothing from the design that was read from it.
    account.settings["DescribeTimeToLive"] = json!({});
    let mut design = found.clone();
    design.table.ttl = None;
    let verified = design.verify(&account.db()).await.unwrap();
    assert_eq!(verified.differences, []);
}

#[tokio::test]
async fn options_that_may_not_be_read_are_notes() {
    let mut account = Account::plain();
    account.settings["Scan"] = json!({ "Items": [] });
    let refused = json!({ "__type": "AccessDeniedException" });
    for operation in [
        "DescribeTimeToLive",
        "DescribeContinuousBackups",
        "DescribeContributorInsights",
        "GetResourcePolicy",
        "ListTagsOfResource",
    ] {
        account.settings[operation] = refused.clone();
    }
    let imported = imported(&account).await;
    for option in [
        "the TTL",
        "point-in-time recovery",
        "contributor insights",
        "the resource policy",
        "the tags",
    ] {
        let line = format!("{option} of `ledger` could not be read (AccessDeniedException)");
        assert!(imported.notes.contains(&line), "{:?}", imported.notes);
    }
    assert_eq!(imported.notes.len(), 5);
    // An engine without an operation has no such option.
    for settings in account.settings.as_object_mut().unwrap().values_mut() {
        if settings == &refused {
            *settings = json!({ "__type": "UnknownOperationException" });
        }
    }
    let imported = self::imported(&account).await;
    assert!(imported.notes.is_empty(), "{:?}", imported.notes);
    assert_eq!(imported.tables[0].options.replicas, None);
}

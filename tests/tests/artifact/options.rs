//! The options that most tables leave alone: created, exported, compared, and refused if they contradict.

use dynamo_design::import::Import;
use dynamo_design::{
    Billing, Design, DesignBuilder, IndexOptions, InsightsMode, ReplicaConsistency, Replicas,
    StreamView, TableClass, WarmThroughput,
};
use serde_json::Value;
use tests::{db, unique_name};

use crate::shop::{self, Shop};

const POLICY: &str = r#"{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":"123456789012"},"Action":"dynamodb:GetItem","Resource":"*"}]}"#;

fn builder() -> DesignBuilder<Shop> {
    let warm_throughput = Some(WarmThroughput {
        reads: 13_000,
        writes: 5_000,
    });
    let mail = IndexOptions {
        max_reads: Some(50),
        max_writes: None,
        warm_throughput,
    };
    shop::builder()
        .on_demand_max(400, 100)
        .recovery_days(7)
        .class(TableClass::InfrequentAccess)
        .warm_throughput(14_000, 6_000)
        .index("Mail", mail)
        .contributor_insights(InsightsMode::ThrottledKeys)
        .resource_policy(POLICY)
        .variable("stage", ["test", "live"])
}

fn design() -> Design {
    builder().build().unwrap()
}

fn replicated() -> Design {
    let replicas = Replicas {
        regions: vec!["eu-west-1".to_owned(), "us-east-2".to_owned()],
        ..Replicas::default()
    };
    let builder = builder().stream(StreamView::NewAndOldImages);
    builder
        .replicas(replicas)
        .tag("team", "sales")
        .build()
        .unwrap()
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_request_has_them() {
    let request = design().create_table("shop").unwrap().build().unwrap();
    assert_eq!(
        request.table_class().unwrap().as_str(),
        "STANDARD_INFREQUENT_ACCESS"
    );
    let warm = request.warm_throughput().unwrap();
    assert_eq!(warm.read_units_per_second(), Some(14_000));
    assert_eq!(request.resource_policy(), Some(POLICY));
    for index in request.global_secondary_indexes() {
        let is_mail = index.index_name() == "Mail";
        let most = index.on_demand_throughput().unwrap();
        // An index has the limits of the table, unless it has its own.
        let reads = if is_mail { 50 } else { 400 };
        assert_eq!(most.max_read_request_units(), Some(reads));
        assert_eq!(most.max_write_request_units(), Some(100));
        assert_eq!(index.warm_throughput().is_some(), is_mail);
    }
    let json = parsed(&design().create_table_json("shop"));
    assert_eq!(json["TableClass"], "STANDARD_INFREQUENT_ACCESS");
    assert_eq!(json["WarmThroughput"]["WriteUnitsPerSecond"], 6_000);
    assert_eq!(json["ResourcePolicy"], POLICY);
}

#[test]
fn templates_have_them() {
    let template = parsed(&design().cloudformation_json());
    let table = &template["Resources"]["ShopTable"]["Properties"];
    let recovery = &table["PointInTimeRecoverySpecification"];
    assert_eq!(recovery["RecoveryPeriodInDays"], 7);
    assert_eq!(
        table["ContributorInsightsSpecification"]["Mode"],
        "THROTTLED_KEYS"
    );
    assert_eq!(table["ResourcePolicy"]["PolicyDocument"], parsed(POLICY));
    let mail = &table["GlobalSecondaryIndexes"][0];
    assert_eq!(mail["OnDemandThroughput"]["MaxReadRequestUnits"], 50);
    assert_eq!(mail["WarmThroughput"]["ReadUnitsPerSecond"], 13_000);

    let terraform = design().terraform();
    for text in [
        "version = \">= 6.29\"",
        "table_class                 = \"STANDARD_INFREQUENT_ACCESS\"",
        "recovery_period_in_days = 7",
        "read_units_per_second  = 13000",
        "resource \"aws_dynamodb_contributor_insights\" \"shop\"",
        "resource \"aws_dynamodb_resource_policy\" \"shop\"",
    ] {
        assert!(terraform.contains(text), "{text} in {terraform}");
    }
    let document = design().markdown();
    for row in [
        "| Class | `STANDARD_INFREQUENT_ACCESS` |",
        "| Point-in-time recovery | on by default, for 7 days |",
        "| Index | `Mail`: at most 50 reads and any writes per second; 13000 reads and 5000 writes per second at once |",
        "| Contributor insights | `THROTTLED_KEYS` |",
    ] {
        assert!(document.contains(row), "{row} in {document}");
    }
}

#[test]
fn a_table_with_replicas_is_a_global_table() {
    let template = parsed(&replicated().cloudformation_json());
    let table = &template["Resources"]["ShopTable"];
    assert_eq!(table["Type"], "AWS::DynamoDB::GlobalTable");
    let table = &table["Properties"];
    let regions: Vec<_> = table["Replicas"].as_array().unwrap().iter().collect();
    assert_eq!(regions.len(), 3);
    assert_eq!(regions[0]["Region"]["Ref"], "AWS::Region");
    assert_eq!(regions[2]["Region"], "us-east-2");
    for replica in regions {
        assert_eq!(replica["TableClass"], "STANDARD_INFREQUENT_ACCESS");
        assert_eq!(replica["Tags"][0]["Key"], "team");
        let limit = &replica["ReadOnDemandThroughputSettings"];
        assert_eq!(limit["MaxReadRequestUnits"], 400);
        assert_eq!(replica["GlobalSecondaryIndexes"][0]["IndexName"], "Mail");
    }
    let limit = &table["WriteOnDemandThroughputSettings"];
    assert_eq!(limit["MaxWriteRequestUnits"], 100);
    for name in ["OnDemandThroughput", "TableClass", "Tags", "ResourcePolicy"] {
        assert!(table.get(name).is_none(), "{name}");
    }
    let terraform = replicated().terraform();
    assert!(
        terraform.contains("region_name            = \"eu-west-1\""),
        "{terraform}"
    );
}

#[test]
fn strong_replicas_have_a_witness() {
    #[derive(dynamo_runtime::Item)]
    #[table(name = "ledger", pk = "id")]
    struct Entry {
        id: String,
    }
    let replicas = Replicas {
        regions: vec!["us-east-2".to_owned()],
        consistency: ReplicaConsistency::Strong,
        witness: Some("us-west-2".to_owned()),
    };
    let design = Design::of::<Entry>().replicas(replicas).build().unwrap();
    let template = parsed(&design.cloudformation_json());
    let table = &template["Resources"]["EntryTable"]["Properties"];
    assert_eq!(table["MultiRegionConsistency"], "STRONG");
    assert_eq!(table["GlobalTableWitnesses"][0]["Region"], "us-west-2");
    let terraform = design.terraform();
    assert!(
        terraform.contains("consistency_mode       = \"STRONG\""),
        "{terraform}"
    );
    assert!(terraform.contains("global_table_witness {"), "{terraform}");
}

/// The table that a text declares.
fn imported(text: &str) -> Design {
    let mut import = Import::new();
    import.read("a file", text).unwrap();
    import.finish().unwrap().tables.remove(0)
}

#[test]
fn they_come_back_from_templates() {
    for design in [design(), replicated()] {
        let options = imported(&design.cloudformation_json()).options;
        let mut expected = design.options.clone();
        // JSON has its own order.
        let policy = |text: &Option<String>| text.as_deref().map(parsed);
        assert_eq!(
            policy(&options.resource_policy),
            policy(&expected.resource_policy)
        );
        expected
            .resource_policy
            .clone_from(&options.resource_policy);
        if design.options.replicas.is_some() {
            // A global table has the limits of on-demand units elsewhere.
            expected.billing = options.billing.clone();
            expected.indexes = options.indexes.clone();
        }
        assert_eq!(options, expected);

        let options = imported(&design.terraform()).options;
        assert_eq!(options.recovery_days, Some(7));
        assert_eq!(options.class, design.options.class);
        assert_eq!(options.warm_throughput, design.options.warm_throughput);
        assert_eq!(options.indexes, design.options.indexes);
        assert_eq!(options.replicas, design.options.replicas);
    }
    let options = imported(&design().create_table_json("shop")).options;
    assert_eq!(options.class, TableClass::InfrequentAccess);
    assert_eq!(options.indexes, design().options.indexes);
    assert_eq!(options.resource_policy.as_deref(), Some(POLICY));
}

#[test]
fn an_import_leaves_out_what_no_design_can_have() {
    let text = replicated().terraform();
    let text = text.replace(
        "PAY_PER_REQUEST\"",
        "PROVISIONED\"\n  read_capacity = 5\n  write_capacity = 5",
    );
    let mut import = Import::new().with_options();
    import.read("main.tf", &text).unwrap();
    let imported = import.finish().unwrap();
    let code = &imported.rust;
    assert!(code.contains("which needs auto scaling"), "{code}");
    assert!(!code.contains(".replicas("), "{code}");
    assert!(code.contains(".warm_throughput(14000, 6000)"), "{code}");
}

#[test]
fn a_design_without_them_is_written_as_before() {
    let json = shop::builder().build().unwrap().to_json().unwrap();
    for name in ["class", "warm", "replicas", "insights", "recovery_days"] {
        assert!(!json.contains(&format!("\"{name}")), "{name}");
    }
}

#[test]
fn a_changed_option_is_named() {
    let before = shop::builder().on_demand_max(400, 100);
    let diff = design().diff(&before.build().unwrap());
    let options = diff
        .changes
        .iter()
        .find(|change| change.what.contains("options"));
    assert_eq!(
        options.unwrap().what,
        "the options changed: point-in-time recovery, class, warm throughput, indexes, contributor insights, \
         resource policy, variables"
    );
    let mut strong = replicated();
    strong.options.replicas.as_mut().unwrap().consistency = ReplicaConsistency::Strong;
    let diff = strong.diff(&replicated());
    let mut changes = diff.changes.iter();
    assert!(changes.any(|change| change.what == "the replicas are now STRONG; they were EVENTUAL"));
}

#[test]
fn contradictions_are_errors() {
    let provisioned = Billing::Provisioned {
        reads: 5,
        writes: 5,
    };
    let limited = IndexOptions {
        max_reads: Some(5),
        ..IndexOptions::default()
    };
    let replicas = |regions: &[&str], witness: Option<&str>, consistency| Replicas {
        regions: regions.iter().map(ToString::to_string).collect(),
        consistency,
        witness: witness.map(str::to_owned),
    };
    let (eventual, strong) = (ReplicaConsistency::Eventual, ReplicaConsistency::Strong);
    let shop = shop::builder;
    let cases = [
        (shop().recovery_days(0), "0 days"),
        (shop().recovery_days(36), "36 days"),
        (
            shop().recovery_days(7).point_in_time_recovery(false),
            "point-in-time recovery is off",
        ),
        (shop().warm_throughput(0, 1), "0 units"),
        (shop().index("Nope", limited.clone()), "no index `Nope`"),
        (
            shop().index("Total", limited.clone()),
            "only a global index",
        ),
        (
            shop().billing(provisioned.clone()).index("Mail", limited),
            "billed by capacity",
        ),
        (shop().resource_policy("{}"), "a `Statement`"),
        (
            shop().replicas(replicas(&["eu-west-1"], None, eventual)),
            "add `stream(StreamView::NewAndOldImages)`",
        ),
        (shop().replicas(replicas(&[], None, eventual)), "no region"),
        (
            shop().replicas(replicas(&["a", "a"], None, eventual)),
            "`a` of its replicas twice",
        ),
        (
            shop().replicas(replicas(&["a"], Some("b"), eventual)),
            "has a witness",
        ),
        (
            shop().replicas(replicas(&["a"], None, strong)),
            "in 2 regions",
        ),
        (
            shop().replicas(replicas(&["a", "b"], None, strong)),
            "has a TTL",
        ),
        (
            shop()
                .billing(provisioned)
                .replicas(replicas(&["a"], None, eventual)),
            "auto scaling",
        ),
    ];
    for (builder, words) in cases {
        let error = builder.build().unwrap_err().to_string();
        assert!(error.contains(words), "{words} in {error}");
    }
}

#[tokio::test]
async fn a_table_is_created_with_them_and_verified() {
    let name = unique_name();
    let db = db().await.with_var("stage", &name);
    let design = design();
    let deployed = design.deploy(&db).await.unwrap();
    assert!(deployed.created);
    let verified = design.verify(&db).await.unwrap();
    // The engines keep other limits of indexes than those of the table, or none.
    let others = verified.differences.iter().map(ToString::to_string);
    let others: Vec<_> = others
        .filter(|text| !text.contains("units of `Mail`"))
        .collect();
    let _ = db
        .client()
        .delete_table()
        .table_name(&deployed.table)
        .send()
        .await;
    assert!(verified.is_usable());
    if !tests::is_server() {
        assert_eq!(others, Vec::<String>::new());
    }
}

//! The options that a table is deployed with.

use dynamo_design::{Design, Model};
use serde_json::Value;
use tests::{db, unique_name};

use crate::shop::{self, Shop};

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[tokio::test]
async fn create_table_makes_what_is_declared() {
    let name = unique_name();
    let db = db().await.with_table_name::<Shop>(&name);
    let design = shop::builder().build().unwrap();
    let request = design.create_table(&name).unwrap();
    request.send_with(db.client()).await.unwrap();
    // Finds fault with every key, index and projection that is not as declared.
    db.ensure_table::<Shop>().await.unwrap();
    let _ = db.delete_table::<Shop>().await;
}

#[test]
fn create_table_has_every_option() {
    let request = shop::design().create_table("shop").unwrap();
    let request = request.build().unwrap();
    assert_eq!(request.deletion_protection_enabled(), Some(true));
    let limit = request.on_demand_throughput().unwrap();
    assert_eq!(limit.max_read_request_units(), Some(400));
    let encryption = request.sse_specification().unwrap();
    assert_eq!(encryption.kms_master_key_id(), Some("alias/shop"));
    assert!(request.stream_specification().unwrap().stream_enabled());
    assert_eq!(request.tags()[0].value(), "sales");

    let request = shop::provisioned().create_table("shop").unwrap();
    let request = request.build().unwrap();
    let units = request.provisioned_throughput().unwrap();
    assert_eq!(units.write_capacity_units(), 2);
    for index in request.global_secondary_indexes() {
        assert!(index.provisioned_throughput().is_some());
    }
}

#[test]
fn create_table_is_the_same_as_json() {
    let design = shop::design();
    let json = parsed(&design.create_table_json("shop"));
    let request = design.create_table("shop").unwrap().build().unwrap();
    assert_eq!(json["TableName"], "shop");
    let definitions = json["AttributeDefinitions"].as_array().unwrap();
    assert_eq!(definitions.len(), request.attribute_definitions().len());
    let indexes = json["GlobalSecondaryIndexes"].as_array().unwrap();
    for (json, index) in indexes.iter().zip(request.global_secondary_indexes()) {
        assert_eq!(json["IndexName"], index.index_name());
        let keys = json["KeySchema"].as_array().unwrap();
        assert_eq!(keys.len(), index.key_schema().len());
    }
    assert_eq!(json["SSESpecification"]["KMSMasterKeyId"], "alias/shop");
}

/// The template of a model of one table, and its table.
fn template(model: &Model) -> (Value, Value) {
    let template = parsed(&model.cloudformation_json());
    let resources = template["Resources"].as_object().unwrap();
    let mut tables = resources.values();
    let table = tables.find(|found| found["Type"] == "AWS::DynamoDB::Table");
    let table = table.unwrap()["Properties"].clone();
    (template, table)
}

#[test]
fn the_trading_table_is_deployed_as_its_document_says() {
    let (template, table) = template(&examples::designs::oms_trading().unwrap());
    let parameters = &template["Parameters"];
    assert_eq!(parameters["Environment"]["Default"], "dev");
    assert_eq!(parameters["TableName"]["Default"], "oms_trading_data");
    assert_eq!(parameters["EnablePITR"]["Default"], "false");
    assert_eq!(table["TableName"]["Fn::Sub"], "${TableName}_${Environment}");
    assert_eq!(table["BillingMode"], "PAY_PER_REQUEST");
    assert_eq!(table["SSESpecification"]["SSEType"], "KMS");
    assert_eq!(table["TimeToLiveSpecification"]["AttributeName"], "ttl");
    let recovery = &table["PointInTimeRecoverySpecification"];
    assert_eq!(recovery["PointInTimeRecoveryEnabled"]["Ref"], "EnablePITR");
    let indexes = table["GlobalSecondaryIndexes"].as_array().unwrap();
    let projections: Vec<_> = indexes
        .iter()
        .map(|index| index["Projection"]["ProjectionType"].as_str().unwrap())
        .collect();
    assert_eq!(projections, ["ALL", "KEYS_ONLY", "ALL"]);

    let alarm = &template["Resources"]["TradingTableThrottledAlarm"]["Properties"];
    assert_eq!(alarm["Threshold"], 10);
    assert_eq!(alarm["EvaluationPeriods"], 2);
    let counted = &alarm["Metrics"][1]["MetricStat"];
    assert_eq!(counted["Period"], 300);
    assert_eq!(counted["Metric"]["MetricName"], "ThrottledRequests");
    let alarm = &template["Resources"]["TradingTableSystemErrorsAlarm"]["Properties"];
    assert_eq!(alarm["Threshold"], 5);
    assert_eq!(alarm["EvaluationPeriods"], 1);
    // CloudWatch takes ten metrics and an expression over them.
    assert!(alarm["Metrics"].as_array().unwrap().len() <= 11);
}

#[test]
fn a_name_that_is_a_variable_is_a_parameter() {
    let (template, table) = template(&examples::designs::fabric().unwrap());
    assert_eq!(table["TableName"]["Ref"], "FabricTable");
    assert!(template["Parameters"].get("TableName").is_none());
}

#[test]
fn a_variable_may_stand_first() {
    let design = shop::design();
    let template = parsed(&design.cloudformation_json());
    let table = &template["Resources"]["ShopTable"]["Properties"];
    assert_eq!(table["TableName"]["Fn::Sub"], "${Stage}-${TableName}");
    assert_eq!(template["Parameters"]["TableName"]["Default"], "shop");
    assert_eq!(template["Parameters"]["EnablePITR"]["Default"], "true");
    assert!(
        design
            .terraform()
            .contains("\"${var.stage}-${var.table_name}\"")
    );
}

#[test]
fn tables_of_a_model_have_parameters_of_their_own() {
    let model = examples::designs::prediction_market().unwrap();
    let template = parsed(&model.cloudformation_json());
    let resources = template["Resources"].as_object().unwrap();
    assert_eq!(resources.len(), model.tables.len());
    for design in &model.tables {
        let parameter = &template["Parameters"][format!("{}TableName", design.name)];
        assert_eq!(parameter["Default"], design.table.name.as_str());
    }
}

#[test]
fn terraform_says_local_and_several_keys_its_own_way() {
    let text = shop::design().terraform();
    let blocks = |word: &str| text.matches(word).count();
    assert_eq!(blocks("global_secondary_index {"), 3);
    assert_eq!(blocks("local_secondary_index {"), 1);
    assert_eq!(blocks("key_schema {"), 4);
    assert!(text.contains("non_key_attributes = [\"name\"]"));
}

#[test]
fn workbench_has_a_facet_an_item_type_and_every_sample() {
    let design: Design = shop::design();
    let model = parsed(&design.workbench());
    let table = &model["DataModel"][0];
    assert_eq!(table["TableName"], "test-shop");
    assert_eq!(table["KeyAttributes"]["SortKey"]["AttributeName"], "SK");
    let facets = table["TableFacets"].as_array().unwrap();
    let aliases: Vec<_> = facets
        .iter()
        .map(|facet| facet["KeyAttributeAlias"]["SortKeyAlias"].as_str().unwrap())
        .collect();
    assert_eq!(aliases, ["PROFILE", "ORDER#{number:08}"]);
    assert_eq!(facets[1]["TableData"].as_array().unwrap().len(), 2);
    let data = table["TableData"].as_array().unwrap();
    assert_eq!(data.len(), 3);
    assert_eq!(data[1]["total"]["N"], "39");
    // An attribute stands once, as a key or beside the keys.
    for other in table["NonKeyAttributes"].as_array().unwrap() {
        assert_ne!(other["AttributeName"], "PK");
    }
}

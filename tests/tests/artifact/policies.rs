//! The actions that IAM policies allow.

use dynamo_design::{Design, Policy};
use serde_json::{Value, json};

use crate::shop;

fn document(policies: &[Policy], name: &str) -> Value {
    let policy = policies.iter().find(|policy| policy.name == name);
    serde_json::from_str(&policy.expect("a policy").document).expect("JSON")
}

fn statement<'a>(document: &'a Value, sid: &str) -> &'a Value {
    let statements = document["Statement"].as_array().unwrap();
    let mut statements = statements.iter();
    statements
        .find(|found| found["Sid"] == sid)
        .expect("a statement")
}

/// The keys a statement is held to.
fn leading_keys(statement: &Value) -> &Value {
    &statement["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]
}

#[test]
fn keys_are_held_to_the_prefixes_of_an_item_type() {
    let model = examples::designs::oms_trading().unwrap();
    let policies = model.tables[0].iam_policies_for("arn:aws:dynamodb:eu-west-1:1:table/oms");
    let read = document(&policies, "OrderRead");
    let table = statement(&read, "ReadTable");
    assert_eq!(table["Resource"], "arn:aws:dynamodb:eu-west-1:1:table/oms");
    assert_eq!(*leading_keys(table), json!(["CLIENT#*"]));
    let index = statement(&read, "QueryGSI1");
    assert_eq!(
        index["Resource"],
        "arn:aws:dynamodb:eu-west-1:1:table/oms/index/GSI1"
    );
    assert_eq!(*leading_keys(index), json!(["PRODUCT#*", "ANALYST#*"]));
    // Without it, a request that names no key would pass.
    assert_eq!(index["Condition"]["Null"]["dynamodb:LeadingKeys"], "false");
}

#[test]
fn readers_do_not_write_and_nobody_scans() {
    let model = examples::designs::oms_trading().unwrap();
    for policy in model.tables[0].iam_policies() {
        let scans = policy.document.contains("dynamodb:Scan");
        assert_eq!(scans, policy.name == "TradingScan", "{}", policy.name);
        let writes = policy.document.contains("dynamodb:PutItem");
        assert_eq!(writes, policy.name.ends_with("Write"), "{}", policy.name);
        assert!(!policy.document.contains("\"dynamodb:*\""));
    }
}

#[test]
fn an_item_type_reads_only_the_indexes_it_is_in() {
    let policies = shop::design().iam_policies();
    let read = document(&policies, "CustomerRead");
    let statements = read["Statement"].as_array().unwrap();
    let sids: Vec<_> = statements
        .iter()
        .map(|found| found["Sid"].as_str().unwrap())
        .collect();
    assert_eq!(sids, ["ReadTable", "QueryMail", "UseKey"]);
}

#[test]
fn wildcards_in_a_pattern_are_escaped() {
    let policies = shop::design().iam_policies();
    let read = document(&policies, "OrderRead");
    let held = statement(&read, "QueryHeld");
    assert_eq!(*leading_keys(held), json!(["HELD${*}*"]));
}

#[test]
fn claims_on_unique_values_are_writable() {
    let policies = shop::design().iam_policies();
    let write = document(&policies, "CustomerWrite");
    let keys = leading_keys(statement(&write, "WriteTable"));
    assert_eq!(*keys, json!(["CUSTOMER#*", "#unique#CUSTOMER#*"]));
}

#[test]
fn writers_of_unique_values_read_items_and_claims() {
    let policies = shop::design().iam_policies();
    let reads = |name: &str| {
        let write = document(&policies, name);
        let actions = statement(&write, "WriteTable")["Action"].to_string();
        actions.contains("\"dynamodb:GetItem\"")
    };
    assert!(reads("CustomerWrite"));
    assert!(!reads("OrderWrite"));
}

#[test]
fn claims_are_readable_if_there_are_lookups() {
    #[derive(dynamo_runtime::Item)]
    #[table(name = "users", pk = "PK")]
    #[key(pk = "USER#{id}")]
    #[allow(dead_code, reason = "a design has no items")]
    struct User {
        id: String,
        #[dynamo(unique = "by_email")]
        email: String,
    }

    let design = Design::of::<User>().build().unwrap();
    let read = document(&design.iam_policies(), "UserRead");
    let keys = leading_keys(statement(&read, "ReadTable"));
    assert_eq!(*keys, json!(["USER#*", "#unique#User#*"]));
    let patterns = design.access_patterns();
    let calls: Vec<_> = patterns.iter().map(|found| &*found.call).collect();
    assert_eq!(calls, ["User::key(id)", "User::by_email(email)"]);

    let policies = shop::design().iam_policies();
    let read = document(&policies, "CustomerRead");
    let keys = leading_keys(statement(&read, "ReadTable"));
    assert_eq!(*keys, json!(["CUSTOMER#*"]));
}

#[test]
fn keys_without_a_prefix_are_not_held_to_one() {
    use examples::prediction_market::{Checkpoint, Market};

    let policies = Design::of::<Market>().build().unwrap().iam_policies();
    let read = document(&policies, "MarketRead");
    assert!(statement(&read, "ReadTable").get("Condition").is_none());
    let policies = Design::of::<Checkpoint>().build().unwrap().iam_policies();
    let read = document(&policies, "CheckpointRead");
    let keys = leading_keys(statement(&read, "ReadTable"));
    assert_eq!(*keys, json!(["indexer:checkpoint"]));
}

#[test]
fn variables_of_the_name_are_any_text() {
    assert_eq!(
        shop::design().arn_pattern(),
        "arn:aws:dynamodb:*:*:table/*-shop"
    );
}

#[test]
fn a_template_is_for_the_table_it_is_deployed_beside() {
    let template = shop::design().iam_cloudformation_yaml();
    assert!(template.contains("${AWS::AccountId}:table/${Stage}-${TableName}/index/Mail"));
    assert!(!template.contains("dynamodb:*"));
    let model = examples::designs::prediction_market().unwrap();
    let template = model.iam_cloudformation_yaml();
    assert!(template.contains("\n  MarketReadPolicy:\n"));
    assert!(template.contains("\n  CheckpointLockReadPolicy:\n"));
    assert!(template.contains(":table/${MarketTableName}/index/markets_by_status"));
}

/// An index that is scanned.
#[derive(dynamo_runtime::Item)]
#[table(name = "tickets", pk = "id")]
#[gsi(
    name = "by-owner",
    pk = "owner",
    query = "by_owner",
    scan = "all_owned"
)]
struct Ticket {
    id: String,
    owner: Option<String>,
}

#[test]
fn a_scan_of_an_index_is_a_pattern_and_allowed() {
    let design = Design::of::<Ticket>().build().unwrap();
    let patterns = design.access_patterns();
    let scan = patterns
        .iter()
        .find(|pattern| pattern.name == "Ticket::all_owned");
    let scan = scan.expect("the scan among the patterns");
    assert_eq!(scan.call, "Ticket::all_owned()");
    assert_eq!(scan.index.as_deref(), Some("by-owner"));
    let policies = design.iam_policies();
    let allowed = document(&policies, "TicketScan");
    let index = statement(&allowed, "ScanByOwner");
    assert_eq!(index["Action"], json!(["dynamodb:Scan"]));
    let resource = index["Resource"].as_str().unwrap();
    assert!(resource.ends_with("/index/by-owner"), "{resource}");
    let _ = Ticket {
        id: String::new(),
        owner: None,
    };
}

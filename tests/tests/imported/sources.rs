//! Each format that is read, as other tools write it.

use dynamo_design::import::{Import, Imported};
use dynamo_design::{Billing, Encryption, ProjectedAttributes};

#[track_caller]
fn import(sources: &[&str]) -> Imported {
    let mut import = Import::new();
    for text in sources {
        import
            .read("a source", text)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    import.finish().unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn has(imported: &Imported, parts: &[&str]) {
    for part in parts {
        assert!(
            imported.rust.contains(part),
            "no `{part}` in:\n{}",
            imported.rust
        );
    }
}

#[test]
fn sam_writes_a_table_in_short() {
    let imported = import(&["
Transform: AWS::Serverless-2016-10-31
Resources:
  UsersTable:
    Type: AWS::Serverless::SimpleTable
    Properties:
      PrimaryKey: { Name: userId, Type: Number }
  Events:
    Type: AWS::Serverless::SimpleTable
"]);
    has(
        &imported,
        &[
            "name = \"{users_table}\", pk = \"userId\"",
            "pub user_id: u64",
            "pk = \"id\"",
        ],
    );
}

#[test]
fn names_are_made_of_what_a_stack_chooses() {
    let template = |name: &str| {
        format!(
            "
Parameters:
  Env: {{ Type: String, Default: dev }}
  Prefix: {{ Type: String, Default: acme }}
Resources:
  T:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: {name}
      AttributeDefinitions: [{{ AttributeName: id, AttributeType: S }}]
      KeySchema: [{{ AttributeName: id, KeyType: HASH }}]
"
        )
    };
    for (written, name) in [
        ("orders", "orders"),
        ("!Sub '${Prefix}-orders-${Env}'", "acme-orders-{env}"),
        (
            "!Join ['-', [!Ref 'AWS::StackName', orders]]",
            "{stack_name}-orders",
        ),
        ("!Ref Prefix", "acme"),
        ("!ImportValue shared", "{t}"),
        ("!Sub ['${a}-x', { a: !Ref Env }]", "{env}-x"),
    ] {
        has(
            &import(&[&template(written)]),
            &[&format!("name = {name:?}")],
        );
    }
}

#[test]
fn the_output_of_the_cdk_is_a_template() {
    let imported = import(&[r#"{"Resources": {"Orders7A1": {
        "Type": "AWS::DynamoDB::GlobalTable",
        "Properties": {
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "BillingMode": "PAY_PER_REQUEST",
            "Replicas": [{"Region": "eu-west-1", "DeletionProtectionEnabled": true}],
            "TableName": {"Fn::Join": ["", ["orders-", {"Ref": "AWS::Region"}]]}
        }}}}"#]);
    has(&imported, &["name = \"orders-{region}\""]);
    assert!(imported.tables[0].options.deletion_protection);
}

#[test]
fn names_of_the_cdk_lose_their_hash() {
    let imported = import(&[r#"{"Resources": {"OrdersTable315BB997": {
        "Type": "AWS::DynamoDB::Table",
        "Properties": {
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]
        }}}}"#]);
    has(
        &imported,
        &["name = \"{orders_table}\"", "pub struct Order {"],
    );
}

#[test]
fn a_global_table_keeps_the_units_of_its_replicas() {
    let limited = |billing: &str, writes: &str, reads: &str| {
        let template = format!(
            r#"{{"Resources": {{"Orders": {{
            "Type": "AWS::DynamoDB::GlobalTable",
            "Properties": {{
                "TableName": "orders", "BillingMode": "{billing}",
                "AttributeDefinitions": [
                    {{"AttributeName": "pk", "AttributeType": "S"}},
                    {{"AttributeName": "sk", "AttributeType": "S"}}],
                "KeySchema": [{{"AttributeName": "pk", "KeyType": "HASH"}}],
                "GlobalSecondaryIndexes": [{{
                    "IndexName": "other",
                    "KeySchema": [{{"AttributeName": "sk", "KeyType": "HASH"}}],
                    "Projection": {{"ProjectionType": "INCLUDE", "NonKeyAttributes": ["pk", "sk"]}},
                    "WriteOnDemandThroughputSettings": {{"MaxWriteRequestUnits": 50}}}}],
                {writes},
                "SSESpecification": {{"SSEEnabled": true}},
                "StreamSpecification": {{"StreamViewType": "NEW_AND_OLD_IMAGES"}},
                "Replicas": [
                    {{"Region": "eu-west-1"}},
                    {{"Region": {{"Ref": "AWS::Region"}}, {reads},
                      "SSESpecification": {{"KMSMasterKeyId": "alias/orders"}},
                      "GlobalSecondaryIndexes": [{{
                          "IndexName": "other",
                          "ReadOnDemandThroughputSettings": {{"MaxReadRequestUnits": 100}}}}]}}]
            }}}}}}}}"#
        );
        let table = import(&[&template]).tables.remove(0);
        (table.options, table.table)
    };
    let (options, table) = limited(
        "PAY_PER_REQUEST",
        r#""WriteOnDemandThroughputSettings": {"MaxWriteRequestUnits": 200}"#,
        r#""ReadOnDemandThroughputSettings": {"MaxReadRequestUnits": 400}"#,
    );
    let billing = Billing::OnDemand {
        max_reads: Some(400),
        max_writes: Some(200),
    };
    assert_eq!(options.billing, billing);
    let index = &options.indexes["other"];
    assert_eq!((index.max_reads, index.max_writes), (Some(100), Some(50)));
    assert_eq!(options.encryption, Encryption::Key("alias/orders".into()));
    let replicas = options.replicas.expect("replicas");
    assert_eq!(replicas.regions, ["eu-west-1"]);
    // Every index holds these, so a projection cannot name them.
    assert_eq!(table.indexes[0].projection, ProjectedAttributes::KeysOnly);
    let (options, _) = limited(
        "PROVISIONED",
        r#""WriteProvisionedThroughputSettings": {"WriteCapacityAutoScalingSettings": {"MinCapacity": 5, "SeedCapacity": 6}}"#,
        r#""ReadProvisionedThroughputSettings": {"ReadCapacityUnits": 7}"#,
    );
    let billing = Billing::Provisioned {
        reads: 7,
        writes: 6,
    };
    assert_eq!(options.billing, billing);
}

#[test]
fn the_serverless_framework_has_a_template_inside() {
    let imported = import(&["
service: notes-api
custom:
  tableName: ${self:service}-notes-${opt:stage, 'dev'}
provider:
  name: aws
  stage: dev
resources:
  Resources:
    NotesTable:
      Type: AWS::DynamoDB::Table
      Properties:
        TableName: ${self:custom.tableName}
        BillingMode: PAY_PER_REQUEST
        AttributeDefinitions:
          - { AttributeName: userId, AttributeType: S }
          - { AttributeName: noteId, AttributeType: S }
        KeySchema:
          - { AttributeName: userId, KeyType: HASH }
          - { AttributeName: noteId, KeyType: RANGE }
"]);
    has(
        &imported,
        &[
            "name = \"notes-api-notes-{stage}\", pk = \"userId\", sk = \"noteId\"",
            "pub struct Note {",
        ],
    );
}

#[test]
fn terraform_is_read_with_locals_and_modules() {
    let imported = import(&["
locals {
  prefix = \"acme\"
}
variable \"stage\" {}
resource \"aws_dynamodb_table\" \"orders\" {
  name         = \"${local.prefix}-orders-${var.stage}\"
  billing_mode = \"PAY_PER_REQUEST\"
  hash_key     = \"id\"
  range_key    = \"at\"
  attribute {
    name = \"id\"
    type = \"S\"
  }
  attribute {
    name = \"at\"
    type = \"N\"
  }
  local_secondary_index {
    name            = \"again\"
    range_key       = \"id\"
    projection_type = \"KEYS_ONLY\"
  }
  ttl {
    attribute_name = \"expires\"
    enabled        = true
  }
}
module \"users\" {
  source     = \"terraform-aws-modules/dynamodb-table/aws\"
  name       = \"users\"
  hash_key   = \"email\"
  attributes = [{ name = \"email\", type = \"S\" }]
}
"]);
    has(
        &imported,
        &[
            "name = \"acme-orders-{stage}\"",
            "ttl = \"expires\"",
            "name = \"users\", pk = \"email\"",
        ],
    );
    let error = Import::new().read(
        "t.tf",
        "resource \"aws_dynamodb_table\" \"t\" {\n dynamic \"attribute\" {\n }\n}",
    );
    assert!(error.is_err_and(|error| error.to_string().contains("terraform show -json")));
}

#[test]
fn terraform_repeats_blocks_for_known_elements() {
    let imported = import(&["
variable \"indexes\" {
  default = [
    { name = \"by_owner\", hash_key = \"owner\", projection_type = \"ALL\" },
    { name = \"by_day\", hash_key = \"day\", range_key = \"id\", projection_type = \"KEYS_ONLY\" },
  ]
}
resource \"aws_dynamodb_table\" \"this\" {
  name     = \"visits\"
  hash_key = \"id\"
  dynamic \"attribute\" {
    for_each = toset([\"id\", \"owner\", \"day\"])
    content {
      name = attribute.value
      type = \"S\"
    }
  }
  dynamic \"global_secondary_index\" {
    for_each = var.indexes
    iterator = index
    content {
      name            = index.value.name
      hash_key        = index.value.hash_key
      range_key       = lookup(index.value, \"range_key\", null)
      projection_type = index.value[\"projection_type\"]
    }
  }
}
"]);
    let names: Vec<_> = imported.tables[0].table.indexes.iter().collect();
    assert_eq!(names.len(), 2);
    assert!(names[0].sk.is_empty());
    assert_eq!(names[1].sk[0].name, "id");
    has(&imported, &["pub struct Visit {", "query = \"by_owner\""]);
}

#[test]
fn the_state_of_terraform_is_read() {
    let imported = import(&[
        r#"{"format_version": "1.0", "values": {"root_module": {"child_modules": [{"resources": [{
        "address": "module.x.aws_dynamodb_table.t", "type": "aws_dynamodb_table",
        "values": {"name": "trades", "hash_key": "id", "range_key": null, "billing_mode": "PROVISIONED",
            "read_capacity": 3, "write_capacity": 4,
            "attribute": [{"name": "id", "type": "S"}, {"name": "owner", "type": "S"}],
            "global_secondary_index": [{"name": "by_owner", "hash_key": "owner", "range_key": "", "projection_type": "ALL"}],
            "ttl": [{"attribute_name": "", "enabled": false}]}
        }]}]}}}"#,
    ]);
    has(
        &imported,
        &["name = \"trades\", pk = \"id\"", "query = \"by_owner\""],
    );
}

#[test]
fn a_schema_of_awslabs_has_its_item_types() {
    let imported = import(&[r#"{"tables": [{
        "table_config": {"table_name": "Deals", "partition_key": "pk", "sort_key": "sk"},
        "gsi_list": [{"name": "ByBrand", "partition_key": "GSI1PK", "sort_key": "score", "projection": "ALL"}],
        "entities": {
            "Deal": {
                "entity_type": "DEAL",
                "pk_template": "DEAL#{deal_id}",
                "sk_template": "DEAL#{deal_id}",
                "gsi_mappings": [{"name": "ByBrand", "pk_template": "BRAND#{brand}", "sk_template": "{score}"}],
                "fields": [
                    {"name": "deal_id", "type": "string", "required": true},
                    {"name": "brand", "type": "string", "required": true},
                    {"name": "score", "type": "integer", "required": true},
                    {"name": "price", "type": "decimal", "required": false},
                    {"name": "labels", "type": "array", "item_type": "string", "required": false}
                ],
                "access_patterns": [{"name": "deals_of_brand", "operation": "Query", "index_name": "ByBrand"}]
            },
            "Watch": {
                "entity_type": "WATCH",
                "pk_template": "USER#{user_id}",
                "sk_template": "WATCH#{number}",
                "fields": [
                    {"name": "user_id", "type": "string", "required": true},
                    {"name": "number", "type": "integer", "required": true}
                ]
            }
        }
    }]}"#]);
    has(
        &imported,
        &[
            "pub struct Deal {",
            "#[key(pk = \"DEAL#{deal_id}\", sk = \"DEAL#{deal_id}\")]",
            "query = \"deals_of_brand\"",
            "pub price: Option<Decimal>",
            "pub labels: Option<Vec<String>>",
        ],
    );
    // A number that is not padded does not sort as it is written, so the key stays a field.
    assert!(
        !imported.rust.contains("WATCH#{number}"),
        "{}",
        imported.rust
    );
}

#[test]
fn samples_come_in_every_wrapping() {
    let table = r#"{"TableName": "t", "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}"#;
    for items in [
        r#"{"Items": [{"id": {"S": "1"}, "n": {"N": "1"}}], "Count": 1}"#,
        r#"{"Item": {"id": {"S": "1"}, "n": {"N": "1"}}}"#,
        r#"{"id": "1", "n": 1}"#,
        r#"[{"id": "1", "n": 1}]"#,
        r#"{"t": [{"PutRequest": {"Item": {"id": {"S": "1"}, "n": {"N": "1"}}}}]}"#,
        r#"{"Responses": {"t": [{"id": {"S": "1"}, "n": {"N": "1"}}]}}"#,
    ] {
        has(&import(&[table, items]), &["pub n: u64"]);
    }
}

#[test]
fn items_with_little_in_common_are_asked_about() {
    let table = r#"{"TableName": "t", "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}"#;
    let items = (0..30).map(|number| {
        format!(
            r#"{{"id": "i{number}", "a{}": 1, "b{}": 2}}"#,
            number % 3,
            number % 3
        )
    });
    let items = items.collect::<Vec<_>>().join("\n");
    has(
        &import(&[table, &items]),
        &["samples have few attributes in common"],
    );
}

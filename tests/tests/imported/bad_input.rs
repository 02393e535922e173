//! Sources that are broken, contradict each other or have hostile names: a clear message or valid
//! Rust, never a panic.

use dynamo_design::import::{Import, ImportError, Imported};

fn import(sources: &[(&str, &str)]) -> Result<Imported, ImportError> {
    let mut import = Import::new();
    for (name, text) in sources {
        import.read(name, text)?;
    }
    import.finish()
}

#[track_caller]
fn refused(sources: &[(&str, &str)], words: &[&str]) {
    let error = import(sources).map(|imported| imported.rust);
    let error = error.expect_err("it is refused").to_string();
    for word in words {
        assert!(error.contains(word), "`{word}` is not in: {error}");
    }
}

const TABLE: &str = r#"{
    "TableName": "things",
    "AttributeDefinitions": [
        { "AttributeName": "PK", "AttributeType": "S" },
        { "AttributeName": "SK", "AttributeType": "S" }
    ],
    "KeySchema": [
        { "AttributeName": "PK", "KeyType": "HASH" },
        { "AttributeName": "SK", "KeyType": "RANGE" }
    ]
}"#;

#[test]
fn broken_sources_are_named_with_what_is_wrong() {
    refused(&[("a.json", "")], &["`a.json`", "is empty"]);
    refused(&[("a.json", "{")], &["`a.json`", "is not JSON", "line 1"]);
    refused(&[("a.yaml", "Resources: [")], &["`a.yaml`", "is not YAML"]);
    refused(
        &[("a.yaml", "just words")],
        &["`a.yaml`", "none of the formats"],
    );
    refused(
        &[("a.tf", "resource \"aws_s3_bucket\" \"b\" {}")],
        &["`a.tf`", "aws_dynamodb_table"],
    );
    refused(
        &[("a.tf", "resource \"aws_dynamodb_table\" {")],
        &["`a.tf`", "Terraform"],
    );
    refused(
        &[(
            "a.tf",
            "resource \"aws_dynamodb_table\" \"t\" {\n  name = \"t\"\n}",
        )],
        &["resource `t`", "hash_key"],
    );
    refused(
        &[(
            "a.yaml",
            "Resources:\n  Bucket:\n    Type: AWS::S3::Bucket\n",
        )],
        &["without a table", "AWS::DynamoDB::Table"],
    );
    let keyless = "Resources:\n  Orders:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      TableName: orders\n";
    refused(
        &[("a.yaml", keyless)],
        &["resource `Orders`", "no partition key"],
    );
    let untyped = r#"{"TableName":"t","AttributeDefinitions":[],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}"#;
    refused(&[("t.json", untyped)], &["key `id` has no type"]);
    refused(
        &[("items.json", r#"{"PK": "a"}"#)],
        &["no source describes a table"],
    );
    refused(
        &[
            ("a.json", TABLE),
            ("items.json", r#"{"PK": "a", "SK": "b", "": 1}"#),
        ],
        &["`items.json`", "without a name"],
    );
    for number in [
        "1e300",
        "1e-200",
        "123456789012345678901234567890123456789012",
    ] {
        let item =
            format!(r#"{{"PK": {{"S": "a"}}, "SK": {{"S": "b"}}, "n": {{"N": "{number}"}}}}"#);
        refused(
            &[("a.json", TABLE), ("items.json", &item)],
            &["attribute `n`", "number"],
        );
    }
    refused(
        &[
            ("a.json", TABLE),
            ("items.json", r#"{"PK": "a", "SK": "b", "n": 1e150}"#),
        ],
        &["attribute `n`", "DynamoDB cannot hold"],
    );
}

#[test]
fn what_one_sample_has_twice_is_not_taken_for_the_same() {
    let one = r#"{"PK": "ACC#7", "SK": "SUB#7"}"#;
    let imported = import(&[("a.json", TABLE), ("items.json", one)]).expect("an import");
    assert!(
        imported.rust.contains(r#"sk = "SUB#{sub_id}""#),
        "{}",
        imported.rust
    );
    // The id of an item is no condition, even if it fits all samples.
    let indexed = TABLE.replace(
        "\"KeySchema\"",
        r#""GlobalSecondaryIndexes": [{
            "IndexName": "New", "Projection": {"ProjectionType": "ALL"},
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "NewSK", "KeyType": "RANGE"}]
        }], "KeySchema""#,
    );
    let indexed = indexed.replace(
        "\"AttributeDefinitions\": [",
        r#""AttributeDefinitions": [{ "AttributeName": "NewSK", "AttributeType": "S" },"#,
    );
    let two = r#"
        {"PK": "INBOX#ada", "SK": "MESSAGE#m1", "user": "ada", "id": "m1", "NewSK": "MESSAGE#m1"}
        {"PK": "INBOX#ada", "SK": "MESSAGE#m2", "user": "ada", "id": "m2"}
    "#;
    let imported = import(&[("a.json", &indexed), ("items.json", two)]).expect("an import");
    assert!(
        !imported.rust.contains("when = self.id"),
        "{}",
        imported.rust
    );
}

#[test]
fn contradictions_are_told() {
    let other = TABLE.replace("SK", "sort");
    refused(
        &[("a.json", TABLE), ("b.json", &other)],
        &["`b.json`", "contradicts `a.json`", "`things`"],
    );
    refused(
        &[("a.json", TABLE), ("items.json", r#"{"PK": "a"}"#)],
        &["`items.json`", "without the keys", "`SK`"],
    );
    refused(
        &[("a.json", TABLE), ("items.json", r#"{"PK": 7, "SK": "b"}"#)],
        &["`items.json`", "`PK` (S)"],
    );
    let twin = TABLE.replace("things", "others");
    refused(
        &[
            ("a.json", TABLE),
            ("b.json", &twin),
            ("items.json", r#"{"PK": "a", "SK": "b"}"#),
        ],
        &["things", "others", "=FILE"],
    );
    let twice = r#"{"PK": "a", "SK": "b", "n": 1} {"PK": "a", "SK": "b", "n": 2}"#;
    let imported = import(&[("a.json", TABLE), ("items.json", twice)]).expect("an import");
    assert!(
        imported
            .notes
            .iter()
            .any(|note| note.contains("`PK` = `a`")),
        "{:?}",
        imported.notes
    );
}

#[test]
fn notes_name_keys_and_no_other_values() {
    let items = r#"
        {"PK": "USER#1", "SK": "A#1", "user": "1", "secret": "hunter2", "GSI": "x"}
        {"PK": "USER#2", "SK": "A#2", "user": "2", "secret": "hunter3"}
    "#;
    let table = TABLE.replace(
        "\"KeySchema\": [",
        r#""GlobalSecondaryIndexes": [{
            "IndexName": "I",
            "KeySchema": [{ "AttributeName": "secret", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" }
        }], "KeySchema": ["#,
    );
    let table = table.replace(
        "\"AttributeDefinitions\": [",
        "\"AttributeDefinitions\": [{ \"AttributeName\": \"secret\", \"AttributeType\": \"S\" },",
    );
    let imported = import(&[("a.json", &table), ("items.json", items)]).expect("an import");
    let told = imported.notes.join(" ") + &imported.rust;
    assert!(!told.contains("hunter"), "{told}");
}

#[test]
fn items_of_no_pattern_become_plain_fields() {
    let items = (0..50).map(|number| {
        format!(
            r#"{{"PK": "{:x}/{number}?", "SK": "~{}", "a": {number}}}"#,
            number * 7919,
            number * 31
        )
    });
    let items = items.collect::<Vec<_>>().join("\n");
    let imported = import(&[("a.json", TABLE), ("items.json", &items)]).expect("an import");
    assert!(
        imported.rust.contains("pub pk: String"),
        "{}",
        imported.rust
    );
    assert!(
        imported.rust.contains("pub sk: String"),
        "{}",
        imported.rust
    );
}

#[test]
fn many_samples_are_read() {
    let items = (0..100_000).map(|number| {
        format!(
            r#"{{"PK":"USER#{0}","SK":"ORDER#{number:08}","user_id":"{0}","number":{number},"open":{1}}}"#,
            number % 997,
            number % 2 == 0
        )
    });
    let items = items.collect::<Vec<_>>().join("\n");
    let imported = import(&[("a.json", TABLE), ("items.json", &items)]).expect("an import");
    let key = r#"[key(pk = "USER#{user_id}", sk = "ORDER#{number:08}")]"#;
    assert!(imported.rust.contains(key), "{}", imported.rust);
}

#[test]
fn tables_say_more_than_their_samples() {
    // An index of a shared table holds an attribute that no sample has.
    let table = r#"{
        "TableName": "things",
        "AttributeDefinitions": [
            { "AttributeName": "PK", "AttributeType": "S" },
            { "AttributeName": "G", "AttributeType": "S" }
        ],
        "KeySchema": [{ "AttributeName": "PK", "KeyType": "HASH" }],
        "GlobalSecondaryIndexes": [{
            "IndexName": "I", "KeySchema": [{ "AttributeName": "G", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["PK", "neverSeen"] }
        }]
    }"#;
    let items = r#"
        {"PK": "CAT#1", "entity": "Cat", "G": "x"} {"PK": "CAT#2", "entity": "Cat", "G": "y"}
        {"PK": "DOG#1", "entity": "Dog"} {"PK": "DOG#2", "entity": "Dog"}
    "#;
    let imported = import(&[("a.json", table), ("items.json", items)]).expect("an import");
    let rust = &imported.rust;
    assert!(rust.contains("projection = [\"neverSeen\"]"), "{rust}");
    assert!(rust.contains("pub never_seen: Option<String>"), "{rust}");
    // Locals in a circle have no value.
    let circle = "locals {\n  a = local.b\n  b = local.a\n}\nresource \"aws_dynamodb_table\" \"x\" {\n  \
                  name = local.a\n  hash_key = \"id\"\n  attribute {\n    name = \"id\"\n    type = \"S\"\n  }\n}";
    let imported = import(&[("a.tf", circle)]).expect("an import");
    assert!(
        imported.rust.contains("name = \"{x}\""),
        "{}",
        imported.rust
    );
}

#[test]
fn hostile_names_become_valid_rust() {
    let names = [
        "type", "self", "Self", "crate", "a\"b", "\\", "😀", "1st", "a b", "struct", "é", "\n//",
        "*/", "{x}", "r#type", "_", "__", "None", "String", "fn",
    ];
    let mut item = serde_json::Map::new();
    item.insert("PK".into(), "USER#1".into());
    item.insert("SK".into(), "X".into());
    for name in names {
        item.insert(
            name.to_owned(),
            serde_json::json!({ name: "value", "other": [1, 2.5] }),
        );
    }
    let item = serde_json::Value::Object(item).to_string();
    let imported = import(&[("a.json", TABLE), ("items.json", &item)]).expect("an import");
    let parsed = syn_parses(&imported.rust);
    assert!(parsed.is_ok(), "{parsed:?}\n{}", imported.rust);
}

#[test]
fn hostile_tables_become_valid_rust() {
    for name in [
        "type", "Self", "a\"b", "😀", "{", "}", "{x", "9lives", "Item",
    ] {
        let quoted = serde_json::to_string(name).expect("text");
        let table = TABLE
            .replace("\"things\"", &quoted)
            .replace("\"PK\"", &quoted);
        let item =
            serde_json::json!({ name: "A#{b}$", "SK": "C$#1", "entity_type": "fn" }).to_string();
        let imported = import(&[("a.json", &table), ("items.json", &item)]).expect("an import");
        let parsed = syn_parses(&imported.rust);
        assert!(parsed.is_ok(), "{name}: {parsed:?}\n{}", imported.rust);
    }
}

/// Whether a text is a file of Rust.
fn syn_parses(text: &str) -> Result<(), String> {
    syn::parse_file(text)
        .map(drop)
        .map_err(|error| error.to_string())
}

mod any_text {
    //! Any text at all, and texts that are nearly sources.

    use proptest::prelude::*;

    use super::{TABLE, import};

    fn piece() -> impl Strategy<Value = String> {
        prop_oneof![
            Just("Resources:".to_owned()),
            Just("  T: {Type: AWS::DynamoDB::Table, Properties: ".to_owned()),
            Just("!Ref x".to_owned()),
            Just("!Sub \"${a}-${b".to_owned()),
            Just("resource \"aws_dynamodb_table\" \"t\" {".to_owned()),
            Just("name = \"${var.x}\"".to_owned()),
            Just("}".to_owned()),
            Just("{\"Items\": [{\"PK\": {\"S\": \"A#1\"}, \"SK\": {\"S\": \"#\"}}]}".to_owned()),
            Just("{\"KeySchema\": [".to_owned()),
            Just("]}".to_owned()),
            Just("{\"DataModel\": [{\"TableName\": \"t\"}]}".to_owned()),
            Just("{\"tables\": [{\"table_config\": {\"table_name\": \"t\", \"partition_key\": \"p\"}}]}".to_owned()),
            "\\PC{0,12}",
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn nothing_panics(pieces in proptest::collection::vec(piece(), 0..8), lines in any::<bool>()) {
            let text = pieces.join(if lines { "\n" } else { " " });
            let _ = import(&[("any", &text)]);
            let _ = import(&[("table", TABLE), ("any", &text)]);
        }

        #[test]
        fn any_keys_give_valid_rust(
            keys in proptest::collection::vec(("\\PC{1,10}", "[A-Z]{0,5}[#|:]?\\PC{1,8}"), 1..6),
            value in "\\PC{0,6}",
        ) {
            let items = keys.iter().map(|(pk, sk)| {
                serde_json::json!({ "PK": pk, "SK": sk, "copy": pk, "v": value }).to_string()
            });
            let items = items.collect::<Vec<_>>().join("\n");
            let imported = import(&[("table", TABLE), ("items", &items)]);
            if let Ok(imported) = imported {
                prop_assert!(super::syn_parses(&imported.rust).is_ok(), "{}", imported.rust);
            }
        }
    }
}

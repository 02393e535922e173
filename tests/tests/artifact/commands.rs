//! The commands and calls of documents: each reads the sample it was made from.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_design::{Design, Model, Sample, Value};
use dynamo_runtime::{Db, Item};
use tests::{db, unique_name};

use crate::shop;

/// The blocks of code in a language.
fn blocks<'a>(document: &'a str, language: &str) -> Vec<&'a str> {
    let start = format!("```{language}\n");
    let blocks = document.split(start.as_str()).skip(1);
    blocks
        .map(|rest| rest.split("\n```").next().unwrap())
        .collect()
}

/// The words of the last command of a block, as a shell reads them.
fn words(block: &str) -> Vec<String> {
    let script = format!(
        "set -euo pipefail\n\
         aws() {{ printf '\\1aws\\0'; printf '%s\\0' \"$@\"; }}\n\
         terraform() {{ :; }}\n{block}\n"
    );
    let run = std::process::Command::new("bash")
        .args(["-c", &script])
        .output();
    let run = run.expect("bash, which the scripts of the repository need");
    let error = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success() && error.is_empty(), "{error}{block}");
    let said = String::from_utf8(run.stdout).unwrap();
    let last = said.rsplit('\u{1}').next().unwrap();
    let words = last.trim_end_matches('\0').split('\0');
    words.map(str::to_owned).collect()
}

/// The options of a command by name.
fn options(words: &[String]) -> HashMap<&str, &str> {
    let pairs = words[3..].chunks(2);
    pairs
        .map(|pair| (pair[0].strip_prefix("--").unwrap(), pair[1].as_str()))
        .collect()
}

fn attribute(value: Value) -> AttributeValue {
    match value {
        Value::S(text) => AttributeValue::S(text),
        Value::N(number) => AttributeValue::N(number),
        Value::Bool(value) => AttributeValue::Bool(value),
        Value::M(map) => AttributeValue::M(attributes(map)),
        Value::L(list) => AttributeValue::L(list.into_iter().map(attribute).collect()),
        other => panic!("no sample has {other:?}"),
    }
}

fn attributes(sample: Sample) -> HashMap<String, AttributeValue> {
    let entries = sample.into_iter();
    entries
        .map(|(name, value)| (name, attribute(value)))
        .collect()
}

fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Sends a command that reads a table, and returns the number of items that come back.
async fn sent(db: &Db, table: &str, command: &str) -> usize {
    let words = words(command);
    let options = options(&words);
    let index = options.get("index-name").map(ToString::to_string);
    let names: Option<HashMap<String, String>> = options
        .get("expression-attribute-names")
        .map(|text| parsed(text));
    let values: Option<Sample> = options
        .get("expression-attribute-values")
        .map(|text| parsed(text));
    let values = values.map(attributes);
    let filter = options.get("filter-expression").map(ToString::to_string);
    let client = db.client();
    match words[2].as_str() {
        "get-item" => {
            let request = client.get_item().table_name(table);
            let request = request.set_key(Some(attributes(parsed(options["key"]))));
            usize::from(request.send().await.unwrap().item.is_some())
        }
        "query" => {
            let request = client.query().table_name(table).set_index_name(index);
            let request = request
                .key_condition_expression(options["key-condition-expression"])
                .set_filter_expression(filter)
                .set_expression_attribute_names(names)
                .set_expression_attribute_values(values);
            request.send().await.unwrap().items().len()
        }
        "search-vectors" => {
            let vector: Vec<Value> = parsed(options["search-vector"]);
            let request = client.search_vectors().table_name(table);
            let request = request
                .set_index_name(index)
                .set_search_vector(Some(vector.into_iter().map(attribute).collect()))
                .top_k(options["top-k"].parse().unwrap())
                .set_search_condition_expression(
                    options
                        .get("search-condition-expression")
                        .map(ToString::to_string),
                )
                .set_expression_attribute_names(names)
                .set_expression_attribute_values(values);
            request.send().await.unwrap().search_results().len()
        }
        other => panic!("`{other}` reads nothing"),
    }
}

/// A live table with the samples of a design.
async fn filled(db: &Db, design: &Design) -> String {
    let name = unique_name();
    let request = design.create_table(&name).unwrap();
    request.send_with(db.client()).await.unwrap();
    db.live_table(&name).wait_until_active().await.unwrap();
    for item in &design.items {
        for sample in &item.samples {
            let item = Some(attributes(sample.clone()));
            let put = db.client().put_item().table_name(&name).set_item(item);
            put.send().await.unwrap();
        }
    }
    name
}

#[tokio::test]
async fn every_command_reads_its_sample() {
    let db = db().await;
    let models = examples::designs::all().unwrap();
    let mut designs: Vec<_> = models.into_iter().flat_map(|model| model.tables).collect();
    designs.push(
        shop::builder()
            .sample(&shop::customer("it's Ada"))
            .sample(&shop::order(1, Some("stock")))
            .build()
            .unwrap(),
    );
    for design in designs {
        let table = filled(&db, &design).await;
        let document = design.markdown();
        let commands: Vec<_> = blocks(&document, "bash")
            .into_iter()
            .filter(|block| {
                block.starts_with("aws dynamodb get-item") || block.contains("dynamodb query")
            })
            .collect();
        assert_eq!(commands.len(), design.access_patterns().len());
        for command in commands {
            let count = sent(&db, &table, command).await;
            assert!(count > 0, "nothing is read by {command}");
        }
        let _ = db.client().delete_table().table_name(table).send().await;
    }
}

#[tokio::test]
async fn a_search_finds_its_sample() {
    /// A note.
    #[derive(Item)]
    #[table(name = "notes", pk = "tenant", sk = "id")]
    #[vector(
        name = "ByMeaning",
        field = "embedding",
        distance = "cosine",
        pk = "tenant",
        query = "similar"
    )]
    struct Note {
        tenant: String,
        id: String,
        embedding: [f32; 3],
    }
    let db = db().await;
    if tests::is_server() {
        return;
    }
    let note = Note {
        tenant: "acme".to_owned(),
        id: "n1".to_owned(),
        embedding: [0.5, 0.25, 1.0],
    };
    let design = Design::of::<Note>().sample(&note).build().unwrap();
    let table = filled(&db, &design).await;
    let document = design.markdown();
    let blocks = blocks(&document, "bash");
    let search = blocks.iter().find(|block| block.contains("search-vectors"));
    assert_eq!(sent(&db, &table, search.unwrap()).await, 1);
    assert!(document.contains("Note::similar(\"acme\", &vector).top(10).send(&db).await?"));
}

#[test]
fn every_block_is_a_script() {
    let models = examples::designs::all().unwrap();
    let models = models
        .into_iter()
        .chain([Model::new("shop", [shop::design()])]);
    for model in models {
        let mut alarms = 0;
        for block in blocks(&model.markdown(), "bash") {
            for script in block.split("\n\n") {
                let words = words(script);
                if words.get(2).is_some_and(|word| word == "put-metric-alarm") {
                    let metrics: Vec<serde_json::Value> = parsed(options(&words)["metrics"]);
                    assert_eq!(metrics.len(), 11);
                    let of = &metrics[1]["MetricStat"]["Metric"]["Dimensions"];
                    assert_eq!(of[0]["Value"], model.tables[0].default_name());
                    assert_eq!(of[1]["Value"], "GetItem");
                    alarms += 1;
                }
            }
        }
        let declared = model
            .tables
            .iter()
            .map(|design| design.options.alarms.len());
        assert_eq!(alarms, declared.sum::<usize>());
    }
}

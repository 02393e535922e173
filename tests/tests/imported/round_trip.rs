//! Every export of every design is imported again: the tables and how they are run are the same.

use dynamo_design::import::Import;
use dynamo_design::{Design, Model};
use examples::designs;

fn models() -> Vec<Model> {
    let models = [
        designs::exchange_rates(),
        designs::fabric(),
        designs::leaderboard(),
        designs::oms_trading(),
        designs::prediction_market(),
    ];
    models
        .map(|model| model.unwrap_or_else(|error| panic!("{error}")))
        .into()
}

#[track_caller]
fn imported(format: &str, text: &str) -> Vec<Design> {
    let mut import = Import::new();
    import
        .read(format, text)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut tables = import
        .finish()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .tables;
    tables.sort_by(|a, b| a.table.name.cmp(&b.table.name));
    tables
}

/// The tables of a model as a format can have them.
fn expected(model: &Model, plain: impl Fn(&mut Design)) -> Vec<Design> {
    let mut tables = model.tables.clone();
    tables.iter_mut().for_each(plain);
    tables.sort_by(|a, b| a.table.name.cmp(&b.table.name));
    tables
}

#[track_caller]
fn same_tables(format: &str, found: &[Design], expected: &[Design]) {
    assert_eq!(found.len(), expected.len(), "{format}");
    // The resources of a template have no order.
    let sorted = |design: &Design| {
        let mut options = design.options.clone();
        options.alarms.sort_by(|a, b| a.name.cmp(&b.name));
        options
    };
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.table, expected.table, "{format}");
        assert_eq!(sorted(found), sorted(expected), "{format}");
    }
}

/// Imports every export of a model, and compares what each of them can tell.
#[track_caller]
pub(crate) fn comes_back(model: &Model) {
    let whole = expected(model, |_| {});
    // One parameter switches recovery for all tables of a template.
    let recovered = model
        .tables
        .iter()
        .any(|design| design.options.point_in_time_recovery);
    let deployed = expected(model, |design| {
        design.options.point_in_time_recovery = recovered;
    });
    same_tables(
        "yaml",
        &imported("yaml", &model.cloudformation_yaml()),
        &deployed,
    );
    same_tables(
        "json",
        &imported("json", &model.cloudformation_json()),
        &deployed,
    );
    same_tables(
        "terraform",
        &imported("terraform", &model.terraform()),
        &deployed,
    );
    let lock = serde_json::to_string(model).unwrap_or_else(|error| panic!("{error}"));
    same_tables("lock", &imported("lock", &lock), &whole);
    for design in &model.tables {
        let json = design.to_json().unwrap_or_else(|error| panic!("{error}"));
        same_tables(
            "design",
            &imported("design", &json),
            std::slice::from_ref(design),
        );
        let name = design.default_name();
        let found = imported("create-table", &design.create_table_json(&name));
        let mut table = design.table.clone();
        table.name = name;
        // `CreateTable` has no TTL.
        table.ttl = None;
        assert_eq!(found[0].table, table);
    }
    let workbench = imported("workbench", &model.workbench());
    for (found, original) in workbench.iter().zip(expected(model, |design| {
        design.table.name = design.default_name();
    })) {
        assert_eq!(found.table.name, original.table.name);
        assert_eq!(found.table.pk, original.table.pk);
        assert_eq!(found.table.sk, original.table.sk);
        let names = |design: &Design| {
            design
                .table
                .indexes
                .iter()
                .map(|index| index.name.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(found), names(&original));
    }
}

#[test]
fn every_export_of_every_design_comes_back() {
    for model in models() {
        comes_back(&model);
    }
}

/// An item whose partitions are spread over shards.
#[derive(dynamo_runtime::Item)]
#[table(name = "logs", pk = "PK", sk = "SK")]
#[key(pk = "{day}#{id:shard(16)}", sk = "{id}")]
#[gsi(
    name = "ByLevel",
    pk = "LEVEL#{level}#{id:shard(4, was = 2)}",
    pk_attr = "LevelPk",
    query = "by_level"
)]
struct LogLine {
    day: String,
    id: String,
    level: String,
}

#[test]
fn shards_come_back_from_a_lock_file() {
    let design = Design::of::<LogLine>().build();
    let design = design.unwrap_or_else(|error| panic!("{error}"));
    let json = design.to_json().unwrap_or_else(|error| panic!("{error}"));
    let mut import = Import::new();
    import
        .read("design.json", &json)
        .unwrap_or_else(|error| panic!("{error}"));
    let imported = import.finish().unwrap_or_else(|error| panic!("{error}"));
    for written in [
        r#"pk = "{day}#{id:shard(16)}""#,
        r#"pk = "LEVEL#{level}#{id:shard(4, was = 2)}""#,
        "pub id: String",
    ] {
        assert!(imported.rust.contains(written), "{}", imported.rust);
    }
}

/// Items of two tables with vector indexes.
mod searched {
    use dynamo_runtime::{Item, Vector};

    #[derive(Item)]
    #[table(name = "docs", pk = "tenant", sk = "id")]
    #[vector(name = "ByMeaning", field = "embedding", pk = "tenant", filter = ["lang", "year"], query = "similar")]
    #[vector(
        name = "ByStyle",
        field = "style",
        distance = "dot_product",
        projection = "KEYS_ONLY"
    )]
    pub(super) struct Doc {
        tenant: String,
        id: String,
        lang: String,
        year: u16,
        embedding: Vector<1024>,
        style: Option<Vector<8>>,
    }

    #[derive(Item)]
    #[table(name = "pictures_{stage}", pk = "id")]
    #[vector(
        name = "Alike",
        field = "seen",
        distance = "euclidean",
        pk = "ALBUM#{album}",
        pk_attr = "AlikePk",
        query = "alike"
    )]
    pub(super) struct Picture {
        id: String,
        album: String,
        seen: Vector<16>,
    }
}

#[test]
fn vector_indexes_come_back() {
    let design = |design: Result<Design, _>| design.unwrap_or_else(|error| panic!("{error}"));
    let model = Model::new(
        "searched",
        [
            design(Design::of::<searched::Doc>().build()),
            design(Design::of::<searched::Picture>().build()),
        ],
    );
    let whole = expected(&model, |_| {});
    for text in [model.cloudformation_yaml(), model.cloudformation_json()] {
        let found = imported("template", &text);
        for (found, expected) in found.iter().zip(&whole) {
            assert_eq!(found.table, expected.table);
        }
    }
    for design in &whole {
        let json = design.to_json().unwrap_or_else(|error| panic!("{error}"));
        let found = imported("design", &json);
        assert_eq!(found[0].table, design.table);
        let found = imported("create-table", &design.create_table_json("docs"));
        assert_eq!(found[0].table.indexes, design.table.indexes);
    }
}

mod random {
    //! Random tables, with random options.

    use dynamo_design::{Alarm, Billing, Design, Encryption, Metric, Model, StreamView};
    use proptest::prelude::*;
    use serde_json::json;

    /// A name as DynamoDB takes it.
    fn name() -> impl Strategy<Value = String> {
        "[A-Za-z][A-Za-z0-9_.-]{2,12}"
    }

    fn kind() -> impl Strategy<Value = &'static str> {
        prop_oneof![Just("S"), Just("N"), Just("B")]
    }

    fn key() -> impl Strategy<Value = serde_json::Value> {
        (name(), kind()).prop_map(|(name, kind)| json!({ "name": name, "kind": kind }))
    }

    fn projection() -> impl Strategy<Value = serde_json::Value> {
        prop_oneof![
            Just(json!("all")),
            Just(json!("keys_only")),
            proptest::collection::btree_set(name(), 1..4)
                .prop_map(|names| json!({ "include": names })),
        ]
    }

    fn index() -> impl Strategy<Value = serde_json::Value> {
        (name(), key(), proptest::option::of(key()), projection()).prop_map(|(name, pk, sk, projection)| {
            let sk: Vec<_> = sk.into_iter().collect();
            json!({ "name": name, "kind": "global", "pk": [pk], "sk": sk, "projection": projection })
        })
    }

    prop_compose! {
        fn options()(
            provisioned in any::<bool>(),
            units in (1..10_000_u32, 1..10_000_u32),
            recovered in any::<bool>(),
            key in prop_oneof![
                Just(Encryption::AwsOwned),
                Just(Encryption::AwsManaged),
                Just(Encryption::Key("arn:aws:kms:eu-west-1:1:key/k".to_owned())),
            ],
            stream in proptest::option::of(prop_oneof![Just(StreamView::KeysOnly), Just(StreamView::NewImage)]),
            protected in any::<bool>(),
            tags in proptest::collection::btree_map("[a-z]{1,5}", "[a-zA-Z ]{0,8}", 0..3),
            alarm in proptest::option::of((1..100_u32, 1..5_u32)),
        ) -> dynamo_design::TableOptions {
            let mut options = dynamo_design::TableOptions::default();
            if provisioned {
                options.billing = Billing::Provisioned { reads: units.0, writes: units.1 };
            }
            options.point_in_time_recovery = recovered;
            options.encryption = key;
            options.stream = stream;
            options.deletion_protection = protected;
            options.tags = tags;
            options.alarms = alarm
                .into_iter()
                .map(|(threshold, periods)| Alarm {
                    name: "too-many".to_owned(),
                    metric: Metric::ConditionalCheckFailedRequests,
                    threshold,
                    period: 60,
                    periods,
                })
                .collect();
            options
        }
    }

    prop_compose! {
        fn design()(
            table in name(),
            pk in key(),
            sk in proptest::option::of(key()),
            indexes in proptest::collection::vec(index(), 0..4),
            ttl in proptest::option::of(name()),
            options in options(),
        ) -> Option<Design> {
            let json = json!({
                "name": "Thing",
                "table": table,
                "pk": pk,
                "sk": sk,
                "indexes": indexes,
                "ttl": ttl,
                "items": [],
            });
            let mut design = Design::from_json(&json.to_string()).ok()?;
            design.options = options;
            // One attribute has one type, and an index one name.
            let keys = design.table.indexes.iter().flat_map(dynamo_design::IndexDefinition::keys);
            let mut keys: Vec<_> = keys.chain([&design.table.pk]).chain(&design.table.sk).collect();
            let count = keys.len();
            keys.sort_by(|a, b| a.name.cmp(&b.name));
            keys.dedup_by(|a, b| a.name == b.name);
            let mut names: Vec<_> = design.table.indexes.iter().map(|index| &index.name).collect();
            names.sort();
            names.dedup();
            (keys.len() == count && names.len() == design.table.indexes.len()).then_some(design)
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn any_table_comes_back_from_every_export(design in design()) {
            if let Some(design) = design {
                super::comes_back(&Model::new("random", [design]));
            }
        }
    }
}

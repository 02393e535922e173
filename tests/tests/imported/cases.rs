//! The sources of each module, and the comparison with what is checked in.

use std::path::{Path, PathBuf};

use dynamo_design::import::{Import, Imported};

/// A module and its sources, which lie in `seeds` or among the designs of the examples.
const CASES: &[(&str, &[&str])] = &[
    (
        "exchange_rates",
        &[
            "designs/exchange-rates/cloudformation.yaml",
            "exchange_rates.items.json",
        ],
    ),
    ("fabric", &["fabric.table.yaml", "fabric.items.json"]),
    (
        "leaderboard",
        &["designs/leaderboard/main.tf", "leaderboard.items.json"],
    ),
    (
        "oms_trading",
        &[
            "designs/oms-trading/cloudformation.json",
            "oms_trading.items.json",
        ],
    ),
    (
        "prediction_market",
        &[
            "prediction_market.table.json",
            "prediction_market.items.json",
        ],
    ),
    ("oms_trading_model", &["designs/oms-trading/workbench.json"]),
    (
        "prediction_market_model",
        &["designs/prediction-market/workbench.json"],
    ),
    (
        "exchange_rates_lock",
        &["designs/exchange-rates/design.json"],
    ),
    ("fabric_lock", &["designs/fabric/design.json"]),
    ("leaderboard_lock", &["designs/leaderboard/design.json"]),
    ("oms_trading_lock", &["designs/oms-trading/design.json"]),
    (
        "prediction_market_lock",
        &[
            "designs/prediction-market/checkpoint/design.json",
            "designs/prediction-market/market/design.json",
            "designs/prediction-market/order/design.json",
            "designs/prediction-market/position/design.json",
            "designs/prediction-market/trade/design.json",
        ],
    ),
    ("articles", &["articles.table.json", "articles.items.json"]),
    ("library", &["library.template.yaml", "library.items.json"]),
    ("homes", &["homes.table.json", "homes.items.json"]),
    ("kitchen", &["kitchen.table.json", "kitchen.items.json"]),
    ("shop", &["shop.template.yaml", "shop.items.json"]),
    // Types in an attribute like any other, and two of them that share their keys.
    ("forge", &["forge.table.json", "forge.items.json"]),
    // Facets that name the keys, an index that lists keys, a map of alike structs.
    ("clubs", &["clubs.model.json"]),
    // Attributes in a `dynamic` block, and times inside sort keys.
    ("rides", &["rides.main.tf", "rides.items.json"]),
    // Keys as ElectroDB writes them.
    ("planner", &["planner.table.json", "planner.items.json"]),
    (
        "oms_trading_table",
        &["designs/oms-trading/cloudformation.yaml"],
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imported")
}

/// Reads a source of this test, or of the examples.
pub(crate) fn source(name: &str) -> String {
    let path = match name.strip_prefix("designs/") {
        Some(design) => Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../examples/designs")
            .join(design),
        None => root().join("seeds").join(name),
    };
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Imports sources by name.
pub(crate) fn imported(import: Import, sources: &[&str]) -> Imported {
    let mut import = import;
    for name in sources {
        import
            .read(name, &source(name))
            .unwrap_or_else(|error| panic!("{error}"));
    }
    import.finish().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn modules_are_what_the_importer_writes() {
    let mut stale = Vec::new();
    for (module, sources) in CASES {
        let file = format!("{module}.samples.json");
        let imported = imported(Import::new().with_proof(&file), sources);
        for (name, text) in [
            (format!("{module}.rs"), imported.rust),
            (file, imported.proof),
        ] {
            let path = root().join(&name);
            if std::env::var_os("UPDATE_IMPORTED").is_some() {
                std::fs::write(&path, text).unwrap_or_else(|error| panic!("{name}: {error}"));
            } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&text) {
                stale.push(name);
            }
        }
    }
    assert!(
        stale.is_empty(),
        "run with UPDATE_IMPORTED=1 and read what changed: {stale:?}"
    );
}

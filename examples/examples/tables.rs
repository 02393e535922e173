//! A command-line tool for the tables of two designs: deploys, documents, checks and migrates them.
//!
//! It teaches `cli!`, which is the whole program, and the options of a table in its design.
//!
//! ```text
//! cargo run --example tables -- help
//! cargo run --example tables -- docs Trading
//! cargo run --example tables -- create --embedded /tmp/tables.db --var environment=dev
//! cargo run --example tables -- verify --embedded /tmp/tables.db --var environment=dev
//! cargo run --example tables -- diff --lock examples/tables.lock
//! cargo run --example tables -- backfill Market --dry-run --embedded /tmp/tables.db
//! ```
//!
//! Without `--embedded` it uses AWS, or the server that `AWS_ENDPOINT_URL_DYNAMODB` names.

use dynamo_design::Design;
use dynamo_runtime::Error;
use examples::designs;
use examples::oms_trading::{Execution, Order, Position};
use examples::prediction_market::{Market, Trade};

dynamo_design::cli! {
    (Order, Execution, Position) => trading(),
    Market,
    Trade,
}

/// The table with its options: alarms, encryption, recovery.
fn trading() -> Result<Design, Error> {
    let model = designs::oms_trading()?;
    let table = model.tables.into_iter().next();
    table.ok_or_else(|| Error::Table {
        table: model.name,
        reason: "has no tables".to_owned(),
    })
}

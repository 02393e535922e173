//! Table designs declared with `dynamo-runtime`, each in its own module.
//!
//! Read this page's modules to see what the derives generate: key builders, query methods and field
//! constants with their docs. The runnable programs next to this library are listed in
//! `examples/README.md`.

pub mod bill;
pub mod designs;
pub mod exchange_rates;
pub mod fabric;
pub mod leaderboard;
pub mod leaderboard_at_scale;
pub mod oms_trading;
pub mod prediction_market;

use dynamo_runtime::{Db, Error};

/// Opens the database that an example runs on: an empty one in this process, or the server that
/// `AWS_ENDPOINT_URL_DYNAMODB` names, if it is set.
///
/// The server may be Amazon's DynamoDB Local or DynamoDB itself,
/// `https://dynamodb.eu-west-1.amazonaws.com`.
///
/// # Errors
///
/// Returns the error of opening it.
pub async fn db() -> Result<Db, Error> {
    match std::env::var_os("AWS_ENDPOINT_URL_DYNAMODB") {
        Some(_) => Db::from_env().await,
        None => Db::embedded().await,
    }
}

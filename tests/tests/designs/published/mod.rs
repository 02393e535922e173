//! Designs that books and Amazon's own guides teach, each with its access patterns.

mod adjacency;
mod bookmarks;
mod deals;
mod devices;
mod ecommerce;
mod employees;
mod game;
mod github;
mod places;
mod sessions;
mod social;
mod versions;

/// Writes items, each of its own type.
macro_rules! put {
    ($db:expr, $($item:expr),+ $(,)?) => {
        $(dynamo_runtime::Item::put(&$item).send($db).await.expect("a put");)+
    };
}
use put;

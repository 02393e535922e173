//! The designs of imported item types against those of the examples: same keys, same indexes, same
//! attributes.

use dynamo_design::{Design, Effect, KeyText, Model};
use examples::designs;

use crate::{
    exchange_rates, exchange_rates_lock, fabric, fabric_lock, leaderboard, leaderboard_lock,
    oms_trading, oms_trading_lock, oms_trading_model, oms_trading_table, prediction_market,
    prediction_market_lock, prediction_market_model,
};

fn built(design: impl TryInto<Design, Error = dynamo_runtime::Error>) -> Design {
    design.try_into().unwrap_or_else(|error| panic!("{error}"))
}

fn table(model: Result<Model, dynamo_runtime::Error>, name: &str) -> Design {
    let model = model.unwrap_or_else(|error| panic!("{error}"));
    let mut tables = model.tables.into_iter();
    let found = tables.find(|design| design.table.name == name);
    found.unwrap_or_else(|| panic!("no table `{name}`"))
}

/// From a lock file come item types whose design is that of the lock file.
#[track_caller]
fn is_unchanged(mut imported: Design, original: &Design) {
    // How a table is run is no part of its item types.
    imported.options = original.options.clone();
    let diff = imported.diff(original);
    assert_eq!(diff.effect(), Effect::None, "{diff}");
    assert_eq!(imported.table, original.table);
    assert_eq!(imported.type_attr, original.type_attr);
    for item in &original.items {
        let other = imported
            .item(&item.name)
            .unwrap_or_else(|| panic!("`{}`", item.name));
        let methods = |item: &dynamo_design::ItemDesign| {
            let queries = item.queries.iter();
            queries
                .map(|query| query.method.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(methods(other), methods(item));
    }
    let collections = |design: &Design| {
        let collections = design.collections.iter();
        collections
            .map(|one| (one.name.clone(), one.members.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(collections(&imported), collections(original));
}

#[test]
fn a_lock_file_gives_the_item_types_it_was_made_from() {
    is_unchanged(
        built(Design::of::<exchange_rates_lock::Rate>()),
        &table(designs::exchange_rates(), "ExchangeRates"),
    );
    is_unchanged(
        built(Design::of::<leaderboard_lock::Standing>()),
        &table(designs::leaderboard(), "LeaderboardService"),
    );
    is_unchanged(
        built(Design::of::<fabric_lock::Entity>()),
        &table(designs::fabric(), "{fabric_table}"),
    );
    is_unchanged(
        built(
            Design::of::<(
                oms_trading_lock::Order,
                oms_trading_lock::Execution,
                oms_trading_lock::Position,
            )>()
            .collection::<oms_trading_lock::ClientRecord>()
            .collection::<oms_trading_lock::OrderEvent>(),
        ),
        &table(designs::oms_trading(), "oms_trading_data_{environment}"),
    );
    let market = || designs::prediction_market();
    is_unchanged(
        built(Design::of::<prediction_market_lock::Market>()),
        &table(market(), "markets"),
    );
    is_unchanged(
        built(Design::of::<prediction_market_lock::Order>()),
        &table(market(), "orders"),
    );
    is_unchanged(
        built(Design::of::<prediction_market_lock::Trade>()),
        &table(market(), "trades"),
    );
    is_unchanged(
        built(Design::of::<prediction_market_lock::Position>()),
        &table(market(), "positions"),
    );
    is_unchanged(
        built(Design::of::<(
            prediction_market_lock::Checkpoint,
            prediction_market_lock::Lock,
        )>()),
        &table(market(), "control"),
    );
}

/// The keys that the item types of a design write: their attributes, and templates without the
/// names of fields.
fn keys(design: &Design) -> Vec<(String, String)> {
    let queries = design.items.iter().flat_map(|item| &item.queries);
    let keys = queries.flat_map(|query| query.pk.iter().chain(&query.sk));
    let keys = keys.map(|key| {
        let text = key.template.iter().map(|part| match part {
            KeyText::Literal(text) => text.clone(),
            KeyText::Component(name) => format!(
                "{{{}}}",
                name.split_once(':').map_or("", |(_, format)| format)
            ),
        });
        (key.attribute.clone(), text.collect())
    });
    let mut keys: Vec<(String, String)> = keys.collect();
    keys.sort();
    keys.dedup();
    keys
}

fn attributes(design: &Design) -> Vec<String> {
    let fields = design.items.iter().flat_map(|item| &item.fields);
    let mut names: Vec<_> = fields.filter_map(|field| field.attribute.clone()).collect();
    names.sort();
    names.dedup();
    names
}

/// Samples lead to the keys, indexes and attributes that somebody wrote by hand.
#[track_caller]
fn is_equivalent(imported: &Design, original: &Design) {
    is_all_but(imported, original, None);
}

/// The same, and lists what only the design by hand has: keys and attributes that no sample shows.
#[track_caller]
fn is_all_but(imported: &Design, original: &Design, unseen: Option<&[&str]>) {
    assert_eq!(imported.table.pk, original.table.pk);
    assert_eq!(imported.table.sk, original.table.sk);
    assert_eq!(imported.table.indexes, original.table.indexes);
    assert_eq!(imported.table.ttl, original.table.ttl);
    assert_eq!(imported.type_attr, original.type_attr);
    let known = keys(original);
    for key in keys(imported) {
        assert!(known.contains(&key), "{key:?} is none of {known:?}");
    }
    let known = attributes(original);
    let found = attributes(imported);
    for name in &found {
        assert!(known.contains(name), "`{name}` is none of {known:?}");
    }
    if let Some(unseen) = unseen {
        let keys_found = keys(imported);
        let of_keys = keys(original).into_iter();
        let of_keys = of_keys.filter(|key| !keys_found.contains(key));
        let of_keys = of_keys.map(|(attribute, template)| format!("{attribute} = {template}"));
        let names = known.into_iter().filter(|name| !found.contains(name));
        let all: Vec<_> = of_keys.chain(names).collect();
        assert_eq!(all, unseen);
    }
}

#[test]
fn the_items_of_the_documents_lead_to_the_item_types_of_the_examples() {
    is_all_but(
        &built(Design::of::<exchange_rates::Rate>()),
        &table(designs::exchange_rates(), "ExchangeRates"),
        Some(&[]),
    );
    is_all_but(
        &built(Design::of::<leaderboard::User>()),
        &table(designs::leaderboard(), "LeaderboardService"),
        Some(&[]),
    );
    is_all_but(
        &built(Design::of::<fabric::Record>()),
        &table(designs::fabric(), "{fabric_table}"),
        // No record of the document is deleted.
        Some(&["deletedAt"]),
    );
    let trading = table(designs::oms_trading(), "oms_trading_data_{environment}");
    is_all_but(
        &built(Design::of::<(
            oms_trading::Order,
            oms_trading::Execution,
            oms_trading::Position,
        )>()),
        &trading,
        // No order of the document has an analyst.
        Some(&["GSI1_PK = ANALYST#{}", "analyst_id"]),
    );
}

/// The document of the prediction market has one order, with the keys of one index under names of
/// its own (`marketSide`, `sort`). One bid does not tell that asks are in another index, by a price
/// that is not negated, nor what the index attributes are called in the end, nor that `side` and
/// `status` have other values.
#[test]
fn one_order_leads_to_what_one_order_tells() {
    let imported = built(Design::of::<prediction_market::Order>());
    let original = table(designs::prediction_market(), "orders");
    assert_eq!(imported.table.pk, original.table.pk);
    assert_eq!(imported.table.sk, original.table.sk);
    assert_eq!(attributes(&imported), attributes(&original));
    let templates = |design: &Design, index: &str| {
        let queries = design.items[0].queries_of(Some(index));
        let keys = queries.flat_map(|query| query.pk.iter().chain(&query.sk));
        keys.map(dynamo_design::KeyDesign::text).collect::<Vec<_>>()
    };
    let bids = templates(&original, "orders_by_market_buy");
    assert_eq!(bids, ["{market_id}#Buy", "{price:neg}"]);
    let found = templates(&imported, "orders_by_market");
    assert_eq!(found, ["{market_id}#{side}", "{price:neg}"]);
    let by_owner = templates(&imported, "orders_by_owner");
    assert_eq!(by_owner, templates(&original, "orders_by_owner"));
}

#[test]
fn a_model_of_workbench_leads_to_the_same_tables() {
    let trading = table(designs::oms_trading(), "oms_trading_data_{environment}");
    let imported = built(Design::of::<(
        oms_trading_model::Order,
        oms_trading_model::Execution,
        oms_trading_model::Position,
    )>());
    assert_eq!(imported.table.indexes, trading.table.indexes);
    let market = designs::prediction_market;
    let positions = built(Design::of::<prediction_market_model::Position>());
    is_equivalent(&positions, &table(market(), "positions"));
    let trades = built(Design::of::<prediction_market_model::Trade>());
    assert_eq!(trades.table, table(market(), "trades").table);
    let control = built(Design::of::<(
        prediction_market_model::Checkpoint,
        prediction_market_model::Lock,
    )>());
    is_equivalent(&control, &table(market(), "control"));
}

#[test]
fn a_template_alone_leads_to_the_table() {
    let trading = table(designs::oms_trading(), "oms_trading_data_{environment}");
    let imported = built(Design::of::<oms_trading_table::Trading>());
    assert_eq!(imported.table, trading.table);
}

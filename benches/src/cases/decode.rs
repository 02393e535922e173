//! Bytes of a response to structs.

use std::fmt::Debug;
use std::hint::black_box;
use std::rc::Rc;

use dynamo_runtime::Record;
use dynamo_runtime::op::Salvaged;

use super::{Case, Group, Run, leaked};
use crate::items::{KeyedStanding, Order, Passage, Standing, WholeOrder};
use crate::peers::sdk::Parser;
use crate::peers::{Map, Who, dynamodel, hand, modyne, serde};
use crate::samples;

/// The sizes of pages.
pub(super) const PAGES: [usize; 4] = [1, 10, 100, 1000];

/// How a contender decodes items that the SDK parsed.
pub(super) type FromItems<T> = fn(Vec<Map>) -> Vec<T>;

/// Decodes a response with this library.
pub(super) fn ours<T: Record + Send>(body: &[u8]) -> Vec<T> {
    let page = Salvaged::from_json(body).expect("well formed");
    assert!(page.failed.is_empty(), "the sample");
    page.items
}

fn fallback<T: Record>(items: Vec<Map>) -> Vec<T> {
    items
        .into_iter()
        .map(|item| T::from_item(item).expect("the sample"))
        .collect()
}

pub(super) fn cases() -> Vec<Case> {
    let orders: [(Who, FromItems<Order>); 5] = [
        (Who::Fallback, fallback::<Order>),
        (Who::Serde, serde::from_items),
        (Who::Hand, hand::from_items),
        (Who::Modyne, modyne::from_items),
        (Who::Dynamodel, dynamodel::from_items),
    ];
    let whole: [(Who, FromItems<WholeOrder>); 4] = [
        (Who::Fallback, fallback::<WholeOrder>),
        (Who::Serde, serde::from_items),
        (Who::Hand, hand::from_items),
        (Who::Modyne, modyne::from_items),
    ];
    let standings: [(Who, FromItems<Standing>); 4] = [
        (Who::Fallback, fallback::<Standing>),
        (Who::Serde, serde::from_items),
        (Who::Hand, hand::from_items),
        (Who::Modyne, modyne::from_items),
    ];
    let keyed: [(Who, FromItems<KeyedStanding>); 3] = [
        (Who::Fallback, fallback::<KeyedStanding>),
        (Who::Serde, keyed_by_serde),
        (Who::Hand, hand::from_items),
    ];
    let mut cases = Vec::new();
    for count in PAGES {
        let body = samples::response((0..count).map(samples::whole_order));
        let expected = (0..count).map(samples::order).collect();
        cases.push(case(
            Group::Decode,
            "orders, 13 of 22 attributes",
            body,
            expected,
            &orders,
        ));
    }
    for count in PAGES {
        let body = samples::response((0..count).map(samples::whole_order));
        let expected = (0..count).map(samples::whole_order).collect();
        cases.push(case(
            Group::Decode,
            "orders, every attribute",
            body,
            expected,
            &whole,
        ));
        let body = || samples::response((0..count).map(samples::standing));
        let expected = (0..count).map(samples::standing).collect();
        cases.push(case(
            Group::Decode,
            "standings, with a nested map",
            body(),
            expected,
            &standings,
        ));
        let expected = (0..count).map(samples::keyed_standing).collect();
        cases.push(case(
            Group::Decode,
            "standings, ids out of the key",
            body(),
            expected,
            &keyed,
        ));
    }
    cases
}

/// Pages of texts with their embeddings.
pub(super) fn vectors() -> Vec<Case> {
    let passages: [(Who, FromItems<Passage>); 2] = [
        (Who::Serde, serde::from_items),
        (Who::Hand, hand::from_items),
    ];
    let page = |count| {
        let expected: Vec<_> = (0..count).map(samples::passage).collect();
        let body = samples::response(expected.iter().cloned());
        case(Group::Vectors, "decoding", body, expected, &passages)
    };
    [1, 10, 50].map(page).into()
}

/// `serde_dynamo` reads the key as it is stored, which is then split by hand.
fn keyed_by_serde(items: Vec<Map>) -> Vec<KeyedStanding> {
    let split = |standing: Standing| {
        let key = standing
            .pk
            .strip_prefix("LEADERBOARD#")
            .expect("the sample");
        let (game_id, time_frame) = key.split_once('#').expect("the sample");
        KeyedStanding {
            game_id: game_id.to_owned(),
            time_frame: time_frame.to_owned(),
            user_id: standing.user_id,
            score: standing.score,
            player_name: standing.player_name,
            timestamp: standing.timestamp,
            metadata: standing.metadata,
        }
    };
    serde::from_items(items).into_iter().map(split).collect()
}

/// A page of items, after a check that everyone decodes the same.
pub(super) fn case<T: Record + Send + PartialEq + Debug>(
    group: Group,
    name: &str,
    body: Vec<u8>,
    expected: Vec<T>,
    peers: &[(Who, FromItems<T>)],
) -> Case {
    let (parser, body) = (Rc::new(Parser::new()), leaked(body));
    assert_eq!(ours::<T>(body), expected, "{name}");
    let mut runs: Vec<(Who, Run)> = vec![(
        Who::Ours,
        Box::new(move || drop(black_box(ours::<T>(black_box(body))))),
    )];
    for (who, decode) in peers {
        let (parser, decode) = (Rc::clone(&parser), *decode);
        assert_eq!(
            decode(parser.items(body)),
            expected,
            "{name} by {}",
            who.name()
        );
        let run = move || drop(black_box(decode(parser.items(black_box(body)))));
        runs.push((*who, Box::new(run)));
    }
    let run = move || drop(black_box(parser.items(black_box(body))));
    runs.push((Who::Sdk, Box::new(run)));
    Case {
        group,
        name: name.to_owned(),
        items: expected.len(),
        bytes: body.len(),
        runs,
    }
}

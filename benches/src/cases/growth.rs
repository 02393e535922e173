//! The same work on growing inputs: pages to 1 MB, an item to 400 KB, a stream of many pages.

use dynamo_runtime::Db;

use super::decode::{FromItems, case};
use super::{Case, Group, leaked, runtime};
use crate::items::{Document, Order};
use crate::meter::memory;
use crate::peers::sdk::Canned;
use crate::peers::{Who, hand, serde};
use crate::samples;

/// Items per page; the last is 1 MB.
const PAGES: [usize; 6] = [1, 10, 50, 200, 700, 1380];
/// The approximate bytes of an item.
const SIZES: [usize; 6] = [400, 2_000, 10_000, 50_000, 200_000, 400_000];
/// The pages per stream.
const STREAMS: [usize; 4] = [1, 4, 16, 64];
/// Orders per page of a stream.
const PAGE: usize = 1000;

pub(super) fn cases() -> Vec<Case> {
    let orders: [(Who, FromItems<Order>); 2] = [
        (Who::Serde, serde::from_items),
        (Who::Hand, hand::from_items),
    ];
    let documents: [(Who, FromItems<Document>); 2] = [
        (Who::Serde, serde::from_items),
        (Who::Hand, hand::from_items),
    ];
    let pages = PAGES.map(|count| {
        let body = samples::response((0..count).map(samples::whole_order));
        let expected = (0..count).map(samples::order).collect();
        case(Group::Pages, "orders", body, expected, &orders)
    });
    let sizes = SIZES.map(|bytes| {
        let document = samples::document(bytes);
        let body = samples::response([document.clone()]);
        case(Group::Sizes, "a document", body, vec![document], &documents)
    });
    pages.into_iter().chain(sizes).collect()
}

/// The peak memory of streams by number of pages, compared with reading everything at once.
pub fn stream_peaks() -> Vec<(usize, usize, usize)> {
    let runtime = runtime();
    // A page that ends where the last one did would be read endlessly, so it is refused.
    let bodies = ["a", "b"].map(|id| leaked(samples::page(PAGE, id)));
    let client = Canned::client_in_turn(&bodies);
    let db = Db::new(client);
    let peaks = STREAMS.map(|pages| {
        let query = || {
            Order::query("client_123")
                .page_size(1000)
                .limit(PAGE * pages)
        };
        let mut streamed = || {
            runtime.block_on(async {
                let mut stream = query().stream(&db).expect("a stream");
                let mut count = 0;
                while let Some(order) = stream.next().await {
                    drop(order.expect("an order"));
                    count += 1;
                }
                assert_eq!(count, PAGE * pages);
            });
        };
        let stream = memory(&mut streamed).peak;
        let mut collected = || {
            let all = runtime.block_on(query().all(&db)).expect("orders");
            assert_eq!(all.len(), PAGE * pages);
        };
        (pages, stream, memory(&mut collected).peak)
    });
    peaks.to_vec()
}

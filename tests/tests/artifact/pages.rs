//! The design document and the page.

use crate::shop;

/// Every value of an attribute on a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!("{attribute}=\"");
    let values = page.split(&start).skip(1);
    values.map(|rest| rest.split('"').next().unwrap()).collect()
}

/// The view of this number.
fn view(page: &str, number: usize) -> &str {
    let start = page.find(&format!("id=\"t0-v{number}\"")).expect("a view");
    let end = page[start..].find("</table>").expect("its end");
    &page[start..start + end]
}

#[test]
fn access_patterns_lead_to_rows_that_are_in_their_view() {
    for model in examples::designs::all().unwrap() {
        let page = model.html();
        let views = values(&page, "data-view");
        let rows = values(&page, "data-rows");
        assert_eq!(views.len(), rows.len());
        for (shown, rows) in views.iter().zip(rows) {
            let start = page.find(&format!("role=\"tabpanel\" id=\"{shown}\""));
            let start = start.expect("the view of a pattern");
            let end = page[start..].find("</table>").unwrap();
            let shown = &page[start..start + end];
            assert!(
                !rows.is_empty(),
                "a pattern of {} reads nothing",
                model.name
            );
            for row in rows.split(' ') {
                assert!(shown.contains(&format!("data-row=\"{row}\"")));
            }
        }
    }
}

#[test]
fn a_pattern_reads_one_partition_of_its_type() {
    let page = shop::design().html();
    let rows = values(&page, "data-rows");
    // Customer: key, query, mail. Order: key, query, city, held, total. All of a customer.
    assert_eq!(
        rows,
        [
            "r0", "r0", "r0", "r1", "r1 r2", "r2 r1", "r1", "r2 r1", "r1 r2 r0"
        ]
    );
}

#[test]
fn an_index_shows_what_it_holds() {
    let page = shop::design().html();
    let mail = view(&page, 1);
    assert!(mail.contains("<small>name</small>"));
    assert!(!mail.contains("<small>kind</small>"));
    let held = view(&page, 3);
    assert!(held.contains("<small>PK</small>"));
    assert!(!held.contains("<small>city</small>"));
}

#[test]
fn a_page_needs_nothing_beside_itself() {
    let page = shop::design().html();
    for reference in ["http:", "https:", " src=", "<link", "@import", "url("] {
        assert!(!page.contains(reference), "{reference}");
    }
}

#[test]
fn nothing_in_a_page_is_markup_of_its_own() {
    let evil = shop::customer("<script>alert(1)</script>\"'&");
    let design = shop::builder().sample(&evil).build().unwrap();
    let page = design.html();
    assert!(!page.contains("<script>alert"));
    assert!(page.contains("&lt;script&gt;"));
    assert!(page.contains("As it is &lt;written&gt;."));
}

#[test]
fn an_item_type_without_samples_has_keys_that_stand_for_any() {
    let page = shop::builder().build().unwrap().html();
    assert!(view(&page, 0).contains("there is no sample"));
    assert!(view(&page, 0).contains("00000042"));
}

#[test]
fn the_document_has_keys_patterns_and_samples() {
    let document = shop::design().markdown();
    for line in [
        "## Table `{stage}-shop`",
        "| `Order` | `CUSTOMER#{customer}` | `ORDER#{number:08}` |",
        "| `Order` | `HELD*{hold}` |  | `self.total > 10` and it has `hold` |",
        "| `total` | N | u32 | `39` |  |",
        "| `hold` | S, optional |  | `stock` |  |",
        "Expires 2 days after its first write.",
    ] {
        assert!(
            document
                .lines()
                .any(|found| found == line || found.contains(line)),
            "{line}"
        );
    }
    let samples: Vec<_> = document.split("```json\n").skip(1).collect();
    assert_eq!(samples.len(), 3);
    for sample in samples {
        let (json, _) = sample.split_once("```").unwrap();
        serde_json::from_str::<serde_json::Value>(json).expect("JSON");
    }
}

#[test]
fn samples_that_are_made_up_are_typed_and_share_partitions() {
    let page = shop::builder().build().unwrap().html();
    let table = view(&page, 0);
    // The customer and the order are in one partition, whatever their fields are called.
    assert_eq!(table.matches("class=\"pk\"").count(), 1);
    for cell in [
        "<small>number</small>42</span>",
        "<small>total</small>42</span>",
        "<small>city</small>city1",
        "<small>name</small>a name",
        "<small>expires</small>1763116200</span>",
    ] {
        assert!(table.contains(cell), "{cell} in {table}");
    }
}

#[test]
fn a_page_marks_optional_attributes_and_costs_and_is_used_by_keyboard() {
    let page = examples::designs::oms_trading().unwrap().html();
    for text in [
        "<input type=\"search\"",
        "role=\"tablist\" aria-label=",
        "ArrowRight",
        "<code>master_<wbr>order_<wbr>id</code></th><td>S<span class=\"optional\">optional</span>",
        "<span class=\"values\"><code>BUY</code>, <code>SELL</code></span>",
        "Cost: 0.5 read units, 1 if consistent",
        "Sparse: <code>Position</code> items are never in it.",
    ] {
        assert!(page.contains(text), "{text}");
    }
    let selected = page
        .matches("aria-selected=\"true\" tabindex=\"0\"")
        .count();
    assert_eq!(selected, 1);
}

#[test]
fn the_document_says_what_else_is_read_and_why_an_index_is_sparse() {
    let document = examples::designs::oms_trading().unwrap().markdown();
    for text in [
        "Sparse: `Order` only if it has `product_id` or it has `analyst_id`.",
        "`Execution` items of the same partition are read and billed, then left out.",
        "Returns keys; the rest of an item takes another read.",
        "| `EnablePITR` | `enable_pitr` | `false` | `true`, `false` |",
        "--parameter-overrides Environment=prod TableName=oms_trading_data EnablePITR=true",
        "--time-to-live-specification Enabled=true,AttributeName=ttl",
        "A time finer than its key is an error: `placed_at` in seconds",
        "A sample has 442 bytes: a put costs 1 write unit, and 3 more for `GSI1`, `GSI2` and `GSI3`.",
    ] {
        assert!(document.contains(text), "{text}");
    }
    // No item type of this design has a version or a unique field, and none can grow.
    for text in ["Error::ConditionFailed", "400 KB"] {
        assert!(!document.contains(text), "{text}");
    }
}

//! Sentences on generated pages that no snapshot has.

use proc_macro2::TokenStream;
use quote::quote;

fn page(declaration: TokenStream) -> String {
    let file = syn::parse2(crate::item(declaration)).expect("a derive generates items");
    prettyplease::unparse(&file)
}

fn ticket() -> String {
    page(quote! {
        #[table(name = "tickets", pk = "PK", sk = "SK")]
        #[key(pk = "TICKET#{id}", sk = "{state}#{opened:millis}")]
        #[gsi(name = "Work", pk = "AGENT#{agent}", pk_attr = "WorkPk", query = "of_agent")]
        #[gsi(name = "Work", pk = "QUEUE#{queue}", pk_attr = "WorkPk", query = "of_queue", when = self.open)]
        #[gsi(name = "Recent", pk = "queue", sk = "changed", query = "recent")]
        #[count(into = crate::Day::TICKETS, key = "day")]
        pub struct Ticket {
            id: String,
            state: State,
            opened: DateTime<Utc>,
            agent: Option<String>,
            queue: String,
            open: bool,
            day: String,
            #[dynamo(unique)]
            code: String,
            #[dynamo(updated_at)]
            changed: Option<u64>,
            #[dynamo(counter)]
            notes: i64,
        }
    })
}

#[track_caller]
fn assert_says(page: &str, texts: &[&str]) {
    for text in texts {
        assert!(page.contains(text), "`{text}` is not in {page}");
    }
}

#[test]
fn sparse_indexes_say_which_items_they_hold() {
    assert_says(
        &ticket(),
        &[
            "| everything | those with `agent` |",
            "| those for which `self.open`, unless an earlier alternative applies |",
            // The runtime fills `changed` in.
            "| `changed = {changed}` | everything | all |",
            "Only items with `agent` are in the index.",
        ],
    );
}

#[test]
fn samples_are_of_known_types() {
    assert_says(
        &ticket(),
        &[
            "| partition key | `PK = \"TICKET#{id}\"` | `TICKET#ticket1` |",
            "| sort key | `SK = \"{state}#{opened:millis}\"` |  |",
        ],
    );
}

#[test]
fn transactions_are_among_the_costs() {
    assert_says(
        &ticket(),
        &[
            "is a transaction, because `code` is unique and the item is counted in `Day::TICKETS`",
            "two write units per KB, two for each second item that claims a unique value and two per KB",
            "Any other update costs one write unit per KB",
        ],
    );
}

#[test]
fn constants_say_what_they_are_for() {
    assert_says(
        &ticket(),
        &[
            "The attribute `code` of `Ticket`, for filters and conditions.",
            "Unique: no two items have the same value. Change it with `modify`.",
            "The attribute `changed` of `Ticket`, for ranges, filters and conditions.",
            "A counter: the writes of the items that it counts keep it",
            "Part of the index key `WorkPk`. An update must set it together with `queue` and `open`.",
        ],
    );
}

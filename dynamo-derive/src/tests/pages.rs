//! Sentences on generated pages that no snapshot has.

use proc_macro2::TokenStream;
use quote::quote;

fn page(declaration: TokenStream) -> String {
    unparsed(crate::item(declaration))
}

fn unparsed(expansion: TokenStream) -> String {
    let file = syn::parse2(expansion).expect("a derive generates items");
    prettyplease::unparse(&file)
}

fn parcel() -> String {
    page(quote! {
        #[table(name = "parcels", pk = "PK", sk = "SK")]
        #[key(pk = "CUSTOMER#{customer}", sk = "PARCEL#{sent_at}")]
        #[gsi(name = "ByDay", pk = "day", sk = "sent_at", query = "of_day")]
        #[gsi(name = "ByDepot", pk = "depot", projection = ["note"], query = "in_depot", scan = "depots")]
        #[gsi(name = "Expiring", pk = "depot", sk = "expires", query = "expiring")]
        #[gsi(name = "Late", pk = "LATE#{depot}", pk_attr = "LatePK", query = "late_in", when = !self.delivered)]
        pub struct Parcel {
            customer: String,
            sent_at: String,
            day: String,
            depot: String,
            note: String,
            delivered: bool,
            #[dynamo(version)]
            version: u64,
            #[dynamo(ttl)]
            expires: u64,
        }
    })
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
            "| those with `self.open`, unless an earlier alternative applies |",
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
            "two write units per KB, two for the claim of each unique value and two per KB",
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
            "Key of the index `Recent`; an update moves the item in it.",
        ],
    );
}

#[test]
fn queries_say_what_they_must_be_called_with() {
    assert_says(
        &parcel(),
        &[
            "Call `hydrate()` or `include_expired()`: the index does not hold `expires`.",
            // The scan of the same index.
            "Call `include_expired()`: the index does not hold `expires`.",
            "Call `include_expired()`: `expires` is a key here, and DynamoDB does not filter queries by \
             keys.",
        ],
    );
    let text = parcel();
    assert_eq!(text.matches("Call `hydrate()`").count(), 1, "{text}");
}

#[test]
fn items_begin_with_a_summary() {
    assert_says(
        &parcel(),
        &[
            "| `in_depot`; scan: `depots` | `ByDepot`, global |",
            "TTL: `expires`; expired items count as absent. Version: `version`, for optimistic locking.",
            "| those with `!self.delivered` |",
            "Only items with `!self.delivered` are in the index.",
            "`of_day` in `Query<of_day>` names the query; its full path is `ParcelQueries::of_day`.",
            "`PARCEL#2025-11-14T10:30:00Z`",
            "Part of the primary key, which never changes.\n\nAlso a key of the index `ByDay`.",
            "Key of the indexes `ByDepot` and `Expiring`; an update moves the item in them.",
            "a put fails if someone else wrote the item since you read it",
        ],
    );
}

#[test]
fn times_leave_the_delimiter_out() {
    let text = page(quote! {
        #[table(name = "logs", pk = "PK", delimiter = ":")]
        #[key(pk = "LOG:{written_at}")]
        struct Log {
            written_at: String,
        }
    });
    assert_says(&text, &["`LOG:written1`"]);
}

#[test]
fn nested_values_say_how_they_are_stored() {
    let says = |declaration, text: &str| {
        assert_says(&unparsed(crate::attribute(declaration)), &[text]);
    };
    says(
        quote!(
            #[dynamo(rename_all = "lowercase")]
            enum Status {
                New,
                Moving,
            }
        ),
        "Stored as text: `new`, `moving`. Can be used in keys, sets and as a map's key.",
    );
    says(
        quote!(
            struct Address {
                street: String,
            }
        ),
        "Stored as a map. Reach into it with `dot`, from the field that holds it: \
         `Item::FIELD.dot(Address::STREET)`.",
    );
    says(
        quote!(
            struct Tags(Vec<Option<String>>);
        ),
        "Stored as its `Vec<Option<String>>`, and can be used wherever that can.",
    );
    says(
        quote!(
            #[dynamo(tag = "kind")]
            enum Event {
                Opened,
                Moved(u64),
            }
        ),
        "Stored as a map, whose entry `kind` says which variant it is: `Opened`, `Moved`.",
    );
    says(
        quote!(
            #[dynamo(text)]
            struct Isin([u8; 12]);
        ),
        "Stored as text, by `Display` and `FromStr`. Can be used in keys, sets and as a map's key.",
    );
}

#[test]
fn signatures_show_no_helpers() {
    let text = page(quote! {
        #[table(name = "shops", pk = "id")]
        #[gsi(name = "ByCity", pk = "CITY#{address.city}", pk_attr = "CityPK", query = "by_city")]
        #[vector(name = "ByMeaning", field = "embedding", query = "similar")]
        pub struct Shop {
            id: String,
            address: Option<Address>,
            embedding: Vector<3>,
        }
    });
    assert_says(
        &text,
        &[
            "vector: impl __rt::VectorArg<{ ShopQueries::similar::DIMENSIONS }>",
            "::dynamo_runtime::__private::NestedValue<Option<Address>, ",
        ],
    );
}

/// rustdoc remarks on an empty impl that it has no public items.
#[test]
fn no_impl_without_a_trait_is_empty() {
    let unit = crate::attribute(quote!(
        pub enum Side {
            Buy,
            Sell,
        }
    ));
    let newtype = crate::attribute(quote!(
        pub struct Id(String);
    ));
    let view = crate::view(quote! {
        #[view(item = Order)]
        pub struct Summary { total: u64 }
    });
    for expansion in [unit, newtype, view] {
        let text = unparsed(expansion);
        for name in ["Side", "Id", "Summary"] {
            assert!(!text.contains(&format!("impl {name} {{}}")), "{text}");
        }
    }
}

#[test]
fn views_say_what_they_read() {
    let text = unparsed(crate::view(quote! {
        #[view(item = shop::Parcel)]
        struct ParcelLine {
            number: u32,
            status: Status,
        }
    }));
    assert_says(
        &text,
        &[
            "A view of `Parcel`: call `select::<ParcelLine>()` on a get, a query or a scan. Reads `number` \
             and `status`; you pay for the whole item.",
        ],
    );
}

#[test]
fn collections_list_their_members() {
    let text = unparsed(crate::collection(quote! {
        #[collection(table = Shop)]
        enum Entry {
            Profile(Customer),
            BigOrder(Box<Order>),
        }
    }));
    assert_says(
        &text,
        &[
            "| variant | type | in `EntryGroups` |",
            "| `BigOrder` | `Box<Order>` | `big_order` |",
            "for `Customer` and `Order` items, and returns each as an `Entry`",
            "Takes what `Customer::query` takes. Pass several values as a tuple, `Entry::query((a, b))`",
            "An item of any other type between the members is an error, unless you call `skip_unknown()`.",
        ],
    );
}

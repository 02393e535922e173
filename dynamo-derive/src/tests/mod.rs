//! Expansion snapshots: what the derives generate, to be read in review like any other code.
//!
//! Recorded with `UPDATE_EXPECT=1`. One input a theme, not one an option: that each option compiles
//! is checked where it is compiled.

mod pages;

use expect_test::{ExpectFile, expect_file};
use proc_macro2::TokenStream;
use quote::quote;

fn check(expansion: TokenStream, expected: &ExpectFile) {
    let file = syn::parse2(expansion).expect("a derive generates items");
    expected.assert_eq(&prettyplease::unparse(&file));
}

#[test]
fn fields_as_keys() {
    let expansion = crate::item(quote! {
        /// What a station measured.
        #[table(name = "readings", pk = "station", sk = "minute")]
        pub struct Reading {
            /// Where it was measured.
            pub station: String,
            pub minute: u64,
            celsius: f64,
        }
    });
    check(expansion, &expect_file!["expansions/fields_as_keys.rs"]);
}

#[test]
fn built_keys_and_indexes() {
    let expansion = crate::item(quote! {
        #[table(name = "orders_{stage}", pk = "PK", sk = "SK", type_attr = "kind")]
        #[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{at}#{id:020}")]
        #[gsi(name = "ByStatus", pk = "status", sk = "SK", query = "by_status")]
        #[gsi(name = "Open", pk = "OPEN#{owner}", pk_attr = "OpenPk", when = self.total > 0)]
        #[dynamo(entity = "ORDER")]
        pub(crate) struct Order {
            #[dynamo(key_only)]
            customer: String,
            at: String,
            id: u64,
            status: Status,
            owner: Option<String>,
            total: u64,
        }
    });
    check(
        expansion,
        &expect_file!["expansions/built_keys_and_indexes.rs"],
    );
}

#[test]
fn projections() {
    let expansion = crate::item(quote! {
        #[table(name = "orders", pk = "PK")]
        #[key(pk = "ORDER#{id}")]
        #[gsi(name = "Keys", pk = "status", projection = "KEYS_ONLY")]
        pub struct Order {
            id: String,
            status: String,
            note: String,
        }
    });
    check(expansion, &expect_file!["expansions/projections.rs"]);
}

#[test]
fn codecs_of_fields() {
    let expansion = crate::item(quote! {
        #[table(name = "things", pk = "id")]
        struct Thing {
            id: String,
            #[dynamo(rename = "Note")]
            note: String,
            #[dynamo(skip)]
            cached: bool,
            #[dynamo(default = one)]
            count: u64,
            #[dynamo(with = cents)]
            price: f64,
            #[dynamo(serde)]
            shape: Shape,
            #[dynamo(flatten)]
            rest: HashMap<String, String>,
        }
    });
    check(expansion, &expect_file!["expansions/codecs_of_fields.rs"]);
}

#[test]
fn roles() {
    let expansion = crate::item(quote! {
        #[table(name = "notes", pk = "id")]
        struct Note {
            id: String,
            #[dynamo(version)]
            version: u64,
            #[dynamo(created_at)]
            created: String,
            #[dynamo(updated_at)]
            updated: String,
            #[dynamo(ttl = "90d")]
            expires: Option<u64>,
            #[dynamo(soft_delete)]
            deleted: Option<String>,
        }
    });
    check(expansion, &expect_file!["expansions/roles.rs"]);
}

#[test]
fn nested_struct() {
    let expansion = crate::attribute(quote! {
        #[dynamo(rename_all = "camelCase")]
        pub struct Address {
            pub street: String,
            postal_code: Option<String>,
        }
    });
    check(expansion, &expect_file!["expansions/nested_struct.rs"]);
}

#[test]
fn unit_enum() {
    let expansion = crate::attribute(quote! {
        #[dynamo(rename_all = "SCREAMING_SNAKE_CASE")]
        enum Side {
            Buy,
            SellShort,
        }
    });
    check(expansion, &expect_file!["expansions/unit_enum.rs"]);
}

#[test]
fn data_enum() {
    let expansion = crate::attribute(quote! {
        #[dynamo(tag = "kind")]
        enum Event {
            Opened,
            Moved(u64),
            Paired(u64, String),
            Closed { at: String },
        }
    });
    check(expansion, &expect_file!["expansions/data_enum.rs"]);
}

#[test]
fn newtype() {
    let expansion = crate::attribute(quote! {
        struct OrderId(String);
    });
    check(expansion, &expect_file!["expansions/newtype.rs"]);
}

/// Where the table stands: its hidden macro is named after it.
const PLACE: u64 = 0x2a;

fn shared_table() -> TokenStream {
    quote! {
        #[table(name = "trading_{stage}", pk = "PK", sk = "SK", ttl = "ttl", type_attr = "kind")]
        #[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_SK", sk_type = "N")]
        #[gsi(name = "Inverted", pk = "SK", sk = "PK", projection = "KEYS_ONLY")]
        #[lsi(name = "ByStatus", sk = "status", projection = ["total"])]
        pub struct Trading;
    }
}

#[test]
fn shared_table_and_its_macro() {
    let expansion = crate::table(shared_table(), PLACE);
    check(expansion, &expect_file!["expansions/shared_table.rs"]);
}

#[test]
fn item_of_shared_table() {
    let table = shared_table();
    let expansion = crate::item_of_shared_table(quote! {
        { #table }
        #[dynamo(table = tables::Trading, entity = "ORDER")]
        #[key(pk = "CLIENT#{client}", sk = "ORDER#{id}")]
        #[gsi(name = "GSI1", pk = "PRODUCT#{product}", sk = "{total}", query = "by_product")]
        #[gsi(name = "Inverted")]
        #[lsi(name = "ByStatus")]
        pub struct Order {
            client: String,
            id: String,
            #[dynamo(key_only)]
            product: Option<String>,
            status: String,
            total: u64,
        }
    });
    check(
        expansion,
        &expect_file!["expansions/item_of_shared_table.rs"],
    );
}

#[test]
fn collection() {
    let expansion = crate::collection(quote! {
        #[collection(table = tables::Trading)]
        pub enum ClientRecord {
            /// An order.
            Order(Order),
            Position(crate::Position),
        }
    });
    check(expansion, &expect_file!["expansions/collection.rs"]);
}

/// An item hands itself to the macro that its table's path names.
#[test]
fn an_item_asks_its_table() {
    let expansion = crate::item(quote! {
        #[dynamo(table = crate::tables::Trading, crate = facade::db)]
        #[key(pk = "A#{id}", sk = "B")]
        struct Order { id: String }
    });
    let expected = quote! {
        crate::tables::Trading! {
            { facade::db::shared_item }
            #[dynamo(table = crate::tables::Trading, crate = facade::db)]
            #[key(pk = "A#{id}", sk = "B")]
            struct Order { id: String }
        }
        const _: () = <crate::tables::Trading as facade::db::__private::SharedTable>::IS_DECLARED;
    };
    assert_eq!(expansion.to_string(), expected.to_string());
}

#[test]
fn mistakes_leave_a_table() {
    let expansion = crate::table(
        quote! {
            #[table(name = "trading", sk = "SK")]
            struct Trading;
        },
        PLACE,
    );
    check(
        expansion,
        &expect_file!["expansions/mistakes_leave_a_table.rs"],
    );
}

#[test]
fn mistakes_leave_an_item() {
    let expansion = crate::item(quote! {
        #[table(name = "orders", pk = "PK")]
        #[key(pk = "ORDER#{idd}")]
        #[dynamo(crate = facade::db)]
        struct Order {
            id: String,
        }
    });
    check(
        expansion,
        &expect_file!["expansions/mistakes_leave_an_item.rs"],
    );
}

//! Expansion snapshots: what the derives generate, to be read in review like any other code.
//!
//! Recorded with `UPDATE_EXPECT=1`. One input a theme, not one an option: that each option compiles
//! is checked where it is compiled.

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

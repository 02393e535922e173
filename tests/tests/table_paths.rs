//! Shared tables are found wherever their type is: by every path, through every import, and from
//! another crate.

#![allow(dead_code, reason = "that they compile is the test")]

use dynamo_runtime::{Collection, Item, Table, check_items};

/// Tables of every visibility, away from their items.
mod tables {
    use dynamo_runtime::Table;

    #[derive(Table)]
    #[table(name = "open", pk = "PK", sk = "SK", type_attr = "kind")]
    #[gsi(name = "GSI1", pk = "GSI1_PK")]
    #[allow(unreachable_pub, reason = "a table of a library is public")]
    pub struct Open;

    #[derive(Table)]
    #[table(name = "in_crate", pk = "PK", sk = "SK")]
    pub(crate) struct InCrate;

    #[derive(Table)]
    #[table(name = "in_super", pk = "PK", sk = "SK")]
    pub(super) struct InSuper;

    pub(crate) mod inner {
        use dynamo_runtime::{Item, Table};

        #[derive(Table)]
        #[table(name = "in_path", pk = "PK", sk = "SK")]
        pub(in crate::tables) struct InPath;

        /// Seen by nothing else.
        #[derive(Table)]
        #[table(name = "private", pk = "PK", sk = "SK")]
        struct Private;

        #[derive(Item)]
        #[dynamo(table = Private)]
        #[key(pk = "A#{id}", sk = "B#{id}")]
        struct OfPrivate {
            id: String,
        }

        pub(crate) fn name_of_private() -> &'static str {
            crate::table_of::<OfPrivate>()
        }
    }

    #[derive(dynamo_runtime::Item)]
    #[dynamo(table = inner::InPath)]
    #[key(pk = "A#{id}", sk = "B#{id}")]
    struct OfPath {
        id: String,
    }

    pub(crate) fn name_of_path() -> &'static str {
        crate::table_of::<OfPath>()
    }

    /// Of the same name as one outside.
    #[derive(Table)]
    #[table(name = "two_of_a_name_inside", pk = "PK", sk = "SK")]
    pub(crate) struct Named;
}

mod by_path {
    use dynamo_runtime::Item;

    #[derive(Item)]
    #[dynamo(table = crate::tables::Open)]
    #[key(pk = "A#{id}", sk = "PATH#{id}")]
    #[gsi(name = "GSI1", pk = "A#{id}")]
    pub(crate) struct ByPath {
        pub(crate) id: String,
    }

    #[derive(Item)]
    #[dynamo(table = super::tables::InSuper)]
    #[key(pk = "A#{id}", sk = "PATH#{id}")]
    pub(crate) struct BySuper {
        pub(crate) id: String,
    }
}

mod by_glob {
    use crate::tables::*;
    use dynamo_runtime::Item;

    #[derive(Item)]
    #[dynamo(table = Open)]
    #[key(pk = "A#{id}", sk = "GLOB#{id}")]
    pub(crate) struct ByGlob {
        pub(crate) id: String,
    }

    #[derive(Item)]
    #[dynamo(table = InCrate)]
    #[key(pk = "A#{id}", sk = "GLOB#{id}")]
    pub(crate) struct ByGlobInCrate {
        pub(crate) id: String,
    }
}

mod renamed {
    use crate::tables::Open as Other;
    use dynamo_runtime::Item;

    #[derive(Item)]
    #[dynamo(table = Other)]
    #[key(pk = "A#{id}", sk = "RENAMED#{id}")]
    pub(crate) struct Renamed {
        pub(crate) id: String,
    }
}

mod handed_on {
    pub(crate) use crate::tables::Open;
}

#[derive(Item)]
#[dynamo(table = handed_on::Open)]
#[key(pk = "A#{id}", sk = "HANDED#{id}")]
struct HandedOn {
    id: String,
}

/// Stands before its table.
#[derive(Item)]
#[dynamo(table = Named)]
#[key(pk = "A#{id}", sk = "B#{id}")]
struct Before {
    id: String,
}

#[derive(Table)]
#[table(name = "two_of_a_name", pk = "PK", sk = "SK")]
struct Named;

#[derive(Item)]
#[dynamo(table = tables::Named)]
#[key(pk = "A#{id}", sk = "B#{id}")]
struct Inside {
    id: String,
}

/// A new type of item in a table of another crate.
#[derive(Debug, PartialEq, Item)]
#[dynamo(table = examples::oms_trading::Trading, entity = "NOTE")]
#[key(pk = "CLIENT#{client_id}", sk = "NOTE#{number:06}")]
#[gsi(name = "GSI3", pk = "ORDER#{order_id}", sk = "NOTE#{number:06}")]
struct Note {
    client_id: String,
    number: u32,
    order_id: String,
}

const _: () = check_items::<(
    examples::oms_trading::Order,
    examples::oms_trading::Execution,
    examples::oms_trading::Position,
    Note,
)>();

/// An item of a client, with the new type.
#[derive(Debug, PartialEq, Collection)]
#[allow(clippy::large_enum_variant, reason = "an order is what it is")]
#[collection(table = examples::oms_trading::Trading)]
enum ClientRecord {
    Order(OtherName),
    Note(Note),
}

/// Another name for a member's type.
type OtherName = examples::oms_trading::Order;

#[derive(Collection)]
#[collection(table = tables::Open)]
enum Everywhere {
    ByPath(by_path::ByPath),
    ByGlob(by_glob::ByGlob),
    Renamed(renamed::Renamed),
    HandedOn(HandedOn),
}

fn table_of<T: Item>() -> &'static str {
    <T::Table as Table>::SCHEMA.name
}

#[test]
fn items_live_in_the_table_their_path_leads_to() {
    let open = [
        table_of::<by_path::ByPath>(),
        table_of::<by_glob::ByGlob>(),
        table_of::<renamed::Renamed>(),
        table_of::<HandedOn>(),
    ];
    assert_eq!(open, ["open"; 4]);
    assert_eq!(table_of::<by_path::BySuper>(), "in_super");
    assert_eq!(table_of::<by_glob::ByGlobInCrate>(), "in_crate");
    assert_eq!(tables::name_of_path(), "in_path");
    assert_eq!(tables::inner::name_of_private(), "private");
    assert_eq!(table_of::<Before>(), "two_of_a_name");
    assert_eq!(table_of::<Inside>(), "two_of_a_name_inside");
}

#[test]
fn tables_and_items_stand_inside_a_function() {
    #[derive(Table)]
    #[table(name = "local", pk = "PK", sk = "SK")]
    struct Local;

    #[derive(Item)]
    #[dynamo(table = Local)]
    #[key(pk = "A#{id}", sk = "FIRST#{id}")]
    struct First {
        id: String,
    }

    #[derive(Item)]
    #[dynamo(table = Local)]
    #[key(pk = "A#{id}", sk = "SECOND#{id}")]
    struct Second {
        id: String,
    }

    #[derive(Collection)]
    #[collection(table = Local)]
    enum Both {
        First(First),
        Second(Second),
    }

    const _: () = check_items::<(First, Second)>();
    assert_eq!(table_of::<First>(), "local");
    let _ = (Both::query("a"), First::query("a"), Second::key("a"));
}

#[tokio::test]
async fn a_table_of_another_crate_holds_a_new_type() {
    tests::with_table::<examples::oms_trading::Trading>(async |db| {
        let note = || Note {
            client_id: "c1".into(),
            number: 7,
            order_id: "o1".into(),
        };
        note().put().send(db).await.expect("a put");
        let records = ClientRecord::query("c1").all(db).await.expect("a query");
        assert_eq!(records, [ClientRecord::Note(note())]);
    })
    .await;
}

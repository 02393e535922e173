//! The runtime under another name: generated code finds it through `crate = path`.

/// Stands for a crate that hands the runtime on.
mod facade {
    pub(crate) mod db {
        pub(crate) use dynamo_runtime::*;
    }
}

/// Hides the name that generated code uses unless it is told another.
mod renamed {
    use crate::facade;
    use crate::facade::db::{Attribute, Item};

    #[derive(Debug, Clone, Copy, PartialEq, Attribute)]
    #[dynamo(crate = facade::db)]
    pub(crate) enum Side {
        Buy,
        Sell,
    }

    #[derive(Debug, PartialEq, Attribute)]
    #[dynamo(crate = crate::facade::db, rename_all = "camelCase")]
    pub(crate) struct Address {
        pub(crate) street_name: String,
    }

    #[derive(Debug, PartialEq, Item)]
    #[table(name = "orders", pk = "PK", sk = "SK")]
    #[key(pk = "ORDER#{id}", sk = "{side}")]
    #[gsi(name = "BySide", pk = "side", projection = "KEYS_ONLY")]
    #[dynamo(crate = "crate::facade::db")]
    pub(crate) struct Order {
        #[dynamo(key_only)]
        pub(crate) id: String,
        pub(crate) side: Side,
        pub(crate) address: Address,
    }
}

use facade::db::{Item, Record};
use renamed::{Address, Order, Side};

#[test]
fn items_are_stored_through_the_other_name() -> Result<(), facade::db::Error> {
    let order = Order {
        id: "7".into(),
        side: Side::Sell,
        address: Address {
            street_name: "Main".into(),
        },
    };
    let item = order.to_item()?;
    assert_eq!(Order::from_item(item)?, order);
    let _ =
        Order::query_by_side(Side::Buy).filter(Order::ADDRESS.dot(Address::STREET_NAME).exists());
    Ok(())
}

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
    use crate::facade::db::{Attribute, Collection, Item, Table};

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

    #[derive(Table)]
    #[table(name = "shop", pk = "PK", sk = "SK")]
    #[gsi(name = "Inverted", pk = "SK", sk = "PK", projection = "KEYS_ONLY")]
    #[dynamo(crate = facade::db)]
    pub(crate) struct Shop;

    #[derive(Debug, PartialEq, Item)]
    #[dynamo(table = Shop, crate = facade::db)]
    #[key(pk = "CUSTOMER#{id}", sk = "PROFILE#{id}")]
    pub(crate) struct Customer {
        pub(crate) id: String,
    }

    #[derive(Debug, PartialEq, Item)]
    #[dynamo(table = Shop, crate = facade::db)]
    #[key(pk = "CUSTOMER#{customer}", sk = "LETTER#{number:06}")]
    #[gsi(name = "Inverted")]
    pub(crate) struct Letter {
        pub(crate) customer: String,
        pub(crate) number: u32,
    }

    #[derive(Debug, PartialEq, Collection)]
    #[collection(table = Shop, crate = facade::db)]
    pub(crate) enum OfCustomer {
        Customer(Customer),
        Letter(Letter),
    }
}

use facade::db::{Item, Record};
use renamed::{Address, Customer, Letter, OfCustomer, Order, Shop, Side};

#[test]
fn shared_tables_are_found_through_the_other_name() -> Result<(), facade::db::Error> {
    let letter = Letter {
        customer: "c".into(),
        number: 1,
    };
    let item = letter.to_item()?;
    assert_eq!(OfCustomer::from_item(item)?, OfCustomer::Letter(letter));
    let customer = Customer { id: "c".into() };
    assert_eq!(
        OfCustomer::from(customer),
        OfCustomer::Customer(Customer { id: "c".into() })
    );
    let _ = (OfCustomer::query("c"), Letter::query_inverted(1_u32));
    assert_eq!(<Shop as facade::db::Table>::SCHEMA.name, "shop");
    Ok(())
}

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

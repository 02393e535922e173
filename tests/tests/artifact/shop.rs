//! A table with everything a design can say.

use dynamo_design::{Alarm, Billing, Design, DesignBuilder, Encryption, StreamView};
use dynamo_runtime::{Collection, Item, Table};

/// What a shop sells & to whom.
#[derive(Table)]
#[table(
    name = "{stage}-shop",
    pk = "PK",
    sk = "SK",
    ttl = "expires",
    type_attr = "kind"
)]
#[gsi(name = "Mail", pk = "mail", projection = ["name"])]
#[gsi(name = "Region", pk = ["country", "city"], sk = ["placed", "total"], pk_type = ["S", "S"], sk_type = ["S", "N"])]
#[gsi(name = "Held", pk = "held", projection = "KEYS_ONLY")]
#[lsi(name = "Total", sk = "total", sk_type = "N")]
pub(crate) struct Shop;

/// Who buys.
///
/// Not in documents.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop, entity = "CUSTOMER")]
#[key(pk = "CUSTOMER#{id}", sk = literal("PROFILE"))]
#[gsi(name = "Mail", query = "by_mail")]
pub(crate) struct Customer {
    /// A number.
    pub(crate) id: u64,
    #[dynamo(unique)]
    pub(crate) mail: String,
    /// As it is <written>.
    pub(crate) name: String,
}

/// What is bought.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop, entity = "ORDER")]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{number:08}")]
#[gsi(name = "Region", query = "in_city")]
#[gsi(name = "Held", pk = "HELD*{hold}", when = self.total > 10, query = "held")]
#[lsi(name = "Total", query = "by_total")]
pub(crate) struct Order {
    pub(crate) customer: u64,
    pub(crate) number: u32,
    pub(crate) country: String,
    pub(crate) city: String,
    pub(crate) placed: String,
    pub(crate) total: u32,
    pub(crate) hold: Option<String>,
    #[dynamo(ttl = "2d")]
    pub(crate) expires: Option<u64>,
}

/// Everything of a customer.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Shop)]
pub(crate) enum OfCustomer {
    Customer(Customer),
    Order(Order),
}

pub(crate) fn customer(name: &str) -> Customer {
    Customer {
        id: 7,
        mail: "ada@example.com".to_owned(),
        name: name.to_owned(),
    }
}

pub(crate) fn order(number: u32, hold: Option<&str>) -> Order {
    Order {
        customer: 7,
        number,
        country: "NL".to_owned(),
        city: "Delft".to_owned(),
        placed: "2025-11-14".to_owned(),
        total: 40 - number,
        hold: hold.map(str::to_owned),
        expires: None,
    }
}

pub(crate) fn builder() -> DesignBuilder<Shop> {
    Design::of::<(Customer, Order)>().collection::<OfCustomer>()
}

pub(crate) fn design() -> Design {
    builder()
        .sample(&customer("Ada"))
        .sample(&order(1, Some("stock")))
        .sample(&order(2, None))
        .variable("stage", ["test", "live"])
        .on_demand_max(400, 100)
        .point_in_time_recovery(true)
        .encryption(Encryption::Key("alias/shop".to_owned()))
        .stream(StreamView::NewAndOldImages)
        .deletion_protection(true)
        .tag("team", "sales")
        .alarm(Alarm::throttled())
        .build()
        .unwrap()
}

/// The same with capacity of its own.
pub(crate) fn provisioned() -> Design {
    let billing = Billing::Provisioned {
        reads: 5,
        writes: 2,
    };
    builder().billing(billing).build().unwrap()
}

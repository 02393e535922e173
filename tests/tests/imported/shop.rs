//! The table `shop-{stage}`.

use dynamo_runtime::{Collection, Item, Table, check_items};

/// The table `shop-{stage}`.
#[derive(Debug, Clone, Copy, Table)]
#[table(name = "shop-{stage}", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub struct Shop;

/// An order in `shop-{stage}`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{customer_id}", sk = "ORDER#{number:04}")]
#[gsi(
    name = "GSI1",
    pk = "OPEN#{warehouse}",
    sk = "{number:04}",
    when = !self.shipped,
    query = "by_warehouse"
)]
pub struct Order {
    /// The customer id.
    pub customer_id: String,
    /// The number.
    pub number: u64,
    /// The cents.
    pub cents: u64,
    /// Whether it is shipped.
    pub shipped: bool,
    /// The warehouse.
    pub warehouse: String,
}

/// A customer profile in `shop-{stage}`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{customer_id}", sk = literal("PROFILE"))]
pub struct CustomerProfile {
    /// The customer id.
    pub customer_id: String,
    /// The email.
    pub email: String,
    /// The phone.
    pub phone: Option<String>,
}

/// Everything in the partition of a customer.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Shop)]
pub enum CustomerItem {
    /// An order.
    Order(Order),
    /// A customer profile.
    CustomerProfile(CustomerProfile),
}

// No key of one type can be a key of another.
const _: () = check_items::<(Order, CustomerProfile)>();

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("shop.samples.json"))?;
        proof.check::<(Order, CustomerProfile)>().await?;
        Ok(())
    }
}

//! `serde_dynamo` on the SDK, with keys built by `format!`.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Map;
use crate::items::Order;

/// A vector as the list of floats that it is.
pub mod vector {
    use dynamo_runtime::Vector;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer, const N: usize>(
        vector: &Vector<N>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        vector.as_slice().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, const N: usize>(
        from: D,
    ) -> Result<Vector<N>, D::Error> {
        let elements = Vec::<f32>::deserialize(from)?;
        Vector::try_from(elements).map_err(D::Error::custom)
    }
}

/// Decodes items.
pub fn from_items<T: DeserializeOwned>(items: Vec<Map>) -> Vec<T> {
    serde_dynamo::from_items(items).expect("the sample")
}

/// Encodes an item that has every attribute as a field.
pub fn to_item<T: Serialize>(item: &T) -> Map {
    serde_dynamo::to_item(item).expect("the sample")
}

/// Encodes an order and adds its keys.
pub fn order_to_item(order: &Order) -> Map {
    let mut item: Map = to_item(order);
    let mut add =
        |name: &str, value: String| item.insert(name.to_owned(), AttributeValue::S(value));
    add("PK", format!("CLIENT#{}", order.client_id));
    add(
        "SK",
        format!("ORDER#{}#{}", order.created_at, order.order_id),
    );
    add("GSI1_PK", format!("PRODUCT#{}", order.product_id));
    add("GSI1_SK", order.created_at.clone());
    if let Some(id) = &order.master_order_id {
        add("GSI2_PK", format!("MASTER_ORDER#{id}"));
        add("GSI2_SK", order.created_at.clone());
    }
    add("GSI3_PK", format!("ORDER#{}", order.order_id));
    add("GSI3_SK", order.created_at.clone());
    add("entity_type", "ORDER".to_owned());
    item
}

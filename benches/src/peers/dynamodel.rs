//! `dynamodel`: a derive that converts to and from the SDK's map.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamodel::{AttributeValueConvertible, ConvertError};

use super::Map;
use crate::items::{Order, OrderType, Side, Status};

/// An optional attribute, which the derive does not support itself.
pub fn master(item: &Map) -> Result<Option<String>, ConvertError> {
    item.get("master_order_id")
        .map(String::try_from_attribute_value)
        .transpose()
}

macro_rules! words {
    ($($ty:ident { $($variant:ident = $word:literal),+ })+) => {$(
        impl AttributeValueConvertible for $ty {
            fn into_attribute_value(self) -> AttributeValue {
                AttributeValue::S(match self {
                    $(Self::$variant => $word,)+
                }.to_owned())
            }

            fn try_from_attribute_value(value: &AttributeValue) -> Result<Self, ConvertError> {
                match value.as_s().map(String::as_str) {
                    $(Ok($word) => Ok(Self::$variant),)+
                    _ => Err(ConvertError::FieldNotSet("a word".to_owned())),
                }
            }
        }
    )+};
}

words! {
    Side { Buy = "BUY", Sell = "SELL" }
    Status {
        New = "NEW",
        PartiallyFilled = "PARTIALLY_FILLED",
        Filled = "FILLED",
        Cancelled = "CANCELLED"
    }
    OrderType { Market = "MARKET", Limit = "LIMIT" }
}

/// Decodes items.
pub fn from_items(items: Vec<Map>) -> Vec<Order> {
    items
        .into_iter()
        .map(|item| Order::try_from(item).expect("the sample"))
        .collect()
}

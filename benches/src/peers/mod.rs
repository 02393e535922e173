//! The contenders: how each turns the SDK's items into structs and structs into items.

pub mod dynamodel;
pub mod hand;
pub mod modyne;
pub mod sdk;
pub mod serde;

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

/// An SDK item.
pub type Map = HashMap<String, AttributeValue>;

/// Whose code is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Who {
    /// This library.
    Ours,
    /// This library, with every request sent by the SDK's client.
    SdkWay,
    /// This library, through the SDK's map: when the wire path is not available.
    Fallback,
    /// `serde_dynamo` on the SDK, the baseline of all comparisons.
    Serde,
    /// Hand-written code on the SDK.
    Hand,
    /// `modyne`.
    Modyne,
    /// `dynamodel`.
    Dynamodel,
    /// Only the SDK's own parsing.
    Sdk,
    /// `format!`.
    Format,
}

impl Who {
    /// Every contender, in the order of the tables.
    pub const ALL: [Self; 9] = [
        Self::Ours,
        Self::SdkWay,
        Self::Fallback,
        Self::Serde,
        Self::Hand,
        Self::Modyne,
        Self::Dynamodel,
        Self::Sdk,
        Self::Format,
    ];

    /// The name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ours => "this library",
            Self::SdkWay => "this library, through the SDK",
            Self::Fallback => "this library, from the SDK's map",
            Self::Serde => "serde_dynamo 4.3",
            Self::Hand => "hand-written",
            Self::Modyne => "modyne 0.3",
            Self::Dynamodel => "dynamodel 0.6",
            Self::Sdk => "SDK parse alone",
            Self::Format => "`format!`",
        }
    }
}

//! Sample items, and the DynamoDB responses that contain them.

use std::fmt::Write as _;

use crate::items::{
    DIMENSIONS, Document, KeyedStanding, Metadata, Order, OrderType, Passage, Side, Standing,
    Status, WholeOrder,
};

/// An order; every second one is a part of another.
pub fn order(number: usize) -> Order {
    Order {
        order_id: format!("order_{number:08}"),
        client_id: "client_123".into(),
        product_id: format!("prod_{:03}", number % 40),
        symbol: ["BTCUSDT", "ETHUSDT", "SOLUSDT"][number % 3].into(),
        side: [Side::Buy, Side::Sell][number % 2],
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        quantity: 1.5 + number as f64 / 4.0,
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        price: 45_000.25 + number as f64,
        status: [
            Status::Filled,
            Status::New,
            Status::PartiallyFilled,
            Status::Cancelled,
        ][number % 4],
        order_type: [OrderType::Limit, OrderType::Market][number / 2 % 2],
        master_order_id: (number % 2 == 0).then(|| format!("master_{:06}", number / 10)),
        created_at: format!("2025-11-14T10:{:02}:{:02}Z", number / 60 % 60, number % 60),
        updated_at: format!("2025-11-14T11:{:02}:{:02}Z", number / 60 % 60, number % 60),
        ttl: 1_736_856_000 + number as u64,
    }
}

/// The same order with every attribute.
pub fn whole_order(number: usize) -> WholeOrder {
    let order = order(number);
    let placed = || order.created_at.clone();
    WholeOrder {
        pk: format!("CLIENT#{}", order.client_id),
        sk: format!("ORDER#{}#{}", order.created_at, order.order_id),
        gsi1_pk: format!("PRODUCT#{}", order.product_id),
        gsi1_sk: placed(),
        gsi2_pk: order
            .master_order_id
            .as_ref()
            .map(|id| format!("MASTER_ORDER#{id}")),
        gsi2_sk: placed(),
        gsi3_pk: format!("ORDER#{}", order.order_id),
        gsi3_sk: placed(),
        entity_type: "ORDER".into(),
        order_id: order.order_id,
        client_id: order.client_id,
        product_id: order.product_id,
        symbol: order.symbol,
        side: order.side,
        quantity: order.quantity,
        price: order.price,
        status: order.status,
        order_type: order.order_type,
        master_order_id: order.master_order_id,
        created_at: order.created_at,
        updated_at: order.updated_at,
        ttl: order.ttl,
    }
}

/// A standing.
pub fn standing(number: usize) -> Standing {
    let keyed = keyed_standing(number);
    Standing {
        pk: format!("LEADERBOARD#{}#{}", keyed.game_id, keyed.time_frame),
        sk: format!("USER#{}", keyed.user_id),
        user_id: keyed.user_id,
        score: keyed.score,
        player_name: keyed.player_name,
        timestamp: keyed.timestamp,
        metadata: keyed.metadata,
    }
}

/// A standing with the ids of its key.
pub fn keyed_standing(number: usize) -> KeyedStanding {
    KeyedStanding {
        game_id: "CyberClash".into(),
        time_frame: "2025-W28".into(),
        user_id: format!("user-{number:06}"),
        score: 15_750 + number as i64,
        player_name: format!("Player {number}"),
        timestamp: format!("2025-07-13T10:{:02}:{:02}Z", number / 60 % 60, number % 60),
        metadata: metadata(number),
    }
}

fn metadata(number: usize) -> Metadata {
    Metadata {
        level: u32::try_from(number % 90).unwrap_or_default(),
        play_time: 3600 + number as u64,
    }
}

/// A document of about this many bytes of JSON, half of it text and half of it parts.
pub fn document(bytes: usize) -> Document {
    Document {
        id: "document".into(),
        text: "A text of some length, as people write them. ".repeat(bytes / 90),
        parts: (0..bytes / 130).map(metadata).collect(),
    }
}

/// A text with an embedding: elements between -0.1 and 0.1, as those of unit length are.
pub fn passage(number: usize) -> Passage {
    let mut state = number as u32 + 1;
    let mut element = || {
        // Numerical Recipes' generator; its high bits are random enough.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        #[expect(clippy::cast_precision_loss, reason = "a fraction is wanted")]
        let fraction = (state >> 8) as f32 / (1 << 24) as f32;
        (fraction - 0.5) / 5.0
    };
    let elements: Vec<f32> = (0..DIMENSIONS).map(|_| element()).collect();
    Passage {
        tenant: "acme".into(),
        id: format!("passage_{number:08}"),
        lang: "en".into(),
        embedding: elements
            .try_into()
            .expect("as many as there are dimensions"),
    }
}

/// A type whose items a response can hold.
pub trait Stored {
    /// Appends the item as DynamoDB sends it.
    fn write(&self, to: &mut String);
}

/// Writes `"name":{"S":"text"},` for each.
fn attributes(to: &mut String, attributes: &[(&str, &str, &dyn std::fmt::Display)]) {
    to.push('{');
    for (name, kind, value) in attributes {
        let _ = write!(to, "\"{name}\":{{\"{kind}\":\"{value}\"}},");
    }
    to.pop();
    to.push('}');
}

fn word(value: impl serde::Serialize) -> String {
    match serde_dynamo::to_attribute_value(value) {
        Ok(serde_dynamo::AttributeValue::S(word)) => word,
        _ => unreachable!("a unit variant is text"),
    }
}

impl Stored for WholeOrder {
    fn write(&self, to: &mut String) {
        let (side, status, kind) = (word(self.side), word(self.status), word(self.order_type));
        let mut all: Vec<(&str, &str, &dyn std::fmt::Display)> = vec![
            ("GSI3_PK", "S", &self.gsi3_pk),
            ("status", "S", &status),
            ("created_at", "S", &self.created_at),
            ("GSI1_PK", "S", &self.gsi1_pk),
            ("quantity", "N", &self.quantity),
            ("order_id", "S", &self.order_id),
            ("GSI1_SK", "S", &self.gsi1_sk),
            ("side", "S", &side),
            ("SK", "S", &self.sk),
            ("symbol", "S", &self.symbol),
            ("price", "N", &self.price),
            ("PK", "S", &self.pk),
            ("GSI3_SK", "S", &self.gsi3_sk),
            ("client_id", "S", &self.client_id),
            ("entity_type", "S", &self.entity_type),
            ("updated_at", "S", &self.updated_at),
            ("GSI2_SK", "S", &self.gsi2_sk),
            ("ttl", "N", &self.ttl),
            ("order_type", "S", &kind),
            ("product_id", "S", &self.product_id),
        ];
        if let (Some(key), Some(id)) = (&self.gsi2_pk, &self.master_order_id) {
            all.insert(6, ("master_order_id", "S", id));
            all.insert(11, ("GSI2_PK", "S", key));
        }
        attributes(to, &all);
    }
}

impl Stored for Standing {
    fn write(&self, to: &mut String) {
        attributes(
            to,
            &[
                ("UserID", "S", &self.user_id),
                ("Score", "N", &self.score),
                ("SK", "S", &self.sk),
                ("PlayerName", "S", &self.player_name),
                ("PK", "S", &self.pk),
                ("Timestamp", "S", &self.timestamp),
            ],
        );
        to.pop();
        to.push_str(",\"Metadata\":{\"M\":");
        self.metadata.write(to);
        to.push_str("}}");
    }
}

impl Stored for Metadata {
    fn write(&self, to: &mut String) {
        attributes(
            to,
            &[
                ("PlayTime", "N", &self.play_time),
                ("Level", "N", &self.level),
            ],
        );
    }
}

impl Stored for Document {
    fn write(&self, to: &mut String) {
        attributes(to, &[("text", "S", &self.text), ("id", "S", &self.id)]);
        to.pop();
        to.push_str(",\"parts\":{\"L\":[");
        for (number, part) in self.parts.iter().enumerate() {
            to.push_str(if number == 0 { "{\"M\":" } else { ",{\"M\":" });
            part.write(to);
            to.push('}');
        }
        to.push_str("]}}");
    }
}

impl Stored for Passage {
    fn write(&self, to: &mut String) {
        attributes(
            to,
            &[
                ("lang", "S", &self.lang),
                ("tenant", "S", &self.tenant),
                ("id", "S", &self.id),
            ],
        );
        to.pop();
        to.push_str(",\"embedding\":{\"L\":[");
        for (number, element) in self.embedding.iter().enumerate() {
            to.push_str(if number == 0 { "" } else { "," });
            let _ = write!(to, "{{\"N\":\"{element}\"}}");
        }
        to.push_str("]}}");
    }
}

/// The response to a query that found these items.
pub fn response<T: Stored>(items: impl IntoIterator<Item = T>) -> Vec<u8> {
    let mut text = String::new();
    let mut count = 0;
    for item in items {
        if count > 0 {
            text.push(',');
        }
        item.write(&mut text);
        count += 1;
    }
    format!("{{\"Count\":{count},\"Items\":[{text}],\"ScannedCount\":{count}}}").into_bytes()
}

/// A page of orders after which there are more; the key it ends at has this in it.
pub fn page(count: usize, id: &str) -> Vec<u8> {
    let mut body = response((0..count).map(whole_order));
    body.pop();
    let key = r#","LastEvaluatedKey":{"PK":{"S":"CLIENT#client_123"},"SK":{"S":"ORDER#a#"#;
    body.extend_from_slice(key.as_bytes());
    body.extend_from_slice(id.as_bytes());
    body.extend_from_slice(br#""}}}"#);
    body
}

/// The response to a get of one order.
pub fn get_response(order: &WholeOrder) -> Vec<u8> {
    let mut text = "{\"Item\":".to_owned();
    order.write(&mut text);
    text.push('}');
    text.into_bytes()
}

//! `modyne`: serde behind traits for entities, keys and queries.

use aws_sdk_dynamodb::Client;
use modyne::keys::{
    FullKey, GlobalSecondaryIndexDefinition, IndexKey, Primary, SecondaryIndexDefinition,
};
use modyne::{
    Entity, EntityDef, EntityExt, EntityTypeNameRef, Projection, ProjectionExt, QueryInput, expr,
};
use serde::Serialize;

use super::Map;
use crate::items::{Order, Standing, WholeOrder};

/// The table, with its client.
pub struct App(pub Client);

impl modyne::Table for App {
    type PrimaryKey = Primary;
    type IndexKeys = (Gsi1, Gsi2, Gsi3);

    fn table_name(&self) -> &str {
        "trading"
    }

    fn client(&self) -> &Client {
        &self.0
    }
}

macro_rules! index {
    ($name:ident, $index:literal, $pk:literal, $sk:literal) => {
        /// The key of an index.
        #[derive(Serialize)]
        pub struct $name {
            #[serde(rename = $pk, skip_serializing_if = "Option::is_none")]
            hash: Option<String>,
            #[serde(rename = $sk)]
            range: String,
        }

        impl IndexKey for $name {
            const INDEX_DEFINITION: SecondaryIndexDefinition =
                SecondaryIndexDefinition::Global(GlobalSecondaryIndexDefinition {
                    index_name: $index,
                    hash_key: $pk,
                    range_key: Some($sk),
                });
        }
    };
}

index!(Gsi1, "GSI1", "GSI1_PK", "GSI1_SK");
index!(Gsi2, "GSI2", "GSI2_PK", "GSI2_SK");
index!(Gsi3, "GSI3", "GSI3_PK", "GSI3_SK");

impl EntityDef for Order {
    const ENTITY_TYPE: &'static EntityTypeNameRef = EntityTypeNameRef::from_static("ORDER");
}

impl Entity for Order {
    type KeyInput<'a> = (&'a str, &'a str, &'a str);
    type Table = App;
    type IndexKeys = (Gsi1, Gsi2, Gsi3);

    fn primary_key((client, placed, id): Self::KeyInput<'_>) -> Primary {
        Primary {
            hash: format!("CLIENT#{client}"),
            range: format!("ORDER#{placed}#{id}"),
        }
    }

    fn full_key(&self) -> FullKey<Primary, Self::IndexKeys> {
        FullKey {
            primary: <Self as Entity>::primary_key((
                &self.client_id,
                &self.created_at,
                &self.order_id,
            )),
            indexes: (
                Gsi1 {
                    hash: Some(format!("PRODUCT#{}", self.product_id)),
                    range: self.created_at.clone(),
                },
                Gsi2 {
                    hash: self
                        .master_order_id
                        .as_ref()
                        .map(|id| format!("MASTER_ORDER#{id}")),
                    range: self.created_at.clone(),
                },
                Gsi3 {
                    hash: Some(format!("ORDER#{}", self.order_id)),
                    range: self.created_at.clone(),
                },
            ),
        }
    }
}

/// All stored attributes of an order.
impl Projection for WholeOrder {
    type Entity = Order;
}

impl EntityDef for Standing {
    const ENTITY_TYPE: &'static EntityTypeNameRef = EntityTypeNameRef::from_static("STANDING");
}

/// Standings are only decoded, for which the table does not matter.
impl Entity for Standing {
    type KeyInput<'a> = (&'a str, &'a str);
    type Table = App;
    type IndexKeys = ();

    fn primary_key((board, user): Self::KeyInput<'_>) -> Primary {
        Primary {
            hash: board.to_owned(),
            range: user.to_owned(),
        }
    }

    fn full_key(&self) -> FullKey<Primary, Self::IndexKeys> {
        FullKey {
            primary: <Self as Entity>::primary_key((&self.pk, &self.sk)),
            indexes: (),
        }
    }
}

/// The orders of a client over a time.
pub struct Orders<'a> {
    /// The client.
    pub client: &'a str,
    /// The time range; `None` for all.
    pub placed: Option<(&'a str, &'a str)>,
}

impl QueryInput for Orders<'_> {
    type Index = Primary;
    type Aggregate = Vec<Order>;

    fn key_condition(&self) -> expr::KeyCondition<Primary> {
        let key = expr::KeyCondition::in_partition(format!("CLIENT#{}", self.client));
        match self.placed {
            Some((from, to)) => key.between(format!("ORDER#{from}"), format!("ORDER#{to}")),
            None => key.begins_with("ORDER#"),
        }
    }
}

/// Decodes items.
pub fn from_items<T: ProjectionExt>(items: Vec<Map>) -> Vec<T> {
    let decode = |item| <T as ProjectionExt>::from_item(item).expect("the sample");
    items.into_iter().map(decode).collect()
}

/// Encodes an order with its keys.
pub fn order_to_item(order: &Order) -> Map {
    let mut item = EntityExt::into_item(order.clone());
    // An item that is not in the index has none of its keys.
    if order.master_order_id.is_none() {
        item.remove("GSI2_SK");
    }
    item
}

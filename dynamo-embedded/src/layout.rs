//! The parts of a table that decide where its items are: its keys and its indexes.

use dynoxide::types::item_size;
use dynoxide::{AttributeValue, Database, Item};
use serde::Deserialize;
use serde_json::Value;

/// The partitioning of a table.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) name: String,
    pub(crate) is_on_demand: bool,
    pub(crate) keys: Keys,
    pub(crate) global: Vec<Index>,
    pub(crate) local: Vec<Index>,
}

/// The key attributes of a table or an index.
#[derive(Debug)]
pub(crate) struct Keys {
    partition: Vec<String>,
    sort: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) name: String,
    pub(crate) keys: Keys,
    projection: Projection,
}

#[derive(Debug)]
enum Projection {
    All,
    /// The keys and these attributes.
    Some(Vec<String>),
}

impl Layout {
    /// Returns the layout of a table; `None` if there is none.
    pub(crate) fn of(database: &Database, name: &str) -> Option<Self> {
        let table = database.get_table_metadata(name).ok().flatten()?;
        let indexes = |definitions: Option<String>| -> Vec<Index> {
            let definitions = definitions.and_then(|json| serde_json::from_str(&json).ok());
            let definitions: Vec<IndexDefinition> = definitions.unwrap_or_default();
            definitions.into_iter().map(Index::from).collect()
        };
        let keys: Vec<KeyElement> = serde_json::from_str(&table.key_schema).ok()?;
        Some(Self {
            name: name.to_owned(),
            is_on_demand: table.billing_mode.as_deref() == Some("PAY_PER_REQUEST"),
            keys: Keys::from(keys),
            global: indexes(table.gsi_definitions),
            local: indexes(table.lsi_definitions),
        })
    }

    pub(crate) fn global(&self, index: &str) -> Option<&Index> {
        self.global.iter().find(|known| known.name == index)
    }

    /// Returns the part of an item that an index holds; `None` if it does not hold the item.
    pub(crate) fn held(&self, item: &Item, index: &Index) -> Option<Item> {
        if !index.keys.names().all(|name| {
            item.get(name)
                .is_some_and(|value| value.to_key_string().is_some())
        }) {
            return None;
        }
        let is_held = |name: &String| match &index.projection {
            Projection::All => true,
            Projection::Some(names) => {
                names.contains(name) || self.keys.has(name) || index.keys.has(name)
            }
        };
        let held = item.iter().filter(|(name, _)| is_held(name));
        Some(
            held.map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
        )
    }
}

impl Keys {
    /// Returns the partition key of an item as text; `None` if a part is missing or does not have a
    /// key type.
    pub(crate) fn partition_of(&self, item: &Item) -> Option<String> {
        let parts = self.partition.iter().map(|name| part(item.get(name)?));
        parts.collect()
    }

    /// The same for an item or a key in JSON.
    pub(crate) fn partition_in(&self, item: &Value) -> Option<String> {
        let parts = self.partition.iter().map(|name| {
            let value = item.get(name)?;
            part(&serde_json::from_value(value.clone()).ok()?)
        });
        parts.collect()
    }

    /// Returns the names of the partition key.
    pub(crate) fn partition(&self) -> &[String] {
        &self.partition
    }

    /// Returns the names of all key attributes.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.partition.iter().chain(&self.sort)
    }

    fn has(&self, name: &String) -> bool {
        self.partition.contains(name) || self.sort.contains(name)
    }

    /// Whether two items have the same key.
    pub(crate) fn are_equal(&self, one: &Item, other: &Item) -> bool {
        self.names().all(|name| one.get(name) == other.get(name))
    }
}

/// One attribute of a partition key, with its length, so that no two keys read the same.
fn part(value: &AttributeValue) -> Option<String> {
    let text = value.to_key_string()?;
    Some(format!("{}:{text}", text.len()))
}

/// The size of an item in write units: kilobytes, rounded up.
pub(crate) fn write_units(item: &Item) -> f64 {
    dynoxide::types::write_capacity_units(item_size(item))
}

#[derive(Deserialize)]
struct KeyElement {
    #[serde(rename = "AttributeName")]
    name: String,
    #[serde(rename = "KeyType")]
    kind: String,
}

#[derive(Deserialize)]
struct IndexDefinition {
    #[serde(rename = "IndexName")]
    name: String,
    #[serde(rename = "KeySchema")]
    keys: Vec<KeyElement>,
    #[serde(rename = "Projection", default)]
    projection: ProjectionDefinition,
}

#[derive(Default, Deserialize)]
struct ProjectionDefinition {
    #[serde(rename = "ProjectionType")]
    kind: Option<String>,
    #[serde(rename = "NonKeyAttributes", default)]
    names: Option<Vec<String>>,
}

impl From<Vec<KeyElement>> for Keys {
    fn from(elements: Vec<KeyElement>) -> Self {
        let (partition, sort): (Vec<_>, Vec<_>) = elements
            .into_iter()
            .partition(|element| element.kind == "HASH");
        let names = |elements: Vec<KeyElement>| elements.into_iter().map(|key| key.name).collect();
        Self {
            partition: names(partition),
            sort: names(sort),
        }
    }
}

impl From<IndexDefinition> for Index {
    fn from(definition: IndexDefinition) -> Self {
        let projection = match definition.projection.kind.as_deref() {
            Some("KEYS_ONLY") => Projection::Some(Vec::new()),
            Some("INCLUDE") => Projection::Some(definition.projection.names.unwrap_or_default()),
            _ => Projection::All,
        };
        Self {
            name: definition.name,
            keys: Keys::from(definition.keys),
            projection,
        }
    }
}

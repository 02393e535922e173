//! The cost of reads and writes, by the sizes of samples.
//!
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html>

use std::fmt::Write as _;

use super::rows::{Row, Rows};
use crate::access::{ReadOperation, listed};
use crate::{AccessPattern, Design, IndexKind, ItemDesign, ProjectedAttributes, Value};

/// The bytes that half a read unit reads.
const READ: usize = 4096;
/// The bytes that one write unit writes.
const WRITE: usize = 1024;

impl Rows<'_> {
    /// The cost of an access pattern in words; `None` if no row shows it.
    pub(super) fn cost(&self, pattern: &AccessPattern) -> Option<String> {
        let (row, query) = self.first(pattern)?;
        let size = self.held_size(row, pattern.index.as_deref());
        let name = &row.item.name;
        let units = |halves: usize| match (halves / 2, halves % 2) {
            (whole, 0) => whole.to_string(),
            (whole, _) => format!("{whole}.5"),
        };
        let blocks = size.div_ceil(READ).max(1);
        Some(match pattern.operation {
            ReadOperation::Get => format!(
                "{} read units, {} if consistent; a sample `{name}` has {size} bytes",
                units(blocks),
                units(2 * blocks)
            ),
            ReadOperation::Lookup => format!(
                "{} read units: the claim and the item, both consistent",
                units(2 * blocks + 2)
            ),
            ReadOperation::Search => {
                "billed by the bytes of the vectors that the search compares".to_owned()
            }
            ReadOperation::Query | ReadOperation::Scan => {
                let shards = query.pk.iter().find_map(|key| key.shards());
                let shards = shards.and_then(|count| count.parse::<usize>().ok());
                let least =
                    shards.map(|count| format!(", at least {} for {count} shards", units(count)));
                format!(
                    "0.5 read units per 4 KB read{}; {size} bytes per `{name}`, so about {} per unit",
                    least.unwrap_or_default(),
                    (2 * READ / size.max(1)).max(1)
                )
            }
        })
    }

    /// The size of a row, or of the part of it that an index holds.
    fn held_size(&self, row: &Row<'_>, index: Option<&str>) -> usize {
        let index = index.and_then(|name| self.design.table.index(name));
        let keys = self.design.table.key_attributes();
        let is_held = |name: &str| match index.map(|index| &index.projection) {
            None | Some(ProjectedAttributes::All) => true,
            Some(ProjectedAttributes::KeysOnly) => keys.iter().any(|key| key.name == name),
            Some(ProjectedAttributes::Include(names)) => {
                names.iter().any(|held| held == name) || keys.iter().any(|key| key.name == name)
            }
        };
        let held = row.sample.iter().filter(|(name, _)| is_held(name));
        held.map(|(name, value)| name.len() + size(value)).sum()
    }

    /// The cost of writing an item in words, by its first sample.
    pub(super) fn write_cost(&self, item: &ItemDesign) -> Option<String> {
        let row = self.all.iter().find(|row| row.item.name == item.name)?;
        let bytes = self.held_size(row, None);
        let units = bytes.div_ceil(WRITE).max(1);
        let indexes: Vec<_> = self.indexes_of(row).collect();
        let mut words = format!(
            "A sample has {bytes} bytes: a put costs {units} write unit{}",
            if units == 1 { "" } else { "s" }
        );
        if !indexes.is_empty() {
            let sizes = indexes.iter().map(|name| self.held_size(row, Some(name)));
            let more: usize = sizes.map(|size| size.div_ceil(WRITE).max(1)).sum();
            // Writing to a `String` cannot fail.
            let _ = write!(words, ", and {more} more for {}", listed(&indexes));
        }
        if !item.unique.is_empty() || !item.counted.is_empty() {
            words += ". It is a transaction, which costs twice that, with one more write per \
                      claim and counter";
        }
        Some(words + ".")
    }

    /// The indexes that a row is in, except those for vectors.
    fn indexes_of<'r>(&'r self, row: &'r Row<'_>) -> impl Iterator<Item = &'r str> {
        let indexes = self.design.table.indexes.iter();
        let indexes = indexes.filter(|index| index.kind != IndexKind::Vector);
        let is_in = |name: &str| self.view(Some(name)).iter().any(|found| found.id == row.id);
        indexes
            .map(|index| index.name.as_str())
            .filter(move |name| is_in(name))
    }
}

/// The size of a value as DynamoDB counts it.
fn size(value: &Value) -> usize {
    let digits = |number: &String| number.len().div_ceil(2) + 1;
    // Base 64 has four characters per three bytes.
    let bytes = |text: &String| text.trim_end_matches('=').len() * 3 / 4;
    match value {
        Value::S(text) => text.len(),
        Value::N(number) => digits(number),
        Value::B(text) => bytes(text),
        Value::Bool(_) | Value::Null(_) => 1,
        Value::M(map) => {
            let entries = map.iter().map(|(name, value)| name.len() + size(value) + 1);
            3 + entries.sum::<usize>()
        }
        Value::L(list) => 3 + list.iter().map(|value| size(value) + 1).sum::<usize>(),
        Value::Texts(set) => set.iter().map(String::len).sum(),
        Value::Numbers(set) => set.iter().map(digits).sum(),
        Value::Binaries(set) => set.iter().map(bytes).sum(),
    }
}

impl Design {
    /// The attributes of an item type that can grow: lists, maps, sets and bytes.
    pub(super) fn growing<'a>(&'a self, item: &'a ItemDesign) -> impl Iterator<Item = String> + 'a {
        let attributes = self.attributes_of(item).into_iter();
        let grows = |ty: &str| matches!(ty, "L" | "M" | "B" | "SS" | "NS" | "BS");
        attributes
            .filter(move |(_, ty)| ty.as_deref().is_some_and(grows))
            .map(|(name, _)| name)
    }
}

//! The units of a write, by partition: those of the table and its local indexes together, those of
//! each global index separately.

use dynoxide::Item;

use super::usage::{Access, Charge};
use crate::layout::{Index, Layout, write_units};

/// Returns the units of a write to a partition that turns one image of an item into another.
/// `factor` is 2 in a transaction; it does not apply to indexes.
pub(super) fn write(
    layout: &Layout,
    partition: String,
    (old, new): (Option<&Item>, Option<&Item>),
    factor: f64,
) -> Vec<Charge> {
    let images = [old, new].into_iter().flatten();
    let own = images.map(write_units).fold(1.0, f64::max) * factor;
    let local = layout
        .local
        .iter()
        .flat_map(|index| moves(layout, index, old, new));
    let local: f64 = local.map(|(_, units)| units).sum();
    let own = Charge::of(layout, None, partition, Access::Write, own + local);
    let mut charges = vec![own];
    for index in &layout.global {
        for (key, units) in moves(layout, index, old, new) {
            let name = Some(index.name.as_str());
            charges.push(Charge::of(layout, name, key, Access::Write, units));
        }
    }
    charges
}

/// The partitions of an index that a write changes, and the units it takes there.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations>
fn moves(
    layout: &Layout,
    index: &Index,
    old: Option<&Item>,
    new: Option<&Item>,
) -> Vec<(String, f64)> {
    let held = |item: Option<&Item>| layout.held(item?, index);
    let place = |item: &Item| index.keys.partition_of(item).unwrap_or_default();
    match (held(old), held(new)) {
        (None, None) => Vec::new(),
        (Some(item), None) | (None, Some(item)) => vec![(place(&item), write_units(&item))],
        (Some(old), Some(new)) if old == new => Vec::new(),
        (Some(old), Some(new)) if index.keys.are_equal(&old, &new) => {
            vec![(place(&new), write_units(&old).max(write_units(&new)))]
        }
        // It is removed from one place and written to the other.
        (Some(old), Some(new)) => vec![
            (place(&old), write_units(&old)),
            (place(&new), write_units(&new)),
        ],
    }
}

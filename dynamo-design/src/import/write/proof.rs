//! The test that comes with the item types, and the file that it reads.

use std::collections::BTreeMap;

use super::items::item_set;
use crate::import::number::Digits;
use crate::import::outline::TableOutline;
use crate::proof::{Proof, ProofTable};
use crate::{Sample, Value};

/// The most samples of an item type that are kept.
const MOST: usize = 50;

/// The longest chain of calls that `rustfmt` leaves on one line.
const CHAIN: usize = 60;

/// The tables and samples as a file.
pub(in crate::import) fn proof(tables: &[TableOutline]) -> String {
    let tables = tables.iter().map(|table| {
        let mut samples: BTreeMap<String, Vec<Sample>> = BTreeMap::new();
        for item in &table.items {
            let kept = item.samples.iter().take(MOST).map(as_stored);
            samples.insert(item.name.clone(), kept.collect());
        }
        ProofTable {
            table: table.design.table.clone(),
            samples,
        }
    });
    let proof = Proof {
        tables: tables.collect(),
    };
    serde_json::to_string_pretty(&proof).unwrap_or_else(|error| unreachable!("plain data: {error}"))
        + "\n"
}

/// A sample as DynamoDB returns it: numbers in their shortest form, and no NULL, which means the
/// same as a missing attribute.
fn as_stored(sample: &Sample) -> Sample {
    let kept = sample
        .iter()
        .filter(|(_, value)| !matches!(value, Value::Null(_)));
    kept.map(|(name, value)| (name.clone(), stored(value)))
        .collect()
}

fn stored(value: &Value) -> Value {
    let plain =
        |text: &String| Digits::parse(text).map_or_else(|| text.clone(), |digits| digits.plain());
    match value {
        Value::N(text) => Value::N(plain(text)),
        Value::Numbers(set) => Value::Numbers(set.iter().map(plain).collect()),
        Value::L(list) => Value::L(list.iter().map(stored).collect()),
        Value::M(map) => Value::M(as_stored(map)),
        other => other.clone(),
    }
}

/// Writes the test.
pub(super) fn test(tables: &[TableOutline], file: &str, has_samples: bool, out: &mut String) {
    let name = if has_samples {
        "samples_come_back_equal"
    } else {
        "tables_are_as_declared"
    };
    out.push_str(&format!(
        "#[cfg(test)]\n\
         mod tests {{\n    \
             use super::*;\n    \
             use dynamo_design::Proof;\n\n    \
             #[tokio::test]\n    \
             async fn {name}() -> Result<(), Box<dyn std::error::Error>> {{\n        \
                 let proof = Proof::from_json(include_str!({file:?}))?;\n"
    ));
    for table in tables {
        let set = item_set(table);
        let chain = format!("proof.check::<{set}>().await?");
        if chain.len() <= CHAIN {
            out.push_str(&format!("        {chain};\n"));
            continue;
        }
        let call = format!("            .check::<{set}>()\n");
        if call.len() <= super::WIDTH || table.items.len() > 16 {
            out.push_str(&format!("        proof\n{call}            .await?;\n"));
            continue;
        }
        let names = table
            .items
            .iter()
            .map(|item| format!("                {},\n", item.name));
        let names: String = names.collect();
        out.push_str(&format!(
            "        proof\n            .check::<(\n{names}            )>()\n            .await?;\n"
        ));
    }
    out.push_str("        Ok(())\n    }\n}\n");
}

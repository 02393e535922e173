//! Output of `aws dynamodb describe-table`, `create-table` requests, and the bare properties of a
//! table.

use serde_json::Value as Json;

use super::{Found, design, request, text, type_name};
use crate::import::ImportError;

/// Whether a value describes a table, or a part of one.
pub(super) fn is_description(value: &Json) -> bool {
    table_of(value).is_some() || value.get("TimeToLiveDescription").is_some()
}

fn table_of(value: &Json) -> Option<&Json> {
    ["Table", "TableDescription"]
        .iter()
        .filter_map(|name| value.get(name))
        .chain([value])
        .find(|table| table.get("KeySchema").is_some_and(Json::is_array))
}

/// Reads a table, or the TTL of one.
pub(super) fn read(value: &Json, found: &mut Found) -> Result<(), ImportError> {
    let Some(table) = table_of(value) else {
        found.ttl = text(value, &["TimeToLiveDescription", "AttributeName"]).map(str::to_owned);
        return Ok(());
    };
    let name = text(table, &["TableName"]).map_or_else(|| "{table}".to_owned(), str::to_owned);
    let definition = request::table(name.clone(), table)?;
    let ty = if name == "{table}" {
        "Records".to_owned()
    } else {
        type_name(&name)
    };
    let mut design = design(ty, definition);
    design.options = request::options(table);
    found.tables.push(design);
    Ok(())
}

//! This library's own designs: a lock file, or the JSON of one design.

use serde_json::Value as Json;

use super::Found;
use crate::import::ImportError;
use crate::{Design, Model};

/// Whether a value is a design, or several.
pub(super) fn is_lock(value: &Json) -> bool {
    let is_design = |value: &Json| {
        ["name", "table", "pk", "items"]
            .iter()
            .all(|name| value.get(name).is_some())
    };
    let tables = value.get("tables").and_then(Json::as_array);
    is_design(value)
        || tables.is_some_and(|tables| !tables.is_empty() && tables.iter().all(is_design))
}

/// Reads the designs.
pub(super) fn read(value: &Json, found: &mut Found) -> Result<(), ImportError> {
    let failed = |error| ImportError::new(format!("is no design of this version: {error}"));
    if value.get("tables").is_some() {
        let model: Model = serde_json::from_value(value.clone()).map_err(failed)?;
        found.tables.extend(model.tables);
    } else {
        let design: Design = serde_json::from_value(value.clone()).map_err(failed)?;
        found.tables.push(design);
    }
    Ok(())
}

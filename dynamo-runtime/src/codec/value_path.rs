//! The path to a value inside an item, as errors show it: `Metadata.Level`, `lines[3].sku`.

/// Represents the key of a map's entry. Such keys are data, which no error shows.
const ENTRY: &str = "*";

/// A path that grows at its front, as an error travels from the value up to the item.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct ValuePath(String);

impl ValuePath {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn prefix_name(&mut self, name: &str) {
        if !self.0.is_empty() && !self.0.starts_with('[') {
            self.0.insert(0, '.');
        }
        self.0.insert_str(0, name);
    }

    pub(super) fn prefix_entry(&mut self) {
        self.prefix_name(ENTRY);
    }

    pub(super) fn prefix_index(&mut self, index: usize) {
        self.prefix_name(&format!("[{index}]"));
    }
}

/// Writes the subject of an error: the item if it is known, then the attribute.
pub(super) fn write_subject(
    f: &mut std::fmt::Formatter<'_>,
    item: Option<&str>,
    path: &ValuePath,
) -> std::fmt::Result {
    match (item, path.as_str()) {
        (Some(item), "") => write!(f, "`{item}`"),
        (Some(item), path) => write!(f, "`{item}` attribute `{path}`"),
        (None, "") => f.write_str("attribute value"),
        (None, path) => write!(f, "attribute `{path}`"),
    }
}

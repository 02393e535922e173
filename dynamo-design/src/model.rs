//! Several tables that are deployed and shown together.

use serde::{Deserialize, Serialize};

use super::Design;
use dynamo_runtime::Error;

/// Several tables that are deployed and shown together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Model {
    /// The name of the whole.
    pub name: String,
    /// The tables.
    pub tables: Vec<Design>,
}

impl Model {
    /// Combines tables under a name.
    #[must_use]
    pub fn new(name: impl Into<String>, tables: impl IntoIterator<Item = Design>) -> Self {
        Self {
            name: name.into(),
            tables: tables.into_iter().collect(),
        }
    }

    /// Returns all exports of the tables as files: the path and the content of each.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if a design cannot be written.
    pub fn files(&self) -> Result<Vec<(String, String)>, Error> {
        let mut files: Vec<_> = [
            ("cloudformation.json", self.cloudformation_json()),
            ("cloudformation.yaml", self.cloudformation_yaml()),
            ("iam.yaml", self.iam_cloudformation_yaml()),
            ("main.tf", self.terraform()),
            ("workbench.json", self.workbench()),
            ("README.md", self.markdown()),
            ("index.html", self.html()),
        ]
        .into_iter()
        .map(|(name, text)| (name.to_owned(), text))
        .collect();
        for design in &self.tables {
            let directory = if self.tables.len() == 1 {
                String::new()
            } else {
                format!("{}/", snake(&design.name))
            };
            files.push((format!("{directory}design.json"), design.to_json()?));
            let request = design.create_table_json(&design.default_name());
            files.push((format!("{directory}create-table.json"), request));
            for policy in design.iam_policies() {
                let name = snake(&policy.name).replace('_', "-");
                files.push((format!("{directory}iam/{name}.json"), policy.document));
            }
        }
        Ok(files)
    }

    pub(super) fn designs(&self) -> Vec<&Design> {
        self.tables.iter().collect()
    }
}

/// A part of a table's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NamePiece<'a> {
    Text(&'a str),
    Variable(&'a str),
}

/// The parts of a table's name.
pub(super) fn name_pieces(name: &str) -> Vec<NamePiece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('{') {
        if !before.is_empty() {
            pieces.push(NamePiece::Text(before));
        }
        let (variable, behind) = after.split_once('}').unwrap_or((after, ""));
        pieces.push(NamePiece::Variable(variable));
        rest = behind;
    }
    if !rest.is_empty() {
        pieces.push(NamePiece::Text(rest));
    }
    pieces
}

/// The text of a table's name without the parts around it, and which of its parts that is.
pub(super) fn base(name: &str) -> Option<(&str, usize)> {
    let pieces = name_pieces(name);
    let texts = pieces.into_iter().enumerate();
    let mut texts = texts.filter_map(|(number, piece)| match piece {
        NamePiece::Text(text) => Some((text.trim_matches(['_', '-', '.']), number)),
        NamePiece::Variable(_) => None,
    });
    texts.find(|(text, _)| !text.is_empty())
}

/// A table's name with its parameters: one for its base, and one for each variable.
pub(super) fn filled_name(
    name: &str,
    base_parameter: &str,
    variable: impl Fn(&str) -> String,
) -> String {
    let lead = base(name);
    let pieces = name_pieces(name).into_iter().enumerate();
    let pieces = pieces.map(|(number, piece)| match (piece, lead) {
        (NamePiece::Text(whole), Some((base, at))) if at == number => {
            let (before, after) = whole.split_once(base).unwrap_or_default();
            format!("{before}${{{base_parameter}}}{after}")
        }
        (NamePiece::Text(whole), _) => whole.to_owned(),
        (NamePiece::Variable(name), _) => format!("${{{}}}", variable(name)),
    });
    pieces.collect()
}

/// The parameter of a filled name that is nothing but one parameter.
pub(super) fn only_parameter(filled: &str) -> Option<&str> {
    let parameter = filled.strip_prefix("${")?.strip_suffix('}')?;
    (!parameter.contains('$')).then_some(parameter)
}

/// A name in pascal case, with only letters and digits.
pub(super) fn pascal(name: &str) -> String {
    let words = name.split(|found: char| !found.is_ascii_alphanumeric());
    let words = words.map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

/// A name in snake case, with only lower-case letters and digits.
pub(super) fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut after_small = false;
    for found in name.chars() {
        if found.is_ascii_uppercase() && after_small {
            out.push('_');
        }
        after_small = found.is_ascii_lowercase() || found.is_ascii_digit();
        if found.is_ascii_alphanumeric() {
            out.push(found.to_ascii_lowercase());
        } else if !out.ends_with('_') {
            out.push('_');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{NamePiece, base, name_pieces, pascal, snake};

    #[test]
    fn names_are_taken_apart() {
        let pieces = name_pieces("oms_{environment}");
        assert_eq!(
            pieces,
            [NamePiece::Text("oms_"), NamePiece::Variable("environment")]
        );
        assert_eq!(base("oms_{environment}"), Some(("oms", 0)));
        assert_eq!(base("{stage}-orders"), Some(("orders", 1)));
        assert_eq!(base("{table}"), None);
    }

    #[test]
    fn names_change_their_case() {
        assert_eq!(pascal("fabric_table"), "FabricTable");
        assert_eq!(pascal("system-errors"), "SystemErrors");
        assert_eq!(snake("BatchGetItem"), "batch_get_item");
        assert_eq!(snake("oms-trading"), "oms_trading");
    }
}

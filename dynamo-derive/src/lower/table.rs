//! Where an item lives: its own `#[table]`, or a shared one.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{DeriveInput, Ident, Path};

use super::template::is_identifier;
use crate::attrs::{self, Lost, PathValue, Read, TABLE, TableOptions, Text};
use crate::diag::Diagnostics;
use crate::model::{InlineTable, Table};

const DELIMITER: char = '#';

/// The table while the keys are still being resolved.
pub(super) enum Home {
    Inline(Box<Inline>),
    Shared(Path),
    /// None was given, which is reported; nothing more is said about what it would hold.
    Missing,
}

pub(super) struct Inline {
    pub(super) table: InlineTable,
    /// Names of the key attributes, as written; absent where they were reported.
    pub(super) pk: Option<(String, Span)>,
    pub(super) sk: Option<(String, Span)>,
    pub(super) lost: Lost,
}

impl Home {
    /// Whether the names of the key attributes are not all known.
    pub(super) fn is_open(&self) -> bool {
        match self {
            Self::Inline(inline) => inline.pk.is_none() || inline.lost.has("sk"),
            Self::Shared(_) => false,
            Self::Missing => true,
        }
    }

    /// The table of the model. One that is missing was reported, so any will do.
    pub(super) fn into_table(self, ident: &Ident) -> Table {
        match self {
            Self::Inline(inline) => Table::Inline(Box::new(inline.table)),
            Self::Shared(path) => Table::Shared(path),
            Self::Missing => Table::Shared(ident.clone().into()),
        }
    }
}

pub(super) fn home(
    input: &DeriveInput,
    shared: Option<PathValue>,
    lost: &Lost,
    diag: &mut Diagnostics,
) -> Home {
    let mut attrs = input.attrs.iter().filter(|attr| TABLE.is(attr));
    let ident = &input.ident;
    if let Some(text) = shared.as_ref().and_then(|value| value.quoted.as_ref()) {
        let message = format!(
            "`table` takes the type of a shared table, not the name of one; write \
             `table = Path` without quotes, or `#[table(name = \"{}\", pk = \"...\")]`",
            text.value(),
        );
        diag.error(text.span(), message);
    }
    let Some(first) = attrs.next() else {
        if shared.is_none() && !lost.has("table") {
            let message = format!(
                "`{ident}` has no table; write `#[table(name = \"...\", pk = \"...\")]`, or \
                 `#[dynamo(table = Path)]` for a shared one"
            );
            diag.error(ident.span(), message);
        }
        return shared.map_or(Home::Missing, |value| Home::Shared(value.path));
    };
    for extra in attrs {
        diag.error(
            extra.path().span(),
            "`#[table]` is given twice; keep one of them",
        );
    }
    if let Some(shared) = shared {
        let message =
            format!("`{ident}` has a `#[table]` of its own; remove that, or this `table = ...`");
        diag.error(shared.option, message);
    }
    Home::Inline(Box::new(inline(attrs::single(first, &TABLE, diag), diag)))
}

fn inline(read: Read<TableOptions>, diag: &mut Diagnostics) -> Inline {
    let Read {
        options,
        lost,
        span,
    } = read;
    for (option, value) in [("pk_type", &options.pk_type), ("sk_type", &options.sk_type)] {
        if let Some(value) = value {
            let message = format!("the type of a key follows the field; remove `{option}`");
            diag.error(value.option, message);
        }
    }
    for (option, value) in [("name", &options.name), ("pk", &options.pk)] {
        if value.is_none() && !lost.has(option) {
            let message = format!("the table has no `{option}`; write `{option} = \"...\"`");
            diag.error(span, message);
        }
    }
    let name = options
        .name
        .as_ref()
        .and_then(|name| table_name(name, diag));
    let table = InlineTable {
        name: name.unwrap_or_default(),
        ttl: attribute(options.ttl.as_ref(), diag),
        type_attr: attribute(options.type_attr.as_ref(), diag),
        delimiter: options
            .delimiter
            .map_or(DELIMITER, |text| delimiter(&text, diag)),
    };
    let pk = attribute(options.pk.as_ref(), diag);
    let sk = attribute(options.sk.as_ref(), diag);
    Inline {
        table,
        pk,
        sk,
        lost,
    }
}

/// The name of an attribute, unless it is empty.
fn attribute(text: Option<&Text>, diag: &mut Diagnostics) -> Option<(String, Span)> {
    let (name, span) = text?.spanned();
    if name.is_empty() {
        diag.error(span, "an attribute cannot have an empty name; write one");
        return None;
    }
    Some((name, span))
}

fn delimiter(text: &Text, diag: &mut Diagnostics) -> char {
    let value = text.value();
    let mut letters = value.chars();
    match (letters.next(), letters.next()) {
        // Braces would read as a component wherever the delimiter stands in a template.
        (Some(letter), None) if letter.is_ascii_punctuation() && !"{}".contains(letter) => letter,
        _ => {
            let message = format!(
                "`{value}` cannot separate components; write one ASCII punctuation character \
                 other than a brace, as in `delimiter = \"#\"`"
            );
            diag.error(text.span(), message);
            DELIMITER
        }
    }
}

/// Checks a table name: its variables are filled at run time, the text around them must be allowed.
fn table_name(name: &Text, diag: &mut Diagnostics) -> Option<String> {
    let text = name.value();
    let mut variables = 0;
    let mut literal = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        literal.push_str(before);
        let Some((_, after)) = after
            .split_once('}')
            .filter(|(name, _)| is_identifier(name))
        else {
            let message = "a variable of a table name is an identifier in braces; write `{name}`";
            diag.error(name.span(), message);
            return None;
        };
        variables += 1;
        rest = after;
    }
    literal.push_str(rest);
    if let Some(letter) = literal.chars().find(|letter| !is_name_character(*letter)) {
        let message = format!(
            "`{letter}` cannot stand in a table name; write letters, digits, `_`, `.` and `-`"
        );
        diag.error(name.span(), message);
        return None;
    }
    // How long a variable is shows when it is filled.
    if literal.len() > 255 || (variables == 0 && literal.len() < 3) {
        let message = format!(
            "a table name has 3 to 255 characters, this one {}; write a {} one",
            literal.len(),
            if literal.len() > 255 {
                "shorter"
            } else {
                "longer"
            },
        );
        diag.error(name.span(), message);
        return None;
    }
    Some(text)
}

/// The characters DynamoDB allows in the names of tables and indexes.
fn is_name_character(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_.-".contains(letter)
}

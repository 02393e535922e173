//! The table of an item: its own `#[table]`, or a shared one.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, DeriveInput, Expr, Ident, Meta, Path, Token};

use super::misplaced::{self, KeysOnFields};
use super::template::is_identifier;
use crate::attrs::{self, Lost, PathValue, Read, TABLE, TableOptions, Text};
use crate::diag::Diagnostics;
use crate::model::{KeyType, SharedTable, Table, plain};

const DELIMITER: char = '#';

/// The table while the keys are still being resolved.
pub(super) enum Home {
    Known(Box<Known>),
    /// None was given, which is reported; nothing more is said about what it would hold.
    Missing,
}

pub(super) struct Known {
    pub(super) table: Table,
    /// The key attributes; absent if they were reported.
    pub(super) pk: Option<TableKey>,
    pub(super) sk: Option<TableKey>,
    pub(super) lost: Lost,
}

/// A key attribute of the table.
pub(super) struct TableKey {
    pub(super) name: String,
    /// The span of it on the item; a shared table has its own.
    pub(super) span: Option<Span>,
    /// The type a shared table declares.
    pub(super) declared: Option<KeyType>,
}

impl Home {
    /// The table, unless none was given.
    pub(super) fn known(&self) -> Option<&Known> {
        match self {
            Self::Known(known) => Some(known),
            Self::Missing => None,
        }
    }

    /// The table, as messages call it: a shared one by its type.
    pub(super) fn called(&self) -> String {
        let shared = self.known().filter(|known| known.table.shared.is_some());
        shared.map_or("the table".into(), |known| {
            format!("`{}`", known.table.title())
        })
    }

    /// The delimiter between components.
    pub(super) fn delimiter(&self) -> char {
        self.known()
            .map_or(DELIMITER, |known| known.table.delimiter)
    }

    /// Whether the names of the key attributes are not all known.
    pub(super) fn is_open(&self) -> bool {
        self.known()
            .is_none_or(|known| known.pk.is_none() || known.lost.has("sk"))
    }

    /// The table of the model. One that is missing was reported, so any will do.
    pub(super) fn into_table(self, ident: &Ident) -> Table {
        match self {
            Self::Known(known) => known.table,
            Self::Missing => Table {
                shared: Some(ident.clone().into()),
                name: String::new(),
                ttl: None,
                type_attr: None,
                delimiter: DELIMITER,
                declared: Vec::new(),
            },
        }
    }
}

/// The path of the shared table an item lives in; `None` if it has its own, or says neither, or
/// says it wrongly, which `home` reports.
pub(super) fn shared_path(input: &DeriveInput, shared: Option<&PathValue>) -> Option<Path> {
    let has_own = input.attrs.iter().any(|attr| TABLE.is(attr));
    let shared = shared.filter(|value| !has_own && value.quoted.is_none())?;
    Some(shared.path.clone())
}

/// The table an item lives in; `declared` is what its path leads to, if that is a table.
pub(super) fn home(
    input: &DeriveInput,
    shared: Option<PathValue>,
    declared: Option<&SharedTable>,
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
        return match (shared, declared) {
            (Some(shared), Some(declared)) => Home::Known(Box::new(known(shared.path, declared))),
            _ => Home::Missing,
        };
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
    if let Some(name) = shared_by_name(first) {
        let message = format!(
            "`name` takes the name of a table in quotes; write `#[dynamo(table = {name})]` in place \
             of `#[table]` if `{name}` is a shared table"
        );
        diag.error(name.span(), message);
        return Home::Missing;
    }
    let marked = misplaced::keys_on_fields(input);
    Home::Known(Box::new(inline(
        attrs::single(first, &TABLE, diag),
        &marked,
        diag,
    )))
}

/// The type in `#[table(name = Shop)]`, which was meant as a shared table if there are no keys.
fn shared_by_name(attr: &Attribute) -> Option<Ident> {
    let list = attr.meta.require_list().ok()?;
    let options = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    let options = options.ok()?;
    if options.iter().any(|option| option.path().is_ident("pk")) {
        return None;
    }
    let name = options
        .iter()
        .find(|option| option.path().is_ident("name"))?;
    let Expr::Path(path) = &name.require_name_value().ok()?.value else {
        return None;
    };
    let name = path.path.get_ident()?;
    plain(name)
        .starts_with(char::is_uppercase)
        .then(|| name.clone())
}

/// The parts of a shared table that an item knows.
fn known(path: Path, shared: &SharedTable) -> Known {
    let key = |key: &crate::model::KeyDeclaration| TableKey {
        name: key.name.clone(),
        span: None,
        declared: Some(key.kind),
    };
    Known {
        table: Table {
            shared: Some(path),
            name: shared.name.clone(),
            ttl: shared.ttl.clone(),
            type_attr: shared.type_attr.clone(),
            delimiter: shared.delimiter,
            declared: shared.indexes.clone(),
        },
        pk: Some(key(&shared.pk)),
        sk: shared.sk.as_ref().map(key),
        lost: Lost::default(),
    }
}

fn inline(read: Read<TableOptions>, marked: &KeysOnFields, diag: &mut Diagnostics) -> Known {
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
    if let Some(types) = &options.types {
        let message = "a table of its own holds items of one type; remove `types`, or declare the \
                       table with `#[derive(Table)]` and share it";
        diag.error(types.option, message);
    }
    for (option, value) in [("name", &options.name), ("pk", &options.pk)] {
        if value.is_none() && !lost.has(option) && !(option == "pk" && marked.pk.is_some()) {
            let message = format!("the table has no `{option}`; write `{option} = \"...\"`");
            diag.error(span, message);
        }
    }
    let name = options
        .name
        .as_ref()
        .and_then(|name| table_name(name, diag));
    let table = Table {
        shared: None,
        name: name.unwrap_or_default(),
        ttl: attribute(options.ttl.as_ref(), diag),
        type_attr: attribute(options.type_attr.as_ref(), diag),
        delimiter: delimiter(options.delimiter.as_ref(), diag),
        declared: Vec::new(),
    };
    let mut key = |text: Option<&Text>| {
        let (name, span) = attribute(text, diag)?;
        Some(TableKey {
            name,
            span: Some(span),
            declared: None,
        })
    };
    // A field that is marked as a key was reported, and is the key to everything else.
    let on_field = |field: &Option<Ident>| {
        let field = field.as_ref()?;
        Some(TableKey {
            name: plain(field),
            span: Some(field.span()),
            declared: None,
        })
    };
    let pk = key(options.pk.as_ref()).or_else(|| on_field(&marked.pk));
    let sk = key(options.sk.as_ref()).or_else(|| on_field(&marked.sk));
    Known {
        table,
        pk,
        sk,
        lost,
    }
}

/// The name of an attribute, unless it is empty.
pub(super) fn attribute(text: Option<&Text>, diag: &mut Diagnostics) -> Option<(String, Span)> {
    let (name, span) = text?.spanned();
    if let Some(plain) = name.strip_prefix("r#") {
        let message = format!("`r#` is not part of a name here; write `{plain}`");
        diag.error(span, message);
        return Some((plain.to_owned(), span));
    }
    if name.is_empty() {
        diag.error(span, "an attribute cannot have an empty name; write one");
        return None;
    }
    Some((name, span))
}

/// The delimiter between components.
pub(super) fn delimiter(text: Option<&Text>, diag: &mut Diagnostics) -> char {
    let Some(text) = text else { return DELIMITER };
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
pub(super) fn table_name(name: &Text, diag: &mut Diagnostics) -> Option<String> {
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

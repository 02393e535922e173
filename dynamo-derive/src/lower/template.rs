//! The parts of a key: texts resolved to fields, key attributes and templates.

use proc_macro2::Span;
use syn::LitStr;

use super::nested::Nesting;
use super::placeholder;
use crate::attrs::{self, KeyElement, Piece};
use crate::diag::{self, Diagnostics};
use crate::model::{Field, Format, KeyAttribute, Part, Storage, Template, plain};

/// The text that keys of claims on unique values begin with; the runtime has the same.
const RESERVED: &str = "#unique#";

/// The names that the text of a key may use.
pub(super) struct Names<'a> {
    pub(super) fields: &'a [Field],
    pub(super) nesting: &'a Nesting<'a>,
    /// The key attributes of the table, for the keys of its indexes.
    pub(super) pk: Option<&'a KeyAttribute>,
    pub(super) sk: Option<&'a KeyAttribute>,
    /// The delimiter of the table.
    pub(super) delimiter: char,
    /// Whether some names could not be read, so that an unknown one may be right.
    pub(super) is_open: bool,
}

/// The meaning of the text of a key.
pub(super) enum Meaning {
    /// A key attribute of the table.
    Partition,
    Sort,
    Template(Template),
}

impl Names<'_> {
    /// Resolves one text; `None` if it was reported.
    pub(super) fn meaning(&self, element: &KeyElement, diag: &mut Diagnostics) -> Option<Meaning> {
        let (KeyElement::Template(text) | KeyElement::Constant(text)) = element;
        let value = text.value();
        if value.is_empty() {
            let message = "a key cannot be empty; write a template, as in `\"USER#{id}\"`";
            diag.error(text.span(), message);
            return None;
        }
        if value.starts_with(RESERVED) {
            let message = format!(
                "keys that begin with `{RESERVED}` are reserved for claims on unique values; begin \
                 this one with another text"
            );
            diag.error(text.span(), message);
            return None;
        }
        if matches!(element, KeyElement::Constant(_)) {
            if let Some(inner) = placeholder::in_braces(&value, self.fields) {
                let message = format!(
                    "`literal` is text as it stands, and `{{{inner}}}` in it is not the field; write \
                     `\"{value}\"` without `literal`"
                );
                diag.error(text.span(), message);
                return self.parts(text, diag).map(template);
            }
            return Some(template(vec![Part::Literal(value)]));
        }
        let is_named = |key: Option<&KeyAttribute>| key.is_some_and(|key| key.name == value);
        if is_named(self.pk) {
            Some(Meaning::Partition)
        } else if is_named(self.sk) {
            Some(Meaning::Sort)
        } else if let Some(field) = self.find(&value, text.span()) {
            let part = Part::Component {
                field,
                format: Format::Plain,
                span: text.span(),
            };
            Some(template(vec![part]))
        } else if is_identifier(&value) {
            self.report_unknown(text, diag);
            None
        } else {
            self.parts(text, diag).map(template)
        }
    }

    /// Resolves the components of a template; every one that names nothing is reported.
    fn parts(&self, text: &LitStr, diag: &mut Diagnostics) -> Option<Vec<Part>> {
        let pieces = attrs::pieces(text, diag)?;
        if let Some(corrected) = self.mistaken(text, &pieces, diag) {
            return self.parts(&LitStr::new(&corrected, text.span()), diag);
        }
        let mut parts = Some(Vec::with_capacity(pieces.len()));
        for piece in pieces {
            let part = match piece {
                Piece::Literal(text) => Some(Part::Literal(text)),
                Piece::Component { name, format, span } => {
                    self.component(&name, span, diag)
                        .map(|field| Part::Component {
                            field,
                            format,
                            span,
                        })
                }
            };
            parts = parts.zip(part).map(|(mut parts, part)| {
                parts.push(part);
                parts
            });
        }
        parts
    }

    /// Reports fields that the text names without being built from them; returns the template that
    /// was meant.
    fn mistaken(&self, text: &LitStr, pieces: &[Piece], diag: &mut Diagnostics) -> Option<String> {
        let value = text.value();
        let literals = pieces.iter().filter_map(|piece| match piece {
            Piece::Literal(text) => Some(text),
            Piece::Component { .. } => None,
        });
        let mut in_braces = literals.filter_map(|text| placeholder::in_braces(text, self.fields));
        if let Some(inner) = in_braces.next() {
            let (doubled, single) = (format!("{{{{{inner}}}}}"), format!("{{{inner}}}"));
            let message = format!(
                "`{doubled}` is the text `{single}`, the same in every key; write `{single}` for the \
                 field"
            );
            diag.error(text.span(), message);
            return Some(value.replace(&doubled, &single));
        }
        let [Piece::Literal(literal)] = pieces else {
            return None;
        };
        let found = placeholder::in_a_constant(literal, self.delimiter, self.fields)?;
        let message = format!(
            "`{}` is text here, the same in every key; write `\"{}\"` for the field, or \
             `literal(\"{value}\")` for this text",
            found.written, found.corrected,
        );
        diag.error(text.span(), message);
        Some(found.corrected)
    }

    /// The field, or the nested component, of a name.
    fn find(&self, name: &str, span: Span) -> Option<usize> {
        find(self.fields, name).or_else(|| self.nesting.number(name, span))
    }

    fn component(&self, name: &str, span: Span, diag: &mut Diagnostics) -> Option<usize> {
        let field = self.find(name, span);
        if field.is_none() && !self.is_open {
            let (outer, inner) = name.split_once('.').unwrap_or((name, ""));
            let message = match find(self.fields, outer) {
                Some(_) if is_number(inner) => {
                    format!("a newtype is in a key as the value inside it; write `{{{outer}}}`")
                }
                Some(_) if inner.ends_with(')') => {
                    let format = format_like(inner);
                    format!("a template calls no methods; write `{{{outer}{format}}}`")
                }
                Some(_) => {
                    format!("`{name}` names no field of a nested struct; write `{{{outer}.field}}`")
                }
                None if name.ends_with([')', ']']) => self.not_a_field(name),
                // `self.id` is a field written as Rust reads it.
                None if outer == "self" => diag::unknown("field", name, &field_names(self.fields)),
                None => diag::unknown("field", outer, &field_names(self.fields)),
            };
            diag.error(span, message);
        }
        field
    }

    /// A call or an element, which no component is.
    fn not_a_field(&self, name: &str) -> String {
        let (word, rest) = name.split_once(['(', '[']).unwrap_or((name, ""));
        let inner = &rest[..rest.len().saturating_sub(1)];
        match word {
            "shard" | "first" => {
                let field = self.fields.first().map(|field| plain(&field.ident));
                let field = field.unwrap_or_else(|| "field".into());
                format!("`{name}` needs a field; write it behind one, as in `{{{field}:{name}}}`")
            }
            _ if name.ends_with(']') => format!(
                "`{name}` is a part of `{word}`, and a key is built from whole fields; write another \
                 field, which holds it"
            ),
            _ => {
                let format = format_like(word);
                format!("a template calls no functions; write `{{{inner}{format}}}`")
            }
        }
    }

    /// An identifier that names nothing is never a silent constant.
    fn report_unknown(&self, text: &LitStr, diag: &mut Diagnostics) {
        if self.is_open {
            return;
        }
        let name = text.value();
        let mut known = field_names(self.fields);
        known.extend(
            [self.pk, self.sk]
                .into_iter()
                .flatten()
                .map(|key| key.name.clone()),
        );
        let message = format!(
            "unknown field `{name}`; {} (a constant is `literal(\"{name}\")`)",
            diag::suggestion(&name, &known),
        );
        diag.error(text.span(), message);
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The format that does what a method does, if there is one.
fn format_like(call: &str) -> &'static str {
    match call.split('(').next() {
        Some("lower" | "lowercase" | "to_lowercase" | "to_ascii_lowercase") => ":lower",
        Some("upper" | "uppercase" | "to_uppercase" | "to_ascii_uppercase") => ":upper",
        _ => "",
    }
}

fn template(parts: Vec<Part>) -> Meaning {
    Meaning::Template(Template { parts })
}

/// The field of a Rust name, or else of an attribute name.
pub(super) fn find(fields: &[Field], name: &str) -> Option<usize> {
    fields
        .iter()
        .position(|field| plain(&field.ident) == name)
        .or_else(|| {
            fields
                .iter()
                .position(|field| has_attribute(field) && field.attribute == name)
        })
}

/// The names of a field: its Rust name, and its attribute's name if it differs.
pub(super) fn field_names(fields: &[Field]) -> Vec<String> {
    let mut names: Vec<_> = fields.iter().map(|field| plain(&field.ident)).collect();
    for field in fields.iter().filter(|field| has_attribute(field)) {
        if !names.contains(&field.attribute) {
            names.push(field.attribute.clone());
        }
    }
    names
}

/// Whether the field is known by an attribute name: a key-only field is, inside its key.
fn has_attribute(field: &Field) -> bool {
    matches!(field.storage, Storage::Attribute | Storage::KeyOnly)
}

/// Whether a text is one identifier, keywords included: `type` may name a field.
pub(super) fn is_identifier(text: &str) -> bool {
    let is_start = |letter: char| letter.is_alphabetic() || letter == '_';
    text.starts_with(is_start)
        && text
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_')
}

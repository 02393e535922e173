//! The derives' attributes, on one line if they fit.

use super::quoted;
use crate::import::names;
use crate::import::outline::{KeyOutline, Piece};

/// The widest arguments that `rustfmt` leaves on one line.
const ARGUMENTS: usize = 70;

/// Writes `#[name(arguments)]`.
pub(super) fn attribute(out: &mut String, indent: &str, name: &str, arguments: &[String]) {
    let joined = arguments.join(", ");
    if joined.chars().count() <= ARGUMENTS || arguments.len() < 2 {
        out.push_str(&format!("{indent}#[{name}({joined})]\n"));
        return;
    }
    let lines: Vec<_> = arguments
        .iter()
        .map(|argument| format!("{indent}    {argument}"))
        .collect();
    out.push_str(&format!(
        "{indent}#[{name}(\n{}\n{indent})]\n",
        lines.join(",\n")
    ));
}

/// `name = "text"`.
pub(super) fn text(name: &str, text: &str) -> String {
    format!("{name} = {}", quoted(text))
}

/// The value of a built key: a template, or a constant.
pub(super) fn template(pieces: &[Piece]) -> String {
    let is_constant = !pieces
        .iter()
        .any(|piece| matches!(piece, Piece::Component(..)));
    if is_constant {
        let text: String = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Literal(text) => text.as_str(),
                Piece::Component(..) => "",
            })
            .collect();
        let is_ident = |text: &str| {
            let mut letters = text.chars();
            letters
                .next()
                .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
                && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        };
        // The derive refuses a text that seems to name a field, as `USER#id` and `USER#<ID>` do.
        let may_name = |letter: char| letter.is_lowercase() || "<[(%".contains(letter);
        let has_braces = text.contains(['{', '}']);
        if is_ident(&text) || (text.contains(may_name) && !has_braces) {
            return format!("literal({})", quoted(&text));
        }
        return quoted(&escaped(&text));
    }
    let mut written = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Literal(text) => {
                written.push_str(&escaped(text));
                let before_component = matches!(pieces.get(at + 1), Some(Piece::Component(..)));
                if text.ends_with('$') && before_component {
                    written.push('$');
                }
            }
            Piece::Component(name, format) => {
                written.push('{');
                written.push_str(name);
                written.push_str(format);
                written.push('}');
            }
        }
    }
    quoted(&written)
}

fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// The value of an index key, in a table that an item type declares itself.
pub(super) fn own_key(attribute: &str, key: &KeyOutline) -> String {
    match key {
        KeyOutline::Own(field) => quoted(&names::ident(field).replace("r#", "")),
        KeyOutline::OwnAs(field, format) => quoted(&format!("{{{field}{format}}}")),
        KeyOutline::OfTable | KeyOutline::TypeAttr => quoted(attribute),
        KeyOutline::Built(pieces) => template(pieces),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_that_may_name_a_field_is_a_literal() {
        let written = |text: &str| template(&[Piece::Literal(text.to_owned())]);
        assert_eq!(written("PROFILE"), r#"literal("PROFILE")"#);
        assert_eq!(written("user#profile"), r#"literal("user#profile")"#);
        assert_eq!(written("USER#<ID>"), r#"literal("USER#<ID>")"#);
        assert_eq!(written("USER#2024"), r#""USER#2024""#);
        assert_eq!(written("USER#{}"), r#""USER#{{}}""#);
    }
}

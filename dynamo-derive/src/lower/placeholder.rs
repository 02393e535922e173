//! Fields that the text of a key names without being built from them, as in `USER#<id>`.
//!
//! Such a text is a constant, and every item would have the same key.

use crate::model::{Field, Storage, plain};

/// A text that names fields in another notation.
#[derive(Debug, PartialEq)]
pub(super) struct Mistaken {
    /// The first of them, as written.
    pub(super) written: String,
    /// The whole text, with a component for each.
    pub(super) corrected: String,
}

/// The text around a name in the placeholders of other notations.
const ENCLOSED: [(&str, &str); 5] = [("%(", ")s"), ("%", "%"), ("<", ">"), ("[", "]"), ("(", ")")];

/// The letter before a name in them.
const PREFIXES: [char; 4] = [':', '$', '%', '@'];

/// The fields that a text without components names: in a notation for placeholders, or bare
/// between delimiters.
pub(super) fn in_a_constant(text: &str, delimiter: char, fields: &[Field]) -> Option<Mistaken> {
    let names: Vec<_> = keyed(fields).map(|field| plain(&field.ident)).collect();
    find(text, delimiter, &names)
}

/// The fields that a text names in braces that are text, as in `literal("USER#{id}")`.
pub(super) fn in_braces(text: &str, fields: &[Field]) -> Option<String> {
    let component = |rest: &str| {
        let (inner, _) = rest.split_once('}')?;
        let name = inner.split(':').next()?.trim();
        let is_named = |field: &Field| plain(&field.ident) == name || field.attribute == name;
        keyed(fields).any(is_named).then(|| inner.to_owned())
    };
    text.split('{').skip(1).find_map(component)
}

/// The fields that can be in a key.
fn keyed(fields: &[Field]) -> impl Iterator<Item = &Field> {
    let is_keyed = |field: &&Field| matches!(field.storage, Storage::Attribute | Storage::KeyOnly);
    fields.iter().filter(is_keyed)
}

fn find(text: &str, delimiter: char, names: &[String]) -> Option<Mistaken> {
    let mut corrected = String::new();
    let mut written = None;
    let mut end = 0;
    for (start, word) in words(text) {
        let Some((range, name)) = placeholder(text, start, word, delimiter, names) else {
            continue;
        };
        corrected.extend([&text[end..range.start], "{", name, "}"]);
        written.get_or_insert_with(|| text[range.clone()].to_owned());
        end = range.end;
    }
    corrected.push_str(&text[end..]);
    written.map(|written| Mistaken { written, corrected })
}

/// The identifiers in a text, and where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let begins = |at: usize| text[at..].starts_with(is_inside) && !text[..at].ends_with(is_inside);
    let starts = text.char_indices().map(|(at, _)| at);
    starts.filter(move |at| begins(*at)).map(|start| {
        let rest = &text[start..];
        let end = rest.find(|letter| !is_inside(letter));
        (start, &rest[..end.unwrap_or(rest.len())])
    })
}

fn is_inside(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The range that stands for a field, and the field's name.
fn placeholder<'a>(
    text: &str,
    start: usize,
    word: &str,
    delimiter: char,
    names: &'a [String],
) -> Option<(std::ops::Range<usize>, &'a str)> {
    let end = start + word.len();
    let (before, after) = (&text[..start], &text[end..]);
    let normal = |name: &str| name.replace('_', "").to_lowercase();
    let any_case = |name: &&String| normal(name) == normal(word);
    for (open, close) in ENCLOSED {
        if before.ends_with(open)
            && after.starts_with(close)
            && let Some(name) = names.iter().find(any_case)
        {
            return Some((start - open.len()..end + close.len(), name));
        }
    }
    let is_lower = word.starts_with(char::is_lowercase);
    let name = names.iter().find(|name| is_lower && any_case(name))?;
    let mut letters = before.chars().rev();
    let (last, last_but_one) = (letters.next(), letters.next());
    if let Some(prefix) = last.filter(|last| PREFIXES.contains(last) && *last != delimiter)
        && last_but_one.is_none_or(|letter| !is_inside(letter))
    {
        return Some((start - prefix.len_utf8()..end, name));
    }
    let is_delimited = last.is_none_or(|last| last == delimiter)
        && (after.is_empty() || after.starts_with(delimiter))
        && text.contains(delimiter);
    is_delimited.then_some((start..end, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corrected(text: &str) -> Option<String> {
        let names = ["id".to_owned(), "user_id".to_owned()];
        find(text, '#', &names).map(|mistaken| mistaken.corrected)
    }

    #[test]
    fn placeholders_of_other_notations_are_found() {
        for text in [
            "USER#<id>",
            "USER#<ID>",
            "USER#[id]",
            "USER#(id)",
            "USER#%(id)s",
            "USER#%id%",
            "USER#:id",
            "USER#$id",
            "USER#@id",
            "USER#id",
        ] {
            assert_eq!(corrected(text).as_deref(), Some("USER#{id}"), "{text}");
        }
        assert_eq!(
            corrected("USER#userId#ID#id").as_deref(),
            Some("USER#{user_id}#ID#{id}")
        );
    }

    #[test]
    fn other_texts_are_constants() {
        for text in [
            "USER#ID",
            "id",
            "indexer:id",
            "id:checkpoint",
            "USER#id_1",
            "a$id",
            "USER#<name>",
            "USER#ids",
        ] {
            assert_eq!(corrected(text), None, "{text}");
        }
        let names = ["id".to_owned()];
        assert_eq!(find("USER#:id", ':', &names).map(|_| ()), Some(()));
        assert_eq!(find("lock:name", ':', &names), None);
    }
}

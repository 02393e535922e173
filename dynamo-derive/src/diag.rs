//! The one accumulator of errors, and the house wording of what darling and syn find by themselves.

use std::fmt::Display;

use darling::error::Accumulator;
use proc_macro2::Span;

use crate::attrs::{Position, TABLE};

/// At most this many names are listed where none of them is close to what was written.
const LISTED: usize = 20;

/// Collects every error of one derive; finished exactly once.
///
/// Panics when dropped unfinished, so that no error is lost.
pub(crate) struct Diagnostics {
    errors: Accumulator,
}

impl Diagnostics {
    pub(crate) fn new() -> Self {
        Self {
            errors: darling::Error::accumulator(),
        }
    }

    /// Reports one mistake in its final wording.
    pub(crate) fn error(&mut self, span: Span, message: impl Display) {
        self.errors
            .push(darling::Error::custom(message).with_span(&span));
    }

    /// Reports what darling found while it read the options of a position.
    pub(crate) fn darling(&mut self, error: darling::Error, position: &Position) {
        for error in error.flatten() {
            let located = error.to_string();
            // This conversion leaves the option out of the text of an error that has a span.
            let error = syn::Error::from(error);
            let text = error.to_string();
            let option = located
                .strip_prefix(&text)
                .and_then(|rest| rest.strip_prefix(" at "));
            self.error(error.span(), house_wording(&text, option, position));
        }
    }

    /// Ends a second reading of what was reported by the first.
    pub(crate) fn discard(self) {
        let _ = self.errors.finish();
    }

    /// Ends the collection: the value if nothing was reported, all errors otherwise.
    pub(crate) fn finish<T>(self, value: Option<T>) -> darling::Result<T> {
        self.errors.finish()?;
        Ok(value.expect("lowering gives a value unless it reported an error"))
    }
}

/// Words an unknown name: `` unknown field `scor`; did you mean `score`? ``.
pub(crate) fn unknown<T: AsRef<str>>(what: &str, name: &str, known: &[T]) -> String {
    format!("unknown {what} `{name}`; {}", suggestion(name, known))
}

/// The second half of a message about an unknown name: the close one, or all there are.
pub(crate) fn suggestion<T: AsRef<str>>(name: &str, known: &[T]) -> String {
    if let Some(close) = closest(name, known) {
        return format!("did you mean `{close}`?");
    }
    let mut listed: Vec<_> = known
        .iter()
        .take(LISTED)
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    if known.len() > LISTED {
        listed.push("...".into());
    }
    match listed.as_slice() {
        [] => "there is none to name".into(),
        [only] => format!("expected {only}"),
        _ => format!("expected one of: {}", listed.join(", ")),
    }
}

/// The known name that is most like the one written, if any is.
pub(crate) fn closest<T: AsRef<str>>(name: &str, known: &[T]) -> Option<String> {
    let meant = name.trim().trim_start_matches("self.");
    let is_meant = |known: &&str| known.eq_ignore_ascii_case(meant) || is_called(known, meant);
    if let Some(close) = known.iter().map(AsRef::as_ref).find(is_meant) {
        return Some(close.to_owned());
    }
    let text = darling::Error::unknown_value_with_alts(name, known).to_string();
    let (_, close) = text.split_once("Did you mean `")?;
    Some(close.strip_suffix("`?")?.to_owned())
}

/// The advice for an option of serde whose name is close to one of ours.
pub(crate) fn of_serde(name: &str) -> Option<&'static str> {
    Some(match name {
        "skip_serializing_if" => "`None` and empty sets are left out by themselves, so remove it",
        "skip_serializing" | "skip_deserializing" => {
            "a field is stored and read, or neither; write `skip`, or remove it"
        }
        "serialize_with" | "deserialize_with" => {
            "write `with = module`, with the functions `encode` and `decode` in the module"
        }
        "alias" => "an attribute has one name; write `rename = \"...\"`",
        "transparent" => "a newtype is stored as the value inside it, so remove it",
        "untagged" => "variants are told apart by a tag; write `tag = \"...\"`, or remove it",
        "rename_all_fields" => "write `rename_all` above the type",
        _ => return None,
    })
}

/// The advice for an option that other libraries have and that is not needed here.
pub(crate) fn of_others(name: &str) -> Option<&'static str> {
    Some(match name {
        "sparse" => {
            ": an index leaves out items without its key fields; make such a field an `Option`, or \
             write `when = ...`"
        }
        "optional" | "nullable" | "required" => "; make the field an `Option`, or remove this",
        "auto_increment" | "autoincrement" => {
            ": DynamoDB has no sequences; remove it, and give each item its id"
        }
        "dimensions" => ": the type of the field says it, as in `Vector<1024>`; remove this",
        "pk_attr" | "sk_attr" => ": the table says the attributes of its keys; remove this",
        "billing" | "billing_mode" | "capacity" | "read_capacity" | "write_capacity" => {
            ": a type says what is stored, not what it costs; remove this, and set it where the \
             table is created"
        }
        _ => return None,
    })
}

/// Whether an option goes by another name elsewhere.
fn is_called(option: &str, name: &str) -> bool {
    let names: &[&str] = match option {
        "pk" => &["partition_key", "partition", "hash_key", "hash", "key"],
        "sk" => &["sort_key", "sort", "range_key", "range"],
        "type_attr" => &["type", "discriminator"],
        "name" => &["table_name", "index_name"],
        "pk_attr" => &["pk_name"],
        "sk_attr" => &["sk_name"],
        "query" => &["method", "function", "fn", "finder"],
        "projection" => &["project", "projected", "projected_attributes"],
        "delimiter" => &["separator", "sep"],
        "distance" => &[
            "metric",
            "similarity",
            "distance_metric",
            "distance_function",
        ],
        "rename" => &["attribute", "attr", "column"],
        "skip" => &["ignore", "transient"],
        "version" => &["lock", "optimistic_lock", "revision"],
        "created_at" => &["created", "auto_now_add"],
        "updated_at" => &["updated", "modified", "auto_now"],
        "item" => &["of"],
        _ => &[],
    };
    names.contains(&name)
}

/// The one place where darling's wording is translated: it calls an option a field.
///
/// Every value of an option is read by a type of ours with a message of its own, so only what
/// darling checks itself arrives here in its words.
fn house_wording(text: &str, option: Option<&str>, position: &Position) -> String {
    let quoted = text.split('`').nth(1).unwrap_or_default();
    if text.starts_with("Unknown field: ") {
        if let Some(place) = position.place_of(quoted) {
            return format!("`{quoted}` does not belong here; write it {place}");
        }
        if let Some(instead) = of_serde(quoted) {
            return format!("`{quoted}` is an option of serde; {instead}");
        }
        if let Some(instead) = of_others(quoted) {
            return format!("there is no option `{quoted}`{instead}");
        }
        if position.name == TABLE.name && quoted.starts_with(char::is_uppercase) {
            return format!(
                "`{quoted}` is not an option of `#[table]`; write `#[dynamo(table = {quoted})]` if it \
                 is a shared table"
            );
        }
        if let Some(option) = position.nameless(quoted) {
            let name = position.name;
            return format!("`{quoted}` is not an option of `{name}`; write `{option} = {quoted}`");
        }
        let what = format!("`{}` option", position.name);
        return unknown(&what, quoted, position.options);
    }
    if text.starts_with("Duplicate field ") {
        return format!("`{quoted}` is given twice; keep one of them");
    }
    // Only flags are read by darling's own type, and they take no value of any kind.
    if text.starts_with("Unexpected ") {
        let option = option.unwrap_or("option");
        return format!("`{option}` takes no value; write `{option}` alone");
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_close_name_is_suggested_and_others_are_listed() {
        assert_eq!(
            unknown("field", "scor", &["score", "user_id"]),
            "unknown field `scor`; did you mean `score`?"
        );
        assert_eq!(
            unknown("field", "x", &["score", "user_id"]),
            "unknown field `x`; expected one of: `score`, `user_id`"
        );
    }

    #[test]
    fn words_of_other_libraries_are_understood() {
        let options = ["name", "pk", "sk"];
        assert_eq!(closest("hash_key", &options).as_deref(), Some("pk"));
        assert_eq!(closest("sort_key", &options).as_deref(), Some("sk"));
        assert_eq!(
            closest("method", &["pk", "query"]).as_deref(),
            Some("query")
        );
        assert_eq!(closest(" self.ID", &["at", "id"]).as_deref(), Some("id"));
    }

    #[test]
    #[should_panic(expected = "dropped without being finished")]
    fn unfinished_diagnostics_panic() {
        drop(Diagnostics::new());
    }
}

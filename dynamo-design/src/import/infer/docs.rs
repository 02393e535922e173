//! The first sentence about a field, for a person to rewrite.

use super::tokens::is_generic;
use crate::import::names;
use crate::import::outline::Ty;

/// Words that cannot end a sentence about a thing.
const PREPOSITIONS: [&str; 12] = [
    "at", "by", "to", "from", "since", "until", "till", "on", "in", "for", "of", "as",
];

/// Participles without a regular ending.
const IRREGULAR: [&str; 14] = [
    "sent", "bought", "sold", "paid", "read", "seen", "held", "made", "won", "lost", "begun",
    "built", "taken", "written",
];

/// Adjectives that end the names of flags.
const ADJECTIVES: [&str; 8] = [
    "open",
    "public",
    "private",
    "hidden",
    "online",
    "valid",
    "secure",
    "available",
];

/// A sentence about the field of an attribute.
pub(super) fn of_field(attribute: &str, ty: &Ty) -> String {
    let words = names::words(attribute);
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    if is_generic(attribute) {
        return of_key(attribute);
    }
    let sentence = match ty {
        Ty::Bool => flag(attribute, &words),
        Ty::Time(_) | Ty::Date | Ty::Text | Ty::Unsigned => moment(&words, ty),
        _ => None,
    };
    sentence
        .or_else(|| thing(&words))
        .unwrap_or_else(|| format!("The attribute `{}`.", attribute.escape_debug()))
}

fn of_key(attribute: &str) -> String {
    let lower = attribute.to_ascii_lowercase();
    let is_sort = ["sk", "sort", "range"]
        .iter()
        .any(|word| lower.contains(word));
    let role = if is_sort { "sort" } else { "partition" };
    format!("The {role} key `{}`.", attribute.escape_debug())
}

fn is_participle(word: &str) -> bool {
    word.len() > 3 && word.ends_with("ed") || IRREGULAR.contains(&word)
}

fn flag(attribute: &str, words: &[&str]) -> Option<String> {
    match words {
        ["is", rest @ ..] if !rest.is_empty() => Some(format!("Whether it is {}.", rest.join(" "))),
        ["has", rest @ ..] if !rest.is_empty() => {
            Some(format!("Whether it has {}.", rest.join(" ")))
        }
        [.., last] if is_participle(last) || ADJECTIVES.contains(last) => {
            Some(format!("Whether it is {}.", words.join(" ")))
        }
        [word] if !word.ends_with('s') => Some(format!("Whether it is {word}.")),
        [] => None,
        _ => Some(format!("The flag `{}`.", attribute.escape_debug())),
    }
}

fn moment(words: &[&str], ty: &Ty) -> Option<String> {
    let is_time = matches!(ty, Ty::Time(_) | Ty::Date);
    match words {
        ["last", done] if is_time && is_participle(done) => {
            Some(format!("When it was last {done}."))
        }
        ["last", done, "at"] if is_participle(done) => Some(format!("When it was last {done}.")),
        [done, "at"] if is_participle(done) => Some(format!("When it was {done}.")),
        [
            does @ ("starts" | "ends" | "expires" | "begins" | "opens" | "closes"),
            "at",
        ] => Some(format!("When it {does}.")),
        [does @ ("start" | "end" | "expire"), "at"] => Some(format!("When it {does}s.")),
        [done, "by"] if is_participle(done) => Some(format!("Who {done} it.")),
        [done, "to"] if is_participle(done) => Some(format!("To whom it was {done}.")),
        ["number", "of", rest @ ..] | ["number", rest @ ..]
            if *ty == Ty::Unsigned && rest.last().is_some_and(|last| last.ends_with('s')) =>
        {
            Some(format!("The number of {}.", rest.join(" ")))
        }
        _ => None,
    }
}

fn thing(words: &[&str]) -> Option<String> {
    let last = words.last()?;
    (!PREPOSITIONS.contains(last)).then(|| format!("The {}.", words.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::of_field;
    use crate::import::outline::Ty;
    use crate::import::time::TimeForm;

    #[test]
    fn sentences_are_english() {
        let time = Ty::Time(TimeForm::Rfc3339);
        for (attribute, ty, sentence) in [
            ("createdAt", &time, "When it was created."),
            ("created_at", &Ty::Text, "When it was created."),
            ("startsAt", &time, "When it starts."),
            ("expire_at", &time, "When it expires."),
            ("CreatedBy", &Ty::Text, "Who created it."),
            ("EscalatedTo", &Ty::Text, "To whom it was escalated."),
            ("UserSince", &time, "The attribute `UserSince`."),
            ("NumberItems", &Ty::Unsigned, "The number of items."),
            ("shipped", &Ty::Bool, "Whether it is shipped."),
            ("has_children", &Ty::Bool, "Whether it has children."),
            ("httpOnly", &Ty::Bool, "The flag `httpOnly`."),
            ("stale", &Ty::Bool, "Whether it is stale."),
            ("refills", &Ty::Bool, "The flag `refills`."),
            ("GSI1SK", &Ty::Text, "The sort key `GSI1SK`."),
            ("StreetAddress", &Ty::Text, "The street address."),
            ("\u{1F600}", &Ty::Text, "The attribute `\u{1F600}`."),
        ] {
            assert_eq!(of_field(attribute, ty), sentence);
        }
    }
}

//! Keys split at their delimiter, and which parts look like constants.

/// Delimiters, the most common first.
const DELIMITERS: [char; 6] = ['#', '|', ':', '/', '~', ';'];

/// Whether a part names what follows, as `ORDER` does in `ORDER#7`: only capital letters.
pub(super) fn is_tag(token: &str) -> bool {
    let letters = token.bytes().filter(u8::is_ascii_uppercase).count();
    letters >= 2
        && token
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte == b'-')
}

/// Whether a first part may name what follows in any case, as `order` does in `order#7`.
pub(super) fn is_word(token: &str) -> bool {
    token.len() >= 2
        && token.starts_with(|first: char| first.is_ascii_alphabetic())
        && token
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'-')
}

/// Whether a part that others follow names them: a word, or one letter, as in `u#7`.
pub(super) fn leads(token: &str, delimiter: char) -> bool {
    let is_letter = token.len() == 1 && token.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_word(token) || is_letter && matches!(delimiter, '#' | '|') || is_service(token)
}

/// Whether a part begins with `$`, as the toolkit `ElectroDB` writes services and entities: `$tasks_1`.
pub(super) fn is_service(token: &str) -> bool {
    let rest = token.strip_prefix('$');
    rest.is_some_and(|rest| {
        rest.starts_with(|first: char| first.is_ascii_alphabetic())
            && rest
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
    })
}

/// Whether an attribute is named for being a key, not for its content: `PK`, `GSI1_SK`.
pub(super) fn is_generic(attribute: &str) -> bool {
    let letters = attribute.chars().filter(char::is_ascii_alphanumeric);
    let name: String = letters.collect::<String>().to_ascii_lowercase();
    let name = name.trim_end_matches(|last: char| last.is_ascii_digit());
    [
        "pk",
        "sk",
        "pkey",
        "skey",
        "partitionkey",
        "sortkey",
        "hashkey",
        "rangekey",
    ]
    .iter()
    .any(|end| {
        name.strip_suffix(end).is_some_and(|rest| {
            let rest = rest.trim_end_matches(|last: char| last.is_ascii_digit());
            matches!(rest, "" | "gsi" | "lsi" | "index" | "idx" | "gs" | "ls")
        })
    })
}

/// The delimiter that most keys have after their first word.
pub(super) fn delimiter<'a>(keys: impl Iterator<Item = &'a str>) -> char {
    let mut counts = [0_usize; DELIMITERS.len()];
    for key in keys {
        let first =
            key.find(|letter: char| !(letter.is_ascii_alphanumeric() || "_-".contains(letter)));
        let Some(at) = first else { continue };
        let found = key[at..].chars().next();
        let known = DELIMITERS.iter().position(|known| Some(*known) == found);
        // A time has its colons after digits.
        if let Some(known) = known
            && (is_word(&key[..at]) || DELIMITERS[known] == '#')
        {
            counts[known] += 1;
        }
    }
    let mut best = 0;
    for (at, count) in counts.iter().enumerate() {
        if *count > counts[best] {
            best = at;
        }
    }
    DELIMITERS[best]
}

#[cfg(test)]
mod tests {
    use super::{delimiter, is_generic, is_tag, is_word};

    #[test]
    fn constants_and_values_are_told_apart() {
        assert!(is_tag("ORDER") && is_tag("MASTER_ORDER") && !is_tag("Order") && !is_tag("A1"));
        assert!(is_word("order") && !is_word("client_123") && !is_word("2025"));
        assert!(
            ["PK", "sk", "GSI1_PK", "gsi1sk", "GSI2SK", "pk1"]
                .iter()
                .all(|name| is_generic(name))
        );
        assert!(
            ["id", "Base", "UserID", "mask", "task"]
                .iter()
                .all(|name| !is_generic(name))
        );
    }

    #[test]
    fn the_delimiter_is_the_one_that_keys_have() {
        assert_eq!(
            delimiter(["USER#1", "2025-11-14T10:30:00Z"].into_iter()),
            '#'
        );
        assert_eq!(delimiter(["user|1", "order|2"].into_iter()), '|');
        assert_eq!(delimiter(["u1", "u2"].into_iter()), '#');
    }
}

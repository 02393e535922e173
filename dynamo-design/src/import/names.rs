//! Rust names from names of any kind: keywords, quotes and emoji included.

/// Words that cannot be raw identifiers.
const NEVER_RAW: [&str; 4] = ["self", "Self", "super", "crate"];

/// The keywords of the edition that is written.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// The words of a name, in lower case: `UserID` is `user` and `id`.
pub(super) fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for (at, &letter) in letters.iter().enumerate() {
        if !letter.is_ascii_alphanumeric() {
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            continue;
        }
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after = letters.get(at + 1);
        let begins = letter.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || before.is_ascii_uppercase() && after.is_some_and(char::is_ascii_lowercase)
            });
        if begins && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        word.push(letter.to_ascii_lowercase());
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// A name for a field or a method: lower-case letters, digits and underscores, not beginning with a
/// digit.
pub(super) fn snake(name: &str) -> String {
    let name = words(name).join("_");
    match name.chars().next() {
        None => "unnamed".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("n{name}"),
        Some(_) => name,
    }
}

/// A name for a type.
pub(super) fn pascal(name: &str) -> String {
    let name: String = words(name).iter().map(|word| capital(word)).collect();
    match name.chars().next() {
        None => "Unnamed".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("N{name}"),
        // `Self` alone is a keyword.
        Some(_) if name == "Self" => "SelfItem".to_owned(),
        Some(_) => name,
    }
}

/// Words with `a` or `an` before them; none before a plural, or a word that is not counted.
pub(super) fn with_article(words: &str) -> String {
    const UNCOUNTED: [&str; 6] = [
        "metadata",
        "data",
        "equipment",
        "info",
        "information",
        "inventory",
    ];
    let last = words.rsplit(' ').next().unwrap_or(words);
    if UNCOUNTED.contains(&last) || singular(last) != last {
        return words.to_owned();
    }
    // Spoken as `you`.
    let is_you = ["uni", "us", "ur", "ut", "uu"]
        .iter()
        .any(|sound| words.starts_with(sound));
    let is_vowel = words.starts_with(['a', 'e', 'i', 'o']) || words.starts_with('u') && !is_you;
    let article = if is_vowel { "an" } else { "a" };
    format!("{article} {words}")
}

/// A word with a capital first letter.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The identifier of a name in source code: a keyword becomes a raw one.
pub(super) fn ident(name: &str) -> String {
    if NEVER_RAW.contains(&name) {
        format!("{name}_")
    } else if KEYWORDS.contains(&name) {
        format!("r#{name}")
    } else {
        name.to_owned()
    }
}

/// A name that is not taken, with a number appended if needed.
pub(super) fn free(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(name) {
        return name.to_owned();
    }
    let numbered = (2..).map(|number: u32| {
        let gap = if name.ends_with(|last: char| last.is_ascii_digit()) {
            "_"
        } else {
            ""
        };
        format!("{name}{gap}{number}")
    });
    let mut numbered = numbered.filter(|name| !is_taken(name));
    numbered
        .next()
        .unwrap_or_else(|| unreachable!("there is always a higher number"))
}

/// The singular of an English plural, by simple rules.
pub(super) fn singular(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    for (plural, one) in [
        ("statuses", "status"),
        ("addresses", "address"),
        ("analyses", "analysis"),
        ("people", "person"),
        ("children", "child"),
    ] {
        if lower.ends_with(plural) {
            let kept = name.len() - plural.len();
            let first: String = name[kept..].chars().take(1).collect();
            return format!("{}{first}{}", &name[..kept], &one[1..]);
        }
    }
    let keeps = ["ss", "us", "is", "ics", "news", "data", "series"];
    if keeps.iter().any(|end| lower.ends_with(end)) || lower.len() < 4 {
        return name.to_owned();
    }
    if let Some(stem) = name.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for end in ["ches", "shes", "sses", "xes", "zes"] {
        if lower.ends_with(end) {
            return name[..name.len() - 2].to_owned();
        }
    }
    name.strip_suffix('s').unwrap_or(name).to_owned()
}

/// A case of `rename_all`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Snake,
    Camel,
    Pascal,
    Screaming,
    Kebab,
}

impl Case {
    pub(super) const ALL: [Self; 5] = [
        Self::Snake,
        Self::Camel,
        Self::Pascal,
        Self::Screaming,
        Self::Kebab,
    ];

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Snake => "snake_case",
            Self::Camel => "camelCase",
            Self::Pascal => "PascalCase",
            Self::Screaming => "SCREAMING_SNAKE_CASE",
            Self::Kebab => "kebab-case",
        }
    }

    /// The attribute that the derive stores a field of this name under.
    pub(super) fn field(self, name: &str) -> String {
        let words = name.split('_');
        match self {
            Self::Snake => name.to_owned(),
            Self::Camel => {
                let pascal: String = words.map(capital).collect();
                let mut letters = pascal.chars();
                let first = letters.next().map(|first| first.to_ascii_lowercase());
                first.into_iter().chain(letters).collect()
            }
            Self::Pascal => words.map(capital).collect(),
            Self::Screaming => name.to_ascii_uppercase(),
            Self::Kebab => name.replace('_', "-"),
        }
    }

    /// The text that the derive stores a variant of this name as.
    pub(super) fn variant(self, name: &str) -> String {
        let mut snake = String::new();
        for (at, letter) in name.char_indices() {
            if at > 0 && letter.is_uppercase() {
                snake.push('_');
            }
            snake.push(letter.to_ascii_lowercase());
        }
        match self {
            Self::Pascal => name.to_owned(),
            Self::Snake => snake,
            Self::Screaming => snake.to_ascii_uppercase(),
            Self::Kebab => snake.replace('_', "-"),
            Self::Camel => {
                let mut letters = name.chars();
                let first = letters.next().map(|first| first.to_ascii_lowercase());
                first.into_iter().chain(letters).collect()
            }
        }
    }

    /// The case that fits most of these names, each given with its stored form.
    pub(super) fn most<'a>(
        named: &(impl Iterator<Item = (&'a str, &'a str)> + Clone),
        stored: impl Fn(Self, &str) -> String,
        default: Self,
    ) -> Self {
        let fits = |case: Self| {
            let named = named.clone();
            named
                .filter(|(name, text)| stored(case, name) == *text)
                .count()
        };
        let others = Self::ALL.into_iter().filter(|case| *case != default);
        let mut best = (default, fits(default));
        for case in others {
            let count = fits(case);
            if count > best.1 {
                best = (case, count);
            }
        }
        best.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Case, ident, pascal, singular, snake, with_article};

    #[test]
    fn names_of_any_kind_become_names_of_rust() {
        for (name, field) in [
            ("UserID", "user_id"),
            ("GSI1_PK", "gsi1_pk"),
            ("createdAt", "created_at"),
            ("HTTPServer", "http_server"),
            ("e-mail address", "e_mail_address"),
            ("2fa", "n2fa"),
            ("😀", "unnamed"),
            ("\"; drop", "drop"),
        ] {
            assert_eq!(snake(name), field, "{name}");
        }
        assert_eq!(
            (ident("type"), ident("self")),
            ("r#type".into(), "self_".into())
        );
        assert_eq!(
            (pascal("USER_PROFILE"), pascal("")),
            ("UserProfile".into(), "Unnamed".into())
        );
    }

    #[test]
    fn tables_hold_one_of_what_they_are_called() {
        for (many, one) in [
            ("Orders", "Order"),
            ("Categories", "Category"),
            ("Addresses", "Address"),
            ("Boxes", "Box"),
            ("Status", "Status"),
            ("Trading", "Trading"),
        ] {
            assert_eq!(singular(many), one);
        }
    }

    #[test]
    fn articles_are_left_out_of_plurals() {
        for (words, written) in [
            ("order", "an order"),
            ("user", "a user"),
            ("upload", "an upload"),
            ("unit", "a unit"),
            ("order lines", "order lines"),
            ("status", "a status"),
            ("metadata", "metadata"),
        ] {
            assert_eq!(with_article(words), written);
        }
    }

    #[test]
    fn the_case_of_most_names_is_found() {
        let named = [("user_id", "UserId"), ("ttl", "ttl"), ("score", "Score")];
        let case = Case::most(&named.into_iter(), Case::field, Case::Snake);
        assert_eq!(case, Case::Pascal);
    }
}

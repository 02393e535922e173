//! Names that are not known: the one that was meant, or else all of them.

use super::args::Usage;

/// An error about an unknown name, with the closest known one.
pub(super) fn unknown<'k>(
    what: &str,
    given: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Usage {
    let known: Vec<&str> = known.into_iter().collect();
    let close = known.iter().map(|name| (distance(given, name), *name));
    // Of a short name, hardly a letter is left if several differ.
    let most = (given.chars().count() / 3).max(1);
    let close = close.filter(|(distance, _)| *distance <= most).min();
    let hint = match close {
        Some((_, name)) => format!("did you mean `{name}`?"),
        None => format!("expected one of: {}", known.join(", ")),
    };
    Usage::new(format!("unknown {what} `{given}`; {hint}"))
}

/// How many letters have to be added, removed, replaced or swapped with the next, in any case.
fn distance(some: &str, other: &str) -> usize {
    strsim::osa_distance(&some.to_lowercase(), &other.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::{distance, unknown};

    #[test]
    fn the_closest_name_is_suggested() {
        let known = ["terraform", "design", "iam"];
        for (given, message) in [
            (
                "terrafrom",
                "unknown format `terrafrom`; did you mean `terraform`?",
            ),
            ("IAM", "unknown format `IAM`; did you mean `iam`?"),
            (
                "yaml",
                "unknown format `yaml`; expected one of: terraform, design, iam",
            ),
        ] {
            assert_eq!(unknown("format", given, known).to_string(), message);
        }
        assert_eq!((distance("ordre", "order"), distance("", "ab")), (1, 2));
    }
}

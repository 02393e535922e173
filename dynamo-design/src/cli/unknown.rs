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
    let some: Vec<char> = some.to_lowercase().chars().collect();
    let other: Vec<char> = other.to_lowercase().chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in some.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, with) in other.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != with);
            let changed = (last[column + 1] + 1).min(next[column] + 1).min(replaced);
            let is_swapped =
                row > 0 && column > 0 && *letter == other[column - 1] && some[row - 1] == *with;
            let swapped = if is_swapped {
                before[column - 1] + 1
            } else {
                changed
            };
            next.push(changed.min(swapped));
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().unwrap_or_default()
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

//! A command line that was read: its command, words and options.

use std::str::FromStr;

use clap::ArgMatches;

use super::Usage;

/// A parsed command line.
pub(in crate::cli) struct Parsed {
    pub(in crate::cli) command: String,
    pub(in crate::cli) words: Vec<String>,
    pub(super) matches: ArgMatches,
}

impl Parsed {
    pub(in crate::cli) fn has(&self, name: &str) -> bool {
        let given = self
            .matches
            .try_get_one::<bool>(name.trim_start_matches('-'));
        given.is_ok_and(|given| given.copied().unwrap_or(false))
    }

    /// The last value of an option.
    pub(in crate::cli) fn value(&self, name: &str) -> Option<&str> {
        self.values(name).last().copied()
    }

    /// Every value of an option.
    pub(in crate::cli) fn values(&self, name: &str) -> Vec<&str> {
        let given = self
            .matches
            .try_get_many::<String>(name.trim_start_matches('-'));
        given
            .ok()
            .flatten()
            .map_or_else(Vec::new, |given| given.map(String::as_str).collect())
    }

    pub(in crate::cli) fn number<N: FromStr>(&self, name: &str) -> Result<Option<N>, Usage> {
        let Some(value) = self.value(name) else {
            return Ok(None);
        };
        let wrong = |_| Usage(format!("`{name}` takes a whole number, not `{value}`"));
        value.parse().map(Some).map_err(wrong)
    }

    /// Every `NAME=VALUE` of an option.
    pub(in crate::cli) fn pairs(&self, name: &str) -> Result<Vec<(&str, &str)>, Usage> {
        let pair = |value: &'_ str| -> Result<usize, Usage> {
            let at = value.find('=').filter(|at| *at > 0);
            at.ok_or_else(|| Usage(format!("`{name}` takes `NAME=VALUE`, not `{value}`")))
        };
        let given = self.values(name).into_iter();
        given
            .map(|value| {
                let at = pair(value)?;
                Ok((&value[..at], &value[at + 1..]))
            })
            .collect()
    }

    /// The common options as they were given, for commands that a person can copy.
    pub(in crate::cli) fn common(&self) -> String {
        let mut line = String::new();
        for name in ["--var", "--table-name", "--embedded"] {
            for value in self.values(name) {
                line.push(' ');
                line.push_str(name);
                line.push(' ');
                line.push_str(&in_shell(value));
            }
        }
        line
    }
}

/// A word, quoted for a shell.
pub(super) fn in_shell(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:@%+,".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

//! The command line: reading it, and the texts that every command shares.

mod commands;
mod parsed;

use std::fmt;
use std::str::FromStr;

use clap_complete::Shell;

pub(super) use self::parsed::Parsed;

pub(super) const EXPORT: &str = "export";
pub(super) const DOCS: &str = "docs";
pub(super) const CREATE: &str = "create";
pub(super) const VERIFY: &str = "verify";
pub(super) const DIFF: &str = "diff";
pub(super) const EXPLAIN: &str = "explain";
pub(super) const BACKFILL: &str = "backfill";
#[cfg(feature = "import")]
pub(super) const IMPORT: &str = "import";
pub(super) const COMPLETIONS: &str = "completions";

const WORDS: &str = "words";

/// The exit codes of every command.
const EXIT_CODES: &str = "Exit codes:
  0  done, and nothing is left to do
  1  something needs attention: a difference, a change, an item that failed
  2  the command line is wrong
  3  DynamoDB or a file failed";

/// An invalid command line, and what to write instead.
#[derive(Debug)]
pub(super) struct Usage(String);

impl Usage {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The tool's name, and whether it has tables.
pub(super) struct Tool<'a> {
    pub(super) program: &'a str,
    pub(super) version: &'a str,
    pub(super) has_tables: bool,
}

/// Reads the arguments after the program's name.
pub(super) fn parse(
    tool: &Tool<'_>,
    arguments: impl IntoIterator<Item = String>,
) -> Result<Parsed, Box<clap::Error>> {
    let program = tool.program.to_owned();
    let arguments = std::iter::once(program).chain(arguments);
    let mut matches = tool.command().try_get_matches_from(arguments)?;
    let (command, matches) = matches.remove_subcommand().unwrap_or_default();
    let words = matches.try_get_many::<String>(WORDS).ok().flatten();
    let words = words.map_or_else(Vec::new, |words| words.cloned().collect());
    Ok(Parsed {
        command,
        words,
        matches,
    })
}

/// The script that completes the command line in a shell.
pub(super) fn completions(tool: &Tool<'_>, shell: &str) -> Result<String, Usage> {
    let shell = Shell::from_str(shell).map_err(Usage::new)?;
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut tool.command(), tool.program, &mut script);
    String::from_utf8(script).map_err(|error| Usage::new(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::parsed::in_shell;
    use super::*;

    const TOOL: Tool<'static> = Tool {
        program: "tables",
        version: "1.2.3",
        has_tables: true,
    };

    fn parsed(line: &str) -> Result<Parsed, Box<clap::Error>> {
        parse(&TOOL, line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn the_command_line_is_sound() {
        TOOL.command().debug_assert();
    }

    #[test]
    fn options_take_their_value_either_way() {
        let line = "backfill Order --segments=4 --rate 100 --dry-run --var a=b=c --var d=e";
        let parsed = parsed(line).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (parsed.command.as_str(), parsed.words.as_slice()),
            (BACKFILL, &["Order".to_owned()][..])
        );
        assert_eq!(parsed.number::<u32>("--segments").ok().flatten(), Some(4));
        assert_eq!(parsed.number::<u32>("--rate").ok().flatten(), Some(100));
        assert!(parsed.has("--dry-run") && !parsed.has("--consistent"));
        let pairs = parsed
            .pairs("--var")
            .unwrap_or_else(|usage| panic!("{usage}"));
        assert_eq!(pairs, [("a", "b=c"), ("d", "e")]);
        assert_eq!(parsed.common(), " --var a=b=c --var d=e");
        assert_eq!(in_shell("it's"), r"'it'\''s'");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, named) in [
            ("backfil", "backfill"),
            ("verify --dry-run", "--dry-run"),
            ("verify --stric", "--strict"),
            ("backfill --rate", "UNITS"),
            ("verify --strict=yes", "--strict"),
            ("completions tcsh", "zsh"),
        ] {
            let error = parsed(line)
                .err()
                .unwrap_or_else(|| panic!("{line} is refused"));
            assert!(error.to_string().contains(named), "{error}");
        }
        let rate = parsed("backfill --rate=fast").unwrap_or_else(|error| panic!("{error}"));
        assert!(rate.number::<u32>("--rate").is_err());
        let var = parsed("verify --var stage").unwrap_or_else(|error| panic!("{error}"));
        assert!(var.pairs("--var").is_err());
    }

    #[test]
    fn every_shell_has_its_completions() {
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            let script = completions(&TOOL, shell).unwrap_or_else(|usage| panic!("{usage}"));
            assert!(script.contains("backfill"), "{shell}");
        }
    }
}

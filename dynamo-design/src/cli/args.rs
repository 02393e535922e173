//! The command line: what can be written, and the help that tells it.
//!
//! By hand, because six commands with flat options are less code than a dependency is weight in
//! every build that takes the feature.

use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

pub(super) const HELP: &str = "help";
pub(super) const EXPORT: &str = "export";
pub(super) const DOCS: &str = "docs";
pub(super) const CREATE: &str = "create";
pub(super) const VERIFY: &str = "verify";
pub(super) const DIFF: &str = "diff";
pub(super) const BACKFILL: &str = "backfill";

/// A command line that is wrong, and what to write instead.
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

struct Command {
    name: &'static str,
    words: &'static str,
    about: &'static str,
    more: &'static str,
    options: &'static [Choice],
}

struct Choice {
    name: &'static str,
    value: Option<&'static str>,
    about: &'static str,
}

const fn flag(name: &'static str, about: &'static str) -> Choice {
    Choice {
        name,
        value: None,
        about,
    }
}

const fn valued(name: &'static str, value: &'static str, about: &'static str) -> Choice {
    Choice {
        name,
        value: Some(value),
        about,
    }
}

const COMMANDS: &[Command] = &[
    Command {
        name: EXPORT,
        words: "FORMAT [TABLE…]",
        about: "writes templates, policies and requests",
        more: "Formats: cloudformation, cloudformation-yaml, terraform, create-table, workbench, \
               iam, design; `all` writes every file under the directory that `--out` names.",
        options: &[valued(
            "--out",
            "PATH",
            "the file to write, standard output unless said",
        )],
    },
    Command {
        name: DOCS,
        words: "[TABLE…]",
        about: "writes the design document",
        more: "",
        options: &[
            valued("--format", "FORMAT", "markdown unless said, or html"),
            valued(
                "--out",
                "FILE",
                "the file to write, standard output unless said",
            ),
        ],
    },
    Command {
        name: CREATE,
        words: "[TABLE…]",
        about: "creates tables, and adds indexes and TTL they lack",
        more: "Nothing is removed or replaced. Items that were stored before an index was added \
               need a `backfill`.",
        options: &[],
    },
    Command {
        name: VERIFY,
        words: "[TABLE…]",
        about: "compares live tables with their declaration",
        more: "Exits with 1 where operations would fail or miss items.",
        options: &[flag("--strict", "exit with 1 on any difference")],
    },
    Command {
        name: DIFF,
        words: "[TABLE…]",
        about: "compares the declaration with a lock file that is checked in",
        more: "Says which stored items a change leaves behind, and what to run. Exits with 1 where \
               there is something to do.",
        options: &[
            valued("--lock", "FILE", "the lock file, `dynamo.lock` unless said"),
            flag("--update", "write the lock file"),
        ],
    },
    Command {
        name: BACKFILL,
        words: "ITEM…",
        about: "computes the keys of stored items anew",
        more: "An item whose keys are right is not written; a second run writes nothing. Writes are \
               conditional, so no concurrent update is lost.",
        options: &[
            flag("--dry-run", "write nothing, and tell what would be written"),
            flag(
                "--move-items",
                "move items that lie under another primary key than their own",
            ),
            valued(
                "--formerly",
                "ENTITY",
                "take items stored under another entity name as well",
            ),
            valued(
                "--segments",
                "NUMBER",
                "read the table in so many segments at once, 1 unless said",
            ),
            valued(
                "--concurrency",
                "NUMBER",
                "so many writes at once, 8 unless said",
            ),
            valued(
                "--page-size",
                "NUMBER",
                "look at no more than so many items a request",
            ),
            valued(
                "--rate",
                "UNITS",
                "consume at most so many capacity units a second",
            ),
            flag("--consistent", "read consistently, at twice the cost"),
            valued(
                "--checkpoint",
                "FILE",
                "keep in a file how far it has come, and go on from there; it holds keys of items",
            ),
        ],
    },
];

const COMMON: &[Choice] = &[
    valued("--var", "NAME=VALUE", "fill a variable in table names"),
    valued(
        "--table-name",
        "TABLE=NAME",
        "use another physical name for a table",
    ),
    valued(
        "--embedded",
        "FILE",
        "use the embedded engine on a file, not AWS",
    ),
    valued("--color", "WHEN", "auto unless said, always or never"),
    flag("--help", "tell how a command is used"),
];

/// A command line that was understood.
pub(super) struct Parsed {
    pub(super) command: &'static str,
    pub(super) words: Vec<String>,
    options: Vec<(&'static str, String)>,
}

impl Parsed {
    pub(super) fn has(&self, name: &str) -> bool {
        self.options.iter().any(|(known, _)| *known == name)
    }

    /// The value that was given last.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let mut options = self.options.iter().rev();
        let (_, value) = options.find(|(known, _)| *known == name)?;
        Some(value)
    }

    pub(super) fn number<N: FromStr>(&self, name: &str) -> Result<Option<N>, Usage> {
        let Some(value) = self.value(name) else {
            return Ok(None);
        };
        let wrong = |_| Usage(format!("`{name}` takes a whole number, not `{value}`"));
        value.parse().map(Some).map_err(wrong)
    }

    /// Every `NAME=VALUE` that was given.
    pub(super) fn pairs(&self, name: &str) -> Result<Vec<(&str, &str)>, Usage> {
        let given = self.options.iter().filter(|(known, _)| *known == name);
        let pair = |(_, value): &'_ (&str, String)| -> Result<(usize, usize), Usage> {
            let at = value.find('=').filter(|at| *at > 0);
            let at = at.ok_or_else(|| Usage(format!("`{name}` takes `a=b`, not `{value}`")))?;
            Ok((at, value.len()))
        };
        given
            .map(|option| {
                let (at, end) = pair(option)?;
                Ok((&option.1[..at], &option.1[at + 1..end]))
            })
            .collect()
    }
}

/// Reads the arguments after the program's name.
pub(super) fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Parsed, Usage> {
    let mut arguments = arguments.into_iter();
    let first = arguments.next().unwrap_or_else(|| HELP.to_owned());
    if matches!(first.as_str(), HELP | "--help" | "-h") {
        return Ok(Parsed {
            command: HELP,
            words: arguments.take(1).collect(),
            options: Vec::new(),
        });
    }
    let command = command(&first)?;
    let mut parsed = Parsed {
        command: command.name,
        words: Vec::new(),
        options: Vec::new(),
    };
    while let Some(argument) = arguments.next() {
        if !argument.starts_with('-') || argument == "-" {
            parsed.words.push(argument);
            continue;
        }
        if matches!(argument.as_str(), "--help" | "-h") {
            return Ok(Parsed {
                command: HELP,
                words: vec![command.name.to_owned()],
                options: Vec::new(),
            });
        }
        let (name, attached) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (argument.as_str(), None),
        };
        let choice = command.option(name)?;
        let value = match (choice.value, attached) {
            (None, None) => String::new(),
            (None, Some(_)) => return Err(Usage(format!("`{name}` takes no value"))),
            (Some(_), Some(value)) => value,
            (Some(what), None) => arguments
                .next()
                .ok_or_else(|| Usage(format!("`{name}` takes a value: `{name} {what}`")))?,
        };
        parsed.options.push((choice.name, value));
    }
    Ok(parsed)
}

fn command(name: &str) -> Result<&'static Command, Usage> {
    let found = COMMANDS.iter().find(|command| command.name == name);
    found.ok_or_else(|| {
        let names: Vec<_> = COMMANDS.iter().map(|command| command.name).collect();
        Usage(format!(
            "unknown command `{name}`; expected one of: {}",
            names.join(", ")
        ))
    })
}

impl Command {
    fn option(&self, name: &str) -> Result<&'static Choice, Usage> {
        let known = self.options.iter().chain(COMMON);
        let found = known.clone().find(|choice| choice.name == name);
        found.ok_or_else(|| {
            let names: Vec<_> = known.map(|choice| choice.name).collect();
            let names = names.join(", ");
            Usage(format!(
                "`{}` has no option `{name}`; expected one of: {names}",
                self.name
            ))
        })
    }
}

/// The help of the program, or of the command that was named.
pub(super) fn help(program: &str, parsed: &Parsed) -> Result<String, Usage> {
    let mut text = String::new();
    // Writing to a `String` cannot fail.
    match parsed.words.first() {
        None => {
            let _ = writeln!(text, "usage: {program} COMMAND [OPTION…]\n\ncommands:");
            for command in COMMANDS {
                let _ = writeln!(text, "  {:<10} {}", command.name, command.about);
            }
            let _ = writeln!(text, "\noptions of every command:");
            options(COMMON, &mut text);
            let _ = write!(
                text,
                "\n`{program} help COMMAND` tells the options of a command"
            );
        }
        Some(name) => {
            let command = command(name)?;
            let (name, words) = (command.name, command.words);
            let _ = writeln!(text, "usage: {program} {name} {words} [OPTION…]\n");
            let _ = writeln!(text, "It {}.", command.about);
            if !command.more.is_empty() {
                let _ = writeln!(text, "{}", command.more);
            }
            let _ = writeln!(text, "\noptions:");
            options(command.options, &mut text);
            options(COMMON, &mut text);
        }
    }
    Ok(text.trim_end().to_owned())
}

fn options(choices: &[Choice], to: &mut String) {
    for choice in choices {
        let value = choice.value.map(|value| format!(" {value}"));
        let written = format!("{}{}", choice.name, value.unwrap_or_default());
        let _ = writeln!(to, "  {written:<24} {}", choice.about);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Parsed, Usage> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_take_their_value_either_way() {
        let line = "backfill Order --segments=4 --rate 100 --dry-run --var a=b=c --var d=e";
        let parsed = parsed(line).unwrap_or_else(|usage| panic!("{usage}"));
        assert_eq!(
            (parsed.command, parsed.words.as_slice()),
            (BACKFILL, &["Order".to_owned()][..])
        );
        assert_eq!(parsed.number::<u32>("--segments").ok().flatten(), Some(4));
        assert_eq!(parsed.number::<u32>("--rate").ok().flatten(), Some(100));
        assert!(parsed.has("--dry-run") && !parsed.has("--consistent"));
        let pairs = parsed
            .pairs("--var")
            .unwrap_or_else(|usage| panic!("{usage}"));
        assert_eq!(pairs, [("a", "b=c"), ("d", "e")]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, named) in [
            ("backfil", "backfill"),
            ("verify --dry-run", "--strict"),
            ("backfill --rate", "UNITS"),
            ("verify --strict=yes", "--strict"),
        ] {
            let usage = parsed(line)
                .err()
                .unwrap_or_else(|| panic!("{line} is refused"));
            assert!(usage.to_string().contains(named), "{usage}");
        }
        let rate = parsed("backfill --rate=fast").unwrap_or_else(|usage| panic!("{usage}"));
        assert!(rate.number::<u32>("--rate").is_err());
        let var = parsed("verify --var stage").unwrap_or_else(|usage| panic!("{usage}"));
        assert!(var.pairs("--var").is_err());
    }

    #[test]
    fn every_command_has_its_help() {
        for command in COMMANDS {
            let line = format!("{} --help", command.name);
            let parsed = parsed(&line).unwrap_or_else(|usage| panic!("{usage}"));
            let text = help("tables", &parsed).unwrap_or_else(|usage| panic!("{usage}"));
            assert!(text.starts_with("usage: tables"), "{text}");
            for option in command.options.iter().chain(COMMON) {
                assert!(text.contains(option.name), "{text}");
            }
        }
    }
}

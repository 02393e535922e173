//! The command line: its commands and options, and the help that explains them.

use std::fmt;
use std::str::FromStr;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use clap_complete::Shell;

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

fn flag(name: &'static str, about: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .help(about)
        .action(ArgAction::SetTrue)
}

fn valued(name: &'static str, value: &'static str, about: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value)
        .help(about)
        .action(ArgAction::Set)
}

fn repeated(name: &'static str, value: &'static str, about: &'static str) -> Arg {
    valued(name, value, about).action(ArgAction::Append)
}

fn words(value: &'static str, about: &'static str) -> Arg {
    Arg::new(WORDS)
        .value_name(value)
        .help(about)
        .num_args(0..)
        .action(ArgAction::Append)
}

fn command(
    name: &'static str,
    about: &'static str,
    more: &str,
    examples: &[&str],
    tool: &Tool<'_>,
) -> Command {
    let lines = examples
        .iter()
        .map(|example| format!("\n  {} {name} {example}", tool.program));
    let lines: String = lines.map(|line| line.trim_end().to_owned()).collect();
    let more = if more.is_empty() {
        String::new()
    } else {
        format!("{more}\n\n")
    };
    Command::new(name)
        .about(about)
        .after_help(format!("{more}Examples:{lines}"))
}

impl Tool<'_> {
    /// The whole command line.
    pub(super) fn command(&self) -> Command {
        let mut all = Command::new("tables")
            .bin_name(self.program.to_owned())
            .display_name(self.program.to_owned())
            .version(self.version.to_owned())
            .about("Deploys, documents, checks and migrates DynamoDB tables")
            .after_help(EXIT_CODES)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .args(common(self.has_tables));
        if self.has_tables {
            all = all
                .about("Deploys, documents, checks and migrates the tables of this crate")
                .subcommand(self.export())
                .subcommand(self.docs())
                .subcommand(self.create())
                .subcommand(self.verify())
                .subcommand(self.diff())
                .subcommand(self.explain())
                .subcommand(self.backfill());
        } else {
            all = all.about("Writes item types for existing DynamoDB tables");
        }
        #[cfg(feature = "import")]
        {
            all = all.subcommand(self.import());
        }
        let shells = Arg::new(WORDS)
            .value_name("SHELL")
            .required(true)
            .value_parser(["bash", "elvish", "fish", "powershell", "zsh"])
            .help("The shell");
        let completions = command(
            COMPLETIONS,
            "Writes a script that completes this command line in a shell",
            "",
            &["zsh > ~/.zfunc/_tables"],
            self,
        );
        all.subcommand(completions.arg(shells))
    }

    fn export(&self) -> Command {
        let more = "Formats: cloudformation, cloudformation-yaml, terraform, create-table, workbench, \
                    iam, design; `all` writes every file under the directory that `--out` names.";
        let examples = [
            "terraform --out main.tf",
            "create-table Orders --var stage=prod",
            "all --out infra",
        ];
        command(
            EXPORT,
            "Writes templates, policies and requests",
            more,
            &examples,
            self,
        )
        .arg(words(
            "FORMAT [TABLE]",
            "The format, and the tables; default: all tables",
        ))
        .arg(valued(
            "out",
            "PATH",
            "The file to write; default: standard output",
        ))
    }

    fn docs(&self) -> Command {
        let examples = ["> TABLES.md", "--format html --out tables.html"];
        command(DOCS, "Writes the design document", "", &examples, self)
            .arg(words("TABLE", "The tables; default: all"))
            .arg(
                valued("format", "FORMAT", "The format; default: markdown")
                    .value_parser(PossibleValuesParser::new(["markdown", "html"])),
            )
            .arg(valued(
                "out",
                "FILE",
                "The file to write; default: standard output",
            ))
    }

    fn create(&self) -> Command {
        let more = "Nothing is removed or replaced. Items stored before an index was added need a \
                    `backfill`.";
        let about = "Creates tables, and adds missing indexes and TTL";
        command(
            CREATE,
            about,
            more,
            &["--var stage=dev", "Orders --embedded dev.db"],
            self,
        )
        .arg(words("TABLE", "The tables; default: all"))
    }

    fn verify(&self) -> Command {
        let more = "Exits with 1 if operations would fail or miss items.";
        let about = "Compares live tables with their declaration";
        command(
            VERIFY,
            about,
            more,
            &["--var stage=prod", "Orders --strict"],
            self,
        )
        .arg(words("TABLE", "The tables; default: all"))
        .arg(flag("strict", "Exit with 1 on any difference"))
    }

    fn diff(&self) -> Command {
        let more = "Says which stored items a change leaves behind, and what to run. Exits with 1 if there is \
                    something to do, and with 3 if there is no lock file.";
        let about = "Compares the declaration with a checked-in lock file";
        command(
            DIFF,
            about,
            more,
            &["", "--lock tables.lock --update"],
            self,
        )
        .arg(words("TABLE", "The tables; default: all"))
        .arg(valued(
            "lock",
            "FILE",
            "The lock file; default: dynamo.lock",
        ))
        .arg(flag("update", "Write the lock file"))
    }

    fn explain(&self) -> Command {
        let more = "Says for each way to read a table which request it sends, to which index, what it costs at \
                    least, and what is read and billed but left out. Nothing is sent.";
        command(
            EXPLAIN,
            "Shows the requests and the cost of access patterns",
            more,
            &["", "Order by_status", "Orders --var stage=prod"],
            self,
        )
        .arg(words(
            "TABLE|ITEM [METHOD]",
            "The table, or the item type and its method; default: all",
        ))
    }

    fn backfill(&self) -> Command {
        let more = "An item whose keys are right is not written; a second run writes nothing. Writes are \
                    conditional, so no concurrent update is lost.";
        let examples = [
            "Order --dry-run",
            "Order --segments 8 --rate 500 --checkpoint backfill.json",
        ];
        command(
            BACKFILL,
            "Recomputes the keys of stored items",
            more,
            &examples,
            self,
        )
        .arg(words("ITEM", "The item types"))
        .arg(flag(
            "dry-run",
            "Write nothing; only report what would be written",
        ))
        .arg(flag(
            "move-items",
            "Move items that are stored under a primary key other than their own",
        ))
        .arg(valued(
            "formerly",
            "ENTITY",
            "Also include items stored under this entity name",
        ))
        .arg(valued(
            "segments",
            "NUMBER",
            "Read the table in this many segments at once; default: 1",
        ))
        .arg(valued(
            "concurrency",
            "NUMBER",
            "Send this many writes at once; default: 8",
        ))
        .arg(valued(
            "page-size",
            "NUMBER",
            "Look at no more than this many items per request",
        ))
        .arg(valued(
            "rate",
            "UNITS",
            "Consume at most this many capacity units per second",
        ))
        .arg(flag("consistent", "Read consistently, at twice the cost"))
        .arg(valued(
            "checkpoint",
            "FILE",
            "Save the progress to a file, and resume from it; the file contains keys of items",
        ))
    }

    #[cfg(feature = "import")]
    fn import(&self) -> Command {
        let more = "Sources are recognised by content: CloudFormation, SAM and the CDK's output; Terraform \
                    (`.tf`, `terraform show -json`); `aws dynamodb describe-table` and `scan` output; sample \
                    items as JSON; NoSQL Workbench; awslabs' schema.json; a lock file. Several can be \
                    combined: a template for the table, samples for the items. `TABLE=FILE` names the \
                    table of samples, and `-` is standard input.\n\nWith `--out`, the samples are \
                    written next to the source code, with a test that checks the item types against them.";
        let examples = [
            "template.yaml items.json > src/tables.rs",
            "main.tf orders=orders.json --out src/tables.rs",
            "--table orders-prod --sample 500 --out src/tables.rs",
        ];
        command(
            IMPORT,
            "Writes item types from templates, models, live tables and sample items",
            more,
            &examples,
            self,
        )
        .arg(words("SOURCE", "The files to read"))
        .arg(valued(
            "out",
            "FILE",
            "The file to write; default: standard output",
        ))
        .arg(flag("force", "Replace an existing file"))
        .arg(flag(
            "design",
            "Also write the options of tables: billing, encryption, alarms",
        ))
        .arg(repeated(
            "table",
            "NAME",
            "Read a live table, with a sample of its items",
        ))
        .arg(valued(
            "sample",
            "NUMBER",
            "Read this many items of a live table; default: 1000",
        ))
        .arg(valued(
            "rate",
            "UNITS",
            "Consume at most this many capacity units per second; default: 50",
        ))
    }
}

/// The options that all commands have; some only if the tool knows tables.
fn common(has_tables: bool) -> Vec<Arg> {
    let of_tables = [
        repeated("var", "NAME=VALUE", "Fill a variable in table names"),
        repeated(
            "table-name",
            "TABLE=NAME",
            "Use another physical name for a table",
        ),
    ];
    let of_all = [
        valued(
            "embedded",
            "FILE",
            "Use the embedded engine on a file, not AWS",
        ),
        valued("color", "WHEN", "When to use colours; default: auto")
            .value_parser(PossibleValuesParser::new(["auto", "always", "never"])),
    ];
    let of_tables = of_tables.into_iter().filter(|_| has_tables);
    let all = of_tables.chain(of_all);
    all.map(|option| option.global(true)).collect()
}

/// A parsed command line.
pub(super) struct Parsed {
    pub(super) command: String,
    pub(super) words: Vec<String>,
    matches: ArgMatches,
}

impl Parsed {
    pub(super) fn has(&self, name: &str) -> bool {
        let given = self
            .matches
            .try_get_one::<bool>(name.trim_start_matches('-'));
        given.is_ok_and(|given| given.copied().unwrap_or(false))
    }

    /// The last value of an option.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.values(name).last().copied()
    }

    /// Every value of an option.
    pub(super) fn values(&self, name: &str) -> Vec<&str> {
        let given = self
            .matches
            .try_get_many::<String>(name.trim_start_matches('-'));
        given
            .ok()
            .flatten()
            .map_or_else(Vec::new, |given| given.map(String::as_str).collect())
    }

    pub(super) fn number<N: FromStr>(&self, name: &str) -> Result<Option<N>, Usage> {
        let Some(value) = self.value(name) else {
            return Ok(None);
        };
        let wrong = |_| Usage(format!("`{name}` takes a whole number, not `{value}`"));
        value.parse().map(Some).map_err(wrong)
    }

    /// Every `NAME=VALUE` of an option.
    pub(super) fn pairs(&self, name: &str) -> Result<Vec<(&str, &str)>, Usage> {
        let pair = |value: &'_ str| -> Result<usize, Usage> {
            let at = value.find('=').filter(|at| *at > 0);
            at.ok_or_else(|| Usage(format!("`{name}` takes `a=b`, not `{value}`")))
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
    pub(super) fn common(&self) -> String {
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
fn in_shell(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:@%+,".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
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

//! The commands with their options, and the help that explains them.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command};

use super::{
    BACKFILL, COMPLETIONS, CREATE, DIFF, DOCS, EXIT_CODES, EXPLAIN, EXPORT, Tool, VERIFY, WORDS,
};

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
            "Writes a completion script for a shell",
            "",
            &["zsh > ~/.zfunc/_tables"],
            self,
        );
        all.subcommand(completions.arg(shells))
    }

    fn export(&self) -> Command {
        let more = "Formats: cloudformation, cloudformation-yaml, terraform, create-table, workbench, \
                    iam, design; `all` writes every file into the directory given with `--out`.";
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
            "The format, and the tables to export; default: all tables",
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
        let more = "For each way to read a table, shows the request, the index, the minimum cost, and what is \
                    read and billed but not returned. Nothing is sent.";
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
        let more = "Items with correct keys are not written, so a second run writes nothing. Writes are \
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
        let more = "Recognises these sources by their content: CloudFormation, SAM, CDK output and `serverless.yml`; \
                    Terraform (`.tf`, `terraform show -json`); the output of `aws dynamodb describe-table` and \
                    `scan`; sample items as JSON; NoSQL Workbench; awslabs' schema.json; a lock file. You can \
                    combine several: a template for the table, samples for the items. `TABLE=FILE` says which \
                    table samples belong to, and `-` reads standard input.\n\nWith `--out`, the samples are \
                    written next to the source code, with a test that checks the item types against them.";
        let examples = [
            "template.yaml items.json > src/tables.rs",
            "main.tf orders=orders.json --out src/tables.rs",
            "--table orders-prod --sample 500 --out src/tables.rs",
        ];
        command(
            super::IMPORT,
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
        repeated("var", "NAME=VALUE", "Set a variable in table names"),
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
            "Use the embedded engine with this file instead of AWS",
        ),
        valued("color", "WHEN", "When to use colours; default: auto")
            .value_parser(PossibleValuesParser::new(["auto", "always", "never"])),
    ];
    let of_tables = of_tables.into_iter().filter(|_| has_tables);
    let all = of_tables.chain(of_all);
    all.map(|option| option.global(true)).collect()
}

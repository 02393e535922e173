//! A command-line tool for your tables, in your own crate.
//!
//! Name the item types of each table, and the program is there:
//!
//! ```no_run
//! # use dynamo_runtime::{Item, Table};
//! # #[derive(Table)]
//! # #[table(name = "shop_{stage}", pk = "PK", sk = "SK", type_attr = "type")]
//! # struct Shop;
//! # #[derive(Item)]
//! # #[dynamo(table = Shop)]
//! # #[key(pk = "CUSTOMER#{id}", sk = literal("PROFILE"))]
//! # struct Customer { id: String }
//! # #[derive(Item)]
//! # #[dynamo(table = Shop)]
//! # #[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
//! # struct Order { customer: String, id: String }
//! # #[derive(Item)]
//! # #[table(name = "rates", pk = "pair")]
//! # struct Rate { pair: String }
//! dynamo_design::cli! {
//!     (Customer, Order),
//!     Rate,
//! }
//! ```
//!
//! A table with options gives its [`Design`](crate::Design) behind an arrow:
//! `(Customer, Order) => shop_design()`, where that is a `Result<Design, Error>`.
//!
//! | command | what it does | exits with 1 where |
//! |---|---|---|
//! | `export` | writes templates, policies and requests | |
//! | `docs` | writes the design document | |
//! | `create` | creates tables, and adds indexes and TTL they lack | a table that exists differs in what cannot be added |
//! | `verify` | compares live tables with their declaration | operations would fail or miss items |
//! | `diff` | compares the declaration with a lock file that is checked in | there is something to do |
//! | `backfill` | computes the keys of stored items anew | items failed, or lie under another key |
//!
//! It exits with 2 where the command line is wrong, and with 3 where DynamoDB or a file fails.
//! Colours are used on a terminal alone, unless `--color` says otherwise or `NO_COLOR` is set. `help`
//! and `help COMMAND` tell the rest.

mod args;
mod command;
mod screen;
mod tables;

use std::process::ExitCode;

pub use self::screen::Screen;
pub use self::tables::TableEntry;

use self::args::{Parsed, Usage};
use dynamo_runtime::{Db, Error};

/// Makes a `fn main` that is a command-line tool for tables: see [`cli`](mod@crate::cli).
#[macro_export]
macro_rules! cli {
    (@table $items:ty) => {
        $crate::cli::TableEntry::of::<$items>(|| $crate::Design::of::<$items>().build())
    };
    (@table $items:ty, $design:expr) => {
        $crate::cli::TableEntry::of::<$items>(|| $design)
    };
    ($($items:ty $(=> $design:expr)?),+ $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::cli::main([$($crate::cli!(@table $items $(, $design)?)),+])
        }
    };
}

/// Runs the tool with the arguments of the process: what `cli!` makes a `fn main` of.
#[must_use]
pub fn main(tables: impl IntoIterator<Item = TableEntry>) -> ExitCode {
    let mut arguments = std::env::args();
    let program = arguments.next().unwrap_or_default();
    let program = program.rsplit(['/', '\\']).next().unwrap_or_default();
    let cli = Cli::new(program, tables);
    let (mut out, mut err) = (std::io::stdout(), std::io::stderr());
    let mut screen = Screen::of_process(&mut out, &mut err);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    match runtime {
        Ok(runtime) => runtime.block_on(cli.run(arguments, &mut screen)).into(),
        Err(error) => {
            screen.error(&error);
            FAILED.into()
        }
    }
}

/// Nothing is left to do.
const FINE: u8 = 0;
/// Something was found that needs somebody.
const FOUND: u8 = 1;
/// The command line is wrong.
const WRONG: u8 = 2;
/// DynamoDB, or a file, failed.
const FAILED: u8 = 3;

/// The tool as a value, for a `main` or a test of your own.
pub struct Cli {
    program: String,
    tables: Vec<TableEntry>,
    db: Option<Db>,
}

/// Why a command did not come to its end.
enum Failure {
    Usage(Usage),
    Other(String),
}

impl From<Usage> for Failure {
    fn from(usage: Usage) -> Self {
        Self::Usage(usage)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Other(error.to_string())
    }
}

impl Cli {
    /// Makes the tool for some tables; `program` is how it is called in its help.
    #[must_use]
    pub fn new(program: impl Into<String>, tables: impl IntoIterator<Item = TableEntry>) -> Self {
        Self {
            program: program.into(),
            tables: tables.into_iter().collect(),
            db: None,
        }
    }

    /// Uses a database of your own instead of that of the environment.
    #[must_use]
    pub fn with_db(mut self, db: Db) -> Self {
        self.db = Some(db);
        self
    }

    /// Runs a command, and returns what to exit with.
    pub async fn run(
        &self,
        arguments: impl IntoIterator<Item = String>,
        screen: &mut Screen<'_>,
    ) -> u8 {
        let done = match args::parse(arguments) {
            Ok(parsed) => match screen.colour(parsed.value("--color")) {
                Ok(()) => self.command(&parsed, screen).await,
                Err(usage) => Err(usage.into()),
            },
            Err(usage) => Err(usage.into()),
        };
        match done {
            Ok(code) => code,
            Err(Failure::Usage(usage)) => {
                screen.error(&usage);
                screen.note(&format!("`{} help` tells how it is used", self.program));
                WRONG
            }
            Err(Failure::Other(message)) => {
                screen.error(&message);
                FAILED
            }
        }
    }

    async fn command(&self, parsed: &Parsed, screen: &mut Screen<'_>) -> Result<u8, Failure> {
        match parsed.command {
            args::HELP => {
                screen.line(&args::help(&self.program, parsed)?);
                Ok(FINE)
            }
            args::EXPORT => self.export(parsed, screen),
            args::DOCS => self.docs(parsed, screen),
            args::DIFF => self.diff(parsed, screen),
            args::CREATE => self.create(parsed, screen).await,
            args::VERIFY => self.verify(parsed, screen).await,
            args::BACKFILL => self.backfill(parsed, screen).await,
            other => Err(Usage::new(format!("unknown command `{other}`")).into()),
        }
    }

    /// The database that the options and the environment name.
    async fn connect(&self, parsed: &Parsed) -> Result<Db, Failure> {
        let mut db = match (&self.db, parsed.value("--embedded")) {
            (Some(db), _) => db.clone(),
            (None, Some(file)) => embedded(file).await?,
            (None, None) => from_env().await?,
        };
        for (name, value) in parsed.pairs("--var")? {
            db = db.with_var(name, value);
        }
        for (table, name) in parsed.pairs("--table-name")? {
            let entries = self.tables.iter();
            let mut renamed = false;
            for entry in entries.filter(|entry| entry.name() == table) {
                db = entry.named(db, name);
                renamed = true;
            }
            if !renamed {
                return Err(self.unknown_table(table).into());
            }
        }
        Ok(db)
    }
}

#[cfg(feature = "embedded")]
async fn embedded(file: &str) -> Result<Db, Failure> {
    Ok(Db::embedded_at(file).await?)
}

#[cfg(not(feature = "embedded"))]
#[expect(clippy::unused_async, reason = "as with the feature")]
async fn embedded(_: &str) -> Result<Db, Failure> {
    Err(Usage::new("`--embedded` needs the feature `embedded`").into())
}

#[cfg(feature = "aws")]
async fn from_env() -> Result<Db, Failure> {
    Ok(Db::from_env().await?)
}

#[cfg(not(feature = "aws"))]
#[expect(clippy::unused_async, reason = "as with the feature")]
async fn from_env() -> Result<Db, Failure> {
    Err(
        Usage::new("there is nothing to connect to; use the feature `aws`, or `Cli::with_db`")
            .into(),
    )
}

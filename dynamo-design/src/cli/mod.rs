//! A command-line tool for your tables, in your own crate.
//!
//! Name the item types of each table. That is the whole program:
//!
//! ```no_run
//! # use dynamo_runtime::{Collection, Item, Table};
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
//! # #[derive(Collection)]
//! # #[collection(table = Shop)]
//! # enum Entry { Customer(Customer), Order(Order) }
//! # #[derive(Item)]
//! # #[table(name = "rates", pk = "pair")]
//! # struct Rate { pair: String }
//! dynamo_design::cli! {
//!     name = "shop";
//!     (Customer, Order) { Entry },
//!     Rate,
//! }
//! ```
//!
//! List the collections of a table in braces after its item types: `(Customer, Order) { Entry }`.
//! They become part of every document. If a table has options, write a function that returns its
//! [`Design`](crate::Design) as a `Result<Design, Error>`, and name it after an arrow:
//! `(Customer, Order) => shop_design()`. The exported model is named after your package, unless you
//! write `name = "shop";` before the tables.
//!
//! | command | what it does | exits with 1 if |
//! |---|---|---|
//! | `export` | writes templates, policies and requests | |
//! | `docs` | writes the design document | |
//! | `create` | creates tables, and adds missing indexes and TTL | an existing table has differences that cannot be added |
//! | `verify` | compares live tables with their declaration | operations would fail or miss items |
//! | `diff` | compares the declaration with a checked-in lock file | there is something to do |
//! | `explain` | shows the requests and the cost of access patterns | |
//! | `backfill` | recomputes the keys of stored items | items failed, or are stored under another key |
//! | `import` | writes item types from templates, models, live tables and samples; needs the feature `import` | |
//! | `completions` | writes a completion script for a shell | |
//!
//! It exits with 2 if the command line is wrong, and with 3 if DynamoDB or a file fails, for
//! example if there is no lock file to compare with or no database file to open. Colours are used
//! only on a terminal; `--color` and `NO_COLOR` change that. A backfill shows its progress, its
//! rate and the time left: as a bar on a terminal, elsewhere as a line every ten seconds. Run
//! `help` or `help COMMAND` for the rest.
//!
//! The program `dynamo` of this package is the same tool without tables, with `import`.

mod args;
mod command;
mod screen;
mod tables;
mod unknown;

use std::process::ExitCode;

pub use self::screen::Screen;
pub use self::tables::TableEntry;

use self::args::{Parsed, Tool, Usage};
use dynamo_runtime::{Db, Error};

/// Generates a `fn main` that is a command-line tool for tables: see [`cli`](mod@crate::cli).
#[macro_export]
macro_rules! cli {
    (@table [$items:ty] [$($collection:ty),*] []) => {
        $crate::cli::TableEntry::of::<$items>(|| {
            $crate::Design::of::<$items>()$(.collection::<$collection>())*.build()
        })
    };
    (@table [$items:ty] [] [$design:expr]) => {
        $crate::cli::TableEntry::of::<$items>(|| $design)
    };
    (@table [$items:ty] [$($collection:ty),+] [$design:expr]) => {
        ::core::compile_error!("a design has its collections already; write them there")
    };
    (name = $name:expr; $($items:ty $({ $($collection:ty),* $(,)? })? $(=> $design:expr)?),+ $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            let tables = [$($crate::cli!(@table [$items] [$($($collection),*)?] [$($design)?])),+];
            $crate::cli::main(
                &$crate::cli::Cli::of_process(tables)
                    .with_name($name)
                    .with_version(::core::env!("CARGO_PKG_VERSION")),
            )
        }
    };
    ($($items:ty $({ $($collection:ty),* $(,)? })? $(=> $design:expr)?),+ $(,)?) => {
        $crate::cli! {
            name = ::core::env!("CARGO_PKG_NAME");
            $($items $({ $($collection),* })? $(=> $design)?),+
        }
    };
}

/// Runs the tool with the arguments of the process; the `fn main` that `cli!` generates calls it.
#[must_use]
pub fn main(cli: &Cli) -> ExitCode {
    let arguments = std::env::args().skip(1);
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
/// Something needs attention.
const FOUND: u8 = 1;
/// The command line is wrong.
const WRONG: u8 = 2;
/// DynamoDB, or a file, failed.
const FAILED: u8 = 3;

/// The tool as a value, for your own `main` or a test.
pub struct Cli {
    program: String,
    /// The name of the tables as a whole.
    name: String,
    version: String,
    tables: Vec<TableEntry>,
    db: Option<Db>,
}

/// Why a command did not finish.
enum Failure {
    Usage(Usage),
    Other(String),
}

#[cfg(feature = "import")]
impl From<crate::import::ImportError> for Failure {
    fn from(error: crate::import::ImportError) -> Self {
        Self::Other(error.to_string())
    }
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
    /// Creates the tool for some tables; `program` is its name in the help.
    #[must_use]
    pub fn new(program: impl Into<String>, tables: impl IntoIterator<Item = TableEntry>) -> Self {
        let program = program.into();
        Self {
            name: program.clone(),
            program,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            tables: tables.into_iter().collect(),
            db: None,
        }
    }

    /// Creates the tool for some tables, named after the running program.
    #[must_use]
    pub fn of_process(tables: impl IntoIterator<Item = TableEntry>) -> Self {
        let program = std::env::args().next().unwrap_or_default();
        let program = program.rsplit(['/', '\\']).next().unwrap_or_default();
        Self::new(program, tables)
    }

    /// Names the tables as a whole, in exports and lock files; the program's name by default.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Sets what `--version` prints; the version of this package by default.
    #[must_use]
    pub fn with_version(mut self, version: impl Into<String>) -> Self {
        self.version = version.into();
        self
    }

    fn tool(&self) -> Tool<'_> {
        Tool {
            program: &self.program,
            version: &self.version,
            has_tables: !self.tables.is_empty(),
        }
    }

    /// Uses your own database instead of the environment's.
    #[must_use]
    pub fn with_db(mut self, db: Db) -> Self {
        self.db = Some(db);
        self
    }

    /// Runs a command, and returns the exit code.
    pub async fn run(
        &self,
        arguments: impl IntoIterator<Item = String>,
        screen: &mut Screen<'_>,
    ) -> u8 {
        let parsed = match args::parse(&self.tool(), arguments) {
            Ok(parsed) => parsed,
            Err(error) => {
                let text = error.render().to_string();
                // Help and the version are not errors.
                if error.use_stderr() {
                    screen.note(text.trim_end());
                    return WRONG;
                }
                screen.text(&text);
                return FINE;
            }
        };
        screen.colour(parsed.value("--color"));
        let done = self.command(&parsed, screen).await;
        match done {
            Ok(code) => code,
            Err(Failure::Usage(usage)) => {
                screen.error(&usage);
                let command = &parsed.command;
                screen.note(&format!(
                    "`{} help {command}` explains how to use it",
                    self.program
                ));
                WRONG
            }
            Err(Failure::Other(message)) => {
                screen.error(&message);
                FAILED
            }
        }
    }

    async fn command(&self, parsed: &Parsed, screen: &mut Screen<'_>) -> Result<u8, Failure> {
        self.check_variables(parsed)?;
        match parsed.command.as_str() {
            args::EXPORT => self.export(parsed, screen),
            args::DOCS => self.docs(parsed, screen),
            args::DIFF => self.diff(parsed, screen),
            args::EXPLAIN => self.explain(parsed, screen),
            args::CREATE => self.create(parsed, screen).await,
            args::VERIFY => self.verify(parsed, screen).await,
            args::BACKFILL => self.backfill(parsed, screen).await,
            #[cfg(feature = "import")]
            args::IMPORT => self.import(parsed, screen).await,
            args::COMPLETIONS => {
                let shell = parsed.words.first().map_or("", String::as_str);
                screen.text(&args::completions(&self.tool(), shell)?);
                Ok(FINE)
            }
            other => Err(Usage::new(format!("unknown command `{other}`")).into()),
        }
    }

    /// Refuses a variable that no table has in its name.
    fn check_variables(&self, parsed: &Parsed) -> Result<(), Failure> {
        let given = parsed.pairs("--var")?;
        if given.is_empty() || self.tables.is_empty() {
            return Ok(());
        }
        let mut known: Vec<String> = Vec::new();
        for table in &self.tables {
            let design = table.design()?;
            known.extend(design.variables().into_iter().map(str::to_owned));
        }
        known.sort();
        known.dedup();
        for (name, _) in given {
            if !known.iter().any(|variable| variable == name) {
                if known.is_empty() {
                    let message = "no table has a variable in its name";
                    return Err(Usage::new(format!("unknown variable `{name}`; {message}")).into());
                }
                let known = known.iter().map(String::as_str);
                return Err(unknown::unknown("variable", name, known).into());
            }
        }
        Ok(())
    }

    /// A command of this tool that a person can copy, with the given options.
    fn copied(&self, command: &str, parsed: &Parsed) -> String {
        format!("{} {command}{}", self.program, parsed.common())
    }

    /// Rewrites commands inside text, such as `` `backfill Order` ``, so that they can be copied.
    fn with_commands(&self, text: &str, parsed: &Parsed) -> String {
        let pieces = text.split('`').enumerate();
        let pieces = pieces.map(|(at, piece)| {
            let is_command = at % 2 == 1
                && [args::BACKFILL, args::CREATE]
                    .iter()
                    .any(|command| piece.split(' ').next() == Some(*command));
            if is_command {
                self.copied(piece, parsed)
            } else {
                piece.to_owned()
            }
        });
        pieces.collect::<Vec<_>>().join("`")
    }

    /// The database that the options and the environment name.
    async fn connect(&self, parsed: &Parsed) -> Result<Db, Failure> {
        let mut db = match (&self.db, parsed.value("--embedded")) {
            (Some(db), _) => db.clone(),
            (None, Some(file)) => {
                self.check_file(file, parsed)?;
                embedded(file).await?
            }
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

    /// Refuses a missing database file, unless the command creates it.
    fn check_file(&self, file: &str, parsed: &Parsed) -> Result<(), Failure> {
        if parsed.command == args::CREATE || std::path::Path::new(file).exists() {
            return Ok(());
        }
        let create = if self.tables.is_empty() {
            String::new()
        } else {
            format!("; `{}` makes it", self.copied(args::CREATE, parsed))
        };
        Err(Failure::Other(format!("there is no file `{file}`{create}")))
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

//! The tables of a tool, and the operations that depend on their types.

use std::future::Future;
use std::pin::Pin;

use super::args::{Parsed, Usage};
use super::unknown::unknown;
use super::{Cli, Failure};
use crate::Design;
use dynamo_runtime::op::bulk::{Backfilled, Checkpoint};
use dynamo_runtime::rules::{ItemSet, ItemVisitor};
use dynamo_runtime::{Db, Error, Item};

/// A table of a tool, created by `cli!`, or by [`TableEntry::of`] for a tool built by hand.
pub struct TableEntry {
    name: String,
    design: Box<dyn Fn() -> Result<Design, Error>>,
    physical: fn(&Db) -> Result<String, Error>,
    named: fn(Db, &str) -> Db,
    items: Vec<ItemEntry>,
}

/// An item type of a table.
pub(super) struct ItemEntry {
    pub(super) name: &'static str,
    pub(super) backfill: fn(Db, BackfillRequest) -> Running,
}

pub(super) type Running = Pin<Box<dyn Future<Output = Result<Backfilled, Error>>>>;

/// A backfill of one item type.
pub(super) struct BackfillRequest {
    pub(super) asked: Asked,
    pub(super) resume: Option<Checkpoint>,
    pub(super) progress: Box<dyn FnMut(&Backfilled) + Send>,
}

/// The options of a backfill.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) segments: u32,
    pub(super) concurrency: usize,
    pub(super) page_size: Option<u32>,
    pub(super) rate: Option<u32>,
    pub(super) consistent: bool,
    pub(super) dry_run: bool,
    pub(super) moving: bool,
    pub(super) formerly: Option<String>,
}

/// Lists the item types, each with its backfill.
fn entries<I: ItemSet>() -> Vec<ItemEntry> {
    struct Entries(Vec<ItemEntry>);
    impl ItemVisitor for Entries {
        fn item<T: Item>(&mut self) {
            self.0.push(ItemEntry {
                name: T::SCHEMA.name,
                backfill: |db, request| Box::pin(run::<T>(db, request)),
            });
        }
    }
    let mut entries = Entries(Vec::new());
    I::visit(&mut entries);
    entries.0
}

async fn run<T: Item>(db: Db, request: BackfillRequest) -> Result<Backfilled, Error> {
    let asked = request.asked;
    let mut backfill = T::backfill()
        .segments(asked.segments)
        .concurrency(asked.concurrency)
        .resume(request.resume)
        .progress(request.progress);
    if let Some(size) = asked.page_size {
        backfill = backfill.page_size(size);
    }
    if let Some(units) = asked.rate {
        backfill = backfill.units_per_second(units);
    }
    if asked.consistent {
        backfill = backfill.consistent();
    }
    if asked.dry_run {
        backfill = backfill.dry_run();
    }
    if asked.moving {
        backfill = backfill.move_items();
    }
    if let Some(entity) = asked.formerly {
        backfill = backfill.formerly(entity);
    }
    backfill.send(&db).await
}

impl TableEntry {
    /// Creates the entry of a table from its item types and a function that returns its design.
    pub fn of<I: ItemSet>(design: impl Fn() -> Result<Design, Error> + 'static) -> Self {
        let path = std::any::type_name::<I::Table>();
        Self {
            name: path.rsplit("::").next().unwrap_or(path).to_owned(),
            design: Box::new(design),
            physical: |db| {
                db.table_name::<I::Table>()
                    .map(std::borrow::Cow::into_owned)
            },
            named: |db, name| db.with_table_name::<I::Table>(name),
            items: entries::<I>(),
        }
    }

    /// Returns the name of the type that declares the table.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn items(&self) -> &[ItemEntry] {
        &self.items
    }

    pub(super) fn design(&self) -> Result<Design, Failure> {
        Ok((self.design)()?)
    }

    /// The design under the table's physical name.
    pub(super) fn live_design(&self, db: &Db) -> Result<Design, Failure> {
        let mut design = self.design()?;
        design.table.name = self.physical(db)?;
        Ok(design)
    }

    pub(super) fn physical(&self, db: &Db) -> Result<String, Failure> {
        (self.physical)(db).map_err(|error| match error {
            Error::UnknownVariable { variable, table } => Usage::new(format!(
                "table name `{table}` needs the variable `{variable}`; write `--var {variable}=…`"
            ))
            .into(),
            other => other.into(),
        })
    }

    pub(super) fn named(&self, db: Db, name: &str) -> Db {
        (self.named)(db, name)
    }
}

impl Cli {
    /// The named tables, or all of them.
    pub(super) fn chosen(&self, names: &[String]) -> Result<Vec<&TableEntry>, Usage> {
        for name in names {
            if !self.tables.iter().any(|table| table.name() == name) {
                return Err(self.unknown_table(name));
            }
        }
        let is_chosen =
            |table: &&TableEntry| names.is_empty() || names.iter().any(|name| table.name() == name);
        Ok(self.tables.iter().filter(is_chosen).collect())
    }

    /// The name of an item type that no other table has: `Order`, or `Trading.Order`.
    pub(super) fn full_name(&self, table: &TableEntry, item: &str) -> String {
        let items = self.tables.iter().flat_map(TableEntry::items);
        if items.filter(|known| known.name == item).count() > 1 {
            format!("{}.{item}", table.name())
        } else {
            item.to_owned()
        }
    }

    pub(super) fn unknown_table(&self, name: &str) -> Usage {
        let names: Vec<_> = self.tables.iter().map(TableEntry::name).collect();
        unknown("table", name, names)
    }

    /// The named item types, `Order` or `Trading.Order`, with their tables.
    pub(super) fn chosen_items(
        &self,
        parsed: &Parsed,
    ) -> Result<Vec<(&TableEntry, &ItemEntry)>, Usage> {
        let all = || {
            let tables = self.tables.iter();
            tables.flat_map(|table| table.items().iter().map(move |item| (table, item)))
        };
        let full = |table: &TableEntry, item: &ItemEntry| format!("{}.{}", table.name(), item.name);
        if parsed.words.is_empty() {
            let names: Vec<_> = all().map(|(_, item)| item.name).collect();
            let names = names.join(", ");
            return Err(Usage::new(format!(
                "name the item types to backfill; expected some of: {names}"
            )));
        }
        let mut chosen = Vec::new();
        for word in &parsed.words {
            let is_meant = |(table, item): &(&TableEntry, &ItemEntry)| {
                item.name == word || full(table, item) == *word
            };
            let found: Vec<_> = all().filter(is_meant).collect();
            match found.as_slice() {
                [one] => chosen.push(*one),
                [] => {
                    return Err(unknown("item type", word, all().map(|(_, item)| item.name)));
                }
                several => {
                    let names: Vec<_> = several
                        .iter()
                        .map(|(table, item)| full(table, item))
                        .collect();
                    let names = names.join(", ");
                    let message =
                        format!("several tables have an item type `{word}`; write one of: {names}");
                    return Err(Usage::new(message));
                }
            }
        }
        Ok(chosen)
    }
}

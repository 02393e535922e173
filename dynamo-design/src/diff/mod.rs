//! The differences between two designs of a table: which stored items they leave behind, and what
//! to run.

mod item;
mod item_fields;
mod item_keys;
mod shards;
mod table;
mod values;

use std::fmt;

use crate::Design;

/// The differences between two designs of one table. Created by [`Design::diff`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diff {
    /// The table's current name.
    pub table: String,
    /// The changes, those that cost most first.
    pub changes: Vec<DesignChange>,
}

/// One change to a table's design.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DesignChange {
    /// The item type it is about, if it is about one.
    pub item: Option<String>,
    /// The index it is about, if it is about one.
    pub index: Option<String>,
    /// A description of the change.
    pub what: String,
    /// The kind of work it requires.
    pub effect: Effect,
    /// The consequence for stored items.
    pub stored: String,
    /// The steps to take, in order.
    pub steps: Vec<String>,
}

/// The kind of work that a change requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// No work: stored items are found as before.
    None,
    /// The table must be deployed.
    Deploy,
    /// Stored items have stale or missing index keys, or lack claims on their unique values, until
    /// they are backfilled.
    Backfill,
    /// Stored items can no longer be found or read as they are.
    Orphans,
    /// DynamoDB cannot make this change; it takes a new table.
    NewTable,
}

impl Effect {
    /// Returns the effect in one word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "note",
            Self::Deploy => "deploy",
            Self::Backfill => "backfill",
            Self::Orphans => "orphans",
            Self::NewTable => "new table",
        }
    }
}

impl Design {
    /// Returns the changes since an older design of the same table, usually one that was checked
    /// in.
    ///
    /// Docs, samples and the names of query methods do not count as changes.
    ///
    /// ```
    /// # use dynamo_design::{Design, Effect};
    /// # use dynamo_runtime::{Error, Item};
    /// # mod old {
    /// #     #[derive(dynamo_runtime::Item)]
    /// #     #[table(name = "trades", pk = "id")]
    /// #     pub struct Trade { id: String, market: String }
    /// # }
    /// # #[derive(Item)]
    /// # #[table(name = "trades", pk = "id")]
    /// # #[gsi(name = "by_market", pk = "{market}", pk_attr = "gsi1pk", query = "by_market")]
    /// # struct Trade { id: String, market: String }
    /// # let locked = Design::of::<old::Trade>().build()?;
    /// let now = Design::of::<Trade>().build()?;
    /// let diff = now.diff(&locked);
    /// assert_eq!(diff.effect(), Effect::Backfill);
    /// println!("{diff}");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn diff(&self, old: &Self) -> Diff {
        let mut changes = table::changes(old, self);
        changes.extend(item::changes(old, self));
        changes.sort_by_key(|change| std::cmp::Reverse(change.effect));
        Diff {
            table: self.table.name.clone(),
            changes,
        }
    }

    /// Returns the design without docs, samples and examples, which are not part of the table.
    /// Check this in, so that a reworded comment does not change the lock file.
    #[must_use]
    pub fn locked(&self) -> Self {
        let mut design = self.clone();
        design.docs = None;
        for collection in &mut design.collections {
            collection.docs = None;
        }
        for item in &mut design.items {
            item.docs = None;
            item.key_docs = None;
            item.samples.clear();
            for field in &mut item.fields {
                field.docs = None;
            }
            for query in &mut item.queries {
                query.docs = None;
                for key in query.pk.iter_mut().chain(&mut query.sk) {
                    key.example = None;
                }
            }
        }
        design
    }
}

impl Diff {
    /// Returns the effect of the change that costs most; [`Effect::None`] if there is none.
    #[must_use]
    pub fn effect(&self) -> Effect {
        let effects = self.changes.iter().map(|change| change.effect);
        effects.max().unwrap_or(Effect::None)
    }

    /// Returns whether nothing changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return write!(f, "table `{}` is unchanged", self.table);
        }
        write!(f, "table `{}`:", self.table)?;
        for change in &self.changes {
            write!(f, "\n  {change}")?;
        }
        Ok(())
    }
}

impl fmt::Display for DesignChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "[{}] {}\n    {}",
            self.effect.as_str(),
            self.what,
            self.stored
        )?;
        for step in &self.steps {
            write!(f, "\n    -> {step}")?;
        }
        Ok(())
    }
}

impl DesignChange {
    fn new(effect: Effect, what: String, stored: impl Into<String>) -> Self {
        Self {
            item: None,
            index: None,
            what,
            effect,
            stored: stored.into(),
            steps: Vec::new(),
        }
    }

    fn of_item(mut self, item: &str) -> Self {
        self.item = Some(item.to_owned());
        self
    }

    fn of_index(mut self, index: &str) -> Self {
        self.index = Some(index.to_owned());
        self
    }

    fn step(mut self, step: impl Into<String>) -> Self {
        self.steps.push(step.into());
        self
    }
}

/// Names in backticks, with commas.
fn listed<N: AsRef<str>>(names: &[N]) -> String {
    let names: Vec<_> = names
        .iter()
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    names.join(", ")
}

//! `diff`: compares the declaration with a checked-in lock file.

use std::path::Path;

use super::{read, write};
use crate::cli::args::Parsed;
use crate::cli::screen::Tone;
use crate::cli::{Cli, FINE, FOUND, Failure, Screen};
use crate::{Design, Diff, Effect, Model};

/// The default path of the lock file.
const LOCK: &str = "dynamo.lock";

impl Cli {
    pub(in crate::cli) fn diff(
        &self,
        parsed: &Parsed,
        screen: &mut Screen<'_>,
    ) -> Result<u8, Failure> {
        let path = Path::new(parsed.value("--lock").unwrap_or(LOCK));
        let update = parsed.has("--update");
        let locked = match read(path)? {
            Some(text) => model(path, &text)?,
            None if update => Model::new(&self.name, []),
            None => {
                let lock = parsed.value("--lock");
                let lock = lock.map_or_else(String::new, |lock| format!(" --lock {lock}"));
                return Err(Failure::Other(format!(
                    "there is no lock file `{}`; write it with `{} diff{lock} --update`",
                    path.display(),
                    self.program
                )));
            }
        };
        let mut now = Vec::new();
        for table in self.chosen(&parsed.words)? {
            now.push(table.design()?.locked());
        }
        let mut worst = Effect::None;
        for design in &now {
            let before = locked.tables.iter().find(|before| is_same(before, design));
            let Some(before) = before else {
                let name = screen.paint(Tone::Strong, &design.table.name);
                let create = self.copied(&format!("create {}", design.name), parsed);
                screen.line(&format!("{name}: is new\n  -> `{create}`"));
                worst = worst.max(Effect::Deploy);
                continue;
            };
            let diff = design.diff(before);
            worst = worst.max(diff.effect());
            self.show_diff(&diff, parsed, screen);
        }
        if parsed.words.is_empty() {
            let is_gone = |before: &&Design| !now.iter().any(|design| is_same(before, design));
            for before in locked.tables.iter().filter(is_gone) {
                let name = screen.paint(Tone::Strong, &before.table.name);
                screen.line(&format!(
                    "{name}: is not declared any more\n  -> delete it when nothing reads it"
                ));
                worst = worst.max(Effect::Orphans);
            }
        }
        if update {
            self.lock(path, &locked, &now)?;
            screen.line(&format!("wrote `{}`", path.display()));
            return Ok(FINE);
        }
        Ok(if worst > Effect::None { FOUND } else { FINE })
    }

    /// Writes the lock file; tables that were not chosen stay as they were.
    fn lock(&self, path: &Path, locked: &Model, now: &[Design]) -> Result<(), Failure> {
        let mut tables = Vec::new();
        for table in &self.tables {
            let mut chosen = now.iter().filter(|design| design.name == table.name());
            let mut before = locked
                .tables
                .iter()
                .filter(|design| design.name == table.name());
            tables.extend(chosen.next().or_else(|| before.next()).cloned());
        }
        let model = Model::new(&self.name, tables);
        let text = serde_json::to_string_pretty(&model)
            .map_err(|error| Failure::Other(error.to_string()))?;
        write(path, &(text + "\n"))
    }
}

fn model(path: &Path, text: &str) -> Result<Model, Failure> {
    serde_json::from_str(text).map_err(|error| {
        Failure::Other(format!("`{}` is not a lock file: {error}", path.display()))
    })
}

/// Whether two designs are of the same table: either its declaration or the table may be renamed,
/// not both.
fn is_same(before: &Design, now: &Design) -> bool {
    before.name == now.name || before.table.name == now.table.name
}

impl Cli {
    fn show_diff(&self, diff: &Diff, parsed: &Parsed, screen: &mut Screen<'_>) {
        let name = screen.paint(Tone::Strong, &diff.table);
        if diff.is_empty() {
            let fine = screen.paint(Tone::Good, "unchanged");
            return screen.line(&format!("{name}: {fine}"));
        }
        screen.line(&format!("{name}:"));
        for change in &diff.changes {
            let tone = match change.effect {
                Effect::None => Tone::Good,
                Effect::Deploy | Effect::Backfill => Tone::Warning,
                Effect::Orphans | Effect::NewTable => Tone::Bad,
            };
            let effect = screen.paint(tone, change.effect.as_str());
            screen.line(&format!("  {effect}: {}", change.what));
            screen.line(&format!("    {}", change.stored));
            for step in &change.steps {
                screen.line(&format!("    -> {}", self.with_commands(step, parsed)));
            }
        }
    }
}

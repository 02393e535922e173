//! `backfill`: rewrites stored items, with progress and a file to resume from.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{read, write};
use crate::cli::args::{Parsed, Usage};
use crate::cli::screen::{Progress, Tone};
use crate::cli::tables::{Asked, BackfillRequest};
use crate::cli::{Cli, FINE, FOUND, Failure, Screen};
use dynamo_runtime::op::bulk::{Backfilled, Checkpoint};
use dynamo_runtime::{Db, Error};

/// How many reasons of failures are shown per item type.
const SHOWN_REASONS: usize = 10;

/// How often a line is written if there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// How wide the bar is, in characters.
const BAR: u64 = 30;

/// How far each item type has come, by table and type.
type Places = BTreeMap<String, Checkpoint>;

impl Cli {
    pub(in crate::cli) async fn backfill(
        &self,
        parsed: &Parsed,
        screen: &mut Screen<'_>,
    ) -> Result<u8, Failure> {
        let chosen = self.chosen_items(parsed)?;
        let asked = asked(parsed)?;
        let file = parsed.value("--checkpoint").map(PathBuf::from);
        if asked.dry_run && file.is_some() {
            let message = "a dry run writes nothing, so there is nothing to go on from; leave \
                           `--checkpoint` out";
            return Err(Usage::new(message).into());
        }
        let db = self.connect(parsed).await?;
        let mut code = FINE;
        for (table, item) in chosen {
            let physical = table.physical(&db)?;
            let name = format!("{physical}/{}", item.name);
            let places = file.as_deref().map_or_else(|| Ok(Places::new()), load)?;
            let resume = places.get(&name).cloned();
            if resume.is_some() {
                screen.note(&format!("{}: resumes from the checkpoint", item.name));
            }
            let keeper = file.clone().map(|path| Keeper {
                path,
                name: name.clone(),
                places,
                failure: Arc::default(),
            });
            let failure = keeper.as_ref().map(|keeper| Arc::clone(&keeper.failure));
            let shown = screen.progress();
            let bar = if shown == Progress::None {
                None
            } else {
                let total = estimate(&db, &physical).await?;
                Some(Bar::new(item.name, total, shown == Progress::Bar))
            };
            let is_drawn = shown == Progress::Bar;
            let request = BackfillRequest {
                asked: asked.clone(),
                resume,
                progress: progress(keeper, bar),
            };
            let done = (item.backfill)(db.clone(), request).await;
            if is_drawn {
                screen.note("");
            }
            if done.is_err() && file.is_some() {
                screen.note("the same command continues from here");
            }
            let done = done?;
            if let Some(failure) = failure {
                let failure = failure
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .take();
                if let Some(failure) = failure {
                    return Err(Failure::Other(failure));
                }
            }
            show(item.name, &done, screen);
            if done.failed + done.misplaced > 0 {
                code = FOUND;
            }
            if let Some(path) = &file {
                finish(path, &name)?;
            }
        }
        Ok(code)
    }
}

fn asked(parsed: &Parsed) -> Result<Asked, Usage> {
    Ok(Asked {
        segments: parsed.number("--segments")?.unwrap_or(1),
        concurrency: parsed.number("--concurrency")?.unwrap_or(8),
        page_size: parsed.number("--page-size")?,
        rate: parsed.number("--rate")?,
        consistent: parsed.has("--consistent"),
        dry_run: parsed.has("--dry-run"),
        moving: parsed.has("--move-items"),
        formerly: parsed.value("--formerly").map(str::to_owned),
    })
}

/// How many items the table had when DynamoDB last counted, at most some hours ago.
async fn estimate(db: &Db, table: &str) -> Result<u64, Failure> {
    let count = db
        .live_table(table)
        .describe()
        .await?
        .and_then(|table| table.item_count);
    Ok(count
        .and_then(|count| u64::try_from(count).ok())
        .unwrap_or(0))
}

fn progress(
    mut keeper: Option<Keeper>,
    mut bar: Option<Bar>,
) -> Box<dyn FnMut(&Backfilled) + Send> {
    Box::new(move |done| {
        if let Some(keeper) = &mut keeper {
            keeper.keep(done);
        }
        if let Some(bar) = &mut bar {
            bar.draw(done, Instant::now());
        }
    })
}

/// Stores the progress of a backfill in a file.
struct Keeper {
    path: PathBuf,
    name: String,
    places: Places,
    failure: Arc<Mutex<Option<String>>>,
}

impl Keeper {
    fn keep(&mut self, done: &Backfilled) {
        self.places
            .insert(self.name.clone(), done.checkpoint.clone());
        if let Err(Failure::Other(message)) = save(&self.path, &self.places) {
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            failure.get_or_insert(message);
        }
    }
}

fn load(path: &Path) -> Result<Places, Failure> {
    let Some(text) = read(path)? else {
        return Ok(Places::new());
    };
    serde_json::from_str(&text).map_err(|error| {
        Failure::Other(format!(
            "`{}` is not a checkpoint file: {error}",
            path.display()
        ))
    })
}

/// Writes the file in one step, so that an interruption leaves either the old one or the new one.
fn save(path: &Path, places: &Places) -> Result<(), Failure> {
    let text = serde_json::to_string(places).map_err(|error| Failure::Other(error.to_string()))?;
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    write(&new, &text)?;
    std::fs::rename(&new, path)
        .map_err(|error| Failure::Other(format!("`{}`: {error}", path.display())))
}

/// Removes a finished item type from the file, and the file if it is empty.
fn finish(path: &Path, name: &str) -> Result<(), Failure> {
    let mut places = load(path)?;
    places.remove(name);
    if !places.is_empty() {
        return save(path, &places);
    }
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::Other(format!("`{}`: {error}", path.display())))
        }
        _ => Ok(()),
    }
}

/// The progress of a backfill: a bar on a terminal, a line now and then elsewhere.
struct Bar {
    item: &'static str,
    total: u64,
    is_drawn: bool,
    began: Instant,
    /// When a line was written last.
    told: Instant,
}

impl Bar {
    fn new(item: &'static str, total: u64, is_drawn: bool) -> Self {
        let now = Instant::now();
        Self {
            item,
            total,
            is_drawn,
            began: now,
            told: now,
        }
    }

    fn draw(&mut self, done: &Backfilled, now: Instant) {
        let line = self.line(done, now.duration_since(self.began));
        // The reader may be gone; the backfill continues.
        if self.is_drawn {
            let _ = write!(std::io::stderr(), "\r{line}\u{1b}[K");
        } else if now.duration_since(self.told) >= LINE_EVERY {
            self.told = now;
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }

    fn line(&self, done: &Backfilled, took: Duration) -> String {
        let pace = pace(done.read, self.total, done.checkpoint.is_end(), took);
        if !self.is_drawn {
            return format!("{}: {done}{pace}", self.item);
        }
        let total = self.total.max(done.read).max(1);
        let full = if done.checkpoint.is_end() {
            BAR
        } else {
            done.read * BAR / total
        };
        let bar: String = (0..BAR)
            .map(|at| if at < full { '#' } else { '.' })
            .collect();
        format!("{} [{bar}] {done}{pace}", self.item)
    }
}

/// How many items are read per second, and how long the rest takes at that rate.
fn pace(read: u64, total: u64, is_end: bool, took: Duration) -> String {
    let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    if read == 0 || millis == 0 {
        return String::new();
    }
    let rate = read.saturating_mul(1000) / millis;
    if is_end || rate == 0 || total <= read {
        return format!(", {rate}/s");
    }
    let seconds = (total - read) / rate;
    let left = match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    };
    format!(", {rate}/s, about {left} left")
}

fn show(item: &str, done: &Backfilled, screen: &mut Screen<'_>) {
    let name = screen.paint(Tone::Strong, item);
    let tone = if done.failed + done.misplaced > 0 {
        Tone::Warning
    } else {
        Tone::Good
    };
    let summary = screen.paint(tone, &done.to_string());
    screen.line(&format!("{name}: {summary}"));
    for (attribute, counted) in &done.attributes {
        let (set, removed) = (counted.set, counted.removed);
        screen.line(&format!("  `{attribute}`: {set} set, {removed} removed"));
    }
    if done.misplaced > 0 {
        screen.line("  -> `--move-items` moves items to their own key");
    }
    for (reason, items) in reasons(&done.failures).into_iter().take(SHOWN_REASONS) {
        let word = screen.paint(Tone::Bad, "failed");
        let times = match items {
            1 => String::new(),
            _ => format!(" ({items} items)"),
        };
        screen.line(&format!("  {word}: {reason}{times}"));
    }
}

/// The reasons of some failures in the order they came, and how many items have each.
fn reasons(failures: &[Error]) -> Vec<(String, usize)> {
    let mut reasons: Vec<(String, usize)> = Vec::new();
    for failure in failures {
        let reason = failure.to_string();
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, items)) => *items += 1,
            None => reasons.push((reason, 1)),
        }
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::{Duration, pace};

    #[test]
    fn the_rate_and_the_time_left_are_told() {
        let took = Duration::from_secs(10);
        assert_eq!(pace(0, 100, false, took), "");
        assert_eq!(pace(500, 2000, false, took), ", 50/s, about 30 s left");
        assert_eq!(pace(500, 20_000, false, took), ", 50/s, about 6 min left");
        assert_eq!(
            pace(10, 20_000, false, took),
            ", 1/s, about 5 h 33 min left"
        );
        assert_eq!(pace(500, 400, false, took), ", 50/s");
        assert_eq!(pace(500, 2000, true, took), ", 50/s");
    }
}

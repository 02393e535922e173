//! `import`: item types from templates, models, live tables and sample items.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::{read, write};
use crate::cli::args::{Parsed, Usage};
use crate::cli::{Cli, FINE, Failure, Screen};
use crate::import::{Import, LiveSample};

/// How many items of a live table are read by default.
const SAMPLE: usize = 1000;

/// How many capacity units per second are consumed by default.
const RATE: u32 = 50;

impl Cli {
    pub(in crate::cli) async fn import(
        &self,
        parsed: &Parsed,
        screen: &mut Screen<'_>,
    ) -> Result<u8, Failure> {
        let live = parsed.values("--table");
        if parsed.words.is_empty() && live.is_empty() {
            let message = "name the sources to import, or a live table: `import template.yaml \
                           items.json`, `import --table NAME`";
            return Err(Usage::new(message).into());
        }
        let sample = live_sample(parsed, !live.is_empty())?;
        let out = parsed.value("--out").map(PathBuf::from);
        if let Some(out) = &out {
            may_write(out, parsed)?;
        }
        let mut import = Import::new();
        if parsed.has("--design") {
            import = import.with_options();
        }
        if let Some(file) = out.as_deref().and_then(proof_file) {
            import = import.with_proof(file);
        }
        for word in &parsed.words {
            read_source(word, &mut import)?;
        }
        if !live.is_empty() {
            let db = self.connect(parsed).await?;
            for table in live {
                import.read_live(&db, table, &sample).await?;
            }
        }
        let imported = import.finish()?;
        for note in &imported.notes {
            screen.note(&format!("note: {note}"));
        }
        let Some(out) = out else {
            screen.text(&imported.rust);
            return Ok(FINE);
        };
        write(&out, &imported.rust)?;
        screen.line(&format!("wrote `{}`", out.display()));
        if let Some(file) = proof_file(&out) {
            let path = out.with_file_name(file);
            write(&path, &imported.proof)?;
            screen.line(&format!(
                "wrote `{}`, which the test in it reads; it holds samples as they are",
                path.display()
            ));
        }
        let questions = imported.rust.matches("// Question: ").count();
        if questions > 0 {
            let s = if questions == 1 { "" } else { "s" };
            screen.line(&format!(
                "{questions} question{s} for you: look for `// Question`"
            ));
        }
        Ok(FINE)
    }
}

/// How much of a live table is read. Both options are for live tables only.
fn live_sample(parsed: &Parsed, has_live: bool) -> Result<LiveSample, Usage> {
    let given = ["--sample", "--rate"].into_iter();
    let mut given = given.filter(|name| parsed.value(name).is_some());
    if let Some(name) = given.next().filter(|_| !has_live) {
        let message =
            format!("`{name}` is about a live table; add `--table NAME`, or leave it out");
        return Err(Usage::new(message));
    }
    Ok(LiveSample {
        items: parsed.number("--sample")?.unwrap_or(SAMPLE),
        units_per_second: parsed.number("--rate")?.unwrap_or(RATE),
    })
}

/// The file of the samples next to a source file.
fn proof_file(out: &Path) -> Option<String> {
    let stem = out.file_stem()?.to_str()?;
    Some(format!("{stem}.samples.json"))
}

/// Refuses to replace a file that somebody may have edited.
fn may_write(out: &Path, parsed: &Parsed) -> Result<(), Failure> {
    if out.exists() && !parsed.has("--force") {
        let message = format!("`{}` exists; `--force` replaces it", out.display());
        return Err(Failure::Other(message));
    }
    Ok(())
}

/// Reads a file, standard input, or the samples of a table: `orders=orders.json`.
fn read_source(word: &str, import: &mut Import) -> Result<(), Failure> {
    if word == "-" {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .map_err(|error| Failure::Other(format!("standard input: {error}")))?;
        return Ok(import.read("standard input", &text)?);
    }
    let missing = |path: &str| Failure::Other(format!("there is no file `{path}`"));
    if let Some(text) = read(Path::new(word))? {
        return Ok(import.read(word, &text)?);
    }
    let (table, path) = word.split_once('=').ok_or_else(|| missing(word))?;
    let text = read(Path::new(path))?.ok_or_else(|| missing(path))?;
    Ok(import.read_items(path, table, &text)?)
}

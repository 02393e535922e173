//! A mistake of `ui`, with all that the catalogue says of it.

use std::fs;
use std::path::{Path, PathBuf};

use super::excerpt;
use super::message::{Message, sentence};

/// A mistake as it is stored.
pub(crate) struct Case {
    path: PathBuf,
    source: String,
    recorded: String,
    /// The source without the mistake.
    fixed: Option<String>,
}

/// A mistake as it is shown.
pub(crate) struct Entry {
    /// The directory it is in.
    pub(crate) group: String,
    /// The name of its file.
    pub(crate) name: String,
    /// The rule it breaks.
    pub(crate) rule: String,
    /// The compiler's first message.
    pub(crate) message: String,
    /// The same without what to write instead.
    pub(crate) what: String,
    /// The compiler's other messages.
    pub(crate) others: Vec<String>,
    /// The lines that matter, with the mistake marked.
    pub(crate) mistake: String,
    /// The cure: what to write instead.
    pub(crate) cure: String,
    /// The lines that the cure changes, if they are shown.
    pub(crate) change: Option<String>,
}

/// Every mistake that is one: what reports several at once is a test of its own.
pub(crate) fn all() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let mut paths: Vec<_> = files(&root)
        .into_iter()
        .filter(|path| path.is_dir())
        .flat_map(|group| files(&group))
        .filter(|path| path.to_string_lossy().ends_with(".rs"))
        .filter(|path| !path.to_string_lossy().ends_with(".fixed.rs"))
        .filter(|path| !path.ends_with("all_at_once.rs"))
        .collect();
    paths.sort();
    paths.into_iter().map(Case::read).collect()
}

/// The mistakes that have a cure to show, by group and name.
pub(crate) fn cured() -> Vec<String> {
    let cured = all().into_iter().filter(|case| case.fixed.is_some());
    let names = cured.map(|case| format!("{}/{}", case.group(), case.name()));
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    names
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("a directory of mistakes");
    entries
        .map(|entry| entry.expect("an entry of it").path())
        .collect()
}

impl Case {
    fn read(path: PathBuf) -> Self {
        let text = |path: &Path| fs::read_to_string(path);
        Self {
            source: text(&path).expect("a mistake"),
            recorded: text(&path.with_extension("stderr")).expect("what the compiler says of it"),
            fixed: text(&path.with_extension("fixed.rs")).ok(),
            path,
        }
    }

    fn group(&self) -> String {
        stem(self.path.parent())
    }

    fn name(&self) -> String {
        stem(Some(&self.path))
    }

    /// The catalogue's entry, or what is missing for it.
    pub(crate) fn entry(&self) -> Result<Entry, String> {
        let missing = |what: &str| format!("{} {what}", self.path.display());
        let header = |word: &str| {
            let mut lines = self.source.lines().take(2);
            lines.find_map(|line| line.strip_prefix(word))
        };
        let rule = header("// Rule: ").ok_or_else(|| missing("has no `// Rule: …` line"))?;
        let messages = Message::all(&self.recorded);
        let first = messages
            .first()
            .ok_or_else(|| missing("has no error that points at it"))?;
        let cure = match header("// Cure: ") {
            Some(cure) => cure.to_owned(),
            None => first.cure().ok_or_else(|| {
                missing("has a message that does not say what to write; add a `// Cure: …` line")
            })?,
        };
        let fixed = self.fixed.as_deref();
        Ok(Entry {
            group: self.group(),
            name: self.name(),
            rule: sentence(rule),
            message: first.text.clone(),
            what: first.what().to_owned(),
            others: messages[1..]
                .iter()
                .map(|message| message.text.clone())
                .collect(),
            mistake: excerpt::mistake(&self.source, &messages),
            cure: sentence(&cure),
            change: fixed.map(|fixed| excerpt::change(&self.source, fixed)),
        })
    }
}

fn stem(path: Option<&Path>) -> String {
    let name = path.and_then(Path::file_stem).unwrap_or_default();
    name.to_string_lossy().into_owned()
}

//! The compiler's messages about a mistake, read from the recorded text.

/// One error, as far as it is about the mistake: what the compiler adds of traits and bounds is
/// left out.
pub(crate) struct Message {
    /// Its first line, without `error` and its number.
    pub(crate) text: String,
    /// The line of the source it points at, counted from one.
    pub(crate) line: usize,
    /// The column it points at, counted from zero.
    pub(crate) column: usize,
    /// How many columns are marked.
    pub(crate) width: usize,
    /// The label at the mark.
    label: String,
    notes: Vec<String>,
}

/// How the compiler begins what it says of its own accord.
const NOT_OURS: [&str; 16] = [
    "this error originates",
    "this note originates",
    "required for `",
    "required by ",
    "expected fn pointer",
    "expected reference",
    "expected struct",
    "expected tuple",
    "expected `",
    "type mismatch",
    "unsatisfied",
    "evaluation of `",
    "for local types",
    "for types from",
    "the failure occurred",
    "1 redundant",
];

/// How a sentence begins that says what to do.
const ADVICE: [&str; 15] = [
    "write ",
    "use ",
    "remove ",
    "make ",
    "mark ",
    "give ",
    "derive ",
    "add ",
    "expected ",
    "narrow ",
    "to ",
    "if ",
    "implement ",
    "store ",
    "name ",
];

impl Message {
    /// The errors of a recorded text.
    pub(crate) fn all(recorded: &str) -> Vec<Self> {
        let starts = |line: &&str| line.starts_with("error");
        let lines: Vec<_> = recorded.lines().collect();
        let firsts: Vec<_> = (0..lines.len()).filter(|at| starts(&lines[*at])).collect();
        let ends = firsts.iter().skip(1).copied().chain([lines.len()]);
        let spans = firsts.iter().zip(ends);
        spans
            .filter_map(|(first, end)| Self::read(&lines[*first..end]))
            .collect()
    }

    fn read(lines: &[&str]) -> Option<Self> {
        let (first, rest) = lines.split_first()?;
        let (_, text) = first.split_once(": ")?;
        let text = text.strip_prefix("evaluation panicked: ").unwrap_or(text);
        let place = rest.first()?.trim_start().strip_prefix("--> ")?;
        let mut numbers = place.rsplit(':').map(str::parse::<usize>);
        let (column, line) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        let snippet = rest.iter().skip(1).take_while(|line| is_snippet(line));
        let marks: Vec<_> = snippet.filter_map(|line| mark(line)).collect();
        let at = marks.iter().position(|mark| mark.contains('^'))?;
        let (_, marked) = marks[at].split_once('^')?;
        let after = marked.trim_start_matches('^');
        let width = 1 + marked.len() - after.len();
        // Several labels of one place stand below each other.
        let below = marks[at + 1..].iter().map(|mark| mark.trim());
        let mut labels = std::iter::once(after.trim_start_matches('-').trim()).chain(below);
        let label = labels.find(|label| !label.is_empty() && *label != "|");
        let notes = rest
            .iter()
            .filter_map(|line| line.trim_start().strip_prefix("= note: "));
        Some(Self {
            text: text.to_owned(),
            line,
            column: column - 1,
            width,
            label: label.unwrap_or_default().to_owned(),
            notes: notes.map(str::to_owned).collect(),
        })
    }

    /// The part that says what is wrong, without what to write instead.
    pub(crate) fn what(&self) -> &str {
        parts(&self.text).map_or(&self.text, |(what, _)| what)
    }

    /// The part that says what to write instead, if the compiler does.
    pub(crate) fn cure(&self) -> Option<String> {
        if let Some((_, cure)) = parts(&self.text) {
            return Some(answered(cure));
        }
        let said = std::iter::once(&self.label).chain(&self.notes);
        let ours = said.filter(|said| is_ours(said));
        let ours: Vec<_> = ours.map(String::as_str).collect();
        let is_advice = |said: &&str| ADVICE.iter().any(|verb| said.starts_with(verb));
        let sentences = ours.iter().map(|said| sentence(&answered(said)));
        ours.iter()
            .any(is_advice)
            .then(|| sentences.collect::<Vec<_>>().join(" "))
    }
}

/// With a capital and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let stop = if text.ends_with(['.', '?', ':']) {
        ""
    } else {
        "."
    };
    format!("{}{}{stop}", first.to_uppercase(), letters.as_str())
}

fn is_ours(said: &str) -> bool {
    !said.is_empty() && !NOT_OURS.iter().any(|theirs| said.starts_with(theirs))
}

/// The mistake and its cure, separated by a semicolon outside of code.
fn parts(text: &str) -> Option<(&str, &str)> {
    let mut semicolons = text.match_indices("; ");
    let (at, _) = semicolons.find(|(at, _)| text[..*at].matches('`').count().is_multiple_of(2))?;
    Some((&text[..at], &text[at + 2..]))
}

/// A question or an expectation becomes an instruction: `` did you mean `id`? `` is `` write `id` ``.
fn answered(cure: &str) -> String {
    let cure = match cure.strip_prefix("expected ") {
        Some(expected) => format!("write {expected}"),
        None => cure.to_owned(),
    };
    match cure
        .strip_prefix("did you mean ")
        .and_then(|rest| rest.split_once('?'))
    {
        Some((name, rest)) => format!("write {name}{rest}"),
        None => cure,
    }
}

fn is_snippet(line: &str) -> bool {
    !line.trim_start().starts_with("= ") && !line.starts_with("help") && !line.starts_with("note")
}

/// The marks under a line of the source.
fn mark(line: &str) -> Option<&str> {
    let (number, mark) = line.split_once('|')?;
    number.trim().is_empty().then_some(mark)
}

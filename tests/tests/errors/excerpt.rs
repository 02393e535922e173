//! The lines of a source that matter.

use std::fmt::Write;

use super::message::Message;

/// More lines than this inside a type are shown only if the mistake names them.
const SHORT: usize = 4;

/// A part of the source between blank lines.
struct Block<'a> {
    /// The lines, with their numbers counted from one.
    lines: Vec<(usize, &'a str)>,
}

/// The mistake with what it needs to be understood, and marks where the compiler points.
pub(crate) fn mistake(source: &str, messages: &[Message]) -> String {
    let blocks = blocks(source);
    let marked = |number: usize| messages.iter().any(|message| message.line == number);
    let lines: Vec<_> = source.lines().collect();
    let marks = lines.iter().enumerate().filter(|(at, _)| marked(at + 1));
    let named = words(marks.map(|(_, line)| *line));
    let mut shown: Vec<bool> = blocks.iter().map(|block| block.has(marked)).collect();
    // The lines shown may name other types, which are then shown too.
    loop {
        let lines = blocks.iter().zip(&shown).filter(|(_, shown)| **shown);
        let words = words(
            lines
                .flat_map(|(block, _)| &block.lines)
                .map(|(_, line)| *line),
        );
        let next = (0..blocks.len()).find(|at| !shown[*at] && blocks[*at].is_named(&words));
        let Some(next) = next else { break };
        shown[next] = true;
    }
    let texts = blocks.iter().zip(shown).filter(|(_, shown)| *shown);
    let texts = texts.map(|(block, _)| block.text(messages, &named));
    texts.collect::<Vec<_>>().join("\n")
}

/// The lines that change, as a difference.
pub(crate) fn change(source: &str, fixed: &str) -> String {
    let old: Vec<_> = code(source).collect();
    let new: Vec<_> = code(fixed).collect();
    // The length of the longest common run of lines from each place on.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for at in (0..old.len()).rev() {
        for other in (0..new.len()).rev() {
            common[at][other] = if old[at] == new[other] {
                common[at + 1][other + 1] + 1
            } else {
                common[at + 1][other].max(common[at][other + 1])
            };
        }
    }
    let (mut at, mut other, mut text) = (0, 0, String::new());
    while at < old.len() || other < new.len() {
        if at < old.len() && other < new.len() && old[at] == new[other] {
            (at, other) = (at + 1, other + 1);
        } else if at < old.len()
            && (other == new.len() || common[at + 1][other] >= common[at][other + 1])
        {
            let _ = writeln!(text, "-{}", shortened(old[at]).0);
            at += 1;
        } else {
            let _ = writeln!(text, "+{}", shortened(new[other]).0);
            other += 1;
        }
    }
    text
}

fn code(source: &str) -> impl Iterator<Item = &str> {
    let header = |line: &&str| line.starts_with("// Rule: ") || line.starts_with("// Cure: ");
    source
        .lines()
        .filter(move |line| !header(line) && !line.trim().is_empty())
}

fn blocks(source: &str) -> Vec<Block<'_>> {
    let mut blocks = vec![Block { lines: Vec::new() }];
    let mut depth = 0_usize;
    for (at, line) in source.lines().enumerate() {
        let is_outside = line.starts_with("use ") || line.starts_with("// ");
        if depth == 0 && (line.is_empty() || is_outside) {
            blocks.push(Block { lines: Vec::new() });
            continue;
        }
        depth += line.matches('{').count();
        depth = depth.saturating_sub(line.matches('}').count());
        if let Some(block) = blocks.last_mut() {
            block.lines.push((at + 1, line));
        }
    }
    blocks.retain(|block| !block.lines.is_empty());
    blocks
}

fn words<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    lines
        .flat_map(|line| line.split(move |letter| !is_word(letter)))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

impl Block<'_> {
    fn has(&self, marked: impl Fn(usize) -> bool) -> bool {
        self.lines.iter().any(|(number, _)| marked(*number))
    }

    /// Whether it declares something that is named.
    fn is_named(&self, words: &[String]) -> bool {
        let declared = self.lines.iter().find_map(|(_, line)| {
            let line = line.trim_start_matches("pub ");
            let kinds = ["struct ", "enum ", "union ", "mod ", "impl "];
            let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
            let rest = rest.split(" for ").last()?;
            self::words(std::iter::once(rest)).into_iter().next()
        });
        declared.is_some_and(|name| words.contains(&name))
    }

    fn text(&self, messages: &[Message], named: &[String]) -> String {
        let is_call = self
            .lines
            .iter()
            .any(|(_, line)| line.starts_with("fn main"));
        let indent = if is_call { 4 } else { 0 };
        let inside = self.lines.iter().filter(|(_, line)| is_inside(line));
        let is_long = inside.count() > SHORT;
        let named: Vec<_> = named.iter().map(|word| word.to_lowercase()).collect();
        let mut text = String::new();
        let mut left_out = false;
        for (at, (number, line)) in self.lines.iter().enumerate() {
            if is_call && !is_inside(line) {
                continue;
            }
            if !is_call && is_long && is_inside(line) && !self.is_needed(at, messages, &named) {
                left_out = true;
                continue;
            }
            if left_out {
                text += "    // …\n";
                left_out = false;
            }
            let (shown, cut) = shortened(line);
            let _ = writeln!(text, "{}", shown.get(indent..).unwrap_or_default());
            for message in messages.iter().filter(|message| message.line == *number) {
                text += &mark(message, indent, cut);
            }
        }
        text
    }

    /// Whether a line of a type is marked, or declares a field that is named; the options of a field
    /// go with it.
    fn is_needed(&self, at: usize, messages: &[Message], named: &[String]) -> bool {
        let is_option = self.lines[at].1.trim_start().starts_with("#[");
        let field = if is_option { at + 1 } else { at };
        let is_marked = |(number, _): &(usize, &str)| {
            let mut marked = messages.iter().map(|message| message.line);
            marked.any(|line| line == *number)
        };
        let name = self.lines.get(field).and_then(|(_, line)| {
            let declared = line.split(':').next()?;
            words(std::iter::once(declared)).pop()
        });
        self.lines[at..=field].iter().any(is_marked)
            || name.is_some_and(|name| named.contains(&name))
    }
}

fn is_inside(line: &str) -> bool {
    line.starts_with(' ')
}

/// A comment that marks what the line above it has wrong.
fn mark(message: &Message, indent: usize, cut: usize) -> String {
    let column = message.column.saturating_sub(indent).max(2);
    let width = message.width.saturating_sub(cut).max(1);
    format!("//{}{}\n", " ".repeat(column - 2), "^".repeat(width))
}

/// A line in which a long run of one letter is cut, and by how much.
fn shortened(line: &str) -> (String, usize) {
    let run = "x".repeat(20);
    let Some(start) = line.find(&run) else {
        return (line.to_owned(), 0);
    };
    let rest = line[start..].trim_start_matches('x');
    let cut = line.len() - start - rest.len();
    (format!("{}xxxx…{rest}", &line[..start]), cut - 5)
}

//! The Terraform language: lines and blocks, formatted like `terraform fmt`.

use std::fmt::Write as _;

use super::tree::quoted;

/// A line of a configuration, or a block of them.
pub(super) enum Line {
    /// `name = value`.
    Set(String, String),
    /// `header { … }`, with a blank line before it.
    Block(String, Vec<Line>),
    /// `# text`, with a blank line before it.
    Comment(String),
}

/// `name = value`.
pub(super) fn set(name: &str, value: impl Into<String>) -> Line {
    Line::Set(name.to_owned(), value.into())
}

/// `header { … }`.
pub(super) fn block(header: impl Into<String>, lines: Vec<Line>) -> Line {
    Line::Block(header.into(), lines)
}

/// `# text`.
pub(super) fn comment(text: String) -> Line {
    Line::Comment(text)
}

/// A Terraform string: like JSON's, except that `${` and `%{` are special.
pub(super) fn text(text: &str) -> String {
    quoted(text).replace("${", "$${").replace("%{", "%%{")
}

/// A list of texts.
pub(super) fn texts(values: &[String]) -> String {
    let values: Vec<_> = values.iter().map(|value| text(value)).collect();
    format!("[{}]", values.join(", "))
}

/// Writes lines like `terraform fmt`: the `=` of consecutive lines are aligned.
pub(super) fn write(lines: &[Line], depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    let mut widths = lines.iter().enumerate().map(|(number, line)| {
        let run = lines[..number].iter().rev();
        let before = run.take_while(|line| matches!(line, Line::Set(..))).count();
        let run = &lines[number - before..];
        let run = run.iter().map_while(|line| match line {
            Line::Set(name, _) => Some(name.chars().count()),
            Line::Block(..) | Line::Comment(_) => None,
        });
        (line, run.max().unwrap_or(0))
    });
    let mut first = true;
    // Writing to a `String` cannot fail.
    let mut after_block = false;
    for (line, width) in &mut widths {
        match line {
            Line::Set(name, value) => {
                if after_block {
                    out.push('\n');
                }
                let _ = writeln!(out, "{indent}{name:width$} = {value}");
                after_block = false;
            }
            Line::Block(header, lines) => {
                if !first {
                    out.push('\n');
                }
                let _ = writeln!(out, "{indent}{header} {{");
                write(lines, depth + 1, out);
                let _ = writeln!(out, "{indent}}}");
                after_block = true;
            }
            Line::Comment(text) => {
                if !first {
                    out.push('\n');
                }
                let _ = writeln!(out, "{indent}# {text}");
                after_block = true;
            }
        }
        first = false;
    }
}

//! The output of a command: results go to one place, errors and progress to the other.

use std::fmt::Display;
use std::io::{IsTerminal, Write};

/// The output of a command.
pub struct Screen<'a> {
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    out_is_terminal: bool,
    progress: Progress,
    colours: bool,
}

/// How the progress of a long command is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// A bar that is drawn again and again.
    Bar,
    /// A line now and then, for a log.
    Lines,
    None,
}

/// The meaning of a word on the screen.
#[derive(Clone, Copy)]
pub(super) enum Tone {
    Good,
    Warning,
    Bad,
    Strong,
}

impl<'a> Screen<'a> {
    /// Writes plain text: no colours unless requested, and no progress.
    pub fn plain(out: &'a mut dyn Write, err: &'a mut dyn Write) -> Self {
        Self {
            out,
            err,
            out_is_terminal: false,
            progress: Progress::None,
            colours: false,
        }
    }

    /// Writes to the standard output and error of the process.
    pub(super) fn of_process(out: &'a mut dyn Write, err: &'a mut dyn Write) -> Self {
        Self {
            out,
            err,
            out_is_terminal: std::io::stdout().is_terminal(),
            progress: if std::io::stderr().is_terminal() {
                Progress::Bar
            } else {
                Progress::Lines
            },
            colours: false,
        }
    }

    /// Applies `--color`; without it colours are for terminals, unless `NO_COLOR` is set.
    pub(super) fn colour(&mut self, when: Option<&str>) {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        self.colours = match when {
            Some("always") => true,
            Some("never") => false,
            _ => self.out_is_terminal && !unwanted,
        };
    }

    pub(super) fn progress(&self) -> Progress {
        self.progress
    }

    pub(super) fn paint(&self, tone: Tone, text: &str) -> String {
        if !self.colours {
            return text.to_owned();
        }
        let code = match tone {
            Tone::Good => "32",
            Tone::Warning => "33",
            Tone::Bad => "31",
            Tone::Strong => "1",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }

    /// Writes a line of the result. A reader that is gone is ignored.
    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{text}");
    }

    pub(super) fn text(&mut self, text: &str) {
        let _ = write!(self.out, "{text}");
        let _ = self.out.flush();
    }

    pub(super) fn note(&mut self, text: &str) {
        let _ = writeln!(self.err, "{text}");
    }

    pub(super) fn error(&mut self, error: &dyn Display) {
        let word = self.paint(Tone::Bad, "error");
        let _ = writeln!(self.err, "{word}: {error}");
    }
}

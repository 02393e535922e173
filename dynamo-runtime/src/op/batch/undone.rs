//! Why a batch left entries undone, in words.

use std::fmt;

use crate::error::Error;

/// How many entries a batch left undone without a failure, by what happened to them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Undone {
    /// DynamoDB answered, and did not process them.
    pub(super) unprocessed: usize,
    /// Their request was under way when the deadline passed, so they may have been done.
    pub(super) unanswered: usize,
    pub(super) unsent: usize,
    /// Whether the caller set a deadline.
    pub(super) has_deadline: bool,
}

/// The words for the entries of one kind of batch.
pub(super) struct Wording {
    /// `made`, `read`.
    pub(super) done: &'static str,
    /// Whether an entry without an answer may have been done all the same, and that matters.
    pub(super) changes: bool,
    /// The remedy.
    pub(super) cure: &'static str,
}

impl Undone {
    /// Whether DynamoDB answered for all of them, and processed none.
    pub(super) fn is_unprocessed(self) -> bool {
        self.unprocessed > 0 && self.unanswered == 0 && self.unsent == 0
    }

    /// Writes what happened to the entries, and what to do.
    pub(super) fn write(
        self,
        failure: Option<&Error>,
        wording: &Wording,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let unconfirmed = self.unanswered > 0 || failure.is_some_and(Error::is_unconfirmed);
        let done = if unconfirmed && wording.changes {
            "confirmed"
        } else {
            wording.done
        };
        write!(f, " not {done}")?;
        if let Some(failure) = failure {
            return write!(f, ": {failure}");
        }
        f.write_str(if self.has_deadline {
            " before the deadline: "
        } else {
            " in time: "
        })?;
        for (number, reason) in self.reasons(wording).iter().enumerate() {
            let separator = if number == 0 { "" } else { ", " };
            write!(f, "{separator}{reason}")?;
        }
        write!(f, "; {}", wording.cure)
    }

    fn reasons(self, wording: &Wording) -> Vec<String> {
        let all = self.unprocessed + self.unanswered + self.unsent;
        let (it, them, they_were) = if all == 1 {
            ("it", "it", "it was")
        } else {
            ("they", "them", "they were")
        };
        let done = wording.done;
        let mut reasons = Vec::new();
        if self.unprocessed > 0 {
            let which = if self.unprocessed == all {
                them
            } else {
                "some"
            };
            reasons.push(format!(
                "DynamoDB left {which} unprocessed, usually for lack of capacity"
            ));
        }
        if self.unanswered > 0 {
            reasons.push(match (self.unanswered == all, wording.changes) {
                (true, true) => format!("no answer came, and {it} may have been {done}"),
                (true, false) => "no answer came".to_owned(),
                (false, true) => format!("some got no answer and may have been {done}"),
                (false, false) => "some got no answer".to_owned(),
            });
        }
        if self.unsent > 0 {
            let which = if self.unsent == all {
                they_were
            } else {
                "some were"
            };
            reasons.push(format!("{which} not sent"));
        }
        reasons
    }
}

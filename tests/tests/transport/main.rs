//! Both ways of a request: when the direct way is taken, what it keeps of the SDK's, and what
//! becomes of an attempt that fails.

mod barred;
mod credentials;
mod failures;
mod recorder;
mod sent;

use dynamo_runtime::Item;

/// The item of these tests.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "notes", pk = "id")]
pub(crate) struct Note {
    pub(crate) id: String,
    pub(crate) text: String,
}

pub(crate) fn note(id: &str) -> Note {
    Note {
        id: id.to_owned(),
        text: "x".to_owned(),
    }
}

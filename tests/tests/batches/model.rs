//! Two item types with tables of their own, and one that shares a table with the first.

use dynamo_runtime::{Db, Item};
use tests::{db, unique_name};

use tests::faults::Faults;

/// A note in a folder.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "notes", pk = "PK", sk = "SK")]
#[key(pk = "FOLDER#{folder}", sk = "NOTE#{number:06}")]
pub(crate) struct Note {
    pub(crate) folder: String,
    pub(crate) number: u32,
    pub(crate) text: String,
}

/// The owner of a folder, in the table of the notes.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "owners", pk = "PK", sk = "SK")]
#[key(pk = "FOLDER#{folder}", sk = literal("OWNER"))]
pub(crate) struct Owner {
    pub(crate) folder: String,
    pub(crate) name: String,
}

/// A price, under a key that is a number, and another that is bytes.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "prices", pk = "at", sk = "code")]
pub(crate) struct Price {
    pub(crate) at: rust_decimal::Decimal,
    pub(crate) code: dynamo_runtime::Binary,
    pub(crate) cents: u32,
}

pub(crate) fn note(number: u32) -> Note {
    Note {
        folder: "f".into(),
        number,
        text: format!("text \"{number}\"\n"),
    }
}

pub(crate) fn notes(count: u32) -> Vec<Note> {
    (0..count).map(note).collect()
}

pub(crate) fn owner(folder: &str) -> Owner {
    Owner {
        folder: folder.into(),
        name: "ada".into(),
    }
}

pub(crate) fn price(at: &str, code: u8) -> Price {
    Price {
        at: at.parse().expect("a decimal"),
        code: vec![code, 0xff].into(),
        cents: u32::from(code),
    }
}

/// Runs a test on new tables: one of notes and owners, one of prices; through a layer of faults.
pub(crate) async fn with_tables(test: impl AsyncFnOnce(&Db, &Faults)) {
    let faults = Faults::default();
    let (shared, prices) = (unique_name(), unique_name());
    let db = faults
        .over(&db().await)
        .with_table_name::<Note>(shared.clone())
        .with_table_name::<Owner>(shared)
        .with_table_name::<Price>(prices);
    db.create_table::<Note>().await.expect("a new table");
    db.create_table::<Price>().await.expect("a new table");
    test(&db, &faults).await;
    // A table that cannot be deleted has a name that is not used again.
    let _ = db.delete_table::<Note>().await;
    let _ = db.delete_table::<Price>().await;
}

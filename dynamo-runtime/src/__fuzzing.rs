//! Entry points for the fuzz targets, to the code that reads text from outside. Not covered by
//! semantic versioning.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::codec::DecodeError;
use crate::cursor::{self, Fingerprint, Secret};
use crate::error::Error;
use crate::item::Record;
use crate::key::KeyKind;
use crate::op::{PageBody, Sieve};
use crate::schema::QuerySchema;

/// The key attributes a cursor holds.
pub type Key = HashMap<String, AttributeValue>;

/// A page's records, and the errors of those that could not be decoded.
pub type Page<T> = (Vec<T>, Vec<DecodeError>);

/// Reads a response's body like queries and scans do; `None` if it is malformed.
#[must_use]
pub fn page<T: Record>(body: &[u8]) -> Option<Page<T>> {
    const KEYS: QuerySchema = QuerySchema {
        method: "fuzz",
        index: None,
        scan: None,
        when: None,
        pk: &[],
        sk: &[],
    };
    let mut found = Vec::new();
    let page = PageBody::read(body, &Sieve::open([&KEYS, &KEYS]), &mut found).ok()?;
    let failed = page.failed;
    let failed = failed.into_iter().map(|failed| failed.error).collect();
    Some((found, failed))
}

/// The query that cursors are made for.
fn fingerprint() -> Fingerprint {
    Fingerprint::new("fuzz")
}

fn secret() -> Result<Secret, Error> {
    Secret::derive(b"a secret of the fuzz targets")
}

/// Opens a cursor like a query does, with or without a secret.
///
/// # Errors
///
/// Returns an error if it is refused.
pub fn open(text: &str, sealed: bool) -> Result<Key, Error> {
    let secret = sealed.then(secret).transpose()?;
    let key = cursor::open(&text.into(), fingerprint(), secret.as_ref())?;
    cursor::check_keys(
        &key,
        [
            ("PK", KeyKind::Text),
            ("SK", KeyKind::Number),
            ("B", KeyKind::Bytes),
        ],
    )?;
    Ok(key)
}

/// Creates the cursor of a key.
///
/// # Errors
///
/// Returns an error if it cannot be written.
pub fn seal(key: &Key, sealed: bool) -> Result<String, Error> {
    let secret = sealed.then(secret).transpose()?;
    cursor::seal(key, fingerprint(), secret.as_ref()).map(String::from)
}

/// Creates a cursor around any bytes, which only a holder of the secret can do.
///
/// # Errors
///
/// Returns an error if the system gives no random bytes.
pub fn forge(body: &[u8], sealed: bool) -> Result<String, Error> {
    let secret = sealed.then(secret).transpose()?;
    cursor::envelope(body, fingerprint(), secret.as_ref()).map(String::from)
}

//! Cursors: where a page ended, as opaque text that only the same query accepts.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use aws_sdk_dynamodb::types::AttributeValue;
use chacha20poly1305::aead::{Aead, Generate, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};

use crate::codec::{Decoder, Encoder, canonical_number};
use crate::error::{CursorError, Error};
use crate::key::{KeyKind, KeyValue, MAX_PARTITION_BYTES, MAX_SORT_BYTES};

/// The first byte of a cursor: what follows is plain or encrypted.
const PLAIN: u8 = 1;
const SEALED: u8 = 2;
/// Length of the random nonce of a sealed cursor.
const NONCE_BYTES: usize = 24;
/// Length of the fingerprint of the query a cursor belongs to.
const FINGERPRINT_BYTES: usize = 16;
/// The most key bytes a cursor holds: the table's two keys, and up to four partition and four sort
/// key attributes of an index.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
const MAX_KEY_BYTES: usize = 5 * (MAX_PARTITION_BYTES + MAX_SORT_BYTES);
/// The most bytes of the names of those ten attributes.
const MAX_NAME_BYTES: usize = 10 * 255;
/// No longer text is a cursor: each byte may be written as `\u0001`, with little around it, and
/// three bytes of that are four of the text.
const MAX_TEXT: usize = (6 * (MAX_KEY_BYTES + MAX_NAME_BYTES) + 1024) / 3 * 4;
/// Fingerprints of another version match no query. Raising it invalidates every cursor.
const FINGERPRINT_VERSION: &[u8] = b"1";

/// The key attributes DynamoDB stopped at.
type KeyMap = HashMap<String, AttributeValue>;

/// Where a page ended. Pass it to `after` of the same query to continue from there.
///
/// A cursor is opaque text, safe in a URL. It belongs to one query over one partition, and any
/// other refuses it. Without a [secret](crate::Db::with_cursor_secret), anyone can decode it; with
/// one, it is encrypted and authenticated.
///
/// ```
/// # use dynamo_runtime::{Cursor, Db, Error, Item};
/// # #[derive(Debug, Clone, PartialEq, Item)]
/// # #[table(name = "orders", pk = "customer", sk = "id")]
/// # #[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
/// # struct Order { customer: String, id: u32, status: String, total: u32 }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Order>().await?;
/// # for (id, total) in [(1, 40), (2, 10), (3, 25)] {
/// #     Order { customer: "ada".into(), id, status: "open".into(), total }.create().send(&db).await?;
/// # }
/// let db = db.with_cursor_secret("at least sixteen bytes of it")?;
/// let page = Order::query("ada").limit(1).send(&db).await?;
/// let text = page.next.map(|next| next.to_string()); // for the next link of a response
///
/// let after = text.map(Cursor::from); // from the request that follows the link
/// let page = Order::query("ada").limit(1).after(after).send(&db).await?;
/// assert_eq!(page.items[0].id, 2);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cursor(String);

impl Cursor {
    /// Returns the cursor's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for Cursor {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Cursor {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// A cursor, or none, for [`Query::after`](crate::Query::after).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a cursor",
    label = "expected a `Cursor` or an `Option<Cursor>`, by value",
    note = "write `Cursor::from(text)` for the text of one"
)]
pub trait IntoCursor {
    /// Returns the cursor, if there is one.
    fn into_cursor(self) -> Option<Cursor>;
}

impl IntoCursor for Cursor {
    fn into_cursor(self) -> Option<Cursor> {
        Some(self)
    }
}

impl IntoCursor for Option<Cursor> {
    fn into_cursor(self) -> Option<Cursor> {
        self
    }
}

impl FromStr for Cursor {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.into())
    }
}

impl From<Cursor> for String {
    fn from(cursor: Cursor) -> Self {
        cursor.0
    }
}

impl AsRef<str> for Cursor {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl serde::Serialize for Cursor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> serde::Deserialize<'de> for Cursor {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}

/// The key that cursors are sealed with.
#[derive(Clone)]
pub(crate) struct Secret(Key);

impl Secret {
    /// Derives a key from any text of at least 16 bytes.
    pub(crate) fn derive(secret: &[u8]) -> Result<Self, Error> {
        if secret.len() < 16 {
            return Err(Error::Cursor(CursorError::WeakSecret));
        }
        let mut hash = Sha256::new();
        hash.update(b"dynamo-runtime cursor 1");
        hash.update(secret);
        let digest: [u8; 32] = hash.finalize().into();
        Ok(Self(Key::from(digest)))
    }
}

/// The identity of a query: its table, index, method and keys.
///
/// Most queries neither accept nor return a cursor, so nothing is hashed until there is one.
#[derive(Clone)]
pub(crate) struct Fingerprint(Vec<u8>);

impl Fingerprint {
    pub(crate) fn new(table: &str) -> Self {
        let mut fingerprint = Self(Vec::with_capacity(128));
        fingerprint.add(FINGERPRINT_VERSION);
        fingerprint.add(table.as_bytes());
        fingerprint
    }

    /// Adds a part, delimited by its length.
    pub(crate) fn add(&mut self, part: &[u8]) {
        self.0.extend_from_slice(&(part.len() as u64).to_le_bytes());
        self.0.extend_from_slice(part);
    }

    fn finish(&self) -> [u8; FINGERPRINT_BYTES] {
        let digest: [u8; 32] = Sha256::digest(&self.0).into();
        let mut short = [0; FINGERPRINT_BYTES];
        short.copy_from_slice(&digest[..FINGERPRINT_BYTES]);
        short
    }
}

/// Creates the cursor of a page that ended at `key`.
pub(crate) fn seal(
    key: &KeyMap,
    fingerprint: &Fingerprint,
    secret: Option<&Secret>,
) -> Result<Cursor, Error> {
    let mut encoder = Encoder::json();
    let fault = |error| Error::encode("Cursor", error);
    encoder.begin_item(key.len()).map_err(fault)?;
    let mut names: Vec<_> = key.keys().collect();
    names.sort_unstable();
    for name in names {
        encoder
            .entry_with(name, |to| to.attribute_value(&key[name]))
            .map_err(fault)?;
    }
    encoder.end_item().map_err(fault)?;
    envelope(&encoder.into_json().map_err(fault)?, fingerprint, secret)
}

/// Creates the cursor around the text of a key.
pub(crate) fn envelope(
    body: &[u8],
    fingerprint: &Fingerprint,
    secret: Option<&Secret>,
) -> Result<Cursor, Error> {
    let fingerprint = fingerprint.finish();
    let mut bytes = Vec::with_capacity(body.len() + 64);
    match secret {
        None => {
            bytes.push(PLAIN);
            bytes.extend_from_slice(&fingerprint);
            bytes.extend_from_slice(&checksum(&fingerprint, body));
            bytes.extend_from_slice(body);
        }
        Some(Secret(key)) => {
            let nonce =
                XNonce::try_generate().map_err(|_| Error::Cursor(CursorError::NoRandomness))?;
            let sealed = XChaCha20Poly1305::new(key)
                .encrypt(
                    &nonce,
                    Payload {
                        msg: body,
                        aad: &fingerprint,
                    },
                )
                .map_err(|_| Error::Cursor(CursorError::Malformed))?;
            bytes.push(SEALED);
            bytes.extend_from_slice(&nonce);
            bytes.extend_from_slice(&sealed);
        }
    }
    Ok(Cursor(to_text(&bytes)))
}

/// Reads a cursor back, for the query with this fingerprint only.
pub(crate) fn open(
    cursor: &Cursor,
    fingerprint: &Fingerprint,
    secret: Option<&Secret>,
) -> Result<KeyMap, Error> {
    let bytes = from_text(&cursor.0)?;
    let fingerprint = fingerprint.finish();
    let body = match (bytes.split_first(), secret) {
        (Some((&PLAIN, rest)), None) => plain_body(rest, &fingerprint)?.to_vec(),
        (Some((&SEALED, rest)), Some(secret)) => sealed_body(rest, &fingerprint, secret)?,
        (Some((&PLAIN, _)), Some(_)) => return Err(Error::Cursor(CursorError::WrongSecret)),
        (Some((&SEALED, _)), None) => return Err(Error::Cursor(CursorError::NoSecret)),
        _ => return Err(Error::Cursor(CursorError::Malformed)),
    };
    let malformed = |_| Error::Cursor(CursorError::Malformed);
    Decoder::json(&body)
        .and_then(|mut decoder| decoder.item())
        .map_err(malformed)
}

/// Whether a cursor is whole, as far as that can be known without its query and the secret.
pub(crate) fn is_whole(cursor: &Cursor) -> bool {
    let Ok(bytes) = from_text(&cursor.0) else {
        return false;
    };
    match bytes.split_first() {
        Some((&PLAIN, rest)) => summed_body(rest).is_ok(),
        Some((&SEALED, rest)) => rest.len() > NONCE_BYTES,
        _ => false,
    }
}

/// Whether DynamoDB could have returned a value. A number of a forged cursor may have more digits.
fn is_storable(value: &KeyValue) -> bool {
    match value {
        KeyValue::Number(number) => canonical_number(number).is_ok(),
        KeyValue::Text(_) | KeyValue::Bytes(_) => true,
    }
}

/// Checks that a cursor holds exactly the key attributes of the query, with their types.
pub(crate) fn check_keys<'a>(
    key: &KeyMap,
    expected: impl IntoIterator<Item = (&'a str, KeyKind)>,
) -> Result<(), Error> {
    let mut count = 0;
    for (name, kind) in expected {
        let found = key.get(name).cloned().and_then(KeyValue::from_attribute);
        if found.is_none_or(|value| value.kind() != kind || !is_storable(&value)) {
            return Err(Error::Cursor(CursorError::Malformed));
        }
        count += 1;
    }
    if count == key.len() {
        Ok(())
    } else {
        Err(Error::Cursor(CursorError::Malformed))
    }
}

fn plain_body<'a>(
    rest: &'a [u8],
    fingerprint: &[u8; FINGERPRINT_BYTES],
) -> Result<&'a [u8], Error> {
    let (found, body) = summed_body(rest)?;
    if found != fingerprint {
        return Err(Error::Cursor(CursorError::OtherQuery));
    }
    Ok(body)
}

/// The fingerprint and the body of a cursor, if its checksum is right.
fn summed_body(rest: &[u8]) -> Result<(&[u8], &[u8]), Error> {
    let malformed = || Error::Cursor(CursorError::Malformed);
    let (found, rest) = rest
        .split_at_checked(FINGERPRINT_BYTES)
        .ok_or_else(malformed)?;
    let (sum, body) = rest.split_at_checked(4).ok_or_else(malformed)?;
    let mut stored = [0; FINGERPRINT_BYTES];
    stored.copy_from_slice(found);
    if sum != checksum(&stored, body) {
        return Err(malformed());
    }
    Ok((found, body))
}

fn sealed_body(
    rest: &[u8],
    fingerprint: &[u8; FINGERPRINT_BYTES],
    Secret(key): &Secret,
) -> Result<Vec<u8>, Error> {
    let malformed = || Error::Cursor(CursorError::Malformed);
    let (nonce, sealed) = rest.split_at_checked(NONCE_BYTES).ok_or_else(malformed)?;
    let nonce = XNonce::try_from(nonce).map_err(|_| malformed())?;
    // A forged cursor and one of another query get the same answer, so that neither learns which it
    // was.
    XChaCha20Poly1305::new(key)
        .decrypt(
            &nonce,
            Payload {
                msg: sealed,
                aad: fingerprint,
            },
        )
        .map_err(|_| Error::Cursor(CursorError::OtherQuery))
}

/// Four bytes that detect accidental damage; they do not protect against forgery.
fn checksum(fingerprint: &[u8; FINGERPRINT_BYTES], body: &[u8]) -> [u8; 4] {
    let mut hash = Sha256::new();
    hash.update(fingerprint);
    hash.update(body);
    let digest: [u8; 32] = hash.finalize().into();
    [digest[0], digest[1], digest[2], digest[3]]
}

/// Base64 in the URL-safe alphabet, without padding.
fn to_text(bytes: &[u8]) -> String {
    let mut text = aws_smithy_types::base64::encode(bytes)
        .replace('+', "-")
        .replace('/', "_");
    text.truncate(text.trim_end_matches('=').len());
    text
}

fn from_text(text: &str) -> Result<Vec<u8>, Error> {
    let malformed = || Error::Cursor(CursorError::Malformed);
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if text.len() > MAX_TEXT || !text.bytes().all(allowed) {
        return Err(malformed());
    }
    let mut padded = text.replace('-', "+").replace('_', "/");
    while !padded.len().is_multiple_of(4) {
        padded.push('=');
    }
    aws_smithy_types::base64::decode(padded).map_err(|_| malformed())
}

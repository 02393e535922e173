//! `SigV4` signatures that keep the signing key: it is the same for a whole day, and deriving it is
//! most of the cost of a signature.
//!
//! <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html>

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_credential_types::Credentials;
use aws_sigv4::sign::v4::generate_signing_key;
use aws_smithy_runtime_api::client::identity::Identity;
use sha2::{Digest, Sha256};

use crate::calendar::{date_of, day_of};

const SERVICE: &str = "dynamodb";
pub(super) const CONTENT_TYPE: &str = "application/x-amz-json-1.0";

/// The time of a signature: `20261116T194226Z`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stamp([u8; 16]);

impl Stamp {
    pub(super) fn at(now: SystemTime) -> Self {
        let seconds = seconds(now);
        let (days, rest) = (seconds / 86_400, seconds % 86_400);
        let (year, month, day) = date_of(days.cast_signed());
        let year = year.unsigned_abs();
        let mut text = *b"00000000T000000Z";
        let places = [
            (0, year / 100),
            (2, year % 100),
            (4, month.into()),
            (6, day.into()),
            (9, rest / 3600),
            (11, rest / 60 % 60),
            (13, rest % 60),
        ];
        for (at, value) in places {
            text[at] = digit(value / 10);
            text[at + 1] = digit(value);
        }
        Self(text)
    }

    /// Reads the time of a signature that the SDK made.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; 16] = text.as_bytes().try_into().ok()?;
        let digits = |range: std::ops::Range<usize>| bytes[range].iter().all(u8::is_ascii_digit);
        (digits(0..8) && bytes[8] == b'T' && digits(9..15) && bytes[15] == b'Z')
            .then_some(Self(bytes))
    }

    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    fn date(&self) -> &str {
        &self.as_str()[..8]
    }

    /// Seconds since 1970.
    fn seconds(&self) -> i64 {
        let number = |from: usize, to: usize| {
            let digits = self.0[from..to].iter();
            digits.fold(0, |number, digit| number * 10 + i64::from(digit - b'0'))
        };
        let days = day_of(number(0, 4), number(4, 6), number(6, 8));
        days * 86_400 + number(9, 11) * 3600 + number(11, 13) * 60 + number(13, 15)
    }

    /// How many seconds it is ahead of another; negative if it is behind.
    pub(super) fn ahead_of(&self, other: &Self) -> i64 {
        self.seconds() - other.seconds()
    }
}

/// Whole seconds since 1970.
pub(super) fn seconds(now: SystemTime) -> u64 {
    let since = now.duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// Moves a time by the difference between the service's clock and ours.
pub(super) fn moved(now: SystemTime, seconds: i64) -> SystemTime {
    let by = Duration::from_secs(seconds.unsigned_abs());
    let moved = if seconds >= 0 {
        now.checked_add(by)
    } else {
        now.checked_sub(by)
    };
    moved.unwrap_or(now)
}

fn digit(value: u64) -> u8 {
    let digit = (value % 10) as u8;
    b'0' + digit
}

/// The parts that are the same for all signatures of one identity on one day.
pub(super) struct Day {
    identity: Identity,
    region: String,
    date: String,
    key: Keyed,
    /// `20261116/us-east-1/dynamodb/aws4_request`.
    scope: String,
    /// The header up to the signature.
    header: String,
    token: Option<String>,
}

/// Shows no key.
impl fmt::Debug for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Day")
            .field("scope", &self.scope)
            .finish_non_exhaustive()
    }
}

/// The parts that a signature covers in addition to the time and the body.
#[derive(Clone, Copy)]
pub(super) struct Signed<'a> {
    pub(super) host: &'a str,
    pub(super) target: &'a str,
    pub(super) agent: &'a str,
}

/// A signature up to the body: the same for all requests of one operation within one second.
pub(super) struct Opening {
    /// The hash of the canonical request so far.
    canonical: Sha256,
    /// The hash of the text to sign so far.
    to_sign: Sha256,
}

impl Day {
    /// Returns `None` if the identity is not a pair of AWS keys.
    pub(super) fn new(
        identity: &Identity,
        region: &str,
        stamp: Stamp,
        now: SystemTime,
    ) -> Option<Self> {
        let credentials = identity.data::<Credentials>()?;
        let key = generate_signing_key(credentials.secret_access_key(), now, region, SERVICE);
        let scope = format!("{}/{region}/{SERVICE}/aws4_request", stamp.date());
        let token = credentials.session_token().map(str::to_owned);
        let header = format!(
            "AWS4-HMAC-SHA256 Credential={}/{scope}, SignedHeaders={}, Signature=",
            credentials.access_key_id(),
            signed_headers(token.is_some())
        );
        Some(Self {
            identity: identity.clone(),
            region: region.to_owned(),
            date: stamp.date().to_owned(),
            key: Keyed::new(key.as_ref()),
            scope,
            header,
            token,
        })
    }

    /// Whether it is for this identity, region and date.
    pub(super) fn is_of(&self, identity: &Identity, region: &str, stamp: Stamp) -> bool {
        self.region == region && self.is_of_identity(identity, stamp)
    }

    /// Whether it is for this identity and date.
    pub(super) fn is_of_identity(&self, identity: &Identity, stamp: Stamp) -> bool {
        let credentials = |identity: &'_ Identity| identity.data::<Credentials>().cloned();
        self.date == stamp.date()
            && match (
                self.identity.data::<Credentials>(),
                identity.data::<Credentials>(),
            ) {
                (Some(own), Some(other)) if std::ptr::eq(own, other) => true,
                _ => credentials(&self.identity) == credentials(identity),
            }
    }

    /// Whether its credentials expire within a few seconds.
    pub(super) fn expires_soon(&self, now: SystemTime) -> bool {
        let soon = now + Duration::from_secs(5);
        self.identity.expiration().is_some_and(|at| at <= soon)
    }

    pub(super) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The start of the signatures of an operation at this time.
    pub(super) fn opening(&self, stamp: Stamp, signed: &Signed<'_>) -> Opening {
        let mut canonical = Sha256::new_with_prefix("POST\n/\n\n");
        let headers = [
            ("content-type", Some(CONTENT_TYPE)),
            ("host", Some(signed.host)),
            ("x-amz-date", Some(stamp.as_str())),
            ("x-amz-security-token", self.token()),
            ("x-amz-target", Some(signed.target)),
            ("x-amz-user-agent", Some(signed.agent)),
        ];
        for (name, value) in headers {
            for part in value.map_or(["", "", "", ""], |value| [name, ":", value, "\n"]) {
                canonical.update(part);
            }
        }
        for part in ["\n", signed_headers(self.token.is_some()), "\n"] {
            canonical.update(part);
        }
        let mut to_sign = self.key.inner.clone();
        for part in [
            "AWS4-HMAC-SHA256\n",
            stamp.as_str(),
            "\n",
            &self.scope,
            "\n",
        ] {
            to_sign.update(part);
        }
        Opening { canonical, to_sign }
    }

    /// The value of the `authorization` header.
    pub(super) fn authorization(&self, opening: &Opening, body: &[u8]) -> String {
        let body = hex(Sha256::digest(body).into());
        let canonical = opening.canonical.clone().chain_update(body.as_flattened());
        let canonical = hex(canonical.finalize().into());
        let to_sign = opening.to_sign.clone();
        let inner = to_sign.chain_update(canonical.as_flattened()).finalize();
        let signature = self.key.outer.clone().chain_update(inner).finalize();
        let signature = hex(signature.into());
        let mut header = String::with_capacity(self.header.len() + signature.len() * 2);
        header.push_str(&self.header);
        header.push_str(str::from_utf8(signature.as_flattened()).unwrap_or_default());
        header
    }
}

/// In alphabetical order, as in the canonical request.
///
/// The length of the body is left out, so that the rest is the same for all requests of one second:
/// the hash of the body covers it.
fn signed_headers(with_token: bool) -> &'static str {
    if with_token {
        "content-type;host;x-amz-date;x-amz-security-token;x-amz-target;x-amz-user-agent"
    } else {
        "content-type;host;x-amz-date;x-amz-target;x-amz-user-agent"
    }
}

/// HMAC with SHA-256 under one key, whose part of the work is done once.
struct Keyed {
    inner: Sha256,
    outer: Sha256,
}

impl Keyed {
    /// The size of SHA-256's blocks, which a signing key is shorter than.
    const BLOCK: usize = 64;

    fn new(key: &[u8]) -> Self {
        let padded = |with: u8| {
            let mut block = [with; Self::BLOCK];
            for (byte, key) in block.iter_mut().zip(key) {
                *byte ^= key;
            }
            Sha256::new_with_prefix(block)
        };
        Self {
            inner: padded(0x36),
            outer: padded(0x5c),
        }
    }
}

/// The hexadecimal digits of some bytes.
pub(super) fn hex<const N: usize>(bytes: [u8; N]) -> [[u8; 2]; N] {
    bytes.map(|byte| PAIRS[usize::from(byte)])
}

/// The two digits of every byte.
static PAIRS: [[u8; 2]; 256] = {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut pairs = [[0; 2]; 256];
    let mut byte = 0;
    while byte < pairs.len() {
        pairs[byte] = [DIGITS[byte >> 4], DIGITS[byte & 15]];
        byte += 1;
    }
    pairs
};

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use aws_credential_types::Credentials;
    use aws_sigv4::http_request::{
        PayloadChecksumKind, SignableBody, SignableRequest, SigningParams, SigningSettings, sign,
    };
    use aws_sigv4::sign::v4;
    use aws_smithy_runtime_api::client::identity::Identity;
    use proptest::prelude::*;

    use super::{CONTENT_TYPE, Day, Signed, Stamp, moved};
    use crate::wire::lesson::host_of;

    /// The signature that the SDK's own signer creates.
    fn by_the_sdk(
        identity: &Identity,
        (uri, region): (&str, &str),
        seconds: u64,
        (signed, body): (&Signed<'_>, &[u8]),
    ) -> String {
        let mut settings = SigningSettings::default();
        settings.payload_checksum_kind = PayloadChecksumKind::NoHeader;
        settings.excluded_headers = Some(vec!["content-length".into()]);
        let params = v4::SigningParams::builder()
            .identity(identity)
            .region(region)
            .name("dynamodb")
            .time(UNIX_EPOCH + Duration::from_secs(seconds))
            .settings(settings)
            .build()
            .expect("parameters");
        let length = body.len().to_string();
        let headers = [
            ("content-length", &*length),
            ("content-type", CONTENT_TYPE),
            ("x-amz-target", signed.target),
            ("x-amz-user-agent", signed.agent),
        ];
        let body = SignableBody::Bytes(body);
        let request = SignableRequest::new("POST", uri, headers.into_iter(), body);
        let output = sign(request.expect("a request"), &SigningParams::V4(params));
        let (instructions, _) = output.expect("a signature").into_parts();
        let (headers, _) = instructions.into_parts();
        let authorization = headers
            .iter()
            .find(|header| header.name() == "authorization");
        authorization.expect("a header").value().to_owned()
    }

    proptest! {
        #[test]
        fn signatures_are_those_of_the_sdk(
            seconds in 0_u64..4_102_444_800,
            token in proptest::option::of("[A-Za-z0-9+/=]{1,200}"),
            host in "[a-z0-9.-]{1,40}[a-z](:[1-9][0-9]{1,3})?",
            body in proptest::collection::vec(any::<u8>(), 0..300),
        ) {
            let credentials = Credentials::new("AKIDEXAMPLE", "secret", token, None, "test");
            let identity = Identity::from(credentials);
            let uri = format!("https://{host}/");
            let signed = Signed {
                host: host_of(&uri).expect("a host"),
                target: "DynamoDB_20120810.GetItem",
                agent: "aws-sdk-rust/1.3 ua/2.1",
            };
            let now = UNIX_EPOCH + Duration::from_secs(seconds);
            let stamp = Stamp::at(now);
            let day = Day::new(&identity, "eu-central-1", stamp, now).expect("a key");
            prop_assert_eq!(
                day.authorization(&day.opening(stamp, &signed), &body),
                by_the_sdk(&identity, (&uri, "eu-central-1"), seconds, (&signed, &body))
            );
        }

        #[test]
        fn stamps_are_read_back(seconds in 0_u64..4_102_444_800, off in -40_000_000_i64..40_000_000) {
            let now = UNIX_EPOCH + Duration::from_secs(seconds + 40_000_000);
            let stamp = Stamp::at(now);
            prop_assert_eq!(Stamp::parse(stamp.as_str()), Some(stamp));
            let other = Stamp::at(moved(now, off));
            prop_assert_eq!(other.ahead_of(&stamp), off);
        }
    }

    #[test]
    fn a_day_ends_at_midnight_in_utc() {
        let identity = Identity::from(Credentials::new("AKID", "secret", None, None, "test"));
        let midnight = UNIX_EPOCH + Duration::from_hours(20_758 * 24);
        let (before, after) = (midnight - Duration::from_secs(1), midnight);
        let stamp = Stamp::at(before);
        let day = Day::new(&identity, "eu-central-1", stamp, before).expect("a key");
        assert!(day.is_of(&identity, "eu-central-1", stamp));
        assert!(!day.is_of(&identity, "eu-central-1", Stamp::at(after)));
        assert!(!day.is_of(&identity, "us-east-1", stamp));
        let rotated = Identity::from(Credentials::new("AKID", "other", None, None, "test"));
        assert!(!day.is_of(&rotated, "eu-central-1", stamp));
    }
}

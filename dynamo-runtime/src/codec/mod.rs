//! Values: how Rust types become DynamoDB attributes, and attributes Rust types again.
//!
//! [`Encode`] and [`Decode`] are also at the crate's root; this module has their errors and the
//! traits of map keys, set elements and vectors.

mod binary;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "rust_decimal")]
mod decimal;
mod decoder;
mod encoder;
mod error;
mod find_byte;
mod flatten;
#[doc(hidden)]
pub mod formats;
mod interop;
#[cfg(feature = "jiff")]
mod jiff;
mod kind;
mod list;
mod map;
mod number_text;
mod option;
mod pointer;
mod scalar;
mod serde;
mod set;
mod shown;
#[cfg(test)]
mod tests;
mod text;
#[cfg(feature = "time")]
mod time;
mod tuple;
#[cfg(feature = "ulid")]
pub(crate) mod ulid;
#[expect(
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    reason = "method lookup ends here, and it never runs"
)]
mod unreadable;
#[cfg(feature = "uuid")]
mod uuid;
mod value_path;
mod vector;

#[doc(hidden)]
pub use self::binary::Binary;
#[doc(hidden)]
pub use self::decoder::Decoder;
#[doc(hidden)]
pub use self::encoder::Encoder;
pub use self::error::{DecodeError, EncodeError};
pub(crate) use self::find_byte::contains;
pub use self::flatten::Flatten;
#[doc(hidden)]
pub use self::interop::{from_value, to_value};
pub use self::kind::AttributeType;
pub use self::map::MapKey;
pub(crate) use self::serde::{serde_absent, serde_is_absent};
#[doc(hidden)]
pub use self::serde::{serde_decode, serde_encode};
pub use self::set::SetElement;
#[doc(hidden)]
pub use self::shown::ShownAsText;
#[doc(hidden)]
pub use self::unreadable::UnreadField;
#[doc(hidden)]
pub use self::vector::Vector;
pub use self::vector::{VectorArg, VectorField, VectorLength};

/// A type that can be stored in an attribute.
///
/// Implemented for std types and, behind features, for those of `chrono`, `jiff`, `time`, `uuid`,
/// `ulid`, `rust_decimal`, `bytes` and `compact_str`. Derive `Attribute` for your own types.
///
/// ```
/// use dynamo_runtime::{Encode, Encoder, codec::EncodeError};
///
/// struct Celsius(f64);
///
/// impl Encode for Celsius {
///     fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
///         to.f64(self.0)
///     }
/// }
///
/// let mut to = Encoder::json();
/// Celsius(36.6).encode(&mut to)?;
/// assert_eq!(to.into_json()?, br#"{"N":"36.6"}"#);
/// # Ok::<(), EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored in a DynamoDB attribute",
    label = "not an attribute value",
    note = "derive `Attribute` for a type of your own; mark a field `#[dynamo(serde)]` if its type has serde's traits, as `serde_json::Value` has, and `#[dynamo(with = module)]` to convert it yourself",
    note = "mark a `SystemTime` `#[dynamo(with = dynamo_runtime::formats::epoch_millis)]`; the types of `chrono`, `jiff`, `time`, `uuid`, `ulid`, `rust_decimal`, `bytes` and `compact_str` need the feature of that name"
)]
pub trait Encode {
    /// Writes exactly one attribute value.
    ///
    /// # Errors
    /// Returns an error if DynamoDB cannot store the value, for example a number out of range or an
    /// empty set.
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Returns whether the attribute is left out of the item, like `None` or an empty set.
    fn is_absent(&self) -> bool {
        false
    }

    /// Returns the text that [`encode`](Self::encode) would write, if it only has to be lent: the
    /// same, but cheaper. If a type does not implement this, `encode` is called.
    #[doc(hidden)]
    fn lent_text(&self) -> Option<&str> {
        None
    }
}

/// A type that can be read from an attribute.
///
/// ```
/// use dynamo_runtime::{Decode, Decoder, codec::DecodeError};
///
/// #[derive(Debug, PartialEq)]
/// struct Celsius(f64);
///
/// impl Decode for Celsius {
///     const EXPECTED: &'static str = "N";
///
///     fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
///         from.f64().map(Celsius)
///     }
/// }
///
/// let mut from = Decoder::json(br#"{"N":"36.6"}"#)?;
/// assert_eq!(Celsius::decode(&mut from)?, Celsius(36.6));
/// # Ok::<(), DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a DynamoDB attribute",
    label = "not an attribute value",
    note = "derive `Attribute` for a type of your own; mark a field `#[dynamo(serde)]` if its type has serde's traits, as `serde_json::Value` has, and `#[dynamo(with = module)]` to convert it yourself",
    note = "mark a `SystemTime` `#[dynamo(with = dynamo_runtime::formats::epoch_millis)]`; the types of `chrono`, `jiff`, `time`, `uuid`, `ulid`, `rust_decimal`, `bytes` and `compact_str` need the feature of that name"
)]
pub trait Decode: Sized {
    /// The expected stored value, as errors describe it.
    const EXPECTED: &'static str = "a value";

    /// The number of different `None`s that the type has. Two would be stored in the same way, so a
    /// field can have at most one.
    #[doc(hidden)]
    const NONES: u8 = 0;

    /// Whether a missing attribute stands for the value of `absent`.
    #[doc(hidden)]
    const OPTIONAL: bool = false;

    /// The variants of an enum without data, as written in Rust, in the order of `EXPECTED`.
    #[doc(hidden)]
    const VARIANTS: &'static [&'static str] = &[];

    /// Reads exactly one attribute value.
    ///
    /// # Errors
    /// Returns an error if the stored value is of another type, or does not fit.
    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError>;

    /// Returns the value that a missing attribute stands for; `None` if the attribute is required.
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }
}

/// Whether a body is one JSON value, from its first byte to its last.
pub(crate) fn is_whole_json(body: &[u8]) -> bool {
    let read = Decoder::json(body).and_then(|mut from| {
        from.skip_plain()?;
        from.finish()
    });
    read.is_ok()
}

/// Returns a number in DynamoDB's form, or the reason why it cannot be stored.
pub(crate) fn canonical_number(text: &str) -> Result<String, &'static str> {
    match number_text::Number::parse(text) {
        Ok(number) => Ok(number.to_text().as_str().to_owned()),
        Err(error) => Err(error.as_str()),
    }
}

/// Returns the order of two numbers; `None` if one is not a number.
pub(crate) fn compare_numbers(left: &str, right: &str) -> Option<std::cmp::Ordering> {
    let parse = |text| number_text::Number::parse(text).ok();
    Some(parse(left)?.compare(&parse(right)?))
}

/// Returns a field's value once all attributes are read.
///
/// # Errors
/// Returns an error if the attribute is missing and the type requires it.
pub(crate) fn required<T: Decode>(value: Option<T>, name: &'static str) -> Result<T, DecodeError> {
    match value.or_else(T::absent) {
        Some(value) => Ok(value),
        None => Err(DecodeError::missing_of(name, T::EXPECTED)),
    }
}

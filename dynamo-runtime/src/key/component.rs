//! The types that may be used at each place in a key. Each rule is a trait, so that the compiler
//! checks it on the field's type and words the failure.

use std::marker::PhantomData;

use super::{KeyError, KeyKind, KeyPart, Piece, Spelling};

/// A type whose values can be a key, or a part of one, and be read back from it.
///
/// An `Option` is not one: only an index key may be absent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of a DynamoDB key",
    label = "keys are made of text, numbers or bytes",
    note = "derive `Attribute` on a unit enum or a newtype, or on a type with `Display` and `FromStr` and `#[dynamo(text)]`, to use it in keys"
)]
pub trait KeyComponent: KeyPart + Sized {
    /// The form of its values as text.
    const SPELLING: Spelling;

    /// The type of a key attribute that consists of this component alone.
    const KIND: KeyKind = Self::SPELLING.kind();

    /// Reads the component back: text, decimal text of a number, or bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the stored key holds something else. The reason completes the sentence
    /// "component `x` …".
    fn from_piece(piece: Piece<'_>) -> Result<Self, KeyError>;

    /// Checks that `text` is a value of this type, without keeping it.
    ///
    /// # Errors
    ///
    /// The same as [`from_piece`](Self::from_piece).
    fn check_text(text: &str) -> Result<(), KeyError> {
        let value = Self::from_piece(Piece::Text(text.into()))?;
        match value.piece() {
            // A key uses one spelling; any other would find nothing.
            Some(Piece::Text(written)) if written != text => Err(KeyError::new(
                "is not spelled as in keys; parse the text and pass the value",
            )),
            _ => Ok(()),
        }
    }
}

/// A type that can be part of the table's partition key.
///
/// It can then be part of every other key, so that a type that cannot be in any key is reported
/// once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of a partition key",
    label = "text, whole numbers, decimals and bytes can; a float, a `bool`, a collection or an `Option` cannot",
    note = "to use a type of your own in keys, derive `Attribute`: for a unit enum, for a newtype, or with `#[dynamo(text)]`",
    note = "bytes are a `Binary`: a `Vec<u8>` is stored as a list of numbers",
    note = "the types of `chrono`, `jiff`, `time`, `uuid`, `ulid`, `rust_decimal`, `bytes` and `compact_str` need the feature of that name"
)]
pub trait PartitionKeyPart: SortKeyPart + IndexPartitionPart {
    /// Requires nothing but this trait.
    #[doc(hidden)]
    fn check(_: PhantomData<Self>)
    where
        Self: Sized,
    {
    }
}

/// A type that can be part of the table's sort key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of a sort key",
    label = "text, numbers and bytes can; a `bool`, a collection or an `Option` cannot",
    note = "to use a type of your own in keys, derive `Attribute`: for a unit enum, for a newtype, or with `#[dynamo(text)]`",
    note = "bytes are a `Binary`: a `Vec<u8>` is stored as a list of numbers",
    note = "the types of `chrono`, `jiff`, `time`, `uuid`, `ulid`, `rust_decimal`, `bytes` and `compact_str` need the feature of that name"
)]
pub trait SortKeyPart: KeyComponent + IndexSortPart {
    /// Requires nothing but this trait.
    #[doc(hidden)]
    fn check(_: PhantomData<Self>)
    where
        Self: Sized,
    {
    }
}

/// A type that can be part of an index's partition key: as in the table, or an `Option` of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of an index's partition key",
    label = "text, whole numbers, decimals and bytes can, or an `Option` of them",
    note = "to use a type of your own in keys, derive `Attribute`: for a unit enum, for a newtype, or with `#[dynamo(text)]`",
    note = "bytes are a `Binary`: a `Vec<u8>` is stored as a list of numbers",
    note = "the types of `chrono`, `jiff`, `time`, `uuid`, `ulid`, `rust_decimal`, `bytes` and `compact_str` need the feature of that name"
)]
pub trait IndexPartitionPart: IndexSortPart {
    /// Requires nothing but this trait.
    #[doc(hidden)]
    fn check(_: PhantomData<Self>)
    where
        Self: Sized,
    {
    }
}

#[diagnostic::do_not_recommend]
impl<T: PartitionKeyPart> IndexPartitionPart for T {}

#[diagnostic::do_not_recommend]
impl<T: PartitionKeyPart> IndexPartitionPart for Option<T> {}

/// A type that a `unique` field can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be `unique`",
    label = "text, whole numbers, decimals and bytes can, or an `Option` of them",
    note = "to use a type of your own, derive `Attribute`: for a unit enum, for a newtype, or with `#[dynamo(text)]`"
)]
pub trait UniquePart {
    /// Evaluated for the field's type.
    #[doc(hidden)]
    const IS_UNIQUE: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: IndexPartitionPart> UniquePart for T {}

/// A type that can be part of an index's sort key: as in the table, or an `Option` of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of an index's sort key",
    label = "text, numbers and bytes can, or an `Option` of them",
    note = "to use a type of your own in keys, derive `Attribute`: for a unit enum, for a newtype, or with `#[dynamo(text)]`",
    note = "bytes are a `Binary`: a `Vec<u8>` is stored as a list of numbers",
    note = "the types of `chrono`, `jiff`, `time`, `uuid`, `ulid`, `rust_decimal`, `bytes` and `compact_str` need the feature of that name"
)]
pub trait IndexSortPart: KeyPart {
    /// Whether it may be absent.
    #[doc(hidden)]
    const MAY_BE_ABSENT: bool = false;

    /// The form of its values as text.
    #[doc(hidden)]
    const PART_SPELLING: Spelling;

    /// Requires nothing but this trait.
    #[doc(hidden)]
    fn check(_: PhantomData<Self>)
    where
        Self: Sized,
    {
    }
}

#[diagnostic::do_not_recommend]
impl<T: SortKeyPart> IndexSortPart for T {
    const PART_SPELLING: Spelling = <T as KeyComponent>::SPELLING;
}

#[diagnostic::do_not_recommend]
impl<T: SortKeyPart> IndexSortPart for Option<T> {
    const MAY_BE_ABSENT: bool = true;
    const PART_SPELLING: Spelling = <T as KeyComponent>::SPELLING;
}

/// A type that can be next to other text in a template.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand beside text in a key",
    label = "bytes are a key only by themselves",
    note = "write the field alone, as in `pk = \"{{field}}\"`, or store it as text"
)]
pub trait TemplatePart {
    /// Requires nothing but this trait.
    #[doc(hidden)]
    fn check(_: PhantomData<Self>)
    where
        Self: Sized,
    {
    }
}

/// A type whose text sorts like its values, next to other text in a sort key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` would sort as text in this sort key, \"10\" before \"9\"",
    label = "write `{{field:020}}` with enough digits, or `{{field:sortable}}`"
)]
pub trait UnpaddedSortPart {
    /// Requires nothing but this trait.
    #[doc(hidden)]
    fn check(_: PhantomData<Self>)
    where
        Self: Sized,
    {
    }
}

/// A type that needs no precision when its values are compared or are a key of their own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` needs a precision in this key: without one, `10:30:00.5Z` comes before `10:30:00Z`",
    label = "write `{{field:seconds}}`, `{{field:millis}}`, `{{field:micros}}` or `{{field:nanos}}`",
    note = "a field that is the key attribute itself takes it in its key, as in `#[key(sk = \"{{field:millis}}\")]`"
)]
pub trait UntimedPart {
    /// Requires nothing but this trait.
    #[doc(hidden)]
    fn check(_: PhantomData<Self>)
    where
        Self: Sized,
    {
    }
}

/// A time, which the formats `seconds`, `millis`, `micros` and `nanos` apply to.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a time",
    label = "`seconds`, `millis`, `micros` and `nanos` are for times",
    note = "a `SystemTime` and the times of `chrono` and `time` are; write `{{field}}` for a date or text"
)]
pub trait TimePart {
    /// Requires nothing but this trait.
    #[doc(hidden)]
    fn check(_: PhantomData<Self>)
    where
        Self: Sized,
    {
    }
}

/// Text, which `begins_with` and the formats `lower`, `upper`, `escape`, `raw` and `first` apply
/// to.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not text",
    label = "`begins_with`, `lower`, `upper`, `escape`, `raw` and `first(n)` are for text",
    note = "write `{{field:020}}` or `{{field:sortable}}` for a number in a key, and compare one with `gt` or `between`"
)]
pub trait TextPart {
    /// Requires nothing but this trait.
    #[doc(hidden)]
    fn check(_: PhantomData<Self>)
    where
        Self: Sized,
    {
    }
}

/// An integer, which zero padding applies to.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a whole number",
    label = "zero padding keeps the order of whole numbers only",
    note = "write `{{field:sortable}}` for other numbers, and `{{field}}` for text"
)]
pub trait IntegerPart {
    /// Requires nothing but this trait.
    #[doc(hidden)]
    fn check(_: PhantomData<Self>)
    where
        Self: Sized,
    {
    }
}

/// A number, which `add` and the formats `sortable` and `neg` apply to.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number",
    label = "`add`, `sortable` and `neg` are for numbers",
    note = "write `{{field}}` for text in a key; an update changes text with `set`, a set with `add_to_set`, a list with `append`"
)]
pub trait NumberPart {
    /// The least and the greatest value of an integer type; stored values stay between them.
    #[doc(hidden)]
    const RANGE: Option<(i128, i128)> = None;

    /// Requires nothing but this trait.
    #[doc(hidden)]
    fn check(_: PhantomData<Self>)
    where
        Self: Sized,
    {
    }
}

#[diagnostic::do_not_recommend]
impl<T: TemplatePart> TemplatePart for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: UnpaddedSortPart> UnpaddedSortPart for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: UntimedPart> UntimedPart for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: TimePart> TimePart for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: TextPart> TextPart for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: IntegerPart> IntegerPart for Option<T> {}
#[diagnostic::do_not_recommend]
impl<T: NumberPart> NumberPart for Option<T> {
    const RANGE: Option<(i128, i128)> = T::RANGE;
}

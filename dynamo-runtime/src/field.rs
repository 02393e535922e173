//! Field constants: one per field, from which ranges, filters and conditions are built.

use std::fmt;
use std::marker::PhantomData;

use crate::__private::{Fault, KeyFields};
use crate::codec::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};
use crate::expr::Path;
use crate::key::KeyPart;
use crate::schema::KeySpec;

/// The description of one field. The derive implements it on one marker type per field.
pub trait FieldInfo: 'static {
    /// The struct the field belongs to.
    type Owner;
    /// The field's type.
    type Value: 'static;
    /// How the value is stored.
    type Codec: FieldCodec<Self::Value>;
    /// Its position in the struct, and its names.
    #[doc(hidden)]
    const PLACE: FieldPlace;
    /// The field's number in its struct.
    const NUMBER: usize = Self::PLACE.0;
    /// The field's name.
    const NAME: &'static str = Self::PLACE.1;
    /// The attribute the field is stored under.
    const ATTRIBUTE: &'static str = Self::PLACE.2;

    /// The numbers of the key components that are nested in it.
    const NESTED: &'static [usize] = &[];

    /// The key of the table that the field is read from, if its attribute is stored in another
    /// form.
    #[doc(hidden)]
    const KEY: Option<&'static KeySpec> = None;

    /// Takes the field from the components of that key.
    #[doc(hidden)]
    fn from_key(key: &mut KeyFields, fault: &mut Fault) -> Option<Self::Value> {
        let _ = (key, fault);
        None
    }

    /// Returns the value that a missing attribute means, if the field has a default.
    #[must_use]
    fn default_value() -> Option<Self::Value> {
        None
    }

    /// Returns how many fraction digits a time has that the runtime fills in: as many as in the
    /// keys that contain it, or all.
    #[doc(hidden)]
    #[must_use]
    fn precision() -> Option<u8> {
        None
    }

    /// Returns the value as a component, if the field is in a key.
    #[must_use]
    fn part(value: &Self::Value) -> Option<&dyn KeyPart> {
        let _ = value;
        None
    }

    /// Returns the component with this number that is nested in the value; `None` if it is absent.
    #[must_use]
    fn nested_part(value: &Self::Value, number: usize) -> Option<&dyn KeyPart> {
        let _ = (value, number);
        None
    }
}

/// The number of a field in its struct, its name, and the attribute it is stored under.
///
/// One tuple instead of three constants, because each constant costs compile time.
pub type FieldPlace = (usize, &'static str, &'static str);

/// How a field's values are turned into attribute values.
pub trait FieldCodec<V> {
    /// Whether numbers are stored as they are.
    #[doc(hidden)]
    const AS_IS: bool = false;

    /// Whether text is stored as in keys.
    #[doc(hidden)]
    const TEXT_AS_IN_KEYS: bool = false;

    /// Encodes one value.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be stored.
    fn encode(value: &V, to: &mut Encoder) -> Result<(), EncodeError>;

    /// Whether there is nothing to store.
    fn is_absent(value: &V) -> bool;
}

/// How a field's values are read back.
pub trait FieldDecode<V> {
    /// Decodes one value.
    ///
    /// # Errors
    ///
    /// Returns an error if the stored value has another type.
    fn decode(from: &mut Decoder<'_>) -> Result<V, DecodeError>;

    /// Returns the value that a missing attribute means; `None` if the attribute is required.
    ///
    /// # Errors
    ///
    /// Returns an error if that value cannot be decoded.
    fn absent() -> Result<Option<V>, DecodeError>;
}

/// The codec of the value's own type.
pub struct Own;

impl<V: Encode> FieldCodec<V> for Own {
    const AS_IS: bool = true;
    const TEXT_AS_IN_KEYS: bool = true;

    fn encode(value: &V, to: &mut Encoder) -> Result<(), EncodeError> {
        value.encode(to)
    }

    fn is_absent(value: &V) -> bool {
        value.is_absent()
    }
}

impl<V: Decode> FieldDecode<V> for Own {
    fn decode(from: &mut Decoder<'_>) -> Result<V, DecodeError> {
        V::decode(from)
    }

    fn absent() -> Result<Option<V>, DecodeError> {
        Ok(V::absent())
    }
}

/// The codec of `#[dynamo(serde)]`.
pub struct Serde;

impl<V: serde::Serialize> FieldCodec<V> for Serde {
    const AS_IS: bool = true;

    fn encode(value: &V, to: &mut Encoder) -> Result<(), EncodeError> {
        crate::codec::serde_encode(value, to)
    }

    fn is_absent(value: &V) -> bool {
        crate::codec::serde_is_absent(value)
    }
}

impl<V: serde::de::DeserializeOwned> FieldDecode<V> for Serde {
    fn decode(from: &mut Decoder<'_>) -> Result<V, DecodeError> {
        crate::codec::serde_decode(from)
    }

    fn absent() -> Result<Option<V>, DecodeError> {
        Ok(crate::codec::serde_absent())
    }
}

/// A field with its own attribute, so that expressions can name it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an attribute of its own, so no expression can name it",
    label = "this field is stored only inside a key",
    note = "remove `key_only` from the field to store it as well, or use it in `range` if it leads the sort key"
)]
pub trait StoredField: FieldInfo {}

/// A field marked `counter`, which the writes of other items maintain.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a counter",
    label = "nothing can be counted in this field",
    note = "mark the field with `#[dynamo(counter)]`"
)]
pub trait CounterField: StoredField {}

/// A type that a `counter` can have.
///
/// Only `i64` can, because a counter can be negative: until [`recount`](crate::Item::recount) has
/// counted the items that were stored before the counter was declared, deleting them takes it below
/// zero.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a `counter`",
    label = "a counter is an `i64`"
)]
pub trait CounterValue {
    /// Evaluated for the field's type.
    #[doc(hidden)]
    const IS_COUNTER: () = ();
}

impl CounterValue for i64 {}

/// A field of an item, as a constant of its struct: `Order::STATUS`.
///
/// `I` is the struct, `V` the field's type, `M` the marker that identifies the field at compile
/// time.
///
/// You can compare it with a `V`, a `&V`, the content of an `Option`, or a `&str` if `V` is text.
/// An update can set it to one of these, to [`known`](crate::known) with one of these, or to
/// arithmetic on stored values.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
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
/// let orders = Order::query("ada")
///     .range(Order::ID.between(1, 9)) // a range, since it is the sort key
///     .filter(Order::STATUS.eq("open").and(Order::TOTAL.gt(20)))
///     .all(&db)
///     .await?;
/// assert_eq!(orders.len(), 2);
/// # Ok(())
/// # }
/// ```
pub struct Field<I, V, M> {
    marker: PhantomData<fn() -> (I, V, M)>,
}

impl<I, V, M> Field<I, V, M> {
    /// Names a field, for generated code. A constant costs less compile time than a call.
    #[doc(hidden)]
    pub const NEW: Self = Self {
        marker: PhantomData,
    };
}

impl<I, V, M> Clone for Field<I, V, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I, V, M> Copy for Field<I, V, M> {}

impl<I, V, M: FieldInfo> fmt::Debug for Field<I, V, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Field({})", M::NAME)
    }
}

impl<I, V, M> Field<I, V, M>
where
    M: FieldInfo<Owner = I, Value = V>,
{
    /// Returns the name of the attribute the field is stored under.
    #[must_use]
    pub const fn attribute(self) -> &'static str {
        M::ATTRIBUTE
    }

    /// Returns the path of the attribute, to reach values nested in it.
    #[must_use]
    pub fn path(self) -> Path<I, V, M, M::Codec>
    where
        M: StoredField,
    {
        Path::root(M::ATTRIBUTE)
    }
}

impl<I, V, M> Default for Field<I, V, M>
where
    M: FieldInfo<Owner = I, Value = V>,
{
    fn default() -> Self {
        Self::NEW
    }
}

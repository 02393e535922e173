//! Values given to fields: by an update, or by the runtime itself.

use std::any::Any;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;

use super::Path;
use super::together::{Allows, AllowsInside, Computes, FreeField, Given, Kept};
use super::update::{Arithmetic, Computed};
use super::update_changes::UpdateChanges;
use crate::codec::{EncodeError, Encoder};
use crate::field::{Field, FieldCodec, FieldInfo, StoredField};
use crate::key::{Components, KeyComponent, KeyError, KeyPart, Part, Piece, Template, TextPart};

/// A value of one field, with everything its type knows about it.
pub(crate) struct Assigned {
    pub(crate) field: usize,
    pub(crate) attribute: &'static str,
    pub(crate) value: Box<dyn Any + Send + Sync>,
    /// The numbers of the components that are nested in it.
    pub(super) nested: &'static [usize],
    pub(super) part: fn(&(dyn Any + Send + Sync), usize) -> Option<&dyn KeyPart>,
    /// The stored form; `None` if there is nothing to store.
    pub(crate) stored: Result<Option<AttributeValue>, EncodeError>,
    /// Whether the field has this value already.
    pub(crate) known: bool,
}

impl Assigned {
    pub(crate) fn new<M: FieldInfo<Value: Send + Sync>>(value: M::Value) -> Self {
        Self {
            field: M::NUMBER,
            attribute: M::ATTRIBUTE,
            stored: encode_with::<M::Value, M::Codec>(&value)
                .map_err(|error| error.at(M::ATTRIBUTE)),
            value: Box::new(value),
            nested: M::NESTED,
            part: |value, number| {
                let value = value.downcast_ref::<M::Value>()?;
                if number == M::NUMBER {
                    M::part(value)
                } else {
                    M::nested_part(value, number)
                }
            },
            known: false,
        }
    }

    /// The component with the field's own number, or one that is nested in it.
    pub(crate) fn component(&self, number: usize) -> Option<&dyn KeyPart> {
        (self.part)(&*self.value, number)
    }

    fn has_component(&self, number: usize) -> bool {
        self.field == number || self.nested.contains(&number)
    }
}

/// A value as its field stores it; `None` if there is nothing to store.
pub(crate) fn encode_with<V, C: FieldCodec<V>>(
    value: &V,
) -> Result<Option<AttributeValue>, EncodeError> {
    if C::is_absent(value) {
        return Ok(None);
    }
    let mut encoder = Encoder::map();
    C::encode(value, &mut encoder)?;
    encoder.into_value().map(Some)
}

/// The known parts of an item being updated: the values it is given, and its primary key.
#[doc(hidden)]
pub struct Partial<'a> {
    pub(crate) assigned: &'a [Assigned],
    pub(crate) key: Vec<(usize, Piece<'static>)>,
}

impl Partial<'_> {
    /// Returns the value a field is given.
    #[must_use]
    pub fn get<T: 'static>(&self, field: usize) -> Option<&T> {
        self.assigned(field)
            .and_then(|assigned| assigned.value.downcast_ref())
    }

    /// The value given to a field, or to the field that a component is nested in. If a field is
    /// both set and said to be known, the value it is set to counts.
    fn assigned(&self, number: usize) -> Option<&Assigned> {
        let of_field = || {
            let values = self.assigned.iter();
            values.filter(|value| value.has_component(number))
        };
        of_field()
            .find(|value| !value.known)
            .or_else(|| of_field().next())
    }

    /// Whether an update removes a component of a template, so that nothing is built from it.
    pub(crate) fn lacks(&self, template: &Template) -> bool {
        template.parts.iter().any(|part| match part {
            Part::Component { field, .. } => self.removes(*field),
            Part::Literal(_) => false,
        })
    }

    /// Whether an update removes a component, or the field it is nested in.
    pub(crate) fn removes(&self, component: usize) -> bool {
        self.assigned(component)
            .is_some_and(|value| !value.known && matches!(value.stored, Ok(None)))
    }

    /// Returns the value of a field of the primary key.
    #[must_use]
    pub fn key<T: KeyComponent>(&self, field: usize) -> Option<T> {
        let (_, piece) = self.key.iter().find(|(number, _)| *number == field)?;
        T::from_piece(piece.clone()).ok()
    }
}

impl Components for Partial<'_> {
    fn component(&self, field: usize) -> Option<&dyn KeyPart> {
        if let Some(assigned) = self.assigned(field) {
            return assigned.component(field);
        }
        let (_, piece) = self.key.iter().find(|(number, _)| *number == field)?;
        Some(piece)
    }
}

/// A value for a field of type `V`: a `V`, a `&V`, the content of an `Option`, a `&str` if `V` is
/// text, [`known`] with one of these, or arithmetic on stored values.
// Implemented for every type, whose pages would all show it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value for a field of type `{V}`",
    label = "expected a `{V}`, a reference to one, a `&str` if it is text, or `known(…)` with one of these"
)]
pub trait SetValue<V> {
    /// Whether the field is set to the value, already has it, or has it computed.
    type Mode;

    /// Returns the value.
    #[doc(hidden)]
    fn setting(self) -> Setting<V>;
}

/// The new value of a field.
#[doc(hidden)]
#[allow(clippy::large_enum_variant, reason = "it is taken apart at once")]
pub enum Setting<V> {
    Given(V),
    Kept(V),
    Computed(Computation),
    /// Text that is not a value of the field's type, and why.
    Invalid(KeyError),
}

impl<V> Setting<V> {
    fn kept(self) -> Self {
        match self {
            Self::Given(value) => Self::Kept(value),
            other => other,
        }
    }

    fn some(self) -> Setting<Option<V>> {
        match self {
            Self::Given(value) => Setting::Given(Some(value)),
            Self::Kept(value) => Setting::Kept(Some(value)),
            Self::Computed(computed) => Setting::Computed(computed),
            Self::Invalid(reason) => Setting::Invalid(reason),
        }
    }

    /// The value, if it can be stored.
    pub(crate) fn encode<C: FieldCodec<V>>(self) -> Result<AttributeValue, EncodeError> {
        match self {
            Self::Given(value) | Self::Kept(value) => encode_with::<V, C>(&value)?
                .ok_or_else(|| EncodeError::custom("there is no value to store")),
            Self::Computed(_) => Err(EncodeError::custom("only `set` takes arithmetic")),
            Self::Invalid(reason) => Err(not_a_value(&reason)),
        }
    }
}

/// The failure of text that is not a value of its field's type: `` the text is not one of `New` ``.
pub(super) fn not_a_value(error: &KeyError) -> EncodeError {
    EncodeError::custom(format_args!("the text {}", error.reason()))
}

/// A value that a field has already; made by [`known`].
#[derive(Debug, Clone, Copy)]
pub struct Known<A>(A);

/// States that a field already has this value, instead of setting a new one.
///
/// If several fields make up one index key, an update must set them together. `known` leaves one of
/// them as it is, and adds the condition that it has this value, so that the rewritten key is
/// correct: `.set((Order::MARKET_ID, Order::SIDE), (known("m1"), Side::Sell))`.
pub fn known<A>(value: A) -> Known<A> {
    Known(value)
}

/// Implements each form of a value, new and `known`.
macro_rules! set_values {
    ($([$($generics:tt)*] $target:ty, $form:ty: $value:ident => $setting:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> SetValue<$target> for $form {
            type Mode = Given;

            fn setting(self) -> Setting<$target> {
                let $value = self;
                $setting
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($generics)*> SetValue<$target> for Known<$form> {
            type Mode = Kept;

            fn setting(self) -> Setting<$target> {
                let $value = self.0;
                $setting.kept()
            }
        }
    )*};
}

set_values! {
    [V] V, V: value => Setting::Given(value);
    [V: Clone] V, &V: value => Setting::Given(value.clone());
    [V] Option<V>, V: value => Setting::Given(Some(value));
    [V: KeyComponent + TextPart] V, &str: value => text::<V>(value);
    [V: KeyComponent + TextPart] Option<V>, &str: value => text::<V>(value).some();
}

#[diagnostic::do_not_recommend]
impl<I, V> SetValue<V> for Arithmetic<I, V> {
    type Mode = Computes<I>;

    fn setting(self) -> Setting<V> {
        Setting::Computed(Computation(self.computed))
    }
}

/// Arithmetic without its types.
#[doc(hidden)]
pub struct Computation(pub(crate) Computed);

/// The value that text represents. Invalid text is reported when the update is sent.
fn text<V: KeyComponent>(text: &str) -> Setting<V> {
    match V::from_piece(Piece::Text(text.into())) {
        Ok(value) => Setting::Given(value),
        Err(error) => Setting::Invalid(error),
    }
}

/// A target of `set`: a field, a tuple of fields, or a path into one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be set in an update of `{I}`",
    label = "expected a field constant of `{I}` with its value, or a tuple of constants with a tuple of their values",
    note = "write `.set({I}::FIELD, value)`; a whole item is written by `item.put()`"
)]
pub trait Assign<I, A> {
    /// Adds the values to an update.
    #[doc(hidden)]
    fn assign(self, values: A, to: &mut UpdateChanges);
}

impl<I, V, M, A> Assign<I, A> for Field<I, V, M>
where
    V: Send + Sync,
    M: FieldInfo<Owner = I, Value = V> + StoredField,
    A: SetValue<V>,
    A::Mode: Allows<M, (M,)>,
{
    fn assign(self, value: A, to: &mut UpdateChanges) {
        to.field::<M>(value);
    }
}

impl<I, V, M, C, A> Assign<I, A> for Path<I, V, M, C>
where
    M: FreeField,
    C: FieldCodec<V>,
    A: SetValue<V>,
    A::Mode: AllowsInside<M>,
{
    fn assign(self, value: A, to: &mut UpdateChanges) {
        match value.setting() {
            Setting::Given(value) => to.path(self.path, encode_with::<V, C>(&value)),
            Setting::Kept(value) => to.kept(self.path, encode_with::<V, C>(&value)),
            Setting::Computed(computed) => to.compute(self.path, computed),
            Setting::Invalid(reason) => to.fail(not_a_value(&reason).at(&self.path.to_string())),
        }
    }
}

/// An item that is given to `set` as if it were one of its fields.
#[doc(hidden)]
pub struct EntireItem<I>(PhantomData<fn() -> I>);

/// The trait that an item would need to be set; only its fields have it.
// Required of another type than the item: otherwise the compiler shows the message of `Assign`, and
// lists the tuples that have it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an update sets fields of `{I}`, not the whole item",
    label = "write `.set({I}::FIELD, value)`",
    note = "a whole item is written by `item.put()`, and the fields that a closure changes by `item.modify(|item| …)`"
)]
pub trait OneField<I> {}

#[doc(hidden)]
impl<I, V, M> OneField<I> for Field<I, V, M> {}

#[doc(hidden)]
impl<I, A> Assign<I, A> for I
where
    EntireItem<I>: OneField<I>,
{
    fn assign(self, _: A, _: &mut UpdateChanges) {
        unreachable!("an entire item is not a field")
    }
}

macro_rules! assign_together {
    ($list:ty: $($value:ident $marker:ident $arg:ident $number:tt),+) => {
        assign_together!(@ $list: [] $($value $marker $arg $number),+);
    };
    // Each field is checked against the list that the previous one may be in.
    (@ $list:ty: [$($done:tt)*] $value:ident $marker:ident $arg:ident $number:tt $(, $($rest:tt)+)?) => {
        assign_together!(
            @ <<$arg as SetValue<$value>>::Mode as Allows<$marker, $list>>::Then:
            [$($done)* ($value $marker $arg $number $list)] $($($rest)+)?
        );
    };
    (@ $then:ty: [$(($value:ident $marker:ident $arg:ident $number:tt $list:ty))+]) => {
        impl<I, $($value, $marker, $arg),+> Assign<I, ($($arg,)+)> for ($(Field<I, $value, $marker>,)+)
        where
            $(
                $value: Send + Sync,
                $marker: FieldInfo<Owner = I, Value = $value> + StoredField,
                $arg: SetValue<$value>,
                $arg::Mode: Allows<$marker, $list>,
            )+
        {
            fn assign(self, values: ($($arg,)+), to: &mut UpdateChanges) {
                $(to.field::<$marker>(values.$number);)+
            }
        }
    };
}

assign_together!((M0, M1): V0 M0 A0 0, V1 M1 A1 1);
assign_together!((M0, M1, M2): V0 M0 A0 0, V1 M1 A1 1, V2 M2 A2 2);
assign_together!((M0, M1, M2, M3): V0 M0 A0 0, V1 M1 A1 1, V2 M2 A2 2, V3 M3 A3 3);
assign_together!((M0, M1, M2, M3, M4): V0 M0 A0 0, V1 M1 A1 1, V2 M2 A2 2, V3 M3 A3 3, V4 M4 A4 4);
assign_together!((M0, M1, M2, M3, M4, M5): V0 M0 A0 0, V1 M1 A1 1, V2 M2 A2 2, V3 M3 A3 3, V4 M4 A4 4, V5 M5 A5 5);
assign_together!((M0, M1, M2, M3, M4, M5, M6): V0 M0 A0 0, V1 M1 A1 1, V2 M2 A2 2, V3 M3 A3 3, V4 M4 A4 4, V5 M5 A5 5, V6 M6 A6 6);
assign_together!((M0, M1, M2, M3, M4, M5, M6, M7): V0 M0 A0 0, V1 M1 A1 1, V2 M2 A2 2, V3 M3 A3 3, V4 M4 A4 4, V5 M5 A5 5, V6 M6 A6 6, V7 M7 A7 7);

//! The comparisons that field constants and paths offer.

use std::collections::{BTreeSet, HashSet, VecDeque};

use aws_sdk_dynamodb::types::AttributeValue;

use super::condition::{Condition, Nested, Node};
use super::size::{Size, SizeCodec};
use super::{AttrPath, Comparison, Operand, Path};
use crate::codec::{AttributeType, Encode, EncodeError, to_value};
use crate::field::{Field, FieldCodec, FieldInfo, StoredField};
use crate::key::{Comparator, KeyComponent, TextPart};

/// A type that DynamoDB can order: text, numbers, bytes, or an `Option` of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no order in DynamoDB",
    label = "only text, numbers and bytes are compared by `lt`, `le`, `gt`, `ge` and `between`",
    note = "use `eq`, `ne` or `is_in`"
)]
pub trait Ordered {}

#[diagnostic::do_not_recommend]
impl<T: KeyComponent> Ordered for T {}
#[diagnostic::do_not_recommend]
impl<T: KeyComponent> Ordered for Option<T> {}

/// Text, a set or a list that can contain an `E`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot contain `{E}`",
    label = "`contains` looks for text in text, or for an element in a set or a list",
    note = "give it what the field holds, or use `eq` on a field that holds no others"
)]
pub trait Container<E> {}

#[diagnostic::do_not_recommend]
impl Container<&str> for String {}
#[diagnostic::do_not_recommend]
impl Container<String> for String {}
#[cfg(feature = "compact_str")]
#[diagnostic::do_not_recommend]
impl Container<&str> for compact_str::CompactString {}
#[cfg(feature = "compact_str")]
#[diagnostic::do_not_recommend]
impl Container<compact_str::CompactString> for compact_str::CompactString {}
#[diagnostic::do_not_recommend]
impl<T> Container<T> for Vec<T> {}
#[diagnostic::do_not_recommend]
impl<T> Container<T> for VecDeque<T> {}
#[diagnostic::do_not_recommend]
impl<T, S> Container<T> for HashSet<T, S> {}
#[diagnostic::do_not_recommend]
impl<T> Container<T> for BTreeSet<T> {}
#[diagnostic::do_not_recommend]
impl Container<&str> for Vec<String> {}
#[diagnostic::do_not_recommend]
impl<S> Container<&str> for HashSet<String, S> {}
#[diagnostic::do_not_recommend]
impl Container<&str> for BTreeSet<String> {}
#[diagnostic::do_not_recommend]
impl<E, T: Container<E>> Container<E> for Option<T> {}

fn contains(path: AttrPath, element: &impl Encode) -> Node {
    match to_value(element) {
        Ok(value) => Node::Contains(path, value),
        Err(error) => Node::Invalid(error),
    }
}

fn is_in<V, C: FieldCodec<V>>(
    path: AttrPath,
    values: impl IntoIterator<Item = impl Operand<V>>,
) -> Node {
    let mut encoded = Vec::new();
    for value in values {
        match value.into_arg().encode::<C>() {
            Ok(Some(value)) => encoded.push(value),
            Ok(None) => {
                return Node::Invalid(EncodeError::custom(
                    "`is_in` is given `None`, which is never stored",
                ));
            }
            Err(error) => return Node::Invalid(error),
        }
    }
    Node::In(path, encoded)
}

fn not_equal<V, C: FieldCodec<V>>(path: AttrPath, value: impl Operand<V>) -> Node {
    match value.into_arg().encode::<C>() {
        Ok(Some(value)) => Node::Compare(path, "<>", value),
        Ok(None) => Node::Exists(path),
        Err(error) => Node::Invalid(error),
    }
}

impl<I, V, M> Field<I, V, M>
where
    M: FieldInfo<Owner = I, Value = V>,
{
    fn root() -> AttrPath {
        AttrPath::root(M::ATTRIBUTE)
    }

    /// Holds if the value is equal to `value`; with `None`, if it is absent.
    pub fn eq(self, value: impl Operand<V>) -> Comparison<I, V, M> {
        Comparison::new(Comparator::Equal, value.into_arg())
    }

    /// Holds if the value is less than `value`.
    pub fn lt(self, value: impl Operand<V>) -> Comparison<I, V, M>
    where
        V: Ordered,
    {
        Comparison::new(Comparator::Less, value.into_arg())
    }

    /// Holds if the value is less than or equal to `value`.
    pub fn le(self, value: impl Operand<V>) -> Comparison<I, V, M>
    where
        V: Ordered,
    {
        Comparison::new(Comparator::LessOrEqual, value.into_arg())
    }

    /// Holds if the value is greater than `value`.
    pub fn gt(self, value: impl Operand<V>) -> Comparison<I, V, M>
    where
        V: Ordered,
    {
        Comparison::new(Comparator::Greater, value.into_arg())
    }

    /// Holds if the value is greater than or equal to `value`.
    pub fn ge(self, value: impl Operand<V>) -> Comparison<I, V, M>
    where
        V: Ordered,
    {
        Comparison::new(Comparator::GreaterOrEqual, value.into_arg())
    }

    /// Holds if the value is between two values, both included.
    pub fn between(self, low: impl Operand<V>, high: impl Operand<V>) -> Comparison<I, V, M>
    where
        V: Ordered,
    {
        Comparison::between(low.into_arg(), high.into_arg())
    }

    /// Holds if the value is text that begins with `prefix`.
    #[doc(alias("starts_with", "prefix"))]
    pub fn begins_with(self, prefix: &str) -> Comparison<I, V, M>
    where
        V: TextPart,
    {
        Comparison::new(Comparator::BeginsWith, super::Arg::Text(prefix.to_owned()))
    }
}

// The bound is on each method and not on the block: only then is its message shown.
impl<I, V, M> Field<I, V, M>
where
    M: FieldInfo<Owner = I, Value = V>,
{
    /// Holds if the value is not equal to `value`; with `None`, if it is present.
    pub fn ne(self, value: impl Operand<V>) -> Condition<I, M>
    where
        M: StoredField,
    {
        Condition::new(not_equal::<V, M::Codec>(Self::root(), value))
    }

    /// Holds if the value is one of `values`.
    #[doc(alias("in", "any", "one_of"))]
    pub fn is_in(self, values: impl IntoIterator<Item = impl Operand<V>>) -> Condition<I, M>
    where
        M: StoredField,
    {
        Condition::new(is_in::<V, M::Codec>(Self::root(), values))
    }

    /// Holds if the value contains `element`: text in text, or an element in a set or a list.
    pub fn contains<E: Encode>(self, element: E) -> Condition<I, M>
    where
        M: StoredField,
        V: Container<E>,
    {
        Condition::new(contains(Self::root(), &element))
    }

    /// Holds if the attribute is present.
    pub fn exists(self) -> Condition<I, M>
    where
        M: StoredField,
    {
        Condition::new(Node::Exists(Self::root()))
    }

    /// Holds if the attribute is absent.
    pub fn not_exists(self) -> Condition<I, M>
    where
        M: StoredField,
    {
        Condition::new(Node::NotExists(Self::root()))
    }

    /// Holds if the value is stored as this type.
    pub fn has_type(self, ty: AttributeType) -> Condition<I, M>
    where
        M: StoredField,
    {
        Condition::new(Node::HasType(Self::root(), ty))
    }

    /// Holds if the value is equal to another attribute of the same type.
    pub fn eq_field<N>(self, other: Field<I, V, N>) -> Condition<I, (M, N)>
    where
        M: StoredField,
        N: FieldInfo<Owner = I, Value = V> + StoredField,
    {
        let _ = other;
        Condition::new(Node::ComparePaths(
            Self::root(),
            "=",
            AttrPath::root(N::ATTRIBUTE),
        ))
    }

    /// Holds if the value is less than another attribute of the same type.
    pub fn lt_field<N>(self, other: Field<I, V, N>) -> Condition<I, (M, N)>
    where
        M: StoredField,
        V: Ordered,
        N: FieldInfo<Owner = I, Value = V> + StoredField,
    {
        let _ = other;
        Condition::new(Node::ComparePaths(
            Self::root(),
            "<",
            AttrPath::root(N::ATTRIBUTE),
        ))
    }

    /// Returns its size, to compare: the length of text or bytes, or the number of elements of a
    /// collection.
    pub fn size(self) -> Size<I, M>
    where
        M: StoredField,
        M::Codec: SizeCodec<V>,
    {
        Size::new(Self::root())
    }
}

impl<I, V, M, C: FieldCodec<V>> Path<I, V, M, C> {
    fn compared(self, comparator: Comparator, value: super::Arg<V>) -> Condition<I, Nested> {
        self.compared_with(comparator, (value, None))
    }

    fn compared_with(
        self,
        comparator: Comparator,
        values: (super::Arg<V>, Option<super::Arg<V>>),
    ) -> Condition<I, Nested> {
        let node = Node::encoded::<V, C>(self.path, comparator, values);
        Condition::new(node.unwrap_or_else(Node::Invalid))
    }

    /// Holds if the value is equal to `value`; with `None`, if it is absent.
    pub fn eq(self, value: impl Operand<V>) -> Condition<I, Nested> {
        self.compared(Comparator::Equal, value.into_arg())
    }

    /// Holds if the value is not equal to `value`; with `None`, if it is present.
    pub fn ne(self, value: impl Operand<V>) -> Condition<I, Nested> {
        Condition::new(not_equal::<V, C>(self.path, value))
    }

    /// Holds if the value is less than `value`.
    pub fn lt(self, value: impl Operand<V>) -> Condition<I, Nested>
    where
        V: Ordered,
    {
        self.compared(Comparator::Less, value.into_arg())
    }

    /// Holds if the value is less than or equal to `value`.
    pub fn le(self, value: impl Operand<V>) -> Condition<I, Nested>
    where
        V: Ordered,
    {
        self.compared(Comparator::LessOrEqual, value.into_arg())
    }

    /// Holds if the value is greater than `value`.
    pub fn gt(self, value: impl Operand<V>) -> Condition<I, Nested>
    where
        V: Ordered,
    {
        self.compared(Comparator::Greater, value.into_arg())
    }

    /// Holds if the value is greater than or equal to `value`.
    pub fn ge(self, value: impl Operand<V>) -> Condition<I, Nested>
    where
        V: Ordered,
    {
        self.compared(Comparator::GreaterOrEqual, value.into_arg())
    }

    /// Holds if the value is between two values, both included.
    pub fn between(self, low: impl Operand<V>, high: impl Operand<V>) -> Condition<I, Nested>
    where
        V: Ordered,
    {
        self.compared_with(Comparator::Between, (low.into_arg(), Some(high.into_arg())))
    }

    /// Holds if the value is text that begins with `prefix`.
    pub fn begins_with(self, prefix: &str) -> Condition<I, Nested>
    where
        V: TextPart,
    {
        Condition::new(Node::begins_with(
            self.path,
            AttributeValue::S(prefix.to_owned()),
        ))
    }

    /// Holds if the value is one of `values`.
    pub fn is_in(self, values: impl IntoIterator<Item = impl Operand<V>>) -> Condition<I, Nested> {
        Condition::new(is_in::<V, C>(self.path, values))
    }

    /// Holds if the value contains `element`: text in text, or an element in a set or a list.
    pub fn contains<E: Encode>(self, element: E) -> Condition<I, Nested>
    where
        V: Container<E>,
    {
        Condition::new(contains(self.path, &element))
    }

    /// Holds if the attribute is present.
    pub fn exists(self) -> Condition<I, Nested> {
        Condition::new(Node::Exists(self.path))
    }

    /// Holds if the attribute is absent.
    pub fn not_exists(self) -> Condition<I, Nested> {
        Condition::new(Node::NotExists(self.path))
    }

    /// Holds if the value is stored as this type.
    pub fn has_type(self, ty: AttributeType) -> Condition<I, Nested> {
        Condition::new(Node::HasType(self.path, ty))
    }

    /// Returns its size, to compare: the length of text or bytes, or the number of elements of a
    /// collection.
    pub fn size(self) -> Size<I, Nested>
    where
        C: SizeCodec<V>,
    {
        Size::new(self.path)
    }
}

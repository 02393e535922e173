const _: () = {
    use ::dynamo_runtime::__private as __rt;
    /// Stored as its `String`, and can be used wherever that can.
    #[automatically_derived]
    impl __rt::StoredValue for OrderId {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Encode for OrderId {
        fn encode(&self, to: &mut __rt::Encoder) -> __rt::Result<(), __rt::EncodeError> {
            <String as __rt::Encode>::encode(&self.0, to)
        }
        fn is_absent(&self) -> __rt::bool {
            <String as __rt::Encode>::is_absent(&self.0)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Decode for OrderId
    where
        for<'__a> String: __rt::Decode,
    {
        const EXPECTED: &'static __rt::str = *&<String as __rt::Decode>::EXPECTED;
        fn decode(
            from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __from = from;
            <String as __rt::Decode>::decode(__from).map(Self)
        }
        const NONES: __rt::u8 = *&<String as __rt::Decode>::NONES;
        const OPTIONAL: __rt::bool = <String as __rt::Decode>::OPTIONAL;
        fn absent() -> __rt::Option<Self> {
            <String as __rt::Decode>::absent().map(Self)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::KeyPart for OrderId
    where
        for<'__a> String: __rt::KeyPart,
    {
        fn piece(&self) -> __rt::Option<__rt::Piece<'_>> {
            __rt::KeyPart::piece(&self.0)
        }
        fn lent_text(&self) -> __rt::Option<&__rt::str> {
            __rt::KeyPart::lent_text(&self.0)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::KeyComponent for OrderId
    where
        for<'__a> String: __rt::KeyComponent,
    {
        const SPELLING: __rt::Spelling = *&<String as __rt::KeyComponent>::SPELLING;
        fn from_piece(piece: __rt::Piece<'_>) -> __rt::Result<Self, __rt::KeyError> {
            <String as __rt::KeyComponent>::from_piece(piece).map(Self)
        }
        fn check_text(text: &__rt::str) -> __rt::Result<(), __rt::KeyError> {
            <String as __rt::KeyComponent>::check_text(text)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::PartitionKeyPart for OrderId
    where
        for<'__a> String: __rt::PartitionKeyPart,
    {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::SortKeyPart for OrderId
    where
        for<'__a> String: __rt::SortKeyPart,
    {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::TemplatePart for OrderId
    where
        for<'__a> String: __rt::TemplatePart,
    {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::UnpaddedSortPart for OrderId
    where
        for<'__a> String: __rt::UnpaddedSortPart,
    {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::UntimedPart for OrderId
    where
        for<'__a> String: __rt::UntimedPart,
    {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::TimePart for OrderId
    where
        for<'__a> String: __rt::TimePart,
    {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::TextPart for OrderId
    where
        for<'__a> String: __rt::TextPart,
    {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::IntegerPart for OrderId
    where
        for<'__a> String: __rt::IntegerPart,
    {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::NumberPart for OrderId
    where
        for<'__a> String: __rt::NumberPart,
    {
        const RANGE: __rt::Option<(__rt::i128, __rt::i128)> = *&<String as __rt::NumberPart>::RANGE;
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::HasSize for OrderId
    where
        for<'__a> String: __rt::HasSize,
    {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::SetElement for OrderId
    where
        for<'__a> String: __rt::SetElement,
    {
        const SET: __rt::AttributeType = *&<String as __rt::SetElement>::SET;
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::MapKey for OrderId
    where
        for<'__a> String: __rt::MapKey,
    {
        fn to_key(&self) -> __rt::Cow<'_, __rt::str> {
            __rt::MapKey::to_key(&self.0)
        }
        fn from_key(
            text: __rt::Cow<'_, __rt::str>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            <String as __rt::MapKey>::from_key(text).map(Self)
        }
    }
};

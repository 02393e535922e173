const _: () = {
    use ::dynamo_runtime::__private as __rt;
    /// Stored as text: `BUY`, `SELL_SHORT`. Can be used in keys, sets and as a map's key.
    #[automatically_derived]
    impl __rt::StoredValue for Side {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::TextValue for Side {
        const EXPECTED: &'static __rt::str = "S, one of `BUY`, `SELL_SHORT`";
        const VARIANTS: &'static [&'static __rt::str] = &[
            "Side::Buy",
            "Side::SellShort",
        ];
        fn text(&self) -> __rt::Cow<'_, __rt::str> {
            __rt::Cow::Borrowed(
                match self {
                    Self::Buy => "BUY",
                    Self::SellShort => "SELL_SHORT",
                },
            )
        }
        fn from_text(text: &__rt::str) -> __rt::Option<Self> {
            match text {
                "BUY" => __rt::Some(Self::Buy),
                "SELL_SHORT" => __rt::Some(Self::SellShort),
                _ => __rt::None,
            }
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Encode for Side {
        fn encode(&self, to: &mut __rt::Encoder) -> __rt::Result<(), __rt::EncodeError> {
            to.string(&__rt::TextValue::text(self))
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Decode for Side {
        const EXPECTED: &'static __rt::str = *&<Self as __rt::TextValue>::EXPECTED;
        const VARIANTS: &'static [&'static __rt::str] = *&<Self as __rt::TextValue>::VARIANTS;
        fn decode(
            from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::decode_text(from)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::KeyPart for Side {
        fn piece(&self) -> __rt::Option<__rt::Piece<'_>> {
            __rt::Some(__rt::Piece::Text(__rt::TextValue::text(self)))
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::KeyComponent for Side {
        const SPELLING: __rt::Spelling = *&__rt::Spelling::Text;
        fn from_piece(piece: __rt::Piece<'_>) -> __rt::Result<Self, __rt::KeyError> {
            __rt::text_from_piece(piece)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::PartitionKeyPart for Side {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::SortKeyPart for Side {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::TemplatePart for Side {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::UnpaddedSortPart for Side {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::UntimedPart for Side {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::TextPart for Side {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::HasSize for Side {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::SetElement for Side {
        const SET: __rt::AttributeType = *&__rt::AttributeType::Ss;
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::MapKey for Side {
        fn to_key(&self) -> __rt::Cow<'_, __rt::str> {
            __rt::TextValue::text(self)
        }
        fn from_key(
            text: __rt::Cow<'_, __rt::str>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::text_from_key(&text)
        }
    }
};

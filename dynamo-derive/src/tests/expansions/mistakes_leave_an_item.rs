::core::compile_error! {
    "unknown field `idd`; did you mean `id`?"
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
mod OrderFields {
    pub(super) struct id {}
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
mod OrderQueries {}
const _: () = {
    use facade::db::__private as __rt;
    #[automatically_derived]
    impl __rt::Table for Order {
        const SCHEMA: __rt::TableSchema = __rt::STUB_TABLE;
    }
    #[automatically_derived]
    impl<__T> __rt::InTable<__T> for Order {}
    #[automatically_derived]
    impl __rt::ItemSet for Order {
        type Table = Self;
        const ITEMS: __rt::ItemList = __rt::ItemList::One(&__rt::STUB_ITEM);
        fn visit<__V: __rt::ItemVisitor>(_: &mut __V) {}
    }
    #[automatically_derived]
    impl __rt::Readable for Order {
        type Item = Self;
        const INDEX: __rt::Option<&'static __rt::str> = __rt::None;
    }
    #[automatically_derived]
    impl __rt::ReadAt<0> for Order {
        type Query = __rt::StubQuery<Self>;
    }
    #[automatically_derived]
    impl __rt::Record for Order {
        const NAME: &'static __rt::str = "";
        fn decode(_: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::stub()
        }
    }
    #[automatically_derived]
    impl __rt::Components for Order {
        fn component(&self, _: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
            __rt::None
        }
    }
    #[automatically_derived]
    impl __rt::Item for Order {
        type Table = Self;
        type Told = __rt::ByType;
        const SCHEMA: __rt::ItemSchema = __rt::STUB_ITEM;
        fn encode_fields(
            &self,
            _: &mut __rt::Encoder,
            _: &__rt::Stamps,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::stub()
        }
    }
    #[allow(
        dead_code,
        clippy::too_many_arguments,
        reason = "the derive reported an error"
    )]
    impl Order {
        #[doc(hidden)]
        fn key(_0: impl __rt::Sized) -> __rt::Key<Self> {
            __rt::stub()
        }
        ///
        const ID: __rt::Field<Self, String, OrderFields::id> = *&__rt::Field::NEW;
    }
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::id {
        type Owner = Order;
        type Value = String;
        type Codec = __rt::StubCodec;
        const PLACE: __rt::FieldPlace = (0, "", "");
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::id {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for OrderFields::id {}
    #[automatically_derived]
    impl<__Q> __rt::Searchable<__Q> for OrderFields::id {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for OrderFields::id {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for OrderFields::id {}
    #[automatically_derived]
    impl __rt::CounterField for OrderFields::id {}
    #[automatically_derived]
    impl<const __N: __rt::usize> __rt::SortAt<__rt::StubQuery<Order>, __N>
    for OrderFields::id {}
};

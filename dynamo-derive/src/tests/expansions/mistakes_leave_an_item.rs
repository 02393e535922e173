::core::compile_error! {
    "unknown field `idd`; did you mean `id`?"
}
const _: () = {
    use facade::db::__private as __rt;
    #[automatically_derived]
    impl __rt::Table for Order {
        const SCHEMA: __rt::TableSchema = __rt::STUB_TABLE;
    }
    impl<__T> __rt::InTable<__T> for Order {}
    impl __rt::ItemSet for Order {
        type Table = Self;
        const ITEMS: __rt::ItemList = __rt::ItemList::One(&__rt::STUB_ITEM);
        fn visit<__V: __rt::ItemVisitor>(_: &mut __V) {}
    }
    impl __rt::Readable for Order {
        type Item = Self;
        const INDEX: __rt::Option<&'static __rt::str> = __rt::None;
    }
    impl __rt::ReadAt<0> for Order {
        type Query = __rt::StubQuery<Self>;
    }
    #[automatically_derived]
    impl __rt::Components for Order {
        fn component(&self, _: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
            __rt::None
        }
    }
    #[automatically_derived]
    impl __rt::Record for Order {
        const NAME: &'static __rt::str = "";
        fn decode(_: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::stub()
        }
    }
    #[automatically_derived]
    impl __rt::Item for Order {
        type Table = Self;
        type Row = Self;
        const SCHEMA: __rt::ItemSchema = __rt::STUB_ITEM;
        fn encode_fields(
            &self,
            _: &mut __rt::Encoder,
            _: &__rt::Stamps,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::stub()
        }
    }
};

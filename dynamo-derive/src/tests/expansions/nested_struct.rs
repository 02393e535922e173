#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
pub mod AddressFields {
    pub struct street {}
    pub(super) struct postal_code {}
}
const _: () = {
    use ::dynamo_runtime::__private as __rt;
    const _: () = {
        #[allow(unused_imports, reason = "for types that cannot be stored")]
        use __rt::Unexpected as _;
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<Option<String>>::NONES);
    };
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Encode for Address {
        fn encode(&self, to: &mut __rt::Encoder) -> __rt::Result<(), __rt::EncodeError> {
            to.begin_map(2)?;
            {
                #[allow(unused_imports, reason = "for types that cannot be stored")]
                use __rt::{ToStore as _, ToStoreOtherwise as _};
                to.entries(
                    &[
                        ("street", (&self.street).__to_store()),
                        ("postalCode", (&self.postal_code).__to_store()),
                    ],
                )?;
            }
            to.end_map()
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Decode for Address {
        const EXPECTED: &'static __rt::str = "M";
        fn decode(
            from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __from = from;
            __from.begin_map()?;
            const NAMES: &[&__rt::str] = &["street", "postalCode"];
            let mut __field_street = __rt::Slot::<String, _>::own();
            let mut __field_postal_code = __rt::Slot::<Option<String>, _>::own();
            while let __rt::Some(__field) = __from.next_known(NAMES)? {
                let __read = match __field {
                    0 => __field_street.read(__from),
                    1 => __field_postal_code.read(__from),
                    _ => __rt::Ok(()),
                };
                __rt::read_at(__read, NAMES, __field)?;
            }
            let mut __fault = __rt::Fault::none();
            let (__rt::Some(__field_street), __rt::Some(__field_postal_code)) = (
                __field_street.required("street", &mut __fault),
                __field_postal_code.required("postalCode", &mut __fault),
            ) else {
                return __fault.into_result();
            };
            __rt::Ok(Self {
                street: __field_street,
                postal_code: __field_postal_code,
            })
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::HasSize for Address {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::NestedStruct for Address {
        type Struct = Self;
        fn nested(&self) -> __rt::Option<&Self> {
            __rt::Some(self)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl<__Name> __rt::HasField<__rt::FieldNumber<5718531220862952254u64>, __Name>
    for Address {
        type Value = String;
        fn field(&self) -> &String {
            &self.street
        }
    }
    /// Stored as a map. Reach into it with `dot`, from the field that holds it: `Item::FIELD.dot(Address::STREET)`.
    impl Address {
        /// The entry `street` of a stored `Address`, for paths into it.
        pub const STREET: __rt::Field<Self, String, AddressFields::street> = *&__rt::Field::NEW;
        /// The entry `postalCode` of a stored `Address`, for paths into it.
        const POSTAL_CODE: __rt::Field<
            Self,
            Option<String>,
            AddressFields::postal_code,
        > = *&__rt::Field::NEW;
    }
    #[automatically_derived]
    impl __rt::FieldInfo for AddressFields::street {
        type Owner = Address;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (0, "street", "street");
    }
    #[automatically_derived]
    impl __rt::StoredField for AddressFields::street {}
    #[automatically_derived]
    impl __rt::FieldInfo for AddressFields::postal_code {
        type Owner = Address;
        type Value = Option<String>;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (1, "postal_code", "postalCode");
    }
    #[automatically_derived]
    impl __rt::StoredField for AddressFields::postal_code {}
};

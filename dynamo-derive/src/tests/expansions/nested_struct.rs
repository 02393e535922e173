#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
pub mod AddressFields {
    pub struct street;
    pub(super) struct postal_code;
}
const _: () = {
    use ::dynamo_runtime::__private as __rt;
    #[automatically_derived]
    impl __rt::Encode for Address {
        fn encode(&self, to: &mut __rt::Encoder) -> __rt::Result<(), __rt::EncodeError> {
            to.begin_map(2usize)?;
            to.entries(
                &[
                    ("street", __rt::Value::own(&self.street).stored()),
                    ("postalCode", __rt::Value::own(&self.postal_code).stored()),
                ],
            )?;
            to.end_map()
        }
    }
    #[automatically_derived]
    impl __rt::Decode for Address {
        const EXPECTED: &'static __rt::str = "M";
        fn decode(
            __from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __from.begin_map()?;
            const NAMES: &[&__rt::str] = &["street", "postalCode"];
            let mut __field_street = __rt::Slot::<String, __rt::Own>::new();
            let mut __field_postal_code = __rt::Slot::<Option<String>, __rt::Own>::new();
            while let __rt::Option::Some(__field) = __from.next_known(NAMES)? {
                let __read = match __field {
                    0usize => __field_street.read(__from),
                    1usize => __field_postal_code.read(__from),
                    _ => __rt::Result::Ok(()),
                };
                __rt::read_at(__read, NAMES, __field)?;
            }
            let mut __fault = __rt::Fault::none();
            let (
                __rt::Option::Some(__field_street),
                __rt::Option::Some(__field_postal_code),
            ) = (
                __field_street.required("street", &mut __fault),
                __field_postal_code.required("postalCode", &mut __fault),
            ) else {
                return __fault.into_result();
            };
            __rt::Result::Ok(Self {
                street: __field_street,
                postal_code: __field_postal_code,
            })
        }
    }
    #[automatically_derived]
    impl Address {
        /// Names the entry `street` of a stored `Address`: for paths into it.
        pub const STREET: __rt::Field<Self, String, AddressFields::street> = __rt::Field::NEW;
        /// Names the entry `postalCode` of a stored `Address`: for paths into it.
        const POSTAL_CODE: __rt::Field<
            Self,
            Option<String>,
            AddressFields::postal_code,
        > = __rt::Field::NEW;
    }
    impl __rt::FieldInfo for AddressFields::street {
        type Owner = Address;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::Place = __rt::Place(0usize, "street", "street");
    }
    impl __rt::StoredField for AddressFields::street {}
    impl __rt::FieldInfo for AddressFields::postal_code {
        type Owner = Address;
        type Value = Option<String>;
        type Codec = __rt::Own;
        const PLACE: __rt::Place = __rt::Place(1usize, "postal_code", "postalCode");
    }
    impl __rt::StoredField for AddressFields::postal_code {}
};

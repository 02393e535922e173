const _: () = {
    use ::dynamo_runtime::__private as __rt;
    /// Stored as a map, whose entry `kind` says which variant it is: `Opened`, `Moved`, `Paired`, `Closed`.
    #[automatically_derived]
    impl __rt::StoredValue for Event {}
    const _: () = {
        #[allow(unused_imports, reason = "for types that cannot be stored")]
        use __rt::Unexpected as _;
        __rt::tells_none_apart(__rt::Expected::<u64>::NONES);
        __rt::tells_none_apart(__rt::Expected::<u64>::NONES);
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
    };
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Encode for Event {
        fn encode(&self, to: &mut __rt::Encoder) -> __rt::Result<(), __rt::EncodeError> {
            match self {
                Self::Opened => {
                    to.begin_map(1)?;
                    to.entry("kind", "Opened")?;
                }
                Self::Moved(__0) => {
                    to.begin_map(2)?;
                    to.entry("kind", "Moved")?;
                    <u64 as __rt::Stored>::write(__0, "value", to)?;
                }
                Self::Paired(__0, __1) => {
                    to.begin_map(2)?;
                    to.entry("kind", "Paired")?;
                    to.entry("value", &(__0, __1))?;
                }
                Self::Closed { at: __field_at, .. } => {
                    to.begin_map(2)?;
                    to.entry("kind", "Closed")?;
                    <String as __rt::Stored>::write(__field_at, "at", to)?;
                }
            }
            to.end_map()
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Decode for Event {
        const EXPECTED: &'static __rt::str = "M";
        fn decode(
            from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __from = from;
            let __variant = __rt::tag(__from, "kind")?;
            __from.begin_map()?;
            match &*__variant {
                "Opened" => {
                    while __from.next_field(&[])?.is_some() {
                        __from.skip()?;
                    }
                    __rt::Ok(Self::Opened)
                }
                "Moved" => {
                    let mut content = __rt::Slot::<u64, _>::own();
                    const NAMES: &[&__rt::str] = &["value"];
                    while let __rt::Some(__field) = __from.next_known(NAMES)? {
                        __rt::read_at(content.read(__from), NAMES, __field)?;
                    }
                    let mut __fault = __rt::Fault::none();
                    let __rt::Some(value) = content.required("value", &mut __fault) else {
                        return __fault.into_result();
                    };
                    __rt::Ok(Self::Moved(value))
                }
                "Paired" => {
                    let mut content = __rt::Slot::<(u64, String), _>::own();
                    const NAMES: &[&__rt::str] = &["value"];
                    while let __rt::Some(__field) = __from.next_known(NAMES)? {
                        __rt::read_at(content.read(__from), NAMES, __field)?;
                    }
                    let mut __fault = __rt::Fault::none();
                    let __rt::Some((__0, __1)) = content.required("value", &mut __fault)
                    else {
                        return __fault.into_result();
                    };
                    __rt::Ok(Self::Paired(__0, __1))
                }
                "Closed" => {
                    const NAMES: &[&__rt::str] = &["at"];
                    let mut __field_at = __rt::Slot::<String, _>::own();
                    while let __rt::Some(__field) = __from.next_known(NAMES)? {
                        let __read = match __field {
                            0 => __field_at.read(__from),
                            _ => __rt::Ok(()),
                        };
                        __rt::read_at(__read, NAMES, __field)?;
                    }
                    let mut __fault = __rt::Fault::none();
                    let (__rt::Some(__field_at),) = (
                        __field_at.required("at", &mut __fault),
                    ) else {
                        return __fault.into_result();
                    };
                    __rt::Ok(Self::Closed { at: __field_at })
                }
                _ => {
                    __rt::Err(
                        __rt::unknown_variant(
                            "kind",
                            "S, one of `Opened`, `Moved`, `Paired`, `Closed`",
                        ),
                    )
                }
            }
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::HasSize for Event {}
};

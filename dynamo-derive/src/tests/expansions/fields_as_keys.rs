#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
pub mod ReadingFields {
    pub struct station {}
    pub struct minute {}
    pub(super) struct celsius {}
}
const _: () = {
    use ::dynamo_runtime::__private as __rt;
    #[allow(unused_imports, reason = "for types that cannot be in a key")]
    use __rt::Unspelled as _;
    /** # Table `readings`

| | built from | for example |
|---|---|---|
| partition key | `station = {station}` | `station1` |
| sort key | `minute = {minute}` | `42` |

A write costs one write unit per KB. A read costs half a read unit per 4 KB, or a whole unit if it is consistent.*/
    #[allow(dead_code, reason = "not every generated method is called")]
    impl Reading {
        /** Returns the primary key of a `Reading`, to get, update or delete it, or to check whether it exists.

The key is `station = {station}` and `minute = {minute}`; for example `station1`, `42`.

A get costs half a read unit per 4 KB of the item, or a whole unit if it is consistent.*/
        #[doc(alias("get", "get_item", "find", "find_by_id", "load", "fetch"))]
        #[must_use]
        pub fn key(
            station: impl __rt::KeyArg<String>,
            minute: impl __rt::KeyArg<u64>,
        ) -> __rt::Key<Self> {
            __rt::Key::from_args(
                __rt::checked([
                    ("station", __rt::KeyArg::<String>::check(&station)),
                    ("minute", __rt::KeyArg::<u64>::check(&minute)),
                ]),
                &__rt::Args(&[(0, &station), (1, &minute)]),
            )
        }
        /** Queries the `Reading` items by `station`, in the order of `minute`.

Reads the table `readings`.

Key condition: `station = {station}`. For example `station1`.

Costs half a read unit per 4 KB read, or a whole unit if it is consistent.*/
        pub fn query(station: impl __rt::KeyArg<String>) -> __rt::Query<Reading> {
            __rt::Query::from_args(
                __rt::checked([("station", __rt::KeyArg::<String>::check(&station))]),
                &__rt::Args(&[(0, &station)]),
            )
        }
    }
    /** # Fields, for ranges, filters, conditions and updates

The last type parameter identifies the field. The compiler uses it to check how the field is used.*/
    #[allow(dead_code, reason = "not every generated constant is named")]
    impl Reading {
        /** The attribute `station` of `Reading`, for filters and conditions.

Where it was measured.

Part of the primary key, which never changes.*/
        pub const STATION: __rt::Field<Self, String, ReadingFields::station> = *&__rt::Field::NEW;
        /** The attribute `minute` of `Reading`, for ranges, filters and conditions.

Part of the primary key, which never changes.*/
        pub const MINUTE: __rt::Field<Self, u64, ReadingFields::minute> = *&__rt::Field::NEW;
        /// The attribute `celsius` of `Reading`, for filters, conditions and updates.
        const CELSIUS: __rt::Field<Self, f64, ReadingFields::celsius> = *&__rt::Field::NEW;
    }
    #[automatically_derived]
    impl __rt::Table for Reading {
        const SCHEMA: __rt::TableSchema = __rt::TableSchema::new(
                "readings",
                __rt::definition(&KEY_STATION),
            )
            .with_sort_key(__rt::definition(&KEY_MINUTE))
            .with_docs("What a station measured.");
    }
    fn _key_parts(
        __field_station: __rt::Subject<String>,
        __field_minute: __rt::Subject<u64>,
    ) {
        __rt::PartitionKeyPart::check(__field_station.stored());
        __rt::UntimedPart::check(__field_station.in_key());
        __rt::SortKeyPart::check(__field_minute.stored());
        __rt::UntimedPart::check(__field_minute.in_key());
    }
    const _: () = {
        #[allow(unused_imports, reason = "for types that cannot be stored")]
        use __rt::Unexpected as _;
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<u64>::NONES);
        __rt::tells_none_apart(__rt::Expected::<f64>::NONES);
    };
    const KEY_STATION: __rt::KeySpec = __rt::KeySpec {
        attribute: "station",
        template: __rt::Template {
            parts: &[
                __rt::Part::component(
                    0,
                    "station",
                    __rt::Spelled::<String>::SPELLING,
                    __rt::Format::Stored,
                ),
            ],
            delimiter: '#',
        },
        built: false,
    };
    const KEY_MINUTE: __rt::KeySpec = __rt::KeySpec {
        attribute: "minute",
        template: __rt::Template {
            parts: &[
                __rt::Part::component(
                    1,
                    "minute",
                    __rt::Spelled::<u64>::SPELLING,
                    __rt::Format::Stored,
                ),
            ],
            delimiter: '#',
        },
        built: false,
    };
    const QUERIES: &[__rt::QuerySchema] = &[
        __rt::QuerySchema {
            method: "query",
            index: __rt::None,
            scan: __rt::None,
            when: __rt::None,
            pk: &[KEY_STATION],
            sk: &[KEY_MINUTE],
        },
    ];
    const FIELDS: &[__rt::FieldSchema] = {
        #[allow(unused_imports, reason = "for types that cannot be stored")]
        use __rt::Unexpected as _;
        &[
            __rt::FieldSchema {
                name: "station",
                attribute: __rt::Some("station"),
                expected: __rt::Expected::<String>::TEXT,
                optional: __rt::Expected::<String>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<String>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "minute",
                attribute: __rt::Some("minute"),
                expected: __rt::Expected::<u64>::TEXT,
                optional: __rt::Expected::<u64>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<u64>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "celsius",
                attribute: __rt::Some("celsius"),
                expected: __rt::Expected::<f64>::TEXT,
                optional: __rt::Expected::<f64>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<f64>::VARIANTS,
            },
        ]
    };
    #[automatically_derived]
    impl __rt::InTable<Reading> for Reading {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::ItemSet for Reading {
        type Table = Reading;
        const ITEMS: __rt::ItemList = __rt::ItemList::One(
            &<Reading as __rt::Item>::SCHEMA,
        );
        fn visit<__V: __rt::ItemVisitor>(visitor: &mut __V) {
            __rt::ItemVisitor::item::<Self>(visitor);
        }
    }
    #[automatically_derived]
    impl __rt::Readable for Reading {
        type Item = Self;
        const INDEX: __rt::Option<&'static __rt::str> = __rt::None;
    }
    #[automatically_derived]
    impl __rt::Item for Reading {
        type Table = Self;
        type Told = __rt::ByType;
        const SCHEMA: __rt::ItemSchema = __rt::ItemSchema::new(
                "Reading",
                __rt::None,
                FIELDS,
                QUERIES,
            )
            .with_docs("What a station measured.", &["Where it was measured.", "", ""]);
        fn encode_fields(
            &self,
            to: &mut __rt::Encoder,
            stamps: &__rt::Stamps,
        ) -> __rt::Result<(), __rt::EncodeError> {
            let _ = stamps;
            {
                #[allow(unused_imports, reason = "for types that cannot be stored")]
                use __rt::{ToStore as _, ToStoreOtherwise as _};
                to.entries(
                    &[
                        ("station", (&self.station).__to_store()),
                        ("minute", (&self.minute).__to_store()),
                        ("celsius", (&self.celsius).__to_store()),
                    ],
                )?;
            }
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl __rt::Record for Reading {
        const NAME: &'static __rt::str = "Reading";
        fn decode(
            from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __from = from;
            __from.begin_item()?;
            const NAMES: &[&__rt::str] = &["station", "minute", "celsius"];
            let mut __field_station = __rt::Slot::<String, _>::own();
            let mut __field_minute = __rt::Slot::<u64, _>::own();
            let mut __field_celsius = __rt::Slot::<f64, _>::own();
            while let __rt::Some(__field) = __from.next_known(NAMES)? {
                let __read = match __field {
                    0 => __field_station.read(__from),
                    1 => __field_minute.read(__from),
                    2 => __field_celsius.read(__from),
                    _ => __rt::Ok(()),
                };
                __rt::read_at(__read, NAMES, __field)?;
            }
            let mut __fault = __rt::Fault::none();
            let (
                __rt::Some(__field_station),
                __rt::Some(__field_minute),
                __rt::Some(__field_celsius),
            ) = (
                __field_station.required("station", &mut __fault),
                __field_minute.required("minute", &mut __fault),
                __field_celsius.required("celsius", &mut __fault),
            ) else {
                return __fault.into_result();
            };
            __rt::Ok(Self {
                station: __field_station,
                minute: __field_minute,
                celsius: __field_celsius,
            })
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Components for Reading {
        fn component(&self, field: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
            match field {
                0 => __rt::Some(__rt::Component::of(&self.station).part()),
                1 => __rt::Some(__rt::Component::of(&self.minute).part()),
                _ => __rt::None,
            }
        }
    }
    #[automatically_derived]
    impl __rt::FieldInfo for ReadingFields::station {
        type Owner = Reading;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (0, "station", "station");
        fn part<'__a>(value: &'__a String) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for ReadingFields::station {}
    #[automatically_derived]
    impl __rt::FieldInfo for ReadingFields::minute {
        type Owner = Reading;
        type Value = u64;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (1, "minute", "minute");
        fn part<'__a>(value: &'__a u64) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for ReadingFields::minute {}
    #[automatically_derived]
    impl __rt::FieldInfo for ReadingFields::celsius {
        type Owner = Reading;
        type Value = f64;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (2, "celsius", "celsius");
    }
    #[automatically_derived]
    impl __rt::StoredField for ReadingFields::celsius {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for ReadingFields::celsius {}
    #[automatically_derived]
    impl __rt::SortAt<Reading, 0> for ReadingFields::minute {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for ReadingFields::celsius {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for ReadingFields::celsius {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::QueryInfo for Reading
    where
        for<'__a> Reading: __rt::Item,
    {
        type Item = Reading;
        type Output = Reading;
        type Row = Reading;
        type Keys = Self;
        type Ranged = Self;
        type Partition = (String,);
        const NAME: &'static __rt::str = "Reading";
        const QUERY: __rt::QuerySchema = QUERIES[0];
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::ConsistentRead for Reading {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::TableQuery for Reading {}
    #[automatically_derived]
    impl __rt::ReadAt<0> for Reading {
        type Query = Reading;
    }
};

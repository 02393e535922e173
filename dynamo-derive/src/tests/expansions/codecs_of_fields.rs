#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
mod ThingFields {
    pub(super) struct id {}
    pub(super) struct note {}
    pub(super) struct count {}
    pub(super) struct price {}
    pub(super) struct shape {}
}
const _: () = {
    use ::dynamo_runtime::__private as __rt;
    #[allow(unused_imports, reason = "for types that cannot be in a key")]
    use __rt::Unspelled as _;
    /** # Table `things`

| | built from | for example |
|---|---|---|
| partition key | `id = {id}` | `thing1` |

A write costs one write unit per KB. A read costs half a read unit per 4 KB, or a whole unit if it is consistent.*/
    #[allow(dead_code, reason = "not every generated method is called")]
    impl Thing {
        /** Returns the primary key of a `Thing`, to get, update or delete it, or to check whether it exists.

The key is `id = {id}`; for example `thing1`.

A get costs half a read unit per 4 KB of the item, or a whole unit if it is consistent.*/
        #[doc(alias("get", "get_item", "find", "find_by_id", "load", "fetch"))]
        #[must_use]
        fn key(id: impl __rt::KeyArg<String>) -> __rt::Key<Self> {
            __rt::Key::from_args(
                __rt::checked([("id", __rt::KeyArg::<String>::check(&id))]),
                &__rt::Args(&[(0, &id)]),
            )
        }
    }
    /** # Fields, for ranges, filters, conditions and updates

The last type parameter identifies the field. The compiler uses it to check how the field is used.*/
    #[allow(dead_code, reason = "not every generated constant is named")]
    impl Thing {
        /** The attribute `id` of `Thing`, for filters and conditions.

Part of the primary key, which never changes.*/
        const ID: __rt::Field<Self, String, ThingFields::id> = *&__rt::Field::NEW;
        /// The attribute `Note` of `Thing`, for filters, conditions and updates.
        const NOTE: __rt::Field<Self, String, ThingFields::note> = *&__rt::Field::NEW;
        /// The attribute `count` of `Thing`, for filters, conditions and updates.
        const COUNT: __rt::Field<Self, u64, ThingFields::count> = *&__rt::Field::NEW;
        /// The attribute `price` of `Thing`, for filters, conditions and updates.
        const PRICE: __rt::Field<Self, f64, ThingFields::price> = *&__rt::Field::NEW;
        /// The attribute `shape` of `Thing`, for filters, conditions and updates.
        const SHAPE: __rt::Field<Self, Shape, ThingFields::shape> = *&__rt::Field::NEW;
    }
    #[automatically_derived]
    impl __rt::Table for Thing {
        const SCHEMA: __rt::TableSchema = __rt::TableSchema::new(
            "things",
            __rt::definition(&KEY_ID),
        );
    }
    fn _key_parts(__field_id: __rt::Subject<String>) {
        __rt::PartitionKeyPart::check(__field_id.stored());
        __rt::UntimedPart::check(__field_id.in_key());
    }
    const _: () = {
        #[allow(unused_imports, reason = "for types that cannot be stored")]
        use __rt::Unexpected as _;
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<u64>::NONES);
    };
    const KEY_ID: __rt::KeySpec = __rt::KeySpec {
        attribute: "id",
        template: __rt::Template {
            parts: &[
                __rt::Part::component(
                    0,
                    "id",
                    __rt::Spelled::<String>::SPELLING,
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
            pk: &[KEY_ID],
            sk: &[],
        },
    ];
    const FIELDS: &[__rt::FieldSchema] = {
        #[allow(unused_imports, reason = "for types that cannot be stored")]
        use __rt::Unexpected as _;
        &[
            __rt::FieldSchema {
                name: "id",
                attribute: __rt::Some("id"),
                expected: __rt::Expected::<String>::TEXT,
                optional: __rt::Expected::<String>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<String>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "note",
                attribute: __rt::Some("Note"),
                expected: __rt::Expected::<String>::TEXT,
                optional: __rt::Expected::<String>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<String>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "cached",
                attribute: __rt::None,
                expected: "",
                optional: false,
                default: __rt::None,
                variants: &[],
            },
            __rt::FieldSchema {
                name: "count",
                attribute: __rt::Some("count"),
                expected: __rt::Expected::<u64>::TEXT,
                optional: __rt::Expected::<u64>::OPTIONAL,
                default: __rt::Some("one"),
                variants: __rt::Expected::<u64>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "price",
                attribute: __rt::Some("price"),
                expected: "",
                optional: __rt::is_optional_with(
                    __rt::decoder::<_, f64, _>(cents::decode),
                ),
                default: __rt::None,
                variants: &[],
            },
            __rt::FieldSchema {
                name: "shape",
                attribute: __rt::Some("shape"),
                expected: "",
                optional: __rt::Expected::<Shape>::OPTIONAL,
                default: __rt::None,
                variants: &[],
            },
            __rt::FieldSchema {
                name: "rest",
                attribute: __rt::None,
                expected: "",
                optional: false,
                default: __rt::None,
                variants: &[],
            },
        ]
    };
    #[automatically_derived]
    impl __rt::InTable<Thing> for Thing {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::ItemSet for Thing {
        type Table = Thing;
        const ITEMS: __rt::ItemList = __rt::ItemList::One(
            &<Thing as __rt::Item>::SCHEMA,
        );
        fn visit<__V: __rt::ItemVisitor>(visitor: &mut __V) {
            __rt::ItemVisitor::item::<Self>(visitor);
        }
    }
    #[automatically_derived]
    impl __rt::Readable for Thing {
        type Item = Self;
        const INDEX: __rt::Option<&'static __rt::str> = __rt::None;
    }
    #[automatically_derived]
    impl __rt::Item for Thing {
        type Table = Self;
        type Told = __rt::ByType;
        const SCHEMA: __rt::ItemSchema = __rt::ItemSchema::new(
                "Thing",
                __rt::None,
                FIELDS,
                QUERIES,
            )
            .with_rest();
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
                        ("id", (&self.id).__to_store()),
                        ("Note", (&self.note).__to_store()),
                        ("count", (&self.count).__to_store()),
                    ],
                )?;
            }
            to.entry("price", &cents::encode(&self.price))?;
            __rt::Value::by_serde(&self.shape).write("shape", to)?;
            <HashMap<
                String,
                String,
            > as __rt::Flatten>::encode_rest(
                &self.rest,
                to,
                &|name| __rt::is_reserved::<Self>(name),
            )?;
            __rt::Ok(())
        }
    }
    #[automatically_derived]
    impl __rt::Record for Thing {
        const NAME: &'static __rt::str = "Thing";
        fn decode(
            from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __from = from;
            __from.begin_item()?;
            const NAMES: &[&__rt::str] = &["id", "Note", "count", "price", "shape"];
            let mut __field_id = __rt::Slot::<String, _>::own();
            let mut __field_note = __rt::Slot::<String, _>::own();
            let mut __field_count = __rt::Slot::<u64, _>::own();
            let mut __field_price = __rt::None;
            let mut __field_shape = __rt::Slot::<Shape, _>::by_serde();
            let mut __field_rest = <HashMap<String, String> as __rt::Flatten>::nothing();
            while let __rt::Some(__field) = __from.next_field(NAMES)? {
                let __read = match __field {
                    0 => __field_id.read(__from),
                    1 => __field_note.read(__from),
                    2 => __field_count.read(__from),
                    3 => {
                        __rt::read_with(
                            __from,
                            &mut __field_price,
                            __rt::decoder::<_, f64, _>(cents::decode),
                        )
                    }
                    4 => __field_shape.read(__from),
                    _ => {
                        let name = __from.name().into_owned();
                        if __rt::is_reserved::<Self>(&name) {
                            __from.skip()
                        } else {
                            <HashMap<
                                String,
                                String,
                            > as __rt::Flatten>::accept(&mut __field_rest, name, __from)
                        }
                    }
                };
                __rt::read_at(__read, NAMES, __field)?;
            }
            let mut __fault = __rt::Fault::none();
            let (
                __rt::Some(__field_id),
                __rt::Some(__field_note),
                __rt::Some(__field_price),
                __rt::Some(__field_shape),
            ) = (
                __field_id.required("id", &mut __fault),
                __field_note.required("Note", &mut __fault),
                __fault
                    .unless(
                        __rt::required_with(
                            __field_price,
                            "price",
                            __rt::decoder::<_, f64, _>(cents::decode),
                        ),
                    ),
                __field_shape.required("shape", &mut __fault),
            ) else {
                return __fault.into_result();
            };
            __rt::Ok(Self {
                id: __field_id,
                note: __field_note,
                cached: <bool as __rt::Default>::default(),
                count: __field_count
                    .into_option()
                    .unwrap_or_else(|| __rt::default_of::<u64>(one)),
                price: __field_price,
                shape: __field_shape,
                rest: __field_rest,
            })
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Components for Thing {
        fn component(&self, field: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
            match field {
                0 => __rt::Some(__rt::Component::of(&self.id).part()),
                _ => __rt::None,
            }
        }
    }
    #[automatically_derived]
    impl __rt::FieldInfo for ThingFields::id {
        type Owner = Thing;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (0, "id", "id");
        fn part<'__a>(value: &'__a String) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for ThingFields::id {}
    #[automatically_derived]
    impl __rt::FieldInfo for ThingFields::note {
        type Owner = Thing;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (1, "note", "Note");
    }
    #[automatically_derived]
    impl __rt::StoredField for ThingFields::note {}
    #[automatically_derived]
    impl __rt::FieldInfo for ThingFields::count {
        type Owner = Thing;
        type Value = u64;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (3, "count", "count");
        fn default_value() -> __rt::Option<u64> {
            __rt::Some(__rt::default_of::<u64>(one))
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for ThingFields::count {}
    #[automatically_derived]
    impl __rt::FieldInfo for ThingFields::price {
        type Owner = Thing;
        type Value = f64;
        type Codec = ThingFields::price;
        const PLACE: __rt::FieldPlace = (4, "price", "price");
    }
    #[automatically_derived]
    impl __rt::FieldCodec<f64> for ThingFields::price {
        fn encode(
            value: &f64,
            to: &mut __rt::Encoder,
        ) -> __rt::Result<(), __rt::EncodeError> {
            __rt::Encode::encode(&cents::encode(value), to)
        }
        fn is_absent(value: &f64) -> __rt::bool {
            __rt::Encode::is_absent(&cents::encode(value))
        }
    }
    #[automatically_derived]
    impl __rt::SizeCodec<f64> for ThingFields::price {}
    #[automatically_derived]
    impl __rt::FieldDecode<f64> for ThingFields::price {
        fn decode(
            __from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<f64, __rt::DecodeError> {
            __rt::decode_with(__from, __rt::decoder::<_, f64, _>(cents::decode))
        }
        fn absent() -> __rt::Result<__rt::Option<f64>, __rt::DecodeError> {
            __rt::absent_with(__rt::decoder::<_, f64, _>(cents::decode))
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for ThingFields::price {}
    #[automatically_derived]
    impl __rt::FieldInfo for ThingFields::shape {
        type Owner = Thing;
        type Value = Shape;
        type Codec = __rt::Serde;
        const PLACE: __rt::FieldPlace = (5, "shape", "shape");
    }
    #[automatically_derived]
    impl __rt::StoredField for ThingFields::shape {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for ThingFields::id {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for ThingFields::note {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for ThingFields::count {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for ThingFields::price {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for ThingFields::shape {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for ThingFields::note {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for ThingFields::note {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for ThingFields::count {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for ThingFields::count {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for ThingFields::price {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for ThingFields::price {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for ThingFields::shape {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for ThingFields::shape {}
};

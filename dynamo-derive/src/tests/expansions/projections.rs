#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
pub mod OrderFields {
    pub(super) struct id {}
    pub(super) struct status {}
    pub(super) struct note {}
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
pub mod OrderQueries {
    pub struct query_keys {}
}
/** The part of an `Order` that the index `Keys` holds: the keys.

 Implements `Debug`, `Clone` and `PartialEq` if its fields do (not listed below).*/
#[allow(dead_code, reason = "not every projected field is read")]
pub struct OrderKeys {
    /// The field `id`.
    id: String,
    /// The field `status`.
    status: String,
}
const _: () = {
    use ::dynamo_runtime::__private as __rt;
    #[allow(unused_imports, reason = "for types that cannot be in a key")]
    use __rt::Unspelled as _;
    /** # Table `orders`

| | built from | for example |
|---|---|---|
| partition key | `PK = "ORDER#{id}"` | `ORDER#order1` |

| query method | index | partition key | sort key | holds | which items |
|---|---|---|---|---|---|
| `query_keys` | `Keys`, global | `status = {status}` |  | keys | all |

`query_keys` in `Query<query_keys>` names the query; its full path is `OrderQueries::query_keys`.

A write costs one write unit per KB, and the same again for each index whose entry changes. A read costs half a read unit per 4 KB, or a whole unit if it is consistent.*/
    #[allow(dead_code, reason = "not every generated method is called")]
    impl Order {
        /** Returns the primary key of an `Order`, to get, update or delete it, or to check whether it exists.

The key is `PK = "ORDER#{id}"`; for example `ORDER#order1`.

A get costs half a read unit per 4 KB of the item, or a whole unit if it is consistent.*/
        #[doc(alias("get", "get_item", "find", "find_by_id", "load", "fetch"))]
        #[must_use]
        pub fn key(id: impl __rt::KeyArg<String>) -> __rt::Key<Self> {
            __rt::Key::from_args(
                __rt::checked([("id", __rt::KeyArg::<String>::check(&id))]),
                &__rt::Args(&[(0, &id)]),
            )
        }
        /** Queries the `Order` items by `status`.

Reads the global index `Keys` of the table `orders`.

Key condition: `status = {status}`. For example `status1`.

The index holds keys only, so a query returns `OrderKeys`; `hydrate()` fetches the whole items. Costs half a read unit per 4 KB read. Global indexes are eventually consistent.*/
        pub fn query_keys(
            status: impl __rt::KeyArg<String>,
        ) -> __rt::Query<OrderQueries::query_keys> {
            __rt::Query::from_args(
                __rt::checked([("status", __rt::KeyArg::<String>::check(&status))]),
                &__rt::Args(&[(1, &status)]),
            )
        }
    }
    /** # Fields, for ranges, filters, conditions and updates

The last type parameter identifies the field. The compiler uses it to check how the field is used.*/
    #[allow(dead_code, reason = "not every generated constant is named")]
    impl Order {
        /** The attribute `id` of `Order`, for filters and conditions.

Part of the primary key, which never changes.*/
        const ID: __rt::Field<Self, String, OrderFields::id> = *&__rt::Field::NEW;
        /** The attribute `status` of `Order`, for filters, conditions and updates.

Key of the index `Keys`; an update moves the item in it.*/
        const STATUS: __rt::Field<Self, String, OrderFields::status> = *&__rt::Field::NEW;
        /// The attribute `note` of `Order`, for filters, conditions and updates.
        const NOTE: __rt::Field<Self, String, OrderFields::note> = *&__rt::Field::NEW;
    }
    const INDEXES: &[__rt::IndexSchema] = &[
        __rt::IndexSchema {
            name: "Keys",
            kind: __rt::IndexKind::Global,
            pk: &[__rt::definition(&KEY_STATUS)],
            sk: &[],
            projection: __rt::Projection::KeysOnly,
            vector: __rt::None,
        },
    ];
    #[automatically_derived]
    impl __rt::Table for Order {
        const SCHEMA: __rt::TableSchema = __rt::TableSchema::new(
                "orders",
                __rt::definition(&KEY_PK),
            )
            .with_indexes(INDEXES);
    }
    fn _key_parts(
        __field_id: __rt::Subject<String>,
        __field_status: __rt::Subject<String>,
    ) {
        __rt::PartitionKeyPart::check(__field_id.stored());
        __rt::TemplatePart::check(__field_id.in_key());
        __rt::IndexPartitionPart::check(__field_status.stored());
        __rt::UntimedPart::check(__field_status.in_key());
    }
    const _: () = {
        #[allow(unused_imports, reason = "for types that cannot be stored")]
        use __rt::Unexpected as _;
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
    };
    const KEY_PK: __rt::KeySpec = __rt::KeySpec {
        attribute: "PK",
        template: __rt::Template {
            parts: &[
                __rt::Part::Literal("ORDER#"),
                __rt::Part::component(
                    0,
                    "id",
                    __rt::Spelled::<String>::SPELLING,
                    __rt::Format::Plain,
                ),
            ],
            delimiter: '#',
        },
        built: true,
    };
    const KEY_STATUS: __rt::KeySpec = __rt::KeySpec {
        attribute: "status",
        template: __rt::Template {
            parts: &[
                __rt::Part::component(
                    1,
                    "status",
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
            pk: &[KEY_PK],
            sk: &[],
        },
        __rt::QuerySchema {
            method: "query_keys",
            index: __rt::Some("Keys"),
            scan: __rt::None,
            when: __rt::None,
            pk: &[KEY_STATUS],
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
                name: "status",
                attribute: __rt::Some("status"),
                expected: __rt::Expected::<String>::TEXT,
                optional: __rt::Expected::<String>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<String>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "note",
                attribute: __rt::Some("note"),
                expected: __rt::Expected::<String>::TEXT,
                optional: __rt::Expected::<String>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<String>::VARIANTS,
            },
        ]
    };
    #[automatically_derived]
    impl __rt::InTable<Order> for Order {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::ItemSet for Order {
        type Table = Order;
        const ITEMS: __rt::ItemList = __rt::ItemList::One(
            &<Order as __rt::Item>::SCHEMA,
        );
        fn visit<__V: __rt::ItemVisitor>(visitor: &mut __V) {
            __rt::ItemVisitor::item::<Self>(visitor);
        }
    }
    #[automatically_derived]
    impl __rt::Readable for Order {
        type Item = Self;
        const INDEX: __rt::Option<&'static __rt::str> = __rt::None;
    }
    #[automatically_derived]
    impl __rt::Item for Order {
        type Table = Self;
        type Told = __rt::ByType;
        const SCHEMA: __rt::ItemSchema = __rt::ItemSchema::new(
            "Order",
            __rt::None,
            FIELDS,
            QUERIES,
        );
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
                        ("status", (&self.status).__to_store()),
                        ("note", (&self.note).__to_store()),
                    ],
                )?;
            }
            __rt::Ok(())
        }
        fn stamp_insert(stamps: &mut __rt::Stamps, key: &__rt::Partial<'_>) {
            stamps
                .fill::<OrderFields::id>(__rt::KeyField::<String>::of(key).component(0));
        }
    }
    #[automatically_derived]
    impl __rt::Record for Order {
        const NAME: &'static __rt::str = "Order";
        fn decode(
            from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __from = from;
            __from.begin_item()?;
            const NAMES: &[&__rt::str] = &["id", "status", "note"];
            let mut __field_id = __rt::Slot::<String, _>::own();
            let mut __field_status = __rt::Slot::<String, _>::own();
            let mut __field_note = __rt::Slot::<String, _>::own();
            while let __rt::Some(__field) = __from.next_known(NAMES)? {
                let __read = match __field {
                    0 => __field_id.read(__from),
                    1 => __field_status.read(__from),
                    2 => __field_note.read(__from),
                    _ => __rt::Ok(()),
                };
                __rt::read_at(__read, NAMES, __field)?;
            }
            let mut __fault = __rt::Fault::none();
            let (
                __rt::Some(__field_id),
                __rt::Some(__field_status),
                __rt::Some(__field_note),
            ) = (
                __field_id.required("id", &mut __fault),
                __field_status.required("status", &mut __fault),
                __field_note.required("note", &mut __fault),
            ) else {
                return __fault.into_result();
            };
            __rt::Ok(Self {
                id: __field_id,
                status: __field_status,
                note: __field_note,
            })
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Components for Order {
        fn component(&self, field: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
            match field {
                0 => __rt::Some(__rt::Component::of(&self.id).part()),
                1 => __rt::Some(__rt::Component::of(&self.status).part()),
                _ => __rt::None,
            }
        }
    }
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::id {
        type Owner = Order;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (0, "id", "id");
        fn part<'__a>(value: &'__a String) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::id {}
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::status {
        type Owner = Order;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (1, "status", "status");
        fn part<'__a>(value: &'__a String) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::status {}
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::note {
        type Owner = Order;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (2, "note", "note");
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::note {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for OrderFields::status {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for OrderFields::status {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for OrderFields::note {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for OrderFields::note {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::QueryInfo for OrderQueries::query_keys
    where
        for<'__a> Order: __rt::Item,
        for<'__a> OrderKeys: __rt::Projected,
    {
        type Item = Order;
        type Output = OrderKeys;
        type Row = __rt::KeyedRow<Self, OrderKeys>;
        type Keys = Self;
        type Ranged = Self;
        type Partition = (String,);
        const NAME: &'static __rt::str = "Order";
        const QUERY: __rt::QuerySchema = QUERIES[1];
    }
    #[automatically_derived]
    impl __rt::ReadAt<1> for OrderKeys {
        type Query = OrderQueries::query_keys;
    }
    #[automatically_derived]
    impl __rt::Readable for OrderKeys {
        type Item = Order;
        const INDEX: __rt::Option<&'static __rt::str> = __rt::Some("Keys");
    }
    #[automatically_derived]
    impl __rt::Projected for OrderKeys {
        type Item = Order;
    }
    impl OrderKeys {
        /// Returns the primary key of the `Order`, to read the whole item.
        #[must_use]
        #[allow(dead_code, reason = "not every key is asked for")]
        pub fn to_key(&self) -> __rt::Key<Order> {
            __rt::Key::from_components(self)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    #[allow(dead_code, reason = "nothing can call them")]
    impl OrderKeys {
        pub fn put<__N: __rt::WrittenPart>(&self) -> __N::Operation
        where
            Self: __rt::Itself<__N>,
        {
            __rt::stub()
        }
        pub fn delete<__N: __rt::WrittenPart>(&self) -> __N::Operation
        where
            Self: __rt::Itself<__N>,
        {
            __rt::stub()
        }
    }
    #[automatically_derived]
    impl __rt::Record for OrderKeys {
        const NAME: &'static __rt::str = "OrderKeys";
        fn decode(
            from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            <Self as __rt::Record>::decode_with(from, &mut __rt::Default::default())
        }
        fn decode_with(
            __from: &mut __rt::Decoder<'_>,
            __keys: &mut __rt::Keys,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __from.begin_item()?;
            const NAMES: &[&__rt::str] = &["status", "PK"];
            let mut __field_status = __rt::Slot::<String, _>::own();
            let mut __partition = __rt::None;
            while let __rt::Some(__field) = __from.next_field(NAMES)? {
                let __read = match __field {
                    0 => __field_status.read(__from),
                    1 => __rt::read_key(__from, &mut __partition),
                    _ => __keys.take(__from),
                };
                __rt::read_at(__read, NAMES, __field)?;
            }
            let mut __partition = __rt::parse_key(&KEY_PK, __partition)?;
            __keys.keep(&__partition);
            let mut __fault = __rt::Fault::none();
            let (__rt::Some(__field_id), __rt::Some(__field_status)) = (
                __rt::Recovered::<String>::from(&mut __partition)
                    .take(0, "id", &mut __fault),
                __field_status.required("status", &mut __fault),
            ) else {
                return __fault.into_result();
            };
            __rt::Ok(Self {
                id: __field_id,
                status: __field_status,
            })
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Components for OrderKeys {
        fn component(&self, field: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
            match field {
                0 => __rt::Some(__rt::Component::of(&self.id).part()),
                1 => __rt::Some(__rt::Component::of(&self.status).part()),
                _ => __rt::None,
            }
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::fmt::Debug for OrderKeys
    where
        for<'__a> String: __rt::fmt::Debug,
        for<'__a> String: __rt::fmt::Debug,
    {
        fn fmt(&self, f: &mut __rt::fmt::Formatter<'_>) -> __rt::fmt::Result {
            f.debug_struct("OrderKeys")
                .field("id", &self.id)
                .field("status", &self.status)
                .finish()
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Clone for OrderKeys
    where
        for<'__a> String: __rt::Clone,
        for<'__a> String: __rt::Clone,
    {
        fn clone(&self) -> Self {
            Self {
                id: __rt::Clone::clone(&self.id),
                status: __rt::Clone::clone(&self.status),
            }
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::PartialEq for OrderKeys
    where
        for<'__a> String: __rt::PartialEq,
        for<'__a> String: __rt::PartialEq,
    {
        fn eq(&self, other: &Self) -> __rt::bool {
            true && self.id == other.id && self.status == other.status
        }
    }
};

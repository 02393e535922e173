#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
pub mod OrderFields {
    pub(super) struct client {}
    pub(super) struct id {}
    pub(super) struct product {}
    pub(super) struct status {}
    pub(super) struct total {}
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
pub mod OrderQueries {
    pub struct by_product {}
    pub struct query_inverted {}
    pub struct query_by_status {}
}
/** The part of an `Order` that the index `Inverted` holds: the keys.

 Implements `Debug`, `Clone` and `PartialEq` if its fields do (not listed below).*/
#[allow(dead_code, reason = "not every projected field is read")]
pub struct OrderInverted {
    /// The field `client`.
    client: String,
    /// The field `id`.
    id: String,
}
/** The part of an `Order` that the index `ByStatus` holds: the keys and the included attributes.

 Implements `Debug`, `Clone` and `PartialEq` if its fields do (not listed below).*/
#[allow(dead_code, reason = "not every projected field is read")]
pub struct OrderByStatus {
    /// The field `client`.
    client: String,
    /// The field `id`.
    id: String,
    /// The field `status`.
    status: String,
    /// The field `total`.
    total: u64,
}
const _: () = {
    use ::dynamo_runtime::__private as __rt;
    #[allow(unused_imports, reason = "for types that cannot be in a key")]
    use __rt::Unspelled as _;
    /** # In table `Trading`, `trading_{stage}`

| | built from | for example |
|---|---|---|
| partition key | `PK = "CLIENT#{client}"` | `CLIENT#client1` |
| sort key | `SK = "ORDER#{id}"` | `ORDER#order1` |

| query method | index | partition key | sort key | holds | which items |
|---|---|---|---|---|---|
| `by_product` | `GSI1`, global | `GSI1_PK = "PRODUCT#{product}"` | `GSI1_SK = "{total}"` | everything | those with `product` |
| `query_inverted` | `Inverted`, global | `SK = "ORDER#{id}"` | `PK = "CLIENT#{client}"` | keys | all |
| `query_by_status` | `ByStatus`, local | `PK = "CLIENT#{client}"` | `status = {status}` | keys, `total` | all |

`by_product` in `Query<by_product>` names the query; its full path is `OrderQueries::by_product`.

A write costs one write unit per KB, and the same again for each index whose entry changes. A read costs half a read unit per 4 KB, or a whole unit if it is consistent.*/
    #[allow(dead_code, reason = "not every generated method is called")]
    impl Order {
        /** Returns the primary key of an `Order`, to get, update or delete it, or to check whether it exists.

The key is `PK = "CLIENT#{client}"` and `SK = "ORDER#{id}"`; for example `CLIENT#client1`, `ORDER#order1`.

A get costs half a read unit per 4 KB of the item, or a whole unit if it is consistent.*/
        #[doc(alias("get", "get_item", "find", "find_by_id", "load", "fetch"))]
        #[must_use]
        pub fn key(
            client: impl __rt::KeyArg<String>,
            id: impl __rt::KeyArg<String>,
        ) -> __rt::Key<Self> {
            __rt::Key::from_args(
                __rt::checked([
                    ("client", __rt::KeyArg::<String>::check(&client)),
                    ("id", __rt::KeyArg::<String>::check(&id)),
                ]),
                &__rt::Args(&[(0, &client), (1, &id)]),
            )
        }
        /** Queries the `Order` items by `client`, in the order of `id`.

Reads the table `trading_{stage}`.

Key condition: `PK = "CLIENT#{client}" AND begins_with(SK, "ORDER#")`. For example `CLIENT#client1`.

Costs half a read unit per 4 KB read, or a whole unit if it is consistent.*/
        pub fn query(client: impl __rt::KeyArg<String>) -> __rt::Query<Order> {
            __rt::Query::from_args(
                __rt::checked([("client", __rt::KeyArg::<String>::check(&client))]),
                &__rt::Args(&[(0, &client)]),
            )
        }
        /** Queries the `Order` items by `product`, in the order of `total`.

Reads the global index `GSI1` of the table `trading_{stage}`.

Key condition: `GSI1_PK = "PRODUCT#{product}"`. For example `PRODUCT#product1`.

Only items with `product` are in the index.

The index holds every attribute. Costs half a read unit per 4 KB read. Global indexes are eventually consistent.*/
        pub fn by_product(
            product: impl __rt::KeyArg<Option<String>>,
        ) -> __rt::Query<OrderQueries::by_product> {
            __rt::Query::from_args(
                __rt::checked([
                    ("product", __rt::KeyArg::<Option<String>>::check(&product)),
                ]),
                &__rt::Args(&[(2, &product)]),
            )
        }
        /** Queries the `Order` items by `id`, in the order of `client`.

Reads the global index `Inverted` of the table `trading_{stage}`.

Key condition: `SK = "ORDER#{id}" AND begins_with(PK, "CLIENT#")`. For example `ORDER#order1`.

The index holds keys only, so a query returns `OrderInverted`; `hydrate()` fetches the whole items. Costs half a read unit per 4 KB read. Global indexes are eventually consistent.*/
        pub fn query_inverted(
            id: impl __rt::KeyArg<String>,
        ) -> __rt::Query<OrderQueries::query_inverted> {
            __rt::Query::from_args(
                __rt::checked([("id", __rt::KeyArg::<String>::check(&id))]),
                &__rt::Args(&[(1, &id)]),
            )
        }
        /** Queries the `Order` items by `client`, in the order of `status`.

Reads the local index `ByStatus` of the table `trading_{stage}`.

Key condition: `PK = "CLIENT#{client}"`. For example `CLIENT#client1`.

The index holds the keys and `total`, so a query returns `OrderByStatus`; `hydrate()` fetches the whole items. Costs half a read unit per 4 KB read, or a whole unit if it is consistent.*/
        pub fn query_by_status(
            client: impl __rt::KeyArg<String>,
        ) -> __rt::Query<OrderQueries::query_by_status> {
            __rt::Query::from_args(
                __rt::checked([("client", __rt::KeyArg::<String>::check(&client))]),
                &__rt::Args(&[(0, &client)]),
            )
        }
    }
    /** # Fields, for ranges, filters, conditions and updates

The last type parameter identifies the field. The compiler uses it to check how the field is used.*/
    #[allow(dead_code, reason = "not every generated constant is named")]
    impl Order {
        /** The attribute `client` of `Order`, for ranges, filters and conditions.

Part of the primary key, which never changes.*/
        const CLIENT: __rt::Field<Self, String, OrderFields::client> = *&__rt::Field::NEW;
        /** The attribute `id` of `Order`, for ranges, filters and conditions.

Part of the primary key, which never changes.*/
        const ID: __rt::Field<Self, String, OrderFields::id> = *&__rt::Field::NEW;
        /** The field `product` of `Order`, which is stored only inside a key.

Part of an index key. Change it with `modify`.*/
        const PRODUCT: __rt::Field<Self, Option<String>, OrderFields::product> = *&__rt::Field::NEW;
        /** The attribute `status` of `Order`, for ranges, filters, conditions and updates.

Key of the index `ByStatus`; an update moves the item in it.*/
        const STATUS: __rt::Field<Self, String, OrderFields::status> = *&__rt::Field::NEW;
        /** The attribute `total` of `Order`, for ranges, filters, conditions and updates.

An update that sets it rewrites the index key `GSI1_SK`.*/
        const TOTAL: __rt::Field<Self, u64, OrderFields::total> = *&__rt::Field::NEW;
    }
    fn _key_parts(
        __field_client: __rt::Subject<String>,
        __field_id: __rt::Subject<String>,
        __field_product: __rt::Subject<Option<String>>,
        __field_status: __rt::Subject<String>,
        __field_total: __rt::Subject<u64>,
    ) {
        __rt::PartitionKeyPart::check(__field_client.stored());
        __rt::TemplatePart::check(__field_client.in_key());
        __rt::SortKeyPart::check(__field_id.stored());
        __rt::TemplatePart::check(__field_id.in_key());
        __rt::UnpaddedSortPart::check(__field_id.beside_text());
        __rt::UntimedPart::check(__field_id.beside_text());
        __rt::IndexPartitionPart::check(__field_product.itself());
        __rt::TemplatePart::check(__field_product.in_key());
        __rt::IndexSortPart::check(__field_status.stored());
        __rt::UntimedPart::check(__field_status.in_key());
        __rt::IndexSortPart::check(__field_total.stored());
        __rt::UntimedPart::check(__field_total.in_key());
    }
    const _: () = __rt::assert!(
        KEY_GSI1_SK.template.kind().is(__rt::KeyKind::Number) || ! __rt::Spelled:: < u64
        > ::IS_KNOWN,
        "`Order` builds `GSI1_SK` of `Trading` from `total`, which is not a number (N); declare its type in `Trading`, or write another field"
    );
    const _: () = __rt::assert!(
        KEY_STATUS.template.kind().is(__rt::KeyKind::Text) || ! __rt::Spelled:: < String
        > ::IS_KNOWN,
        "`Order` builds `status` of `Trading` from `status`, which is not text (S); declare its type in `Trading`, or write another field"
    );
    const _: () = {
        #[allow(unused_imports, reason = "for types that cannot be stored")]
        use __rt::Unexpected as _;
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<u64>::NONES);
    };
    const KEY_PK: __rt::KeySpec = __rt::KeySpec {
        attribute: "PK",
        template: __rt::Template {
            parts: &[
                __rt::Part::Literal("CLIENT#"),
                __rt::Part::component(
                    0,
                    "client",
                    __rt::Spelled::<String>::SPELLING,
                    __rt::Format::Plain,
                ),
            ],
            delimiter: '#',
        },
        built: true,
    };
    const KEY_SK: __rt::KeySpec = __rt::KeySpec {
        attribute: "SK",
        template: __rt::Template {
            parts: &[
                __rt::Part::Literal("ORDER#"),
                __rt::Part::component(
                    1,
                    "id",
                    __rt::Spelled::<String>::SPELLING,
                    __rt::Format::Plain,
                ),
            ],
            delimiter: '#',
        },
        built: true,
    };
    const KEY_GSI1_PK: __rt::KeySpec = __rt::KeySpec {
        attribute: "GSI1_PK",
        template: __rt::Template {
            parts: &[
                __rt::Part::Literal("PRODUCT#"),
                __rt::Part::component(
                    2,
                    "product",
                    __rt::Spelled::<Option<String>>::SPELLING,
                    __rt::Format::Plain,
                ),
            ],
            delimiter: '#',
        },
        built: true,
    };
    const KEY_GSI1_SK: __rt::KeySpec = __rt::KeySpec {
        attribute: "GSI1_SK",
        template: __rt::Template {
            parts: &[
                __rt::Part::component(
                    4,
                    "total",
                    __rt::Spelled::<u64>::SPELLING,
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
                    3,
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
            sk: &[KEY_SK],
        },
        __rt::QuerySchema {
            method: "by_product",
            index: __rt::Some("GSI1"),
            scan: __rt::None,
            when: __rt::None,
            pk: &[KEY_GSI1_PK],
            sk: &[KEY_GSI1_SK],
        },
        __rt::QuerySchema {
            method: "query_inverted",
            index: __rt::Some("Inverted"),
            scan: __rt::None,
            when: __rt::None,
            pk: &[
                __rt::KeySpec {
                    built: false,
                    ..KEY_SK
                },
            ],
            sk: &[
                __rt::KeySpec {
                    built: false,
                    ..KEY_PK
                },
            ],
        },
        __rt::QuerySchema {
            method: "query_by_status",
            index: __rt::Some("ByStatus"),
            scan: __rt::None,
            when: __rt::None,
            pk: &[
                __rt::KeySpec {
                    built: false,
                    ..KEY_PK
                },
            ],
            sk: &[KEY_STATUS],
        },
    ];
    const FIELDS: &[__rt::FieldSchema] = {
        #[allow(unused_imports, reason = "for types that cannot be stored")]
        use __rt::Unexpected as _;
        &[
            __rt::FieldSchema {
                name: "client",
                attribute: __rt::Some("client"),
                expected: __rt::Expected::<String>::TEXT,
                optional: __rt::Expected::<String>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<String>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "id",
                attribute: __rt::Some("id"),
                expected: __rt::Expected::<String>::TEXT,
                optional: __rt::Expected::<String>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<String>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "product",
                attribute: __rt::None,
                expected: "",
                optional: __rt::Expected::<Option<String>>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<Option<String>>::VARIANTS,
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
                name: "total",
                attribute: __rt::Some("total"),
                expected: __rt::Expected::<u64>::TEXT,
                optional: __rt::Expected::<u64>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<u64>::VARIANTS,
            },
        ]
    };
    const INDEX_KEYS: &[__rt::IndexKey] = {
        #[allow(unused_imports, reason = "for types that cannot be in a key")]
        use __rt::NoAbsence as _;
        &[
            __rt::IndexKey {
                attribute: "GSI1_PK",
                partition: true,
                fields: &[2],
                build: __rt::KeyBuild::One {
                    template: KEY_GSI1_PK.template,
                    when: __rt::None,
                },
                needs: &[],
            },
            __rt::IndexKey {
                attribute: "GSI1_SK",
                partition: false,
                fields: &[4],
                build: __rt::KeyBuild::One {
                    template: KEY_GSI1_SK.template,
                    when: __rt::None,
                },
                needs: &[
                    __rt::Need {
                        when: __rt::None,
                        fields: &[],
                        parts: &[
                            __rt::NeedPart {
                                component: 2,
                                field: __rt::Some(2),
                                optional: __rt::Absence::<Option<String>>::IS_POSSIBLE,
                            },
                        ],
                    },
                ],
            },
        ]
    };
    #[automatically_derived]
    impl __rt::InTable<tables::Trading> for Order {}
    /// Items of type `Order`: `PK = "CLIENT#{client}"` and `SK = "ORDER#{id}"`. In `GSI1`: `GSI1_PK = "PRODUCT#{product}"`, `GSI1_SK = "{total}"`. In `Inverted`: `SK = "ORDER#{id}"`, `PK = "CLIENT#{client}"`. In `ByStatus`: `PK = "CLIENT#{client}"`, `status = {status}`.
    #[automatically_derived]
    #[allow(non_local_definitions, reason = "the table may be declared elsewhere")]
    impl __rt::Holds<Order> for tables::Trading {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::ItemSet for Order {
        type Table = tables::Trading;
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
        type Table = tables::Trading;
        type Told = __rt::ByType;
        const SCHEMA: __rt::ItemSchema = __rt::ItemSchema::new(
                "Order",
                __rt::Some("ORDER"),
                FIELDS,
                QUERIES,
            )
            .with_index_keys(INDEX_KEYS);
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
                        ("client", (&self.client).__to_store()),
                        ("id", (&self.id).__to_store()),
                        ("status", (&self.status).__to_store()),
                        ("total", (&self.total).__to_store()),
                    ],
                )?;
            }
            __rt::Ok(())
        }
        fn stamp_insert(stamps: &mut __rt::Stamps, key: &__rt::Partial<'_>) {
            stamps
                .fill::<
                    OrderFields::client,
                >(__rt::KeyField::<String>::of(key).component(0));
            stamps
                .fill::<OrderFields::id>(__rt::KeyField::<String>::of(key).component(1));
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
            const NAMES: &[&__rt::str] = &["client", "id", "status", "total", "GSI1_PK"];
            let mut __field_client = __rt::Slot::<String, _>::own();
            let mut __field_id = __rt::Slot::<String, _>::own();
            let mut __field_status = __rt::Slot::<String, _>::own();
            let mut __field_total = __rt::Slot::<u64, _>::own();
            let mut __index_0 = __rt::None;
            while let __rt::Some(__field) = __from.next_known(NAMES)? {
                let __read = match __field {
                    0 => __field_client.read(__from),
                    1 => __field_id.read(__from),
                    2 => __field_status.read(__from),
                    3 => __field_total.read(__from),
                    4 => __rt::read_key(__from, &mut __index_0),
                    _ => __rt::Ok(()),
                };
                __rt::read_at(__read, NAMES, __field)?;
            }
            let mut __index_0 = __rt::parse_index_key(&KEY_GSI1_PK, __index_0)?;
            let mut __fault = __rt::Fault::none();
            let (
                __rt::Some(__field_client),
                __rt::Some(__field_id),
                __rt::Some(__field_product),
                __rt::Some(__field_status),
                __rt::Some(__field_total),
            ) = (
                __field_client.required("client", &mut __fault),
                __field_id.required("id", &mut __fault),
                __rt::Recovered::<Option<String>>::from(&mut __index_0)
                    .take(2, "product", &mut __fault),
                __field_status.required("status", &mut __fault),
                __field_total.required("total", &mut __fault),
            ) else {
                return __fault.into_result();
            };
            __rt::Ok(Self {
                client: __field_client,
                id: __field_id,
                product: __field_product,
                status: __field_status,
                total: __field_total,
            })
        }
        fn check_type(
            item: &__rt::HashMap<__rt::String, __rt::AttributeValue>,
        ) -> __rt::Result<(), __rt::Error> {
            __rt::check_type::<Self>(item)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Components for Order {
        fn component(&self, field: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
            match field {
                0 => __rt::Some(__rt::Component::of(&self.client).part()),
                1 => __rt::Some(__rt::Component::of(&self.id).part()),
                2 => __rt::Some(__rt::Component::of(&self.product).part()),
                3 => __rt::Some(__rt::Component::of(&self.status).part()),
                4 => __rt::Some(__rt::Component::of(&self.total).part()),
                _ => __rt::None,
            }
        }
    }
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::client {
        type Owner = Order;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (0, "client", "client");
        fn part<'__a>(value: &'__a String) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::client {}
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::id {
        type Owner = Order;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (1, "id", "id");
        fn part<'__a>(value: &'__a String) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::id {}
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::product {
        type Owner = Order;
        type Value = Option<String>;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (2, "product", "product");
        fn part<'__a>(
            value: &'__a Option<String>,
        ) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::status {
        type Owner = Order;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (3, "status", "status");
        fn part<'__a>(value: &'__a String) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::status {}
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::total {
        type Owner = Order;
        type Value = u64;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (4, "total", "total");
        fn part<'__a>(value: &'__a u64) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::total {}
    #[automatically_derived]
    impl __rt::Filterable<Order> for OrderFields::client {}
    #[automatically_derived]
    impl __rt::Filterable<OrderQueries::by_product> for OrderFields::client {}
    #[automatically_derived]
    impl __rt::Filterable<Order> for OrderFields::id {}
    #[automatically_derived]
    impl __rt::Filterable<OrderQueries::by_product> for OrderFields::id {}
    #[automatically_derived]
    impl __rt::Filterable<Order> for OrderFields::product {}
    #[automatically_derived]
    impl __rt::Filterable<Order> for OrderFields::status {}
    #[automatically_derived]
    impl __rt::Filterable<OrderQueries::by_product> for OrderFields::status {}
    #[automatically_derived]
    impl __rt::Filterable<Order> for OrderFields::total {}
    #[automatically_derived]
    impl __rt::Filterable<OrderQueries::by_product> for OrderFields::total {}
    #[automatically_derived]
    impl __rt::Filterable<OrderQueries::query_by_status> for OrderFields::total {}
    #[automatically_derived]
    impl __rt::SortAt<Order, 0> for OrderFields::id {}
    #[automatically_derived]
    impl __rt::SortAt<OrderQueries::by_product, 0> for OrderFields::total {}
    #[automatically_derived]
    impl __rt::SortAt<OrderQueries::query_inverted, 0> for OrderFields::client {}
    #[automatically_derived]
    impl __rt::SortAt<OrderQueries::query_by_status, 0> for OrderFields::status {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for OrderFields::status {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for OrderFields::status {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for OrderFields::total {
        type Then = __L;
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::QueryInfo for Order
    where
        for<'__a> Order: __rt::Item,
    {
        type Item = Order;
        type Output = Order;
        type Row = Order;
        type Keys = Self;
        type Ranged = Self;
        type Partition = (String,);
        const NAME: &'static __rt::str = "Order";
        const QUERY: __rt::QuerySchema = QUERIES[0];
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::ConsistentRead for Order {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::TableQuery for Order {}
    #[automatically_derived]
    impl __rt::ReadAt<0> for Order {
        type Query = Order;
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::QueryInfo for OrderQueries::by_product
    where
        for<'__a> Order: __rt::Item,
    {
        type Item = Order;
        type Output = Order;
        type Row = Order;
        type Keys = Self;
        type Ranged = Self;
        type Partition = (Option<String>,);
        const NAME: &'static __rt::str = "Order";
        const QUERY: __rt::QuerySchema = QUERIES[1];
    }
    #[automatically_derived]
    impl __rt::ReadAt<1> for Order {
        type Query = OrderQueries::by_product;
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::QueryInfo for OrderQueries::query_inverted
    where
        for<'__a> Order: __rt::Item,
        for<'__a> OrderInverted: __rt::Projected,
    {
        type Item = Order;
        type Output = OrderInverted;
        type Row = __rt::KeyedRow<Self, OrderInverted>;
        type Keys = Self;
        type Ranged = Self;
        type Partition = (String,);
        const NAME: &'static __rt::str = "Order";
        const QUERY: __rt::QuerySchema = QUERIES[2];
    }
    #[automatically_derived]
    impl __rt::ReadAt<2> for OrderInverted {
        type Query = OrderQueries::query_inverted;
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::QueryInfo for OrderQueries::query_by_status
    where
        for<'__a> Order: __rt::Item,
        for<'__a> OrderByStatus: __rt::Projected,
    {
        type Item = Order;
        type Output = OrderByStatus;
        type Row = __rt::KeyedRow<Self, OrderByStatus>;
        type Keys = Self;
        type Ranged = Self;
        type Partition = (String,);
        const NAME: &'static __rt::str = "Order";
        const QUERY: __rt::QuerySchema = QUERIES[3];
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::ConsistentRead for OrderQueries::query_by_status {}
    #[automatically_derived]
    impl __rt::ReadAt<3> for OrderByStatus {
        type Query = OrderQueries::query_by_status;
    }
    #[automatically_derived]
    impl __rt::Readable for OrderInverted {
        type Item = Order;
        const INDEX: __rt::Option<&'static __rt::str> = __rt::Some("Inverted");
    }
    #[automatically_derived]
    impl __rt::Projected for OrderInverted {
        type Item = Order;
    }
    impl OrderInverted {
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
    impl OrderInverted {
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
    impl __rt::Record for OrderInverted {
        const NAME: &'static __rt::str = "OrderInverted";
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
            const NAMES: &[&__rt::str] = &["PK", "SK"];
            let mut __partition = __rt::None;
            let mut __sort = __rt::None;
            while let __rt::Some(__field) = __from.next_field(NAMES)? {
                let __read = match __field {
                    0 => __rt::read_key(__from, &mut __partition),
                    1 => __rt::read_key(__from, &mut __sort),
                    _ => __keys.take(__from),
                };
                __rt::read_at(__read, NAMES, __field)?;
            }
            let mut __partition = __rt::parse_key(&KEY_PK, __partition)?;
            let mut __sort = __rt::parse_key(&KEY_SK, __sort)?;
            __keys.keep(&__partition);
            __keys.keep(&__sort);
            let mut __fault = __rt::Fault::none();
            let (__rt::Some(__field_client), __rt::Some(__field_id)) = (
                __rt::Recovered::<String>::from(&mut __partition)
                    .take(0, "client", &mut __fault),
                __rt::Recovered::<String>::from(&mut __sort).take(1, "id", &mut __fault),
            ) else {
                return __fault.into_result();
            };
            __rt::Ok(Self {
                client: __field_client,
                id: __field_id,
            })
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Components for OrderInverted {
        fn component(&self, field: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
            match field {
                0 => __rt::Some(__rt::Component::of(&self.client).part()),
                1 => __rt::Some(__rt::Component::of(&self.id).part()),
                _ => __rt::None,
            }
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::fmt::Debug for OrderInverted
    where
        for<'__a> String: __rt::fmt::Debug,
        for<'__a> String: __rt::fmt::Debug,
    {
        fn fmt(&self, f: &mut __rt::fmt::Formatter<'_>) -> __rt::fmt::Result {
            f.debug_struct("OrderInverted")
                .field("client", &self.client)
                .field("id", &self.id)
                .finish()
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Clone for OrderInverted
    where
        for<'__a> String: __rt::Clone,
        for<'__a> String: __rt::Clone,
    {
        fn clone(&self) -> Self {
            Self {
                client: __rt::Clone::clone(&self.client),
                id: __rt::Clone::clone(&self.id),
            }
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::PartialEq for OrderInverted
    where
        for<'__a> String: __rt::PartialEq,
        for<'__a> String: __rt::PartialEq,
    {
        fn eq(&self, other: &Self) -> __rt::bool {
            true && self.client == other.client && self.id == other.id
        }
    }
    #[automatically_derived]
    impl __rt::Readable for OrderByStatus {
        type Item = Order;
        const INDEX: __rt::Option<&'static __rt::str> = __rt::Some("ByStatus");
    }
    #[automatically_derived]
    impl __rt::Projected for OrderByStatus {
        type Item = Order;
    }
    impl OrderByStatus {
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
    impl OrderByStatus {
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
    impl __rt::Record for OrderByStatus {
        const NAME: &'static __rt::str = "OrderByStatus";
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
            const NAMES: &[&__rt::str] = &["status", "total", "PK", "SK"];
            let mut __field_status = __rt::Slot::<String, _>::own();
            let mut __field_total = __rt::Slot::<u64, _>::own();
            let mut __partition = __rt::None;
            let mut __sort = __rt::None;
            while let __rt::Some(__field) = __from.next_field(NAMES)? {
                let __read = match __field {
                    0 => __field_status.read(__from),
                    1 => __field_total.read(__from),
                    2 => __rt::read_key(__from, &mut __partition),
                    3 => __rt::read_key(__from, &mut __sort),
                    _ => __keys.take(__from),
                };
                __rt::read_at(__read, NAMES, __field)?;
            }
            let mut __partition = __rt::parse_key(&KEY_PK, __partition)?;
            let mut __sort = __rt::parse_key(&KEY_SK, __sort)?;
            __keys.keep(&__partition);
            __keys.keep(&__sort);
            let mut __fault = __rt::Fault::none();
            let (
                __rt::Some(__field_client),
                __rt::Some(__field_id),
                __rt::Some(__field_status),
                __rt::Some(__field_total),
            ) = (
                __rt::Recovered::<String>::from(&mut __partition)
                    .take(0, "client", &mut __fault),
                __rt::Recovered::<String>::from(&mut __sort).take(1, "id", &mut __fault),
                __field_status.required("status", &mut __fault),
                __field_total.required("total", &mut __fault),
            ) else {
                return __fault.into_result();
            };
            __rt::Ok(Self {
                client: __field_client,
                id: __field_id,
                status: __field_status,
                total: __field_total,
            })
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Components for OrderByStatus {
        fn component(&self, field: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
            match field {
                0 => __rt::Some(__rt::Component::of(&self.client).part()),
                1 => __rt::Some(__rt::Component::of(&self.id).part()),
                3 => __rt::Some(__rt::Component::of(&self.status).part()),
                4 => __rt::Some(__rt::Component::of(&self.total).part()),
                _ => __rt::None,
            }
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::fmt::Debug for OrderByStatus
    where
        for<'__a> String: __rt::fmt::Debug,
        for<'__a> String: __rt::fmt::Debug,
        for<'__a> String: __rt::fmt::Debug,
        for<'__a> u64: __rt::fmt::Debug,
    {
        fn fmt(&self, f: &mut __rt::fmt::Formatter<'_>) -> __rt::fmt::Result {
            f.debug_struct("OrderByStatus")
                .field("client", &self.client)
                .field("id", &self.id)
                .field("status", &self.status)
                .field("total", &self.total)
                .finish()
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Clone for OrderByStatus
    where
        for<'__a> String: __rt::Clone,
        for<'__a> String: __rt::Clone,
        for<'__a> String: __rt::Clone,
        for<'__a> u64: __rt::Clone,
    {
        fn clone(&self) -> Self {
            Self {
                client: __rt::Clone::clone(&self.client),
                id: __rt::Clone::clone(&self.id),
                status: __rt::Clone::clone(&self.status),
                total: __rt::Clone::clone(&self.total),
            }
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::PartialEq for OrderByStatus
    where
        for<'__a> String: __rt::PartialEq,
        for<'__a> String: __rt::PartialEq,
        for<'__a> String: __rt::PartialEq,
        for<'__a> u64: __rt::PartialEq,
    {
        fn eq(&self, other: &Self) -> __rt::bool {
            true && self.client == other.client && self.id == other.id
                && self.status == other.status && self.total == other.total
        }
    }
};

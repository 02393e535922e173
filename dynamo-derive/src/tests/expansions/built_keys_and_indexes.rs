#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
pub(crate) mod OrderFields {
    pub(super) struct customer {}
    pub(super) struct at {}
    pub(super) struct id {}
    pub(super) struct status {}
    pub(super) struct owner {}
    pub(super) struct total {}
}
#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
pub(crate) mod OrderQueries {
    pub(crate) struct by_status {}
    pub(crate) struct query_open {}
}
const _: () = {
    use ::dynamo_runtime::__private as __rt;
    #[allow(unused_imports, reason = "for types that cannot be in a key")]
    use __rt::Unspelled as _;
    /** # Table `orders_{stage}`

| | built from | for example |
|---|---|---|
| partition key | `PK = "CUSTOMER#{customer}"` | `CUSTOMER#customer1` |
| sort key | `SK = "ORDER#{at}#{id:020}"` | `ORDER#2025-11-14T10:30:00Z#00000000000000000042` |

| query method | index | partition key | sort key | holds | which items |
|---|---|---|---|---|---|
| `by_status` | `ByStatus`, global | `status = {status}` | `SK = "ORDER#{at}#{id:020}"` | everything | all |
| `query_open` | `Open`, global | `OpenPk = "OPEN#{owner}"` |  | everything | those with `owner` and `self.total > 0` |

`by_status` in `Query<by_status>` names the query; its full path is `OrderQueries::by_status`.

A write costs one write unit per KB, and the same again for each index whose entry changes. A read costs half a read unit per 4 KB, or a whole unit if it is consistent.*/
    #[allow(dead_code, reason = "not every generated method is called")]
    impl Order {
        /** Returns the primary key of an `Order`, to get, update or delete it, or to check whether it exists.

The key is `PK = "CUSTOMER#{customer}"` and `SK = "ORDER#{at}#{id:020}"`; for example `CUSTOMER#customer1`, `ORDER#2025-11-14T10:30:00Z#00000000000000000042`.

A get costs half a read unit per 4 KB of the item, or a whole unit if it is consistent.*/
        #[doc(alias("get", "get_item", "find", "find_by_id", "load", "fetch"))]
        #[must_use]
        pub(crate) fn key(
            customer: impl __rt::KeyArg<String>,
            at: impl __rt::KeyArg<String>,
            id: impl __rt::KeyArg<u64>,
        ) -> __rt::Key<Self> {
            __rt::Key::from_args(
                __rt::checked([
                    ("customer", __rt::KeyArg::<String>::check(&customer)),
                    ("at", __rt::KeyArg::<String>::check(&at)),
                    ("id", __rt::KeyArg::<u64>::check(&id)),
                ]),
                &__rt::Args(&[(0, &customer), (1, &at), (2, &id)]),
            )
        }
        /** Queries the `Order` items by `customer`, in the order of `at`, then `id`.

Reads the table `orders_{stage}`.

Key condition: `PK = "CUSTOMER#{customer}" AND begins_with(SK, "ORDER#")`. For example `CUSTOMER#customer1`.

Costs half a read unit per 4 KB read, or a whole unit if it is consistent.*/
        pub(crate) fn query(customer: impl __rt::KeyArg<String>) -> __rt::Query<Order> {
            __rt::Query::from_args(
                __rt::checked([("customer", __rt::KeyArg::<String>::check(&customer))]),
                &__rt::Args(&[(0, &customer)]),
            )
        }
        /** Queries the `Order` items by `status`, in the order of `at`, then `id`.

Reads the global index `ByStatus` of the table `orders_{stage}`.

Key condition: `status = {status} AND begins_with(SK, "ORDER#")`.

The index holds every attribute. Costs half a read unit per 4 KB read. Global indexes are eventually consistent.*/
        pub(crate) fn by_status(
            status: impl __rt::KeyArg<Status>,
        ) -> __rt::Query<OrderQueries::by_status> {
            __rt::Query::from_args(
                __rt::checked([("status", __rt::KeyArg::<Status>::check(&status))]),
                &__rt::Args(&[(3, &status)]),
            )
        }
        /** Queries the `Order` items by `owner`.

Reads the global index `Open` of the table `orders_{stage}`.

Key condition: `OpenPk = "OPEN#{owner}"`. For example `OPEN#owner1`.

Only items with `owner` and `self.total > 0` are in the index.

The index holds every attribute. Costs half a read unit per 4 KB read. Global indexes are eventually consistent.*/
        pub(crate) fn query_open(
            owner: impl __rt::KeyArg<Option<String>>,
        ) -> __rt::Query<OrderQueries::query_open> {
            __rt::Query::from_args(
                __rt::checked([
                    ("owner", __rt::KeyArg::<Option<String>>::check(&owner)),
                ]),
                &__rt::Args(&[(4, &owner)]),
            )
        }
    }
    /** # Fields, for ranges, filters, conditions and updates

The last type parameter identifies the field. The compiler uses it to check how the field is used.*/
    #[allow(dead_code, reason = "not every generated constant is named")]
    impl Order {
        /** The field `customer` of `Order`, which is stored only inside a key.

Part of the primary key, which never changes.*/
        const CUSTOMER: __rt::Field<Self, String, OrderFields::customer> = *&__rt::Field::NEW;
        /** The attribute `at` of `Order`, for ranges, filters and conditions.

Part of the primary key, which never changes.*/
        const AT: __rt::Field<Self, String, OrderFields::at> = *&__rt::Field::NEW;
        /** The attribute `id` of `Order`, for ranges, filters and conditions.

Part of the primary key, which never changes.*/
        const ID: __rt::Field<Self, u64, OrderFields::id> = *&__rt::Field::NEW;
        /** The attribute `status` of `Order`, for filters, conditions and updates.

Key of the index `ByStatus`; an update moves the item in it.*/
        const STATUS: __rt::Field<Self, Status, OrderFields::status> = *&__rt::Field::NEW;
        /** The attribute `owner` of `Order`, for filters, conditions and updates.

Part of the index key `OpenPk`. An update must set it together with `total`.*/
        const OWNER: __rt::Field<Self, Option<String>, OrderFields::owner> = *&__rt::Field::NEW;
        /** The attribute `total` of `Order`, for filters, conditions and updates.

Part of the index key `OpenPk`. An update must set it together with `owner`.*/
        const TOTAL: __rt::Field<Self, u64, OrderFields::total> = *&__rt::Field::NEW;
    }
    const INDEXES: &[__rt::IndexSchema] = &[
        __rt::IndexSchema {
            name: "ByStatus",
            kind: __rt::IndexKind::Global,
            pk: &[__rt::definition(&KEY_STATUS)],
            sk: &[__rt::definition(&KEY_SK)],
            projection: __rt::Projection::All,
            vector: __rt::None,
        },
        __rt::IndexSchema {
            name: "Open",
            kind: __rt::IndexKind::Global,
            pk: &[__rt::definition(&KEY_OPEN_PK)],
            sk: &[],
            projection: __rt::Projection::All,
            vector: __rt::None,
        },
    ];
    #[automatically_derived]
    impl __rt::Table for Order {
        const SCHEMA: __rt::TableSchema = __rt::TableSchema::new(
                "orders_{stage}",
                __rt::definition(&KEY_PK),
            )
            .with_sort_key(__rt::definition(&KEY_SK))
            .with_indexes(INDEXES)
            .with_type_attr("kind");
    }
    fn _key_parts(
        __field_customer: __rt::Subject<String>,
        __field_at: __rt::Subject<String>,
        __field_id: __rt::Subject<u64>,
        __field_status: __rt::Subject<Status>,
        __field_owner: __rt::Subject<Option<String>>,
    ) {
        __rt::PartitionKeyPart::check(__field_customer.itself());
        __rt::TemplatePart::check(__field_customer.in_key());
        __rt::SortKeyPart::check(__field_at.stored());
        __rt::TemplatePart::check(__field_at.in_key());
        __rt::UnpaddedSortPart::check(__field_at.beside_text());
        __rt::UntimedPart::check(__field_at.beside_text());
        __rt::SortKeyPart::check(__field_id.stored());
        __rt::IntegerPart::check(__field_id.in_key());
        __rt::IndexPartitionPart::check(__field_status.stored());
        __rt::UntimedPart::check(__field_status.in_key());
        __rt::IndexPartitionPart::check(__field_owner.stored());
        __rt::TemplatePart::check(__field_owner.in_key());
    }
    const _: () = {
        #[allow(unused_imports, reason = "for types that cannot be stored")]
        use __rt::Unexpected as _;
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<u64>::NONES);
        __rt::tells_none_apart(__rt::Expected::<Status>::NONES);
        __rt::tells_none_apart(__rt::Expected::<Option<String>>::NONES);
        __rt::tells_none_apart(__rt::Expected::<u64>::NONES);
    };
    #[allow(
        unused_parens,
        clippy::all,
        clippy::pedantic,
        reason = "the condition is written over `self` and read over its fields"
    )]
    fn when_0(__field_total: &u64) -> __rt::bool {
        __rt::WhenValue::holds((*__field_total) > 0)
    }
    const KEY_PK: __rt::KeySpec = __rt::KeySpec {
        attribute: "PK",
        template: __rt::Template {
            parts: &[
                __rt::Part::Literal("CUSTOMER#"),
                __rt::Part::component(
                    0,
                    "customer",
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
                    "at",
                    __rt::Spelled::<String>::SPELLING,
                    __rt::Format::Plain,
                ),
                __rt::Part::Literal("#"),
                __rt::Part::component(
                    2,
                    "id",
                    __rt::Spelled::<u64>::SPELLING,
                    __rt::Format::Padded(20u8),
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
                    __rt::Spelled::<Status>::SPELLING,
                    __rt::Format::Stored,
                ),
            ],
            delimiter: '#',
        },
        built: false,
    };
    const KEY_OPEN_PK: __rt::KeySpec = __rt::KeySpec {
        attribute: "OpenPk",
        template: __rt::Template {
            parts: &[
                __rt::Part::Literal("OPEN#"),
                __rt::Part::component(
                    4,
                    "owner",
                    __rt::Spelled::<Option<String>>::SPELLING,
                    __rt::Format::Plain,
                ),
            ],
            delimiter: '#',
        },
        built: true,
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
            method: "by_status",
            index: __rt::Some("ByStatus"),
            scan: __rt::None,
            when: __rt::None,
            pk: &[KEY_STATUS],
            sk: &[
                __rt::KeySpec {
                    built: false,
                    ..KEY_SK
                },
            ],
        },
        __rt::QuerySchema {
            method: "query_open",
            index: __rt::Some("Open"),
            scan: __rt::None,
            when: __rt::Some(0),
            pk: &[KEY_OPEN_PK],
            sk: &[],
        },
    ];
    const FIELDS: &[__rt::FieldSchema] = {
        #[allow(unused_imports, reason = "for types that cannot be stored")]
        use __rt::Unexpected as _;
        &[
            __rt::FieldSchema {
                name: "customer",
                attribute: __rt::None,
                expected: "",
                optional: __rt::Expected::<String>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<String>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "at",
                attribute: __rt::Some("at"),
                expected: __rt::Expected::<String>::TEXT,
                optional: __rt::Expected::<String>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<String>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "id",
                attribute: __rt::Some("id"),
                expected: __rt::Expected::<u64>::TEXT,
                optional: __rt::Expected::<u64>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<u64>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "status",
                attribute: __rt::Some("status"),
                expected: __rt::Expected::<Status>::TEXT,
                optional: __rt::Expected::<Status>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<Status>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "owner",
                attribute: __rt::Some("owner"),
                expected: __rt::Expected::<Option<String>>::TEXT,
                optional: __rt::Expected::<Option<String>>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<Option<String>>::VARIANTS,
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
                attribute: "OpenPk",
                partition: true,
                fields: &[4, 5],
                build: __rt::KeyBuild::One {
                    template: KEY_OPEN_PK.template,
                    when: __rt::Some(0),
                },
                needs: &[],
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
                __rt::Some("ORDER"),
                FIELDS,
                QUERIES,
            )
            .with_index_keys(INDEX_KEYS)
            .with_conditions(&["self.total > 0"]);
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
                        ("at", (&self.at).__to_store()),
                        ("id", (&self.id).__to_store()),
                        ("status", (&self.status).__to_store()),
                        ("owner", (&self.owner).__to_store()),
                        ("total", (&self.total).__to_store()),
                    ],
                )?;
            }
            __rt::Ok(())
        }
        fn holds(&self, condition: __rt::usize, _: &__rt::Stamps) -> __rt::bool {
            match condition {
                0 => when_0(&self.total),
                _ => true,
            }
        }
        fn holds_with(
            condition: __rt::usize,
            values: &__rt::Partial<'_>,
        ) -> __rt::Option<__rt::bool> {
            match condition {
                0 => __rt::Some(when_0(values.get::<u64>(5)?)),
                _ => __rt::None,
            }
        }
        fn stamp_insert(stamps: &mut __rt::Stamps, key: &__rt::Partial<'_>) {
            stamps
                .fill::<OrderFields::at>(__rt::KeyField::<String>::of(key).component(1));
            stamps.fill::<OrderFields::id>(__rt::KeyField::<u64>::of(key).component(2));
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
            const NAMES: &[&__rt::str] = &["at", "id", "status", "owner", "total", "PK"];
            let mut __field_at = __rt::Slot::<String, _>::own();
            let mut __field_id = __rt::Slot::<u64, _>::own();
            let mut __field_status = __rt::Slot::<Status, _>::own();
            let mut __field_owner = __rt::Slot::<Option<String>, _>::own();
            let mut __field_total = __rt::Slot::<u64, _>::own();
            let mut __partition = __rt::None;
            while let __rt::Some(__field) = __from.next_known(NAMES)? {
                let __read = match __field {
                    0 => __field_at.read(__from),
                    1 => __field_id.read(__from),
                    2 => __field_status.read(__from),
                    3 => __field_owner.read(__from),
                    4 => __field_total.read(__from),
                    5 => __rt::read_key(__from, &mut __partition),
                    _ => __rt::Ok(()),
                };
                __rt::read_at(__read, NAMES, __field)?;
            }
            let mut __partition = __rt::parse_key(&KEY_PK, __partition)?;
            let mut __fault = __rt::Fault::none();
            let (
                __rt::Some(__field_customer),
                __rt::Some(__field_at),
                __rt::Some(__field_id),
                __rt::Some(__field_status),
                __rt::Some(__field_owner),
                __rt::Some(__field_total),
            ) = (
                __rt::Recovered::<String>::from(&mut __partition)
                    .take(0, "customer", &mut __fault),
                __field_at.required("at", &mut __fault),
                __field_id.required("id", &mut __fault),
                __field_status.required("status", &mut __fault),
                __field_owner.required("owner", &mut __fault),
                __field_total.required("total", &mut __fault),
            ) else {
                return __fault.into_result();
            };
            __rt::Ok(Self {
                customer: __field_customer,
                at: __field_at,
                id: __field_id,
                status: __field_status,
                owner: __field_owner,
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
                0 => __rt::Some(__rt::Component::of(&self.customer).part()),
                1 => __rt::Some(__rt::Component::of(&self.at).part()),
                2 => __rt::Some(__rt::Component::of(&self.id).part()),
                3 => __rt::Some(__rt::Component::of(&self.status).part()),
                4 => __rt::Some(__rt::Component::of(&self.owner).part()),
                _ => __rt::None,
            }
        }
    }
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::customer {
        type Owner = Order;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (0, "customer", "customer");
        fn part<'__a>(value: &'__a String) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::at {
        type Owner = Order;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (1, "at", "at");
        fn part<'__a>(value: &'__a String) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::at {}
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::id {
        type Owner = Order;
        type Value = u64;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (2, "id", "id");
        fn part<'__a>(value: &'__a u64) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::id {}
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::status {
        type Owner = Order;
        type Value = Status;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (3, "status", "status");
        fn part<'__a>(value: &'__a Status) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::status {}
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::owner {
        type Owner = Order;
        type Value = Option<String>;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (4, "owner", "owner");
        fn part<'__a>(
            value: &'__a Option<String>,
        ) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::owner {}
    #[automatically_derived]
    impl __rt::FieldInfo for OrderFields::total {
        type Owner = Order;
        type Value = u64;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (5, "total", "total");
    }
    #[automatically_derived]
    impl __rt::StoredField for OrderFields::total {}
    #[automatically_derived]
    impl __rt::Filterable<Order> for OrderFields::customer {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for OrderFields::at {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for OrderFields::id {}
    #[automatically_derived]
    impl __rt::Filterable<Order> for OrderFields::status {}
    #[automatically_derived]
    impl __rt::Filterable<OrderQueries::query_open> for OrderFields::status {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for OrderFields::owner {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for OrderFields::total {}
    #[automatically_derived]
    impl __rt::SortAt<Order, 0> for OrderFields::at {}
    #[automatically_derived]
    impl __rt::SortAt<Order, 1> for OrderFields::id {}
    #[automatically_derived]
    impl __rt::SortAt<OrderQueries::by_status, 0> for OrderFields::at {}
    #[automatically_derived]
    impl __rt::SortAt<OrderQueries::by_status, 1> for OrderFields::id {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for OrderFields::status {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for OrderFields::status {}
    #[automatically_derived]
    impl __rt::SetTogetherWith<
        (OrderFields::owner, OrderFields::total),
        (OrderFields::owner, OrderFields::total),
    > for OrderFields::owner {
        type Then = (OrderFields::owner, OrderFields::total);
    }
    #[automatically_derived]
    impl __rt::SetTogetherWith<__rt::Removed, (OrderFields::owner, OrderFields::total)>
    for OrderFields::owner {
        type Then = __rt::Removed;
    }
    #[automatically_derived]
    impl<__L, __T> __rt::SetTogether<__L> for OrderFields::owner
    where
        OrderFields::owner: __rt::SetTogetherWith<
            __L,
            (OrderFields::owner, OrderFields::total),
            Then = __T,
        >,
    {
        type Then = __T;
    }
    #[automatically_derived]
    impl __rt::SetTogetherWith<
        (OrderFields::owner, OrderFields::total),
        (OrderFields::owner, OrderFields::total),
    > for OrderFields::total {
        type Then = (OrderFields::owner, OrderFields::total);
    }
    #[automatically_derived]
    impl<__L, __T> __rt::SetTogether<__L> for OrderFields::total
    where
        OrderFields::total: __rt::SetTogetherWith<
            __L,
            (OrderFields::owner, OrderFields::total),
            Then = __T,
        >,
    {
        type Then = __T;
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
    impl __rt::QueryInfo for OrderQueries::by_status
    where
        for<'__a> Order: __rt::Item,
    {
        type Item = Order;
        type Output = Order;
        type Row = Order;
        type Keys = Self;
        type Ranged = Self;
        type Partition = (Status,);
        const NAME: &'static __rt::str = "Order";
        const QUERY: __rt::QuerySchema = QUERIES[1];
    }
    #[automatically_derived]
    impl __rt::ReadAt<1> for Order {
        type Query = OrderQueries::by_status;
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::QueryInfo for OrderQueries::query_open
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
        const QUERY: __rt::QuerySchema = QUERIES[2];
    }
    #[automatically_derived]
    impl __rt::ReadAt<2> for Order {
        type Query = OrderQueries::query_open;
    }
};

/** The members of many `ClientRecord` values, one list per type, in the order they were read. Make it with `items.into_iter().collect()`.

 Implements `Debug`, `Clone` and `PartialEq` if its members do (not listed below).*/
#[allow(dead_code, reason = "not every collection is grouped")]
pub struct ClientRecordGroups {
    /// An order.
    pub order: ::std::vec::Vec<Order>,
    /// Every `Position`.
    pub position: ::std::vec::Vec<crate::Position>,
}
const _: () = {
    use ::dynamo_runtime::__private as __rt;
    const MEMBER_0: __rt::usize = __rt::query_of::<
        Order,
    >("ClientRecord", __rt::Way::Table);
    type __Member0 = <Order as __rt::ReadAt<MEMBER_0>>::Query;
    const MEMBER_1: __rt::usize = __rt::query_of::<
        crate::Position,
    >("ClientRecord", __rt::Way::Table);
    type __Member1 = <crate::Position as __rt::ReadAt<MEMBER_1>>::Query;
    const MEMBERS: &[__rt::Member] = &[
        __rt::Member::new(
            <<__Member0 as __rt::QueryInfo>::Item as __rt::Item>::SCHEMA,
            MEMBER_0,
        ),
        __rt::Member::new(
            <<__Member1 as __rt::QueryInfo>::Item as __rt::Item>::SCHEMA,
            MEMBER_1,
        ),
    ];
    const SCHEMA: __rt::CollectionSchema = __rt::CollectionSchema {
        name: "ClientRecord",
        table: <<<__Member0 as __rt::QueryInfo>::Item as __rt::Item>::Table as __rt::Table>::SCHEMA,
        index: __rt::None,
        members: MEMBERS,
        docs: "",
    };
    const _: () = <<__Member0 as __rt::QueryInfo>::Item as __rt::InTable<
        tables::Trading,
    >>::IS_IN;
    const _: () = <<__Member1 as __rt::QueryInfo>::Item as __rt::InTable<
        tables::Trading,
    >>::IS_IN;
    const _: () = __rt::check_collection(&SCHEMA);
    /** # Items in one partition of the table `Trading`

| variant | type | in `ClientRecordGroups` |
|---|---|---|
| `Order` | `Order` | `order` |
| `Position` | `crate::Position` | `position` |
*/
    impl ClientRecord {
        /** Queries one partition of the table `Trading` for `Order` and `crate::Position` items, and returns each as a `ClientRecord`, in the order of the sort key.

Takes what `Order::query` takes. Pass several values as a tuple, `ClientRecord::query((a, b))`, and `()` if there are none. An item of any other type between the members is an error, unless you call `skip_unknown()`.

Costs half a read unit per 4 KB of everything from the first to the last member, including items that are skipped or filtered out.*/
        pub fn query(
            partition: impl __rt::PartitionArgs<__rt::PartitionOf<Self>>,
        ) -> __rt::Query<__rt::Members<Self>> {
            __rt::Query::of_members(partition)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::MemberOf<ClientRecord> for Order {
        type Query = __Member0;
        const NUMBER: __rt::usize = 0;
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::MemberOf<ClientRecord> for crate::Position {
        type Query = __Member1;
        const NUMBER: __rt::usize = 1;
    }
    #[automatically_derived]
    impl __rt::Collection for ClientRecord {
        type First = __Member0;
        type Alike = __rt::Flag<{ SCHEMA.sorts_alike() }>;
        const SCHEMA: __rt::CollectionSchema = SCHEMA;
        fn decode_member(
            number: __rt::usize,
            from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            match number {
                0 => {
                    __rt::Ok(
                        Self::Order(
                            __rt::From::from(
                                <<__Member0 as __rt::QueryInfo>::Output as __rt::Record>::decode(
                                    from,
                                )?,
                            ),
                        ),
                    )
                }
                1 => {
                    __rt::Ok(
                        Self::Position(
                            __rt::From::from(
                                <<__Member1 as __rt::QueryInfo>::Output as __rt::Record>::decode(
                                    from,
                                )?,
                            ),
                        ),
                    )
                }
                _ => __rt::Err(__rt::DecodeError::missing("ClientRecord")),
            }
        }
    }
    #[automatically_derived]
    impl __rt::Record for ClientRecord {
        const NAME: &'static __rt::str = "ClientRecord";
        fn decode(
            from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            __rt::CollectionSchema::decode::<Self>(from)
        }
        fn check_type(
            item: &__rt::HashMap<__rt::String, __rt::AttributeValue>,
        ) -> __rt::Result<(), __rt::Error> {
            SCHEMA.check_type(item)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Components for ClientRecord {
        fn component(&self, _: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
            __rt::None
        }
    }
    #[automatically_derived]
    impl __rt::From<Order> for ClientRecord {
        fn from(item: Order) -> Self {
            Self::Order(item)
        }
    }
    #[automatically_derived]
    impl __rt::From<crate::Position> for ClientRecord {
        fn from(item: crate::Position) -> Self {
            Self::Position(item)
        }
    }
    #[automatically_derived]
    impl __rt::Default for ClientRecordGroups {
        fn default() -> Self {
            Self {
                order: __rt::Vec::new(),
                position: __rt::Vec::new(),
            }
        }
    }
    #[automatically_derived]
    impl __rt::Extend<ClientRecord> for ClientRecordGroups {
        fn extend<I: __rt::IntoIterator<Item = ClientRecord>>(&mut self, items: I) {
            for item in items {
                match item {
                    ClientRecord::Order(item) => self.order.push(item),
                    ClientRecord::Position(item) => self.position.push(item),
                }
            }
        }
    }
    #[automatically_derived]
    impl __rt::FromIterator<ClientRecord> for ClientRecordGroups {
        fn from_iter<I: __rt::IntoIterator<Item = ClientRecord>>(items: I) -> Self {
            let mut groups = <Self as __rt::Default>::default();
            __rt::Extend::extend(&mut groups, items);
            groups
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::fmt::Debug for ClientRecordGroups
    where
        for<'__a> Order: __rt::fmt::Debug,
        for<'__a> crate::Position: __rt::fmt::Debug,
    {
        fn fmt(&self, f: &mut __rt::fmt::Formatter<'_>) -> __rt::fmt::Result {
            f.debug_struct("ClientRecordGroups")
                .field("order", &self.order)
                .field("position", &self.position)
                .finish()
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Clone for ClientRecordGroups
    where
        for<'__a> Order: __rt::Clone,
        for<'__a> crate::Position: __rt::Clone,
    {
        fn clone(&self) -> Self {
            Self {
                order: __rt::Clone::clone(&self.order),
                position: __rt::Clone::clone(&self.position),
            }
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::PartialEq for ClientRecordGroups
    where
        for<'__a> Order: __rt::PartialEq,
        for<'__a> crate::Position: __rt::PartialEq,
    {
        fn eq(&self, other: &Self) -> __rt::bool {
            true && self.order == other.order && self.position == other.position
        }
    }
    #[automatically_derived]
    impl ClientRecord {
        #[doc(hidden)]
        #[allow(dead_code, reason = "it cannot be called")]
        pub fn scan<'__a>() -> <ClientRecord as __rt::OneItemType<'__a>>::Scan
        where
            for<'__b> ClientRecord: __rt::OneItemType<'__b>,
        {
            __rt::stub()
        }
    }
};

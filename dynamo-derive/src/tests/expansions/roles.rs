#[doc(hidden)]
#[allow(
    non_camel_case_types,
    non_snake_case,
    unreachable_pub,
    reason = "markers are named like the fields and methods they stand for"
)]
mod NoteFields {
    pub(super) struct id {}
    pub(super) struct version {}
    pub(super) struct created {}
    pub(super) struct updated {}
    pub(super) struct expires {}
    pub(super) struct deleted {}
}
const _: () = {
    use ::dynamo_runtime::__private as __rt;
    #[allow(unused_imports, reason = "for types that cannot be in a key")]
    use __rt::Unspelled as _;
    /** # Table `notes`

| | built from | for example |
|---|---|---|
| partition key | `id = {id}` | `note1` |

TTL: `expires`; expired items count as absent. Soft delete: `deleted`; deleted items count as absent. Version: `version`, for optimistic locking.

A write costs one write unit per KB. A read costs half a read unit per 4 KB, or a whole unit if it is consistent.*/
    #[allow(dead_code, reason = "not every generated method is called")]
    impl Note {
        /** Returns the primary key of a `Note`, to get, update or delete it, or to check whether it exists.

The key is `id = {id}`; for example `note1`.

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
    impl Note {
        /** The attribute `id` of `Note`, for filters and conditions.

Part of the primary key, which never changes.*/
        const ID: __rt::Field<Self, String, NoteFields::id> = *&__rt::Field::NEW;
        /** The attribute `version` of `Note`, for filters and conditions.

The version, for optimistic locking: each write adds one to it, and a put fails if someone else wrote the item since you read it.*/
        const VERSION: __rt::Field<Self, u64, NoteFields::version> = *&__rt::Field::NEW;
        /** The attribute `created` of `Note`, for filters, conditions and updates.

The time of the first write, which fills it in if it is unset.*/
        const CREATED: __rt::Field<Self, String, NoteFields::created> = *&__rt::Field::NEW;
        /** The attribute `updated` of `Note`, for filters and conditions.

The time of the last write, which fills it in.*/
        const UPDATED: __rt::Field<Self, String, NoteFields::updated> = *&__rt::Field::NEW;
        /** The attribute `expires` of `Note`, for filters, conditions and updates.

When the item expires: it counts as absent from then on, and DynamoDB removes it within days. The first write sets it to 90 days later if it is unset.*/
        const EXPIRES: __rt::Field<Self, Option<u64>, NoteFields::expires> = *&__rt::Field::NEW;
        /** The attribute `deleted` of `Note`, for filters, conditions and updates.

When the item was deleted: `soft_delete()` sets it, `restore()` removes it, and in between the item counts as absent.*/
        const DELETED: __rt::Field<Self, Option<String>, NoteFields::deleted> = *&__rt::Field::NEW;
    }
    #[automatically_derived]
    impl __rt::Table for Note {
        const SCHEMA: __rt::TableSchema = __rt::TableSchema::new(
                "notes",
                __rt::definition(&KEY_ID),
            )
            .with_ttl("expires");
    }
    fn _key_parts(__field_id: __rt::Subject<String>) {
        __rt::PartitionKeyPart::check(__field_id.stored());
        __rt::UntimedPart::check(__field_id.in_key());
    }
    const _: () = {
        #[allow(unused_imports, reason = "for types that cannot be stored")]
        use __rt::Unexpected as _;
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<u64>::NONES);
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<String>::NONES);
        __rt::tells_none_apart(__rt::Expected::<Option<u64>>::NONES);
        __rt::tells_none_apart(__rt::Expected::<Option<String>>::NONES);
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
                name: "version",
                attribute: __rt::Some("version"),
                expected: __rt::Expected::<u64>::TEXT,
                optional: __rt::Expected::<u64>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<u64>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "created",
                attribute: __rt::Some("created"),
                expected: __rt::Expected::<String>::TEXT,
                optional: __rt::Expected::<String>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<String>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "updated",
                attribute: __rt::Some("updated"),
                expected: __rt::Expected::<String>::TEXT,
                optional: __rt::Expected::<String>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<String>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "expires",
                attribute: __rt::Some("expires"),
                expected: __rt::Expected::<Option<u64>>::TEXT,
                optional: __rt::Expected::<Option<u64>>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<Option<u64>>::VARIANTS,
            },
            __rt::FieldSchema {
                name: "deleted",
                attribute: __rt::Some("deleted"),
                expected: __rt::Expected::<Option<String>>::TEXT,
                optional: __rt::Expected::<Option<String>>::OPTIONAL,
                default: __rt::None,
                variants: __rt::Expected::<Option<String>>::VARIANTS,
            },
        ]
    };
    #[automatically_derived]
    impl __rt::InTable<Note> for Note {}
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::ItemSet for Note {
        type Table = Note;
        const ITEMS: __rt::ItemList = __rt::ItemList::One(&<Note as __rt::Item>::SCHEMA);
        fn visit<__V: __rt::ItemVisitor>(visitor: &mut __V) {
            __rt::ItemVisitor::item::<Self>(visitor);
        }
    }
    #[automatically_derived]
    impl __rt::Readable for Note {
        type Item = Self;
        const INDEX: __rt::Option<&'static __rt::str> = __rt::None;
    }
    #[automatically_derived]
    impl __rt::Item for Note {
        type Table = Self;
        type Told = __rt::ByType;
        const SCHEMA: __rt::ItemSchema = __rt::ItemSchema::new(
                "Note",
                __rt::None,
                FIELDS,
                QUERIES,
            )
            .with_roles(__rt::Roles {
                version: __rt::Some("version"),
                created_at: __rt::Some("created"),
                updated_at: __rt::Some("updated"),
                soft_delete: __rt::Some("deleted"),
            })
            .with_ttl_after(7776000u64);
        fn encode_fields(
            &self,
            to: &mut __rt::Encoder,
            stamps: &__rt::Stamps,
        ) -> __rt::Result<(), __rt::EncodeError> {
            {
                #[allow(unused_imports, reason = "for types that cannot be stored")]
                use __rt::{ToStore as _, ToStoreOtherwise as _};
                to.entries(
                    &[
                        ("id", (&self.id).__to_store()),
                        (
                            "version",
                            (stamps.get(1).unwrap_or(&self.version)).__to_store(),
                        ),
                        (
                            "created",
                            (stamps.get(2).unwrap_or(&self.created)).__to_store(),
                        ),
                        (
                            "updated",
                            (stamps.get(3).unwrap_or(&self.updated)).__to_store(),
                        ),
                        (
                            "expires",
                            (stamps.get(4).unwrap_or(&self.expires)).__to_store(),
                        ),
                        ("deleted", (&self.deleted).__to_store()),
                    ],
                )?;
            }
            __rt::Ok(())
        }
        fn stamp(&self, stamps: &mut __rt::Stamps) {
            __rt::Filled::<u64>::by(stamps)
                .version::<NoteFields::version>(&self.version);
            __rt::Filled::<String>::by(stamps)
                .after_if_unset::<NoteFields::created>(&self.created, 0);
            __rt::Filled::<String>::by(stamps).after::<NoteFields::updated>(0);
            __rt::Filled::<Option<u64>>::by(stamps)
                .after_if_unset::<NoteFields::expires>(&self.expires, 7776000u64);
        }
        fn stamp_update(stamps: &mut __rt::Stamps) {
            __rt::Filled::<u64>::by(stamps).counts::<NoteFields::version>();
            __rt::Filled::<String>::by(stamps).after::<NoteFields::updated>(0);
        }
        fn stamp_insert(stamps: &mut __rt::Stamps, key: &__rt::Partial<'_>) {
            __rt::Filled::<String>::by(stamps).after::<NoteFields::created>(0);
            __rt::Filled::<Option<u64>>::by(stamps)
                .after::<NoteFields::expires>(7776000u64);
            let _ = key;
        }
    }
    #[automatically_derived]
    impl __rt::Record for Note {
        const NAME: &'static __rt::str = "Note";
        fn decode(
            from: &mut __rt::Decoder<'_>,
        ) -> __rt::Result<Self, __rt::DecodeError> {
            let __from = from;
            __from.begin_item()?;
            const NAMES: &[&__rt::str] = &[
                "id",
                "version",
                "created",
                "updated",
                "expires",
                "deleted",
            ];
            let mut __field_id = __rt::Slot::<String, _>::own();
            let mut __field_version = __rt::Slot::<u64, _>::own();
            let mut __field_created = __rt::Slot::<String, _>::own();
            let mut __field_updated = __rt::Slot::<String, _>::own();
            let mut __field_expires = __rt::Slot::<Option<u64>, _>::own();
            let mut __field_deleted = __rt::Slot::<Option<String>, _>::own();
            while let __rt::Some(__field) = __from.next_known(NAMES)? {
                let __read = match __field {
                    0 => __field_id.read(__from),
                    1 => __field_version.read(__from),
                    2 => __field_created.read(__from),
                    3 => __field_updated.read(__from),
                    4 => __field_expires.read(__from),
                    5 => __field_deleted.read(__from),
                    _ => __rt::Ok(()),
                };
                __rt::read_at(__read, NAMES, __field)?;
            }
            let mut __fault = __rt::Fault::none();
            let (
                __rt::Some(__field_id),
                __rt::Some(__field_version),
                __rt::Some(__field_created),
                __rt::Some(__field_updated),
                __rt::Some(__field_expires),
                __rt::Some(__field_deleted),
            ) = (
                __field_id.required("id", &mut __fault),
                __field_version.required("version", &mut __fault),
                __field_created.required("created", &mut __fault),
                __field_updated.required("updated", &mut __fault),
                __field_expires.required("expires", &mut __fault),
                __field_deleted.required("deleted", &mut __fault),
            ) else {
                return __fault.into_result();
            };
            __rt::Ok(Self {
                id: __field_id,
                version: __field_version,
                created: __field_created,
                updated: __field_updated,
                expires: __field_expires,
                deleted: __field_deleted,
            })
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl __rt::Components for Note {
        fn component(&self, field: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
            match field {
                0 => __rt::Some(__rt::Component::of(&self.id).part()),
                _ => __rt::None,
            }
        }
    }
    #[automatically_derived]
    impl __rt::FieldInfo for NoteFields::id {
        type Owner = Note;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (0, "id", "id");
        fn part<'__a>(value: &'__a String) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            __rt::Some(__rt::Component::of(value).part())
        }
    }
    #[automatically_derived]
    impl __rt::StoredField for NoteFields::id {}
    #[automatically_derived]
    impl __rt::FieldInfo for NoteFields::version {
        type Owner = Note;
        type Value = u64;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (1, "version", "version");
    }
    #[automatically_derived]
    impl __rt::StoredField for NoteFields::version {}
    #[automatically_derived]
    impl __rt::FieldInfo for NoteFields::created {
        type Owner = Note;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (2, "created", "created");
    }
    #[automatically_derived]
    impl __rt::StoredField for NoteFields::created {}
    #[automatically_derived]
    impl __rt::FieldInfo for NoteFields::updated {
        type Owner = Note;
        type Value = String;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (3, "updated", "updated");
    }
    #[automatically_derived]
    impl __rt::StoredField for NoteFields::updated {}
    #[automatically_derived]
    impl __rt::FieldInfo for NoteFields::expires {
        type Owner = Note;
        type Value = Option<u64>;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (4, "expires", "expires");
    }
    #[automatically_derived]
    impl __rt::StoredField for NoteFields::expires {}
    #[automatically_derived]
    impl __rt::FieldInfo for NoteFields::deleted {
        type Owner = Note;
        type Value = Option<String>;
        type Codec = __rt::Own;
        const PLACE: __rt::FieldPlace = (5, "deleted", "deleted");
    }
    #[automatically_derived]
    impl __rt::StoredField for NoteFields::deleted {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for NoteFields::id {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for NoteFields::version {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for NoteFields::created {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for NoteFields::updated {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for NoteFields::expires {}
    #[automatically_derived]
    impl<__Q> __rt::Filterable<__Q> for NoteFields::deleted {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for NoteFields::created {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for NoteFields::created {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for NoteFields::expires {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for NoteFields::expires {}
    #[automatically_derived]
    impl<__L> __rt::SetTogether<__L> for NoteFields::deleted {
        type Then = __L;
    }
    #[automatically_derived]
    impl __rt::FreeField for NoteFields::deleted {}
    const _: () = <u64 as __rt::Version>::IS_VERSION;
    const _: () = <String as __rt::Timestamp>::IS_TIME;
    const _: () = <String as __rt::Timestamp>::IS_TIME;
    const _: () = <Option<u64> as __rt::TtlSeconds>::IS_TTL;
    const _: () = <Option<String> as __rt::SoftDeleted>::IS_SOFT_DELETE;
    #[automatically_derived]
    impl __rt::SoftDelete for Note
    where
        for<'__a> Option<String>: __rt::SoftDeleted + __rt::MayBeAbsent,
    {
        type Field = NoteFields::deleted;
    }
};

#[doc(hidden)]
#[allow(unused_macros, non_local_definitions, reason = "a table may have no items yet")]
#[macro_export]
macro_rules! __dynamo_table_Trading_000000000000002a {
    ({ $($derive:tt)* } $($item:tt)*) => {
        $($derive)* ! { { #[table(name = "trading_{stage}", pk = "PK", sk = "SK", ttl =
        "ttl", type_attr = "kind")] #[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_SK",
        sk_type = "N")] #[gsi(name = "Inverted", pk = "SK", sk = "PK", projection =
        "KEYS_ONLY")] #[lsi(name = "ByStatus", sk = "status", projection = ["total"])]
        struct Trading; } $($item)* }
    };
}
#[doc(hidden)]
#[allow(unused_imports, unreachable_pub, reason = "a table may have no items yet")]
pub use __dynamo_table_Trading_000000000000002a as Trading;
const _: () = {
    use ::dynamo_runtime::__private as __rt;
    const INDEXES: &[__rt::IndexSchema] = &[
        __rt::IndexSchema {
            name: "GSI1",
            kind: __rt::IndexKind::Global,
            pk: &[
                __rt::KeyDefinition {
                    name: "GSI1_PK",
                    kind: __rt::KeyKind::Text,
                },
            ],
            sk: &[
                __rt::KeyDefinition {
                    name: "GSI1_SK",
                    kind: __rt::KeyKind::Number,
                },
            ],
            projection: __rt::Projection::All,
            vector: __rt::None,
        },
        __rt::IndexSchema {
            name: "Inverted",
            kind: __rt::IndexKind::Global,
            pk: &[
                __rt::KeyDefinition {
                    name: "SK",
                    kind: __rt::KeyKind::Text,
                },
            ],
            sk: &[
                __rt::KeyDefinition {
                    name: "PK",
                    kind: __rt::KeyKind::Text,
                },
            ],
            projection: __rt::Projection::KeysOnly,
            vector: __rt::None,
        },
        __rt::IndexSchema {
            name: "ByStatus",
            kind: __rt::IndexKind::Local,
            pk: &[
                __rt::KeyDefinition {
                    name: "PK",
                    kind: __rt::KeyKind::Text,
                },
            ],
            sk: &[
                __rt::KeyDefinition {
                    name: "status",
                    kind: __rt::KeyKind::Text,
                },
            ],
            projection: __rt::Projection::Include(&["total"]),
            vector: __rt::None,
        },
    ];
    __rt::table_changes! {
        Trading pub,
        " # Table `trading_{stage}`\n\n| | partition key | sort key | holds |\n|---|---|---|---|\n| table | `PK`, text (S) | `SK`, text (S) | everything |\n| `GSI1`, global index | `GSI1_PK`, text (S) | `GSI1_SK`, a number (N) | everything |\n| `Inverted`, global index | `SK`, text (S) | `PK`, text (S) | keys |\n| `ByStatus`, local index | `PK`, text (S) | `status`, text (S) | keys, `total` |\n\nEach item stores its type in `kind`.\nItems expire at the time in `ttl`.\n\nThe item types are listed below, with their keys and indexes.",
        " Follows the changes to all items of `Trading` in the table's live stream, whatever their type.\n\n Item types and collections have their own `changes`. Needs the feature `streams` of `dynamo-runtime`.",
        #[automatically_derived] impl __rt::Table for Trading { const SCHEMA :
        __rt::TableSchema = __rt::TableSchema::new("trading_{stage}", __rt::KeyDefinition
        { name : "PK", kind : __rt::KeyKind::Text }).with_sort_key(__rt::KeyDefinition {
        name : "SK", kind : __rt::KeyKind::Text }).with_indexes(INDEXES).with_ttl("ttl")
        .with_type_attr("kind").shared(); }
    }
    #[automatically_derived]
    impl __rt::DeclaredTable for Trading {}
    #[automatically_derived]
    impl Trading {
        #[doc(hidden)]
        #[allow(dead_code, reason = "it cannot be called")]
        pub fn scan<'__a>() -> <Trading as __rt::OneItemType<'__a>>::Scan
        where
            for<'__b> Trading: __rt::OneItemType<'__b>,
        {
            __rt::stub()
        }
    }
};

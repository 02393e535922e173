//! Generated code names nothing by chance: it compiles if the prelude is gone and its names mean
//! something else.

#![no_implicit_prelude]

extern crate std;

/// The names of the prelude and of the primitive types, for other things.
#[allow(dead_code, non_camel_case_types, reason = "only the names matter")]
mod shadows {
    pub(super) struct Option;
    pub(super) struct Some;
    pub(super) struct None;
    pub(super) struct Result;
    pub(super) struct Ok;
    pub(super) struct Err;
    pub(super) struct String;
    pub(super) struct Vec;
    pub(super) struct Box;
    pub(super) trait Default {}
    pub(super) trait Clone {}
    pub(super) trait Into {}
    pub(super) trait ToString {}
    pub(super) trait Iterator {}
    pub(super) struct bool;
    pub(super) struct usize;
    pub(super) struct str;
    pub(super) struct u8;
    pub(super) struct u64;
    pub(super) struct char;
    pub(super) struct Item;
    pub(super) struct Field;
    pub(super) struct Query;
    pub(super) struct Key;
    pub(super) mod core {}
    pub(super) mod dynamo_runtime {}
}

/// Everything a struct can ask for, where every name is taken.
mod taken {
    #[allow(
        unused_imports,
        reason = "the names stand in the way of generated ones"
    )]
    use super::shadows::*;

    fn from() -> ::std::primitive::u64 {
        1
    }

    fn to() -> ::std::primitive::u64 {
        2
    }

    #[allow(
        clippy::trivially_copy_pass_by_ref,
        clippy::needless_pass_by_value,
        reason = "the shape of such a module"
    )]
    mod cents {
        pub(super) fn encode(value: &::std::primitive::u64) -> ::std::string::String {
            ::std::string::ToString::to_string(value)
        }

        pub(super) fn decode(
            text: ::std::string::String,
        ) -> ::std::result::Result<::std::primitive::u64, ::std::num::ParseIntError> {
            text.parse()
        }
    }

    #[derive(::dynamo_runtime::Attribute)]
    pub(super) enum Side {
        Some,
        None,
    }

    #[derive(::dynamo_runtime::Attribute)]
    pub(super) enum Event {
        Ok,
        Err(::std::primitive::u64),
        Both(::std::primitive::u64, ::std::string::String),
        Named { value: ::std::string::String },
    }

    #[derive(::dynamo_runtime::Attribute)]
    pub(super) struct Id(::std::string::String);

    #[derive(::dynamo_runtime::Attribute)]
    pub(super) struct Nested {
        content: ::std::string::String,
        #[dynamo(flatten)]
        rest: ::std::collections::BTreeMap<::std::string::String, ::std::string::String>,
    }

    #[allow(dead_code, reason = "nothing makes one")]
    #[derive(::dynamo_runtime::Item)]
    #[table(name = "taken", pk = "PK", sk = "SK", type_attr = "kind")]
    #[key(pk = "A#{from}#{field}", sk = "B#{side}#{at:first(4)}#{at}")]
    #[gsi(
        name = "One",
        pk = "item",
        sk = "key",
        query = "one",
        projection = "KEYS_ONLY"
    )]
    #[gsi(name = "Two", pk = "V#{value}", pk_attr = "G", when = self.from != "", query = "two")]
    #[gsi(name = "Four", pk = "{query}#{sort}", pk_attr = "F", query = "four")]
    #[lsi(name = "Three", sk = "to", query = "three")]
    pub(super) struct Everything {
        #[dynamo(key_only)]
        from: ::std::string::String,
        field: ::std::string::String,
        side: Side,
        at: ::std::string::String,
        to: ::std::primitive::u64,
        value: ::std::string::String,
        item: ::std::string::String,
        key: ::std::string::String,
        query: ::std::string::String,
        #[dynamo(default = from)]
        condition: ::std::primitive::u64,
        #[dynamo(with = cents)]
        name: ::std::primitive::u64,
        #[dynamo(skip, default = to)]
        self_: ::std::primitive::u64,
        #[dynamo(unique = "by_unique_value")]
        partition: ::std::string::String,
        sort: ::std::string::String,
        #[dynamo(serde)]
        stamps: ::std::vec::Vec<::std::string::String>,
        event: Event,
        id: Id,
        nested: Nested,
        #[dynamo(version)]
        version: ::std::primitive::u64,
        #[dynamo(created_at)]
        created: ::std::string::String,
        #[dynamo(soft_delete)]
        deleted: ::std::option::Option<::std::string::String>,
        #[dynamo(flatten)]
        rest: ::std::collections::HashMap<::std::string::String, ::std::string::String>,
    }

    #[allow(dead_code, reason = "nothing makes one")]
    #[derive(::dynamo_runtime::Item)]
    #[table(name = "counted", pk = "id")]
    #[count(into = Counted::FOLLOWERS, key = ["counter"], when = self.given)]
    #[count(into = self::Tally::COUNT, key = ["id", shard(2)], upsert)]
    pub(super) struct Counted {
        id: ::std::string::String,
        counter: ::std::option::Option<::std::string::String>,
        given: ::std::primitive::bool,
        #[dynamo(counter)]
        followers: ::std::primitive::i64,
    }

    #[allow(dead_code, reason = "nothing makes one")]
    #[derive(::dynamo_runtime::Item)]
    #[table(name = "tallies", pk = "PK")]
    #[key(pk = "{id}#{shard}")]
    pub(super) struct Tally {
        id: ::std::string::String,
        shard: ::std::primitive::u8,
        #[dynamo(counter)]
        count: ::std::primitive::i64,
    }

    pub(super) fn uses() {
        let _ = Everything::key("a", "b", Side::Some, "2025");
        let _ = Everything::query("a", "b").range(Everything::SIDE.eq(Side::None));
        let _ = Everything::one("x");
        let _ = Everything::two("v").filter(Everything::QUERY.eq("q"));
        let _ = Everything::three("a", "b").range(Everything::TO.gt(5_u64));
        let _ = Everything::NESTED.dot(Nested::CONTENT).eq("c");
        let key = Everything::key("a", "b", Side::Some, "2025");
        let _ = key
            .update()
            .set((Everything::QUERY, Everything::SORT), ("q", "s"));
    }
}

/// Shared tables, their items and collections, where every name is taken.
mod shared {
    #[allow(
        unused_imports,
        reason = "the names stand in the way of generated ones"
    )]
    use super::shadows::*;

    #[derive(::dynamo_runtime::Table)]
    #[table(name = "shared", pk = "PK", sk = "SK", type_attr = "kind", ttl = "ttl")]
    #[gsi(name = "One", pk = "OnePk", sk = "OneSk", sk_type = "N")]
    #[gsi(name = "Two", pk = "SK", sk = "PK", projection = "KEYS_ONLY")]
    #[lsi(name = "Three", sk = "at", projection = ["text"])]
    pub(super) struct Table;

    #[allow(dead_code, reason = "nothing makes one")]
    #[derive(::dynamo_runtime::Item)]
    #[dynamo(table = Table, entity = "FIRST")]
    #[key(pk = "A#{id}", sk = "FIRST#{from}")]
    #[gsi(name = "One", pk = "A#{id}", sk = "{size}")]
    #[gsi(name = "Two")]
    #[lsi(name = "Three")]
    pub(super) struct First {
        #[dynamo(key_only)]
        id: ::std::string::String,
        from: ::std::string::String,
        size: ::std::primitive::u64,
        at: ::std::string::String,
        text: ::std::string::String,
        #[dynamo(ttl = "1d")]
        ttl: ::std::option::Option<::std::primitive::u64>,
    }

    #[allow(dead_code, reason = "nothing makes one")]
    #[derive(::dynamo_runtime::Item)]
    #[dynamo(table = Table)]
    #[key(pk = "A#{id}", sk = "SECOND#{from}")]
    #[gsi(name = "One", pk = "A#{id}", sk = "{size}")]
    pub(super) struct Member {
        id: ::std::string::String,
        from: ::std::string::String,
        size: ::std::primitive::u64,
    }

    #[allow(dead_code, reason = "nothing looks into one")]
    #[derive(::dynamo_runtime::Collection)]
    #[collection(table = Table)]
    pub(super) enum Collection {
        Some(First),
        None(Member),
    }

    /// A variant may be a keyword in snake case, and an index have one member.
    #[derive(::dynamo_runtime::Collection)]
    #[collection(index = "Two")]
    #[allow(clippy::enum_variant_names, reason = "the names are the point")]
    pub(super) enum Type {
        Type(FirstTwo),
    }

    #[derive(::dynamo_runtime::Collection)]
    #[collection(index = "One")]
    pub(super) enum Ok {
        Err(First),
        Ok(Member),
    }

    const _: () = ::dynamo_runtime::check_items::<(First, Member)>();

    pub(super) fn uses() {
        let _ = Collection::query("a").skip_unknown().descending();
        let _ = Ok::query("a").range(First::SIZE.gt(5_u64));
        let _ = (Type::query("FIRST"), First::query_two("FIRST"));
        let groups: OkGroups = ::std::iter::FromIterator::from_iter(::std::iter::empty());
        ::std::assert!(groups.err.is_empty() && groups.ok.is_empty());
        let groups = <TypeGroups as ::std::default::Default>::default();
        ::std::assert!(groups.r#type.is_empty());
    }
}

/// Raw identifiers, as fields, types and names of methods.
mod raw {
    #[derive(::dynamo_runtime::Item)]
    #[table(name = "raw", pk = "type", sk = "SK")]
    #[key(sk = "{match}#{r2}")]
    #[gsi(name = "where", pk = "match", query = "r#where")]
    #[allow(non_camel_case_types, reason = "a keyword is the point")]
    pub(super) struct r#struct {
        r#type: ::std::string::String,
        r#match: ::std::string::String,
        r2: ::std::string::String,
        r#async: ::std::option::Option<r#enum>,
    }

    #[derive(::dynamo_runtime::Attribute)]
    #[allow(non_camel_case_types, reason = "a keyword is the point")]
    pub(super) enum r#enum {
        r#in,
        Out,
    }

    pub(super) fn uses() {
        let _ = r#struct::key("t", "m", "2");
        let _ = r#struct::r#where("m").filter(r#struct::ASYNC.eq(r#enum::r#in));
    }
}

/// Every visibility, of structs and of fields.
mod visible {
    pub(crate) mod inner {
        #[derive(::dynamo_runtime::Item)]
        #[table(name = "private", pk = "id")]
        struct Private {
            id: ::std::string::String,
            pub open: ::std::string::String,
        }

        #[derive(::dynamo_runtime::Item)]
        #[table(name = "in_crate", pk = "id", sk = "at")]
        #[gsi(name = "Small", pk = "at", projection = "KEYS_ONLY")]
        pub(crate) struct InCrate {
            id: ::std::string::String,
            pub(super) at: ::std::string::String,
            pub(crate) note: ::std::string::String,
        }

        #[derive(::dynamo_runtime::Item)]
        #[table(name = "in_super", pk = "id", sk = "at")]
        #[gsi(name = "Small", pk = "at", projection = "KEYS_ONLY")]
        pub(super) struct InSuper {
            pub(in crate::visible) id: ::std::string::String,
            pub(self) at: ::std::string::String,
            pub(super) note: ::std::string::String,
        }

        /// Fields of different visibility feed one key.
        #[derive(::dynamo_runtime::Item)]
        #[table(name = "grouped", pk = "id")]
        #[gsi(name = "Both", pk = "{open}#{hidden}", pk_attr = "G")]
        pub(crate) struct Grouped {
            pub id: ::std::string::String,
            pub open: ::std::string::String,
            hidden: ::std::string::String,
        }

        #[derive(::dynamo_runtime::Item)]
        #[table(name = "in_path", pk = "id")]
        pub(in crate::visible) struct InPath {
            pub id: ::std::string::String,
            pub(in crate::visible) note: ::std::string::String,
        }

        pub(crate) fn uses() {
            let _ = Private::key("i").get();
            let _ = (Private::OPEN.exists(), InSuper::AT.exists());
            let both = (Grouped::OPEN, Grouped::HIDDEN);
            let _ = Grouped::key("i").update().set(both, ("o", "h"));
        }
    }

    pub(crate) fn uses() {
        let _ = inner::InCrate::query_small("a");
        let _ = inner::InCrate::query("i")
            .range(inner::InCrate::AT.gt("a"))
            .filter(inner::InCrate::NOTE.exists());
        let _ = inner::InSuper::query("i").filter(inner::InSuper::NOTE.exists());
        let _ = inner::InPath::key("i").get();
        let _ = inner::InPath::NOTE.exists();
        inner::uses();
    }
}

#[test]
fn names_that_are_taken() {
    taken::uses();
    shared::uses();
    raw::uses();
    visible::uses();
}

#[test]
fn structs_inside_a_function() {
    #[derive(::dynamo_runtime::Attribute)]
    enum Side {
        Buy,
    }

    #[derive(::dynamo_runtime::Item)]
    #[table(name = "local", pk = "id", sk = "side")]
    #[gsi(name = "BySide", pk = "side", projection = "KEYS_ONLY")]
    struct Local {
        id: ::std::string::String,
        side: Side,
    }

    let _ = Local::query("i").range(Local::SIDE.eq(Side::Buy));
    let _ = Local::query_by_side(Side::Buy);
}

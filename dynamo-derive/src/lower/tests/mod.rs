//! Accepted forms: what the grammar means. Mistakes are UI tests.

mod shared;

use syn::{DeriveInput, parse_quote};

use super::{OpenItem, lower_attribute};
use crate::model::{
    Attribute, Codec, FieldDefault, Format, IndexKind, Item, KeySource, Projection, Role, Shape,
    Storage, Template, VariantData,
};

fn item(input: &DeriveInput) -> Item {
    match OpenItem::read(input).lower(None) {
        Ok(item) => item,
        Err(failed) => panic!("{}", failed.errors),
    }
}

fn attribute(input: &DeriveInput) -> Attribute {
    match lower_attribute(input) {
        Ok(attribute) => attribute,
        Err(failed) => panic!("{}", failed.errors),
    }
}

fn built(source: &KeySource) -> &Template {
    match source {
        KeySource::Built(template) => template,
        _ => panic!("the key is not built"),
    }
}

#[test]
fn an_inline_table_resolves_keys_fields_and_table_keys() {
    let item = item(&parse_quote! {
        /// A player's place.
        #[table(name = "LeaderboardService", pk = "PK", sk = "SK")]
        #[key(pk = "LEADERBOARD#{game_id}#{time_frame}", sk = "USER#{user_id}")]
        #[gsi(name = "RankIndex", pk = "PK", sk = "score", query = "ranking")]
        #[gsi(name = "UserIndex", pk = "UserID", sk = "PK", projection = ["score", "PlayerName"])]
        #[dynamo(rename_all = "PascalCase")]
        pub struct Standing {
            #[dynamo(key_only)]
            pub game_id: String,
            #[dynamo(key_only)]
            pub time_frame: TimeFrame,
            #[dynamo(rename = "UserID")]
            pub user_id: String,
            pub score: i64,
            pub player_name: String,
        }
    });
    assert_eq!(item.pk.name, "PK");
    assert!(item.entity.is_none());
    let parts: Vec<_> = built(&item.pk.source).components().collect();
    assert_eq!(parts, [(0, Format::Plain), (1, Format::Plain)]);

    let [rank, user] = item.indexes.as_slice() else {
        panic!("two indexes")
    };
    assert_eq!(rank.queries[0].method, "ranking");
    assert!(matches!(
        rank.queries[0].pk[0].source,
        KeySource::TablePartition
    ));
    assert!(matches!(rank.queries[0].sk[0].source, KeySource::Field(3)));
    assert_eq!(rank.queries[0].sk[0].name, "Score");
    assert!(matches!(rank.projection, Projection::All));
    assert_eq!(user.queries[0].method, "query_user_index");
    assert!(matches!(user.queries[0].pk[0].source, KeySource::Field(2)));
    let Projection::Include(names) = &user.projection else {
        panic!("a list")
    };
    let names: Vec<_> = names.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Score", "PlayerName"]);
}

#[test]
fn key_attributes_may_be_fields_by_either_name() {
    let item = item(&parse_quote! {
        #[table(name = "fabric_{stage}", pk = "Model", sk = "id", type_attr = "kind")]
        #[gsi(name = "indexOu", pk = "{ou:raw}#{model}", pk_attr = "indexOu", sk = "sequence")]
        #[gsi(name = "inverted", pk = "id", sk = "Model")]
        #[gsi(name = "native", pk = ["model", "ou"], sk = ["A#{id}", "sequence"],
              sk_attr = ["A", "Sequence"])]
        #[lsi(name = "by_sequence", sk = "sequence", projection = "KEYS_ONLY")]
        #[dynamo(rename_all = "PascalCase")]
        struct Record {
            model: String,
            id: String,
            ou: String,
            sequence: i64,
        }
    });
    assert!(matches!(item.pk.source, KeySource::Field(0)));
    let sort = item.sk.as_ref().expect("a sort key");
    assert_eq!(sort.name, "Id");
    assert!(matches!(sort.source, KeySource::Field(1)));
    assert_eq!(
        item.entity.as_ref().map(|(name, _)| name.as_str()),
        Some("Record")
    );
    assert!(item.table.shared.is_none());
    assert_eq!(item.table.name, "fabric_{stage}");

    let [ou, inverted, native, local] = item.indexes.as_slice() else {
        panic!("four indexes")
    };
    assert_eq!(ou.queries[0].method, "query_index_ou");
    assert_eq!(ou.queries[0].pk[0].name, "indexOu");
    assert!(matches!(
        inverted.queries[0].pk[0].source,
        KeySource::Field(1)
    ));
    assert_eq!(native.queries[0].pk.len(), 2);
    assert!(matches!(
        native.queries[0].sk[0].source,
        KeySource::Built(_)
    ));
    assert!(matches!(
        native.queries[0].sk[1].source,
        KeySource::Field(3)
    ));
    assert!(local.kind == IndexKind::Local);
    assert!(matches!(
        local.queries[0].pk[0].source,
        KeySource::TablePartition
    ));
    assert!(matches!(local.projection, Projection::KeysOnly));
}

#[test]
fn indexes_share_an_attribute_where_each_has_a_condition() {
    let item = item(&parse_quote! {
        #[table(name = "orders", pk = "id")]
        #[gsi(name = "buys", pk = "{market}#Buy", pk_attr = "marketSide", sk = "{price:neg}",
              sk_attr = "sort", when = self.side == Side::Buy)]
        #[gsi(name = "sells", pk = "{market}#Sell", pk_attr = "marketSide", sk = "{price}",
              sk_attr = "sort", when = matches!(self.side, Side::Sell) && self.price > 0)]
        struct Order {
            id: String,
            market: String,
            side: Side,
            price: i64,
        }
    });
    let reads = |at: usize| {
        item.indexes[at].queries[0]
            .when
            .as_ref()
            .map(|when| &when.fields)
    };
    assert_eq!(reads(0), Some(&vec![2]));
    assert_eq!(reads(1), Some(&vec![2, 3]));
    let price = built(&item.indexes[0].queries[0].sk[0].source).single();
    assert_eq!(price, Some((3, Format::Negated)));
}

#[test]
fn fields_have_their_storage_codec_default_and_role() {
    let item = item(&parse_quote! {
        #[table(name = "things", pk = "id", delimiter = "|")]
        struct Thing {
            id: String,
            #[dynamo(skip, default = "defaults::cache")]
            cache: Cache,
            #[dynamo(serde, default)]
            extra: Extra,
            #[dynamo(with = formats::epoch_seconds)]
            at: SystemTime,
            #[dynamo(flatten)]
            rest: HashMap<String, String>,
            #[dynamo(ttl = "90d", rename = "expires")]
            r#type: Option<u64>,
            #[dynamo(version)]
            revision: u64,
        }
    });
    assert_eq!(item.table.delimiter, '|');
    let [_, cache, extra, at, rest, ttl, version] = item.fields.as_slice() else {
        panic!("seven fields")
    };
    assert!(cache.storage == Storage::Skip);
    assert!(matches!(cache.default, Some(FieldDefault::Function(_))));
    assert!(matches!(extra.codec, Codec::Serde));
    assert!(matches!(extra.default, Some(FieldDefault::Trait)));
    assert!(matches!(at.codec, Codec::With(_)));
    assert!(rest.storage == Storage::Flatten);
    assert!(matches!(ttl.role, Some(Role::Ttl(Some(7_776_000)))));
    assert!(matches!(version.role, Some(Role::Version)));
    assert_eq!(
        item.table.ttl.as_ref().map(|(name, _)| name.as_str()),
        Some("expires")
    );
}

#[test]
fn nested_values_have_the_shape_of_their_type() {
    let map = attribute(&parse_quote! {
        #[dynamo(rename_all = "camelCase")]
        struct Metadata<T> {
            play_time: T,
        }
    });
    assert!(matches!(&map.shape, Shape::Map(fields) if fields[0].attribute == "playTime"));
    let newtype = attribute(&parse_quote!(
        struct Id(#[dynamo(serde)] Uuid);
    ));
    assert!(matches!(
        newtype.shape,
        Shape::Newtype {
            codec: Codec::Serde,
            ..
        }
    ));
    let text = attribute(&parse_quote!(
        #[dynamo(text)]
        struct Version;
    ));
    assert!(matches!(text.shape, Shape::Display));
    let units = attribute(&parse_quote! {
        #[dynamo(rename_all = "SCREAMING_SNAKE_CASE")]
        enum Status { PartlyFilled, #[dynamo(rename = "X")] Cancelled }
    });
    let Shape::Text(variants) = &units.shape else {
        panic!("text")
    };
    let names: Vec<_> = variants
        .iter()
        .map(|variant| variant.name.as_str())
        .collect();
    assert_eq!(names, ["PARTLY_FILLED", "X"]);
}

#[test]
fn a_data_enum_is_tagged() {
    let event = attribute(&parse_quote! {
        #[dynamo(rename_all = "snake_case", rename_all_fields = "camelCase", tag = "kind")]
        enum Event {
            Opened,
            LevelUp { new_level: u32 },
            Scored(u32, String),
        }
    });
    let Shape::Tagged(tagged) = &event.shape else {
        panic!("a tagged enum")
    };
    assert_eq!(
        (tagged.tag.as_str(), tagged.content.as_str()),
        ("kind", "value")
    );
    let [opened, level, scored] = tagged.variants.as_slice() else {
        panic!("three variants")
    };
    assert!(matches!(opened.data, VariantData::Unit));
    assert_eq!(level.name, "level_up");
    assert!(
        matches!(&level.data, VariantData::Struct(fields) if fields[0].attribute == "newLevel")
    );
    assert!(matches!(&scored.data, VariantData::Tuple(types) if types.len() == 2));
}

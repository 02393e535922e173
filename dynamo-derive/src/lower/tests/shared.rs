//! Accepted forms of shared tables, of the items in them, and of collections.

use syn::{DeriveInput, parse_quote};

use super::built;
use crate::lower::{OpenItem, lower_collection, lower_table};
use crate::model::{
    Format, IndexKind, Item, KeyDeclaration, KeySource, KeyType, Part, Projection, SharedTable, Way,
};

fn table(input: &DeriveInput) -> SharedTable {
    match lower_table(input) {
        Ok(table) => table,
        Err(failed) => panic!("{}", failed.errors),
    }
}

fn item_of(table: &SharedTable, input: &DeriveInput) -> Item {
    match OpenItem::read(input).lower(Some(table)) {
        Ok(item) => item,
        Err(failed) => panic!("{}", failed.errors),
    }
}

/// Names and types of the attributes of a key.
fn declared(keys: &[KeyDeclaration]) -> Vec<(&str, &str)> {
    let text = |kind| match kind {
        KeyType::Text => "S",
        KeyType::Number => "N",
        KeyType::Bytes => "B",
    };
    keys.iter()
        .map(|key| (key.name.as_str(), text(key.kind)))
        .collect()
}

fn trading() -> SharedTable {
    table(&parse_quote! {
        #[table(name = "trading_{stage}", pk = "PK", sk = "SK", ttl = "ttl", type_attr = "kind")]
        #[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_SK")]
        #[gsi(name = "GSI2", pk = "GSI2_PK", sk = "GSI2_SK", projection = "KEYS_ONLY")]
        #[gsi(name = "GSI3", pk = "GSI3_PK")]
        struct Trading;
    })
}

#[test]
fn a_table_declares_keys_of_every_type_alone_and_in_lists() {
    let table = table(&parse_quote! {
        #[table(name = "readings", pk = "device", sk = "at", sk_type = "N", delimiter = "|")]
        #[gsi(name = "ByHash", pk = "hash", pk_type = "B", projection = ["note"])]
        #[gsi(name = "ByPlace", pk = ["tenant", "site"], sk = ["floor", "at"],
              sk_type = ["N", "N"])]
        #[lsi(name = "ByValue", sk = "value", sk_type = "N", projection = "KEYS_ONLY")]
        #[dynamo(crate = facade::db)]
        pub struct Readings;
    });
    assert_eq!(declared(std::slice::from_ref(&table.pk)), [("device", "S")]);
    assert_eq!(declared(table.sk.as_slice()), [("at", "N")]);
    assert_eq!(table.delimiter, '|');
    assert_eq!(table.krate.segments.len(), 2);
    assert!(table.ttl.is_none() && table.type_attr.is_none());
    let [hash, place, value] = table.indexes.as_slice() else {
        panic!("three indexes")
    };
    assert_eq!(declared(&hash.pk), [("hash", "B")]);
    assert!(hash.sk.is_empty());
    assert!(matches!(&hash.projection, Projection::Include(names) if names[0].0 == "note"));
    assert_eq!(declared(&place.pk), [("tenant", "S"), ("site", "S")]);
    assert_eq!(declared(&place.sk), [("floor", "N"), ("at", "N")]);
    assert!(matches!(place.projection, Projection::All));
    assert!(value.kind == IndexKind::Local);
    assert_eq!(declared(&value.pk), [("device", "S")]);
    assert_eq!(declared(&value.sk), [("value", "N")]);
}

#[test]
fn an_item_builds_the_declared_keys_and_keeps_alternatives_together() {
    let input = parse_quote! {
        #[dynamo(table = tables::Trading, entity = "ORDER", crate = renamed)]
        #[key(pk = "CLIENT#{client_id}", sk = "ORDER#{placed_at}#{order_id}")]
        #[gsi(name = "GSI1", pk = "PRODUCT#{product_id}", sk = "placed_at", query = "by_product")]
        #[gsi(name = "GSI3", pk = literal("ALL"))]
        #[gsi(name = "GSI1", pk = "ANALYST#{analyst_id}", sk = "{placed_at}", query = "by_analyst")]
        struct Order {
            client_id: String,
            order_id: String,
            product_id: String,
            analyst_id: Option<String>,
            placed_at: String,
            #[dynamo(ttl)]
            ttl: Option<u64>,
        }
    };
    let open = OpenItem::read(&input);
    let (path, krate) = open.shared_table().expect("a shared table");
    open.hand_over();
    assert_eq!((path.segments.len(), krate.segments.len()), (2, 1));
    let item = item_of(&trading(), &input);
    assert_eq!(item.table.title(), "Trading");
    assert_eq!(item.table.name, "trading_{stage}");
    let entity = item.entity.as_ref().map(|(name, _)| name.as_str());
    assert_eq!(entity, Some("ORDER"));
    assert!(item.krate.is_ident("renamed"));
    assert_eq!(item.pk.name, "PK");
    assert!(item.pk.declared == Some(KeyType::Text));
    let [first, third] = item.indexes.as_slice() else {
        panic!("two indexes")
    };
    let methods = first.queries.iter().map(|query| query.method.to_string());
    assert_eq!(methods.collect::<Vec<_>>(), ["by_product", "by_analyst"]);
    for query in &first.queries {
        let sort = &query.sk[0];
        assert_eq!(built(&sort.source).single(), Some((4, Format::Plain)));
        assert_eq!(
            (query.pk[0].name.as_str(), sort.name.as_str()),
            ("GSI1_PK", "GSI1_SK")
        );
    }
    let constant = built(&third.queries[0].pk[0].source);
    assert!(matches!(constant.parts.as_slice(), [Part::Literal(text)] if text == "ALL"));
}

#[test]
fn the_name_of_the_struct_is_the_entity_unless_said() {
    let item = item_of(
        &trading(),
        &parse_quote! {
            #[dynamo(table = Trading)]
            #[key(pk = "P#{id}", sk = "P#{id}")]
            struct Position { id: String }
        },
    );
    let entity = item.entity.as_ref().map(|(name, _)| name.as_str());
    assert_eq!(entity, Some("Position"));
}

#[test]
fn an_index_takes_what_holds_its_attribute_already() {
    let table = table(&parse_quote! {
        #[table(name = "graph", pk = "PK", sk = "SK", type_attr = "kind")]
        #[gsi(name = "Inverted", pk = "SK", sk = "PK")]
        #[gsi(name = "ByKind", pk = "kind", sk = "created")]
        #[gsi(name = "ByScore", pk = "board", sk = "score", sk_type = "N")]
        #[lsi(name = "ByCreated", sk = "created")]
        struct Graph;
    });
    let item = item_of(
        &table,
        &parse_quote! {
            #[dynamo(table = Graph)]
            #[key(pk = "NODE#{id}", sk = "EDGE#{to}")]
            #[gsi(name = "Inverted")]
            #[gsi(name = "ByKind")]
            #[gsi(name = "ByScore", pk = "BOARD#{id}", sk = "{score}")]
            #[lsi(name = "ByCreated")]
            struct Edge { id: String, to: String, created: String, score: i64 }
        },
    );
    let [inverted, kind, score, local] = item.indexes.as_slice() else {
        panic!("four indexes")
    };
    let sources = |at: &crate::model::Index| {
        let query = &at.queries[0];
        (query.pk[0].source.clone(), query.sk[0].source.clone())
    };
    assert!(matches!(
        sources(inverted),
        (KeySource::TableSort, KeySource::TablePartition)
    ));
    assert!(matches!(
        sources(kind),
        (KeySource::Entity, KeySource::Field(2))
    ));
    // A template of the field itself says the same as none.
    assert!(matches!(
        sources(score),
        (KeySource::Built(_), KeySource::Field(3))
    ));
    assert!(matches!(
        sources(local),
        (KeySource::TablePartition, KeySource::Field(2))
    ));
}

#[test]
fn keys_of_the_table_may_be_fields() {
    let table = table(&parse_quote! {
        #[table(name = "readings", pk = "device", sk = "at", sk_type = "N")]
        #[gsi(name = "ByTime", pk = "at", pk_type = "N", sk = "device")]
        struct Readings;
    });
    let item = item_of(
        &table,
        &parse_quote! {
            #[dynamo(table = Readings)]
            #[gsi(name = "ByTime")]
            struct Reading { device: String, at: u64 }
        },
    );
    assert!(matches!(item.pk.source, KeySource::Field(0)));
    let query = &item.indexes[0].queries[0];
    assert!(matches!(query.pk[0].source, KeySource::Field(1)));
    assert!(matches!(query.sk[0].source, KeySource::Field(0)));
}

#[test]
fn every_attribute_of_a_list_has_a_template() {
    let table = table(&parse_quote! {
        #[table(name = "sites", pk = "PK", sk = "SK", delimiter = "|")]
        #[gsi(name = "ByPlace", pk = ["tenant", "region"], sk = ["floor", "rank"],
              sk_type = ["S", "N"])]
        struct Sites;
    });
    let item = item_of(
        &table,
        &parse_quote! {
            #[dynamo(table = Sites)]
            #[key(pk = "SITE|{id}", sk = "ROOM|{room}")]
            #[gsi(name = "ByPlace", pk = ["tenant", "R|{area}"], sk = ["F|{floor_name}", "{rank:neg}"])]
            struct Room { id: String, room: String, tenant: String, area: String, floor_name: String,
                          #[dynamo(rename = "Rank")] rank: i64 }
        },
    );
    assert_eq!(item.table.delimiter, '|');
    let query = &item.indexes[0].queries[0];
    assert!(matches!(query.pk[0].source, KeySource::Field(2)));
    assert!(matches!(query.pk[1].source, KeySource::Built(_)));
    assert_eq!(
        built(&query.sk[1].source).single(),
        Some((5, Format::Negated))
    );
}

#[test]
fn a_key_only_field_may_live_in_the_key_of_an_index() {
    let item = item_of(
        &trading(),
        &parse_quote! {
            #[dynamo(table = Trading)]
            #[key(pk = "CLIENT#{client}", sk = "FILL#{id}")]
            #[gsi(name = "GSI2", pk = "MASTER#{master}", sk = "{id}")]
            struct Fill {
                client: String,
                id: String,
                #[dynamo(key_only)]
                master: Option<String>,
            }
        },
    );
    let index = &item.indexes[0];
    assert!(matches!(index.projection, Projection::KeysOnly));
    let field = built(&index.queries[0].pk[0].source).components().next();
    assert_eq!(field, Some((2, Format::Plain)));
}

#[test]
fn a_collection_is_read_by_table_index_or_query() {
    let collection = |input: &DeriveInput| match lower_collection(input) {
        Ok(collection) => collection,
        Err(failed) => panic!("{}", failed.errors),
    };
    let client = collection(&parse_quote! {
        #[collection(table = tables::Trading, crate = facade::db)]
        enum ClientRecord {
            /// An order.
            Order(Order),
            Position(Position),
        }
    });
    assert!(matches!(client.way, Way::Table));
    assert_eq!(client.krate.segments.len(), 2);
    assert!(client.table.is_some());
    assert_eq!(client.members.len(), 2);
    assert_eq!(client.members[0].docs.as_deref(), Some("An order."));
    let index = collection(&parse_quote! {
        #[collection(index = "GSI3")]
        enum Event { Order(Order) }
    });
    assert!(matches!(index.way, Way::Index(name) if name == "GSI3"));
    assert!(index.table.is_none());
    let query = collection(&parse_quote! {
        #[collection(query = "by_product")]
        enum OfProduct { Order(Order) }
    });
    assert!(matches!(query.way, Way::Query(name) if name == "by_product"));
}

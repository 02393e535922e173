//! A unit struct that derives `Table`, from its attributes.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, Path};

use super::table::{attribute, delimiter, table_name};
use super::{docs, runtime};
use crate::attrs::{
    self, KEY, Lost, NameList, ProjectionKind, ProjectionValue, Read, SHARED, SHARED_GSI,
    SHARED_LSI, SHARED_TABLE, SHARED_VECTOR, SharedIndexOptions, SharedOptions, TableOptions, Text,
};
use crate::diag::{self, Diagnostics};
use crate::model::{
    Distance, IndexDeclaration, IndexKind, KeyDeclaration, KeyType, Projection, SharedTable,
    VectorDeclaration,
};

/// The most elements of a vector that DynamoDB indexes.
const MOST_DIMENSIONS: u32 = 4096;

/// Path of the runtime that a shared table says.
pub(super) fn krate(input: &DeriveInput, diag: &mut Diagnostics) -> Path {
    let options = attrs::merged::<SharedOptions>(&input.attrs, &SHARED, diag);
    runtime(options.and_then(|read| read.options.krate))
}

/// Lowers a shared table; `None` where its shape or its name and keys leave nothing to lower.
pub(super) fn shared(
    input: &DeriveInput,
    krate: Path,
    diag: &mut Diagnostics,
) -> Option<SharedTable> {
    is_a_unit(input, diag);
    keys_are_left_to_the_items(input, diag);
    let Some(read) = attrs::merged::<TableOptions>(&input.attrs, &SHARED_TABLE, diag) else {
        let message = format!(
            "`{}` does not say which table it is; write `#[table(name = \"...\", pk = \"...\")]`",
            input.ident,
        );
        diag.error(input.ident.span(), message);
        return None;
    };
    let Read {
        options,
        lost,
        span,
    } = read;
    is_given(
        "name",
        options.name.is_some(),
        "the table",
        (&lost, span),
        diag,
    );
    is_given("pk", options.pk.is_some(), "the table", (&lost, span), diag);
    let key = |name: Option<&Text>, kind: Option<&Text>, option: &str, diag: &mut Diagnostics| {
        let kind = kind.map_or(KeyType::Text, |kind| {
            key_type(&kind.value(), kind.span(), option, diag)
        });
        let (name, span) = attribute(name, diag)?;
        is_a_name(&name, span, "writes the template in `#[key]`", diag);
        Some(KeyDeclaration { name, span, kind })
    };
    let pk = key(
        options.pk.as_ref(),
        options.pk_type.as_ref(),
        "pk_type",
        diag,
    );
    let sk = key(
        options.sk.as_ref(),
        options.sk_type.as_ref(),
        "sk_type",
        diag,
    );
    if let (None, Some(kind)) = (&options.sk, &options.sk_type)
        && !lost.has("sk")
    {
        let message = "the table has no sort key; add `sk = \"...\"`, or remove this `sk_type`";
        diag.error(kind.option, message);
    }
    let name = options
        .name
        .as_ref()
        .and_then(|name| table_name(name, diag));
    let indexes = match &pk {
        Some(pk) => indexes(&input.attrs, pk, diag),
        None => Vec::new(),
    };
    let ttl = attribute(options.ttl.as_ref(), diag);
    let type_attr = attribute(options.type_attr.as_ref(), diag);
    let share_keys = share_keys(&options, &lost, diag);
    let delimiter = delimiter(options.delimiter.as_ref(), diag);
    Some(SharedTable {
        ident: input.ident.clone(),
        vis: input.vis.clone(),
        docs: docs::first_paragraph(&input.attrs),
        krate,
        // One that was reported stands for itself, so that the rest is checked as well.
        name: name.unwrap_or_default(),
        pk: pk?,
        sk,
        ttl,
        type_attr,
        share_keys,
        delimiter,
        indexes,
    })
}

/// Whether item types may share keys; only what stores their names tells them apart then.
fn share_keys(options: &TableOptions, lost: &Lost, diag: &mut Diagnostics) -> bool {
    let Some(types) = &options.types else {
        return false;
    };
    if types.value() != "by_attribute" {
        let message = format!(
            "`{}` does not tell item types apart; write `types = \"by_attribute\"`, or remove it \
             to have them told apart by their keys",
            types.value(),
        );
        diag.error(types.span(), message);
        return false;
    }
    if options.type_attr.is_none() && !lost.has("type_attr") {
        let message = "the table has no attribute that tells its item types apart; add \
                       `type_attr = \"...\"`";
        diag.error(types.option, message);
    }
    true
}

/// A shared table is a name for the items to refer to and holds nothing itself.
fn is_a_unit(input: &DeriveInput, diag: &mut Diagnostics) {
    let is_unit = matches!(&input.data, Data::Struct(data) if matches!(data.fields, Fields::Unit));
    if !is_unit || !input.generics.params.is_empty() {
        let ident = &input.ident;
        let message = format!(
            "a shared table holds nothing itself; write `struct {ident};`, and a struct that \
             derives `Item` for each type of item in it"
        );
        diag.error(ident.span(), message);
    }
}

/// The template of a key differs from item to item.
fn keys_are_left_to_the_items(input: &DeriveInput, diag: &mut Diagnostics) {
    for attr in input.attrs.iter().filter(|attr| KEY.is(attr)) {
        let message = format!(
            "`#[key]` says what an item builds its key from; write it on each item of `{0}`, and \
             the attributes of the key in the `#[table]` of `{0}`",
            input.ident,
        );
        diag.error(attr.path().span(), message);
    }
}

/// A table names attributes; what is stored in them is for its items to say.
fn is_a_name(text: &str, span: Span, items: &str, diag: &mut Diagnostics) -> bool {
    let is_template = text.contains(['{', '}']);
    if is_template {
        let message =
            format!("`{text}` is a template; name an attribute here, and each item {items}");
        diag.error(span, message);
    }
    !is_template
}

fn is_given(
    option: &str,
    is_there: bool,
    what: &str,
    (lost, span): (&Lost, Span),
    diag: &mut Diagnostics,
) {
    if !is_there && !lost.has(option) {
        let message = format!("{what} has no `{option}`; write `{option} = \"...\"`");
        diag.error(span, message);
    }
}

fn key_type(text: &str, span: Span, option: &str, diag: &mut Diagnostics) -> KeyType {
    let found = KeyType::ALL.iter().find(|(name, _)| *name == text);
    if let Some((_, kind)) = found {
        return *kind;
    }
    let message = format!(
        "`{text}` is no type of a key; write `{option} = \"S\"` for text, `\"N\"` for numbers or \
         `\"B\"` for bytes"
    );
    diag.error(span, message);
    KeyType::Text
}

fn indexes(
    attrs: &[Attribute],
    pk: &KeyDeclaration,
    diag: &mut Diagnostics,
) -> Vec<IndexDeclaration> {
    let mut indexes = Vec::new();
    for attr in attrs {
        let (kind, position) = if SHARED_GSI.is(attr) {
            (IndexKind::Global, &SHARED_GSI)
        } else if SHARED_LSI.is(attr) {
            (IndexKind::Local, &SHARED_LSI)
        } else if SHARED_VECTOR.is(attr) {
            (IndexKind::Vector, &SHARED_VECTOR)
        } else {
            continue;
        };
        let read = attrs::single(attr, position, diag);
        indexes.extend(index(kind, &read, pk, diag));
    }
    indexes
}

fn index(
    kind: IndexKind,
    read: &Read<SharedIndexOptions>,
    table: &KeyDeclaration,
    diag: &mut Diagnostics,
) -> Option<IndexDeclaration> {
    let Read {
        options,
        lost,
        span,
    } = read;
    let title = options.name.as_ref().map_or("the index".into(), |name| {
        format!("index `{}`", name.value())
    });
    is_given("name", options.name.is_some(), &title, (lost, *span), diag);
    has_no_foreign_options(kind, options, diag);
    let pk = match kind {
        IndexKind::Global => {
            is_given("pk", options.pk.is_some(), &title, (lost, *span), diag);
            keys(options.pk.as_ref(), options.pk_type.as_ref(), "pk", diag)
        }
        IndexKind::Local => {
            is_given("sk", options.sk.is_some(), &title, (lost, *span), diag);
            for (option, value) in [("pk", &options.pk), ("pk_type", &options.pk_type)] {
                if let Some(value) = value {
                    let message = format!(
                        "a local index has the partition key of the table; remove `{option}`"
                    );
                    diag.error(value.option, message);
                }
            }
            vec![KeyDeclaration {
                span: *span,
                ..table.clone()
            }]
        }
        IndexKind::Vector => keys(options.pk.as_ref(), options.pk_type.as_ref(), "pk", diag),
    };
    let vector = match kind {
        IndexKind::Vector => Some(vector(read, &title, diag)?),
        IndexKind::Global | IndexKind::Local => None,
    };
    let sk = keys(options.sk.as_ref(), options.sk_type.as_ref(), "sk", diag);
    if let (IndexKind::Global, None, Some(kinds)) = (kind, &options.sk, &options.sk_type)
        && !lost.has("sk")
    {
        let message =
            format!("{title} has no sort key; add `sk = \"...\"`, or remove this `sk_type`");
        diag.error(kinds.option, message);
    }
    let projection = options
        .projection
        .as_ref()
        .map_or(Projection::All, projected);
    let (name, span) = options.name.as_ref()?.spanned();
    Some(IndexDeclaration {
        name,
        span,
        kind,
        pk,
        sk,
        projection,
        vector,
    })
}

/// Options of another kind of index, which are read for their message only.
fn has_no_foreign_options(kind: IndexKind, options: &SharedIndexOptions, diag: &mut Diagnostics) {
    let text = |value: &Option<Text>| value.as_ref().map(|value| value.option);
    let names = |value: &Option<NameList>| value.as_ref().map(|value| value.option);
    let (why, foreign) = if kind == IndexKind::Vector {
        let foreign = vec![
            ("sk", names(&options.sk)),
            ("sk_type", names(&options.sk_type)),
        ];
        (
            "a vector index is sorted by similarity, and has no sort key",
            foreign,
        )
    } else {
        let dimensions = options.dimensions.as_ref().map(|value| value.span);
        let foreign = vec![
            ("field", text(&options.field)),
            ("dimensions", dimensions),
            ("distance", text(&options.distance)),
            ("filter", names(&options.filter)),
            ("filter_type", names(&options.filter_type)),
        ];
        ("only a `#[vector]` index is searched", foreign)
    };
    for (option, span) in foreign {
        if let Some(span) = span {
            diag.error(span, format!("{why}; remove `{option}`"));
        }
    }
}

/// The vectors of a vector index; `None` if they were reported.
fn vector(
    read: &Read<SharedIndexOptions>,
    title: &str,
    diag: &mut Diagnostics,
) -> Option<VectorDeclaration> {
    let Read {
        options,
        lost,
        span,
    } = read;
    is_given("field", options.field.is_some(), title, (lost, *span), diag);
    if options.dimensions.is_none() && !lost.has("dimensions") {
        let message = format!(
            "{title} does not say how many elements its vectors have; write `dimensions = 1024`"
        );
        diag.error(*span, message);
    }
    let distance = options.distance.as_ref();
    let distance = distance.map_or(Distance::Cosine, |text| super::index::distance(text, diag));
    let filters = options.filter.as_ref();
    let filters = keys(filters, options.filter_type.as_ref(), "filter", diag);
    let dimensions = options.dimensions.as_ref()?;
    if !(1..=MOST_DIMENSIONS).contains(&dimensions.value) {
        let message = format!(
            "a vector has 1 to {MOST_DIMENSIONS} dimensions; {} is out of range",
            dimensions.value,
        );
        diag.error(dimensions.span, message);
    }
    Some(VectorDeclaration {
        attribute: attribute(options.field.as_ref(), diag)?.0,
        dimensions: dimensions.value,
        distance,
        filters,
    })
}

/// The attributes of one key of an index, with their types.
fn keys(
    names: Option<&NameList>,
    kinds: Option<&NameList>,
    option: &str,
    diag: &mut Diagnostics,
) -> Vec<KeyDeclaration> {
    let Some(names) = names else {
        return Vec::new();
    };
    if names.names.is_empty() {
        let message = format!("`{option}` is an empty list; name an attribute");
        diag.error(names.span, message);
    }
    if let Some(kinds) = kinds.filter(|kinds| kinds.names.len() != names.names.len()) {
        let message = format!(
            "`{option}` is a key of {}, `{option}_type` has {}; write one type for each attribute",
            counted(names.names.len(), "attribute"),
            counted(kinds.names.len(), "type"),
        );
        diag.error(kinds.span, message);
    }
    let mut keys = Vec::new();
    for (at, name) in names.names.iter().enumerate() {
        if name.value().is_empty() {
            diag.error(
                name.span(),
                "an attribute cannot have an empty name; write one",
            );
            continue;
        }
        if !is_a_name(
            &name.value(),
            name.span(),
            "in the index writes the template",
            diag,
        ) {
            continue;
        }
        let kind = kinds.and_then(|kinds| kinds.names.get(at));
        let kind = kind.map_or(KeyType::Text, |kind| {
            let option = format!("{option}_type");
            key_type(&kind.value(), kind.span(), &option, diag)
        });
        keys.push(KeyDeclaration {
            name: name.value(),
            span: name.span(),
            kind,
        });
    }
    keys
}

/// `1 type`, `2 types`.
fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

fn projected(value: &ProjectionValue) -> Projection {
    match &value.kind {
        ProjectionKind::All => Projection::All,
        ProjectionKind::KeysOnly => Projection::KeysOnly,
        ProjectionKind::Include(names) => Projection::Include(
            names
                .iter()
                .map(|name| (name.value(), name.span()))
                .collect(),
        ),
    }
}

/// Names an index that a table does not declare.
pub(super) fn unknown_index(table: &str, name: &str, declared: &[IndexDeclaration]) -> String {
    let known: Vec<_> = declared.iter().map(|index| &index.name).collect();
    if known.is_empty() {
        return format!("`{table}` declares no index; add `#[gsi(name = \"{name}\", ...)]` to it");
    }
    format!(
        "`{table}` declares no index `{name}`; {}",
        diag::suggestion(name, &known),
    )
}

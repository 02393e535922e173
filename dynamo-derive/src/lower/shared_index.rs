//! The indexes of a struct that derives `Table`, from its attributes.

use syn::Attribute;

use super::index::is_listed;
use super::shared::{is_a_name, is_given, key_type};
use super::table::attribute;
use crate::attrs::{
    self, NameList, ProjectionKind, ProjectionValue, Read, SHARED_GSI, SHARED_LSI, SHARED_VECTOR,
    SharedIndexOptions, Text,
};
use crate::diag::{self, Diagnostics};
use crate::model::{
    Distance, IndexDeclaration, IndexKind, KeyDeclaration, KeyType, Projection, VectorDeclaration,
};

pub(super) fn indexes(
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
    is_listed(options.projection.as_ref(), options.include.as_ref(), diag);
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
    Some(VectorDeclaration {
        attribute: attribute(options.field.as_ref(), diag)?.0,
        dimensions: dimensions.value,
        dimensions_span: dimensions.span,
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
        ProjectionKind::Unlisted => Projection::Include(Vec::new()),
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

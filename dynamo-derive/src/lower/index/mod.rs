//! Indexes of an item: each `#[gsi]` and `#[lsi]`, from its options.

mod alternative;
mod declared;
mod key;
mod vector;

use proc_macro2::Span;
use syn::{Attribute, Ident, LitStr};

use self::alternative::Entry;
use self::declared::DeclaredKey;
pub(super) use self::vector::distance;
use super::key::{reported, seeming};
use super::nested::Nesting;
use super::shared_index::unknown_index;
use super::table::Home;
use super::template;
use super::when::when;
use crate::attrs::{
    self, GSI, IndexOptions, KeyValue, LSI, NameList, ProjectionKind, ProjectionValue, Read, Text,
    VECTOR,
};
use crate::diag::{self, Diagnostics};
use crate::model::{
    Field, Index, IndexKind, KeyAttribute, KeySource, Projection, Query, Storage, query_method,
};

/// The names that the keys of an index may use.
pub(super) struct Scope<'a> {
    pub(super) ident: &'a Ident,
    pub(super) fields: &'a [Field],
    pub(super) nesting: &'a Nesting<'a>,
    pub(super) home: &'a Home,
    pub(super) pk: &'a KeyAttribute,
    pub(super) sk: Option<&'a KeyAttribute>,
    /// Whether some names could not be read, so that an unknown one may be right.
    pub(super) is_open: bool,
}

/// The partition and the sort key of an index, and its projection as written or declared, with its
/// span.
type Lowered = (
    (Vec<KeyAttribute>, Vec<KeyAttribute>),
    Option<(Projection, Span)>,
);

/// Lowers the indexes, in the order in which their names first appear.
pub(super) fn indexes(
    attrs: &[Attribute],
    scope: &Scope<'_>,
    diag: &mut Diagnostics,
) -> Vec<Index> {
    let mut indexes = Vec::new();
    for attr in attrs {
        let (kind, position) = if GSI.is(attr) {
            (IndexKind::Global, &GSI)
        } else if LSI.is(attr) {
            (IndexKind::Local, &LSI)
        } else if VECTOR.is(attr) {
            (IndexKind::Vector, &VECTOR)
        } else {
            continue;
        };
        let read = attrs::single(attr, position, diag);
        if let Some(entry) = scope.entry(kind, &read, diag) {
            entry.put(&mut indexes, diag);
        }
    }
    indexes
}

impl Scope<'_> {
    fn entry(
        &self,
        kind: IndexKind,
        read: &Read<IndexOptions>,
        diag: &mut Diagnostics,
    ) -> Option<Entry> {
        let options = &read.options;
        self.refuse_foreign(kind, options, diag);
        let has_name = has_option("name", options.name.is_some(), read, diag);
        let (keys, projection) = match self.shared() {
            None => self.own_keys(kind, read, diag),
            Some(table) => self.declared_keys(kind, read, &table, diag),
        };
        let when = options.when().map(|expr| when(expr, self.fields, diag));
        let vector = match kind {
            IndexKind::Vector => self.vector(read, diag),
            IndexKind::Global | IndexKind::Local => None,
        };
        let name = match (&options.name, &options.query) {
            (Some(name), _) if has_name => name.spanned(),
            // Its method is there all the same, so that its uses are not reported as well.
            (_, Some(query)) => (format!("index_{}", query.value()), query.span()),
            _ => return None,
        };
        let (pk, sk) = keys;
        let method = method(&name, options.query.as_ref(), diag);
        let scan = options.scan.as_ref();
        let scan = scan.and_then(|scan| method_name("scan", "all_open", scan, diag));
        let query = Query {
            method,
            scan,
            pk,
            sk,
            when,
        };
        Some(Entry {
            name,
            kind,
            projection,
            has_method: options.query.is_some(),
            query,
            vector,
        })
    }

    /// The shared table, as messages call it.
    fn shared(&self) -> Option<String> {
        let table = &self.home.known()?.table;
        table.shared.is_some().then(|| table.title())
    }

    /// The keys and the projection of an index that the item itself declares.
    fn own_keys(
        &self,
        kind: IndexKind,
        read: &Read<IndexOptions>,
        diag: &mut Diagnostics,
    ) -> Lowered {
        let options = &read.options;
        let has_key = match kind {
            IndexKind::Global => has_option("pk", options.pk.is_some(), read, diag),
            IndexKind::Local => has_option("sk", options.sk.is_some(), read, diag),
            IndexKind::Vector => true,
        };
        let pk = match kind {
            IndexKind::Global if !has_key => {
                vec![reported(String::new(), read.span, vec!["pk".into()])]
            }
            IndexKind::Global | IndexKind::Vector => {
                self.key("pk", options.pk.as_ref(), options.pk_attr.as_ref(), diag)
            }
            IndexKind::Local => vec![self.table_partition(read.span)],
        };
        let sk = self.key("sk", options.sk.as_ref(), options.sk_attr.as_ref(), diag);
        is_listed(options.projection.as_ref(), options.include.as_ref(), diag);
        let projection = options.projection.as_ref();
        let projection = projection.map(|value| (self.projection(value, diag), value.option));
        ((pk, sk), projection)
    }

    /// The same for an index that a shared table declares. If it does not, its keys are what they
    /// seem to be.
    fn declared_keys(
        &self,
        kind: IndexKind,
        read: &Read<IndexOptions>,
        table: &str,
        diag: &mut Diagnostics,
    ) -> Lowered {
        let options = &read.options;
        let keys_of = |value: Option<&KeyValue>| {
            let value = value.into_iter();
            let key = |value| reported(String::new(), read.span, seeming(value));
            value.map(key).collect()
        };
        let unknown = || {
            let keys = (keys_of(options.pk.as_ref()), keys_of(options.sk.as_ref()));
            (keys, None)
        };
        let (Some(name), Some(known)) = (&options.name, self.home.known()) else {
            return unknown();
        };
        let declared = &known.table.declared;
        let Some(index) = declared.iter().find(|index| index.name == name.value()) else {
            diag.error(name.span(), unknown_index(table, &name.value(), declared));
            return unknown();
        };
        let is_other = index.kind != kind;
        if is_other {
            let message = format!(
                "`{}` is {} index of `{table}`; write `#[{}(...)]`",
                index.name,
                index.kind.words(),
                index.kind.attribute(),
            );
            diag.error(read.span, message);
        }
        let key = |option| DeclaredKey {
            scope: self,
            table,
            index,
            option,
            span: name.span(),
            // An index of the other kind is written with other keys.
            is_lost: is_other || read.lost.has(option),
        };
        let written = |value| Option::filter(value, |_: &&KeyValue| !is_other);
        let pk = key("pk").lower(written(options.pk.as_ref()), diag);
        let sk = key("sk").lower(written(options.sk.as_ref()), diag);
        let projection = (index.projection.clone(), name.span());
        ((pk, sk), Some(projection))
    }

    /// Options that are read for their message only.
    fn refuse_foreign(&self, kind: IndexKind, options: &IndexOptions, diag: &mut Diagnostics) {
        let span = |value: &Option<Text>| value.as_ref().map(|value| value.option);
        let names = |value: &Option<NameList>| value.as_ref().map(|value| value.option);
        let mut refuse = |option: &str, span: Option<Span>, why: &str| {
            if let Some(span) = span {
                diag.error(span, format!("{why}; remove `{option}`"));
            }
        };
        let follows = match self.shared() {
            None => "the type of a key follows the field".to_owned(),
            Some(table) => format!("`{table}` declares the types of its keys"),
        };
        refuse("pk_type", span(&options.pk_type), &follows);
        refuse("sk_type", span(&options.sk_type), &follows);
        if kind == IndexKind::Vector {
            let sorted = "a vector index is sorted by similarity, and has no sort key";
            refuse("sk", options.sk.as_ref().map(|value| value.option), sorted);
            refuse("sk_attr", names(&options.sk_attr), sorted);
            let scanned = "DynamoDB does not scan vector indexes";
            refuse("scan", span(&options.scan), scanned);
        } else {
            let vector = "only a `#[vector]` index is searched";
            refuse("field", span(&options.field), vector);
            refuse("distance", span(&options.distance), vector);
            refuse("filter", names(&options.filter), vector);
        }
        if kind == IndexKind::Local {
            let local = "a local index has the partition key of the table";
            refuse("pk", options.pk.as_ref().map(|value| value.option), local);
            refuse("pk_attr", names(&options.pk_attr), local);
        }
        if let Some(table) = self.shared() {
            let stored = format!("`{table}` declares where the keys of its indexes are stored");
            refuse("pk_attr", names(&options.pk_attr), &stored);
            refuse("sk_attr", names(&options.sk_attr), &stored);
            let projection = options.projection.as_ref().map(|value| value.option);
            let projected = format!("`{table}` declares what its indexes hold");
            refuse("projection", projection, &projected);
            let distance = span(&options.distance);
            let compared =
                format!("`{table}` declares how the vectors of its indexes are compared");
            refuse("distance", distance, &compared);
            let filters = format!("`{table}` declares what searches can be filtered by");
            refuse("filter", names(&options.filter), &filters);
        }
    }

    fn table_partition(&self, span: Span) -> KeyAttribute {
        KeyAttribute {
            name: self.pk.name.clone(),
            span,
            source: KeySource::TablePartition,
            declared: None,
        }
    }

    fn projection(&self, value: &ProjectionValue, diag: &mut Diagnostics) -> Projection {
        let names = match &value.kind {
            ProjectionKind::All => return Projection::All,
            ProjectionKind::KeysOnly => return Projection::KeysOnly,
            ProjectionKind::Include(names) => names,
            // The attributes beside it are reported.
            ProjectionKind::Unlisted => return Projection::Include(Vec::new()),
        };
        let known = self.home.known();
        let type_attr = known.and_then(|known| known.table.type_attr.as_ref());
        let type_attr = type_attr.map(|(name, _)| name.clone());
        let mut included = Vec::new();
        for name in names {
            let text = name.value();
            let field = template::find(self.fields, &text).map(|at| &self.fields[at]);
            match field {
                Some(field) if field.storage == Storage::Attribute => {
                    included.push((field.attribute.clone(), name.span()));
                }
                _ if type_attr.as_ref() == Some(&text) => included.push((text, name.span())),
                Some(_) => {
                    let message = format!(
                        "`{text}` has no attribute of its own to project; name a stored field"
                    );
                    diag.error(name.span(), message);
                }
                None => {
                    let mut known = template::field_names(self.fields);
                    known.extend(type_attr.clone());
                    diag.error(name.span(), diag::unknown("attribute", &text, &known));
                }
            }
        }
        Projection::Include(included)
    }
}

/// A projection lists its attributes itself, not in an option of their own.
pub(super) fn is_listed(
    projection: Option<&ProjectionValue>,
    include: Option<&NameList>,
    diag: &mut Diagnostics,
) {
    let unlisted = projection.filter(|value| matches!(value.kind, ProjectionKind::Unlisted));
    let (span, names) = match (include, unlisted) {
        (Some(include), _) => (
            include.option,
            include.names.iter().map(LitStr::value).collect(),
        ),
        (None, Some(value)) => (value.option, vec!["...".to_owned()]),
        (None, None) => return,
    };
    let message =
        format!("`projection` lists the attributes; write `projection = {names:?}` alone");
    diag.error(span, message);
}

/// Whether an option is there; reported unless it may be one that could not be read.
fn has_option(
    option: &str,
    is_there: bool,
    read: &Read<IndexOptions>,
    diag: &mut Diagnostics,
) -> bool {
    if !is_there && !read.lost.has(option) {
        let message = format!("the index has no `{option}`; write `{option} = \"...\"`");
        diag.error(read.span, message);
    }
    is_there
}

fn method(name: &(String, Span), query: Option<&Text>, diag: &mut Diagnostics) -> Ident {
    let (name, span) = name;
    let Some(query) = query else {
        return query_method(name, *span);
    };
    method_name("query", "by_owner", query, diag).unwrap_or_else(|| {
        let text = query
            .value()
            .replace(|letter: char| !letter.is_alphanumeric(), "_");
        match syn::parse_str::<Ident>(&text) {
            Ok(mut meant) => {
                meant.set_span(query.span());
                meant
            }
            Err(_) => query_method(name, *span),
        }
    })
}

/// The name of a method as it is written; `None` if it was reported.
pub(in crate::lower) fn method_name(
    option: &str,
    example: &str,
    text: &Text,
    diag: &mut Diagnostics,
) -> Option<Ident> {
    if let Ok(mut ident) = syn::parse_str::<Ident>(&text.value()) {
        ident.set_span(text.span());
        return Some(ident);
    }
    let message = format!(
        "`{}` cannot name a method; write an identifier, as in `{option} = \"{example}\"`",
        text.value(),
    );
    diag.error(text.span(), message);
    None
}

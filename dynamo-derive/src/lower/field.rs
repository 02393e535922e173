//! Fields of an item or of a nested value, from their options.

use darling::util::{Flag, path_to_string};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Field as SynField, FieldsNamed, Lifetime, Meta, Path, PathSegment, Type};

use super::index::method_name;
use super::{docs, elided};
use crate::attrs::{
    self, COUNT, FIELD, FieldOptions, GSI, KEY, LSI, NESTED_FIELD, PathValue, Position, TABLE,
};
use crate::diag::Diagnostics;
use crate::model::{Codec, Field, FieldDefault, Rename, Role, Storage, plain};

/// Whose fields they are: which options there are depends on it.
#[derive(PartialEq, Eq)]
pub(super) enum FieldOwner {
    Item,
    Attribute,
}

impl FieldOwner {
    fn position(&self) -> &'static Position {
        match self {
            Self::Item => &FIELD,
            Self::Attribute => &NESTED_FIELD,
        }
    }
}

/// An option that was given, with its span.
type Given = (&'static str, Span);

pub(super) fn fields(
    named: &FieldsNamed,
    rename: Rename,
    owner: &FieldOwner,
    diag: &mut Diagnostics,
) -> Vec<Field> {
    named
        .named
        .iter()
        .filter_map(|source| field(source, rename, owner, diag))
        .collect()
}

fn field(
    source: &SynField,
    rename: Rename,
    owner: &FieldOwner,
    diag: &mut Diagnostics,
) -> Option<Field> {
    // Named fields have one.
    let ident = source.ident.clone()?;
    has_no_struct_attributes(source, diag);
    is_owned(source, diag);
    let options = options(source, owner, diag);
    let given = given(&options);
    belong_to(owner, &given, diag);
    let storage = storage(&options, &given, diag);
    let (role, role_span) = role(&options, ident.span(), diag);
    let counter = options.counter.is_present().then(|| options.counter.span());
    let (attribute, attribute_span) = match &options.rename {
        Some(name) => name.spanned(),
        None => (rename.field(&ident), ident.span()),
    };
    Some(Field {
        ident,
        vis: source.vis.clone(),
        ty: elided::named(&source.ty),
        attribute,
        attribute_span,
        docs: docs::first_paragraph(&source.attrs),
        storage,
        path: Vec::new(),
        codec: codec(&options, diag),
        // An item stored before the counter was declared has no attribute for it: that is zero.
        default: match options.default {
            Some(value) => Some(
                value
                    .function
                    .map_or(FieldDefault::Trait, FieldDefault::Function),
            ),
            None => counter.map(|_| FieldDefault::Trait),
        },
        role,
        role_span,
        unique: options.unique.as_ref().map(|value| value.option),
        lookup: options
            .unique
            .and_then(|value| value.lookup)
            .and_then(|name| method_name("unique", "by_email", &name, diag)),
        counter,
    })
}

/// Reads the options of a field, named or not.
pub(super) fn options(
    source: &SynField,
    owner: &FieldOwner,
    diag: &mut Diagnostics,
) -> FieldOptions {
    attrs::merged(&source.attrs, owner.position(), diag)
        .map(|read| read.options)
        .unwrap_or_default()
}

/// An item is made when it is read, so no field can refer to something that was there before.
fn is_owned(source: &SynField, diag: &mut Diagnostics) {
    if let Some(borrowed) = elided::first(&source.ty) {
        let message = "an item owns its data and cannot borrow it; write `String` for `&str`, and \
                       `Vec<T>` for `&[T]`";
        diag.error(borrowed, message);
        return;
    }
    let Type::Reference(reference) = &source.ty else {
        return;
    };
    // A lifetime of the struct's own is reported there.
    let is_static = |lifetime: &&Lifetime| lifetime.ident == "static";
    if let Some(lifetime) = reference.lifetime.as_ref().filter(is_static) {
        let message = "what is read cannot be `'static`; own it, as in `String` for text";
        diag.error(lifetime.span(), message);
    }
}

/// Attributes of the struct would be passed over on a field.
fn has_no_struct_attributes(source: &SynField, diag: &mut Diagnostics) {
    for position in [&TABLE, &KEY, &GSI, &LSI, &COUNT] {
        for attr in source.attrs.iter().filter(|attr| position.is(attr)) {
            let is_mark = position.name == KEY.name && matches!(attr.meta, Meta::Path(_));
            let message = match &source.ident {
                Some(field) if is_mark => format!(
                    "`#[key]` does not mark a field; write `pk = \"{}\"` in the `#[table]` above \
                     the struct",
                    plain(field),
                ),
                _ => format!(
                    "`{}` says nothing on a field; write it on the struct",
                    position.name
                ),
            };
            diag.error(attr.path().span(), message);
        }
    }
}

/// The options that were given, in the order they are listed in the docs.
pub(super) fn given(options: &FieldOptions) -> Vec<Given> {
    let flag = |name, flag: &Flag| flag.is_present().then(|| (name, flag.span()));
    [
        options
            .rename
            .as_ref()
            .map(|value| ("rename", value.option)),
        flag("key_only", &options.key_only),
        flag("skip", &options.skip),
        options
            .default
            .as_ref()
            .map(|value| ("default", value.option)),
        options.with.as_ref().map(|value| ("with", value.option)),
        flag("serde", &options.serde),
        flag("flatten", &options.flatten),
        flag("version", &options.version),
        options.ttl.as_ref().map(|value| ("ttl", value.option)),
        flag("created_at", &options.created_at),
        flag("updated_at", &options.updated_at),
        flag("soft_delete", &options.soft_delete),
        options
            .unique
            .as_ref()
            .map(|value| ("unique", value.option)),
        flag("counter", &options.counter),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Keys and what the runtime does by itself exist only for items.
fn belong_to(owner: &FieldOwner, given: &[Given], diag: &mut Diagnostics) {
    for (name, span) in given {
        if !owner.position().options.contains(name) {
            let message = format!("`{name}` is for the field of an item; remove it here");
            diag.error(*span, message);
        }
    }
}

fn storage(options: &FieldOptions, given: &[Given], diag: &mut Diagnostics) -> Storage {
    let (storage, word, beside): (_, _, &[&str]) = if options.skip.is_present() {
        (Storage::Skip, "skip", &["skip", "default"])
    } else if options.flatten.is_present() {
        (Storage::Flatten, "flatten", &["flatten"])
    } else if options.key_only.is_present() {
        (Storage::KeyOnly, "key_only", &["key_only", "rename"])
    } else {
        return Storage::Attribute;
    };
    for (name, span) in given {
        if !beside.contains(name) {
            let message = format!("`{name}` means nothing beside `{word}`; remove one of them");
            diag.error(*span, message);
        }
    }
    storage
}

/// How the field is encoded.
pub(super) fn codec(options: &FieldOptions, diag: &mut Diagnostics) -> Codec {
    match (&options.with, options.serde.is_present()) {
        (Some(value), is_serde) => {
            if is_serde {
                let message = "`with` already says how the field is stored; remove this `serde`";
                diag.error(options.serde.span(), message);
            }
            Codec::With(module(value, diag))
        }
        (None, true) => Codec::Serde,
        (None, false) => Codec::Own,
    }
}

/// The module that `with` names, of which a function is easily named instead.
fn module(value: &PathValue, diag: &mut Diagnostics) -> Path {
    let mut module = value.path.clone();
    let is_function = |name: &PathSegment| name.ident == "encode" || name.ident == "decode";
    if module.segments.len() > 1 && module.segments.last().is_some_and(is_function) {
        module.segments.pop();
        module.segments.pop_punct();
        let written = path_to_string(&module);
        let message = format!("`with` names a module; write `with = {written}`");
        diag.error(value.path.span(), message);
    }
    module
}

fn role(options: &FieldOptions, ident: Span, diag: &mut Diagnostics) -> (Option<Role>, Span) {
    let flag = |name, flag: &Flag, role| flag.is_present().then(|| (name, role, flag.span()));
    let mut roles = [
        flag("version", &options.version, Role::Version),
        options
            .ttl
            .as_ref()
            .map(|value| ("ttl", Role::Ttl(value.seconds), value.option)),
        flag("created_at", &options.created_at, Role::CreatedAt),
        flag("updated_at", &options.updated_at, Role::UpdatedAt),
        flag("soft_delete", &options.soft_delete, Role::SoftDelete),
    ]
    .into_iter()
    .flatten();
    let Some((first, role, span)) = roles.next() else {
        return (None, ident);
    };
    for (name, _, span) in roles {
        diag.error(
            span,
            format!("this field is `{first}` already; remove its `{name}`"),
        );
    }
    (Some(role), span)
}

//! One marker type and one typed constant per field.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Path, Type, Visibility};

use super::codec::primary_keys;
use super::keys::{component_fields, components, nested_part, precision};
use super::names::{bare, field_module, inside, narrower};
use super::projected::is_stored;
use super::{docs, queries};
use crate::model::{
    Codec, Field, Format, Item, KeySource, Role, Storage, constant, marker, name_number, plain,
};
use crate::span::respanned;

/// The module of the markers. They are named in messages: `OrderFields::status`.
pub(super) fn markers(item: &Item) -> TokenStream {
    markers_of(item, &named(item).collect::<Vec<_>>())
}

/// The module of the markers of some fields, and of the names of nested ones.
pub(super) fn markers_of(item: &Item, fields: &[&Field]) -> TokenStream {
    let markers = fields.iter().map(|field| {
        let vis = match field.role {
            // The item's own impl names it, wherever the item is seen.
            Some(Role::SoftDelete) => &item.vis,
            _ => narrower(&item.vis, &field.vis),
        };
        (&field.ident, vis)
    });
    let is_new = |name: &&Ident| {
        !fields
            .iter()
            .any(|field| plain(&field.ident) == plain(name))
    };
    let names = nested_names(item);
    let names = names.iter().filter(is_new).map(|name| (name, &item.vis));
    marker_module(&item.vis, &field_module(&item.ident), markers.chain(names))
}

/// The types that stand for the names of nested fields, each once.
fn nested_names(item: &Item) -> Vec<Ident> {
    let mut names = Vec::new();
    for field in &item.fields {
        for name in &field.path {
            let name = marker(name, Span::call_site());
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The numbers of the names of nested fields.
pub(super) fn nested_numbers(item: &Item) -> TokenStream {
    let module = field_module(&item.ident);
    let numbers = nested_names(item).into_iter().map(|name| {
        let number = name_number(&plain(&name));
        quote! {
            #[automatically_derived]
            impl __rt::NestedName for #module::#name {
                type Number = __rt::FieldNumber<#number>;
            }
        }
    });
    numbers.collect()
}

/// The fields that have a constant: a flattened map is no attribute, and a skipped field is not
/// stored.
fn named(item: &Item) -> impl Iterator<Item = &Field> {
    item.fields.iter().filter(|field| has_constant(field))
}

pub(super) fn has_constant(field: &Field) -> bool {
    matches!(
        field.storage,
        Storage::Attribute | Storage::KeyOnly | Storage::Nested { .. }
    )
}

pub(super) fn marker_module<'a>(
    vis: &Visibility,
    module: &Ident,
    markers: impl Iterator<Item = (&'a Ident, &'a Visibility)>,
) -> TokenStream {
    let markers: TokenStream = markers
        .map(|(name, vis)| {
            let vis = inside(vis);
            // With braces it is no value, which the compiler would suggest for a missing variable.
            quote! { #vis struct #name {} }
        })
        .collect();
    quote! {
        #[doc(hidden)]
        #[allow(
            non_camel_case_types,
            non_snake_case,
            unreachable_pub,
            reason = "markers are named like the fields and methods they stand for"
        )]
        #vis mod #module {
            #markers
        }
    }
}

/// The constants, for the struct's own impl.
pub(super) fn constants(item: &Item) -> TokenStream {
    let module = field_module(&item.ident);
    let fields = item
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| has_constant(field));
    let constants = fields.map(|(number, field)| {
        let docs = docs::field_constant(item, number, field);
        reported_once(field, constant_item(&item.vis, &module, field, &docs))
    });
    constants.collect()
}

pub(super) fn impls(item: &Item) -> TokenStream {
    let ident = &item.ident;
    let module = field_module(ident);
    let components = component_fields(item);
    let numbered = item
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| has_constant(field));
    let infos = numbered.map(|(number, field)| {
        let components = Components {
            is_one: components.contains(&number),
            precision: precision(item, number),
            nested: item.nested_in(number).collect(),
            read_from: key_read_from(item, number),
        };
        reported_once(field, info(ident, &module, (number, field), &components))
    });
    let mut queries = queries::all(item);
    // Searches are filtered by what their index lists.
    queries.retain(|query| query.vector().is_none());
    let filters = named(item)
        .filter(|field| !field.is_nested())
        .map(|field| filterable(item, &queries, field));
    let ranges = queries.iter().map(|query| sort_positions(item, query));
    let numbers = std::iter::once(nested_numbers(item));
    infos.chain(filters).chain(ranges).chain(numbers).collect()
}

/// A mistake in a nested component shows wherever its type is named. With all tokens at one place,
/// the compiler reports it once.
pub(super) fn reported_once(field: &Field, tokens: TokenStream) -> TokenStream {
    if field.is_nested() {
        respanned(&tokens, field.ty.span())
    } else {
        tokens
    }
}

/// `pub const STATUS: Field<Order, Status, OrderFields::status>`.
pub(super) fn constant_item(
    vis: &Visibility,
    module: &Ident,
    field: &Field,
    docs: &str,
) -> TokenStream {
    let Field {
        ident: name, ty, ..
    } = field;
    let vis = narrower(vis, &field.vis);
    let constant = constant(name);
    // The constant of a nested component stands where the template does, and is linted as the user's.
    let allow = field.is_nested().then(|| {
        quote! {
            #[allow(clippy::deref_addrof, reason = "rustdoc does not show what is referred to")]
        }
    });
    // Behind a reference, so that rustdoc does not show where generated code finds it.
    quote! {
        #[doc = #docs]
        #allow
        #vis const #constant: __rt::Field<Self, #ty, #module::#name> = *&__rt::Field::NEW;
    }
}

/// The part that a field has in keys.
#[derive(Default)]
pub(super) struct Components<'a> {
    /// Whether it is a component itself.
    is_one: bool,
    /// The digits after the second that its keys leave to a time.
    precision: Option<u8>,
    /// The components that are nested in it.
    nested: Vec<(usize, &'a Field)>,
    /// The key of the table that views read it from, if its attribute has another form.
    read_from: Option<TokenStream>,
}

/// The description of the key that a field is read from if it is stored in another form.
fn key_read_from(item: &Item, number: usize) -> Option<TokenStream> {
    let is_read = |field: &usize| *field == number && item.fields[number].is_stored_otherwise();
    let keys = primary_keys(item, is_read);
    keys.into_iter().next().map(|key| key.spec)
}

/// `impl FieldInfo`, and `StoredField` if the field is an attribute of its own.
pub(super) fn info(
    owner: &Ident,
    module: &Ident,
    (number, field): (usize, &Field),
    components: &Components<'_>,
) -> TokenStream {
    let Field {
        ident: name,
        ty,
        attribute,
        ..
    } = field;
    let (text, number) = (field.title(), bare(number));
    let (codec, local_codec) = match &field.codec {
        Codec::Own => (quote_spanned!(ty.span()=> __rt::Own), None),
        Codec::Serde => (quote_spanned!(ty.span()=> __rt::Serde), None),
        Codec::With(path) | Codec::Time { module: path, .. } => (
            quote!(#module::#name),
            Some(with_codec(module, name, ty, path)),
        ),
    };
    let precision = components.precision.map(|digits| {
        quote! {
            fn precision() -> __rt::Option<__rt::u8> {
                __rt::Some(#digits)
            }
        }
    });
    let part = components.is_one.then(|| {
        quote! {
            fn part<'__a>(value: &'__a #ty) -> __rt::Option<&'__a dyn __rt::KeyPart> {
                __rt::Some(__rt::Component::of(value).part())
            }
        }
    });
    let nested = nested_parts(owner, ty, &components.nested);
    let default = super::codec::default_value(field).map(|default| {
        quote! {
            fn default_value() -> __rt::Option<#ty> {
                __rt::Some(#default)
            }
        }
    });
    let from_key = components.read_from.as_ref().map(|spec| {
        quote! {
            const KEY: __rt::Option<&'static __rt::KeySpec> = __rt::Some(#spec);
            fn from_key(
                key: &mut __rt::KeyFields,
                fault: &mut __rt::Fault,
            ) -> __rt::Option<#ty> {
                __rt::Recovered::<#ty>::from(key).take(#number, #text, fault)
            }
        }
    });
    let stored = (field.storage == Storage::Attribute)
        .then(|| quote! { #[automatically_derived] impl __rt::StoredField for #module::#name {} });
    quote! {
        #[automatically_derived]
        impl __rt::FieldInfo for #module::#name {
            type Owner = #owner;
            type Value = #ty;
            type Codec = #codec;
            const PLACE: __rt::FieldPlace = (#number, #text, #attribute);
            #precision
            #part
            #nested
            #from_key
            #default
        }
        #local_codec
        #stored
    }
}

fn nested_parts(owner: &Ident, ty: &Type, nested: &[(usize, &Field)]) -> Option<TokenStream> {
    if nested.is_empty() {
        return None;
    }
    let numbers = nested.iter().map(|(number, _)| bare(*number));
    let arms = nested.iter().map(|(number, component)| {
        let number = bare(*number);
        let part = nested_part(owner, component, &quote!(value));
        quote! { #number => #part, }
    });
    Some(quote! {
        const NESTED: &'static [__rt::usize] = &[#(#numbers),*];
        fn nested_part<'__a>(
            value: &'__a #ty,
            number: __rt::usize,
        ) -> __rt::Option<&'__a dyn __rt::KeyPart> {
            match number {
                #(#arms)*
                _ => __rt::None,
            }
        }
    })
}

fn with_codec(module: &Ident, name: &Ident, ty: &Type, path: &Path) -> TokenStream {
    // The functions are called in several places, and what is wrong with them is reported once: on
    // the path.
    let encoded = quote_spanned!(path.span()=> &#path::encode(value));
    let decode = quote_spanned!(path.span()=> __rt::decoder::<_, #ty, _>(#path::decode));
    quote! {
        #[automatically_derived]
        impl __rt::FieldCodec<#ty> for #module::#name {
            fn encode(value: &#ty, to: &mut __rt::Encoder) -> __rt::Result<(), __rt::EncodeError> {
                __rt::Encode::encode(#encoded, to)
            }
            fn is_absent(value: &#ty) -> __rt::bool {
                __rt::Encode::is_absent(#encoded)
            }
        }
        #[automatically_derived]
        impl __rt::SizeCodec<#ty> for #module::#name {}
        #[automatically_derived]
        impl __rt::FieldDecode<#ty> for #module::#name {
            fn decode(__from: &mut __rt::Decoder<'_>) -> __rt::Result<#ty, __rt::DecodeError> {
                __rt::decode_with(__from, #decode)
            }
            fn absent() -> __rt::Result<__rt::Option<#ty>, __rt::DecodeError> {
                __rt::absent_with(#decode)
            }
        }
    }
}

/// Which queries may filter by the field: those that read it, except those whose key it is in.
fn filterable(item: &Item, queries: &[queries::Generated<'_>], field: &Field) -> TokenStream {
    let module = field_module(&item.ident);
    let name = &field.ident;
    let number = item.fields.iter().position(|other| other.ident == *name);
    let is_key = |query: &queries::Generated<'_>| {
        let mut keys = query.pk.iter().chain(&query.sk);
        keys.any(|key| matches!(key.source, KeySource::Field(key) if Some(key) == number))
    };
    let is_read = |query: &queries::Generated<'_>| {
        let index = query.index.map(|(index, _)| index);
        index
            .zip(number)
            .is_none_or(|(index, number)| is_stored(item, index, number, field))
    };
    let is_allowed = |query: &queries::Generated<'_>| !is_key(query) && is_read(query);
    if queries.iter().all(is_allowed) {
        return quote! { #[automatically_derived] impl<__Q> __rt::Filterable<__Q> for #module::#name {} };
    }
    let allowed = queries.iter().filter(|query| is_allowed(query));
    let allowed = allowed.map(|query| query.marker(item));
    quote! { #(#[automatically_derived] impl __rt::Filterable<#allowed> for #module::#name {})* }
}

/// The position of each field in the sort key of a query.
fn sort_positions(item: &Item, query: &queries::Generated<'_>) -> TokenStream {
    let module = field_module(&item.ident);
    let marker = query.marker(item);
    let positions = ranged(item, query).into_iter().enumerate();
    let impls = positions.map(|(position, field)| {
        let (name, position) = (&item.fields[field].ident, bare(position));
        quote! { #[automatically_derived] impl __rt::SortAt<#marker, #position> for #module::#name {} }
    });
    impls.collect()
}

/// The fields that ranges of a query are over: the components of its sort key, but for those of the
/// partition key, which are known.
pub(super) fn ranged(item: &Item, query: &queries::Generated<'_>) -> Vec<usize> {
    let partition: Vec<_> = query
        .pk
        .iter()
        .flat_map(|key| components(item, key))
        .collect();
    let is_fixed = |(field, format): &(usize, Format)| {
        let mut partition = partition.iter();
        partition.any(|(own, by)| own == field && by.fixes(*format))
    };
    let sort = query.sk.iter().flat_map(|key| components(item, key));
    let open = sort.filter(|component| !is_fixed(component));
    open.map(|(field, _)| field).collect()
}

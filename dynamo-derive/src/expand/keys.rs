//! Keys: the components of an item, and the `key` method.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::docs;
use super::fields::reported_once;
use super::names::bare;
use crate::model::{Codec, Field, Format, Item, KeyAttribute, KeySource, Shards, name_marker};

/// The purpose of a key attribute, which decides which types may be in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Partition,
    Sort,
    IndexPartition,
    IndexSort,
}

impl Place {
    pub(super) fn is_sort(self) -> bool {
        matches!(self, Self::Sort | Self::IndexSort)
    }

    /// The trait of the types that may be there.
    pub(super) fn rule(self) -> &'static str {
        match self {
            Self::Partition => "PartitionKeyPart",
            Self::Sort => "SortKeyPart",
            Self::IndexPartition => "IndexPartitionPart",
            Self::IndexSort => "IndexSortPart",
        }
    }
}

/// `impl Components`: every field that is a component of some key.
pub(super) fn components_impl(item: &Item) -> TokenStream {
    let ident = &item.ident;
    let arms = component_fields(item).into_iter().map(|field| {
        let component = &item.fields[field];
        let ty = &component.ty;
        let name = &item.fields[item.owner(field)].ident;
        let field = bare(field);
        if component.is_nested() {
            let part = nested_part(ident, component, &quote!(&self.#name));
            return quote! { #field => #part, };
        }
        quote_spanned! { ty.span() => #field => __rt::Some(__rt::Component::of(&self.#name).part()), }
    });
    quote! {
        #[doc(hidden)]
        #[automatically_derived]
        impl __rt::Components for #ident {
            fn component(&self, field: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
                match field {
                    #(#arms)*
                    _ => __rt::None,
                }
            }
        }
    }
}

/// A nested component as an `Option`, given a reference to the field it is in.
pub(super) fn nested_part(item: &Ident, component: &Field, outer: &TokenStream) -> TokenStream {
    let span = component.ty.span();
    let steps = component
        .path
        .iter()
        .map(|name| name_marker(item, name, span));
    let value = steps.fold(
        quote!(__rt::Some(#outer)),
        |value, name| quote_spanned!(span=> __rt::NestedStep::<_, #name>::from(#value).field()),
    );
    quote_spanned!(span=> #value.map(|__value| __rt::Component::of(__value).part()))
}

/// The numbers of the fields that are a component of some key, in the struct's order.
pub(super) fn component_fields(item: &Item) -> Vec<usize> {
    let mut fields: Vec<usize> = all_keys(item)
        .flat_map(|(key, _)| components(item, key))
        .map(|(field, _)| field)
        .chain(item.unique())
        .collect();
    fields.sort_unstable();
    fields.dedup();
    fields
}

/// Every key attribute of the item with its place: the table's, then those of each index.
pub(super) fn all_keys(item: &Item) -> impl Iterator<Item = (&KeyAttribute, Place)> {
    let own = [(&item.pk, Place::Partition)]
        .into_iter()
        .chain(item.sk.iter().map(|sk| (sk, Place::Sort)));
    let indexed = item
        .indexes
        .iter()
        .flat_map(|index| &index.queries)
        .flat_map(|query| {
            let pk = query.pk.iter().map(|key| (key, Place::IndexPartition));
            pk.chain(query.sk.iter().map(|key| (key, Place::IndexSort)))
        });
    own.chain(indexed)
}

/// The components of a key attribute, in order of appearance.
pub(super) fn components(item: &Item, key: &KeyAttribute) -> Vec<(usize, Format)> {
    match &key.source {
        KeySource::Field(field) => vec![(*field, own_format(item, *field))],
        KeySource::TablePartition => components(item, &item.pk),
        KeySource::TableSort => item
            .sk
            .as_ref()
            .map_or_else(Vec::new, |key| components(item, key)),
        KeySource::Entity | KeySource::Reported(_) => Vec::new(),
        KeySource::Built(template) => template.components().collect(),
    }
}

/// The format of a key attribute that is a field's own attribute: the format that the field is
/// stored in.
pub(super) fn own_format(item: &Item, field: usize) -> Format {
    match item.fields[field].codec {
        Codec::Time { digits, .. } => Format::Time(digits),
        _ => Format::Plain,
    }
}

/// The fewest digits after the second that a key leaves to a time.
pub(super) fn precision(item: &Item, field: usize) -> Option<u8> {
    let components = all_keys(item).flat_map(|(key, _)| components(item, key));
    let digits = components.filter_map(|component| match component {
        (number, Format::Time(digits)) if number == field => Some(digits),
        _ => None,
    });
    digits.min()
}

/// The components of several key attributes, each field once.
pub(super) fn arguments<'a>(
    item: &Item,
    keys: impl IntoIterator<Item = &'a KeyAttribute>,
) -> Vec<usize> {
    each_once(keys.into_iter().flat_map(|key| components(item, key)))
}

/// The components that a query is given: those of its partition key that name a partition.
pub(super) fn partition_arguments<'a>(
    item: &Item,
    keys: impl IntoIterator<Item = &'a KeyAttribute>,
) -> Vec<usize> {
    let components = keys.into_iter().flat_map(|key| components(item, key));
    each_once(components.filter(|(_, format)| !format.is_shard()))
}

/// The fields of components, each once, in order.
fn each_once(components: impl Iterator<Item = (usize, Format)>) -> Vec<usize> {
    let mut fields = Vec::new();
    for (field, _) in components {
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    fields
}

/// The shards that a partition key is spread over.
pub(super) fn shards<'a>(
    item: &Item,
    keys: impl IntoIterator<Item = &'a KeyAttribute>,
) -> Option<Shards> {
    let mut components = keys.into_iter().flat_map(|key| components(item, key));
    components.find_map(|(_, format)| match format {
        Format::Shard(shards) => Some(shards),
        _ => None,
    })
}

/// `Order::key(client_id, …)`.
pub(super) fn key_method(item: &Item) -> TokenStream {
    let vis = &item.vis;
    let fields = arguments(item, [&item.pk].into_iter().chain(&item.sk));
    let docs = docs::key_method(item);
    let keys: Vec<_> = [&item.pk].into_iter().chain(&item.sk).collect();
    let (parameters, checked, args) = parameters(item, &fields, &keys);
    let many = allow_many(&fields);
    let method = quote! {
        #[doc = #docs]
        // The compiler suggests `key` for these names, and rustdoc's search finds it by them.
        #[doc(alias("get", "get_item", "find", "find_by_id", "load", "fetch"))]
        #[must_use]
        #many
        #vis fn key(#(#parameters),*) -> __rt::Key<Self> {
            __rt::Key::from_args(#checked, &#args)
        }
    };
    reported_with(item, &fields, method)
}

/// A method, at the place of a nested component among its arguments if there is one.
pub(super) fn reported_with(item: &Item, fields: &[usize], method: TokenStream) -> TokenStream {
    let mut arguments = fields.iter().map(|field| &item.fields[*field]);
    match arguments.find(|field| field.is_nested()) {
        Some(nested) => reported_once(nested, method),
        None => method,
    }
}

/// The parameters of a key or query method, the check of its arguments, and the arguments as
/// components.
pub(super) fn parameters(
    item: &Item,
    fields: &[usize],
    keys: &[&KeyAttribute],
) -> (Vec<TokenStream>, TokenStream, TokenStream) {
    let mut parameters = Vec::new();
    let mut checks = Vec::new();
    let mut args = Vec::new();
    for &number in fields {
        let field = &item.fields[number];
        let (name, ty, text) = (&field.ident, &field.ty, field.title());
        // At the field's type: the compiler points there if the argument has another type.
        let bound = quote_spanned!(ty.span()=> impl __rt::KeyArg<#ty>);
        parameters.push(quote!(#name: #bound));
        checks.push(match first(item, number, keys) {
            Some(count) => quote!((#text, __rt::KeyArg::<#ty>::check_first(&#name, #count))),
            None => quote!((#text, __rt::KeyArg::<#ty>::check(&#name))),
        });
        let number = bare(number);
        args.push(quote!((#number, &#name)));
    }
    (
        parameters,
        quote!(__rt::checked([#(#checks),*])),
        quote!(__rt::Args(&[#(#args),*])),
    )
}

/// The most characters of a field that keys hold, if they do not hold it whole.
fn first(item: &Item, field: usize, keys: &[&KeyAttribute]) -> Option<u16> {
    let components = keys.iter().flat_map(|key| components(item, key));
    let formats = components.filter(|(number, _)| *number == field);
    let counts = formats.map(|(_, format)| match format {
        Format::First(count) => Some(count),
        _ => None,
    });
    counts.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// Silences the lint on long parameter lists: a key has as many as its templates have components.
pub(super) fn allow_many(fields: &[usize]) -> Option<TokenStream> {
    (fields.len() > 7).then(|| {
        quote! {
            #[allow(clippy::too_many_arguments, reason = "one argument a component of the key")]
        }
    })
}

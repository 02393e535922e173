//! Key attributes as the runtime takes them: each is a constant, written once, that everything else
//! names.

use heck::ToShoutySnakeCase;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::keys::{all_keys, own_format};
use super::names::bare;
use crate::model::{Format, Item, KeyAttribute, KeySource, Part, Shards, Template};

/// The constants of the key attributes.
pub(super) fn constants(item: &Item) -> TokenStream {
    let constants = constant_keys(item).into_iter().map(|constant| {
        let ConstantKey { name, key, .. } = constant;
        let attribute = &key.name;
        let template = source_template(item, key);
        let built = matches!(key.source, KeySource::Built(_));
        quote! {
            const #name: __rt::KeySpec = __rt::KeySpec {
                attribute: #attribute,
                template: #template,
                built: #built,
            };
        }
    });
    constants.collect()
}

/// The constant of a key attribute. An index that reuses a key of the table names the table's.
pub(super) fn constant(item: &Item, key: &KeyAttribute) -> Ident {
    let key = match (&key.source, &item.sk) {
        (KeySource::TablePartition, _) => &item.pk,
        (KeySource::TableSort, Some(sk)) => sk,
        _ => key,
    };
    let mut constants = constant_keys(item).into_iter();
    let found = constants.find(|constant| constant.is_of(key));
    found.map_or_else(|| constant_name(key, 1), |constant| constant.name)
}

/// A key attribute of a query, as an expression.
pub(super) fn spec(item: &Item, key: &KeyAttribute) -> TokenStream {
    let constant = constant(item, key);
    match key.source {
        KeySource::TablePartition | KeySource::TableSort => {
            quote!(__rt::KeySpec { built: false, ..#constant })
        }
        _ => quote!(#constant),
    }
}

/// A key attribute that has a constant.
struct ConstantKey<'a> {
    name: Ident,
    key: &'a KeyAttribute,
}

impl ConstantKey<'_> {
    fn is_of(&self, key: &KeyAttribute) -> bool {
        let is_same = match (&self.key.source, &key.source) {
            (KeySource::Field(one), KeySource::Field(other)) => one == other,
            (KeySource::Built(one), KeySource::Built(other)) => one.is_same(other),
            (KeySource::Entity, KeySource::Entity) => true,
            _ => false,
        };
        is_same && self.key.name == key.name
    }
}

/// Every key attribute, each once, in order of appearance.
fn constant_keys(item: &Item) -> Vec<ConstantKey<'_>> {
    let mut constants: Vec<ConstantKey<'_>> = Vec::new();
    for (key, _) in all_keys(item) {
        let is_own = match key.source {
            KeySource::Field(_) | KeySource::Entity | KeySource::Built(_) => true,
            // A mistake that was reported is not expanded.
            KeySource::TablePartition | KeySource::TableSort | KeySource::Reported(_) => false,
        };
        if !is_own || constants.iter().any(|constant| constant.is_of(key)) {
            continue;
        }
        let is_free = |name: &Ident| constants.iter().all(|constant| constant.name != *name);
        let mut names = (1..).map(|number| constant_name(key, number));
        if let Some(name) = names.find(is_free) {
            constants.push(ConstantKey { name, key });
        }
    }
    constants
}

/// `KEY_GSI1PK`. Alternatives of one attribute are numbered.
fn constant_name(key: &KeyAttribute, number: usize) -> Ident {
    let attribute = key.name.to_shouty_snake_case();
    let attribute = attribute.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let name = format_ident!("KEY_{attribute}", span = Span::call_site());
    match number {
        1 => name,
        number => format_ident!("{name}_{number}"),
    }
}

fn source_template(item: &Item, key: &KeyAttribute) -> TokenStream {
    match &key.source {
        KeySource::Field(field) => stored(item, *field),
        KeySource::Entity => entity(item),
        KeySource::Built(template) => self::template(item, template),
        // These have no constant of their own.
        KeySource::TablePartition | KeySource::TableSort | KeySource::Reported(_) => {
            TokenStream::new()
        }
    }
}

/// The template of the attribute that stores the entity name.
fn entity(item: &Item) -> TokenStream {
    let delimiter = item.table.delimiter;
    let entity = item.entity.as_ref().map_or("", |(entity, _)| entity);
    quote! { __rt::Template { parts: &[__rt::Part::Literal(#entity)], delimiter: #delimiter } }
}

/// The template of a key attribute that is a field's own attribute.
fn stored(item: &Item, field: usize) -> TokenStream {
    let delimiter = item.table.delimiter;
    let format = match own_format(item, field) {
        Format::Plain => quote!(Stored),
        format => format_tokens(format),
    };
    let part = component(item, field, &format);
    quote! { __rt::Template { parts: &[#part], delimiter: #delimiter } }
}

fn template(item: &Item, template: &Template) -> TokenStream {
    let delimiter = item.table.delimiter;
    let parts = template.parts.iter().map(|part| match part {
        Part::Literal(text) => quote!(__rt::Part::Literal(#text)),
        Part::Component { field, format, .. } => component(item, *field, &format_tokens(*format)),
    });
    quote! { __rt::Template { parts: &[#(#parts),*], delimiter: #delimiter } }
}

/// A component as the runtime takes it.
pub(super) fn formatted(item: &Item, (field, format): (usize, Format)) -> TokenStream {
    component(item, field, &format_tokens(format))
}

fn component(item: &Item, field: usize, format: &TokenStream) -> TokenStream {
    let ty = &item.fields[field].ty;
    let name = item.fields[field].title();
    // Whether the type may be there is asked in `checks`.
    let spelling = quote_spanned!(ty.span()=> __rt::Spelled::<#ty>::SPELLING);
    let field = bare(field);
    quote! {
        __rt::Part::component(#field, #name, #spelling, __rt::Format::#format)
    }
}

fn format_tokens(format: Format) -> TokenStream {
    match format {
        Format::Plain => quote!(Plain),
        Format::Padded(width) => quote!(Padded(#width)),
        Format::Sortable => quote!(Sortable),
        Format::Negated => quote!(Negated),
        Format::Lower => quote!(Lower),
        Format::Upper => quote!(Upper),
        Format::Escape => quote!(Escape),
        Format::Raw => quote!(Raw),
        Format::First(count) => quote!(First(#count)),
        Format::Shard(Shards { count, was }) => {
            let was = was.map(|was| quote!(.that_were(#was)));
            quote!(Shard(__rt::Shards::new(#count) #was))
        }
        Format::Time(digits) => quote!(Time(#digits)),
    }
}

//! What the formats of key components ask of a field's type, which the runtime's traits word.
//!
//! What the place of a component asks is in the key's own description, in `keys`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::codec::spanned;
use super::index_keys::primary_fields;
use super::keys::{all_keys, allow_many, spec_template};
use super::names::{at, local};
use super::table::key_kind;
use crate::model::{Field, Format, Item, KeySource, Template, name_number, plain};

/// One function, never called: that it compiles is the check. One for all fields, because each costs
/// the compiler as much as what is in it.
pub(super) fn key_parts(item: &Item) -> TokenStream {
    let mut checks: Vec<Vec<Rule>> = vec![Vec::new(); item.fields.len()];
    for (key, place) in all_keys(item) {
        let KeySource::Built(template) = &key.source else {
            continue;
        };
        for (field, format) in template.components() {
            for rule in rules(template, format, place.is_sort()) {
                if !checks[field].contains(rule) {
                    checks[field].push(*rule);
                }
            }
        }
    }
    let checked: Vec<usize> = (0..checks.len())
        .filter(|field| !checks[*field].is_empty())
        .collect();
    if checked.is_empty() {
        return TokenStream::new();
    }
    // Named where the type stands, which is where the compiler reports what is asked of it.
    let subject = |field: usize| {
        let Field { ident, ty, .. } = &item.fields[field];
        (at(local(ident), ty.span()), ty)
    };
    let subjects = checked.iter().map(|&field| {
        let (subject, ty) = subject(field);
        quote_spanned!(ty.span()=> #subject: __rt::Subject<#ty>)
    });
    let checks = checked.iter().flat_map(|&field| {
        let (subject, ty) = subject(field);
        checks[field].iter().map(move |(rule, among)| {
            let (rule, among) = (Ident::new(rule, ty.span()), Ident::new(among, ty.span()));
            quote_spanned!(ty.span()=> __rt::#rule::check(#subject.#among());)
        })
    });
    let many = allow_many(&checked);
    quote! {
        #many
        fn _key_parts(#(#subjects),*) {
            #(#checks)*
        }
    }
}

/// That what a component of the primary key is nested in is always there.
pub(super) fn nested_in_primary(item: &Item) -> TokenStream {
    let components = primary_fields(item).into_iter();
    let checks = components.flat_map(|number| {
        let component = &item.fields[number];
        let mut ty = item.fields[item.owner(number)].ty.clone();
        component.path.iter().map(move |name| {
            let span = component.ty.span();
            let check = quote_spanned!(span=> const _: () = <#ty as __rt::AlwaysNested>::IS_THERE;);
            let number = name_number(name);
            ty = syn::parse_quote_spanned! { span =>
                <<#ty as __rt::NestedStruct>::Struct as __rt::NestedField<#number>>::Value
            };
            check
        })
    });
    checks.collect()
}

/// That a key of one field is of the type the shared table declares for it, which only the field's
/// type can tell.
pub(super) fn declared_types(item: &Item) -> TokenStream {
    let mut checked = Vec::new();
    let checks = all_keys(item).filter_map(|(key, place)| {
        let kind = key.declared?;
        let field = match &key.source {
            KeySource::Field(field) => *field,
            KeySource::Built(template) => match template.single()? {
                (field, Format::Plain | Format::Negated) => field,
                _ => return None,
            },
            KeySource::TablePartition | KeySource::TableSort | KeySource::Entity => return None,
        };
        // Alternatives and indexes that share an attribute make the same mistake once.
        if checked.contains(&(&key.name, field)) {
            return None;
        }
        checked.push((&key.name, field));
        let template = spec_template(item, key, place);
        let kind_tokens = key_kind(kind);
        let message = format!(
            "`{}` builds `{}` of `{}` from `{}`, which is not {}; declare its type in `{2}`, or \
             write another field",
            plain(&item.ident),
            key.name,
            item.table.title(),
            item.fields[field].title(),
            kind.words(),
        );
        let check = quote!(
            const _: () = __rt::assert!(#template.kind().is(#kind_tokens), #message);
        );
        Some(spanned(&check, key.span))
    });
    checks.collect()
}

/// A trait, and which types it is asked of: those that break a more basic rule were reported for
/// that.
type Rule = (&'static str, &'static str);

/// The rules a component obeys because of its format and of what stands beside it.
fn rules(template: &Template, format: Format, sort: bool) -> &'static [Rule] {
    let alone = template.single().is_some();
    match format {
        Format::Padded(_) => &[("IntegerPart", "in_key")],
        Format::Sortable | Format::Negated => &[("NumberPart", "in_key")],
        Format::Lower | Format::Upper | Format::Escape | Format::Raw | Format::First(_) => {
            &[("TextPart", "in_key")]
        }
        Format::Plain if alone => &[],
        Format::Plain if sort => &[
            ("TemplatePart", "in_key"),
            ("UnpaddedSortPart", "beside_text"),
        ],
        Format::Plain => &[("TemplatePart", "in_key")],
    }
}

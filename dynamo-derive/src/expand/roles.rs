//! Fields that the runtime fills by itself.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::codec::spanned;
use super::keys::components;
use super::names::{bare, field_module};
use super::schema::option;
use super::updates;
use crate::model::{Codec, Field, Item, KeySource, Role, Storage};

/// `Roles`, for the schema; `None` if no field has one.
pub(super) fn schema(item: &Item) -> Option<TokenStream> {
    item.fields.iter().find(|field| field.role.is_some())?;
    let attribute = |wanted: fn(&Role) -> bool| {
        let mut fields = item.fields.iter();
        let field = fields.find(|field| field.role.as_ref().is_some_and(wanted));
        option(field.map(|field| &field.attribute))
    };
    let version = attribute(|role| matches!(role, Role::Version));
    let created_at = attribute(|role| matches!(role, Role::CreatedAt));
    let updated_at = attribute(|role| matches!(role, Role::UpdatedAt));
    let soft_delete = attribute(|role| matches!(role, Role::SoftDelete));
    Some(quote! {
        __rt::Roles {
            version: #version,
            created_at: #created_at,
            updated_at: #updated_at,
            soft_delete: #soft_delete,
        }
    })
}

/// The methods of `Item` that fill fields; none if there is nothing to fill.
pub(super) fn stamp_methods(item: &Item) -> TokenStream {
    let whole = statements(item, |field, marker| {
        let (name, filled) = (&field.ident, filled(field));
        Some(match field.role.as_ref()? {
            Role::Version => quote! { #filled.version::<#marker>(&self.#name); },
            Role::CreatedAt => quote! { #filled.after_if_unset::<#marker>(&self.#name, 0); },
            Role::UpdatedAt => quote! { #filled.after::<#marker>(0); },
            Role::Ttl(seconds) => {
                let seconds = seconds.as_ref()?;
                quote! { #filled.after_if_unset::<#marker>(&self.#name, #seconds); }
            }
            Role::SoftDelete => return None,
        })
    });
    let update = statements(item, |field, marker| {
        let filled = filled(field);
        match field.role.as_ref()? {
            Role::UpdatedAt => Some(quote! { #filled.after::<#marker>(0); }),
            Role::Version => Some(quote! { #filled.counts::<#marker>(); }),
            _ => None,
        }
    });
    let mut insert = statements(item, |field, marker| {
        let filled = filled(field);
        match field.role.as_ref()? {
            Role::CreatedAt => Some(quote! { #filled.after::<#marker>(0); }),
            Role::Ttl(Some(seconds)) => Some(quote! { #filled.after::<#marker>(#seconds); }),
            _ => None,
        }
    });
    insert.extend(key_fields(item));
    let method = |name: &str, parameters: TokenStream, body: Vec<TokenStream>| {
        let name = quote::format_ident!("{name}");
        (!body.is_empty()).then(|| {
            quote! { fn #name(#parameters) { #(#body)* } }
        })
    };
    let stamps = quote!(stamps: &mut __rt::Stamps);
    let key = quote!(key: &__rt::Partial<'_>);
    let whole = method("stamp", quote!(&self, #stamps), whole);
    let update = method("stamp_update", quote!(#stamps), update);
    let unused = key_fields(item).is_empty().then(|| quote! { let _ = key; });
    insert.extend(unused.filter(|_| !insert.is_empty()));
    let insert = method("stamp_insert", quote!(#stamps, #key), insert);
    quote! { #whole #update #insert }
}

fn filled(field: &Field) -> TokenStream {
    let ty = &field.ty;
    quote!(__rt::Filled::<#ty>::by(stamps))
}

/// The fields of the primary key that are also attributes, as the key has them.
fn key_fields(item: &Item) -> Vec<TokenStream> {
    let module = field_module(&item.ident);
    let keys = [&item.pk].into_iter().chain(&item.sk);
    let built = keys.filter(|key| matches!(key.source, KeySource::Built(_)));
    let mut numbers: Vec<usize> = built
        .flat_map(|key| components(item, key))
        .map(|(field, _)| field)
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let stored = numbers
        .into_iter()
        .filter(|field| item.fields[*field].storage == Storage::Attribute);
    stored
        .map(|number| {
            let Field {
                ident: name, ty, ..
            } = &item.fields[number];
            let number = bare(number);
            quote! { stamps.fill::<#module::#name>(__rt::KeyField::<#ty>::of(key).component(#number)); }
        })
        .collect()
}

fn statements(
    item: &Item,
    statement: impl Fn(&Field, TokenStream) -> Option<TokenStream>,
) -> Vec<TokenStream> {
    let module = field_module(&item.ident);
    let of = |field: &Field| {
        field.role.as_ref()?;
        let name = &field.ident;
        let statement = statement(field, quote!(#module::#name))?;
        Some(spanned(&statement, field.ty.span()))
    };
    item.fields.iter().filter_map(of).collect()
}

/// Whether the runtime may write another value than the struct has.
pub(super) fn is_filled(field: &Field) -> bool {
    matches!(
        field.role,
        Some(Role::Version | Role::CreatedAt | Role::UpdatedAt | Role::Ttl(Some(_)))
    )
}

/// `impl SoftDelete`, and the rules about types that no method requires.
pub(super) fn impls(item: &Item) -> TokenStream {
    let ident = &item.ident;
    let module = field_module(ident);
    let impls = item.fields.iter().enumerate().map(|(number, field)| {
        let (name, ty) = (&field.ident, &field.ty);
        if field.unique.is_some() {
            return quote_spanned! { ty.span() =>
                const _: () = <#ty as __rt::UniquePart>::IS_UNIQUE;
            };
        }
        match &field.role {
            Some(Role::SoftDelete) => {
                let check = quote_spanned! { ty.span() =>
                    const _: () = <#ty as __rt::SoftDeleted>::IS_SOFT_DELETE;
                };
                let own = updates::is_alone(item, number).then(|| {
                    quote! {
                        #[automatically_derived]
                        impl __rt::SoftDelete for #ident
                        where
                            // Higher-ranked, so that a type that cannot be one is reported once.
                            for<'__a> #ty: __rt::SoftDeleted + __rt::MayBeAbsent,
                        {
                            type Field = #module::#name;
                        }
                    }
                });
                quote! { #check #own }
            }
            // Any field under the table's TTL attribute, with or without the role.
            _ if expires(item, field) && matches!(field.codec, Codec::Own) => {
                quote_spanned! { ty.span() =>
                    const _: () = <#ty as __rt::TtlSeconds>::IS_TTL;
                }
            }
            Some(Role::CreatedAt | Role::UpdatedAt | Role::Ttl(Some(_))) => {
                quote_spanned! { ty.span() =>
                    const _: () = <#ty as __rt::Timestamp>::IS_TIME;
                }
            }
            Some(Role::Version) => {
                quote_spanned! { ty.span() =>
                    const _: () = <#ty as __rt::Version>::IS_VERSION;
                }
            }
            Some(Role::Ttl(None)) | None => TokenStream::new(),
        }
    });
    impls.collect()
}

/// Whether DynamoDB removes items by a field.
pub(super) fn expires(item: &Item, field: &Field) -> bool {
    let stored = field.storage == Storage::Attribute;
    let named = |(name, _): &(String, _)| *name == field.attribute;
    stored && item.table.ttl.as_ref().is_some_and(named)
}

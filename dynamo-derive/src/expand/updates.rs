//! Which fields an update may set, and which of them only together.

use proc_macro2::TokenStream;
use quote::quote;

use super::index_keys::{Built, built, fixed_fields};
use super::names::field_module;
use crate::model::{Field, Item, Role, Storage};
use crate::span::respanned;

/// With more fields than this in one group, fewer combinations can be set: one field with those it
/// needs, two, or all.
const MANY: usize = 6;

/// `SetTogether` and `FreeField` for the markers.
pub(super) fn impls(item: &Item) -> TokenStream {
    let keys = keys(item);
    let primary = fixed_fields(item);
    let fields = item.fields.iter().enumerate();
    let settable = fields.filter(|(number, field)| is_settable(&primary, *number, field));
    let impls = settable.map(|(number, field)| field_impls(item, &keys, number, field));
    impls.collect()
}

/// Whether an update can set a field.
pub(super) fn can_be_set(item: &Item, number: usize) -> bool {
    let field = &item.fields[number];
    is_settable(&fixed_fields(item), number, field)
        && field.unique.is_none()
        && field.counter.is_none()
}

fn is_settable(primary: &[usize], number: usize, field: &Field) -> bool {
    field.storage == Storage::Attribute
        && !primary.contains(&number)
        && !matches!(field.role, Some(Role::Version | Role::UpdatedAt))
}

fn field_impls(item: &Item, keys: &[Built<'_>], number: usize, field: &Field) -> TokenStream {
    let module = field_module(&item.ident);
    let name = &field.ident;
    if field.unique.is_some() {
        return refused(item, field, &quote!(SetUnique));
    }
    if field.counter.is_some() {
        let refused = refused(item, field, &quote!(SetCounter));
        let free = quote! {
            #[automatically_derived]
            impl __rt::FreeField for #module::#name
            where
                for<'__a> #module::#name: __rt::SetCounter<&'__a ()>,
            {}
        };
        // At the field: of an impl that a derive makes the compiler says to write it by hand.
        let free = respanned(&free, name.span());
        return quote! { #refused #free };
    }
    let group = group(keys, number);
    match group.as_slice() {
        [] => quote! {
            #[automatically_derived]
            impl<__L> __rt::SetTogether<__L> for #module::#name {
                type Then = __L;
            }
            #[automatically_derived]
            impl __rt::FreeField for #module::#name {}
        },
        [_] => quote! {
            #[automatically_derived]
            impl<__L> __rt::SetTogether<__L> for #module::#name {
                type Then = __L;
            }
        },
        _ => together(item, keys, number, &group),
    }
}

/// Requires a trait that nothing implements. An update does not know the old value of a unique
/// field, so it does not know which claim to free. A counter is not for callers to change.
fn refused(item: &Item, field: &Field, asked: &TokenStream) -> TokenStream {
    let module = field_module(&item.ident);
    let name = &field.ident;
    quote! {
        #[automatically_derived]
        impl<__L> __rt::SetTogether<__L> for #module::#name
        where
            #module::#name: __rt::#asked<__L>,
        {
            type Then = <#module::#name as __rt::#asked<__L>>::Then;
        }
    }
}

/// Whether a field can be set by itself.
pub(super) fn is_alone(item: &Item, number: usize) -> bool {
    group(&keys(item), number).len() <= 1
}

/// The built index keys, with the fields that an update has to be given for them: the runtime fills
/// `updated_at` itself.
pub(super) fn keys(item: &Item) -> Vec<Built<'_>> {
    let mut keys = built(item);
    for key in &mut keys {
        let filled = |field: &usize| matches!(item.fields[*field].role, Some(Role::UpdatedAt));
        key.fields.retain(|field| !filled(field));
    }
    keys
}

/// The fields that make up an index key with this one, including itself; empty if it is in none.
fn group(keys: &[Built<'_>], number: usize) -> Vec<usize> {
    let mut group: Vec<usize> = keys
        .iter()
        .filter(|key| key.fields.contains(&number))
        .flat_map(|key| key.fields.iter().copied())
        .collect();
    group.sort_unstable();
    group.dedup();
    group
}

/// Requires the group by name, so that a missing field is reported with the names of the others.
fn together(item: &Item, keys: &[Built<'_>], number: usize, group: &[usize]) -> TokenStream {
    let module = field_module(&item.ident);
    let name = &item.fields[number].ident;
    let tuple = |fields: &[usize]| {
        let names = fields.iter().map(|field| &item.fields[*field].ident);
        quote! { (#(#module::#names,)*) }
    };
    let all = tuple(group);
    let lists = lists(keys, group).into_iter().map(|list| {
        let list = tuple(&list);
        quote! {
            #[automatically_derived]
            impl __rt::SetTogetherWith<#list, #all> for #module::#name {
                type Then = #list;
            }
        }
    });
    let mut fed = keys.iter().filter(|key| key.fields.contains(&number));
    let removed = fed.all(|key| key.falls_with(item, number)).then(|| {
        quote! {
            #[automatically_derived]
            impl __rt::SetTogetherWith<__rt::Removed, #all> for #module::#name {
                type Then = __rt::Removed;
            }
        }
    });
    quote! {
        #(#lists)*
        #removed
        // A parameter: written out it would name fields that may be less visible than this one.
        #[automatically_derived]
        impl<__L, __T> __rt::SetTogether<__L> for #module::#name
        where
            #module::#name: __rt::SetTogetherWith<__L, #all, Then = __T>,
        {
            type Then = __T;
        }
    }
}

/// The lists of fields that hold a group and are complete: unions of the groups of their fields.
fn lists(keys: &[Built<'_>], required: &[usize]) -> Vec<Vec<usize>> {
    let mut connected = required.to_vec();
    let mut next = 0;
    while let Some(field) = connected.get(next).copied() {
        next += 1;
        for other in group(keys, field) {
            if !connected.contains(&other) {
                connected.push(other);
            }
        }
    }
    let groups: Vec<_> = connected.iter().map(|field| group(keys, *field)).collect();
    let mut unions: Vec<Vec<usize>> = vec![required.to_vec()];
    let rounds = if connected.len() > MANY {
        2
    } else {
        connected.len()
    };
    for _ in 0..rounds {
        for known in unions.clone() {
            for group in &groups {
                let mut union: Vec<usize> = known.iter().chain(group).copied().collect();
                union.sort_unstable();
                union.dedup();
                if !unions.contains(&union) {
                    unions.push(union);
                }
            }
        }
    }
    connected.sort_unstable();
    if !unions.contains(&connected) {
        unions.push(connected);
    }
    // Tuples of up to eight fields can be set.
    unions.retain(|list| list.len() <= 8);
    unions
}

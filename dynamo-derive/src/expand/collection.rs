//! `#[derive(Collection)]`: several item types read as one enum.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::checks::scan;
use super::codec::spanned;
use super::docs;
use super::names::bare;
use super::schema::option;
use crate::model::{Collection, Member, Way, plain, snake};

/// Everything that is generated for a collection.
pub(crate) fn collection(collection: &Collection) -> TokenStream {
    let Collection { ident, krate, .. } = collection;
    let groups = groups_name(ident);
    let group_struct = group_struct(collection, &groups);
    let group_impls = group_impls(collection, &groups);
    let conversions = conversions(collection);
    let schema = schema(collection);
    let impls = impls(collection);
    let method = method(collection);
    let page = docs::collection_page(collection);
    let scan = scan(ident, &collection.vis);
    quote! {
        #group_struct
        const _: () = {
            use #krate::__private as __rt;
            #schema
            #[doc = #page]
            impl #ident {
                #method
            }
            #impls
            #conversions
            #group_impls
            #scan
        };
    }
}

/// `Feed::query(partition)`, or `Feed::search(partition, &vector)` over a vector index.
fn method(collection: &Collection) -> TokenStream {
    let vis = &collection.vis;
    let docs = docs::collection_query(collection);
    let partition = quote! {
        partition: impl __rt::PartitionArgs<__rt::PartitionOf<Self>>
    };
    if !matches!(collection.way, Way::Vector(_)) {
        return quote! {
            #[doc = #docs]
            #vis fn query(#partition) -> __rt::Query<__rt::Members<Self>> {
                __rt::Query::of_members(partition)
            }
        };
    }
    let dimensions = quote!({ <__Member0 as __rt::SearchInfo>::DIMENSIONS });
    quote! {
        #[doc = #docs]
        #vis fn search(
            #partition,
            vector: impl __rt::VectorArg<#dimensions>,
        ) -> __rt::Search<__rt::Members<Self>> {
            let vector = __rt::VectorArg::<#dimensions>::into_elements(vector);
            __rt::Search::of_members(partition, vector)
        }
    }
}

/// How each member is read, and the proof that they can be read together.
fn schema(collection: &Collection) -> TokenStream {
    let name = plain(&collection.ident);
    let way = way(&collection.way);
    let types = collection.members.iter().map(|member| &member.ty);
    let queries = types.enumerate().map(|(number, ty)| {
        let (alias, at) = (query_of(number), number_of(number));
        // A mistake in a member is one error, of this constant: the types made from it are not
        // reported as well.
        quote_spanned! { ty.span() =>
            const #at: __rt::usize = __rt::query_of::<#ty>(#name, #way);
            type #alias = <#ty as __rt::ReadAt<#at>>::Query;
        }
    });
    let members = members(collection).enumerate().map(|(number, (query, _))| {
        let number = number_of(number);
        let item = quote!(<<#query as __rt::QueryInfo>::Item as __rt::Item>::SCHEMA);
        quote!(__rt::Member::new(#item, #number))
    });
    let first = quote!(<<__Member0 as __rt::QueryInfo>::Item as __rt::Item>::Table);
    let table = match &collection.table {
        Some(path) => quote!(#path),
        None => first.clone(),
    };
    let belong = members_of(collection, &table);
    let index = option(match &collection.way {
        Way::Index(index) | Way::Vector(index) => Some(index),
        Way::Table | Way::Query(_) => None,
    });
    let own_docs = collection.docs.as_deref().unwrap_or_default();
    let check = spanned(
        &quote!(__rt::check_collection(&SCHEMA)),
        collection.way_span,
    );
    quote! {
        #(#queries)*
        const MEMBERS: &[__rt::Member] = &[#(#members),*];
        const SCHEMA: __rt::CollectionSchema = __rt::CollectionSchema {
            name: #name,
            table: <#first as __rt::Table>::SCHEMA,
            index: #index,
            members: MEMBERS,
            docs: #own_docs,
        };
        #belong
        const _: () = #check;
    }
}

/// The type of the query of each member, with the member.
fn members(collection: &Collection) -> impl Iterator<Item = (Ident, &Member)> {
    let members = collection.members.iter().enumerate();
    members.map(|(number, member)| (query_of(number), member))
}

/// Checks that each member is an item of the table.
fn members_of(collection: &Collection, table: &TokenStream) -> TokenStream {
    let belong = members(collection).map(|(query, member)| {
        let item = quote!(<#query as __rt::QueryInfo>::Item);
        let item = spanned(&item, member.ty.span());
        quote! { const _: () = <#item as __rt::InTable<#table>>::IS_IN; }
    });
    belong.collect()
}

/// The type of the query of a member. Item types may have any name but one like this.
fn query_of(number: usize) -> Ident {
    format_ident!("__Member{number}")
}

/// The constant that says which query of its item type that is.
fn number_of(number: usize) -> Ident {
    format_ident!("MEMBER_{number}")
}

fn way(way: &Way) -> TokenStream {
    match way {
        Way::Table => quote!(__rt::Way::Table),
        Way::Index(index) => quote!(__rt::Way::Index(#index)),
        Way::Query(query) => quote!(__rt::Way::Query(#query)),
        Way::Vector(index) => quote!(__rt::Way::Vector(#index)),
    }
}

fn impls(collection: &Collection) -> TokenStream {
    let ident = &collection.ident;
    let name = plain(ident);
    let arms = members(collection)
        .enumerate()
        .map(|(number, (query, member))| {
            let (variant, number) = (&member.ident, bare(number));
            quote! {
                // From what is read to the member, which may be a box of it.
                #number => __rt::Ok(Self::#variant(__rt::From::from(
                    <<#query as __rt::QueryInfo>::Output as __rt::Record>::decode(from)?,
                ))),
            }
        });
    let memberships = members(collection)
        .enumerate()
        .map(|(number, (query, member))| {
            let (ty, number) = (&member.ty, bare(number));
            quote! {
                #[doc(hidden)]
                #[automatically_derived]
                impl __rt::MemberOf<#ident> for #ty {
                    type Query = #query;
                    const NUMBER: __rt::usize = #number;
                }
            }
        });
    quote! {
        #(#memberships)*
        #[automatically_derived]
        impl __rt::Collection for #ident {
            type First = __Member0;
            type Alike = __rt::Flag<{ SCHEMA.sorts_alike() }>;
            const SCHEMA: __rt::CollectionSchema = SCHEMA;
            fn decode_member(
                number: __rt::usize,
                from: &mut __rt::Decoder<'_>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                match number {
                    #(#arms)*
                    _ => __rt::Err(__rt::DecodeError::missing(#name)),
                }
            }
        }
        #[automatically_derived]
        impl __rt::Record for #ident {
            const NAME: &'static __rt::str = #name;
            fn decode(from: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
                __rt::CollectionSchema::decode::<Self>(from)
            }
            fn check_type(
                item: &__rt::HashMap<__rt::String, __rt::AttributeValue>,
            ) -> __rt::Result<(), __rt::Error> {
                SCHEMA.check_type(item)
            }
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl __rt::Components for #ident {
            fn component(&self, _: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
                __rt::None
            }
        }
    }
}

/// `From` for each member.
pub(super) fn conversions(collection: &Collection) -> TokenStream {
    let ident = &collection.ident;
    let conversions = collection.members.iter().map(|member| {
        let Member {
            ident: variant, ty, ..
        } = member;
        quote! {
            #[automatically_derived]
            impl __rt::From<#ty> for #ident {
                fn from(item: #ty) -> Self {
                    Self::#variant(item)
                }
            }
        }
    });
    conversions.collect()
}

pub(super) fn groups_name(ident: &Ident) -> Ident {
    format_ident!("{}Groups", plain(ident), span = ident.span())
}

fn group(member: &Member) -> Ident {
    let name = snake(&member.ident);
    // A variant may be called like a keyword in snake case.
    syn::parse_str(&name).unwrap_or_else(|_| Ident::new_raw(&name, Span::call_site()))
}

/// The struct with one list per member, generated next to the enum.
pub(super) fn group_struct(collection: &Collection, groups: &Ident) -> TokenStream {
    let vis = &collection.vis;
    let docs = docs::collection_groups(collection);
    let fields = collection.members.iter().map(|member| {
        let (name, ty) = (group(member), &member.ty);
        let docs = docs::collection_group(member);
        quote! { #[doc = #docs] #vis #name: ::std::vec::Vec<#ty> }
    });
    quote! {
        #[doc = #docs]
        #[allow(dead_code, reason = "not every collection is grouped")]
        #vis struct #groups { #(#fields),* }
    }
}

/// The type parameter of `extend`, as the standard library calls it; the collection may be called so.
fn iterable(collection: &Ident) -> Ident {
    let name = if collection == "I" { "__I" } else { "I" };
    Ident::new(name, Span::call_site())
}

fn group_impls(collection: &Collection, groups: &Ident) -> TokenStream {
    let ident = &collection.ident;
    let text = plain(groups);
    let variants: Vec<_> = collection
        .members
        .iter()
        .map(|member| &member.ident)
        .collect();
    let types: Vec<_> = collection.members.iter().map(|member| &member.ty).collect();
    let names: Vec<_> = collection.members.iter().map(group).collect();
    let labels: Vec<_> = names.iter().map(plain).collect();
    let iterable = iterable(ident);
    quote! {
        #[automatically_derived]
        impl __rt::Default for #groups {
            fn default() -> Self {
                Self { #(#names: __rt::Vec::new()),* }
            }
        }
        #[automatically_derived]
        impl __rt::Extend<#ident> for #groups {
            fn extend<#iterable: __rt::IntoIterator<Item = #ident>>(&mut self, items: #iterable) {
                for item in items {
                    match item {
                        #(#ident::#variants(item) => self.#names.push(item),)*
                    }
                }
            }
        }
        #[automatically_derived]
        impl __rt::FromIterator<#ident> for #groups {
            fn from_iter<#iterable: __rt::IntoIterator<Item = #ident>>(items: #iterable) -> Self {
                let mut groups = <Self as __rt::Default>::default();
                __rt::Extend::extend(&mut groups, items);
                groups
            }
        }
        // The higher-ranked bounds keep these impls from being required of members that lack the
        // trait. They are left out of the docs, which say so in words.
        #[doc(hidden)]
        #[automatically_derived]
        impl __rt::fmt::Debug for #groups where #(for<'__a> #types: __rt::fmt::Debug,)* {
            fn fmt(&self, f: &mut __rt::fmt::Formatter<'_>) -> __rt::fmt::Result {
                f.debug_struct(#text) #(.field(#labels, &self.#names))* .finish()
            }
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl __rt::Clone for #groups where #(for<'__a> #types: __rt::Clone,)* {
            fn clone(&self) -> Self {
                Self { #(#names: __rt::Clone::clone(&self.#names)),* }
            }
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl __rt::PartialEq for #groups where #(for<'__a> #types: __rt::PartialEq,)* {
            fn eq(&self, other: &Self) -> __rt::bool {
                true #(&& self.#names == other.#names)*
            }
        }
    }
}

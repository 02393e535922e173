//! A shared table: its schema, and the macro that tells its items about it.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Attribute, Ident, Visibility};

use super::checks::scan;
use super::docs;
use super::schema::{distance, index_kind, option, projection};
use crate::model::{
    IndexDeclaration, KeyDeclaration, KeyType, SharedTable, TableRemains, VectorDeclaration, plain,
};

/// Everything that is generated for a shared table. `place` tells tables of one name apart.
pub(crate) fn table(table: &SharedTable, attrs: &[Attribute], place: u64) -> TokenStream {
    let krate = &table.krate;
    let ident = &table.ident;
    let name = &table.name;
    let pk = definition(&table.pk);
    let sk = table.sk.as_ref().map(definition);
    let sk = sk.map(|sk| quote!(.with_sort_key(#sk)));
    let ttl = table.ttl.as_ref().map(|(name, _)| quote!(.with_ttl(#name)));
    let type_attr = table
        .type_attr
        .as_ref()
        .map(|(name, _)| quote!(.with_type_attr(#name)));
    let types = table.share_keys.then(|| quote!(.with_types_by_attribute()));
    let indexes = table.indexes.iter().map(index);
    let docs = table.docs.as_ref().map(|docs| quote!(.with_docs(#docs)));
    let macro_ = declaration(ident, &table.vis, attrs, place);
    let scan = scan(ident, &table.vis);
    let schema = quote! {
        #[automatically_derived]
        impl __rt::Table for #ident {
            const SCHEMA: __rt::TableSchema = __rt::TableSchema::new(#name, #pk)
                #sk .with_indexes(INDEXES) #ttl #type_attr #types #docs .shared();
        }
    };
    let changes = changes(table, &schema);
    quote! {
        #macro_
        const _: () = {
            use #krate::__private as __rt;
            const INDEXES: &[__rt::IndexSchema] = &[#(#indexes),*];
            #changes
            #[automatically_derived]
            impl __rt::DeclaredTable for #ident {}
            #scan
        };
    }
}

/// The schema, and the operation that follows the table's stream. That belongs to the type, since items
/// with a table of their own are tables as well, and have one already.
fn changes(table: &SharedTable, schema: &TokenStream) -> TokenStream {
    let (ident, vis) = (&table.ident, &table.vis);
    let (page, method) = (docs::table_page(table), docs::changes(table));
    // The runtime knows whether the feature is on, and with it what shows the table in words.
    quote! {
        __rt::table_changes! { #ident #vis, #page, #method, #schema }
    }
}

/// The same for a table whose options are wrong: its items are not reported as well.
pub(crate) fn table_stub(remains: &TableRemains, attrs: &[Attribute], place: u64) -> TokenStream {
    let TableRemains {
        ident,
        vis,
        generics,
        krate,
        is_a_table,
    } = remains;
    if !generics.params.is_empty() {
        return TokenStream::new();
    }
    let macro_ = declaration(ident, vis, attrs, place);
    let table = is_a_table.then(|| {
        quote! {
            const _: () = {
                use #krate::__private as __rt;
                #[automatically_derived]
                impl __rt::Table for #ident {
                    const SCHEMA: __rt::TableSchema = __rt::STUB_TABLE;
                }
                #[automatically_derived]
                impl __rt::DeclaredTable for #ident {}
            };
        }
    });
    quote! {
        #macro_
        #table
    }
}

/// A macro with the name of the table, found wherever the type is: it hands the declaration to the
/// derive of an item that names the table.
fn declaration(ident: &Ident, vis: &Visibility, attrs: &[Attribute], place: u64) -> TokenStream {
    let attrs = attrs.iter().filter(|attr| is_ours(attr));
    let declared = quote! { #(#attrs)* struct #ident; };
    // Exported macros stand at the root of the crate, so the name must be like no other.
    let hidden = format_ident!("__dynamo_table_{}_{:016x}", plain(ident), place);
    let export = matches!(vis, Visibility::Public(_)).then(|| quote!(#[macro_export]));
    quote! {
        #[doc(hidden)]
        #[allow(unused_macros, non_local_definitions, reason = "a table may have no items yet")]
        #export
        macro_rules! #hidden {
            ({ $($derive:tt)* } $($item:tt)*) => {
                $($derive)* ! { { #declared } $($item)* }
            };
        }
        #[doc(hidden)]
        #[allow(unused_imports, unreachable_pub, reason = "a table may have no items yet")]
        #vis use #hidden as #ident;
    }
}

fn is_ours(attr: &Attribute) -> bool {
    ["table", "gsi", "lsi", "vector", "dynamo"]
        .iter()
        .any(|name| attr.path().is_ident(name))
}

fn index(index: &IndexDeclaration) -> TokenStream {
    let name = &index.name;
    let kind = index_kind(index.kind);
    let projection = projection(&index.projection);
    let pk = index.pk.iter().map(definition);
    let sk = index.sk.iter().map(definition);
    let vector = option(index.vector.as_ref().map(vector));
    quote! {
        __rt::IndexSchema {
            name: #name,
            kind: #kind,
            pk: &[#(#pk),*],
            sk: &[#(#sk),*],
            projection: #projection,
            vector: #vector,
        }
    }
}

fn vector(vector: &VectorDeclaration) -> TokenStream {
    let attribute = &vector.attribute;
    let dimensions = Literal::u32_unsuffixed(vector.dimensions);
    let distance = distance(vector.distance);
    let filters = vector.filters.iter().map(definition);
    quote! {
        __rt::VectorSchema {
            attribute: #attribute,
            dimensions: #dimensions,
            distance: #distance,
            filters: &[#(#filters),*],
        }
    }
}

fn definition(key: &KeyDeclaration) -> TokenStream {
    let name = &key.name;
    let kind = key_kind(key.kind);
    quote!(__rt::KeyDefinition { name: #name, kind: #kind })
}

pub(super) fn key_kind(kind: KeyType) -> TokenStream {
    match kind {
        KeyType::Text => quote!(__rt::KeyKind::Text),
        KeyType::Number => quote!(__rt::KeyKind::Number),
        KeyType::Bytes => quote!(__rt::KeyKind::Bytes),
    }
}

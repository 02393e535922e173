//! The schema of the item and of its table, and `impl Item`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use super::codec::Reserved;
use super::index_keys::built;
use super::names::bare;
use super::queries::is_told_by_keys;
use super::templates::{constant, constants, spec};
use super::{codec, conditions, counts, docs, encode, roles, vectors};
use crate::model::{
    Codec, Distance, Index, IndexKind, Item, KeyAttribute, Projection, Query, Role, Storage, Table,
    plain,
};

/// `impl Item`.
#[expect(
    clippy::too_many_lines,
    reason = "a list of descriptors and one template"
)]
pub(super) fn item_impl(item: &Item) -> TokenStream {
    let ident = &item.ident;
    let name = plain(ident);
    let (table, table_type) = match &item.table.shared {
        None => (quote!(Self), quote!(#ident)),
        Some(path) => (quote!(#path), quote!(#path)),
    };
    let told = if is_told_by_keys(item) {
        quote!(__rt::ByKeys)
    } else {
        quote!(__rt::ByType)
    };
    let entity = option(item.entity.as_ref().map(|(entity, _)| entity.as_str()));
    let fields: TokenStream = item
        .own_fields()
        .map(|(_, field)| {
            let name = plain(&field.ident);
            let stored = field.storage == Storage::Attribute;
            let attribute = option(stored.then_some(field.attribute.as_str()));
            let expected = match (&field.codec, stored) {
                (Codec::Own, true) => {
                    let ty = &field.ty;
                    quote!(__rt::Expected::<#ty>::TEXT)
                }
                _ => quote!(""),
            };
            let ty = &field.ty;
            let (optional, variants) = match &field.codec {
                _ if matches!(field.storage, Storage::Skip | Storage::Flatten) => {
                    (quote!(false), quote!(&[]))
                }
                Codec::Own => (
                    quote!(__rt::Expected::<#ty>::OPTIONAL),
                    quote!(__rt::Expected::<#ty>::VARIANTS),
                ),
                Codec::Serde => (quote!(__rt::Expected::<#ty>::OPTIONAL), quote!(&[])),
                Codec::With(module) | Codec::Time { module, .. } => {
                    let decode =
                        quote_spanned!(module.span()=> __rt::decoder::<_, #ty, _>(#module::decode));
                    (quote!(__rt::is_optional_with(#decode)), quote!(&[]))
                }
            };
            let default = option(field.default.as_ref().map(docs::default_source));
            quote! {
                __rt::FieldSchema {
                    name: #name,
                    attribute: #attribute,
                    expected: #expected,
                    optional: #optional,
                    default: #default,
                    variants: #variants,
                },
            }
        })
        .collect();
    let queries = queries(item);
    let encode = encode::encode_fields(&item.fields, &Reserved::OfItem, encode::Asked::ByConstant);
    let index_keys: Vec<_> = built(item).iter().map(|key| key.tokens(item)).collect();
    let with_index_keys = (!index_keys.is_empty()).then(|| quote!(.with_index_keys(INDEX_KEYS)));
    let index_keys = (!index_keys.is_empty()).then(|| {
        quote! {
            const INDEX_KEYS: &[__rt::IndexKey] = {
                #[allow(unused_imports, reason = "for types that cannot be in a key")]
                use __rt::NoAbsence as _;
                &[#(#index_keys),*]
            };
        }
    });
    let with_roles = roles::schema(item).map(|roles| quote!(.with_roles(#roles)));
    let unique: Vec<_> = item.unique().map(bare).collect();
    let with_unique = (!unique.is_empty()).then(|| quote!(.with_unique(&[#(#unique),*])));
    let lookups = item.fields.iter().enumerate();
    let lookups: Vec<_> = lookups
        .filter_map(|(number, field)| {
            let (method, number) = (plain(field.lookup.as_ref()?), bare(number));
            Some(quote!((#number, #method)))
        })
        .collect();
    let with_lookups = (!lookups.is_empty()).then(|| quote!(.with_lookups(&[#(#lookups),*])));
    let text_keys = item.fields.iter().find_map(|field| {
        let message = format!(
            "`{}` is unique, which needs keys of text: claims on its values are items of the same \
             table; build the keys of `{name}` from templates, or remove this `unique`",
            plain(&field.ident),
        );
        let check =
            quote! { const _: () = __rt::assert!(__rt::has_text_keys::<#ident>(), #message); };
        Some(codec::spanned(&check, field.unique?))
    });
    let with_counts = counts::schema(item);
    let counted = counts::constant(item);
    let counter_key = counts::method(item);
    let holds = conditions::methods(item);
    let takes_rest = item
        .fields
        .iter()
        .any(|field| field.storage == Storage::Flatten);
    let with_rest = takes_rest.then(|| quote!(.with_rest()));
    let with_docs = described(item);
    let stamps = roles::stamp_methods(item);
    let unused = (!item.fields.iter().any(roles::is_filled)).then(|| quote! { let _ = stamps; });
    let held = item.table.shared.as_ref().map(|shared| {
        let docs = docs::held_item(item);
        quote! {
            #[doc = #docs]
            #[automatically_derived]
            #[allow(non_local_definitions, reason = "the table may be declared elsewhere")]
            impl __rt::Holds<#ident> for #shared {}
        }
    });
    let keys = constants(item);
    quote! {
        #keys
        // Constants of their own: what a call borrows does not live on.
        const QUERIES: &[__rt::QuerySchema] = &[#(#queries),*];
        const FIELDS: &[__rt::FieldSchema] = {
            #[allow(unused_imports, reason = "for types that cannot be stored")]
            use __rt::Unexpected as _;
            &[#fields]
        };
        #index_keys
        #counted
        #[automatically_derived]
        impl __rt::InTable<#table_type> for #ident {}
        #held
        #[doc(hidden)]
        #[automatically_derived]
        impl __rt::ItemSet for #ident {
            type Table = #table_type;
            const ITEMS: __rt::ItemList = __rt::ItemList::One(&<#ident as __rt::Item>::SCHEMA);
            fn visit<__V: __rt::ItemVisitor>(visitor: &mut __V) {
                __rt::ItemVisitor::item::<Self>(visitor);
            }
        }
        #[automatically_derived]
        impl __rt::Readable for #ident {
            type Item = Self;
            const INDEX: __rt::Option<&'static __rt::str> = __rt::None;
        }
        #text_keys
        #[automatically_derived]
        impl __rt::Item for #ident {
            type Table = #table;
            type Told = #told;
            const SCHEMA: __rt::ItemSchema =
                __rt::ItemSchema::new(#name, #entity, FIELDS, QUERIES) #with_index_keys #with_roles #with_unique #with_lookups #with_counts #with_rest #with_docs;
            fn encode_fields(
                &self,
                to: &mut __rt::Encoder,
                stamps: &__rt::Stamps,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #unused
                #encode
                __rt::Ok(())
            }
            #holds
            #counter_key
            #stamps
        }
    }
}

/// The parts of the schema that documents show besides the keys.
fn described(item: &Item) -> TokenStream {
    let docs = item.docs.as_deref().unwrap_or_default();
    let fields: Vec<_> = item.own_fields().map(|(_, field)| &field.docs).collect();
    let any = fields.iter().any(|docs| docs.is_some());
    let fields = fields
        .into_iter()
        .filter(|_| any)
        .map(|docs| docs.as_deref().unwrap_or_default());
    let with_docs = (any || !docs.is_empty()).then(|| quote!(.with_docs(#docs, &[#(#fields),*])));
    let conditions: Vec<_> = conditions::whens(item).map(docs::when_source).collect();
    let with_conditions =
        (!conditions.is_empty()).then(|| quote!(.with_conditions(&[#(#conditions),*])));
    let after = item.fields.iter().find_map(|field| match field.role {
        Some(Role::Ttl(seconds)) => seconds,
        _ => None,
    });
    let with_ttl = after.map(|seconds| quote!(.with_ttl_after(#seconds)));
    quote!(#with_docs #with_conditions #with_ttl)
}

/// The ways to query the item: the table's own keys, then each index method.
fn queries(item: &Item) -> Vec<TokenStream> {
    let mut conditions = 0..;
    let own = query("query", None, None, (item, &[&item.pk]), item.sk.as_slice());
    let indexed = item
        .indexes
        .iter()
        .flat_map(|index| index.queries.iter().map(move |query| (index, query)));
    let indexed = indexed.map(|(index, found)| {
        let condition = found.when.as_ref().and_then(|_| conditions.next());
        let pk: Vec<_> = found.pk.iter().collect();
        query(
            &plain(&found.method),
            Some((index, found)),
            condition,
            (item, &pk),
            &found.sk,
        )
    });
    [own]
        .into_iter()
        .chain(indexed.collect::<Vec<_>>())
        .collect()
}

fn query(
    method: &str,
    index: Option<(&Index, &Query)>,
    condition: Option<usize>,
    (item, pk): (&Item, &[&KeyAttribute]),
    sk: &[KeyAttribute],
) -> TokenStream {
    let scan = index.and_then(|(_, query)| query.scan.as_ref()).map(plain);
    let scan = option(scan);
    let index = option(index.map(|(index, _)| index.name.as_str()));
    let when = option(condition.map(bare));
    let pk = pk.iter().map(|key| spec(item, key));
    let sk = sk.iter().map(|key| spec(item, key));
    quote! {
        __rt::QuerySchema { method: #method, index: #index, scan: #scan, when: #when, pk: &[#(#pk),*], sk: &[#(#sk),*] }
    }
}

/// `impl Table`, for an item that has a table of its own.
pub(super) fn table_impl(item: &Item, table: &Table) -> TokenStream {
    let ident = &item.ident;
    let name = &table.name;
    let with_docs = item.docs.as_ref().map(|docs| quote!(.with_docs(#docs)));
    let sk = item
        .sk
        .as_ref()
        .map(|sk| constant(item, sk))
        .map(|sk| quote!(.with_sort_key(__rt::definition(&#sk))));
    let pk = constant(item, &item.pk);
    let ttl = table.ttl.as_ref().map(|(name, _)| quote!(.with_ttl(#name)));
    let type_attr = table
        .type_attr
        .as_ref()
        .map(|(name, _)| quote!(.with_type_attr(#name)));
    let has_indexes = !item.indexes.is_empty();
    let with_indexes = has_indexes.then(|| quote!(.with_indexes(INDEXES)));
    let indexes = item.indexes.iter().map(|index| index_schema(item, index));
    let indexes = has_indexes.then(|| {
        quote! { const INDEXES: &[__rt::IndexSchema] = &[#(#indexes),*]; }
    });
    quote! {
        #indexes
        #[automatically_derived]
        impl __rt::Table for #ident {
            const SCHEMA: __rt::TableSchema =
                __rt::TableSchema::new(#name, __rt::definition(&#pk))
                    #sk #with_indexes #ttl #type_attr #with_docs;
        }
    }
}

/// An index, with the keys of its first query.
fn index_schema(item: &Item, index: &Index) -> TokenStream {
    let name = &index.name;
    let kind = index_kind(index.kind);
    let projection = projection(&index.projection);
    let first = &index.queries[0];
    let definition = |key| {
        let key = constant(item, key);
        quote!(__rt::definition(&#key))
    };
    let pk = first.pk.iter().map(definition);
    let sk = first.sk.iter().map(definition);
    let vector = option(
        index
            .vector
            .as_ref()
            .map(|vector| vectors::schema(item, index, vector)),
    );
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

pub(super) fn distance(distance: Distance) -> TokenStream {
    match distance {
        Distance::Cosine => quote!(__rt::Distance::Cosine),
        Distance::Euclidean => quote!(__rt::Distance::Euclidean),
        Distance::DotProduct => quote!(__rt::Distance::DotProduct),
    }
}

pub(super) fn index_kind(kind: IndexKind) -> TokenStream {
    match kind {
        IndexKind::Global => quote!(__rt::IndexKind::Global),
        IndexKind::Local => quote!(__rt::IndexKind::Local),
        IndexKind::Vector => quote!(__rt::IndexKind::Vector),
    }
}

pub(super) fn projection(projection: &Projection) -> TokenStream {
    match projection {
        Projection::All => quote!(__rt::Projection::All),
        Projection::KeysOnly => quote!(__rt::Projection::KeysOnly),
        Projection::Include(names) => {
            let names = names.iter().map(|(name, _)| name);
            quote!(__rt::Projection::Include(&[#(#names),*]))
        }
    }
}

/// A value that may not be there, as the generated code says it.
pub(super) fn option(value: Option<impl ToTokens>) -> TokenStream {
    if let Some(value) = value {
        quote!(__rt::Some(#value))
    } else {
        quote!(__rt::None)
    }
}

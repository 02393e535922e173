//! The struct of the attributes that an index projects, if it does not project everything.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, Visibility};

use super::codec::{
    Others, ParsedKey, is_read_from_the_key, parsed_key, primary_keys, read, spanned,
};
use super::docs;
use super::keys::{all_keys, components};
use super::names::{bare, narrower};
use crate::model::{
    Field, FieldDefault, Index, Item, KeySource, Projection, Storage, plain, projected,
};

/// Its name, `OrderGsi2`; `None` if the index projects everything.
pub(super) fn name(item: &Item, index: &Index) -> Option<Ident> {
    match index.projection {
        Projection::All => None,
        Projection::KeysOnly | Projection::Include(_) => Some(projected(&item.ident, &index.name)),
    }
}

/// The structs, generated next to the item.
pub(super) fn structs(item: &Item) -> TokenStream {
    let structs = item.indexes.iter().filter_map(|index| {
        let name = name(item, index)?;
        let vis = &item.vis;
        let docs = docs::projected_struct(item, index);
        let fields = contents(item, index).into_iter().map(|(_, field)| {
            let Field { ident, ty, .. } = field;
            let vis = narrower(vis, &field.vis);
            let docs = docs::projected_field(field);
            quote! { #[doc = #docs] #vis #ident: #ty }
        });
        // At the name of the index: the compiler points there if the name is taken.
        let span = index.span.resolved_at(Span::call_site());
        let head = spanned(&quote!(#vis struct #name), span);
        let body = quote_spanned!(span=> { #(#fields),* });
        Some(quote! {
            #[doc = #docs]
            #[allow(dead_code, reason = "not every projected field is read")]
            #head #body
        })
    });
    structs.collect()
}

pub(super) fn impls(item: &Item) -> TokenStream {
    let impls = item.indexes.iter().filter_map(|index| {
        let name = name(item, index)?;
        Some(index_impls(item, index, &name))
    });
    impls.collect()
}

/// The fields of the item that the index holds: those it includes, and those in its keys or the
/// table's.
fn contents<'a>(item: &'a Item, index: &Index) -> Vec<(usize, &'a Field)> {
    let keys = recoverable(item, index);
    let in_keys = |number: usize| keys.iter().any(|key| key.fields.contains(&number));
    let kept = |(number, field): &(usize, &Field)| {
        is_stored(item, index, *number, field) || in_keys(*number)
    };
    item.fields.iter().enumerate().filter(kept).collect()
}

/// Whether the index holds the field's own attribute.
pub(super) fn is_stored(item: &Item, index: &Index, number: usize, field: &Field) -> bool {
    if field.storage != Storage::Attribute {
        return false;
    }
    let included = match &index.projection {
        Projection::All => true,
        Projection::KeysOnly => false,
        Projection::Include(names) => names.iter().any(|(name, _)| *name == field.attribute),
    };
    let own = |key: &crate::model::KeyAttribute| matches!(key.source, KeySource::Field(key) if key == number);
    let of_index = index
        .queries
        .iter()
        .flat_map(|query| query.pk.iter().chain(&query.sk));
    let mut filters = index.vector.iter().flat_map(|vector| &vector.filters);
    let is_filter = filters.any(|(filter, ..)| *filter == number);
    included
        || is_filter
        || own(&item.pk)
        || item.sk.as_ref().is_some_and(own)
        || of_index.into_iter().any(own)
}

/// The keys from which fields are recovered if the index does not hold them as attributes.
fn recoverable(item: &Item, index: &Index) -> Vec<ParsedKey> {
    let missing = |number: &usize| !is_stored(item, index, *number, &item.fields[*number]);
    let of_key = |number: &usize| missing(number) || is_read_from_the_key(&item.fields[*number]);
    let mut keys = primary_keys(item, of_key);
    // Alternatives build one attribute from different templates, so that nothing can be read back
    // from it.
    if let [query] = index.queries.as_slice() {
        let mut taken: Vec<usize> = keys.iter().flat_map(|key| key.fields.clone()).collect();
        let pk = query.pk.iter().enumerate().map(|key| ("partition", key));
        let sk = query.sk.iter().enumerate().map(|key| ("sort", key));
        for (purpose, (number, key)) in pk.chain(sk) {
            let local = format!("__index_{purpose}_{number}");
            keys.extend(parsed_key(item, key, &local, missing, &mut taken));
        }
    }
    keys
}

/// The methods that say to write the whole item. They are found, so that the compiler does not list
/// the `put` of other crates, and then fail.
fn unwritten(vis: &Visibility, name: &Ident) -> TokenStream {
    let methods = ["put", "delete"].map(|method| {
        let method = format_ident!("{method}");
        quote! {
            #vis fn #method<__N: __rt::WrittenPart>(&self) -> __N::Operation
            where
                Self: __rt::Itself<__N>,
            {
                __rt::stub()
            }
        }
    });
    quote! {
        #[doc(hidden)]
        #[automatically_derived]
        #[allow(dead_code, reason = "nothing can call them")]
        impl #name {
            #(#methods)*
        }
    }
}

fn index_impls(item: &Item, index: &Index, name: &Ident) -> TokenStream {
    let text = plain(name);
    let fields = contents(item, index);
    let keys = recoverable(item, index);
    // A field that is only in keys here is taken from them, whatever it is in the item.
    let view: Vec<_> = fields
        .iter()
        .map(|(number, field)| {
            (
                *number,
                as_projected(field, is_stored(item, index, *number, field)),
            )
        })
        .collect();
    let view: Vec<_> = view
        .iter()
        .map(|(number, field)| (*number, field))
        .collect();
    let reading = read(&view, &keys, &Others::Keys);
    let (body, made) = (&reading.body, reading.finish(&quote!(Self)));
    let kept = keys.iter().map(|key| &key.local);
    let components = component_arms(item, &fields);
    let (names, types): (Vec<_>, Vec<_>) = fields
        .iter()
        .map(|(_, field)| (&field.ident, &field.ty))
        .unzip();
    let labels = names.iter().map(|name| plain(name));
    let (ident, vis, index_name) = (&item.ident, &item.vis, &index.name);
    let docs = docs::projected_key(item);
    let unwritten = unwritten(vis, name);
    quote! {
        #[automatically_derived]
        impl __rt::Readable for #name {
            type Item = #ident;
            const INDEX: __rt::Option<&'static __rt::str> = __rt::Some(#index_name);
        }
        #[automatically_derived]
        impl __rt::Projected for #name {
            type Item = #ident;
        }
        impl #name {
            #[doc = #docs]
            #[must_use]
            #[allow(dead_code, reason = "not every key is asked for")]
            #vis fn to_key(&self) -> __rt::Key<#ident> {
                __rt::Key::from_components(self)
            }
        }
        #unwritten
        #[automatically_derived]
        impl __rt::Record for #name {
            const NAME: &'static __rt::str = #text;
            fn decode(from: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
                <Self as __rt::Record>::decode_with(from, &mut __rt::Default::default())
            }
            fn decode_with(
                __from: &mut __rt::Decoder<'_>,
                __keys: &mut __rt::Keys,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                __from.begin_item()?;
                #body
                #(__keys.keep(&#kept);)*
                #made
            }
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl __rt::Components for #name {
            fn component(&self, field: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
                match field {
                    #components
                    _ => __rt::None,
                }
            }
        }
        // The higher-ranked bounds keep these impls from being required of fields that lack the
        // trait. They are left out of the docs, which say so in words.
        #[doc(hidden)]
        #[automatically_derived]
        impl __rt::fmt::Debug for #name where #(for<'__a> #types: __rt::fmt::Debug,)* {
            fn fmt(&self, f: &mut __rt::fmt::Formatter<'_>) -> __rt::fmt::Result {
                f.debug_struct(#text) #(.field(#labels, &self.#names))* .finish()
            }
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl __rt::Clone for #name where #(for<'__a> #types: __rt::Clone,)* {
            fn clone(&self) -> Self {
                Self { #(#names: __rt::Clone::clone(&self.#names)),* }
            }
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl __rt::PartialEq for #name where #(for<'__a> #types: __rt::PartialEq,)* {
            fn eq(&self, other: &Self) -> __rt::bool {
                true #(&& self.#names == other.#names)*
            }
        }
    }
}

/// The field as it is read from the index: a stored attribute, or something to be recovered from a
/// key.
fn as_projected(field: &Field, stored: bool) -> Field {
    let default = field.default.as_ref().map(|default| match default {
        FieldDefault::Trait => FieldDefault::Trait,
        FieldDefault::Function(path) => FieldDefault::Function(path.clone()),
    });
    Field {
        ident: field.ident.clone(),
        vis: field.vis.clone(),
        ty: field.ty.clone(),
        attribute: field.attribute.clone(),
        attribute_span: field.attribute_span,
        docs: None,
        storage: if stored {
            Storage::Attribute
        } else {
            Storage::KeyOnly
        },
        path: Vec::new(),
        codec: field.codec.clone(),
        default,
        role: None,
        role_span: field.role_span,
        unique: None,
        lookup: None,
        counter: None,
    }
}

fn component_arms(item: &Item, fields: &[(usize, &Field)]) -> TokenStream {
    let is_component = |number: usize| {
        all_keys(item).any(|(key, _)| {
            components(item, key)
                .iter()
                .any(|(field, _)| *field == number)
        })
    };
    let arms = fields
        .iter()
        .filter(|(number, _)| is_component(*number))
        .map(|(number, field)| {
            let (name, number) = (&field.ident, bare(*number));
            quote! { #number => __rt::Some(__rt::Component::of(&self.#name).part()), }
        });
    arms.collect()
}

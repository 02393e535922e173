//! The index key attributes that are written in addition to the fields, and how each is built.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::keys::components;
use super::names::bare;
use super::schema::option;
use super::templates::constant;
use crate::model::{Item, KeyAttribute, KeySource, Query, Storage, Template, name_marker};

/// An index key attribute that is built, with every place that uses it.
pub(super) struct Built<'a> {
    pub(super) attribute: &'a str,
    uses: Vec<KeyUse<'a>>,
    /// The fields it is built from, except those of the primary key, in the struct's order.
    pub(super) fields: Vec<usize>,
}

/// One use of a built attribute: by a query, as its partition or its sort key.
struct KeyUse<'a> {
    key: &'a KeyAttribute,
    template: &'a Template,
    query: &'a Query,
    /// The number of the attribute among the query's partition or sort keys.
    position: usize,
    condition: Option<usize>,
    sort: bool,
    /// The name of the index.
    index: &'a str,
    /// Whether its query is the only one of its index, so that there is no alternative to it.
    alone: bool,
}

/// Every built index key attribute, in order of appearance.
pub(super) fn built(item: &Item) -> Vec<Built<'_>> {
    let mut found: Vec<Built<'_>> = Vec::new();
    let mut conditions = 0..;
    let queries = item
        .indexes
        .iter()
        .flat_map(|index| index.queries.iter().map(move |query| (index, query)));
    for (index, query) in queries {
        let alone = index.queries.len() == 1;
        let condition = query.when.as_ref().and_then(|_| conditions.next());
        let keys = query.pk.iter().enumerate().map(|key| (key, false));
        let keys = keys.chain(query.sk.iter().enumerate().map(|key| (key, true)));
        for ((position, key), sort) in keys {
            let KeySource::Built(template) = &key.source else {
                continue;
            };
            let used = KeyUse {
                key,
                template,
                query,
                position,
                condition,
                sort,
                index: &index.name,
                alone,
            };
            match found.iter_mut().find(|known| known.attribute == key.name) {
                Some(known) => known.uses.push(used),
                None => found.push(Built {
                    attribute: &key.name,
                    uses: vec![used],
                    fields: Vec::new(),
                }),
            }
        }
    }
    for key in &mut found {
        key.fields = key.feeding(item);
    }
    found
}

/// The fields that never change: those of the primary key, and those that a part of it is nested in.
pub(super) fn fixed_fields(item: &Item) -> Vec<usize> {
    let components = primary_fields(item).into_iter();
    components.map(|component| item.owner(component)).collect()
}

/// The components of the primary key.
pub(super) fn primary_fields(item: &Item) -> Vec<usize> {
    let keys = [&item.pk].into_iter().chain(&item.sk);
    keys.flat_map(|key| components(item, key))
        .map(|(field, _)| field)
        .collect()
}

impl Built<'_> {
    /// Whether one template builds it whatever alternative applies.
    fn is_uniform(&self) -> bool {
        let [first, rest @ ..] = self.uses.as_slice() else {
            return true;
        };
        let same = rest
            .iter()
            .all(|used| used.template.is_same(first.template));
        let unconditional = self
            .uses
            .iter()
            .all(|used| used.sort || used.condition.is_none());
        let one_way = rest.is_empty() || self.uses.iter().all(|used| used.sort || used.alone);
        same && (rest.is_empty() || (unconditional && one_way))
    }

    /// Whether there is no such key without this field, because it is in the only template.
    pub(super) fn falls_with(&self, item: &Item, field: usize) -> bool {
        let mut components = self.uses.iter().flat_map(|used| used.template.components());
        self.is_uniform() && components.any(|(component, _)| item.owner(component) == field)
    }

    /// The fields that decide its value, except those of the primary key.
    fn feeding(&self, item: &Item) -> Vec<usize> {
        let uniform = self.is_uniform();
        let mut fields = Vec::new();
        for used in &self.uses {
            fields.extend(used.template.components().map(|(field, _)| field));
            if !uniform || !used.sort {
                fields.extend(
                    used.query
                        .when
                        .iter()
                        .flat_map(|when| when.fields.iter().copied()),
                );
            }
            if !uniform {
                let pk = used.query.pk.iter().flat_map(|key| components(item, key));
                fields.extend(pk.map(|(field, _)| field));
            }
        }
        not_in_primary(item, fields)
    }

    /// Whether only one index uses it.
    fn is_of_one_index(&self) -> bool {
        let mut indexes = self.uses.iter().map(|used| used.index);
        let first = indexes.next();
        indexes.all(|index| Some(index) == first)
    }

    /// The partition keys that it is written with: those of the only index that uses it. A field
    /// that is stored nowhere else stays.
    fn needs(&self, item: &Item) -> TokenStream {
        let is_only_place = |used: &KeyUse<'_>| {
            let mut components = used.template.components();
            components.any(|(field, _)| item.fields[field].storage == Storage::KeyOnly)
        };
        if !self.is_uniform() || !self.is_of_one_index() || self.uses.iter().any(is_only_place) {
            return TokenStream::new();
        }
        let is_open = |used: &KeyUse<'_>| {
            let components = used.others().flat_map(|(_, key)| components(item, key));
            let components = components.map(|(field, _)| field);
            (used.sort && used.query.when.is_some())
                || !not_in_primary(item, components.collect()).is_empty()
        };
        if !self.uses.iter().all(is_open) {
            return TokenStream::new();
        }
        let needs = self.uses.iter().map(|used| used.need(item));
        quote!(#(#needs),*)
    }

    /// As the runtime takes it.
    pub(super) fn tokens(&self, item: &Item) -> TokenStream {
        let attribute = self.attribute;
        let partition = self.uses.iter().all(|used| !used.sort);
        let fields = self.fields.iter().copied().map(bare);
        let build = if self.is_uniform() {
            let used = &self.uses[0];
            let template = used.template_tokens(item);
            let when = option(used.condition.filter(|_| !used.sort).map(bare));
            quote!(__rt::KeyBuild::One { template: #template, when: #when })
        } else {
            let stays = !self.is_of_one_index();
            let choices = self.uses.iter().map(|used| used.choice(item, stays));
            quote!(__rt::KeyBuild::First(&[#(#choices),*]))
        };
        let needs = self.needs(item);
        quote! {
            __rt::IndexKey {
                attribute: #attribute,
                partition: #partition,
                fields: &[#(#fields),*],
                build: #build,
                needs: &[#needs],
            }
        }
    }
}

impl KeyUse<'_> {
    /// The template of its constant.
    fn template_tokens(&self, item: &Item) -> TokenStream {
        let constant = constant(item, self.key);
        quote!(#constant.template)
    }

    /// The attributes of the partition key, except this one.
    fn others(&self) -> impl Iterator<Item = (usize, &KeyAttribute)> {
        let keys = self.query.pk.iter().enumerate();
        keys.filter(|(key, _)| self.sort || *key != self.position)
    }

    /// The partition key that it is written with.
    fn need(&self, item: &Item) -> TokenStream {
        let when = option(self.condition.filter(|_| self.sort).map(bare));
        let read = self.query.when.iter().filter(|_| self.sort);
        let read = read.flat_map(|when| when.fields.iter().copied()).collect();
        let fields = not_in_primary(item, read).into_iter().map(bare);
        let components = self.others().flat_map(|(_, key)| components(item, key));
        let parts = components.map(|(component, _)| {
            let field = not_in_primary(item, vec![component]).into_iter().next();
            let (field, optional) = (option(field.map(bare)), absence(item, component));
            let component = bare(component);
            quote!(__rt::NeedPart { component: #component, field: #field, optional: #optional })
        });
        quote!(__rt::Need { when: #when, fields: &[#(#fields),*], parts: &[#(#parts),*] })
    }

    /// `stays` says whether a sort key is written even if nothing applies.
    fn choice(&self, item: &Item, stays: bool) -> TokenStream {
        let template = self.template_tokens(item);
        let when = option(self.condition.map(bare));
        let sort = self.sort && stays;
        let pk = self.query.pk.iter();
        let pk = pk.map(|key| constant(item, key));
        let pk = pk.map(|key| quote!(#key.template));
        quote! { __rt::Choice { template: #template, when: #when, pk: &[#(#pk),*], sort: #sort } }
    }
}

/// The fields that components are, or are nested in, each once, in the struct's order. Fields of
/// the primary key are known from it.
fn not_in_primary(item: &Item, mut components: Vec<usize>) -> Vec<usize> {
    let primary = primary_fields(item);
    components.retain(|component| !primary.contains(component));
    let mut fields: Vec<usize> = components
        .into_iter()
        .map(|component| item.owner(component))
        .collect();
    fields.sort_unstable();
    fields.dedup();
    fields
}

/// Whether a component may be absent, as an expression.
pub(super) fn absence(item: &Item, number: usize) -> TokenStream {
    let component = &item.fields[number];
    let ty = &component.ty;
    let mut outer = item.fields[item.owner(number)].ty.clone();
    let containers = component.path.iter().map(|name| {
        let (ty, name) = (
            outer.clone(),
            name_marker(&item.ident, name, Span::call_site()),
        );
        outer = syn::parse_quote! {
            <<#ty as __rt::NestedStruct>::Struct as __rt::NestedField<#name>>::Value
        };
        quote!(__rt::NestedAbsence::<#ty>::IS_POSSIBLE ||)
    });
    let containers: TokenStream = containers.collect();
    quote!(#containers __rt::Absence::<#ty>::IS_POSSIBLE)
}

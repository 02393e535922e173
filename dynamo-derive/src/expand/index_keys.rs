//! The index key attributes that are written beside the fields: what each is made of and how it is
//! built.

use proc_macro2::TokenStream;
use quote::quote;

use super::keys::components;
use super::schema::option;
use crate::model::{Item, KeySource, Query, Template};

/// An index key attribute that is built, with every place that uses it.
pub(super) struct Built<'a> {
    pub(super) attribute: &'a str,
    uses: Vec<Use<'a>>,
    /// The fields it is made of, but for those of the primary key, in the struct's order.
    pub(super) fields: Vec<usize>,
}

/// One use of a built attribute: by a query, as its partition or its sort key.
struct Use<'a> {
    template: &'a Template,
    query: &'a Query,
    /// The number of the query in the item's schema, and of the attribute among its partition or
    /// sort keys.
    place: (usize, usize),
    condition: Option<usize>,
    sort: bool,
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
    for (number, (index, query)) in queries.enumerate() {
        let alone = index.queries.len() == 1;
        let condition = query.when.as_ref().and_then(|_| conditions.next());
        let keys = query.pk.iter().enumerate().map(|key| (key, false));
        let keys = keys.chain(query.sk.iter().enumerate().map(|key| (key, true)));
        for ((position, key), sort) in keys {
            let KeySource::Built(template) = &key.source else {
                continue;
            };
            let used = Use {
                template,
                query,
                // The first is that of the primary key.
                place: (number + 1, position),
                condition,
                sort,
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
    let primary = fixed_fields(item);
    for key in &mut found {
        key.fields = key.feeding(item);
        key.fields.retain(|field| !primary.contains(field));
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

    /// Whether there is no such key without this field: it stands in the only template.
    pub(super) fn falls_with(&self, item: &Item, field: usize) -> bool {
        let mut components = self.uses.iter().flat_map(|used| used.template.components());
        self.is_uniform() && components.any(|(component, _)| item.owner(component) == field)
    }

    /// The fields that decide its value, each once, in the struct's order.
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
        for field in &mut fields {
            *field = item.owner(*field);
        }
        fields.sort_unstable();
        fields.dedup();
        fields
    }

    /// As the runtime takes it.
    pub(super) fn tokens(&self) -> TokenStream {
        let attribute = self.attribute;
        let partition = self.uses.iter().all(|used| !used.sort);
        let fields = &self.fields;
        let build = if self.is_uniform() {
            let used = &self.uses[0];
            let template = used.template_tokens();
            let when = option(used.condition.filter(|_| !used.sort));
            quote!(__rt::KeyBuild::One { template: #template, when: #when })
        } else {
            let choices = self.uses.iter().map(Use::choice);
            quote!(__rt::KeyBuild::First(&[#(#choices),*]))
        };
        quote! {
            __rt::IndexKey {
                attribute: #attribute,
                partition: #partition,
                fields: &[#(#fields),*],
                build: #build,
            }
        }
    }
}

impl Use<'_> {
    /// That of the schema: a template that is written once is checked once.
    fn template_tokens(&self) -> TokenStream {
        let (query, key) = self.place;
        if self.sort {
            quote!(QUERIES[#query].sk[#key].template)
        } else {
            quote!(QUERIES[#query].pk[#key].template)
        }
    }

    fn choice(&self) -> TokenStream {
        let template = self.template_tokens();
        let when = option(self.condition);
        let (query, sort) = (self.place.0, self.sort);
        let pk = (0..self.query.pk.len()).map(|key| quote!(QUERIES[#query].pk[#key].template));
        quote! { __rt::Choice { template: #template, when: #when, pk: &[#(#pk),*], sort: #sort } }
    }
}

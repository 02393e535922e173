//! The vectors of an index, from `#[vector]` or from what a shared table declares.

use proc_macro2::Span;
use syn::LitStr;

use super::{Scope, has_option};
use crate::attrs::{IndexOptions, Read, Text};
use crate::diag::{self, Diagnostics};
use crate::lower::template::{field_names, find};
use crate::model::{Distance, KeyType, Storage, VectorDeclaration, VectorIndex, plain};

impl Scope<'_> {
    /// The vectors of a vector index; `None` if they were reported.
    pub(super) fn vector(
        &self,
        read: &Read<IndexOptions>,
        diag: &mut Diagnostics,
    ) -> Option<VectorIndex> {
        let options = &read.options;
        if self.shared().is_some() {
            let name = options.name.as_ref()?;
            let declared = &self.home.known()?.table.declared;
            let index = declared.iter().find(|index| index.name == name.value())?;
            return self.declared_vector(read, index.vector.as_ref()?, name.span(), diag);
        }
        has_option("field", options.field.is_some(), read, diag);
        let field = options.field.as_ref();
        let field = field.and_then(|field| self.stored_field(&field.literal, "vector", diag));
        let filters = options.filter.iter().flat_map(|list| &list.names);
        let filters = filters.filter_map(|name| {
            let field = self.stored_field(name, "value to filter by", diag)?;
            Some((field, name.span(), None))
        });
        let filters = filters.collect();
        let distance = options.distance.as_ref();
        Some(VectorIndex {
            distance: distance.map_or(Distance::Cosine, |text| self::distance(text, diag)),
            field: field?,
            declared: None,
            filters,
        })
    }

    /// The vectors of an index that a shared table declares.
    fn declared_vector(
        &self,
        read: &Read<IndexOptions>,
        declared: &VectorDeclaration,
        span: Span,
        diag: &mut Diagnostics,
    ) -> Option<VectorIndex> {
        let stored = |name: &str| {
            let mut fields = self.fields.iter();
            fields.position(|field| field.storage == Storage::Attribute && field.attribute == name)
        };
        let field = match &read.options.field {
            Some(field) => {
                let number = self.stored_field(&field.literal, "vector", diag)?;
                let found = &self.fields[number].attribute;
                if *found != declared.attribute {
                    let message = format!(
                        "the index is over `{}`, and `{}` is stored as `{found}`; name the field \
                         that is stored as `{0}`, or write `#[dynamo(rename = \"{0}\")]` on it",
                        declared.attribute,
                        field.value(),
                    );
                    diag.error(field.span(), message);
                    return None;
                }
                number
            }
            None => stored(&declared.attribute).or_else(|| {
                let message = format!(
                    "`{}` has no field that is stored as `{}`, the vector of the index; add one",
                    self.ident, declared.attribute,
                );
                if !self.is_open {
                    diag.error(span, message);
                }
                None
            })?,
        };
        let filters = declared.filters.iter();
        let filters = filters.filter_map(|filter| {
            let field = stored(&filter.name)?;
            Some((field, span, Some(filter.kind)))
        });
        Some(VectorIndex {
            field,
            distance: declared.distance,
            declared: Some(declared.dimensions),
            filters: filters.collect::<Vec<(usize, Span, Option<KeyType>)>>(),
        })
    }

    /// The number of a field that is an attribute of its own.
    fn stored_field(&self, name: &LitStr, what: &str, diag: &mut Diagnostics) -> Option<usize> {
        let text = name.value();
        match find(self.fields, &text) {
            Some(number) if self.fields[number].storage == Storage::Attribute => Some(number),
            Some(number) => {
                let message = format!(
                    "`{}` has no attribute of its own, so it is no {what}; name a stored field",
                    plain(&self.fields[number].ident),
                );
                diag.error(name.span(), message);
                None
            }
            None if self.is_open => None,
            None => {
                let known = field_names(self.fields);
                diag.error(name.span(), diag::unknown("field", &text, &known));
                None
            }
        }
    }
}

/// How vectors are compared.
pub(in crate::lower) fn distance(text: &Text, diag: &mut Diagnostics) -> Distance {
    let known = Distance::ALL.iter();
    let found = known.clone().find(|(name, _)| *name == text.value());
    if let Some((_, distance)) = found {
        return *distance;
    }
    let known: Vec<_> = known.map(|(name, _)| *name).collect();
    diag.error(
        text.span(),
        diag::unknown("distance", &text.value(), &known),
    );
    Distance::Cosine
}

//! Several `#[gsi]` of one name: alternatives for what is written into one index.

use proc_macro2::Span;

use crate::diag::Diagnostics;
use crate::model::{Index, IndexKind, KeyAttribute, Projection, Query, VectorIndex};

/// One `#[gsi]` or `#[lsi]`, before it is put beside others of its name.
pub(super) struct Entry {
    pub(super) name: (String, Span),
    pub(super) kind: IndexKind,
    /// As written, with its span.
    pub(super) projection: Option<(Projection, Span)>,
    /// Whether `query` was given.
    pub(super) has_method: bool,
    pub(super) query: Query,
    /// The vectors of a vector index.
    pub(super) vector: Option<VectorIndex>,
}

impl Entry {
    /// Adds the entry to the index of its name, or as a new one.
    pub(super) fn put(self, indexes: &mut Vec<Index>, diag: &mut Diagnostics) {
        let (name, span) = &self.name;
        if let Some(index) = indexes.iter_mut().find(|index| index.name == *name) {
            self.agrees_with(index, diag);
            index.queries.push(self.query);
            return;
        }
        indexes.push(Index {
            name: name.clone(),
            span: *span,
            kind: self.kind,
            projection: self
                .projection
                .map_or(Projection::All, |(projection, _)| projection),
            queries: vec![self.query],
            vector: self.vector,
        });
    }

    /// Alternatives are one index to DynamoDB, so only what feeds it may differ.
    fn agrees_with(&self, index: &Index, diag: &mut Diagnostics) {
        let (name, span) = &self.name;
        if self.kind != index.kind {
            let message = format!(
                "`{name}` is {} index already; give this one another name",
                index.kind.words(),
            );
            diag.error(*span, message);
            return;
        }
        if self.kind == IndexKind::Vector {
            let message = format!(
                "`{name}` is declared already, and a vector index is declared once; give this one \
                 another name, or remove it"
            );
            diag.error(*span, message);
            return;
        }
        if !self.has_method {
            let message = format!(
                "`{name}` has a query method already; name the one of this alternative with \
                 `query = \"...\"`"
            );
            diag.error(*span, message);
        }
        if let Some((projection, span)) = &self.projection
            && !projects_the_same(projection, &index.projection)
        {
            let message =
                format!("`{name}` already has another projection; remove this `projection`");
            diag.error(*span, message);
        }
        let mut scans = index.queries.iter().filter_map(|query| query.scan.as_ref());
        if let (Some(first), Some(again)) = (scans.next(), &self.query.scan) {
            let message = format!("`{first}` scans all of `{name}` already; remove this `scan`");
            diag.error(again.span(), message);
        }
        if let Some(first) = index.queries.first() {
            for (word, own, others) in [
                ("partition", &self.query.pk, &first.pk),
                ("sort", &self.query.sk, &first.sk),
            ] {
                stored_in_the_same(word, own, others, *span, diag);
            }
        }
    }
}

fn stored_in_the_same(
    word: &str,
    own: &[KeyAttribute],
    others: &[KeyAttribute],
    span: Span,
    diag: &mut Diagnostics,
) {
    // A key that was reported has no name.
    let is_known = |keys: &[KeyAttribute]| keys.iter().all(|key| !key.name.is_empty());
    if own.len() == others.len() && !(is_known(own) && is_known(others)) {
        return;
    }
    if own.len() == others.len()
        && own
            .iter()
            .zip(others)
            .all(|(own, other)| own.name == other.name)
    {
        return;
    }
    let expected = match others {
        [] => format!("no {word} key; write none here"),
        [only] if !only.name.is_empty() => {
            format!(
                "its {word} key in `{0}`; store this one there too",
                only.name
            )
        }
        _ => format!(
            "a {word} key of {} attributes; write as many here",
            others.len()
        ),
    };
    diag.error(
        own.first().map_or(span, |key| key.span),
        format!("the index has {expected}"),
    );
}

fn projects_the_same(one: &Projection, other: &Projection) -> bool {
    match (one, other) {
        (Projection::All, Projection::All) | (Projection::KeysOnly, Projection::KeysOnly) => true,
        (Projection::Include(one), Projection::Include(other)) => {
            let names = |list: &[(String, Span)]| {
                let mut names: Vec<_> = list.iter().map(|(name, _)| name.clone()).collect();
                names.sort();
                names
            };
            names(one) == names(other)
        }
        _ => false,
    }
}

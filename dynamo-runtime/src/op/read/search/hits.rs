//! The results of a search.

use std::ops::Deref;

/// An item that a search found.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Hit<T> {
    /// The distance to the query vector: for `cosine` and `euclidean`, 0 is nearest. For
    /// `dot_product` it is the product, and the greatest is nearest.
    pub score: f64,
    /// The item, or the part of it that was asked for.
    pub item: T,
}

/// The results of a search, best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Hits<T> {
    pub(super) hits: Vec<Hit<T>>,
    pub(super) complete: bool,
}

impl<T> Hits<T> {
    /// Returns whether nothing nearer can have been missed.
    ///
    /// DynamoDB returns at most the 100 nearest and compares `filter` attributes only by equality.
    /// Other conditions, and the rule that deleted and expired items are left out, are applied to
    /// those 100. If fewer than [`top`](super::Search::top) of them remain, there may be more items
    /// beyond them, and this is `false`.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns the items without their scores, best first.
    #[must_use]
    pub fn into_items(self) -> Vec<T> {
        self.hits.into_iter().map(|hit| hit.item).collect()
    }
}

impl<T> Deref for Hits<T> {
    type Target = [Hit<T>];

    fn deref(&self) -> &[Hit<T>] {
        &self.hits
    }
}

impl<T> IntoIterator for Hits<T> {
    type Item = Hit<T>;
    type IntoIter = std::vec::IntoIter<Hit<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.hits.into_iter()
    }
}

impl<'h, T> IntoIterator for &'h Hits<T> {
    type Item = &'h Hit<T>;
    type IntoIter = std::slice::Iter<'h, Hit<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.hits.iter()
    }
}

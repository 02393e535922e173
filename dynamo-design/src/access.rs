//! The access patterns of a table: every query method and every collection, in words.

use super::{
    CollectionDesign, Design, ItemDesign, KeyDesign, KeyText, LookupDesign, ProjectedAttributes,
    QueryDesign,
};

/// A way an application reads a table: a key, a unique value, a query method, a scan of an index, or a
/// collection.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AccessPattern {
    /// Its name: `Order::by_product`.
    pub name: String,
    /// The call: `Order::by_product(product_id)`.
    pub call: String,
    /// A description of what it reads.
    pub words: String,
    /// The index, or `None` for the table itself.
    pub index: Option<String>,
    /// The key condition sent to DynamoDB, with components in braces.
    pub condition: String,
    /// The item types it returns, each with the query method whose keys it is read by.
    pub reads: Vec<(String, String)>,
    /// Whether it reads one item, by its whole key.
    pub one: bool,
    /// Whether it returns whole items, not just the parts that an index holds.
    pub whole: bool,
    /// The operation it is.
    pub(crate) operation: ReadOperation,
}

/// The operation that an access pattern sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadOperation {
    /// Reads one item by its key.
    Get,
    /// Reads one item through the claim on a unique value.
    Lookup,
    /// Reads a partition.
    Query,
    /// Reads a whole index.
    Scan,
    /// Searches a vector index.
    Search,
}

impl KeyDesign {
    /// Returns the template as written in the declaration.
    #[must_use]
    pub fn text(&self) -> String {
        let parts = self.template.iter().map(|part| match part {
            KeyText::Literal(text) => text.clone(),
            KeyText::Component(name) => format!("{{{name}}}"),
        });
        parts.collect()
    }

    /// Returns the literal text every key of this kind begins with.
    #[must_use]
    pub fn prefix(&self) -> &str {
        match self.template.first() {
            Some(KeyText::Literal(text)) => text,
            _ => "",
        }
    }

    /// Returns the fields it is built from, in order.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.template.iter().filter_map(|part| match part {
            KeyText::Literal(_) => None,
            KeyText::Component(name) => Some(name.split(':').next().unwrap_or(name)),
        })
    }

    /// Whether it is spread over shards by a field, which queries are not given.
    pub(crate) fn is_spread_by(&self, field: &str) -> bool {
        self.template.iter().any(|part| match part {
            KeyText::Literal(_) => false,
            KeyText::Component(text) => {
                let parts = text.split_once(':');
                parts.is_some_and(|(name, format)| name == field && format.starts_with("shard("))
            }
        })
    }

    /// Whether a stored key looks like this template: its literals are there, in order.
    #[must_use]
    pub fn looks_like(&self, key: &str) -> bool {
        let mut rest = key;
        for (number, part) in self.template.iter().enumerate() {
            let KeyText::Literal(text) = part else {
                continue;
            };
            let is_last = number + 1 == self.template.len();
            let found = match (number, is_last) {
                (0, true) => (rest == text).then_some(""),
                (0, false) => rest.strip_prefix(text.as_str()),
                (_, true) => rest.ends_with(text.as_str()).then_some(""),
                (_, false) => rest.split_once(text.as_str()).map(|(_, behind)| behind),
            };
            match found {
                Some(behind) => rest = behind,
                None => return false,
            }
        }
        true
    }
}

impl Design {
    /// Returns every way an application reads the table: the key, the lookups and the query methods
    /// of each item type, then the collections.
    #[must_use]
    pub fn access_patterns(&self) -> Vec<AccessPattern> {
        let queries = self.items.iter().flat_map(|item| {
            // A partition of a table without a sort key is a single item, and not queried.
            let queries = item.queries.iter();
            let queries = queries.filter(|query| query.index.is_some() || !query.sk.is_empty());
            let key = item.primary().map(|query| key_pattern(item, query));
            let queries = queries.flat_map(move |query| {
                let scan = self.scan_pattern(item, query);
                std::iter::once(self.query_pattern(item, query)).chain(scan)
            });
            let lookups = item.lookups.iter().map(|found| lookup_pattern(item, found));
            key.into_iter().chain(lookups).chain(queries)
        });
        let collections = self.collections.iter();
        queries
            .chain(collections.filter_map(|found| self.collection_pattern(found)))
            .collect()
    }

    fn is_vector_index(&self, name: &str) -> bool {
        let index = self.table.index(name);
        index.is_some_and(|index| index.vector.is_some())
    }

    /// A search of a vector index.
    fn search_pattern(&self, item: &ItemDesign, query: &QueryDesign) -> Option<AccessPattern> {
        let index = query.index.as_deref()?;
        let vector = self.table.index(index)?.vector.as_ref()?;
        let name = format!("{}::{}", item.name, query.method);
        let mut arguments = arguments(query);
        arguments.push("&vector");
        let words = query.docs.clone().unwrap_or_else(|| {
            format!("The `{}` items nearest to a vector, best first.", item.name)
        });
        let nearest = format!("`{}` near the vector", vector.attribute);
        let condition = match condition(query, true) {
            partition if partition.is_empty() => nearest,
            partition => format!("{partition}, {nearest}"),
        };
        Some(AccessPattern {
            call: format!("{name}({})", arguments.join(", ")),
            name,
            words,
            index: query.index.clone(),
            condition,
            reads: vec![(item.name.clone(), query.method.clone())],
            one: false,
            whole: self.holds_everything(Some(index)),
            operation: ReadOperation::Search,
        })
    }

    fn query_pattern(&self, item: &ItemDesign, query: &QueryDesign) -> AccessPattern {
        if let Some(search) = self.search_pattern(item, query) {
            return search;
        }
        let name = format!("{}::{}", item.name, query.method);
        AccessPattern {
            call: format!("{name}({})", arguments(query).join(", ")),
            name,
            words: query
                .docs
                .clone()
                .unwrap_or_else(|| words(&item.name, query)),
            index: query.index.clone(),
            condition: condition(query, true),
            reads: vec![(item.name.clone(), query.method.clone())],
            one: false,
            whole: self.holds_everything(query.index.as_deref()),
            operation: ReadOperation::Query,
        }
    }

    fn scan_pattern(&self, item: &ItemDesign, query: &QueryDesign) -> Option<AccessPattern> {
        let (index, scan) = (query.index.as_ref()?, query.scan.as_ref()?);
        let name = format!("{}::{scan}", item.name);
        Some(AccessPattern {
            call: format!("{name}()"),
            name,
            words: format!("Every `{}` in index `{index}`.", item.name),
            index: Some(index.clone()),
            condition: "a scan of the whole index".to_owned(),
            reads: vec![(item.name.clone(), query.method.clone())],
            one: false,
            whole: self.holds_everything(Some(index)),
            operation: ReadOperation::Scan,
        })
    }

    fn collection_pattern(&self, collection: &CollectionDesign) -> Option<AccessPattern> {
        let first = collection.members.first()?;
        let query = self.item(&first.item)?;
        let query = query
            .queries
            .iter()
            .find(|query| query.method == first.query)?;
        let members: Vec<_> = collection
            .members
            .iter()
            .map(|member| format!("`{}`", member.item))
            .collect();
        let docs = collection.docs.clone();
        let index = collection.index.as_deref();
        let is_search = index.is_some_and(|index| self.is_vector_index(index));
        let mut arguments = arguments(query);
        arguments.extend(is_search.then_some("&vector"));
        let method = if is_search { "search" } else { "query" };
        let name = format!("{}::{method}", collection.name);
        Some(AccessPattern {
            call: format!("{name}({})", arguments.join(", ")),
            name,
            words: docs.unwrap_or_else(|| format!("{} items together.", members.join(", "))),
            index: collection.index.clone(),
            condition: condition(query, false),
            reads: collection
                .members
                .iter()
                .map(|member| (member.item.clone(), member.query.clone()))
                .collect(),
            one: false,
            whole: self.holds_everything(collection.index.as_deref()),
            operation: if is_search {
                ReadOperation::Search
            } else {
                ReadOperation::Query
            },
        })
    }

    fn holds_everything(&self, index: Option<&str>) -> bool {
        index
            .and_then(|name| self.table.index(name))
            .is_none_or(|index| index.projection == ProjectedAttributes::All)
    }
}

/// One item, by its whole key.
fn key_pattern(item: &ItemDesign, query: &QueryDesign) -> AccessPattern {
    let name = format!("{}::key", item.name);
    let fields = once(query.pk.iter().chain(&query.sk));
    let words = match listed(&fields) {
        by if by.is_empty() => format!("The one `{}`.", item.name),
        by => format!("One `{}` by {by}.", item.name),
    };
    let keys = query.pk.iter().chain(&query.sk);
    let condition: Vec<_> = keys
        .map(|key| format!("{} = {}", key.attribute, shown(key)))
        .collect();
    AccessPattern {
        call: format!("{name}({})", fields.join(", ")),
        name,
        words: item.key_docs.clone().unwrap_or(words),
        index: None,
        condition: condition.join(" AND "),
        reads: vec![(item.name.clone(), query.method.clone())],
        one: true,
        whole: true,
        operation: ReadOperation::Get,
    }
}

fn lookup_pattern(item: &ItemDesign, lookup: &LookupDesign) -> AccessPattern {
    let primary = item.primary().map(|query| query.method.clone());
    let name = format!("{}::{}", item.name, lookup.method);
    AccessPattern {
        call: format!("{name}({})", lookup.field),
        name,
        words: format!("The one `{}` with this `{}`.", item.name, lookup.field),
        index: None,
        condition: "through the claim on the value".to_owned(),
        reads: vec![(item.name.clone(), primary.unwrap_or_default())],
        one: true,
        whole: true,
        operation: ReadOperation::Lookup,
    }
}

/// The fields of the partition key, each once.
pub(crate) fn arguments(query: &QueryDesign) -> Vec<&str> {
    let mut names = once(&query.pk);
    // The query does not take the field that spreads the partition.
    names.retain(|name| !query.pk.iter().any(|key| key.is_spread_by(name)));
    names
}

/// The fields of keys, each once.
pub(crate) fn once<'a>(keys: impl IntoIterator<Item = &'a KeyDesign>) -> Vec<&'a str> {
    let mut names = Vec::new();
    for name in keys.into_iter().flat_map(KeyDesign::fields) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// `` `Order` items by `product_id`, in the order of `placed_at`. ``
fn words(item: &str, query: &QueryDesign) -> String {
    let by = listed(&arguments(query));
    let mut words = format!("`{item}` items");
    if !by.is_empty() {
        words.push_str(" by ");
        words.push_str(&by);
    }
    let order = once(&query.sk);
    if !order.is_empty() {
        words.push_str(", in the order of ");
        words.push_str(&listed(&order));
    }
    words + "."
}

/// Names in backticks, with commas and an `and`.
pub(crate) fn listed(names: &[&str]) -> String {
    let mut names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.pop() {
        Some(last) if names.is_empty() => last,
        Some(last) => format!("{} and {last}", names.join(", ")),
        None => String::new(),
    }
}

/// The key condition; the prefix of the sort key identifies an item type.
fn condition(query: &QueryDesign, of_one_type: bool) -> String {
    let mut parts: Vec<_> = query
        .pk
        .iter()
        .map(|key| format!("{} = {}", key.attribute, shown(key)))
        .collect();
    if let Some(key) = query.sk.first().filter(|_| of_one_type) {
        match key.template.as_slice() {
            [KeyText::Literal(text)] => parts.push(format!("{} = \"{text}\"", key.attribute)),
            [KeyText::Literal(text), ..] => {
                parts.push(format!("begins_with({}, \"{text}\")", key.attribute));
            }
            _ => {}
        }
    }
    parts.join(" AND ")
}

fn shown(key: &KeyDesign) -> String {
    match key.template.as_slice() {
        [KeyText::Component(name)] => format!("{{{name}}}"),
        _ => format!("\"{}\"", key.text()),
    }
}

//! Queries that cannot leave deleted or expired items out, because of what their index holds.

use super::sentence;
use crate::expand::queries::Generated;
use crate::expand::roles::expires;
use crate::model::{Item, Projection, Role};

/// The attribute that DynamoDB removes items by, if items of the type may have it.
pub(super) fn expiry(item: &Item) -> Option<&str> {
    let (name, _) = item.table.ttl.as_ref()?;
    let mut fields = item.fields.iter();
    let may_expire = item.table.shared.is_none() || fields.any(|field| expires(item, field));
    may_expire.then_some(name)
}

/// The attribute that marks deleted items.
pub(super) fn soft_delete(item: &Item) -> Option<&str> {
    let mut fields = item.fields.iter();
    let field = fields.find(|field| matches!(field.role, Some(Role::SoftDelete)))?;
    Some(&field.attribute)
}

/// The calls that a query needs; without them it is an error.
pub(super) fn hidden(item: &Item, query: &Generated<'_>) -> Option<String> {
    let names = hiding(item);
    let (keys, others): (Vec<_>, Vec<_>) =
        names.into_iter().partition(|(name, _)| is_key(query, name));
    let missing = missing(item, query, others);
    let mut notes = Vec::new();
    if !missing.is_empty() {
        let (methods, names) = told(&missing);
        let or = if missing.len() > 1 { ", or" } else { " or" };
        notes.push(format!(
            "Call `hydrate()`{or} {methods}: the index does not hold {names}."
        ));
    }
    if !keys.is_empty() {
        let (methods, names) = told(&keys);
        let are = if keys.len() > 1 {
            "are keys"
        } else {
            "is a key"
        };
        notes.push(format!(
            "Call {methods}: {names} {are} here, and DynamoDB does not filter queries by keys."
        ));
    }
    (!notes.is_empty()).then(|| notes.join(" "))
}

/// The calls that a scan of the query's index needs; without them it is an error.
pub(super) fn hidden_from_scan(item: &Item, query: &Generated<'_>) -> Option<String> {
    let names = hiding(item).into_iter();
    let others = names.filter(|(name, _)| !is_key(query, name)).collect();
    let missing = missing(item, query, others);
    let (methods, names) = told(&missing);
    (!missing.is_empty()).then(|| format!("Call {methods}: the index does not hold {names}."))
}

type Hiding<'a> = (&'a str, &'static str);

/// The attributes that hide an item, each with the method that includes it nevertheless.
fn hiding(item: &Item) -> Vec<Hiding<'_>> {
    let deleted = soft_delete(item).map(|name| (name, "`include_deleted()`"));
    let expired = expiry(item).map(|name| (name, "`include_expired()`"));
    deleted.into_iter().chain(expired).collect()
}

fn is_key(query: &Generated<'_>, name: &str) -> bool {
    let mut keys = query.pk.iter().chain(&query.sk);
    keys.any(|key| key.name == name)
}

/// The attributes that the index does not hold.
fn missing<'a>(item: &Item, query: &Generated<'_>, names: Vec<Hiding<'a>>) -> Vec<Hiding<'a>> {
    let Some((index, _)) = query.index else {
        return Vec::new();
    };
    let is_filter = |name: &str| {
        let mut filters = index.vector.iter().flat_map(|vector| &vector.filters);
        filters.any(|(field, ..)| item.fields[*field].attribute == name)
    };
    let is_held = |name: &str| match &index.projection {
        Projection::All => true,
        Projection::KeysOnly => is_filter(name),
        Projection::Include(names) => names.iter().any(|(held, _)| held == name) || is_filter(name),
    };
    let names = names.into_iter();
    names.filter(|(name, _)| !is_held(name)).collect()
}

/// The methods and the attributes, in words.
fn told(hiding: &[Hiding<'_>]) -> (String, String) {
    let methods = sentence(hiding.iter().map(|(_, method)| (*method).to_owned()));
    let names = sentence(hiding.iter().map(|(name, _)| format!("`{name}`")));
    (methods, names)
}

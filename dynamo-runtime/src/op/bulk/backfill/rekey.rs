//! Finds what is wrong with the key attributes of one stored item, and the write that corrects it.

use aws_sdk_dynamodb::types::AttributeValue;

use super::claims::is_obsolete;
use crate::codec::DecodeError;
use crate::error::Error;
use crate::expr::{AttrPath, Clause, Node};
use crate::item::ItemType;
use crate::key::KeyValue;
use crate::op::is_of_type;
use crate::op::write::unique;
use crate::op::write::update::Rewrite;
use crate::schema::{ItemSchema, KeySpec, QuerySchema};
use crate::wire::Attributes;

/// The action that an item needs.
pub(super) enum Finding {
    /// The item is of another type.
    Foreign,
    /// It is a claim on a unique value, made under a name that the type no longer has.
    Obsolete,
    /// All keys are right.
    Right,
    /// Attributes other than the primary key are wrong.
    Stale(Stale),
    /// The item is stored under a primary key other than its own.
    Misplaced(Misplaced),
}

/// The attributes to write, and the condition that nothing they are made of changes meanwhile.
pub(super) struct Stale {
    pub(super) clauses: Vec<Clause>,
    pub(super) guard: Node,
    pub(super) attributes: Vec<(&'static str, Fix)>,
}

/// The item as it should be stored, and the condition that the old one does not change meanwhile.
pub(super) struct Misplaced {
    pub(super) item: Attributes,
    pub(super) guard: Node,
    pub(super) attributes: Vec<(&'static str, Fix)>,
}

/// The correction of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fix {
    Set,
    Removed,
}

/// Examines a stored item. One with the entity name `formerly` is of the type as well.
pub(super) fn examine(
    of: &ItemType,
    rewrite: Rewrite,
    stored: &Attributes,
    formerly: Option<&str>,
) -> Result<Finding, Error> {
    if unique::is_claim(of.table, stored) {
        return Ok(if is_obsolete(of, stored, formerly) {
            Finding::Obsolete
        } else {
            Finding::Foreign
        });
    }
    let named = named(of, stored, formerly);
    if is_of_type(of, &named).is_err() {
        return Ok(Finding::Foreign);
    }
    let right = rewrite(named).map_err(|error| of_stored(of, error, stored))?;
    let fixes = fixes(of, stored, &right);
    let mut keys = of.primary().key_names();
    if keys.any(|name| !same_key(stored.get(name), right.get(name))) {
        return Ok(Finding::Misplaced(misplaced(
            of.schema, stored, &right, fixes,
        )));
    }
    if fixes.is_empty() {
        return Ok(Finding::Right);
    }
    Ok(Finding::Stale(Stale {
        clauses: clauses(&fixes, &right),
        guard: guard(of, stored, &fixes),
        attributes: fixes,
    }))
}

/// The item under the type's entity name, if it is stored under the former one.
pub(super) fn named(of: &ItemType, stored: &Attributes, formerly: Option<&str>) -> Attributes {
    let mut named = stored.clone();
    if let (Some(name), Some(entity)) = (of.table.type_attr, of.schema.entity)
        && let Some(AttributeValue::S(found)) = stored.get(name)
        && Some(found.as_str()) == formerly
    {
        named.insert(name.to_owned(), AttributeValue::S(entity.to_owned()));
    }
    named
}

/// The error of an item that cannot be read, with the item and the names of its keys.
fn of_stored(of: &ItemType, error: Error, stored: &Attributes) -> Error {
    match error {
        Error::Decode(error) => {
            let keys = of.primary().key_names();
            let error = DecodeError::with_keys(error, keys.collect());
            Error::Decode(error.with_stored(stored.clone()))
        }
        other => other,
    }
}

/// The attributes other than the primary key that are wrong.
fn fixes(of: &ItemType, stored: &Attributes, right: &Attributes) -> Vec<(&'static str, Fix)> {
    let mut fixes: Vec<(&'static str, Fix)> = Vec::new();
    let built = of.schema.index_keys.iter().map(|key| key.attribute);
    for name in built.chain(foreign_keys(of)) {
        let (old, new) = (stored.get(name), right.get(name));
        if same_key(old, new) || fixes.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let fix = if new.is_some() {
            Fix::Set
        } else {
            Fix::Removed
        };
        fixes.push((name, fix));
    }
    // A field that is itself a key is the user's own data; it is written only if the field was
    // added since and has a default.
    let type_attr = of.table.type_attr;
    let added = field_keys(of.schema).chain(type_attr);
    for name in added {
        let is_new =
            right.contains_key(name) && (!stored.contains_key(name) || Some(name) == type_attr);
        if is_new && stored.get(name) != right.get(name) && !fixes.iter().any(|(n, _)| *n == name) {
            fixes.push((name, Fix::Set));
        }
    }
    fixes
}

/// The keys of the table's indexes that the type is not in. An item that still has them would be
/// found in an index it has left.
fn foreign_keys(of: &ItemType) -> impl Iterator<Item = &'static str> + use<> {
    let (schema, table) = (of.schema, of.table);
    let keys = table
        .indexes
        .iter()
        .flat_map(|index| index.pk.iter().chain(index.sk));
    let names = keys.map(|key| key.name);
    let is_known = move |name: &&str| {
        let mut fields = schema.fields.iter();
        let primary = [
            Some(table.pk.name),
            table.sk.map(|key| key.name),
            table.type_attr,
        ];
        primary.contains(&Some(*name))
            || fields.any(|field| field.attribute == Some(*name))
            || schema.index_keys.iter().any(|key| key.attribute == *name)
    };
    names.filter(move |name| !is_known(name))
}

/// The index keys that are fields' own attributes.
fn field_keys(schema: &'static ItemSchema) -> impl Iterator<Item = &'static str> {
    let specs = schema.queries.iter().skip(1).flat_map(QuerySchema::keys);
    let is_field = |spec: &&KeySpec| {
        let mut fields = schema.fields.iter();
        !spec.built && fields.any(|field| field.attribute == Some(spec.attribute))
    };
    specs.filter(is_field).map(|spec| spec.attribute)
}

fn clauses(fixes: &[(&'static str, Fix)], right: &Attributes) -> Vec<Clause> {
    let clause = |(name, _): &(&'static str, Fix)| match right.get(*name) {
        Some(value) => Clause::Set(AttrPath::root(name), value.clone()),
        None => Clause::Remove(AttrPath::root(name)),
    };
    fixes.iter().map(clause).collect()
}

/// The condition that the attributes to write, and everything they are made of, are as they were
/// read.
fn guard(of: &ItemType, stored: &Attributes, fixes: &[(&'static str, Fix)]) -> Node {
    let (schema, table) = (of.schema, of.table);
    let mut guarded: Vec<&'static str> = fixes.iter().map(|(name, _)| *name).collect();
    for key in schema.index_keys {
        if !fixes.iter().any(|(name, _)| *name == key.attribute) {
            continue;
        }
        for field in key.fields.iter().chain(&key.needed()) {
            match schema.fields[*field].attribute {
                Some(attribute) => guarded.push(attribute),
                // The field is stored in keys alone, and was read from one of them.
                None => guarded.extend(schema.index_keys.iter().map(|key| key.attribute)),
            }
        }
    }
    // By now an item of another type may be stored there, if types share the key.
    guarded.extend(table.type_attr.filter(|_| table.types.share_keys()));
    guarded.sort_unstable();
    guarded.dedup();
    let exists = Node::Exists(AttrPath::root(schema.primary().pk[0].attribute));
    let unchanged = guarded.into_iter().map(|name| unchanged(stored, name));
    unchanged.fold(exists, Node::and)
}

fn unchanged(stored: &Attributes, name: &str) -> Node {
    let path = AttrPath {
        root: name.to_owned().into(),
        rest: Vec::new(),
    };
    match stored.get(name) {
        Some(value) => Node::Compare(path, "=", value.clone()),
        None => Node::NotExists(path),
    }
}

/// The item under its own key: the stored attributes with corrected keys. Every attribute that is
/// stored or declared is guarded, as all of them move.
fn misplaced(
    schema: &ItemSchema,
    stored: &Attributes,
    right: &Attributes,
    fixes: Vec<(&'static str, Fix)>,
) -> Misplaced {
    let primary = schema.primary();
    let mut item = stored.clone();
    for name in primary
        .key_names()
        .chain(fixes.iter().map(|(name, _)| *name))
    {
        match right.get(name) {
            Some(value) => item.insert(name.to_owned(), value.clone()),
            None => item.remove(name),
        };
    }
    let declared = schema.fields.iter().filter_map(|field| field.attribute);
    let index_keys = schema.index_keys.iter().map(|key| key.attribute);
    let stored_names = stored.keys().map(String::as_str);
    let mut guarded: Vec<&str> = declared.chain(index_keys).chain(stored_names).collect();
    guarded.sort_unstable();
    guarded.dedup();
    let exists = Node::Exists(AttrPath::root(primary.pk[0].attribute));
    guarded.retain(|name| !primary.has_key(name));
    let nodes = guarded.into_iter().map(|name| unchanged(stored, name));
    Misplaced {
        item,
        guard: nodes.fold(exists, Node::and),
        attributes: fixes,
    }
}

/// Whether two values are the same key to DynamoDB, for which `1.50` and `1.5` are equal.
fn same_key(left: Option<&AttributeValue>, right: Option<&AttributeValue>) -> bool {
    let canonical =
        |value: &AttributeValue| KeyValue::from_attribute(value.clone()).map(KeyValue::canonical);
    match (left, right) {
        (None, None) => true,
        (Some(left), Some(right)) => match (canonical(left), canonical(right)) {
            (Some(left), Some(right)) => left == right,
            _ => left == right,
        },
        _ => false,
    }
}

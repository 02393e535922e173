//! The implied changes of an update: index keys, and the initial values of a new item.

use std::time::SystemTime;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::error::Error;
use crate::expr::{Assigned, AttrPath, Clause, Partial};
use crate::item::{ItemType, is_needed_now, primary_components, recompute};
use crate::key::{KeyError, KeySlot, Piece, PlainKey};
use crate::lifecycle::Stamps;
use crate::schema::{IndexKey, ItemSchema, KeyBuild, KeySpec, Need};

/// The index keys that depend on changed fields, rewritten or removed.
pub(in crate::op) fn index_clauses(
    of: &ItemType,
    key: &PlainKey,
    assigned: &[Assigned],
    given: &[Clause],
    upsert: bool,
) -> Result<Vec<Clause>, KeyError> {
    let changed = |field: &usize| {
        assigned
            .iter()
            .any(|value| value.field == *field && !value.known)
    };
    let mut clauses = Vec::new();
    let mut partial = None;
    for index_key in of.schema.index_keys {
        let needed = &index_key.needed()[..];
        all_told(of.schema, index_key, needed, assigned, given)?;
        // A key built from the primary key alone never changes, and is only missing from a new
        // item.
        let is_new = upsert && index_key.fields.is_empty() && needed.is_empty();
        if !is_new && !index_key.fields.iter().chain(needed).any(changed) {
            continue;
        }
        if partial.is_none() {
            partial = Some(Partial {
                assigned,
                key: primary_components(of.primary(), key)?,
            });
        }
        let Some(partial) = &partial else { continue };
        let path = AttrPath::root(index_key.attribute);
        // Removing any component removes the key, whatever the others are.
        let is_removed = match &index_key.build {
            KeyBuild::One { template, .. } => partial.lacks(template),
            KeyBuild::First(_) => false,
        };
        if is_removed || is_let_go(index_key, partial) {
            clauses.push(Clause::Remove(path));
            continue;
        }
        all_known(of.schema, index_key, needed, assigned)?;
        if !is_needed_now(of, index_key, partial)? {
            clauses.push(Clause::Remove(path));
            continue;
        }
        all_known(of.schema, index_key, index_key.fields, assigned)?;
        clauses.push(match recompute(of, index_key, partial)? {
            Some(value) => Clause::Set(path, value.into()),
            None => Clause::Remove(path),
        });
    }
    Ok(clauses)
}

/// Whether an update removes a component of every partition key that an index key attribute is
/// written with.
fn is_let_go(key: &IndexKey, partial: &Partial<'_>) -> bool {
    let is_removed = |need: &Need| {
        let mut parts = need.parts.iter();
        parts.any(|part| partial.removes(part.component))
    };
    !key.needs.is_empty() && key.needs.iter().all(is_removed)
}

/// A key is rewritten only if all its components are known. Setting fields together ensures that at
/// compile time, but `updated_at` changes with every update, and whether the partition key of its
/// index exists may depend on other fields.
fn all_known(
    schema: &ItemSchema,
    key: &IndexKey,
    fields: &[usize],
    assigned: &[Assigned],
) -> Result<(), KeyError> {
    let given = |field: &usize| assigned.iter().any(|value| value.field == *field);
    let Some(missing) = fields.iter().find(|field| !given(field)) else {
        return Ok(());
    };
    let name = schema.fields[*missing].name;
    let reason = format!(
        "depends on `{name}` as well; set it too, to `known(…)` if it stays, or use `modify`"
    );
    Err(KeyError::new(reason).with_attribute(key.attribute))
}

/// A field that decides whether a key exists must be set to a value. A computed value, or one set
/// only if absent, does not say.
fn all_told(
    schema: &ItemSchema,
    key: &IndexKey,
    fields: &[usize],
    assigned: &[Assigned],
    clauses: &[Clause],
) -> Result<(), KeyError> {
    let is_untold = |field: &&usize| {
        let attribute = schema.fields[**field].attribute;
        let mut paths = clauses.iter().map(Clause::path);
        let is_changed = paths.any(|path| path.rest.is_empty() && attribute == Some(&*path.root));
        is_changed && !assigned.iter().any(|value| value.field == **field)
    };
    let Some(untold) = fields.iter().find(is_untold) else {
        return Ok(());
    };
    let name = schema.fields[*untold].name;
    let reason = format!("depends on `{name}`; give its new value with `set`, or use `modify`");
    Err(KeyError::new(reason).with_attribute(key.attribute))
}

/// Checks fields that are themselves an index key against the rules of keys.
pub(in crate::op) fn check_own_keys(
    schema: &ItemSchema,
    assigned: &[Assigned],
    clauses: &[Clause],
) -> Result<(), KeyError> {
    let fields = schema.fields;
    let if_absent = |clause: &Clause| match clause {
        Clause::SetIfAbsent(path, AttributeValue::S(text)) if path.rest.is_empty() => {
            let mut names = fields.iter().map(|field| field.attribute);
            let field = names.position(|name| name == Some(&*path.root))?;
            Some((field, Piece::Text(text.clone().into())))
        }
        _ => None,
    };
    let partial = Partial {
        assigned,
        key: clauses.iter().filter_map(if_absent).collect(),
    };
    let own = |spec: &&'static KeySpec| !spec.built;
    for query in &schema.queries[1..] {
        for (specs, limit) in [
            (query.pk, crate::key::MAX_PARTITION_BYTES),
            (query.sk, crate::key::MAX_SORT_BYTES),
        ] {
            for spec in specs.iter().filter(own) {
                crate::item::build(spec, limit, &partial, &mut KeySlot::default())?;
            }
        }
    }
    Ok(())
}

/// The initial attributes of a new item, besides its keys and the fields being set.
pub(in crate::op) fn insert_clauses(
    of: &ItemType,
    key: &PlainKey,
    now: SystemTime,
    given: &[Clause],
) -> Result<Vec<Clause>, Error> {
    let schema = of.schema;
    let mut stamps = Stamps::at(now);
    let key = primary_components(schema.primary(), key)
        .map_err(|error| Error::Key(error.with_item(schema.name)))?;
    (of.stamp_insert)(&mut stamps, &Partial { assigned: &[], key });
    let mut clauses = Vec::new();
    for value in stamps.into_filled() {
        // A field that the update sets is not filled.
        if given
            .iter()
            .any(|clause| clause.path().root == value.attribute)
        {
            continue;
        }
        if schema
            .index_keys
            .iter()
            .any(|key| key.fields.contains(&value.field))
        {
            let reason = format!(
                "`{}` feeds an index key, so `upsert` cannot fill it",
                value.attribute
            );
            return Err(Error::Expression {
                item: schema.name,
                reason,
            });
        }
        let stored = value
            .stored
            .map_err(|error| Error::encode(schema.name, error))?;
        let path = AttrPath::root(value.attribute);
        clauses.extend(stored.map(|stored| Clause::SetIfAbsent(path, stored)));
    }
    if let (Some(attribute), Some(entity)) = (of.table.type_attr, schema.entity) {
        let entity = AttributeValue::S(entity.to_owned());
        clauses.push(Clause::Set(AttrPath::root(attribute), entity));
    }
    Ok(clauses)
}

/// DynamoDB refuses an update that changes one place twice.
pub(in crate::op) fn refuse_overlaps(item: &'static str, clauses: &[Clause]) -> Result<(), Error> {
    for (number, clause) in clauses.iter().enumerate() {
        let path = clause.path();
        let inside = |outer: &AttrPath, inner: &AttrPath| {
            outer.root == inner.root && inner.rest.starts_with(&outer.rest)
        };
        if clauses[..number]
            .iter()
            .any(|other| inside(other.path(), path) || inside(path, other.path()))
        {
            let reason = format!("the update changes `{path}` twice; keep one of the changes");
            return Err(Error::Expression { item, reason });
        }
    }
    Ok(())
}

//! The keys of an item: built from it, from arguments, or from the values of an update.

use super::ItemType;
use crate::expr::Partial;
use crate::key::{
    Components, KeyError, KeyPart, KeyValue, MAX_PARTITION_BYTES, MAX_SORT_BYTES, Piece, PlainKey,
    PrimaryKey, RESERVED, Sharded, Template,
};
use crate::schema::{IndexKey, ItemSchema, KeyBuild, KeySpec, NeedPart, QuerySchema};

/// Builds the primary key from the item or from the arguments of a key method.
pub(crate) fn primary_key(
    primary: &QuerySchema,
    components: &dyn Components,
) -> Result<PrimaryKey, KeyError> {
    primary_key_in(&mut KeyMemory::default(), primary, components)
}

/// The memory of keys that are no longer needed, for the keys of the next item.
#[derive(Default)]
pub(crate) struct KeyMemory {
    pub(crate) pk: String,
    pub(crate) sk: String,
    pub(super) index: String,
}

/// Builds the primary key in the memory of another.
pub(super) fn primary_key_in(
    memory: &mut KeyMemory,
    primary: &QuerySchema,
    components: &dyn Components,
) -> Result<PrimaryKey, KeyError> {
    let whole = |spec: &KeySpec, limit, spare: &mut String| {
        present(spec, build(spec, limit, components, spare)?)
    };
    let pk = whole(&primary.pk[0], MAX_PARTITION_BYTES, &mut memory.pk)?;
    let sk = match primary.sk.first() {
        Some(spec) => Some(whole(spec, MAX_SORT_BYTES, &mut memory.sk)?),
        None => None,
    };
    Ok(PrimaryKey { pk, sk })
}

/// Builds one key attribute, none of whose components may be absent.
pub(crate) fn build_whole(
    spec: &KeySpec,
    limit: usize,
    components: &dyn Components,
) -> Result<KeyValue, KeyError> {
    present(spec, build(spec, limit, components, &mut String::new())?)
}

fn present(spec: &KeySpec, value: Option<KeyValue>) -> Result<KeyValue, KeyError> {
    value.ok_or_else(|| KeyError::new("has an absent component").with_attribute(spec.attribute))
}

/// Builds one key attribute, in the memory of one that is no longer needed, and checks it against
/// DynamoDB's limits; `None` if a component is absent.
pub(crate) fn build(
    spec: &KeySpec,
    limit: usize,
    components: &dyn Components,
    spare: &mut String,
) -> Result<Option<KeyValue>, KeyError> {
    checked(spec, limit, spec.template.build_in(spare, components))
}

/// A key attribute that was built, if it is within DynamoDB's limits.
#[inline]
fn checked(
    spec: &KeySpec,
    limit: usize,
    built: Result<Option<KeyValue>, KeyError>,
) -> Result<Option<KeyValue>, KeyError> {
    let within = |error: KeyError| error.with_attribute(spec.attribute);
    let value = built.map_err(within)?;
    if let Some(value) = &value {
        check(value, limit).map_err(within)?;
    }
    Ok(value)
}

/// Checks a key attribute against DynamoDB's limits and ours.
#[inline]
fn check(value: &KeyValue, limit: usize) -> Result<(), KeyError> {
    let length = value.as_bytes().len();
    if length == 0 || length > limit || value.is_reserved() {
        return Err(refused(length, limit));
    }
    Ok(())
}

/// Why a key attribute of this length is refused.
#[cold]
fn refused(length: usize, limit: usize) -> KeyError {
    if length == 0 {
        return KeyError::new("is empty; pass a value");
    }
    KeyError::new(if length > limit {
        format!("has {length} bytes; DynamoDB allows at most {limit}")
    } else {
        format!(
            "begins with `{RESERVED}`, which is reserved for claims on unique values; begin it with \
             another text"
        )
    })
}

/// Builds the keys of one partition key attribute that is spread over shards; no component may be
/// absent.
pub(crate) fn build_shards(
    spec: &KeySpec,
    components: &dyn Components,
) -> Result<Sharded, KeyError> {
    let within = |error: KeyError| error.with_attribute(spec.attribute);
    let sharded = spec.template.build_sharded(components).map_err(within)?;
    let sharded = sharded.ok_or_else(|| within(KeyError::new("has an absent component")))?;
    for key in sharded.keys() {
        check(&KeyValue::Text(key), MAX_PARTITION_BYTES).map_err(within)?;
    }
    Ok(sharded)
}

/// Checks that fields which are themselves a key of an index can be one.
pub(super) fn check_index_fields(
    schema: &ItemSchema,
    item: &dyn Components,
) -> Result<(), KeyError> {
    let spare = &mut String::new();
    for query in &schema.queries[1..] {
        let pk = query.pk.iter().map(|spec| (spec, MAX_PARTITION_BYTES));
        let sk = query.sk.iter().map(|spec| (spec, MAX_SORT_BYTES));
        for (spec, limit) in pk.chain(sk).filter(|(spec, _)| !spec.built) {
            if let Some(KeyValue::Text(text)) = build(spec, limit, item, spare)? {
                *spare = text;
            }
        }
    }
    Ok(())
}

/// Builds one index key attribute of an item being updated.
pub(crate) fn recompute(
    of: &ItemType,
    key: &IndexKey,
    partial: &Partial<'_>,
) -> Result<Option<KeyValue>, KeyError> {
    index_key(
        key,
        partial,
        &known_condition(of, partial),
        &mut String::new(),
    )
}

/// Whether an item being updated has the partition key that an index key attribute needs.
pub(crate) fn is_needed_now(
    of: &ItemType,
    key: &IndexKey,
    partial: &Partial<'_>,
) -> Result<bool, KeyError> {
    is_needed(key, partial, &known_condition(of, partial))
}

fn known_condition(
    of: &ItemType,
    partial: &Partial<'_>,
) -> impl Fn(usize) -> Result<bool, KeyError> {
    |condition| {
        (of.holds_with)(condition, partial).ok_or_else(|| {
            KeyError::new(
                "depends on fields that the update does not set; set them too, to `known(…)` if \
                 they stay, or use `modify`",
            )
        })
    }
}

/// Whether the condition with a number, a `when`, holds.
type WhenHolds<'a> = &'a dyn Fn(usize) -> Result<bool, KeyError>;

/// Builds an index key attribute, in the memory of one that is no longer needed; `None` if it is
/// left out.
///
/// It is left out if its index has no partition key. Of several alternatives, the first that
/// applies is used: its condition holds and its partition key is complete. If none does, a sort key
/// that several indexes use is still written if it can be built.
pub(super) fn index_key(
    key: &IndexKey,
    components: &dyn Components,
    holds: WhenHolds<'_>,
    spare: &mut String,
) -> Result<Option<KeyValue>, KeyError> {
    let limit = if key.partition {
        MAX_PARTITION_BYTES
    } else {
        MAX_SORT_BYTES
    };
    let within = |error: KeyError| error.with_attribute(key.attribute);
    let mut built = |template: Template| {
        let spec = KeySpec {
            attribute: key.attribute,
            template,
            built: true,
        };
        build(&spec, limit, components, spare)
    };
    let held = |when: Option<usize>| when.map_or(Ok(true), holds).map_err(within);
    if !is_needed(key, components, holds)? {
        return Ok(None);
    }
    let choices = match key.build {
        KeyBuild::One { template, when } => {
            return if held(when)? {
                built(template)
            } else {
                Ok(None)
            };
        }
        KeyBuild::First(choices) => choices,
    };
    let mut fallback = None;
    for choice in choices {
        let mut applies = held(choice.when)?;
        for template in choice.pk {
            applies = applies && template.build(components).map_err(within)?.is_some();
        }
        if applies {
            return built(choice.template);
        }
        if choice.sort && fallback.is_none() {
            fallback = built(choice.template)?;
        }
    }
    Ok(fallback)
}

/// Whether the index that uses a key attribute has a partition key.
fn is_needed(
    key: &IndexKey,
    components: &dyn Components,
    holds: WhenHolds<'_>,
) -> Result<bool, KeyError> {
    let within = |error: KeyError| error.with_attribute(key.attribute);
    let is_there = |part: &NeedPart| {
        let component = components.component(part.component);
        !part.optional || component.and_then(KeyPart::piece).is_some()
    };
    for need in key.needs {
        if need.when.map_or(Ok(true), holds).map_err(within)? && need.parts.iter().all(is_there) {
            return Ok(true);
        }
    }
    Ok(key.needs.is_empty())
}

/// The components of a primary key.
pub(crate) fn primary_components(
    primary: &QuerySchema,
    key: &PlainKey,
) -> Result<Vec<(usize, Piece<'static>)>, KeyError> {
    let values = key.values.as_ref().map_err(Clone::clone)?;
    let mut components = key.originals.clone();
    let specs = primary
        .pk
        .iter()
        .zip([&values.pk])
        .chain(primary.sk.iter().zip(&values.sk));
    for (spec, value) in specs {
        let found = spec
            .template
            .fields(value.clone())
            .map_err(|error| error.with_attribute(spec.attribute))?;
        for (field, piece) in found {
            if !components.iter().any(|(known, _)| *known == field) {
                components.push((field, piece));
            }
        }
    }
    Ok(components)
}

//! The keys of an item: built from it, from arguments, or from the values of an update.

use super::ItemType;
use crate::expr::Partial;
use crate::key::{
    Components, KeyError, KeyPart, KeySlot, KeyValue, MAX_PARTITION_BYTES, MAX_SORT_BYTES, Piece,
    PlainKey, PrimaryKey, RESERVED, Sharded, Template,
};
use crate::schema::{IndexKey, ItemSchema, KeyBuild, KeySpec, NeedPart, QuerySchema};

/// Builds the primary key from the item or from the arguments of a key method.
pub(crate) fn primary_key(
    primary: &QuerySchema,
    components: &dyn Components,
) -> Result<PrimaryKey, KeyError> {
    let mut keys = KeySlots::default();
    keys.build_primary(primary, components)?;
    Ok(keys.take_primary())
}

/// The keys of one item after another.
#[derive(Default)]
pub(crate) struct KeySlots {
    pk: KeySlot,
    sk: KeySlot,
    /// Whether the primary key has a sort key.
    has_sk: bool,
    pub(super) index: KeySlot,
}

impl KeySlots {
    pub(super) fn build_primary(
        &mut self,
        primary: &QuerySchema,
        components: &dyn Components,
    ) -> Result<(), KeyError> {
        build_all(
            &primary.pk[0],
            MAX_PARTITION_BYTES,
            components,
            &mut self.pk,
        )?;
        self.has_sk = !primary.sk.is_empty();
        match primary.sk.first() {
            Some(spec) => build_all(spec, MAX_SORT_BYTES, components, &mut self.sk),
            None => Ok(()),
        }
    }

    /// The attributes of the primary key that was built last.
    pub(super) fn primary(&self) -> [Option<&KeySlot>; 2] {
        [Some(&self.pk), self.has_sk.then_some(&self.sk)]
    }

    /// The primary key that was built last, if it is text.
    pub(crate) fn primary_text(&self) -> Option<(&str, Option<&str>)> {
        let pk = self.pk.text()?;
        if self.has_sk {
            return Some((pk, Some(self.sk.text()?)));
        }
        Some((pk, None))
    }

    /// The primary key that was built last, as a value of its own.
    pub(crate) fn take_primary(&mut self) -> PrimaryKey {
        PrimaryKey {
            pk: self.pk.take(),
            sk: self.has_sk.then(|| self.sk.take()),
        }
    }
}

/// Builds one key attribute, none of whose components may be absent.
pub(crate) fn build_whole(
    spec: &KeySpec,
    limit: usize,
    components: &dyn Components,
) -> Result<KeyValue, KeyError> {
    let mut slot = KeySlot::default();
    build_all(spec, limit, components, &mut slot)?;
    Ok(slot.take())
}

/// Builds one key attribute in a slot; none of its components may be absent.
fn build_all(
    spec: &KeySpec,
    limit: usize,
    components: &dyn Components,
    slot: &mut KeySlot,
) -> Result<(), KeyError> {
    if build(spec, limit, components, slot)? {
        return Ok(());
    }
    Err(KeyError::new("has an absent component").with_attribute(spec.attribute))
}

/// Builds one key attribute in a slot and checks it against DynamoDB's limits; `false` if a
/// component is absent.
#[inline]
pub(crate) fn build(
    spec: &KeySpec,
    limit: usize,
    components: &dyn Components,
    slot: &mut KeySlot,
) -> Result<bool, KeyError> {
    build_checked(&spec.template, limit, components, slot)
        .map_err(|error| error.with_attribute(spec.attribute))
}

fn build_checked(
    template: &Template,
    limit: usize,
    components: &dyn Components,
    slot: &mut KeySlot,
) -> Result<bool, KeyError> {
    if !template.build_in(slot, components)? {
        return Ok(false);
    }
    check(slot.len(), limit, slot.is_reserved())?;
    Ok(true)
}

/// Checks a key attribute against DynamoDB's limits and ours.
#[inline]
fn check(length: usize, limit: usize, is_reserved: bool) -> Result<(), KeyError> {
    if length == 0 || length > limit || is_reserved {
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
        check(key.len(), MAX_PARTITION_BYTES, key.starts_with(RESERVED)).map_err(within)?;
    }
    Ok(sharded)
}

/// Checks that fields which are themselves a key of an index can be one.
pub(super) fn check_index_fields(
    schema: &ItemSchema,
    item: &dyn Components,
) -> Result<(), KeyError> {
    let slot = &mut KeySlot::default();
    for query in &schema.queries[1..] {
        let pk = query.pk.iter().map(|spec| (spec, MAX_PARTITION_BYTES));
        let sk = query.sk.iter().map(|spec| (spec, MAX_SORT_BYTES));
        for (spec, limit) in pk.chain(sk).filter(|(spec, _)| !spec.built) {
            build(spec, limit, item, slot)?;
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
    let mut slot = KeySlot::default();
    let is_there = index_key(key, partial, &known_condition(of, partial), &mut slot)?;
    Ok(is_there.then(|| slot.take()))
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

/// Builds an index key attribute in a slot; `false` if it is left out.
///
/// It is left out if its index has no partition key. Of several alternatives, the first that
/// applies is used: its condition holds and its partition key is complete. If none does, a sort key
/// that several indexes use is still written if it can be built.
pub(super) fn index_key(
    key: &IndexKey,
    components: &dyn Components,
    holds: WhenHolds<'_>,
    slot: &mut KeySlot,
) -> Result<bool, KeyError> {
    let limit = if key.partition {
        MAX_PARTITION_BYTES
    } else {
        MAX_SORT_BYTES
    };
    let within = |error: KeyError| error.with_attribute(key.attribute);
    let mut built =
        |template: &Template| build_checked(template, limit, components, slot).map_err(within);
    let held = |when: Option<usize>| when.map_or(Ok(true), holds).map_err(within);
    if !is_needed(key, components, holds)? {
        return Ok(false);
    }
    let choices = match key.build {
        KeyBuild::One { ref template, when } => return Ok(held(when)? && built(template)?),
        KeyBuild::First(choices) => choices,
    };
    let mut is_built = false;
    for choice in choices {
        let mut applies = held(choice.when)?;
        for template in choice.pk {
            applies = applies && template.build(components).map_err(within)?.is_some();
        }
        if applies {
            return built(&choice.template);
        }
        if choice.sort && !is_built {
            is_built = built(&choice.template)?;
        }
    }
    Ok(is_built)
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

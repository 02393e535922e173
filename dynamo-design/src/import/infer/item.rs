//! One item type, from its samples.

use std::collections::BTreeSet;

use super::columns::Column;
use super::groups::Group;
use super::indexes::Indexed;
use super::keys::Keyed;
use super::{docs, fields, queries, ttl, vectors};
use crate::import::names;
use crate::import::outline::{
    FieldOutline, IndexUse, ItemOutline, KeyOutline, NamedTypes, Piece, Ty,
};
use crate::{
    Design, IndexDefinition, KeyAttribute, ProjectedAttributes, Sample, TableDefinition, Value,
};

/// The table of an item type.
pub(super) struct Context<'a> {
    pub(super) design: &'a Design,
    pub(super) delimiter: char,
    pub(super) shared: bool,
    /// The key attributes that are fields.
    pub(super) own: &'a BTreeSet<String>,
}

/// A key attribute that a template does not reproduce, and the note about it.
pub(super) struct Fault {
    pub(super) attribute: String,
    pub(super) note: String,
}

pub(super) fn build(
    cx: &Context<'_>,
    name: &str,
    group: &Group<'_>,
    named: &mut NamedTypes,
) -> Result<ItemOutline, Fault> {
    let table = &cx.design.table;
    let keys = keys(table);
    let mut left_out: BTreeSet<String> = keys.iter().map(|key| key.name.clone()).collect();
    left_out.extend(cx.design.type_attr.clone());
    let mut fields = fields::of(&group.rows, name, &left_out, named);
    vectors::infer(table, &group.rows, &mut fields);
    add_unseen(cx, &mut fields);
    if let Some(ttl) = &table.ttl {
        let is_ttl = |field: &&mut FieldOutline| field.attribute.as_ref() == Some(ttl);
        if let Some(field) = fields.iter_mut().find(is_ttl)
            && matches!(field.ty, Ty::Time(_))
        {
            field.ty = Ty::Unsigned;
        }
    }
    let columns = fields
        .iter()
        .filter_map(|field| Column::of(field, &group.rows));
    // A field of the item itself is preferred to one inside a struct.
    let nested = fields
        .iter()
        .flat_map(|field| Column::nested(field, &group.rows, named));
    let columns: Vec<_> = columns.chain(nested).collect();
    let mut keyed = Keyed {
        table,
        rows: &group.rows,
        delimiter: cx.delimiter,
        columns,
        fields,
        own: cx.own,
        resolved: std::collections::BTreeMap::new(),
        named,
        owner: name,
        aliases: &group.aliases,
        typed: group.entity.is_some(),
    };
    // Key attributes that are named after their content can be in the templates of others.
    for key in &keys {
        let is_constant = group.constant && key.name == table.pk.name;
        if !is_constant
            && !super::tokens::is_generic(&key.name)
            && is_plain(&group.rows, &key.name, cx.delimiter)
        {
            keyed.own(key);
        }
    }
    let constant = group.rows.first().filter(|_| group.constant);
    let pk = match constant.and_then(|row| row.get(&table.pk.name)) {
        Some(Value::S(text)) => KeyOutline::Built(vec![Piece::Literal(text.clone())]),
        _ => keyed.primary(&table.pk, false),
    };
    let sk = table.sk.as_ref().map(|sk| keyed.primary(sk, true));
    let type_attr = cx.design.type_attr.as_deref();
    let mut uses: Vec<IndexUse> = Vec::new();
    let mut indexed = Vec::new();
    for index in &table.indexes {
        if let Some(found) = keyed.index(index, type_attr, cx.shared) {
            uses.extend(found.uses.iter().cloned());
            indexed.push(found);
        }
    }
    check(&keyed, name, &indexed)?;
    let primary: BTreeSet<String> = [Some(&pk), sk.as_ref()]
        .into_iter()
        .flatten()
        .flat_map(|key| key.components())
        .map(str::to_owned)
        .collect();
    let mut fields = keyed.fields;
    fields::roles(&mut fields, &group.rows, &primary);
    ttl::infer(table.ttl.as_deref(), &mut fields, &group.rows);
    order(&mut fields, &[Some(&pk), sk.as_ref()]);
    let mut item = ItemOutline {
        name: name.to_owned(),
        entity: group.entity.clone(),
        docs: format!("An item of `{}`.", table.name),
        fields,
        pk,
        sk,
        indexes: uses,
        questions: questions(group.rows.len()),
        samples: group.rows.iter().map(|row| (*row).clone()).collect(),
    };
    item.docs = sentence(&item, &table.name);
    item.questions.extend(several(&item));
    queries::name(&mut item);
    Ok(item)
}

/// The key attributes of a table and its indexes, each once; attributes that filter searches are no
/// keys.
fn keys(table: &TableDefinition) -> Vec<&KeyAttribute> {
    let is_key = |attribute: &&KeyAttribute| {
        let of_indexes = table.indexes.iter().flat_map(IndexDefinition::keys);
        let mut keys = [&table.pk].into_iter().chain(&table.sk).chain(of_indexes);
        keys.any(|key| key.name == attribute.name)
    };
    table.key_attributes().into_iter().filter(is_key).collect()
}

/// Whether no sample has a delimiter in a key attribute, so that it is not composed.
fn is_plain(rows: &[&Sample], attribute: &str, delimiter: char) -> bool {
    let mut values = rows.iter().filter_map(|row| row.get(attribute)).peekable();
    values.peek().is_some()
        && values.all(|value| match value {
            Value::S(text) => !text.contains(delimiter),
            Value::N(_) => false,
            _ => true,
        })
}

fn sentence(item: &ItemOutline, table: &str) -> String {
    let words = names::words(&item.name).join(" ");
    format!(
        "{} in `{table}`.",
        names::capital(&names::with_article(&words))
    )
}

/// Asks whether samples are of several types, if keys do not say and they have little in common.
fn several(item: &ItemOutline) -> Option<String> {
    let is_own = |key: &KeyOutline| matches!(key, KeyOutline::Own(_));
    let is_plain = is_own(&item.pk) && item.sk.as_ref().is_none_or(is_own);
    let optional = item.fields.iter().filter(|field| field.optional).count();
    let asks = is_plain && item.samples.len() > 1 && optional * 2 > item.fields.len();
    asks.then(|| {
        "samples have few attributes in common, and nothing in their keys tells them apart; are \
         they of several types?"
            .to_owned()
    })
}

fn questions(samples: usize) -> Vec<String> {
    let alone = "there was one sample alone; which fields can be missing?";
    (samples == 1)
        .then(|| alone.to_owned())
        .into_iter()
        .collect()
}

/// Adds the attributes that the table names and no sample has: those that an index holds, and the TTL.
fn add_unseen(cx: &Context<'_>, fields: &mut Vec<FieldOutline>) {
    if cx.shared {
        return;
    }
    let table = &cx.design.table;
    let keys = keys(table);
    let held = table.indexes.iter().flat_map(|index| {
        let names = match &index.projection {
            ProjectedAttributes::Include(names) => names.as_slice(),
            ProjectedAttributes::All | ProjectedAttributes::KeysOnly => &[],
        };
        let question = format!(
            "index `{}` holds it and no sample does; what is its type?",
            index.name
        );
        names
            .iter()
            .map(move |name| (name, Ty::Text, vec![question.clone()]))
    });
    let ttl = table
        .ttl
        .iter()
        .map(|name| (name, Ty::Unsigned, Vec::new()));
    for (attribute, ty, questions) in ttl.chain(vectors::named(table)).chain(held) {
        let is_known = keys.iter().any(|key| key.name == *attribute)
            || fields
                .iter()
                .any(|field| field.attribute.as_ref() == Some(attribute));
        if is_known {
            continue;
        }
        let name = names::snake(attribute);
        let name = names::free(&name, |name| fields.iter().any(|field| field.name == name));
        fields.push(FieldOutline {
            name,
            attribute: Some(attribute.clone()),
            docs: docs::of_field(attribute, &ty),
            ty,
            optional: true,
            role: None,
            questions,
        });
    }
}

/// Puts the fields of the primary key first, and those that the runtime maintains last.
fn order(fields: &mut [FieldOutline], keys: &[Option<&KeyOutline>]) {
    let components = keys.iter().flatten().flat_map(|key| key.components());
    let components: Vec<_> = components.collect();
    fields.sort_by_key(|field| {
        let place = components.iter().position(|name| *name == field.name);
        let kept = field.role.is_some();
        (place.unwrap_or(usize::MAX), kept)
    });
}

/// Checks that the indexes reproduce the keys of every sample.
fn check(keyed: &Keyed<'_>, name: &str, indexes: &[Indexed]) -> Result<(), Fault> {
    for indexed in indexes {
        for row in 0..keyed.rows.len() {
            check_row(keyed, name, indexed, row)?;
        }
    }
    Ok(())
}

fn check_row(keyed: &Keyed<'_>, name: &str, indexed: &Indexed, row: usize) -> Result<(), Fault> {
    let sample = keyed.rows[row];
    let Some(first) = indexed.uses.first() else {
        return Ok(());
    };
    let is_in = indexed
        .when
        .as_ref()
        .is_none_or(|when| keyed.holds(when, row));
    let fault = |attribute: &str| Fault {
        attribute: attribute.to_owned(),
        note: format!(
            "`{attribute}` of `{name}` is a field of its own: no template gives back the item {}",
            key_of(keyed, sample)
        ),
    };
    // The first alternative that can be built is written.
    let built = indexed.uses.iter().find(|one| {
        one.pk.iter().all(|(attribute, key)| match key {
            KeyOutline::Built(_) => is_in && keyed.build(key, row).is_some(),
            _ => sample.contains_key(attribute),
        })
    });
    for (attribute, key) in &first.pk {
        if !matches!(key, KeyOutline::Built(_)) {
            continue;
        }
        let key = built.and_then(|one| one.pk.iter().find(|(name, _)| name == attribute));
        let expected = key
            .and_then(|(_, key)| keyed.build(key, row))
            .filter(|_| is_in);
        if expected != stored(sample, attribute) {
            return Err(fault(attribute));
        }
    }
    for (attribute, key) in &first.sk {
        if !matches!(key, KeyOutline::Built(_)) {
            continue;
        }
        let uses = keyed.table.indexes.iter().flat_map(IndexDefinition::keys);
        let is_shared = uses.filter(|used| used.name == *attribute).count() > 1;
        let expected = keyed
            .build(key, row)
            .filter(|_| is_shared || built.is_some());
        if expected != stored(sample, attribute) {
            return Err(fault(attribute));
        }
    }
    Ok(())
}

/// A stored key, in the form that templates produce.
fn stored(sample: &Sample, attribute: &str) -> Option<String> {
    match sample.get(attribute)? {
        Value::N(text) => crate::import::number::Digits::parse(text).map(|digits| digits.plain()),
        other => Some(other.plain()),
    }
}

/// The key of a sample, for a message, without other values.
pub(super) fn key_of(keyed: &Keyed<'_>, sample: &Sample) -> String {
    let keys = [Some(&keyed.table.pk), keyed.table.sk.as_ref()];
    let keys = keys.into_iter().flatten().map(|key| {
        let value = sample.get(&key.name).map(Value::plain);
        format!("`{}` = `{}`", key.name, value.unwrap_or_default())
    });
    keys.collect::<Vec<_>>().join(", ")
}

//! Shared by queries and scans: the partition, the end of a page, and the attributes a filter may
//! not name.

use smallvec::SmallVec;

use crate::cursor::{self, Cursor, Fingerprint};
use crate::db::Db;
use crate::error::Error;
use crate::expr::Node;
use crate::item::{ItemType, build_whole};
use crate::key::{
    Args, Components, FixedComponent, KeyCheck, KeyError, KeyValue, MAX_PARTITION_BYTES, Part,
};
use crate::op::read::pager::LastKey;
use crate::op::read::query::QueryType;
use crate::op::read::select::all_keys;
use crate::op::visible::is_held;
use crate::schema::QuerySchema;

/// The values of the partition key attributes.
pub(in crate::op) fn partition(
    query: &QuerySchema,
    args: &Args<'_>,
) -> Result<SmallVec<[KeyValue; 1]>, KeyError> {
    let specs = query.pk.iter();
    specs
        .map(|spec| build_whole(spec, MAX_PARTITION_BYTES, args))
        .collect()
}

/// The components of the sort key that the partition key fixes, with their formats.
pub(in crate::op) fn fixed(query: &QuerySchema, args: &Args<'_>) -> Vec<FixedComponent> {
    let parts = query.sk.iter().flat_map(|spec| spec.template.parts);
    let piece = |part: &Part| match part {
        Part::Component { field, format, .. } if query.fixed_by(*field, *format) > 0 => {
            let piece = args.component(*field)?.piece()?;
            Some((*field, *format, piece.into_owned()))
        }
        _ => None,
    };
    parts.filter_map(piece).collect()
}

/// A field that the key holds only in part is compared whole, so the rows that are read must hold
/// it.
pub(in crate::op) fn holds_whole_fields(
    of: &QueryType,
    check: &KeyCheck,
    selected: Option<&[&'static str]>,
) -> Result<(), Error> {
    let is_read = |name: &'static str| {
        let is_own = all_keys(of.both_keys()).any(|spec| spec.attribute == name);
        of.collection.is_none()
            && (is_held(of.item.table, of.keys, name) || is_own)
            && selected.is_none_or(|names| names.contains(&name))
    };
    for field in check.whole_fields() {
        let field = &of.item.schema.fields[field];
        if !field.attribute.is_some_and(is_read) {
            let reason = "is cut off in this key, and what is read does not hold the field to compare \
                          it with; use `eq` or `begins_with`, or read whole items";
            let error = KeyError::new(reason).with_component(field.name);
            return Err(Error::Key(error.with_item(of.name)));
        }
    }
    Ok(())
}

/// Refuses a page of zero items: its cursor could only say that there is nothing more.
pub(in crate::op) fn page_limit(
    item: &'static str,
    limit: Option<usize>,
) -> Result<Option<usize>, Error> {
    if limit == Some(0) {
        let reason = "a page of 0 items has no end to continue from; set a limit of at least 1";
        return Err(Error::Expression {
            item,
            reason: reason.to_owned(),
        });
    }
    Ok(limit)
}

/// The cursor that continues after the items read.
pub(in crate::op) fn next(
    end: Option<LastKey>,
    fingerprint: &Fingerprint,
    db: &Db,
) -> Result<Option<Cursor>, Error> {
    end.map(|key| cursor::seal(&key, fingerprint, db.secret()))
        .transpose()
}

/// The only one of at most two items that were read.
pub(in crate::op) fn only<T>(
    mut items: Vec<T>,
    item: &'static str,
    query: &'static str,
) -> Result<T, Error> {
    match (items.pop(), items.is_empty()) {
        (Some(found), true) => Ok(found),
        (Some(_), false) => Err(Error::NotUnique { item, query }),
        (None, _) => Err(Error::NotFound { item, query }),
    }
}

/// DynamoDB refuses a filter on the keys of a query, and treats attributes that an index does not
/// hold as absent.
pub(in crate::op) fn names_what_is_read(of: &QueryType, filter: &Node) -> Result<(), Error> {
    if let Some(key) = filter.find_root(&mut |name| of.keys.has_key(name)) {
        return Err(Error::Expression {
            item: of.name,
            reason: format!("the filter names `{key}`, a key of this query; use `range`"),
        });
    }
    names_what_is_held(of.item, of.keys, filter)
}

/// DynamoDB treats attributes that an index does not hold as absent.
pub(in crate::op) fn names_what_is_held(
    of: &ItemType,
    query: &'static QuerySchema,
    filter: &Node,
) -> Result<(), Error> {
    let Some(index) = query.index else {
        return Ok(());
    };
    let is_read = |name: &str| {
        let mut keys = all_keys([of.primary(), query]);
        is_held(of.table, query, name) || keys.any(|spec| spec.attribute == name)
    };
    match filter.find_root(&mut |name| !is_read(name)) {
        None => Ok(()),
        Some(name) => Err(Error::Expression {
            item: of.name(),
            reason: format!(
                "the filter names `{name}`, which index `{index}` does not hold, so it is \
                 never there; project it, or filter the whole items"
            ),
        }),
    }
}

/// Refuses a filter over a collection that can never hold for some member, because it names an
/// attribute which that member lacks.
pub(in crate::op) fn are_of_all_members(of: &QueryType, filter: &Node) -> Result<(), Error> {
    let Some(collection) = of.collection else {
        return Ok(());
    };
    for member in collection.members {
        let has = |name: &str| {
            let mut fields = member.item.fields.iter();
            fields.any(|field| field.attribute == Some(name))
        };
        if filter.can_hold_without(&|name| !has(name)).0 {
            continue;
        }
        let name = filter.find_root(&mut |name| !has(name)).unwrap_or_default();
        return Err(Error::Expression {
            item: of.name,
            reason: format!(
                "the filter names `{name}`, which `{}` does not have, so all of those would be \
                 left out; filter one member with `filter_of`",
                member.item.name
            ),
        });
    }
    Ok(())
}

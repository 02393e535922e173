//! The item that an upsert creates: its initial values, and the fields it must not lack.

use crate::error::Error;
use crate::expr::{AttrPath, Clause};
use crate::item::ItemType;
use crate::wire::Attributes;

/// The item that an update with these clauses creates.
pub(super) fn fresh(
    item: &'static str,
    key: Attributes,
    clauses: &[Clause],
) -> Result<Attributes, Error> {
    applied(key, clauses).map_err(|reason| Error::Expression { item, reason })
}

/// Reads an item and writes it again, as its type does.
pub(in crate::op) type Rewrite = fn(Attributes) -> Result<Attributes, Error>;

/// Refuses an item that cannot be read back, or is missing from its indexes.
pub(super) fn whole(
    of: &ItemType,
    rewrite: Rewrite,
    fresh: Attributes,
) -> Result<Attributes, Error> {
    let item = of.name();
    let refused = |reason| Error::Expression { item, reason };
    let whole = match rewrite(fresh.clone()) {
        Ok(whole) => whole,
        Err(Error::Decode(error)) if error.is_missing() => {
            let missing = quoted(error.missing_attributes());
            return Err(refused(format!(
                "the `upsert` would create an item without {missing}, which cannot be read; \
                 set what is missing, or make it an `Option`"
            )));
        }
        Err(error) => return Err(error),
    };
    for key in of.schema.index_keys {
        if whole.get(key.attribute) == fresh.get(key.attribute) {
            continue;
        }
        let fields = key.fields.iter().map(|field| of.schema.fields[*field].name);
        return Err(refused(format!(
            "the `upsert` would create an item with a wrong index key `{}`; \
             set what it is made of: {}",
            key.attribute,
            quoted(fields)
        )));
    }
    Ok(fresh)
}

/// The result of applying an update to just a key; or why DynamoDB would refuse.
fn applied(mut item: Attributes, clauses: &[Clause]) -> Result<Attributes, String> {
    for clause in clauses {
        let AttrPath { root, rest } = clause.path();
        if !rest.is_empty() {
            return Err(format!(
                "`upsert` cannot change `{}`: a new item has no `{root}` to change; \
                 set the whole of `{root}`, or create the item first",
                clause.path()
            ));
        }
        let value = match clause {
            Clause::Set(_, value)
            | Clause::SetIfAbsent(_, value)
            | Clause::Append(_, value)
            | Clause::Prepend(_, value)
            | Clause::Increase(_, value)
            | Clause::Add(_, value) => value.clone(),
            Clause::Compute(_, computed) => {
                return Err(format!(
                    "`upsert` cannot compute `{root}` from `{}`, which a new item lacks; \
                     use `add` or `subtract`, or create the item first",
                    computed.left
                ));
            }
            Clause::Delete(..) | Clause::Remove(_) => continue,
        };
        item.insert(root.to_string(), value);
    }
    Ok(item)
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

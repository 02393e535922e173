//! Inferring how long after the write an item expires.

use std::collections::BTreeSet;

use crate::import::outline::{FieldOutline, Role, Ty};
use crate::{Sample, Value};

/// Finds the constant time between a field and the TTL of every sample.
pub(super) fn infer(ttl: Option<&str>, fields: &mut [FieldOutline], rows: &[&Sample]) {
    let Some(attribute) = ttl else { return };
    let Some(at) = fields
        .iter()
        .position(|field| field.attribute.as_deref() == Some(attribute))
    else {
        return;
    };
    if fields[at].ty != Ty::Unsigned {
        return;
    }
    "When DynamoDB removes the item, in seconds since 1970.".clone_into(&mut fields[at].docs);
    let found = fields.iter().find_map(|field| {
        let Ty::Time(form) = field.ty else {
            return None;
        };
        let since = field.attribute.as_deref()?;
        let mut starts = BTreeSet::new();
        let mut lasts = BTreeSet::new();
        for row in rows {
            let Some(Value::N(until)) = row.get(attribute) else {
                continue;
            };
            let (Value::S(from) | Value::N(from)) = row.get(since)? else {
                return None;
            };
            let (from, _) = form.read(from)?;
            starts.insert(from);
            lasts.insert(until.parse::<i64>().ok()? - from);
        }
        let last = *lasts.first().filter(|_| lasts.len() == 1)?;
        let written = duration(last)?;
        Some((field.name.clone(), written, starts.len()))
    });
    match found {
        Some((_, written, starts)) if starts >= 2 => {
            fields[at].role = Some(Role::TtlAfter(written));
            fields[at].optional = true;
        }
        Some((since, written, _)) => fields[at].questions.push(format!(
            "is it always {written} after `{since}`? Then `ttl = {written:?}` fills it in"
        )),
        None => {}
    }
}

/// A duration in the derive's syntax; `None` if it is not a whole number of hours.
fn duration(seconds: i64) -> Option<String> {
    if seconds <= 0 || seconds % 3600 != 0 {
        return None;
    }
    Some(if seconds % 86_400 == 0 {
        format!("{}d", seconds / 86_400)
    } else {
        format!("{}h", seconds / 3600)
    })
}

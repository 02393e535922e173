//! Where an item is counted, from `#[count]`.

use darling::util::path_to_string;
use syn::spanned::Spanned;
use syn::{Attribute, LitStr, Path};

use super::template::{field_names, find};
use super::when;
use crate::attrs::{self, COUNT, CountElement, CountKey, CountOptions, PathValue, Read};
use crate::diag::{self, Diagnostics};
use crate::model::{Count, CountPart, Field, Storage, constant, plain};

/// The most shards, as in keys: their numbers are stored in a byte.
const MAX_SHARDS: u32 = 256;

pub(super) fn counts(
    attrs: &[Attribute],
    fields: &[Field],
    is_open: bool,
    diag: &mut Diagnostics,
) -> Vec<Count> {
    let found = attrs.iter().filter(|attr| COUNT.is(attr));
    found
        .filter_map(|attr| {
            let read: Read<CountOptions> = attrs::single(attr, &COUNT, diag);
            count(&read, fields, is_open, diag)
        })
        .collect()
}

fn count(
    read: &Read<CountOptions>,
    fields: &[Field],
    is_open: bool,
    diag: &mut Diagnostics,
) -> Option<Count> {
    let Read {
        options,
        lost,
        span,
    } = read;
    let target = options.into.as_ref().and_then(|into| target(into, diag));
    if options.into.is_none() && !lost.has("into") {
        let message = "`#[count]` does not say which counter; write `into = Customer::ORDERS`, a \
                       field of another item";
        diag.error(*span, message);
    }
    if options.key.is_none() && !lost.has("key") {
        let message = "`#[count]` does not say which item has the counter; write \
                       `key = [\"field\", ...]`, what the other item's `key(…)` takes";
        diag.error(*span, message);
    }
    let when = options.when().map(|expr| when::when(expr, fields, diag));
    let key = options.key.as_ref()?;
    let parts = key_parts(key, fields, is_open, diag)?;
    let (item, counter) = target?;
    Some(Count {
        item,
        counter,
        key: parts,
        key_span: key.span,
        when,
        upsert: options.upsert.is_present(),
    })
}

/// The item type and the constant of its counter.
fn target(into: &PathValue, diag: &mut Diagnostics) -> Option<(Path, syn::Ident)> {
    let mut item = into.path.clone();
    let counter = item.segments.pop();
    item.segments.pop_punct();
    match counter {
        Some(counter) if !item.segments.is_empty() => {
            if !plain(&counter.ident).chars().any(char::is_lowercase) {
                return Some((item, counter.ident));
            }
            let name = constant(&counter.ident);
            let owner = path_to_string(&item);
            let message =
                format!("`into` takes the constant of a field; write `into = {owner}::{name}`");
            diag.error(name.span(), message);
            Some((item, name))
        }
        _ => {
            let message = "`into` takes a field of another item; write `into = Customer::ORDERS`";
            diag.error(into.path.span(), message);
            None
        }
    }
}

fn key_parts(
    key: &CountKey,
    fields: &[Field],
    is_open: bool,
    diag: &mut Diagnostics,
) -> Option<Vec<CountPart>> {
    let part = |element: &CountElement| match element {
        CountElement::Field(name) => field(name, fields, is_open, diag),
        CountElement::Shard(count, span) => {
            if !(2..=MAX_SHARDS).contains(count) {
                let message = format!(
                    "a counter has 2 to {MAX_SHARDS} shards, not {count}; write `shard(16)`, or \
                     leave it out"
                );
                diag.error(*span, message);
                return None;
            }
            Some(CountPart::Shard(u16::try_from(*count).ok()?))
        }
    };
    let parts: Vec<_> = key.elements.iter().map(part).collect();
    parts.into_iter().collect()
}

fn field(
    name: &LitStr,
    fields: &[Field],
    is_open: bool,
    diag: &mut Diagnostics,
) -> Option<CountPart> {
    let text = name.value();
    let Some(number) = find(fields, &text) else {
        if !is_open {
            let known = field_names(fields);
            diag.error(name.span(), diag::unknown("field", &text, &known));
        }
        return None;
    };
    // Nothing would tell where a stored item is counted.
    if matches!(fields[number].storage, Storage::Skip | Storage::Flatten) {
        let message = format!(
            "`{}` is not stored, so it cannot say where the item is counted; name a stored field",
            plain(&fields[number].ident),
        );
        diag.error(name.span(), message);
        return None;
    }
    Some(CountPart::Field(number, name.span()))
}

//! DynamoDB's quotas on the indexes of a table, whether the table or its one item declares them.
//! <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html>

use proc_macro2::Span;

use crate::diag::Diagnostics;
use crate::model::{IndexKind, Projection};

/// The most attributes one key of a global index is made of.
pub(super) const KEY_ATTRIBUTES: usize = 4;
const GLOBAL_INDEXES: usize = 20;
const LOCAL_INDEXES: usize = 5;
const VECTOR_INDEXES: usize = 5;
/// Over all indexes of a table together; a name in two of them counts twice.
const PROJECTED: usize = 100;

/// A table has so many indexes of a kind.
pub(super) fn on_indexes<'a>(
    indexes: impl Iterator<Item = (IndexKind, &'a str, Span)>,
    diag: &mut Diagnostics,
) {
    let (mut global, mut local, mut vector) = (0, 0, 0);
    for (kind, name, span) in indexes {
        let (count, word, most) = match kind {
            IndexKind::Global => (&mut global, "global", GLOBAL_INDEXES),
            IndexKind::Local => (&mut local, "local", LOCAL_INDEXES),
            IndexKind::Vector => (&mut vector, "vector", VECTOR_INDEXES),
        };
        *count += 1;
        if *count == most + 1 {
            let message = format!(
                "`{name}` is one {word} index too many, a table has {most} at most; remove one"
            );
            diag.error(span, message);
        }
    }
}

/// Projections name so many attributes, and none of them twice in one.
pub(super) fn on_projections<'a>(
    projections: impl Iterator<Item = &'a Projection>,
    diag: &mut Diagnostics,
) {
    let mut count = 0;
    for projection in projections {
        let Projection::Include(names) = projection else {
            continue;
        };
        for (at, (name, span)) in names.iter().enumerate() {
            if names[..at].iter().any(|(other, _)| other == name) {
                let message = format!("`{name}` is projected already; remove this one");
                diag.error(*span, message);
            }
            count += 1;
            if count == PROJECTED + 1 {
                let message = format!(
                    "the indexes of a table project {PROJECTED} named attributes at most, and \
                     `{name}` is one more; write `projection = \"ALL\"`, or fewer names"
                );
                diag.error(*span, message);
            }
        }
    }
}

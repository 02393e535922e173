//! Times that are key attributes themselves: they are stored in the format of the key.

use proc_macro2::Span;
use syn::parse_quote_spanned;
use syn::spanned::Spanned;

use crate::diag::Diagnostics;
use crate::model::{
    Codec, Field, Format, Index, KeyAttribute, KeySource, Part, Storage, plain, time_format,
};

/// Turns every template that is just a time, built into the field's own attribute, into that field,
/// stored in that format.
pub(super) fn store(
    fields: &mut [Field],
    (pk, sk): (&mut KeyAttribute, Option<&mut KeyAttribute>),
    indexes: &mut [Index],
    diag: &mut Diagnostics,
) {
    let partition = own(fields, pk, diag);
    let sort = sk.and_then(|sk| own(fields, sk, diag));
    let queries = indexes.iter_mut().flat_map(|index| &mut index.queries);
    for key in queries.flat_map(|query| query.pk.iter_mut().chain(&mut query.sk)) {
        let of_table = match key.source {
            KeySource::TablePartition => partition,
            KeySource::TableSort => sort,
            _ => None,
        };
        match of_table {
            Some(field) => key.source = KeySource::Field(field),
            None => {
                own(fields, key, diag);
            }
        }
    }
}

/// The field that a key turned out to be.
fn own(fields: &mut [Field], key: &mut KeyAttribute, diag: &mut Diagnostics) -> Option<usize> {
    let KeySource::Built(template) = &key.source else {
        return None;
    };
    let [
        Part::Component {
            field: number,
            format: Format::Time(digits),
            span,
        },
    ] = template.parts.as_slice()
    else {
        return None;
    };
    let (number, digits, span) = (*number, *digits, *span);
    let field = &mut fields[number];
    if field.storage != Storage::Attribute || field.attribute != key.name {
        return None;
    }
    key.source = KeySource::Field(number);
    match field.codec {
        Codec::Own => {
            let module = quote::format_ident!("{}", time_format(digits));
            let module = parse_quote_spanned!(field.ty.span()=> __rt::times::#module);
            field.codec = Codec::Time { digits, module };
        }
        Codec::Time { digits: stored, .. } if stored != digits => {
            differs(field, stored, span, diag);
        }
        // A field stored by a module or by serde is refused as a key elsewhere.
        Codec::Time { .. } | Codec::With(_) | Codec::Serde => {}
    }
    Some(number)
}

fn differs(field: &Field, stored: u8, span: Span, diag: &mut Diagnostics) {
    let (name, format) = (plain(&field.ident), time_format(stored));
    let message = format!(
        "`{name}` is stored with the precision of another key, `{format}`; write `{{{name}:{format}}}` \
         here too, or build this key into an attribute of its own"
    );
    diag.error(span, message);
}

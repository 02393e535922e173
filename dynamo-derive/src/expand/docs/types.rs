//! Guesses from the text of a type, for prose only: generated code asks the compiler.

use syn::{GenericArgument, PathArguments, PathSegment, Type};

/// A value that everybody knows how to write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// Any text.
    Text,
    /// A number.
    Number,
    /// A value that always looks like this one.
    Like(&'static str),
}

/// How values of a type are written in keys; `None` for types of the user, whose values are not known
/// here. The examples are those of the runtime (`Spelling::example`).
pub(super) fn known(ty: &Type) -> Option<Known> {
    let ty = inside_option(ty).unwrap_or(ty);
    let name = last_segment(ty)?.ident.to_string();
    Some(match name.as_str() {
        "String" => Known::Text,
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128"
        | "isize" => Known::Number,
        "Uuid" => Known::Like("67e55044-10b1-426f-9247-bb680e5fe0c8"),
        "Ulid" => Known::Like("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
        "NaiveDate" => Known::Like("2025-11-14"),
        "DateTime" | "OffsetDateTime" => Known::Like("2025-11-14T10:30:00Z"),
        "NaiveDateTime" | "PrimitiveDateTime" => Known::Like("2025-11-14T10:30:00"),
        "NaiveTime" => Known::Like("10:30:00"),
        _ => return None,
    })
}

/// The type inside an `Option`.
pub(super) fn inside_option(ty: &Type) -> Option<&Type> {
    inside("Option", ty)
}

/// The type inside a type of this name.
pub(super) fn inside<'a>(name: &str, ty: &'a Type) -> Option<&'a Type> {
    let segment = last_segment(ty).filter(|segment| segment.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(inside) => Some(inside),
        _ => None,
    })
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        Type::Group(group) => last_segment(&group.elem),
        _ => None,
    }
}

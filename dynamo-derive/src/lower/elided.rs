//! References in the types of fields that name no lifetime, which the compiler refuses as well.

use proc_macro2::Span;
use syn::{GenericArgument, Lifetime, PathArguments, Type, TypeReference};

/// Where the first of them is.
pub(super) fn first(ty: &Type) -> Option<Span> {
    let mut found = None;
    visit(&mut ty.clone(), &mut |reference| {
        found.get_or_insert(reference.and_token.span);
    });
    found
}

/// The type with a lifetime in each of them, so that only the struct itself is refused.
pub(super) fn named(ty: &Type) -> Type {
    let mut ty = ty.clone();
    visit(&mut ty, &mut |reference| {
        let span = reference.and_token.span;
        reference.lifetime = Some(Lifetime::new("'static", span));
    });
    ty
}

fn visit(ty: &mut Type, found: &mut impl FnMut(&mut TypeReference)) {
    match ty {
        Type::Reference(reference) => {
            if reference.lifetime.is_none() {
                found(reference);
            }
            visit(&mut reference.elem, found);
        }
        Type::Path(path) => {
            for segment in &mut path.path.segments {
                let PathArguments::AngleBracketed(arguments) = &mut segment.arguments else {
                    continue;
                };
                for argument in &mut arguments.args {
                    if let GenericArgument::Type(ty) = argument {
                        visit(ty, found);
                    }
                }
            }
        }
        Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(|ty| visit(ty, found)),
        Type::Array(array) => visit(&mut array.elem, found),
        Type::Paren(paren) => visit(&mut paren.elem, found),
        Type::Group(group) => visit(&mut group.elem, found),
        _ => {}
    }
}

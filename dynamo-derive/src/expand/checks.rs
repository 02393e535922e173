//! Checks of the types of fields: the places and the formats of key components need traits, whose
//! messages are in the runtime.

use proc_macro2::{Delimiter, Group, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Type, Visibility};

use super::codec::spanned;
use super::index_keys::{absence, primary_fields};
use super::keys::{Place, all_keys, allow_many, components};
use super::names::{at, local};
use super::table::key_kind;
use super::templates::{constant, formatted};
use crate::model::{
    Codec, Field, Format, Item, KeyAttribute, KeySource, Part, Storage, name_marker, plain,
};

/// One function that is never called: if it compiles, the check has passed. There is one for all
/// fields, because each function costs the compiler as much as its body.
pub(super) fn key_parts(item: &Item) -> TokenStream {
    let mut checks: Vec<Vec<Rule>> = vec![Vec::new(); item.fields.len()];
    for (key, place) in all_keys(item) {
        let components = match &key.source {
            // A field that is a key itself is stored as the key is spelled.
            KeySource::Field(_) => components(item, key)
                .into_iter()
                .map(|(field, format)| (field, rules(true, format, true), place))
                .collect(),
            KeySource::Built(template) => {
                let alone = template.single().is_some();
                let rules = |(field, format)| (field, rules(alone, format, place.is_sort()), place);
                template.components().map(rules).collect::<Vec<_>>()
            }
            KeySource::TablePartition
            | KeySource::TableSort
            | KeySource::Entity
            | KeySource::Reported(_) => continue,
        };
        for (field, rules, place) in components {
            let place = strictest(item, field, place).rule();
            let found = &mut checks[field];
            // A type that can be in no key is reported for the first place only.
            let among = if found.is_empty() {
                among(&item.fields[field])
            } else {
                "in_key"
            };
            let is_placed = found.iter().any(|(rule, _)| *rule == place);
            let own = (!is_placed).then_some((place, among));
            for rule in own.into_iter().chain(rules) {
                if !found.contains(&rule) {
                    found.push(rule);
                }
            }
        }
    }
    let checked: Vec<usize> = (0..checks.len())
        .filter(|field| !checks[*field].is_empty())
        .collect();
    if checked.is_empty() {
        return TokenStream::new();
    }
    // Spanned as the type, so that the compiler reports a missing trait there.
    let subject = |field: usize| {
        let Field { ident, ty, .. } = &item.fields[field];
        (at(local(ident), ty.span()), ty)
    };
    let subjects = checked.iter().map(|&field| {
        let (subject, ty) = subject(field);
        quote_spanned!(ty.span()=> #subject: __rt::Subject<#ty>)
    });
    let checks = checked.iter().flat_map(|&field| {
        let (subject, ty) = subject(field);
        checks[field].iter().map(move |(rule, among)| {
            let (rule, among) = (Ident::new(rule, ty.span()), Ident::new(among, ty.span()));
            let (check, call) = ending(ty);
            quote_spanned!(ty.span()=> __rt::#rule::#check(#subject.#among #call);)
        })
    });
    let many = allow_many(&checked);
    quote! {
        #many
        fn _key_parts(#(#subjects),*) {
            #(#checks)*
        }
    }
}

/// The place that decides the rule for a field's type. A type that may be in the table's partition
/// key may be in every key. With that rule everywhere, a type that may be in no key is reported
/// once.
fn strictest(item: &Item, field: usize, place: Place) -> Place {
    let is_in = |key: &KeyAttribute| components(item, key).iter().any(|(part, _)| *part == field);
    if is_in(&item.pk) {
        Place::Partition
    } else if place == Place::IndexSort && item.sk.as_ref().is_some_and(is_in) {
        Place::Sort
    } else {
        place
    }
}

/// The ends of a path and of a call, at the end of a type, so that the compiler marks the whole
/// type.
fn ending(ty: &Type) -> (Ident, Group) {
    let last = ty.to_token_stream().into_iter().last();
    let span = last.map_or_else(|| ty.span(), |token| token.span());
    let mut call = Group::new(Delimiter::Parenthesis, TokenStream::new());
    call.set_span(span);
    (Ident::new("check", span), call)
}

/// Which types are checked for keys: a field that is stored by its type's own codec is reported
/// elsewhere if the type cannot be stored.
fn among(field: &Field) -> &'static str {
    if is_own(field) { "stored" } else { "itself" }
}

fn is_own(field: &Field) -> bool {
    field.storage == Storage::Attribute && matches!(field.codec, Codec::Own)
}

/// The types of the fields that are stored by their type's own codec.
pub(super) fn own_types(fields: &[Field]) -> impl Iterator<Item = &Type> {
    let own = fields.iter().filter(|field| is_own(field));
    own.map(|field| &field.ty)
}

/// Checks that no stored value has two `None`s, which only its type can tell.
pub(super) fn nones<'a>(types: impl Iterator<Item = &'a Type>) -> TokenStream {
    let check = |ty: &Type| quote_spanned!(ty.span()=> __rt::tells_none_apart(__rt::Expected::<#ty>::NONES););
    let checks: Vec<_> = types.map(check).collect();
    if checks.is_empty() {
        return TokenStream::new();
    }
    quote! {
        const _: () = {
            #[allow(unused_imports, reason = "for types that cannot be stored")]
            use __rt::Unexpected as _;
            #(#checks)*
        };
    }
}

/// Checks that a nested component of the primary key is never absent.
pub(super) fn nested_in_primary(item: &Item) -> TokenStream {
    let components = primary_fields(item).into_iter();
    let checks = components.flat_map(|number| {
        let component = &item.fields[number];
        let owner = &item.fields[item.owner(number)];
        let mut ty = owner.ty.clone();
        let message = format!(
            "`{}` may be absent, and a primary key never is; make it required, or name a field of \
             it in an index key, which an item may lack",
            plain(&owner.ident),
        );
        component.path.iter().map(move |name| {
            let span = component.ty.span();
            let check = quote_spanned! {span=>
                const _: () = {
                    #[allow(unused_imports, reason = "for types that have no fields")]
                    use __rt::NoAbsence as _;
                    __rt::assert!(!__rt::NestedAbsence::<#ty>::IS_POSSIBLE, #message);
                };
            };
            let name = name_marker(&item.ident, name, span);
            ty = syn::parse_quote_spanned! { span =>
                <<#ty as __rt::NestedStruct>::Struct as __rt::NestedField<#name>>::Value
            };
            check
        })
    });
    checks.collect()
}

/// Checks that a key of one field has the type that the shared table declares for it, which only the
/// field's type can tell.
pub(super) fn declared_types(item: &Item) -> TokenStream {
    let mut checked = Vec::new();
    let checks = all_keys(item).filter_map(|(key, _)| {
        let kind = key.declared?;
        let field = match &key.source {
            KeySource::Field(field) => *field,
            KeySource::Built(template) => match template.single()? {
                (field, Format::Plain | Format::Negated) => field,
                _ => return None,
            },
            KeySource::TablePartition
            | KeySource::TableSort
            | KeySource::Entity
            | KeySource::Reported(_) => return None,
        };
        // Alternatives and indexes that share an attribute make the same mistake once.
        if checked.contains(&(&key.name, field)) {
            return None;
        }
        checked.push((&key.name, field));
        let constant = constant(item, key);
        let kind_tokens = key_kind(kind);
        let message = format!(
            "`{}` builds `{}` of `{}` from `{}`, which is not {}; declare its type in `{2}`, or \
             write another field",
            plain(&item.ident),
            key.name,
            item.table.title(),
            item.fields[field].title(),
            kind.words(),
        );
        let ty = &item.fields[field].ty;
        let is_unknown = quote!(!__rt::Spelled::<#ty>::IS_KNOWN);
        let check = quote!(
            const _: () =
                __rt::assert!(#constant.template.kind().is(#kind_tokens) || #is_unknown, #message);
        );
        Some(spanned(&check, key.span))
    });
    checks.collect()
}

/// Checks that no alternative of an index is behind one that applies to every item, which only the
/// types of the fields can tell.
pub(super) fn alternatives(item: &Item) -> TokenStream {
    let pairs = item
        .indexes
        .iter()
        .flat_map(|index| index.queries.windows(2));
    let checks = pairs.filter_map(|pair| {
        let [earlier, later] = pair else {
            return None;
        };
        if earlier.when.is_some() {
            return None;
        }
        let keys = earlier.pk.iter().chain(&earlier.sk);
        let components = keys.flat_map(|key| components(item, key));
        let may_be_absent = components.map(|(field, _)| {
            let (ty, absence) = (&item.fields[field].ty, absence(item, field));
            quote!(#absence || !__rt::Spelled::<#ty>::IS_KNOWN ||)
        });
        let message = format!(
            "`{0}` never finds an item, because `{1}` comes first and applies to every item; write \
             `{0}` before `{1}`, or a `when` for `{1}`",
            plain(&later.method),
            plain(&earlier.method),
        );
        let is_open = quote! {{
            #[allow(unused_imports, reason = "for types that cannot be in a key")]
            use __rt::{NoAbsence as _, Unspelled as _};
            #(#may_be_absent)* false
        }};
        let check = quote!(
            const _: () = __rt::assert!(#is_open, #message);
        );
        Some(spanned(&check, later.method.span()))
    });
    checks.collect()
}

/// The characters that some types always have in their text.
const PUNCTUATION: [char; 3] = ['-', ':', '.'];

/// Checks that no component always contains the delimiter, which only its type can tell.
pub(super) fn delimiters(item: &Item) -> TokenStream {
    let delimiter = item.table.delimiter;
    if !PUNCTUATION.contains(&delimiter) {
        return TokenStream::new();
    }
    let mut checked = Vec::new();
    let mut checks = TokenStream::new();
    for (key, _) in all_keys(item) {
        let KeySource::Built(template) = &key.source else {
            continue;
        };
        for part in &template.parts {
            let Part::Component {
                field,
                format,
                span,
            } = part
            else {
                continue;
            };
            if checked.contains(&(*field, *format)) {
                continue;
            }
            checked.push((*field, *format));
            let name = item.fields[*field].title();
            let message = format!(
                "`{name}` always contains `{delimiter}`, the delimiter of `{}`, so no key could be \
                 built; write another `delimiter`",
                item.table.title(),
            );
            let part = formatted(item, (*field, *format));
            let check = quote!(
                const _: () = __rt::assert!(!#part.always_contains(#delimiter), #message);
            );
            checks.extend(spanned(&check, *span));
        }
    }
    checks
}

/// A trait, and the types that are checked for it: a type that breaks a more basic rule is reported
/// for that one.
type Rule = (&'static str, &'static str);

/// The characters of a time up to the second: a beginning of that length sorts by time.
const TO_THE_SECOND: u16 = 19;

/// The rules for a component, given its format and whether it is next to text.
fn rules(alone: bool, format: Format, sort: bool) -> Vec<Rule> {
    let (rule, sorts) = match format {
        Format::Padded(_) => (Some(("IntegerPart", "in_key")), true),
        Format::Sortable | Format::Negated => (Some(("NumberPart", "in_key")), true),
        Format::Time(_) => (Some(("TimePart", "in_key")), true),
        Format::First(count) => (Some(("TextPart", "in_key")), count <= TO_THE_SECOND),
        Format::Lower | Format::Upper | Format::Escape | Format::Raw => {
            (Some(("TextPart", "in_key")), false)
        }
        // Whatever can be in a key can be spread by.
        Format::Shard(_) => return Vec::new(),
        Format::Plain if alone => (None, false),
        Format::Plain => (Some(("TemplatePart", "in_key")), false),
    };
    let mut rules: Vec<Rule> = rule.into_iter().collect();
    let among = if format == Format::Plain && !alone {
        "beside_text"
    } else {
        "in_key"
    };
    if sort && among == "beside_text" {
        rules.push(("UnpaddedSortPart", among));
    }
    if sort && !sorts {
        rules.push(("UntimedPart", among));
    }
    rules
}

/// A `scan` that never compiles, for a table or a collection. Without it, the compiler takes the
/// type for an iterator, which also has a `scan`.
pub(super) fn scan(ident: &Ident, vis: &Visibility) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl #ident {
            #[doc(hidden)]
            #[allow(dead_code, reason = "it cannot be called")]
            #vis fn scan<'__a>() -> <#ident as __rt::OneItemType<'__a>>::Scan
            where
                for<'__b> #ident: __rt::OneItemType<'__b>,
            {
                __rt::stub()
            }
        }
    }
}

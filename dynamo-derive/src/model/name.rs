//! Names: the case rules of `rename_all`, and every generated name.

use heck::{ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Ident, Path, parse_quote_spanned};

/// The values of `rename_all`, as serde has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rename {
    None,
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Rename {
    /// The spellings of the option, with their meanings.
    pub(crate) const ALL: [(&'static str, Self); 8] = [
        ("lowercase", Self::Lower),
        ("UPPERCASE", Self::Upper),
        ("PascalCase", Self::Pascal),
        ("camelCase", Self::Camel),
        ("snake_case", Self::Snake),
        ("SCREAMING_SNAKE_CASE", Self::ScreamingSnake),
        ("kebab-case", Self::Kebab),
        ("SCREAMING-KEBAB-CASE", Self::ScreamingKebab),
    ];

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(name, _)| *name == text)
            .map(|(_, rename)| *rename)
    }

    /// The stored name of a field, whose own name is taken to be in snake case.
    pub(crate) fn field(self, ident: &Ident) -> String {
        let name = plain(ident);
        match self {
            Self::None | Self::Lower | Self::Snake => name,
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => pascal(&name),
            Self::Camel => lower_first(&pascal(&name)),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The stored name of a variant, whose own name is taken to be in pascal case.
    pub(crate) fn variant(self, ident: &Ident) -> String {
        let name = plain(ident);
        match self {
            Self::None | Self::Pascal => name,
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => lower_first(&name),
            Self::Snake => snake_case(&name),
            Self::ScreamingSnake => snake_case(&name).to_ascii_uppercase(),
            Self::Kebab => snake_case(&name).replace('_', "-"),
            Self::ScreamingKebab => snake_case(&name).to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// The module of the field markers: `OrderFields`.
pub(crate) fn field_module(item: &Ident) -> Ident {
    Ident::new(&format!("{}Fields", plain(item)), Span::call_site())
}

/// The type that stands for the name of a nested field in the keys of an item: `OrderFields::city`.
pub(crate) fn name_marker(item: &Ident, name: &str, span: Span) -> Path {
    let (module, name) = (field_module(item), marker(name, span));
    parse_quote_spanned!(span=> #module::#name)
}

/// The name of that type: the same, unless no type can be called so.
pub(crate) fn marker(name: &str, span: Span) -> Ident {
    match name {
        "_" | "self" | "Self" | "super" | "crate" => Ident::new(&format!("{name}_"), span),
        _ if syn::parse_str::<Ident>(name).is_ok() => Ident::new(name, span),
        _ => Ident::new_raw(name, span),
    }
}

/// The number that stands for the name of a nested field in types: FNV-1a, which is the same in
/// every compilation.
pub(crate) fn name_number(name: &str) -> u64 {
    let bytes = name.bytes().map(u64::from);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ byte).wrapping_mul(0x0100_0000_01b3)
    })
}

fn pascal(snake: &str) -> String {
    snake.split('_').map(upper_first).collect()
}

fn snake_case(pascal: &str) -> String {
    let mut name = String::new();
    for (at, letter) in pascal.char_indices() {
        if at > 0 && letter.is_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

fn upper_first(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase())
        .into_iter()
        .chain(letters)
        .collect()
}

fn lower_first(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_ascii_lowercase())
        .into_iter()
        .chain(letters)
        .collect()
}

/// The name of an ident as text: a raw one loses its prefix.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// The name of the query method of an index that gives none: `query_rank_index`.
pub(crate) fn query_method(index: &str, span: Span) -> Ident {
    // Index names have more characters than idents; one that is wrong altogether is reported
    // elsewhere and must not panic here.
    Ident::new(&format!("query_{}", ascii(index).to_snake_case()), span)
}

/// The name of the constant of a field: `PLACED_AT`.
pub(crate) fn constant(field: &Ident) -> Ident {
    let name = plain(field).to_shouty_snake_case();
    // `_1` would become `1`.
    let name = if syn::parse_str::<Ident>(&name).is_ok() {
        name
    } else {
        format!("_{name}")
    };
    Ident::new(&name, field.span())
}

/// The name of the group of a variant: `open_order`.
pub(crate) fn snake(variant: &Ident) -> String {
    plain(variant).to_snake_case()
}

/// The name of the struct of what an index projects: `OrderGsi2`.
pub(crate) fn projected(item: &Ident, index: &str) -> Ident {
    Ident::new(
        &format!("{}{}", plain(item), ascii(index).to_upper_camel_case()),
        item.span(),
    )
}

fn ascii(index: &str) -> String {
    index
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '_'
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ident(name: &str) -> Ident {
        syn::parse_str(name).expect("an ident")
    }

    #[test]
    fn cases_follow_serde() {
        let cases = [
            ("lowercase", "user_id", "openorder"),
            ("UPPERCASE", "USER_ID", "OPENORDER"),
            ("PascalCase", "UserId", "OpenOrder"),
            ("camelCase", "userId", "openOrder"),
            ("snake_case", "user_id", "open_order"),
            ("SCREAMING_SNAKE_CASE", "USER_ID", "OPEN_ORDER"),
            ("kebab-case", "user-id", "open-order"),
            ("SCREAMING-KEBAB-CASE", "USER-ID", "OPEN-ORDER"),
        ];
        for (case, field, variant) in cases {
            let rename = Rename::parse(case).expect(case);
            assert_eq!(rename.field(&ident("user_id")), field);
            assert_eq!(rename.variant(&ident("OpenOrder")), variant);
        }
        assert_eq!(Rename::None.field(&ident("r#type")), "type");
    }

    #[test]
    fn generated_names_are_idents() {
        let span = Span::call_site();
        assert_eq!(query_method("RankIndex", span), "query_rank_index");
        assert_eq!(
            query_method("orders.by-owner", span),
            "query_orders_by_owner"
        );
        assert_eq!(query_method("²!", span), "query_");
        assert_eq!(constant(&ident("placed_at")), "PLACED_AT");
        assert_eq!(constant(&ident("r#type")), "TYPE");
        assert_eq!(constant(&ident("_1")), "_1");
        assert_eq!(projected(&ident("Order"), "GSI2"), "OrderGsi2");
    }
}

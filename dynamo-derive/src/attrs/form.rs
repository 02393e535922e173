//! The forms of values that options take, each with a message that says what to write.

use darling::util::path_to_string;
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, LitStr, Meta, Path, parse_quote};

/// The value that an option takes: in words, and as it is written.
pub(super) struct Form {
    words: &'static str,
    written: &'static str,
}

pub(super) const TEXT: Form = Form {
    words: "a string",
    written: r#""...""#,
};

pub(super) const PATH: Form = Form {
    words: "a path",
    written: "path::to::it",
};

pub(super) const FUNCTION: Form = Form {
    words: "the path of a function, or no value",
    written: "path::to::function",
};

pub(super) const DURATION: Form = Form {
    words: "a duration in quotes, or no value",
    written: r#""90d""#,
};

pub(super) const METHOD: Form = Form {
    words: "the name of a method in quotes, or no value",
    written: r#""by_email""#,
};

pub(super) const EXPR: Form = Form {
    words: "an expression",
    written: "self.field == value",
};

pub(super) const KEY: Form = Form {
    words: "a template, `literal(\"...\")` or a list of them",
    written: r#""...{field}""#,
};

pub(super) const COUNT_KEY: Form = Form {
    words: "the name of a field, `shard(16)` or a list of them",
    written: r#"["field"]"#,
};

pub(super) const NUMBER: Form = Form {
    words: "a whole number",
    written: "1024",
};

pub(super) const NAMES: Form = Form {
    words: "a name or a list of names",
    written: r#""...""#,
};

impl Form {
    fn refuse(&self, item: &Meta, span: Span) -> darling::Error {
        let name = path_to_string(item.path());
        let Self { words, written } = self;
        let written = match quoted(item) {
            Some(Meta::NameValue(pair)) if written.starts_with('"') => {
                pair.value.to_token_stream().to_string()
            }
            _ => (*written).to_owned(),
        };
        darling::Error::custom(format!(
            "`{name}` takes {words}; write `{name} = {written}`"
        ))
        .with_span(&span)
    }

    /// The expression after `=`.
    pub(super) fn value<'a>(&self, item: &'a Meta) -> darling::Result<&'a Expr> {
        match item {
            Meta::NameValue(value) => Ok(ungrouped(&value.value)),
            Meta::Path(_) | Meta::List(_) => Err(self.refuse(item, item.path().span())),
        }
    }

    /// The value as `read` takes it.
    pub(super) fn read<T>(
        &self,
        item: &Meta,
        read: impl FnOnce(&Expr) -> Option<T>,
    ) -> darling::Result<T> {
        let value = self.value(item)?;
        read(value).ok_or_else(|| self.refuse(item, value.span()))
    }
}

/// An option whose value is one word, with the word in quotes.
pub(super) fn quoted(item: &Meta) -> Option<Meta> {
    let Meta::NameValue(pair) = item else {
        return None;
    };
    let Expr::Path(word) = ungrouped(&pair.value) else {
        return None;
    };
    let word = word.path.get_ident()?;
    let text = LitStr::new(&word.to_string(), word.span());
    let name = &pair.path;
    Some(parse_quote!(#name = #text))
}

/// Looks through the invisible groups a `macro_rules!` leaves around what it passes on.
pub(super) fn ungrouped(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(group) => ungrouped(&group.expr),
        _ => expr,
    }
}

pub(super) fn string(expr: &Expr) -> Option<LitStr> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.clone()),
        _ => None,
    }
}

pub(super) fn number(expr: &Expr) -> Option<u32> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => number.base10_parse().ok(),
        _ => None,
    }
}

pub(super) fn path(expr: &Expr) -> Option<Path> {
    match expr {
        Expr::Path(path) if path.qself.is_none() => Some(path.path.clone()),
        _ => string(expr)?.parse_with(Path::parse_mod_style).ok(),
    }
}

pub(super) fn strings(expr: &Expr) -> Option<Vec<LitStr>> {
    match expr {
        Expr::Array(list) => list.elems.iter().map(string).collect(),
        _ => Some(vec![string(expr)?]),
    }
}

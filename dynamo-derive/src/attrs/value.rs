//! The values options take, each with a message that says what to write.

use darling::FromMeta;
use darling::util::path_to_string;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, LitStr, Meta, Path};

use crate::diag;
use crate::model::Rename;

/// Text in quotes.
pub(crate) struct Text {
    pub(crate) literal: LitStr,
    /// Span of the option's name, here and below.
    pub(crate) option: Span,
}

/// A path, bare or in quotes.
#[derive(Clone)]
pub(crate) struct PathValue {
    pub(crate) path: Path,
    /// The text, if it is in quotes.
    pub(crate) quoted: Option<LitStr>,
    pub(crate) option: Span,
}

/// Any expression.
pub(crate) struct ExprValue(pub(crate) Expr);

/// `default`, or `default = path`.
pub(crate) struct DefaultValue {
    pub(crate) function: Option<Path>,
    pub(crate) option: Span,
}

/// A whole number.
pub(crate) struct NumberValue {
    pub(crate) value: u32,
    pub(crate) span: Span,
}

/// `unique`, or `unique = "by_email"` with the method that reads an item by it.
pub(crate) struct UniqueValue {
    pub(crate) lookup: Option<Text>,
    pub(crate) option: Span,
}

/// `ttl`, or `ttl = "90d"` in seconds.
pub(crate) struct TtlValue {
    pub(crate) seconds: Option<u64>,
    pub(crate) option: Span,
}

/// A case of `rename_all`.
pub(crate) struct RenameValue {
    pub(crate) rename: Rename,
    pub(crate) option: Span,
}

/// The text of a key: one, or a list of them for a key of several attributes.
pub(crate) struct KeyValue {
    pub(crate) elements: Vec<KeyElement>,
    pub(crate) is_list: bool,
    pub(crate) span: Span,
    pub(crate) option: Span,
}

pub(crate) enum KeyElement {
    /// `"USER#{id}"`, or the name of a field.
    Template(LitStr),
    /// `literal("ALL")`.
    Constant(LitStr),
}

/// The arguments of the key of a counter's item: one argument of its `key(…)`, or a list of them.
pub(crate) struct CountKey {
    pub(crate) elements: Vec<CountElement>,
    pub(crate) span: Span,
}

pub(crate) enum CountElement {
    /// The name of a field.
    Field(LitStr),
    /// `shard(16)`.
    Shard(u32, Span),
}

/// One name, or a list of them.
pub(crate) struct NameList {
    pub(crate) names: Vec<LitStr>,
    pub(crate) span: Span,
    pub(crate) option: Span,
}

pub(crate) struct ProjectionValue {
    pub(crate) kind: ProjectionKind,
    pub(crate) option: Span,
}

pub(crate) enum ProjectionKind {
    All,
    KeysOnly,
    Include(Vec<LitStr>),
}

impl Text {
    pub(crate) fn value(&self) -> String {
        self.literal.value()
    }

    pub(crate) fn span(&self) -> Span {
        self.literal.span()
    }

    /// The text with its span.
    pub(crate) fn spanned(&self) -> (String, Span) {
        (self.value(), self.span())
    }
}

/// The value that an option takes: in words, and as it is written.
struct Form {
    words: &'static str,
    written: &'static str,
}

const TEXT: Form = Form {
    words: "a string",
    written: r#""...""#,
};
const PATH: Form = Form {
    words: "a path",
    written: "path::to::it",
};
const DURATION: Form = Form {
    words: "a duration in quotes, or no value",
    written: r#""90d""#,
};
const METHOD: Form = Form {
    words: "the name of a method in quotes, or no value",
    written: r#""by_email""#,
};
const EXPR: Form = Form {
    words: "an expression",
    written: "self.field == value",
};
const KEY: Form = Form {
    words: "a template, `literal(\"...\")` or a list of them",
    written: r#""...{field}""#,
};
const COUNT_KEY: Form = Form {
    words: "the name of a field, `shard(16)` or a list of them",
    written: r#"["field"]"#,
};
const NUMBER: Form = Form {
    words: "a whole number",
    written: "1024",
};
const NAMES: Form = Form {
    words: "a name or a list of names",
    written: r#""...""#,
};

impl Form {
    fn refuse(&self, item: &Meta, span: Span) -> darling::Error {
        let name = path_to_string(item.path());
        let Self { words, written } = self;
        darling::Error::custom(format!(
            "`{name}` takes {words}; write `{name} = {written}`"
        ))
        .with_span(&span)
    }

    /// The expression after `=`.
    fn value<'a>(&self, item: &'a Meta) -> darling::Result<&'a Expr> {
        match item {
            Meta::NameValue(value) => Ok(ungrouped(&value.value)),
            Meta::Path(_) | Meta::List(_) => Err(self.refuse(item, item.path().span())),
        }
    }

    /// The value as `read` takes it.
    fn read<T>(&self, item: &Meta, read: impl FnOnce(&Expr) -> Option<T>) -> darling::Result<T> {
        let value = self.value(item)?;
        read(value).ok_or_else(|| self.refuse(item, value.span()))
    }
}

/// Looks through the invisible groups a `macro_rules!` leaves around what it passes on.
fn ungrouped(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(group) => ungrouped(&group.expr),
        _ => expr,
    }
}

fn string(expr: &Expr) -> Option<LitStr> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.clone()),
        _ => None,
    }
}

fn number(expr: &Expr) -> Option<u32> {
    match ungrouped(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => number.base10_parse().ok(),
        _ => None,
    }
}

fn path(expr: &Expr) -> Option<Path> {
    match expr {
        Expr::Path(path) if path.qself.is_none() => Some(path.path.clone()),
        _ => string(expr)?.parse_with(Path::parse_mod_style).ok(),
    }
}

fn strings(expr: &Expr) -> Option<Vec<LitStr>> {
    match expr {
        Expr::Array(list) => list.elems.iter().map(string).collect(),
        _ => Some(vec![string(expr)?]),
    }
}

fn key_element(expr: &Expr) -> Option<KeyElement> {
    match ungrouped(expr) {
        Expr::Call(call) => {
            let Expr::Path(function) = &*call.func else {
                return None;
            };
            let is_literal = function.path.is_ident("literal") && call.args.len() == 1;
            is_literal.then(|| string(&call.args[0]).map(KeyElement::Constant))?
        }
        text => string(text).map(KeyElement::Template),
    }
}

fn key_elements(expr: &Expr) -> Option<Vec<KeyElement>> {
    match expr {
        Expr::Array(list) => list.elems.iter().map(key_element).collect(),
        _ => Some(vec![key_element(expr)?]),
    }
}

fn count_element(expr: &Expr) -> Option<CountElement> {
    match ungrouped(expr) {
        Expr::Call(call) => {
            let Expr::Path(function) = &*call.func else {
                return None;
            };
            let is_shard = function.path.is_ident("shard") && call.args.len() == 1;
            let count = is_shard.then(|| number(&call.args[0]))??;
            Some(CountElement::Shard(count, call.args[0].span()))
        }
        text => string(text).map(CountElement::Field),
    }
}

fn count_elements(expr: &Expr) -> Option<Vec<CountElement>> {
    match expr {
        Expr::Array(list) => list.elems.iter().map(count_element).collect(),
        _ => Some(vec![count_element(expr)?]),
    }
}

impl FromMeta for CountKey {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        Ok(Self {
            elements: COUNT_KEY.read(item, count_elements)?,
            span: COUNT_KEY.value(item)?.span(),
        })
    }
}

impl FromMeta for Text {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        Ok(Self {
            literal: TEXT.read(item, string)?,
            option: item.path().span(),
        })
    }
}

impl FromMeta for PathValue {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        Ok(Self {
            path: PATH.read(item, path)?,
            quoted: string(PATH.value(item)?),
            option: item.path().span(),
        })
    }
}

impl FromMeta for ExprValue {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        EXPR.value(item).cloned().map(Self)
    }
}

impl FromMeta for DefaultValue {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let function = match item {
            Meta::Path(_) => None,
            Meta::List(_) | Meta::NameValue(_) => Some(PATH.read(item, path)?),
        };
        Ok(Self {
            function,
            option: item.path().span(),
        })
    }
}

impl FromMeta for KeyValue {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let value = KEY.value(item)?;
        let is_list = matches!(value, Expr::Array(_));
        let elements = KEY.read(item, key_elements)?;
        Ok(Self {
            elements,
            is_list,
            span: value.span(),
            option: item.path().span(),
        })
    }
}

impl FromMeta for NameList {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let span = NAMES.value(item)?.span();
        Ok(Self {
            names: NAMES.read(item, strings)?,
            span,
            option: item.path().span(),
        })
    }
}

impl FromMeta for NumberValue {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let span = NUMBER.value(item)?.span();
        Ok(Self {
            value: NUMBER.read(item, number)?,
            span,
        })
    }
}

impl FromMeta for UniqueValue {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let option = item.path().span();
        let lookup = match item {
            Meta::Path(_) => None,
            _ => Some(Text {
                literal: METHOD.read(item, string)?,
                option,
            }),
        };
        Ok(Self { lookup, option })
    }
}

impl FromMeta for TtlValue {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let option = item.path().span();
        if matches!(item, Meta::Path(_)) {
            return Ok(Self {
                seconds: None,
                option,
            });
        }
        let text = DURATION.read(item, string)?;
        match seconds(&text.value()) {
            Some(seconds) => Ok(Self {
                seconds: Some(seconds),
                option,
            }),
            None => Err(darling::Error::custom(format!(
                "`{}` is no duration; write a number of `s`, `m`, `h`, `d` or `w`, as in \
                 `ttl = \"90d\"`",
                text.value(),
            ))
            .with_span(&text)),
        }
    }
}

/// `90d` in seconds; nothing for zero, which would expire an item as it is written.
fn seconds(text: &str) -> Option<u64> {
    let unit = match text.chars().next_back()? {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        'w' => 604_800,
        _ => return None,
    };
    let digits = &text[..text.len() - 1];
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits
        .parse::<u64>()
        .ok()?
        .checked_mul(unit)
        .filter(|seconds| *seconds > 0)
}

impl FromMeta for ProjectionValue {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let value = NAMES.value(item)?;
        let names = NAMES.read(item, strings)?;
        let option = item.path().span();
        if matches!(value, Expr::Array(_)) {
            return Ok(Self {
                kind: ProjectionKind::Include(names),
                option,
            });
        }
        let text = names.first().map(LitStr::value).unwrap_or_default();
        let kind = match text.as_str() {
            "ALL" => ProjectionKind::All,
            "KEYS_ONLY" => ProjectionKind::KeysOnly,
            _ => {
                let known = ["ALL", "KEYS_ONLY", "[\"attribute\", ...]"];
                let message = diag::unknown("projection", &text, &known);
                return Err(darling::Error::custom(message).with_span(value));
            }
        };
        Ok(Self { kind, option })
    }
}

impl FromMeta for RenameValue {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let text = TEXT.read(item, string)?;
        let name = text.value();
        let Some(rename) = Rename::parse(&name) else {
            let known = Rename::ALL.map(|(name, _)| name);
            let message = diag::unknown("case", &name, &known);
            return Err(darling::Error::custom(message).with_span(&text));
        };
        Ok(Self {
            rename,
            option: item.path().span(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn durations_are_a_number_and_a_unit() {
        assert_eq!(seconds("90d"), Some(7_776_000));
        assert_eq!(seconds("15m"), Some(900));
        for wrong in [
            "",
            "d",
            "90",
            "90 d",
            "+9d",
            "9y",
            "0s",
            "99999999999999999999w",
            "9é",
        ] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }
}

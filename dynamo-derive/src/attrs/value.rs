//! The values that options take.

use darling::FromMeta;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, LitStr, Meta, Path};

use super::form::{
    DURATION, EXPR, FUNCTION, METHOD, NAMES, NUMBER, PATH, TEXT, number, path, string, strings,
};
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
    /// `INCLUDE`, without saying what.
    Unlisted,
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
            Meta::List(_) | Meta::NameValue(_) => Some(FUNCTION.read(item, path)?),
        };
        Ok(Self {
            function,
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
            "INCLUDE" => ProjectionKind::Unlisted,
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

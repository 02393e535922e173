//! Tokens as a person writes them: syn forgets where the spaces were.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// The operators of several characters that tokens may run into one another after.
const OPERATORS: [&str; 21] = [
    "..=", "...", "<<=", ">>=", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "..", "<<",
    ">>", "+=", "-=", "*=", "/=", "%=",
];

/// How `<` and `>` are meant, which the tokens alone do not say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Angle {
    Bracket,
    Comparison,
}

/// An expression: `!self.open && self.total > 0`.
pub(super) fn expression(tokens: TokenStream) -> String {
    written(tokens, Angle::Comparison)
}

/// A type or a path: `Box<Order>`.
pub(super) fn ty(tokens: TokenStream) -> String {
    written(tokens, Angle::Bracket)
}

fn written(tokens: TokenStream, angle: Angle) -> String {
    let mut text = Text {
        written: String::new(),
        last: Last::Start,
        angle,
    };
    text.push(tokens);
    text.written
}

/// The kind of token that was written last, as far as the next one depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing, or the start of a group.
    Start,
    /// A name or a group: something that can be called.
    Operand,
    /// A word after which an expression begins.
    Keyword,
    /// A literal or the end of a statement.
    Other,
    /// An operator between two operands, or a comma.
    Between,
    /// Something that the next token follows without a space.
    Tight,
}

struct Text {
    written: String,
    last: Last,
    angle: Angle,
}

impl Text {
    fn push(&mut self, tokens: TokenStream) {
        let mut run = String::new();
        for token in tokens {
            if let TokenTree::Punct(punct) = &token
                && punct.as_char() != '\''
            {
                run.push(punct.as_char());
                if punct.spacing() == Spacing::Alone {
                    self.operators(&std::mem::take(&mut run));
                }
                continue;
            }
            self.operators(&std::mem::take(&mut run));
            match token {
                TokenTree::Group(group) => self.group(&group),
                TokenTree::Ident(ident) => {
                    let word = ident.to_string();
                    let starts = ["if", "in", "match", "else", "return", "as", "let", "move"];
                    let is_keyword = starts.contains(&word.as_str());
                    let last = if is_keyword {
                        Last::Keyword
                    } else {
                        Last::Operand
                    };
                    self.token(&word, last);
                }
                TokenTree::Literal(literal) => self.token(&literal.to_string(), Last::Other),
                // The apostrophe of a lifetime.
                TokenTree::Punct(punct) => self.token(&punct.to_string(), Last::Tight),
            }
        }
        self.operators(&run);
    }

    /// A token that has spaces around it unless its neighbour says otherwise.
    fn token(&mut self, token: &str, last: Last) {
        if !matches!(self.last, Last::Start | Last::Tight) {
            self.written.push(' ');
        }
        self.written.push_str(token);
        self.last = last;
    }

    fn tight(&mut self, token: &str, last: Last) {
        self.written.push_str(token);
        self.last = last;
    }

    fn group(&mut self, group: &Group) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{ ", " }"),
            Delimiter::None => ("", ""),
        };
        if self.last == Last::Operand && group.delimiter() != Delimiter::Brace {
            self.tight(open, Last::Start);
        } else {
            self.token(open, Last::Start);
        }
        self.push(group.stream());
        self.tight(close, Last::Operand);
    }

    /// The operators in a run of characters: `&&!` are two.
    fn operators(&mut self, mut run: &str) {
        while let Some(first) = run.chars().next() {
            let is_bracket = self.angle == Angle::Bracket && matches!(first, '<' | '>');
            let mut known = OPERATORS.into_iter().filter(|_| !is_bracket);
            let known = known.find(|known| run.starts_with(known));
            let operator = known.map_or(first.len_utf8(), str::len);
            self.operator(&run[..operator]);
            run = &run[operator..];
        }
    }

    fn operator(&mut self, operator: &str) {
        let is_prefix = !matches!(self.last, Last::Operand | Last::Other);
        match operator {
            "." | "::" | ".." | "..=" if is_prefix && self.last != Last::Tight => {
                self.token(operator, Last::Tight);
            }
            "." | "::" | ".." | "..=" => self.tight(operator, Last::Tight),
            "," | ";" | ":" => self.tight(operator, Last::Between),
            "?" => self.tight(operator, Last::Operand),
            // Of a macro, if it is after a name.
            "!" if self.last == Last::Operand => self.tight(operator, Last::Operand),
            "<" if self.angle == Angle::Bracket => self.tight(operator, Last::Tight),
            ">" if self.angle == Angle::Bracket => self.tight(operator, Last::Operand),
            "!" | "-" | "*" | "&" | "&&" | "|" | "||" if is_prefix => {
                self.token(operator, Last::Tight);
            }
            _ => self.token(operator, Last::Between),
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::{expression, ty};

    #[test]
    fn expressions_are_as_written() {
        let written = expression;
        assert_eq!(written(quote!(!self.open)), "!self.open");
        assert_eq!(
            written(quote!(self.total > 0 && !self.open)),
            "self.total > 0 && !self.open"
        );
        assert_eq!(
            written(quote!(matches!(self.status, Status::New | Status::Open))),
            "matches!(self.status, Status::New | Status::Open)"
        );
        assert_eq!(written(quote!(self.balance == -1)), "self.balance == -1");
        assert_eq!(
            written(quote!(self.tags[0].is_some() || !(self.a && *self.b))),
            "self.tags[0].is_some() || !(self.a && *self.b)"
        );
        assert_eq!(
            written(quote!(self.age >= limits::MIN - 1)),
            "self.age >= limits::MIN - 1"
        );
        assert_eq!(
            written(quote!(is_due(&self.at, 1..=3))),
            "is_due(&self.at, 1..=3)"
        );
    }

    #[test]
    fn types_are_as_written() {
        assert_eq!(ty(quote!(Box<crate::Order>)), "Box<crate::Order>");
        assert_eq!(ty(quote!(Map<String, Vec<u8>>)), "Map<String, Vec<u8>>");
    }
}

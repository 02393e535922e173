//! Whether the keys of two item types can be told apart, which the derives will check.

use crate::import::outline::{ItemOutline, KeyOutline, Piece};

/// The first two item types that could have a key in common.
pub(super) fn first_overlap(items: &[ItemOutline], delimiter: char) -> Option<(usize, usize)> {
    for second in 1..items.len() {
        for first in 0..second {
            let (a, b) = (&items[first], &items[second]);
            let by_sort = match (&a.sk, &b.sk) {
                (Some(a), Some(b)) => are_apart(a, b, delimiter),
                _ => false,
            };
            if !by_sort && !are_apart(&a.pk, &b.pk, delimiter) {
                return Some((first, second));
            }
        }
    }
    None
}

/// A part of a template between two delimiters.
#[derive(PartialEq)]
enum Token {
    Constant(String),
    Open,
}

fn are_apart(a: &KeyOutline, b: &KeyOutline, delimiter: char) -> bool {
    let (KeyOutline::Built(a), KeyOutline::Built(b)) = (a, b) else {
        return false;
    };
    let (lead_a, lead_b) = (lead(a), lead(b));
    let is_constant = |pieces: &[Piece]| {
        !pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Component(..)))
    };
    let begins = match (is_constant(a), is_constant(b)) {
        (true, true) => lead_a == lead_b,
        (true, false) => lead_a.starts_with(lead_b),
        (false, true) => lead_b.starts_with(lead_a),
        (false, false) => lead_a.starts_with(lead_b) || lead_b.starts_with(lead_a),
    };
    if !begins {
        return true;
    }
    let (Some(a), Some(b)) = (tokens(a, delimiter), tokens(b, delimiter)) else {
        return false;
    };
    let differ = |(a, b): (&Token, &Token)| match (a, b) {
        (Token::Constant(a), Token::Constant(b)) => a != b,
        _ => false,
    };
    a.len() != b.len() || a.iter().zip(&b).any(differ)
}

fn lead(pieces: &[Piece]) -> &str {
    match pieces.first() {
        Some(Piece::Literal(text)) => text,
        _ => "",
    }
}

/// The tokens of a template; `None` if a component may contain the delimiter.
fn tokens(pieces: &[Piece], delimiter: char) -> Option<Vec<Token>> {
    let mut tokens = vec![Token::Constant(String::new())];
    for piece in pieces {
        match piece {
            Piece::Component(_, format) if format == ":raw" => return None,
            Piece::Component(..) => *tokens.last_mut()? = Token::Open,
            Piece::Literal(text) => {
                for (at, part) in text.split(delimiter).enumerate() {
                    if at > 0 {
                        tokens.push(Token::Constant(String::new()));
                    }
                    if let Some(Token::Constant(known)) = tokens.last_mut() {
                        known.push_str(part);
                    }
                }
            }
        }
    }
    Some(tokens)
}

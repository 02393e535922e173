//! Errors of the SDK as text: one line, without the values that DynamoDB quotes.

use std::error::Error as StdError;

/// An error and its causes, outermost first.
pub(super) fn causes<'a>(
    error: &'a (dyn StdError + 'static),
) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |error| StdError::source(*error))
}

/// An error with its causes in one line, without repetition.
pub(super) fn told(error: &(dyn StdError + 'static)) -> String {
    let mut line = String::new();
    for cause in causes(error) {
        let text = one_line(&cause.to_string());
        if !text.is_empty() && !line.contains(&text) {
            let separator = if line.is_empty() { "" } else { ": " };
            line = line + separator + &text;
        }
    }
    line
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The places where DynamoDB's messages quote a value of the request: the text before it, and the
/// text after it.
const QUOTES: [(&str, &str); 5] = [
    ("AttributeValue: {", "}"),
    ("Input collection [", "] "),
    ("Value '", "' at '"),
    ("value: '", "'"),
    ("numeric value: ", "\n"),
];

/// DynamoDB's message in one line, without the values that it quotes.
pub(crate) fn without_values(message: &str) -> String {
    let mut message = one_line(message);
    for (before, after) in QUOTES {
        let mut from = 0;
        while let Some(at) = message[from..].find(before) {
            let start = from + at + before.len();
            let rest = &message[start..];
            // A value may itself contain the text that follows it, so the last occurrence counts.
            let end = rest.rfind(after).map_or(message.len(), |at| start + at);
            let next = rest.find(before).map(|at| start + at);
            let end = match next {
                Some(next) if next < end => message[start..next]
                    .rfind(after)
                    .map_or(end, |at| start + at),
                _ => end,
            };
            message.replace_range(start..end, "…");
            from = start + '…'.len_utf8();
        }
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_dynamodb_quotes_is_left_out() {
        for (message, told) in [
            (
                "lower bound operand: AttributeValue: {S:s3cret}, upper bound operand: \
                 AttributeValue: {S:s3}cret}",
                "lower bound operand: AttributeValue: {…}, upper bound operand: AttributeValue: {…}",
            ),
            (
                "Input collection [s3cret, s3cret] contains duplicates.",
                "Input collection […] contains duplicates.",
            ),
            (
                "1 validation error detected: Value 's3cret' at 'key' failed to satisfy",
                "1 validation error detected: Value '…' at 'key' failed to satisfy",
            ),
            (
                "The parameter cannot be converted to a numeric value: s3cret",
                "The parameter cannot be converted to a numeric value: …",
            ),
            ("two\n  lines", "two lines"),
        ] {
            assert_eq!(without_values(message), told);
        }
    }
}

//! Numbers as text that sorts: fixed width, order-preserving, negative ones included.

use std::fmt::Write as _;

use super::KeyError;

/// Added to a decimal exponent so that it has three digits; DynamoDB's exponents lie in -130..=126.
const EXPONENT_BIAS: i32 = 500;

/// Writes an integer of a type with at most `digits` digits: a sign (`0` negative, `1` not), then
/// the digits, complemented below zero so that a larger magnitude sorts first.
pub(super) fn write_sortable_integer(value: i128, digits: u8, to: &mut String) {
    let start = to.len() + 1;
    to.push(if value < 0 { '0' } else { '1' });
    // Writing to a `String` cannot fail.
    let _ = write!(
        to,
        "{:0width$}",
        value.unsigned_abs(),
        width = usize::from(digits)
    );
    if value < 0 {
        complement(to, start);
    }
}

pub(super) fn read_sortable_integer(text: &str) -> Result<i128, KeyError> {
    let malformed = || KeyError::new("is not a `sortable` whole number");
    let (sign, digits) = text.split_at_checked(1).ok_or_else(malformed)?;
    let magnitude = |digits: &str| digits.parse::<u128>().map_err(|_| malformed());
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(malformed());
    }
    match sign {
        "1" => i128::try_from(magnitude(digits)?).map_err(|_| malformed()),
        // The least integer has no positive counterpart.
        "0" => 0_i128
            .checked_sub_unsigned(magnitude(&complemented(digits))?)
            .ok_or_else(malformed),
        _ => Err(malformed()),
    }
}

/// Writes decimal text: a sign (`3` negative, `4` zero, `5` positive, unlike those of integers),
/// three digits of exponent, then the significant digits. Below zero, everything but the sign is
/// complemented.
pub(super) fn write_sortable_decimal(
    text: &str,
    digits: u8,
    to: &mut String,
) -> Result<(), KeyError> {
    let width = usize::from(digits);
    let number = Scientific::parse(text)?;
    if number.digits.len() > width {
        return Err(KeyError::new(format!(
            "has {} significant digits, its type has at most {width}",
            number.digits.len()
        )));
    }
    if number.digits.is_empty() {
        let _ = write!(to, "4{:0width$}", 0, width = width + 3);
        return Ok(());
    }
    let start = to.len() + 1;
    to.push(if number.negative { '3' } else { '5' });
    let _ = write!(
        to,
        "{:03}{:0<width$}",
        number.exponent + EXPONENT_BIAS,
        number.digits
    );
    if number.negative {
        complement(to, start);
    }
    Ok(())
}

pub(super) fn read_sortable_decimal(text: &str) -> Result<String, KeyError> {
    let malformed = || KeyError::new("is not a `sortable` number");
    let (sign, rest) = text.split_at_checked(1).ok_or_else(malformed)?;
    if rest.len() < 4 || !rest.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(malformed());
    }
    let rest = match sign {
        "4" => return Ok("0".to_owned()),
        "5" => rest.to_owned(),
        "3" => complemented(rest),
        _ => return Err(malformed()),
    };
    let (exponent, digits) = rest.split_at(3);
    let exponent = exponent.parse::<i32>().map_err(|_| malformed())? - EXPONENT_BIAS;
    let number = Scientific {
        negative: sign == "3",
        digits: digits.trim_end_matches('0').to_owned(),
        exponent,
    };
    Ok(number.to_plain())
}

/// Negates decimal text.
pub(crate) fn negated(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(positive) => positive.to_owned(),
        None if text.bytes().all(|byte| matches!(byte, b'0' | b'.')) => text.to_owned(),
        None => format!("-{}", text.strip_prefix('+').unwrap_or(text)),
    }
}

/// The most significant digits of a number in DynamoDB.
const MOST_DIGITS: i32 = 38;
/// The exponent of the smallest digit that DynamoDB stores.
const LEAST_EXPONENT: i32 = -130;

/// The next number that DynamoDB can store, greater or smaller; `None` at the ends of its range and
/// close to zero, where fewer digits are left.
pub(super) fn next(text: &str, smaller: bool) -> Option<String> {
    let number = Scientific::parse(text).ok()?;
    if number.digits.is_empty() {
        let sign = if smaller { "-" } else { "" };
        return Some(format!("{sign}1E{LEAST_EXPONENT}"));
    }
    let missing = MOST_DIGITS - i32::try_from(number.digits.len()).ok()?;
    let exponent = number.exponent - MOST_DIGITS;
    let is_near_zero = exponent - 1 < LEAST_EXPONENT;
    if is_near_zero || missing < 0 || number.exponent >= 126 {
        return None;
    }
    let digits = number.digits.parse::<u128>().ok()?;
    let digits = digits.checked_mul(10_u128.checked_pow(missing.unsigned_abs())?)?;
    let least = 10_u128.checked_pow(MOST_DIGITS.unsigned_abs() - 1)?;
    let (digits, exponent) = match number.negative == smaller {
        true => (digits + 1, exponent),
        // Below a power of ten there is room for one more digit.
        false if digits == least => (least * 10 - 1, exponent - 1),
        false => (digits - 1, exponent),
    };
    let sign = if number.negative { "-" } else { "" };
    Some(format!("{sign}{digits}E{exponent}"))
}

/// A number as `0.digits × 10^exponent`, without leading or trailing zeros; zero has no digits.
struct Scientific {
    negative: bool,
    digits: String,
    exponent: i32,
}

impl Scientific {
    fn parse(text: &str) -> Result<Self, KeyError> {
        let malformed = || KeyError::new("is not a decimal number");
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => {
                (mantissa, exponent.parse::<i32>().map_err(|_| malformed())?)
            }
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(malformed());
        }
        let significant = all.trim_start_matches('0');
        let leading = i32::try_from(all.len() - significant.len()).map_err(|_| malformed())?;
        let point = i32::try_from(whole.len()).map_err(|_| malformed())?;
        let digits = significant.trim_end_matches('0').to_owned();
        let exponent = point.saturating_add(exponent).saturating_sub(leading);
        if !digits.is_empty() && !(-129..=126).contains(&exponent) {
            return Err(KeyError::new("is outside DynamoDB's range of numbers"));
        }
        Ok(Self {
            negative: negative && !digits.is_empty(),
            digits,
            exponent,
        })
    }

    fn to_plain(&self) -> String {
        if self.digits.is_empty() {
            return "0".to_owned();
        }
        let sign = if self.negative { "-" } else { "" };
        let count = self.digits.len();
        match usize::try_from(self.exponent) {
            Ok(point) if point >= count => {
                format!("{sign}{}{}", self.digits, "0".repeat(point - count))
            }
            Ok(point) if point > 0 => {
                format!("{sign}{}.{}", &self.digits[..point], &self.digits[point..])
            }
            _ => {
                let zeros = self.exponent.unsigned_abs() as usize;
                format!("{sign}0.{}{}", "0".repeat(zeros), self.digits)
            }
        }
    }
}

fn complement(text: &mut String, start: usize) {
    let tail = complemented(&text[start..]);
    text.truncate(start);
    text.push_str(&tail);
}

fn complemented(digits: &str) -> String {
    digits
        .bytes()
        .map(|byte| char::from(b'0' + b'9' - byte))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{next, write_sortable_decimal};

    fn sortable(text: &str) -> String {
        let mut written = String::new();
        write_sortable_decimal(text, 38, &mut written).expect("a number");
        written
    }

    #[test]
    fn no_number_lies_between_neighbours() {
        for text in [
            "42",
            "-42",
            "1",
            "-1",
            "0.5",
            "99999999999999999999999999999999999999",
        ] {
            let above = next(text, false).expect("a number above");
            let below = next(text, true).expect("a number below");
            assert!(sortable(&below) < sortable(text), "{below} {text}");
            assert!(sortable(text) < sortable(&above), "{text} {above}");
            let back = next(&above, true).expect("a number below");
            assert_eq!(sortable(&back), sortable(text));
        }
        assert_eq!(
            next("1", true).as_deref(),
            Some("99999999999999999999999999999999999999E-38")
        );
    }

    #[test]
    fn the_ends_have_no_neighbours() {
        for text in ["1E-130", "9.9E+125"] {
            assert_eq!(next(text, false), None, "{text}");
        }
    }
}

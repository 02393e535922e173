//! DynamoDB's numbers: decimal digits, compared by value.

/// A parsed number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Digits {
    negative: bool,
    /// The digits before the point, without leading zeros; empty for zero.
    whole: String,
    /// The digits after the point, without trailing zeros.
    fraction: String,
    /// Whether it was written with a point, as in `45000.00`.
    pointed: bool,
}

/// The most places that an exponent moves the point; DynamoDB has 38 digits and exponents to 125.
const FARTHEST: i32 = 200;

impl Digits {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (text, exponent) = match text.split_once(['e', 'E']) {
            Some((text, exponent)) => (text, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let all = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
        if whole.is_empty() && fraction.is_empty() || !all(whole) || !all(fraction) {
            return None;
        }
        if exponent.abs() > FARTHEST {
            return None;
        }
        let digits = format!("{whole}{fraction}");
        let point = i32::try_from(whole.len()).ok()? + exponent;
        let (whole, fraction) = split(&digits, point);
        let whole = whole.trim_start_matches('0').to_owned();
        let fraction = fraction.trim_end_matches('0').to_owned();
        Some(Self {
            negative: negative && !(whole.is_empty() && fraction.is_empty()),
            whole,
            fraction,
            pointed: text.contains('.'),
        })
    }

    pub(super) fn is_whole(&self) -> bool {
        self.fraction.is_empty()
    }

    /// Whether it was written with a point, so that it can be a fraction.
    pub(super) const fn is_pointed(&self) -> bool {
        self.pointed
    }

    pub(super) const fn is_negative(&self) -> bool {
        self.negative
    }

    /// The number of significant digits.
    pub(super) fn len(&self) -> usize {
        self.whole.len() + self.fraction.len()
    }

    /// Whether DynamoDB can hold it: 38 digits, from 1E-130 to 9.9E+125.
    ///
    /// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html>
    pub(super) fn is_storable(&self) -> bool {
        let digits = format!("{}{}", self.whole, self.fraction);
        let leading = self.fraction.len() - self.fraction.trim_start_matches('0').len();
        let is_small_enough = self.whole.len() <= 126;
        let is_big_enough = !self.whole.is_empty() || leading < 130;
        is_small_enough && is_big_enough && digits.trim_matches('0').len() <= 38
    }

    /// How many digits follow the point.
    pub(super) fn scale(&self) -> usize {
        self.fraction.len()
    }

    /// The number as DynamoDB returns it.
    pub(super) fn plain(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        let whole = if self.whole.is_empty() {
            "0"
        } else {
            &self.whole
        };
        if self.fraction.is_empty() {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{}", self.fraction)
        }
    }

    /// The negated number.
    pub(super) fn negated(&self) -> Self {
        let mut other = self.clone();
        other.negative = !self.negative && self.len() > 0;
        other
    }
}

/// The digits before and after a point.
fn split(digits: &str, point: i32) -> (String, String) {
    let length = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    if point <= 0 {
        (String::new(), zeros(-point) + digits)
    } else if point >= length {
        (digits.to_owned() + &zeros(point - length), String::new())
    } else {
        let at = usize::try_from(point).unwrap_or(0);
        (digits[..at].to_owned(), digits[at..].to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::Digits;

    #[test]
    fn numbers_are_compared_by_value() {
        for (written, plain) in [
            ("45000.00", "45000"),
            ("1.5e3", "1500"),
            ("-0.0", "0"),
            ("15e-1", "1.5"),
            ("007", "7"),
            ("1E-3", "0.001"),
        ] {
            let digits = Digits::parse(written).map(|digits| digits.plain());
            assert_eq!(digits.as_deref(), Some(plain), "{written}");
        }
        for wrong in ["", "-", ".", "1e", "0x1", "1e999", "1.2.3", "é"] {
            assert_eq!(Digits::parse(wrong), None, "{wrong}");
        }
    }
}

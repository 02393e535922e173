//! Finds the bytes that end or interrupt JSON text, eight at a time.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Returns the position of the first quote, backslash or control byte at or after `at`, or the
/// length of `bytes`.
#[inline]
pub(super) fn text_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let hits = special(u64::from_le_bytes(*chunk));
        if hits != 0 {
            return at + hits.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while let Some(byte) = bytes.get(at) {
        if matches!(byte, 0..0x20 | b'"' | b'\\') {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

// Sets the high bit of each special byte. A borrow can also set it above a true hit, never
// below one, and only the lowest is looked at.
#[inline]
fn special(word: u64) -> u64 {
    let quote = word ^ (ONES * u64::from(b'"'));
    let backslash = word ^ (ONES * u64::from(b'\\'));
    let control = word.wrapping_sub(ONES * 0x20) & !word;
    let quote = quote.wrapping_sub(ONES) & !quote;
    let backslash = backslash.wrapping_sub(ONES) & !backslash;
    (quote | backslash | control) & HIGH
}

#[cfg(test)]
mod tests {
    use super::text_end;

    #[test]
    fn every_byte_is_judged_alike_at_every_offset() {
        for byte in 0..=u8::MAX {
            for offset in 0..20 {
                let mut bytes = vec![b'x'; 24];
                bytes[offset] = byte;
                let special = byte < 0x20 || byte == b'"' || byte == b'\\';
                let expected = if special { offset } else { bytes.len() };
                assert_eq!(text_end(&bytes, 0), expected, "byte {byte} at {offset}");
            }
        }
    }

    #[test]
    fn the_first_of_two_neighbours_is_found() {
        assert_eq!(text_end(b"abc\"#\"zzzzzz", 0), 3);
        assert_eq!(text_end(b"abc\"#\"zzzzzz", 4), 5);
        assert_eq!(text_end(b"ab!\"\\\x1f !zzz", 0), 3);
    }
}

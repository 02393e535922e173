//! Finds the bytes that end or interrupt JSON text, eight at a time.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Returns the position of the first quote, backslash or control byte at or after `at`, or the
/// length of `bytes`.
#[inline]
pub(super) fn text_end(bytes: &[u8], at: usize) -> usize {
    let (words, _) = bytes.get(at..).unwrap_or_default().as_chunks::<8>();
    let mut word_at = at;
    for word in words {
        let hits = special(u64::from_le_bytes(*word));
        if hits != 0 {
            return word_at + hits.trailing_zeros() as usize / 8;
        }
        word_at += 8;
    }
    tail_end(bytes, word_at)
}

/// The same for fewer than eight bytes, four at a time: the last four overlap those before. A
/// response never ends like this, so it is kept out of the common path.
#[inline(never)]
fn tail_end(bytes: &[u8], at: usize) -> usize {
    let Some(tail) = bytes.get(at..) else {
        return bytes.len();
    };
    if let (Some(first), Some(last)) = (tail.first_chunk::<4>(), tail.last_chunk::<4>()) {
        let first = special(u64::from(u32::from_le_bytes(*first)) | SPACES << 32);
        let last_at = bytes.len() - 4;
        let last = special(u64::from(u32::from_le_bytes(*last)) | SPACES << 32);
        return match (first, last) {
            (0, 0) => bytes.len(),
            (0, _) => last_at + last.trailing_zeros() as usize / 8,
            _ => at + first.trailing_zeros() as usize / 8,
        };
    }
    let special = |byte: &u8| matches!(byte, 0..0x20 | b'"' | b'\\');
    at + tail.iter().position(special).unwrap_or(tail.len())
}

/// Returns whether text needs no escapes in JSON: no quote, backslash or control byte.
#[inline]
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    // The last word overlaps the one before, so there is no tail; likewise in shorter texts.
    let last = match (bytes.last_chunk::<8>(), bytes.first_chunk::<4>(), bytes) {
        (Some(last), ..) => u64::from_le_bytes(*last),
        (None, Some([one, two, three, four]), [.., but_three, but_two, but_one, end]) => {
            u64::from_le_bytes([
                *one, *two, *three, *four, *but_three, *but_two, *but_one, *end,
            ])
        }
        (.., [first, ..]) => {
            let (middle, end) = (bytes[bytes.len() / 2], bytes[bytes.len() - 1]);
            u64::from_le_bytes([*first, middle, end, b' ', b' ', b' ', b' ', b' '])
        }
        (.., []) => return true,
    };
    let (words, _) = bytes.as_chunks::<8>();
    special(last) == 0
        && words
            .iter()
            .all(|word| special(u64::from_le_bytes(*word)) == 0)
}

const SPACES: u64 = 0x2020_2020;

// Sets the high bit of each special byte. A borrow can also set it above a true hit, but never
// below one, and only the lowest is looked at. No special byte has its own high bit set.
#[inline]
fn special(word: u64) -> u64 {
    // With this bit flipped, the quote comes right after the control bytes.
    let low = (word ^ (ONES * 2)).wrapping_sub(ONES * 0x21);
    let backslash = (word ^ (ONES * u64::from(b'\\'))).wrapping_sub(ONES);
    (low | backslash) & !word & HIGH
}

/// Returns the number of digits that eight bytes start with, and the number they form.
#[inline]
pub(super) fn digits(bytes: [u8; 8]) -> (usize, i64) {
    let word = u64::from_le_bytes(bytes);
    // Digits are the bytes 0x30 to 0x39: those whose high half is 3, even after adding six. Carries
    // come only from bytes that are not digits, and only affect bytes after the first of those.
    let front = ONES * 0xf0;
    let others =
        (word & front) ^ (ONES * 0x30) | (word.wrapping_add(ONES * 6) & front) ^ (ONES * 0x30);
    let bits = others.trailing_zeros() / 8 * 8;
    // Missing digits become leading zeros; the digits are then added up in pairs.
    let digits = word.checked_shl(64 - bits).unwrap_or_default() & (ONES * 0x0f);
    let pairs = (digits.wrapping_mul(10 << 8 | 1) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs.wrapping_mul(100 << 16 | 1) >> 16) & 0x0000_ffff_0000_ffff;
    let eight = fours.wrapping_mul(10_000 << 32 | 1) >> 32;
    (bits as usize / 8, eight.cast_signed())
}

/// Returns whether bytes contain an ASCII byte.
#[inline]
pub(crate) fn contains(bytes: &[u8], byte: u8) -> bool {
    let Some(last) = bytes.last_chunk::<8>() else {
        return bytes.contains(&byte);
    };
    let pattern = ONES * u64::from(byte);
    let zeros = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word) ^ pattern;
        word.wrapping_sub(ONES) & !word & HIGH
    };
    let (words, _) = bytes.as_chunks::<8>();
    zeros(last) != 0 || words.iter().any(|word| zeros(word) != 0)
}

#[cfg(test)]
mod tests {
    use super::{contains, digits, is_plain, text_end};

    #[test]
    fn every_byte_is_judged_alike_at_every_offset() {
        for byte in 0..=u8::MAX {
            for offset in 0..20 {
                let mut bytes = vec![b'x'; 24];
                bytes[offset] = byte;
                let special = byte < 0x20 || byte == b'"' || byte == b'\\';
                let expected = if special { offset } else { bytes.len() };
                assert_eq!(text_end(&bytes, 0), expected, "byte {byte} at {offset}");
                assert_eq!(is_plain(&bytes), !special, "byte {byte} at {offset}");
            }
        }
    }

    #[test]
    fn the_first_of_two_neighbours_is_found() {
        assert_eq!(text_end(b"abc\"#\"zzzzzz", 0), 3);
        assert_eq!(text_end(b"abc\"#\"zzzzzz", 4), 5);
        assert_eq!(text_end(b"ab!\"\\\x1f !zzz", 0), 3);
    }

    #[test]
    fn short_texts_are_judged_byte_by_byte_alike() {
        for len in 0..12 {
            for offset in 0..len {
                let mut bytes = vec![b'x'; len];
                bytes[offset] = b'"';
                assert_eq!(text_end(&bytes, 0), offset);
                assert_eq!(text_end(&bytes, offset + 1), len);
                assert!(!is_plain(&bytes), "{offset} of {len}");
            }
            assert_eq!(text_end(&vec![b'x'; len], 0), len);
            assert!(is_plain(&vec![b'x'; len]), "{len}");
        }
    }

    #[test]
    fn digits_end_at_every_other_byte() {
        for byte in 0..=u8::MAX {
            for len in 0..8 {
                let mut bytes = *b"90817263";
                bytes[len] = byte;
                let expected = bytes.iter().take_while(|byte| byte.is_ascii_digit());
                let text: String = expected.map(|byte| char::from(*byte)).collect();
                let value = if text.is_empty() { Ok(0) } else { text.parse() };
                assert_eq!(
                    digits(bytes),
                    (text.len(), value.expect("digits")),
                    "{byte} at {len}"
                );
            }
        }
    }

    #[test]
    fn a_byte_is_found_wherever_it_stands() {
        for len in 0..20 {
            for offset in 0..len {
                let mut bytes = vec![b'"'; len];
                bytes[offset] = b'#';
                assert!(contains(&bytes, b'#'), "{offset} of {len}");
            }
            assert!(!contains(&vec![0xa3; len], b'#'));
        }
    }
}

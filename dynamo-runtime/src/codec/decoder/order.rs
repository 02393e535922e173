//! The order of attributes, learned from one item of a page and expected of the next ones; likewise
//! for the entries of the maps inside them.
//!
//! Items of one type usually come with the same attributes in the same order. Comparing the bytes
//! at the cursor with those of the previous item is much cheaper than reading the name and looking
//! it up. If the guess keeps failing, it costs more than it saves, so it stops. It begins with the
//! second item, since many responses have only one.

#![expect(
    clippy::inline_always,
    reason = "runs once per attribute: a call would add a third to its cost"
)]

/// Items with more attributes than this are not worth remembering whole.
const MAX_KNOWN: usize = 256;
/// Few items have more attributes than this.
const USUAL: usize = 24;
/// How many attributes may be left out between two that were remembered.
const LOOK_AHEAD: usize = 4;
/// How often to relearn the order before giving up on it.
const MAX_ATTEMPTS: u8 = 3;

#[derive(Debug, Default)]
pub(super) struct Order {
    state: OrderState,
    names: &'static [&'static str],
    known: Vec<KnownAttribute>,
    next: usize,
    hits: usize,
    misses: usize,
    attempts: u8,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum OrderState {
    /// Nothing was read so far, and perhaps nothing follows.
    #[default]
    First,
    Learning,
    Learned,
    Off,
}

/// An attribute as it was written in the text, from the comma before it to the colon after its
/// name.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownAttribute {
    start: usize,
    pub(super) len: usize,
    /// The offset of the quoted name from the start.
    pub(super) quote: usize,
    /// Which of the names it is.
    pub(super) index: usize,
    /// Whether it was the first in its item, with no comma before it.
    first: bool,
    /// The first eight bytes with a mask of its own, and the last eight: these words identify most
    /// names.
    head: u64,
    mask: u64,
    tail: u64,
}

/// The cursor, as far as it matters here.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextPosition<'b> {
    pub(super) bytes: &'b [u8],
    pub(super) at: usize,
    /// Whether nothing of the item has been read so far.
    pub(super) first: bool,
}

const WORD: usize = size_of::<u64>();

#[inline]
fn word(bytes: &[u8], at: usize) -> Option<u64> {
    let word = bytes.get(at..at + WORD)?.try_into().ok()?;
    Some(u64::from_le_bytes(word))
}

impl KnownAttribute {
    /// Remembers the attribute between the place and the cursor. `None` if it is too near the end
    /// of the text to compare by words; no item follows there anyway.
    pub(super) fn between(
        place: TextPosition<'_>,
        at: usize,
        name_at: usize,
        index: usize,
    ) -> Option<Self> {
        let (start, len) = (place.at, at - place.at);
        let mask = match len {
            0..WORD => !(u64::MAX << (8 * len)),
            _ => u64::MAX,
        };
        Some(Self {
            start,
            len,
            quote: name_at - start,
            index,
            first: place.first,
            head: word(place.bytes, start)? & mask,
            mask,
            tail: word(place.bytes, start + len.saturating_sub(WORD))?,
        })
    }

    #[inline(always)]
    fn stands_at(&self, place: TextPosition<'_>) -> bool {
        let TextPosition { bytes, at, first } = place;
        word(bytes, at).is_some_and(|head| head & self.mask == self.head)
            && self.first == first
            && (self.len <= WORD || word(bytes, at + self.len - WORD) == Some(self.tail))
            && (self.len <= 2 * WORD || self.middle_stands_at(bytes, at))
    }

    // A separate function, so that short names stay fast and arguments stay in registers.
    #[inline(never)]
    fn middle_stands_at(&self, bytes: &[u8], at: usize) -> bool {
        let middle = |start: usize| bytes.get(start + WORD..start + self.len - WORD);
        middle(self.start) == middle(at)
    }
}

impl Order {
    pub(super) fn begin_item(&mut self) {
        self.next = 0;
        // An item that failed halfway taught only half the order.
        if self.state == OrderState::Learning {
            self.known.clear();
        }
    }

    /// Returns the next remembered attribute if its bytes are at the cursor.
    #[inline(always)]
    pub(super) fn expected(
        &mut self,
        place: TextPosition<'_>,
        names: &'static [&'static str],
    ) -> Option<&KnownAttribute> {
        if self.state != OrderState::Learned || !std::ptr::eq(self.names, names) {
            return None;
        }
        let known = self.known.get(self.next)?;
        if !known.stands_at(place) {
            return None;
        }
        self.next += 1;
        self.hits += 1;
        Some(known)
    }

    /// Returns the remembered attribute whose bytes are at the cursor, if a few were left out
    /// before it.
    pub(super) fn ahead(&mut self, place: TextPosition<'_>) -> Option<KnownAttribute> {
        if self.state != OrderState::Learned {
            return None;
        }
        let from = self.next + 1;
        let to = self.known.len().min(from + LOOK_AHEAD);
        let candidates = self.known.get(from..to)?;
        let skipped = candidates.iter().position(|known| known.stands_at(place))?;
        let known = candidates[skipped];
        self.next = from + skipped + 1;
        self.hits += 1;
        Some(known)
    }

    /// Whether the order is for these names, and useful. It is learned for the first names that are
    /// asked for.
    #[inline]
    pub(super) fn is_for(&mut self, names: &'static [&'static str]) -> bool {
        if self.names.is_empty() {
            self.names = names;
        }
        std::ptr::eq(self.names, names) && self.state != OrderState::Off
    }

    /// Whether the first item is being read.
    #[inline]
    pub(super) fn is_first(&self) -> bool {
        self.state == OrderState::First
    }

    /// Forgets the order if it is for other names.
    #[inline]
    pub(super) fn restart_for(&mut self, names: &'static [&'static str]) {
        if !std::ptr::eq(self.names, names) {
            *self = Self {
                names,
                ..Self::default()
            };
        }
    }

    /// Remembers an attribute that was not expected.
    pub(super) fn learn(&mut self, known: impl FnOnce() -> Option<KnownAttribute>) {
        match self.state {
            OrderState::Learning if self.known.len() < MAX_KNOWN => {
                if self.known.is_empty() {
                    self.known.reserve(USUAL);
                }
                self.known.extend(known());
            }
            OrderState::Learned => self.misses += 1,
            OrderState::First | OrderState::Learning | OrderState::Off => {}
        }
    }

    pub(super) fn end_item(&mut self) {
        match self.state {
            OrderState::First => self.state = OrderState::Learning,
            OrderState::Learning => self.state = OrderState::Learned,
            OrderState::Learned if self.misses * 3 > self.hits + self.known.len() => self.forget(),
            OrderState::Learned | OrderState::Off => {}
        }
    }

    fn forget(&mut self) {
        self.attempts += 1;
        self.known.clear();
        self.hits = 0;
        self.misses = 0;
        self.state = if self.attempts < MAX_ATTEMPTS {
            OrderState::Learning
        } else {
            OrderState::Off
        };
    }
}

//! The progress of a stream of items, whatever their type.

use std::collections::VecDeque;
use std::task::Context;

use crate::codec::DecodeError;
use crate::op::read::pager::{LastKey, Pager};
use crate::op::read::rows::Failed;

/// How many items to take before checking whether the page read ahead has arrived, to request the
/// one after it.
const ITEMS_BETWEEN_LOOKS: usize = 32;

/// How many pages were read.
#[derive(Clone, Copy, Default)]
pub(in crate::op) struct Pages {
    pub(in crate::op) read: u64,
    /// How many items the last page has.
    pub(in crate::op) last: usize,
}

/// How far a stream has come.
#[derive(Clone, Copy)]
pub(in crate::op) enum Position<'a> {
    Start,
    After(&'a LastKey),
    End,
}

/// The step of a stream that comes next.
pub(super) enum Turn {
    /// The next item of the page is given.
    Item,
    /// The next item could not be decoded.
    Failed(DecodeError),
    /// The next page is to be read.
    Read(Box<Pager>),
    /// The page that is being read has to arrive.
    Wait,
    End,
}

/// The progress of a stream.
pub(super) struct StreamCore {
    /// The items that could not be decoded, and how many items of the page come before each.
    failed: VecDeque<(usize, DecodeError)>,
    /// How many items of the page were taken.
    taken: usize,
    pub(super) remaining: Option<usize>,
    pub(super) pages: Pages,
    /// The key that the current page begins after.
    begin: Option<LastKey>,
    state: State,
}

enum State {
    /// Nothing is being read.
    Idle(Box<Pager>),
    /// A page is being read.
    Reading,
    /// A page could not be read.
    Failed,
    Done,
}

impl StreamCore {
    pub(super) fn new(pager: Box<Pager>, limit: Option<usize>) -> Self {
        Self {
            failed: VecDeque::new(),
            taken: 0,
            remaining: limit,
            pages: Pages::default(),
            begin: None,
            state: State::Idle(pager),
        }
    }

    pub(super) fn read_ahead(&mut self, pages: usize) {
        if let State::Idle(pager) = &mut self.state {
            pager.ahead.set(pages);
        }
    }

    /// The position to continue from if this many items of the page were not taken, such that none
    /// of those is left out.
    pub(super) fn position(&self, left: usize) -> Position<'_> {
        let is_taken = left == 0 && self.failed.is_empty();
        let begin = match &self.state {
            State::Done => return Position::End,
            State::Idle(pager) if is_taken && pager.done => return Position::End,
            State::Idle(pager) if is_taken => pager.start.as_ref(),
            _ => self.begin.as_ref(),
        };
        begin.map_or(Position::Start, Position::After)
    }

    /// Takes the next step, if this many items of the page were not taken.
    pub(super) fn turn(&mut self, left: usize, context: &mut Context<'_>) -> Turn {
        if self.remaining == Some(0) {
            return Turn::End;
        }
        if let Some((_, error)) = self.failed.pop_front_if(|(after, _)| *after == self.taken) {
            return Turn::Failed(error);
        }
        if left > 0 {
            if let State::Idle(pager) = &mut self.state
                && self.taken.is_multiple_of(ITEMS_BETWEEN_LOOKS)
            {
                pager.poll_ahead(context);
            }
            self.taken += 1;
            self.remaining = self.remaining.map(|remaining| remaining - 1);
            return Turn::Item;
        }
        match std::mem::replace(&mut self.state, State::Done) {
            State::Idle(pager) if !pager.done => {
                self.begin.clone_from(&pager.start);
                self.state = State::Reading;
                Turn::Read(pager)
            }
            State::Idle(_) | State::Done => Turn::End,
            State::Failed => {
                self.state = State::Failed;
                Turn::End
            }
            State::Reading => {
                self.state = State::Reading;
                Turn::Wait
            }
        }
    }

    /// Notes that a page has arrived, with this many items and the failures between them.
    pub(super) fn arrive(&mut self, pager: Box<Pager>, items: usize, failed: Vec<Failed>) {
        self.pages.read += 1;
        self.pages.last = items;
        let failed = failed.into_iter();
        self.failed = failed.map(|failed| (failed.after, failed.error)).collect();
        self.taken = 0;
        self.state = State::Idle(pager);
    }

    /// Notes that a page could not be read.
    pub(super) fn fail(&mut self) {
        self.state = State::Failed;
    }
}

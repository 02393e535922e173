//! How far a bulk operation has come.

/// How far a bulk operation has come, as its `progress` function is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The items that were read, written or deleted.
    pub items: u64,
    /// The pages or batches they came in.
    pub pages: u64,
    /// How many of the parts are finished.
    pub finished: u32,
    /// The parts the operation runs in: the segments of a scan, one for other operations.
    pub parts: u32,
}

/// What is told, if anything.
pub(super) type Told = Option<Box<dyn FnMut(Progress) + Send>>;

/// Counts, and tells.
pub(super) struct Counter {
    progress: Progress,
    told: Told,
}

impl Counter {
    pub(super) fn new(parts: u32, told: Told) -> Self {
        Self {
            progress: Progress {
                parts,
                ..Progress::default()
            },
            told,
        }
    }

    /// Counts a page.
    pub(super) fn page(&mut self, items: usize) {
        self.progress.items += items as u64;
        self.progress.pages += 1;
        self.tell();
    }

    /// Counts a part that is finished.
    pub(super) fn finish(&mut self) {
        self.progress.finished += 1;
        self.tell();
    }

    /// Starts at this many items, which an earlier run did.
    pub(super) fn start_at(&mut self, items: u64) {
        self.progress.items = items;
    }

    pub(super) fn items(&self) -> u64 {
        self.progress.items
    }

    fn tell(&mut self) {
        if let Some(tell) = &mut self.told {
            tell(self.progress);
        }
    }
}

//! How far a bulk operation has come.

/// How far a bulk operation has come; passed to its `progress` function.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// How many items were read, written or deleted.
    pub items: u64,
    /// How many pages or batches they came in.
    pub pages: u64,
    /// How many of the parts are finished.
    pub finished: u32,
    /// How many parts the operation has: the segments of a scan, one for other operations.
    pub parts: u32,
}

/// The function to call, if there is one.
pub(super) type OnProgress = Option<Box<dyn FnMut(Progress) + Send>>;

/// Counts, and reports the progress.
pub(super) struct ProgressCounter {
    progress: Progress,
    told: OnProgress,
}

impl ProgressCounter {
    pub(super) fn new(parts: u32, told: OnProgress) -> Self {
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

    /// Counts a finished part.
    pub(super) fn finish(&mut self) {
        self.progress.finished += 1;
        self.tell();
    }

    /// Starts at this many items, which an earlier run completed.
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

//! Measurements in this process: the thread's CPU time, and the allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};

/// The system's allocator, which counts on request.
pub struct Counting;

static ON: AtomicBool = AtomicBool::new(false);
static COUNT: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);
/// Wraps below zero if older memory is freed; never read then.
static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grown(bytes: usize) {
    COUNT.fetch_add(1, Relaxed);
    BYTES.fetch_add(bytes, Relaxed);
    let live = LIVE.fetch_add(bytes, Relaxed).wrapping_add(bytes);
    if live.cast_signed() > PEAK.load(Relaxed).cast_signed() {
        PEAK.store(live, Relaxed);
    }
}

// SAFETY: everything is passed to the system's allocator unchanged.
#[expect(unsafe_code, reason = "an allocator cannot be written otherwise")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if ON.load(Relaxed) {
            grown(layout.size());
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if ON.load(Relaxed) {
            LIVE.fetch_sub(layout.size(), Relaxed);
        }
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if ON.load(Relaxed) {
            LIVE.fetch_sub(layout.size(), Relaxed);
            grown(size);
        }
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// The allocations of a call.
#[derive(Debug, Clone, Copy, Default)]
pub struct Memory {
    /// The number of allocations.
    pub count: usize,
    /// The total bytes.
    pub bytes: usize,
    /// The peak bytes above those in use before.
    pub peak: usize,
}

/// Measures the allocations of one call.
pub fn memory(run: &mut dyn FnMut()) -> Memory {
    for counter in [&COUNT, &BYTES, &LIVE, &PEAK] {
        counter.store(0, Relaxed);
    }
    ON.store(true, Relaxed);
    run();
    ON.store(false, Relaxed);
    Memory {
        count: COUNT.load(Relaxed),
        bytes: BYTES.load(Relaxed),
        peak: PEAK.load(Relaxed),
    }
}

/// The CPU time this thread has used, in nanoseconds.
#[expect(clippy::cast_precision_loss, reason = "exact for a hundred days")]
pub fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// The CPU time per call, over several calls.
#[expect(clippy::cast_precision_loss, reason = "a small count")]
pub fn cpu_each(run: &mut dyn FnMut(), calls: usize) -> f64 {
    let start = cpu();
    for _ in 0..calls {
        run();
    }
    (cpu() - start) / calls as f64
}

/// The median of some figures.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Runs this thread, and those it starts, on one core: moving between cores, or waking a server on
/// another one, is not to be measured.
pub fn on_one_core<T>(work: impl FnOnce() -> T) -> T {
    let Ok(all) = sched_getaffinity(None) else {
        return work();
    };
    let mut one = CpuSet::new();
    one.set(sched_getcpu());
    // If the system does not allow it, the figures vary more.
    let _ = sched_setaffinity(None, &one);
    let done = work();
    let _ = sched_setaffinity(None, &all);
    done
}

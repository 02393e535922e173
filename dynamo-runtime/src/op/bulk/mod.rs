//! Reading and writing very many items, with progress reports and checkpoints to resume from.

mod backfill;
mod checked;
mod checkpoint;
mod load;
mod parallel;
mod partition;
mod progress;
mod rate;
mod recount;

pub use backfill::{Backfill, Backfilled, Conflict, Rewritten};
pub use checkpoint::Checkpoint;
pub use load::{Load, LoadItem, Source};
pub use parallel::{ParallelScan, ParallelStream};
pub use partition::{DeletePartition, TableQuery};
pub use progress::Progress;
pub use rate::RateLimit;
pub use recount::{Recount, Recounted};

//! Reading and writing very many items, with progress reports and checkpoints to resume from.

mod backfill;
mod checked;
mod checkpoint;
mod delete_partition;
mod load;
mod parallel;
mod progress;
mod rate;
mod recount;
mod waiting_segments;

pub use backfill::{Backfill, Backfilled, Conflict, Rewritten};
pub use checkpoint::{Checkpoint, IntoCheckpoint};
pub use delete_partition::{DeletePartition, TableQuery};
pub use load::{Load, LoadItem, Source};
pub use parallel::{ParallelScan, ParallelStream};
pub use progress::Progress;
pub use rate::RateLimit;
pub use recount::{Recount, Recounted};

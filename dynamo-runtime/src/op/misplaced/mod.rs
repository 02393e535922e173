//! The compile errors for methods that another operation has.
//!
//! As in `other_names`, a block requires a trait that nothing has. Where `Iterator` has a method of
//! the same name, the method is found here, and its argument lacks the trait.

mod read;
mod write;

pub use read::{
    ExistsByQuery, FiltersTooLate, LimitsASearch, LooksUpMany, ScansInOrder, SearchesAll,
    SearchesLikeAQuery, SelectsTooLate, SetsTooLate, WritesByLookup, WritesByQuery,
};
pub use write::{ChecksAlone, FiltersAWrite, PutsAKey, UpdatesByItself};

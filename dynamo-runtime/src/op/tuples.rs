//! Lists of operations for batches and transactions: one, many, or a tuple of those.

/// Marks a single operation.
pub struct One;

/// Marks an iterator over operations.
pub struct Each;

/// Calls a macro for the tuples of one to twelve elements, with the type, marker and place of each.
macro_rules! for_tuples {
    ($implement:ident) => {
        $implement! {
            (A M0 0)
            (A M0 0, B M1 1)
            (A M0 0, B M1 1, C M2 2)
            (A M0 0, B M1 1, C M2 2, D M3 3)
            (A M0 0, B M1 1, C M2 2, D M3 3, E M4 4)
            (A M0 0, B M1 1, C M2 2, D M3 3, E M4 4, F M5 5)
            (A M0 0, B M1 1, C M2 2, D M3 3, E M4 4, F M5 5, G M6 6)
            (A M0 0, B M1 1, C M2 2, D M3 3, E M4 4, F M5 5, G M6 6, H M7 7)
            (A M0 0, B M1 1, C M2 2, D M3 3, E M4 4, F M5 5, G M6 6, H M7 7, I M8 8)
            (A M0 0, B M1 1, C M2 2, D M3 3, E M4 4, F M5 5, G M6 6, H M7 7, I M8 8, J M9 9)
            (A M0 0, B M1 1, C M2 2, D M3 3, E M4 4, F M5 5, G M6 6, H M7 7, I M8 8, J M9 9, K M10 10)
            (A M0 0, B M1 1, C M2 2, D M3 3, E M4 4, F M5 5, G M6 6, H M7 7, I M8 8, J M9 9, K M10 10, L M11 11)
        }
    };
}

pub(super) use for_tuples;

//! The options that many operations have: each written once, with its docs.

/// Writes the setters of some options, into the `impl` of an operation that has fields for them, or
/// one field with those: `setters!(spec: meter)`.
macro_rules! setters {
    ($($option:ident),+) => {
        $(setters!(@ $option);)+
    };
    ($at:ident: $($option:ident),+) => {
        $(setters!(@ $option $at);)+
    };
    (@ consistent $($at:ident)?) => {
        /// Reads what was written last, not what a replica holds.
        pub fn consistent(mut self) -> Self {
            self$(.$at)?.consistent = true;
            self
        }
    };
    (@ visible $($at:ident)?) => {
        /// Shows what is soft-deleted as well.
        pub fn include_deleted(mut self) -> Self {
            self$(.$at)?.visible.deleted = true;
            self
        }

        /// Shows what has expired as well: its TTL has passed, and DynamoDB has not removed it yet.
        pub fn include_expired(mut self) -> Self {
            self$(.$at)?.visible.expired = true;
            self
        }
    };
    (@ including $($at:ident)?) => {
        /// Takes an item that is soft-deleted as it is stored; otherwise it counts as absent.
        pub fn include_deleted(mut self) -> Self {
            self$(.$at)?.visible.deleted = true;
            self
        }

        /// Takes an item that has expired, but that DynamoDB has not removed yet, as it is stored;
        /// otherwise it counts as absent.
        pub fn include_expired(mut self) -> Self {
            self$(.$at)?.visible.expired = true;
            self
        }
    };
    (@ pages $($at:ident)?) => {
        /// Gives back at most this many items, counted after filters.
        ///
        /// A page has at least one: `send` refuses a limit of 0, whose cursor could not go on.
        pub fn limit(mut self, limit: usize) -> Self {
            self$(.$at)?.limit = Some(limit);
            self
        }

        /// Has DynamoDB look at no more than this many items a request: its own `Limit`, counted
        /// before filters.
        pub fn page_size(mut self, size: u32) -> Self {
            self$(.$at)?.page_size = Some(i32::try_from(size.max(1)).unwrap_or(i32::MAX));
            self
        }

        /// Goes on where a page of the same operation ended.
        pub fn after(mut self, cursor: impl $crate::cursor::IntoCursor) -> Self {
            self$(.$at)?.after = cursor.into_cursor();
            self
        }
    };
    (@ batch_limits $($at:ident)?) => {
        /// Sends at most this many requests at once, twenty by default and a thousand at most.
        pub fn concurrency(mut self, requests: usize) -> Self {
            self$(.$at)?.limits.concurrency = $crate::op::pace::at_once(requests);
            self
        }

        /// Gives up after this long. A request that is not answered by then counts as not done; a
        /// write of it may still be made.
        ///
        /// Without a deadline the batch takes as long as it needs, but gives up on a request of
        /// which DynamoDB leaves something for half a minute.
        pub fn deadline(mut self, deadline: std::time::Duration) -> Self {
            self$(.$at)?.limits.deadline = Some(deadline);
            self
        }
    };
    (@ transaction_deadline $($at:ident)?) => {
        /// Stops trying again after this long, half a minute unless said. A request that is on its
        /// way then is awaited.
        pub fn deadline(mut self, deadline: std::time::Duration) -> Self {
            self$(.$at)?.deadline = Some(deadline);
            self
        }
    };
    (@ meter $($at:ident)?) => {
        /// Adds the capacity this consumes to a meter.
        pub fn meter(mut self, meter: &$crate::Meter) -> Self {
            self$(.$at)?.meter = Some(meter.clone());
            self
        }
    };
}

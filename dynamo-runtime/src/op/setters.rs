//! Options that many operations share, each written once with its docs.

/// Writes the setters of some options into the `impl` of an operation that has fields for them, or
/// has one field with those: `setters!(spec: meter)`.
macro_rules! setters {
    ($($option:ident),+) => {
        $(setters!(@ $option);)+
    };
    ($at:ident: $($option:ident),+) => {
        $(setters!(@ $option $at);)+
    };
    (@ consistent $($at:ident)?) => {
        /// Makes the read strongly consistent: it sees every earlier write.
        pub fn consistent(mut self) -> Self {
            self$(.$at)?.consistent = true;
            self
        }
    };
    (@ visible $($at:ident)?) => {
        /// Includes soft-deleted items.
        pub fn include_deleted(mut self) -> Self {
            self$(.$at)?.visible.deleted = true;
            self
        }

        /// Includes expired items: those whose TTL has passed, but that DynamoDB has not removed
        /// yet.
        pub fn include_expired(mut self) -> Self {
            self$(.$at)?.visible.expired = true;
            self
        }
    };
    (@ including $($at:ident)?) => {
        /// Treats a soft-deleted item as present; otherwise it counts as absent.
        pub fn include_deleted(mut self) -> Self {
            self$(.$at)?.visible.deleted = true;
            self
        }

        /// Treats an expired item that DynamoDB has not removed yet as present; otherwise it counts
        /// as absent.
        pub fn include_expired(mut self) -> Self {
            self$(.$at)?.visible.expired = true;
            self
        }
    };
    (@ pages $($at:ident)?) => {
        /// Returns at most this many items, counted after filters.
        ///
        /// A limit of 0 is refused by `send`, since its cursor could not continue.
        pub fn limit(mut self, limit: usize) -> Self {
            self$(.$at)?.limit = Some(limit);
            self
        }

        /// Makes DynamoDB look at no more than this many items per request: its own `Limit`,
        /// counted before filters.
        pub fn page_size(mut self, size: u32) -> Self {
            self$(.$at)?.page_size = Some(i32::try_from(size.max(1)).unwrap_or(i32::MAX));
            self
        }

        /// Continues where a page of the same operation ended.
        pub fn after(mut self, cursor: impl $crate::cursor::IntoCursor) -> Self {
            self$(.$at)?.after = cursor.into_cursor();
            self
        }
    };
    (@ batch_limits $($at:ident)?) => {
        /// Sends at most this many requests at once; twenty by default, a thousand at most.
        pub fn concurrency(mut self, requests: usize) -> Self {
            self$(.$at)?.limits.concurrency = $crate::op::pace::at_once(requests);
            self
        }

        /// Gives up after this long. A request that is unanswered by then counts as not done,
        /// though its writes may still be made.
        ///
        /// Without a deadline the batch takes as long as it needs, but gives up on a request that
        /// DynamoDB leaves partly unprocessed for 30 seconds.
        pub fn deadline(mut self, deadline: std::time::Duration) -> Self {
            self$(.$at)?.limits.deadline = Some(deadline);
            self
        }
    };
    (@ transaction_deadline $($at:ident)?) => {
        /// Stops retrying after this long; 30 seconds by default. A request in flight is still
        /// awaited.
        pub fn deadline(mut self, deadline: std::time::Duration) -> Self {
            self$(.$at)?.deadline = Some(deadline);
            self
        }
    };
    (@ meter $($at:ident)?) => {
        /// Adds the capacity this consumes to a meter.
        pub fn meter(mut self, meter: &$crate::Meter) -> Self {
            let limit = self$(.$at)?.meter.as_ref().and_then($crate::Meter::limit);
            self$(.$at)?.meter = Some(meter.clone().limited_by(limit));
            self
        }
    };
    (@ rate $($at:ident)?) => {
        /// Consumes at most this many capacity units per second on average: reads and writes, of
        /// the table and its indexes. If DynamoDB throttles, it slows down instead of failing.
        pub fn units_per_second(self, units: u32) -> Self {
            self.rate_limit(&$crate::op::bulk::RateLimit::per_second(units))
        }

        /// Shares a rate with other operations.
        pub fn rate_limit(mut self, limit: &$crate::op::bulk::RateLimit) -> Self {
            let meter = self$(.$at)?.meter.take().unwrap_or_default();
            self$(.$at)?.meter = Some(meter.limited_by(Some(limit)));
            self
        }
    };
}

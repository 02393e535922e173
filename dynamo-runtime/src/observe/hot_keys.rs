//! The partition keys that are used most, counted by their hashes in bounded memory.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::key::Key;
use crate::wire;

/// Counts the partition keys of requests, to find hot partitions: see
/// [`Db::with_hot_keys`](crate::Db::with_hot_keys).
///
/// It stores keys only as a hash with a secret, so a report shows no key. To check whether a
/// certain key is in a report, compare its hash with [`hash_of`](Self::hash_of). Gets, writes and
/// queries count for the partition that they name, of the table or of the index they read. Scans
/// and searches name none, and the index keys that a write changes are not counted.
///
/// It uses a fixed number of counters, with the space-saving algorithm. With 1,000 counters, a key
/// that gets more than one request in 1,000 is always in the report. Its count is too high by at
/// most [`HotKey::over`]. Clones share the counters.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// use dynamo_runtime::observe::HotKeys;
///
/// # #[derive(Item)]
/// # #[table(name = "carts", pk = "customer", sk = "id")]
/// # struct Cart { customer: String, id: u32 }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Cart>().await?;
/// let hot_keys = HotKeys::new(1_000);
/// let db = db.with_hot_keys(&hot_keys);
/// for (customer, id) in [("ada", 1), ("ada", 2), ("bob", 1), ("ada", 3)] {
///     Cart { customer: customer.into(), id }.put().send(&db).await?;
/// }
/// let hottest = &hot_keys.report(10)[0];
/// println!("{hottest}"); // `carts` 5f0c…: 75.0 % of requests
/// assert_eq!(hottest.count, 3);
/// assert_eq!(hottest.hash, hot_keys.hash_of("ada"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct HotKeys {
    secret: Arc<[u8; 32]>,
    counters: Arc<Mutex<SpaceSaving>>,
}

/// A partition key that is used often, by its hash.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct HotKey {
    /// The physical name of the table.
    pub table: String,
    /// The index that was read; `None` for the table itself.
    pub index: Option<String>,
    /// The hash of the partition key, as returned by [`HotKeys::hash_of`].
    pub hash: u64,
    /// How many requests named it: at most this many, and at least `count - over`.
    pub count: u64,
    /// By how much the count may be too high.
    pub over: u64,
    /// Its share of all counted requests, from 0 to 1.
    pub share: f64,
}

impl fmt::Display for HotKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.table)?;
        if let Some(index) = &self.index {
            write!(f, " index `{index}`")?;
        }
        let percent = self.share * 100.0;
        write!(f, " {:016x}: {percent:.1} % of requests", self.hash)
    }
}

impl HotKeys {
    /// Creates a report with this many counters, at least one, and a random secret for the hashes.
    #[must_use]
    pub fn new(counters: usize) -> Self {
        let mut secret = [0; 32];
        for part in secret.chunks_mut(8) {
            part.copy_from_slice(&wire::random().to_le_bytes());
        }
        Self::of(counters, secret)
    }

    /// Creates a report with your own secret for the hashes, so that you can compare the reports of
    /// several processes.
    #[must_use]
    pub fn with_secret(counters: usize, secret: impl AsRef<[u8]>) -> Self {
        Self::of(counters, Sha256::digest(secret.as_ref()).into())
    }

    fn of(counters: usize, secret: [u8; 32]) -> Self {
        Self {
            secret: Arc::new(secret),
            counters: Arc::new(Mutex::new(SpaceSaving::new(counters))),
        }
    }

    /// Returns the hash of a partition key, given as it is stored: the whole text of a key like
    /// `CUSTOMER#ada`, or the digits of a number.
    #[must_use]
    pub fn hash_of(&self, partition: impl AsRef<[u8]>) -> u64 {
        self.hash([partition.as_ref()].into_iter())
    }

    /// Returns the hash of the partition key in the primary key of an item.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`] if the key cannot be built.
    pub fn hash_of_key<T>(&self, key: &Key<T>) -> Result<u64, Error> {
        Ok(self.hash_of(key.plain.built()?.pk.as_bytes()))
    }

    /// Returns the keys that are used most, hottest first, at most this many.
    #[must_use]
    pub fn report(&self, most: usize) -> Vec<HotKey> {
        let counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        counters.report(most)
    }

    /// Starts again from zero.
    pub fn reset(&self) {
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        *counters = SpaceSaving::new(counters.most);
    }

    /// Counts a partition.
    pub(crate) fn count(&self, used: &UsedPartition<'_>) {
        let place = Place {
            table: used.table.to_owned(),
            index: used.index,
            hash: self.hash(used.values.iter().copied()),
        };
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        counters.add(place);
    }

    fn hash<'v>(&self, values: impl Iterator<Item = &'v [u8]>) -> u64 {
        let mut hash = Sha256::new();
        hash.update(*self.secret);
        for value in values {
            hash.update((value.len() as u64).to_le_bytes());
            hash.update(value);
        }
        let hash: [u8; 32] = hash.finalize().into();
        let mut first = [0; 8];
        first.copy_from_slice(&hash[..8]);
        u64::from_be_bytes(first)
    }
}

impl fmt::Debug for HotKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HotKeys").finish_non_exhaustive()
    }
}

/// A partition that a request names: the bytes of its key attributes.
pub(crate) struct UsedPartition<'a> {
    pub(crate) table: &'a str,
    pub(crate) index: Option<&'static str>,
    pub(crate) values: &'a [&'a [u8]],
}

impl<'a> UsedPartition<'a> {
    /// A partition of the table itself.
    pub(crate) fn of_table(table: &'a str, values: &'a [&'a [u8]]) -> Self {
        Self {
            table,
            index: None,
            values,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Place {
    table: String,
    index: Option<&'static str>,
    hash: u64,
}

#[derive(Debug, Clone, Copy)]
struct KeyCounter {
    count: u64,
    over: u64,
    /// The number of its place.
    number: usize,
}

/// Metwally's space-saving algorithm: a place without a counter takes over the lowest one.
struct SpaceSaving {
    most: usize,
    total: u64,
    counters: HashMap<Place, KeyCounter>,
    /// The places by number, and their counts in order.
    places: Vec<Place>,
    order: BTreeSet<(u64, usize)>,
}

impl SpaceSaving {
    fn new(most: usize) -> Self {
        Self {
            most: most.max(1),
            total: 0,
            counters: HashMap::new(),
            places: Vec::new(),
            order: BTreeSet::new(),
        }
    }

    fn add(&mut self, place: Place) {
        self.total += 1;
        if let Some(counter) = self.counters.get_mut(&place) {
            self.order.remove(&(counter.count, counter.number));
            counter.count += 1;
            self.order.insert((counter.count, counter.number));
            return;
        }
        let (over, number) = match self.order.first().copied() {
            Some(lowest) if self.places.len() == self.most => {
                self.order.remove(&lowest);
                self.counters.remove(&self.places[lowest.1]);
                self.places[lowest.1] = place.clone();
                lowest
            }
            _ => {
                self.places.push(place.clone());
                (0, self.places.len() - 1)
            }
        };
        let counter = KeyCounter {
            count: over + 1,
            over,
            number,
        };
        self.order.insert((counter.count, number));
        self.counters.insert(place, counter);
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "a share needs no more than a few digits"
    )]
    fn report(&self, most: usize) -> Vec<HotKey> {
        let hottest = self.order.iter().rev().take(most);
        hottest
            .filter_map(|(count, number)| {
                let place = &self.places[*number];
                Some(HotKey {
                    table: place.table.clone(),
                    index: place.index.map(str::to_owned),
                    hash: place.hash,
                    count: *count,
                    over: self.counters.get(place)?.over,
                    share: *count as f64 / self.total as f64,
                })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    fn place(hash: u64) -> Place {
        Place {
            table: "orders".to_owned(),
            index: None,
            hash,
        }
    }

    proptest! {
        #[test]
        fn counts_are_never_too_low_and_too_high_by_a_known_bound(
            keys in prop::collection::vec(0_u64..40, 1..400),
            most in 1_usize..20,
        ) {
            let mut counters = SpaceSaving::new(most);
            let mut exact: HashMap<u64, u64> = HashMap::new();
            for key in &keys {
                counters.add(place(*key));
                *exact.entry(*key).or_default() += 1;
            }
            let report = counters.report(usize::MAX);
            prop_assert!(report.len() <= most);
            let bound = keys.len() as u64 / most as u64;
            for hot in &report {
                let count = exact[&hot.hash];
                prop_assert!(hot.count >= count && hot.count - hot.over <= count);
                prop_assert!(hot.over <= bound);
            }
            // A key that is used more often than the bound is there.
            for (key, count) in exact {
                if count > bound {
                    prop_assert!(report.iter().any(|hot| hot.hash == key));
                }
            }
            prop_assert!(report.is_sorted_by(|one, next| one.count >= next.count));
        }
    }

    #[test]
    fn hashes_depend_on_the_secret() {
        let (one, other) = (HotKeys::new(1), HotKeys::new(1));
        assert_ne!(one.hash_of("ada"), other.hash_of("ada"));
        let shared = || HotKeys::with_secret(1, "the same").hash_of("ada");
        assert_eq!(shared(), shared());
    }
}

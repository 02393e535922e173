//! The key of the item that counts another.

use crate::item::Item;
use crate::key::{Key, PlainKey, Shards};

/// The key of an item with a counter that counts another item, whatever its type.
#[doc(hidden)]
pub struct CountedKey(pub(super) PlainKey);

impl CountedKey {
    /// Creates it from the key of an item with a counter.
    #[must_use]
    pub fn of<C: Item>(key: Key<C>) -> Self {
        Self(key.plain)
    }

    /// The shard that an item is counted in: the one that [`Shards`] computes from the values of
    /// its primary key.
    #[must_use]
    pub fn shard<T: Item>(item: &T, shards: u16) -> u8 {
        // A key that cannot be built fails the write itself.
        let Ok(key) = item.to_key().plain.into_built() else {
            return 0;
        };
        let key = key.canonical();
        let mut bytes = key.pk.as_bytes().to_vec();
        if let Some(sk) = &key.sk {
            // No text contains this byte.
            bytes.push(0xff);
            bytes.extend(sk.as_bytes());
        }
        // The derive allows up to 256 shards.
        u8::try_from(Shards::new(shards).shard_of(&bytes)).unwrap_or_default()
    }
}

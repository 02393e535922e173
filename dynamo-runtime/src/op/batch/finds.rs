//! The results of a batch read: each item goes, straight off the wire, to every place in the lists
//! that asked for its key.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use crate::codec::{DecodeError, Decoder};
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, ItemType};
use crate::key::{Key, PrimaryKey};
use crate::op::physical_tables::Tables;
use crate::op::visible::Visible;
use crate::wire::Attributes;

/// A list of keys, and the item found under each.
pub(in crate::op) struct FoundRows<T> {
    keys: Vec<Key<T>>,
    found: Mutex<Vec<Option<T>>>,
}

impl<T: Item> FoundRows<T> {
    pub(in crate::op) fn new(keys: Vec<Key<T>>) -> Self {
        let found = keys.iter().map(|_| None).collect();
        Self {
            keys,
            found: Mutex::new(found),
        }
    }

    /// Takes the items that were found, in the order of the keys.
    pub(in crate::op) fn take(&self) -> Vec<Option<T>> {
        std::mem::take(&mut *self.found())
    }

    fn found(&self) -> MutexGuard<'_, Vec<Option<T>>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A list of keys, whatever the item type.
pub(in crate::op) trait List: Send + Sync {
    fn item_type(&self) -> &'static ItemType;

    /// How many keys there are.
    fn count(&self) -> usize;

    fn primary_key(&self, place: usize) -> Result<&PrimaryKey, Error>;

    /// The key at a place, as a `Key<T>`.
    fn key(&self, place: usize) -> Box<dyn Any + Send + Sync>;

    /// Refuses an item that is stored as another type, judged by these attributes.
    fn check_type(&self, attributes: &Attributes) -> Result<(), Error>;

    /// Decodes the next item into a place.
    fn decode(&self, place: usize, from: &mut Decoder<'_>) -> Result<(), DecodeError>;

    /// Whether there is an item in a place.
    fn is_found(&self, place: usize) -> bool;

    /// Takes the items that were found, as a `Vec<Option<T>>`.
    fn take_found(&self) -> Box<dyn Any + Send + Sync>;
}

impl<T: Item> List for FoundRows<T> {
    fn item_type(&self) -> &'static ItemType {
        ItemType::of::<T>()
    }

    fn count(&self) -> usize {
        self.keys.len()
    }

    fn primary_key(&self, place: usize) -> Result<&PrimaryKey, Error> {
        self.keys[place].built()
    }

    fn key(&self, place: usize) -> Box<dyn Any + Send + Sync> {
        Box::new(self.keys[place].clone())
    }

    fn check_type(&self, attributes: &Attributes) -> Result<(), Error> {
        T::check_type(attributes)
    }

    fn decode(&self, place: usize, from: &mut Decoder<'_>) -> Result<(), DecodeError> {
        let item = T::decode(from)?;
        self.found()[place] = Some(item);
        Ok(())
    }

    fn is_found(&self, place: usize) -> bool {
        self.found()[place].is_some()
    }

    fn take_found(&self) -> Box<dyn Any + Send + Sync> {
        Box::new(self.take())
    }
}

/// Which items are shown, and at what time.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub(super) visible: Visible,
    pub(super) now: SystemTime,
}

/// One key to read, and the places that want its item.
pub(super) struct FindEntry {
    pub(super) table: usize,
    pub(super) key: PrimaryKey,
    /// The number of the list, and the place in it.
    pub(super) wanted: Vec<(usize, usize)>,
}

/// Everything a batch reads.
pub struct Finds {
    shown: Shown,
    pub(super) tables: Tables,
    pub(super) entries: Vec<FindEntry>,
    pub(super) lists: Vec<Arc<dyn List>>,
    numbers: HashMap<(usize, PrimaryKey), usize>,
    /// For each table, the attributes to look at before an item is decoded.
    looked_at: Vec<Vec<&'static str>>,
    /// The entries whose items could not be decoded.
    undecoded: Mutex<Vec<(usize, Error)>>,
}

impl Finds {
    pub(super) fn new(shown: Shown) -> Self {
        Self {
            shown,
            tables: Tables::default(),
            entries: Vec::new(),
            lists: Vec::new(),
            numbers: HashMap::new(),
            looked_at: Vec::new(),
            undecoded: Mutex::new(Vec::new()),
        }
    }

    /// Adds a list. A key that is already there is read only once.
    pub(super) fn add(&mut self, db: &Db, list: Arc<dyn List>) -> Result<(), Error> {
        let of = list.item_type();
        let table = self.tables.number(of, db)?;
        if table == self.looked_at.len() {
            let keys = self.tables.get(table);
            self.looked_at
                .push(std::iter::once(keys.pk).chain(keys.sk).collect());
        }
        for name in self.shown.visible.attributes(of).chain(of.table.type_attr) {
            if !self.looked_at[table].contains(&name) {
                self.looked_at[table].push(name);
            }
        }
        for place in 0..list.count() {
            let key = list.primary_key(place)?.clone();
            let next = self.entries.len();
            let number = *self
                .numbers
                .entry((table, key.clone().canonical()))
                .or_insert(next);
            if number == next {
                let wanted = Vec::with_capacity(1);
                self.entries.push(FindEntry { table, key, wanted });
            }
            self.entries[number].wanted.push((self.lists.len(), place));
        }
        self.lists.push(list);
        Ok(())
    }

    /// The entry of a key that DynamoDB returned.
    pub(super) fn entry(&self, table: &str, attributes: &Attributes) -> Option<usize> {
        let table = self.tables.named(table)?;
        let key = self.tables.get(table).key_in(attributes)?;
        self.numbers.get(&(table, key)).copied()
    }

    /// Reads the next item into the places that want it.
    fn read_item(&self, table: &str, from: &mut Decoder<'_>) -> Result<(), DecodeError> {
        let start = from.position();
        let number = self.tables.named(table);
        let looked_at = number.map_or(&[][..], |number| &self.looked_at[number]);
        let attributes = from.attributes(looked_at)?;
        let mut is_past = false;
        if let Some(entry) = self.entry(table, &attributes) {
            for (list, place) in &self.entries[entry].wanted {
                let list = &self.lists[*list];
                let of = list.item_type();
                let Shown { visible, now } = self.shown;
                if visible.shows(of, &attributes, || now) {
                    from.rewind_to_item(start)?;
                    let decoded = list
                        .check_type(&attributes)
                        .and_then(|()| named(of.name(), list.decode(*place, from)));
                    is_past = decoded.is_ok();
                    self.note(entry, decoded);
                }
            }
        }
        if is_past {
            Ok(())
        } else {
            from.skip_item_from(start)
        }
    }

    fn note(&self, entry: usize, decoded: Result<(), Error>) {
        if let Err(error) = decoded {
            let mut undecoded = self
                .undecoded
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            undecoded.push((entry, error));
        }
    }

    /// The entries that could not be decoded, and why.
    pub(super) fn undecoded(&self) -> Vec<(usize, Error)> {
        std::mem::take(
            &mut *self
                .undecoded
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    /// Reads the items of a response, by table, into the places that want them.
    pub(super) fn responses(&self, from: &mut Decoder<'_>) -> Result<(), DecodeError> {
        from.begin_object()?;
        while let Some(table) = from.next_member()? {
            from.begin_array()?;
            while from.next_in_array()? {
                self.read_item(&table, from)?;
            }
        }
        Ok(())
    }
}

/// Adds the item type to the error of an item that could not be decoded.
fn named(item: &'static str, decoded: Result<(), DecodeError>) -> Result<(), Error> {
    decoded.map_err(|error| Error::decode(item, error))
}

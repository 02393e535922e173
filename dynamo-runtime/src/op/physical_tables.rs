//! The tables that one request reaches, and the keys of its entries in them.

use std::any::TypeId;

use crate::db::Db;
use crate::error::Error;
use crate::item::ItemType;
use crate::key::{KeyValue, PrimaryKey};
use crate::wire::{Attributes, KeyAttributes};

/// The tables, each physical name once.
#[derive(Default)]
pub(super) struct Tables(Vec<PhysicalTable>);

/// A table by its physical name.
pub(super) struct PhysicalTable {
    types: Vec<TypeId>,
    pub(super) name: String,
    pub(super) pk: &'static str,
    pub(super) sk: Option<&'static str>,
}

impl Tables {
    /// The number of an item type's table. Two types that the `Db` maps to one name share a table.
    pub(super) fn number(&mut self, item: &ItemType, db: &Db) -> Result<usize, Error> {
        let of = item.table_id;
        if let Some(number) = self.0.iter().position(|table| table.types.contains(&of)) {
            return Ok(number);
        }
        let name = db.table_of(item)?;
        if let Some(number) = self.named(&name) {
            self.0[number].types.push(of);
            return Ok(number);
        }
        let primary = item.primary();
        self.0.push(PhysicalTable {
            types: vec![of],
            name: name.into_owned(),
            pk: primary.pk[0].attribute,
            sk: primary.sk.first().map(|spec| spec.attribute),
        });
        Ok(self.0.len() - 1)
    }

    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|table| table.name == name)
    }

    /// The names of all tables.
    pub(super) fn names(&self) -> Vec<&str> {
        self.0.iter().map(|table| table.name.as_str()).collect()
    }

    pub(super) fn get(&self, number: usize) -> &PhysicalTable {
        &self.0[number]
    }
}

impl PhysicalTable {
    /// The key among an item's attributes, in a comparable form.
    pub(super) fn key_in(&self, item: &Attributes) -> Option<PrimaryKey> {
        let value = |name: &str| KeyValue::from_attribute(item.get(name)?.clone());
        let pk = value(self.pk)?;
        let sk = match self.sk {
            Some(name) => Some(value(name)?),
            None => None,
        };
        Some(PrimaryKey { pk, sk }.canonical())
    }

    /// A key with attribute names, in a comparable form.
    pub(super) fn key_of(key: &KeyAttributes) -> Option<PrimaryKey> {
        let mut values = key.iter().map(|(_, value)| value.clone());
        let (pk, sk) = (values.next()?, values.next());
        Some(PrimaryKey { pk, sk }.canonical())
    }

    /// The key with its attribute names.
    pub(super) fn named(&self, key: &PrimaryKey) -> KeyAttributes {
        let sort = self.sk.zip(key.sk.as_ref());
        std::iter::once((self.pk, &key.pk))
            .chain(sort)
            .map(|(name, value)| (name, value.clone()))
            .collect()
    }
}

//! Explaining writes of one item, and the requests that unique values and counters add.

use super::delete::DeleteSpec;
use super::modify::ModifySpec;
use super::put::PutSpec;
use super::update::UpdateSpec;
use crate::db::Db;
use crate::error::Error;
use crate::item::ItemType;
use crate::op::explain::Step;
use crate::op::{Explanation, Transact};
use crate::wire::{ApiOperation, Request, key_attributes, typed};

impl PutSpec<'_> {
    pub(super) fn explain(self, db: &Db) -> Result<Explanation, Error> {
        let (of, visible) = (self.item_type(), self.visible);
        let request = self.clone().request(db)?;
        let method = request.origin.summary();
        let item = typed::item(&request.item);
        let step = if of.has_companions() {
            let part = self.part(db, None, None)?;
            Transact::of(db, vec![part], None).step()?
        } else {
            Step::of(&request)
        };
        let step = step.with_indexes(of, Some(&item)).guarded(of, visible);
        if !of.has_companions() || self.creates() || self.known.is_some() {
            return Ok(Explanation::of(method, [step]));
        }
        Ok(Explanation::of(method, [companions_read(&request), step]))
    }
}

impl DeleteSpec {
    pub(super) fn explain(self, db: &Db) -> Result<Explanation, Error> {
        let (of, visible) = (self.of, self.visible);
        let request = self.request(db)?;
        let steps = companions_explained(of, &request);
        let steps = steps.into_iter();
        let steps = steps.map(|step| step.guarded(of, visible));
        Ok(Explanation::of(request.origin.summary(), steps))
    }
}

impl UpdateSpec {
    pub(super) fn explain(self, db: &Db) -> Result<Explanation, Error> {
        let (of, visible, moves) = (self.of, self.visible, self.moves());
        let request = self.request(db)?.request;
        let steps = if moves {
            companions_explained(of, &request)
        } else {
            vec![Step::of(&request).with_indexes(of, None)]
        };
        let steps = steps.into_iter();
        let steps = steps.map(|step| step.guarded(of, visible));
        Ok(Explanation::of(request.origin.summary(), steps))
    }
}

impl ModifySpec {
    pub(super) fn explain(self, db: &Db) -> Result<Explanation, Error> {
        let mut read = Request::of(ApiOperation::Get, self.of, db)?;
        read.key = key_attributes(self.of.primary(), self.key.built()?.clone());
        read.consistent = true;
        read.origin.method = "modify";
        let mut write = Request::of(ApiOperation::Update, self.of, db)?;
        write.key.clone_from(&read.key);
        let guard = match self.of.schema.roles.version {
            Some(version) => {
                format!("writes what the closure changes, if `{version}` is unchanged")
            }
            None => "writes what the closure changes, if all that was read is unchanged".to_owned(),
        };
        let write = Step::of(&write)
            .with_indexes(self.of, None)
            .with_note(guard)
            .with_note("both are sent again if another writer was faster");
        let read_step = Step::of(&read).guarded(self.of, self.visible);
        Ok(Explanation::of(read.origin.summary(), [read_step, write]))
    }
}

/// The read before a write with claims or counts.
fn companions_read(request: &Request) -> Step {
    let mut read = Request::new(ApiOperation::Get, request.table.clone());
    read.key.clone_from(&request.key);
    read.consistent = true;
    Step::of(&read).with_note("finds the unique values and the counters of the stored item")
}

/// A write that depends on the stored item: alone, or with claims on unique values and counts.
fn companions_explained(of: &ItemType, request: &Request) -> Vec<Step> {
    if !of.has_companions() {
        return vec![Step::of(request).with_indexes(of, None)];
    }
    let write = Step::together("TransactWriteItems", &[&request.table])
        .transacting(std::slice::from_ref(request))
        .with_note("each claim on a unique value and each counter that changes costs 2 write units")
        .with_indexes(of, None);
    vec![companions_read(request), write]
}

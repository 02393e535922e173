//! Claims on unique values: those that stored items lack, and those made under a name their type no
//! longer has.

use super::rekey::named;
use super::report::Conflict;
use super::work::Worker;
use super::write::{WriteOutcome, key};
use crate::error::{Current, Error};
use crate::expr::{AttrPath, Node};
use crate::item::ItemType;
use crate::key::{CLAIM_OWNER, key_in};
use crate::op::pace::Deadline;
use crate::op::write::unique;
use crate::wire::{ApiOperation, Attributes};

/// The outcome for the claims of one item.
pub(super) enum Claims {
    /// This many were made.
    Made(u64),
    /// Another item has one of its values.
    Conflict(Conflict),
    Failed(Error),
}

/// Whether a claim was made for this type under a name it no longer has: another entity name, or an
/// attribute that is no longer unique.
pub(super) fn is_obsolete(of: &ItemType, claim: &Attributes, formerly: Option<&str>) -> bool {
    let Some((entity, attribute)) = unique::subject(of.table, claim) else {
        return false;
    };
    let own = unique::entity(of.schema);
    let is_named_otherwise = if entity == own {
        !unique::attributes(of).any(|name| name == attribute)
    } else {
        Some(entity.as_str()) == formerly
    };
    // Another type of the same name would have other keys.
    let is_owned = || key_in(of.primary(), &unique::owned_by(of, claim)).is_some();
    is_named_otherwise && is_owned()
}

impl Worker<'_> {
    /// Removes a claim, unless another item has it now.
    pub(super) async fn release(&self, claim: &Attributes) -> Result<WriteOutcome, Error> {
        let path = AttrPath::root(CLAIM_OWNER);
        let same = match claim.get(CLAIM_OWNER) {
            Some(owner) => Node::Compare(path, "=", owner.clone()),
            None => Node::NotExists(path),
        };
        let request = self.request(ApiOperation::Delete, claim, same)?;
        self.send(request).await
    }

    /// Claims the unique values of an item that it has no claims on.
    pub(super) async fn claim(&self, stored: Attributes) -> Claims {
        if !self.of.has_unique_fields() {
            return Claims::Made(0);
        }
        self.claim_missing(stored)
            .await
            .unwrap_or_else(Claims::Failed)
    }

    async fn claim_missing(&self, mut stored: Attributes) -> Result<Claims, Error> {
        let of = self.of;
        let deadline = Deadline::starting_now(self.db, None);
        let mut attempt = 0;
        loop {
            let named = named(of, &stored, self.formerly);
            let item = unique::decoded(of, Some(&named))?;
            let claimed = item.as_deref().map(unique::claimed).transpose()?;
            let owner = unique::owner(of, &stored);
            let mut missing = Vec::new();
            for (field, claim) in claimed.into_iter().flatten() {
                let place = unique::claim_key_attributes(of, &claim);
                self.turn().await;
                let found = unique::read((of, self.db), place, Some(self.meter)).await?;
                match found {
                    None => missing.push((field, claim)),
                    Some(found) if found.get(CLAIM_OWNER) == Some(&owner) => {}
                    Some(found) => {
                        return Ok(Claims::Conflict(Conflict {
                            item: of.name(),
                            field: of.schema.fields[field].name,
                            key: Current(key(of, &stored)),
                            owner: Current(unique::owned_by(of, &found)),
                        }));
                    }
                }
            }
            let count = missing.len() as u64;
            if count == 0 || self.dry_run {
                return Ok(Claims::Made(count));
            }
            let part = unique::claiming((of, self.db), &stored, &missing)?;
            self.turn().await;
            let sent = unique::send(self.db, part, Some(self.meter.clone())).await;
            let failure = match sent.map_err(|error| unique::alone(of, error, false)) {
                Ok(()) => return Ok(Claims::Made(count)),
                Err(failure) => failure,
            };
            let Some(pause) = deadline.pause(attempt) else {
                return Err(failure);
            };
            match failure {
                Error::ConditionFailed { current: None, .. } => return Ok(Claims::Made(0)),
                Error::ConditionFailed {
                    current: Some(now), ..
                } => stored = now.0,
                // The next attempt finds out whose it is.
                Error::Taken { .. } => {}
                other => return Err(other),
            }
            self.db.sleep(pause).await;
            attempt += 1;
        }
    }
}

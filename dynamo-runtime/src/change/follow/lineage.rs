//! Shards and their parents: which may be read, and which are done.

use std::collections::{BTreeMap, BTreeSet};

use super::source::ListedShard;
use super::stream_checkpoint::ShardPlace;

/// The shards of a stream. A shard is read after its parent, so that the changes of an item come in
/// order.
#[derive(Default)]
pub(super) struct Lineage {
    shards: BTreeMap<String, KnownShard>,
}

struct KnownShard {
    parent: Option<String>,
    state: ShardState,
}

#[derive(PartialEq)]
enum ShardState {
    Waiting(ShardPlace),
    Reading,
    Done,
}

impl Lineage {
    /// All shards, to be read from their oldest records.
    pub(super) fn new(listed: Vec<ListedShard>) -> Self {
        let mut lineage = Self::default();
        lineage.learn(listed);
        lineage
    }

    /// All shards, with those done that have children. Only what comes from now on is of interest.
    pub(super) fn from_now(listed: Vec<ListedShard>) -> Self {
        let mut lineage = Self::new(listed);
        for shard in lineage.parents() {
            lineage.finish(&shard);
        }
        lineage
    }

    /// All shards, each to be read from its place; those before a shard with a place are done.
    pub(super) fn after(listed: Vec<ListedShard>, places: &BTreeMap<String, ShardPlace>) -> Self {
        let mut lineage = Self::new(listed);
        for (shard, place) in places {
            let mut parent = match lineage.shards.get_mut(shard) {
                Some(known) => {
                    known.state = match place {
                        ShardPlace::End => ShardState::Done,
                        place => ShardState::Waiting(place.clone()),
                    };
                    known.parent.clone()
                }
                None => None,
            };
            while let Some(known) = parent
                .take()
                .and_then(|parent| lineage.shards.get_mut(&parent))
            {
                known.state = ShardState::Done;
                parent.clone_from(&known.parent);
            }
        }
        lineage
    }

    /// Adds shards that are new, and forgets those that are done and gone.
    pub(super) fn learn(&mut self, listed: Vec<ListedShard>) {
        let there: BTreeSet<String> = listed.iter().map(|shard| shard.id.clone()).collect();
        self.shards
            .retain(|id, shard| shard.state != ShardState::Done || there.contains(id));
        for ListedShard { id, parent } in listed {
            let state = ShardState::Waiting(ShardPlace::Start);
            self.shards
                .entry(id)
                .or_insert(KnownShard { parent, state });
        }
    }

    pub(super) fn knows(&self, shard: &str) -> bool {
        self.shards.contains_key(shard)
    }

    /// Takes the shards whose parents are done, with the places to read them from.
    pub(super) fn take_ready(&mut self) -> Vec<(String, ShardPlace)> {
        let is_done = |parent: &String| {
            let parent = self.shards.get(parent);
            parent.is_none_or(|parent| parent.state == ShardState::Done)
        };
        let ready = self.shards.iter().filter_map(|(id, shard)| {
            let ShardState::Waiting(place) = &shard.state else {
                return None;
            };
            let is_ready = shard.parent.as_ref().is_none_or(is_done);
            is_ready.then(|| (id.clone(), place.clone()))
        });
        let ready: Vec<_> = ready.collect();
        for (id, _) in &ready {
            self.set(id, ShardState::Reading);
        }
        ready
    }

    /// Marks a shard as read to its end.
    pub(super) fn finish(&mut self, shard: &str) {
        self.set(shard, ShardState::Done);
    }

    fn set(&mut self, shard: &str, state: ShardState) {
        if let Some(known) = self.shards.get_mut(shard) {
            known.state = state;
        }
    }

    /// Whether a shard has children, and so no more records to come.
    pub(super) fn is_closed(&self, shard: &str) -> bool {
        let mut parents = self
            .shards
            .values()
            .filter_map(|shard| shard.parent.as_deref());
        parents.any(|parent| parent == shard)
    }

    /// Whether a shard ended whose children are not listed yet.
    pub(super) fn awaits_children(&self) -> bool {
        let parents = self.parents();
        let mut shards = self.shards.iter();
        shards.any(|(id, shard)| shard.state == ShardState::Done && !parents.contains(id))
    }

    fn parents(&self) -> BTreeSet<String> {
        let parents = self
            .shards
            .values()
            .filter_map(|shard| shard.parent.clone());
        parents.collect()
    }

    /// Adds the shards that no reader has to the places of a checkpoint. A shard that is done is left
    /// out if a child of it is there, which says the same.
    pub(super) fn complete(&self, places: &mut BTreeMap<String, ShardPlace>) {
        let parent = |id: &String| self.shards.get(id).and_then(|shard| shard.parent.clone());
        for (id, shard) in &self.shards {
            if let ShardState::Waiting(place) = &shard.state
                && *place != ShardPlace::Start
            {
                places.insert(id.clone(), place.clone());
            }
        }
        let done = self
            .shards
            .iter()
            .filter(|(_, shard)| shard.state == ShardState::Done);
        let mut done: BTreeSet<&String> = done.map(|(id, _)| id).collect();
        let mut heirs: Vec<String> = places.keys().cloned().collect();
        loop {
            while let Some(heir) = heirs.pop() {
                if let Some(parent) = parent(&heir) {
                    done.remove(&parent);
                    heirs.push(parent);
                }
            }
            // Of those that are left, the youngest stand for the others.
            let youngest = done.iter().find(|id| {
                let mut others = done.iter();
                !others.any(|other| parent(other).as_ref() == Some(**id))
            });
            let Some(youngest) = youngest.map(|id| (*id).clone()) else {
                return;
            };
            done.remove(&youngest);
            places.insert(youngest.clone(), ShardPlace::End);
            heirs.push(youngest);
        }
    }
}

//! Writes: refused before they are made if a partition they go to is exhausted, and charged by what
//! they changed.

use std::sync::Arc;

use aws_smithy_runtime_api::client::result::ConnectorError;
use dynoxide::Item;
use serde_json::{Map, Value, json};

use super::usage::Charge;
use super::{Session, answer, charge, object};
use crate::dispatch::Operation;
use crate::layout::Layout;
use crate::respond::{Reply, Respond};

/// The image an item has after a write.
enum After {
    /// Known from the request.
    Known(Option<Item>),
    /// Known only to the engine; holds what the request says about it.
    Updated(Option<Item>),
}

impl After {
    fn told(&self) -> Option<&Item> {
        match self {
            Self::Known(item) | Self::Updated(item) => item.as_ref(),
        }
    }
}

/// A write of one item.
pub(super) struct Written {
    layout: Arc<Layout>,
    key: Value,
    old: Option<Item>,
    after: After,
    factor: f64,
}

impl Written {
    pub(super) fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Returns its units, as far as they are known beforehand.
    pub(super) fn charges(&self) -> Vec<Charge> {
        self.charges_to(self.after.told())
    }

    fn charges_to(&self, new: Option<&Item>) -> Vec<Charge> {
        let Some(partition) = self.layout.keys.partition_in(&self.key) else {
            return Vec::new();
        };
        charge::write(
            &self.layout,
            partition,
            (self.old.as_ref(), new),
            self.factor,
        )
    }
}

impl<R: Respond> Session<'_, R> {
    /// Makes a write of one item, or refuses it.
    pub(super) fn write(
        &mut self,
        operation: Operation,
        body: &[u8],
    ) -> Result<Reply, ConnectorError> {
        let written = object(body).and_then(|request| self.written(operation, &request, 1.0));
        // If it is not valid, the engine refuses it and says why.
        let Some(written) = written else {
            return self.inner.respond(operation, body);
        };
        let charges = written.charges();
        if let Some(over) = self.state.usage.exceeded(&charges) {
            return Ok(answer::throttled(&written.layout, over));
        }
        let reply = self.inner.respond(operation, body)?;
        // A failed condition costs as much as the write would have.
        if reply.status == 200 {
            self.settle(&written);
        } else {
            let own = charges
                .into_iter()
                .filter(|charge| charge.partition.index.is_none());
            self.state.usage.charge(own.collect());
        }
        Ok(reply)
    }

    /// Charges a write that was made.
    pub(super) fn settle(&mut self, written: &Written) {
        let charges = match &written.after {
            After::Known(_) => written.charges(),
            After::Updated(_) => {
                let (item, _) = self.look(&json!(written.layout.name), &written.key);
                let new = item.as_ref().and_then(read);
                written.charges_to(new.as_ref())
            }
        };
        self.state.usage.charge(charges);
    }

    /// Reads a write from a request, or from one action of a transaction; `None` if it is not
    /// valid.
    pub(super) fn written(
        &mut self,
        operation: Operation,
        request: &Value,
        factor: f64,
    ) -> Option<Written> {
        let table = request.get("TableName")?;
        let layout = self.layout(table)?;
        let put = request.get("Item");
        let key = match put {
            Some(item) => layout.key_in(item)?,
            None => request.get("Key")?.clone(),
        };
        layout.keys.partition_in(&key)?;
        let (item, _) = self.look(table, &key);
        let old = item.as_ref().and_then(read);
        let after = match operation {
            Operation::PutItem => After::Known(read(put?)),
            Operation::UpdateItem => After::Updated(updated(old.as_ref(), &key, request)),
            _ => After::Known(None),
        };
        Some(Written {
            layout,
            key,
            old,
            after,
            factor,
        })
    }
}

impl Layout {
    /// Returns the key of an item in JSON; `None` if it has none.
    fn key_in(&self, item: &Value) -> Option<Value> {
        let key = self
            .keys
            .names()
            .map(|name| Some((name.clone(), item.get(name)?.clone())));
        key.collect::<Option<Map<_, _>>>().map(Value::Object)
    }
}

/// The image after an update, as far as the update sets attributes to values or removes them.
fn updated(old: Option<&Item>, key: &Value, request: &Value) -> Option<Item> {
    let mut item = old.cloned().or_else(|| read(key))?;
    let names = &request["ExpressionAttributeNames"];
    let values = &request["ExpressionAttributeValues"];
    // A path into an attribute changes no key.
    let attribute = |word: &str| match word.as_bytes() {
        path if path.contains(&b'.') || path.contains(&b'[') => None,
        [b'#', ..] => names[word].as_str().map(str::to_owned),
        _ => Some(word.to_owned()),
    };
    for (clause, action) in actions(request["UpdateExpression"].as_str().unwrap_or_default()) {
        let words: Vec<&str> = action.split_whitespace().collect();
        match (clause, &*words) {
            (Clause::Set, &[name, "=", value]) if value.starts_with(':') => {
                let value = serde_json::from_value(values[value].clone()).ok();
                if let (Some(name), Some(value)) = (attribute(name), value) {
                    item.insert(name, value);
                }
            }
            (Clause::Remove, &[name]) => {
                if let Some(name) = attribute(name) {
                    item.remove(&name);
                }
            }
            _ => {}
        }
    }
    Some(item)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clause {
    Set,
    Remove,
    Other,
}

/// The actions of an update expression, each with its clause.
fn actions(expression: &str) -> Vec<(Clause, String)> {
    let spaced = expression.replace(',', " , ").replace('=', " = ");
    let mut actions = Vec::new();
    let mut clause = Clause::Other;
    for word in spaced.split_whitespace() {
        let next = match word.to_ascii_uppercase().as_str() {
            "SET" => Some(Clause::Set),
            "REMOVE" => Some(Clause::Remove),
            "ADD" | "DELETE" => Some(Clause::Other),
            _ => None,
        };
        if let Some(next) = next {
            clause = next;
        }
        match (next, word, actions.last_mut()) {
            (Some(_), ..) | (_, ",", _) => actions.push((clause, String::new())),
            (None, _, Some((_, action))) => {
                action.push(' ');
                action.push_str(word);
            }
            (None, _, None) => {}
        }
    }
    actions
}

pub(super) fn read(item: &Value) -> Option<Item> {
    serde_json::from_value(item.clone()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_tells_what_it_sets_and_removes() {
        let request = json!({
            "UpdateExpression":
                "SET #a=:one, b = if_not_exists(b, :one),c.d = :one REMOVE e, #f ADD g :one",
            "ExpressionAttributeNames": {"#a": "set", "#f": "removed"},
            "ExpressionAttributeValues": {":one": {"N": "1"}},
        });
        let old = json!({"id": {"S": "x"}, "e": {"S": "e"}, "removed": {"S": "f"}});
        let item = updated(read(&old).as_ref(), &json!({}), &request).expect("an item");
        let mut names: Vec<&str> = item.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["id", "set"]);
    }
}

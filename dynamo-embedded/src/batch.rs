//! Batches that are carried out in part: the request is split into what is done and what comes
//! back.

use serde_json::{Map, Value};

use super::dispatch::Operation;

/// The entries of a batch by table, as in the request.
type Tables = Map<String, Value>;

/// A split batch: the part that the engine carries out, and the part that is handed back.
pub(super) struct Split {
    request: Map<String, Value>,
    done: Tables,
    undone: Tables,
}

impl Split {
    /// Splits a request's body; `None` if it is not a batch, or is one that DynamoDB refuses as a
    /// whole. `choose` gets each table, how its entries are requested and the entries in order, and
    /// says for each entry whether it is done.
    pub(super) fn of(
        operation: Operation,
        body: &[u8],
        mut choose: impl FnMut(&str, &Value, &[Value]) -> Vec<bool>,
    ) -> Option<Self> {
        let Ok(Value::Object(mut request)) = serde_json::from_slice(body) else {
            return None;
        };
        let Some(Value::Object(tables)) = request.remove("RequestItems") else {
            return None;
        };
        if count(&tables) > most(operation) {
            return None;
        }
        let mut split = Self {
            request,
            done: Tables::new(),
            undone: Tables::new(),
        };
        for (table, mut asked) in tables {
            let entries = std::mem::take(entries(&mut asked)?);
            let mut chosen = choose(&table, &asked, &entries).into_iter();
            let (done, undone) = entries
                .into_iter()
                .partition(|_| chosen.next().unwrap_or_default());
            split.done.extend(part(&table, &asked, done));
            split.undone.extend(part(&table, &asked, undone));
        }
        Some(split)
    }

    /// Returns how many entries a batch has.
    pub(super) fn count(body: &[u8]) -> usize {
        let request: Value = serde_json::from_slice(body).unwrap_or_default();
        request["RequestItems"].as_object().map_or(0, count)
    }

    /// Returns the request of the entries that are done; `None` if there are none.
    pub(super) fn request(&mut self) -> Option<Vec<u8>> {
        if self.done.is_empty() {
            return None;
        }
        let mut request = self.request.clone();
        let done = std::mem::take(&mut self.done);
        request.insert("RequestItems".to_owned(), Value::Object(done));
        Some(Value::Object(request).to_string().into_bytes())
    }

    /// Returns the body of the response, given the response of the entries that were done.
    pub(super) fn response(self, operation: Operation, done: Option<&[u8]>) -> Vec<u8> {
        let done = done.and_then(|body| serde_json::from_slice(body).ok());
        let mut response: Map<String, Value> = done.unwrap_or_default();
        let undone = Value::Object(self.undone);
        if operation == Operation::BatchGetItem {
            let none = || Value::Object(Map::new());
            response.entry("Responses").or_insert_with(none);
            response.insert("UnprocessedKeys".to_owned(), undone);
        } else {
            response.insert("UnprocessedItems".to_owned(), undone);
        }
        Value::Object(response).to_string().into_bytes()
    }
}

/// The most entries DynamoDB accepts in a request.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
fn most(operation: Operation) -> usize {
    match operation {
        Operation::BatchGetItem => 100,
        _ => 25,
    }
}

fn count(tables: &Tables) -> usize {
    let entries = |asked: &Value| {
        asked
            .get("Keys")
            .unwrap_or(asked)
            .as_array()
            .map_or(0, Vec::len)
    };
    tables.values().map(entries).sum()
}

/// The entries of one table: writes are a list; keys are a list next to their read options.
fn entries(asked: &mut Value) -> Option<&mut Vec<Value>> {
    match asked {
        Value::Array(writes) => Some(writes),
        Value::Object(read) => read.get_mut("Keys")?.as_array_mut(),
        _ => None,
    }
}

/// Some entries of a table, in the form of the request; `None` if there are none.
fn part(table: &str, asked: &Value, some: Vec<Value>) -> Option<(String, Value)> {
    if some.is_empty() {
        return None;
    }
    let mut asked = asked.clone();
    *entries(&mut asked)? = some;
    Some((table.to_owned(), asked))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(body: &[u8]) -> Value {
        serde_json::from_slice(body).expect("JSON")
    }

    #[test]
    fn what_comes_back_is_read_as_was_asked() {
        let keys = json!([{"id": {"S": "a"}}, {"id": {"S": "b"}}]);
        let asked = json!({"Keys": keys, "ConsistentRead": true});
        let body = json!({"RequestItems": {"T": asked}, "ReturnConsumedCapacity": "TOTAL"});
        let body = body.to_string();
        assert_eq!(Split::count(body.as_bytes()), 2);
        let split = Split::of(
            Operation::BatchGetItem,
            body.as_bytes(),
            |table, asked, keys| {
                assert_eq!((table, &asked["ConsistentRead"]), ("T", &json!(true)));
                assert_eq!(keys.len(), 2);
                vec![false, true]
            },
        );
        let mut split = split.expect("a batch");
        let request = read(&split.request().expect("some are done"));
        let response = read(&split.response(Operation::BatchGetItem, Some(b"{}")));
        assert_eq!(request["ReturnConsumedCapacity"], "TOTAL");
        let (done, undone) = (
            &request["RequestItems"]["T"],
            &response["UnprocessedKeys"]["T"],
        );
        assert_eq!(done["ConsistentRead"], true);
        assert_eq!(undone["ConsistentRead"], true);
        assert_eq!(done["Keys"], json!([keys[1]]));
        assert_eq!(undone["Keys"], json!([keys[0]]));
    }

    #[test]
    fn a_batch_of_which_nothing_is_done_is_not_sent() {
        let items = json!({"T": [{"DeleteRequest": {"Key": {"id": {"S": "a"}}}}]});
        let body = json!({"RequestItems": items}).to_string();
        let mut split = Split::of(Operation::BatchWriteItem, body.as_bytes(), |_, _, _| vec![])
            .expect("a batch");
        assert!(split.request().is_none());
        let response = read(&split.response(Operation::BatchWriteItem, None));
        assert_eq!(response, json!({"UnprocessedItems": items}));
    }

    #[test]
    fn what_is_no_batch_or_too_large_a_one_is_left_to_the_engine() {
        let write = r#"{"DeleteRequest":{}}"#;
        let too_many = format!(r#"{{"RequestItems":{{"T":[{}]}}}}"#, [write; 26].join(","));
        for body in ["", "{}", "[]", r#"{"RequestItems":{"T":1}}"#, &too_many] {
            let split = Split::of(Operation::BatchWriteItem, body.as_bytes(), |_, _, _| vec![]);
            assert!(split.is_none(), "{body}");
        }
    }
}

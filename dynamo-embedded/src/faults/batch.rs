//! Batches that are carried out in part: the request split in what is done and what comes back.

use serde_json::{Map, Value};

use super::Operation;
use super::random::Random;

/// The entries of a batch by table, as the request has them.
type Tables = Map<String, Value>;

/// A batch in two: what the engine is asked to do, and what is handed back.
pub(super) struct Split {
    request: Map<String, Value>,
    done: Tables,
    undone: Tables,
}

impl Split {
    /// Splits a request's body, `None` where it is not one of a batch, or of one that DynamoDB
    /// refuses as a whole. Nothing is done of a batch unless `random` chooses it.
    pub(super) fn of(
        operation: Operation,
        body: &[u8],
        random: Option<&mut Random>,
    ) -> Option<Self> {
        let Ok(Value::Object(mut request)) = serde_json::from_slice(body) else {
            return None;
        };
        let Some(Value::Object(mut tables)) = request.remove("RequestItems") else {
            return None;
        };
        let count = tables
            .values_mut()
            .filter_map(entries)
            .map(|entries| entries.len())
            .sum();
        if count > most(operation) {
            return None;
        }
        let mut chosen = match random {
            Some(random) => random.some_of(count),
            None => vec![false; count],
        }
        .into_iter();
        let mut split = Self {
            request,
            done: Tables::new(),
            undone: Tables::new(),
        };
        for (table, mut asked) in tables {
            let (done, undone) = std::mem::take(entries(&mut asked)?)
                .into_iter()
                .partition(|_| chosen.next().unwrap_or_default());
            split.done.extend(part(&table, &asked, done));
            split.undone.extend(part(&table, &asked, undone));
        }
        Some(split)
    }

    /// Returns the request of what is done, `None` where that is nothing.
    pub(super) fn request(&mut self) -> Option<Vec<u8>> {
        if self.done.is_empty() {
            return None;
        }
        let mut request = self.request.clone();
        let done = std::mem::take(&mut self.done);
        request.insert("RequestItems".to_owned(), Value::Object(done));
        Some(Value::Object(request).to_string().into_bytes())
    }

    /// Returns the body of the response, given that of what was done.
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

/// The most entries DynamoDB takes in a request.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
fn most(operation: Operation) -> usize {
    match operation {
        Operation::BatchGetItem => 100,
        _ => 25,
    }
}

/// The entries of one table: writes are a list, keys a list beside how they are to be read.
fn entries(asked: &mut Value) -> Option<&mut Vec<Value>> {
    match asked {
        Value::Array(writes) => Some(writes),
        Value::Object(read) => read.get_mut("Keys")?.as_array_mut(),
        _ => None,
    }
}

/// Some entries of a table, in the form of the request, `None` where there are none.
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
        let mut random = Random::of_request(1, 1);
        let split = Split::of(
            Operation::BatchGetItem,
            body.to_string().as_bytes(),
            Some(&mut random),
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
        let mut all = [done["Keys"][0].clone(), undone["Keys"][0].clone()];
        all.sort_by_key(Value::to_string);
        assert_eq!(json!(all), keys);
    }

    #[test]
    fn a_batch_of_which_nothing_is_done_is_not_sent() {
        let items = json!({"T": [{"DeleteRequest": {"Key": {"id": {"S": "a"}}}}]});
        let body = json!({"RequestItems": items}).to_string();
        let mut split =
            Split::of(Operation::BatchWriteItem, body.as_bytes(), None).expect("a batch");
        assert!(split.request().is_none());
        let response = read(&split.response(Operation::BatchWriteItem, None));
        assert_eq!(response, json!({"UnprocessedItems": items}));
    }

    #[test]
    fn what_is_no_batch_or_too_large_a_one_is_left_to_the_engine() {
        let write = r#"{"DeleteRequest":{}}"#;
        let too_many = format!(r#"{{"RequestItems":{{"T":[{}]}}}}"#, [write; 26].join(","));
        for body in ["", "{}", "[]", r#"{"RequestItems":{"T":1}}"#, &too_many] {
            let split = Split::of(Operation::BatchWriteItem, body.as_bytes(), None);
            assert!(split.is_none(), "{body}");
        }
    }
}

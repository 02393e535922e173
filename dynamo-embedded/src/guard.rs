//! A layer that keeps expressions from crashing the process: the engine's parser and evaluator
//! recurse once per operator and parenthesis, and a stack overflow cannot be caught.

use std::collections::HashMap;
use std::thread;

use aws_smithy_runtime_api::client::result::ConnectorError;
use serde::Deserialize;

use super::dispatch::Operation;
use super::respond::{Reply, Respond};

/// DynamoDB allows 300 operators in an expression and no redundant parentheses, so no expression it
/// accepts nests deeper.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
const MAX_NESTING: usize = 300;

/// The levels of recursion that fit the stack of any thread: one takes up to 14 kB in a debug
/// build, and threads usually have 2 MB.
const SHALLOW: usize = 40;

/// Room for an expression of 4 kB, the most the engine reads, that consists only of operators. The
/// memory is merely reserved.
const DEEP_STACK: usize = 64 << 20;

/// Refuses absurd nesting and gives deep expressions a large enough stack; other requests pass
/// through.
#[derive(Debug)]
pub(super) struct Guarded<R>(pub(super) R);

impl<R: Respond> Respond for Guarded<R> {
    fn respond(&self, operation: Operation, body: &[u8]) -> Result<Reply, ConnectorError> {
        let shape = Shape::of(operation, body);
        if let Some(member) = shape.too_deep {
            return Ok(Reply::validation(&format!(
                "Invalid {member}: The expression is nested too deeply; limit: {MAX_NESTING}"
            )));
        }
        if shape.levels <= SHALLOW {
            self.0.respond(operation, body)
        } else {
            on_deep_stack(|| self.0.respond(operation, body))
        }
    }
}

fn on_deep_stack(
    respond: impl FnOnce() -> Result<Reply, ConnectorError> + Send,
) -> Result<Reply, ConnectorError> {
    thread::scope(|scope| {
        thread::Builder::new()
            .stack_size(DEEP_STACK)
            .spawn_scoped(scope, respond)
            .map_err(|error| ConnectorError::io(error.into()))?
            .join()
            .unwrap_or_else(|_| Err(ConnectorError::other("the engine panicked".into(), None)))
    })
}

/// The properties of a request that decide how it is run.
#[derive(Debug, Default, PartialEq, Eq)]
struct Shape {
    /// The member whose expression is nested beyond the limit.
    too_deep: Option<&'static str>,
    /// An upper bound of the recursion over any of its expressions.
    levels: usize,
}

impl Shape {
    fn of(operation: Operation, body: &[u8]) -> Self {
        let mut shape = Self::default();
        // Other operations have at most projections, which nothing recurses over; the body of a
        // batch is large and need not be read twice.
        let has_expressions = matches!(
            operation,
            Operation::PutItem
                | Operation::UpdateItem
                | Operation::DeleteItem
                | Operation::Query
                | Operation::Scan
                | Operation::TransactWriteItems
        );
        if has_expressions {
            // If it cannot be read here, the engine cannot read it either, and says so.
            if let Ok(request) = serde_json::from_slice::<Request>(body) {
                shape.visit(&request);
            }
        }
        shape
    }

    fn visit(&mut self, request: &Request) {
        for (member, expression) in [
            ("ConditionExpression", &request.condition),
            ("FilterExpression", &request.filter),
            ("KeyConditionExpression", &request.key_condition),
            ("UpdateExpression", &request.update),
        ] {
            let Some(expression) = expression else {
                continue;
            };
            self.levels = self.levels.max(levels(expression));
            if nesting(expression) > MAX_NESTING {
                self.too_deep = Some(member);
            }
        }
        let actions = request
            .transaction
            .iter()
            .flatten()
            .flat_map(HashMap::values);
        actions.for_each(|action| self.visit(action));
    }
}

/// The expressions of a request, or of one action of a transaction.
#[derive(Deserialize)]
struct Request {
    #[serde(rename = "ConditionExpression")]
    condition: Option<String>,
    #[serde(rename = "FilterExpression")]
    filter: Option<String>,
    #[serde(rename = "KeyConditionExpression")]
    key_condition: Option<String>,
    #[serde(rename = "UpdateExpression")]
    update: Option<String>,
    #[serde(rename = "TransactItems")]
    transaction: Option<Vec<HashMap<String, Request>>>,
}

fn nesting(expression: &str) -> usize {
    let mut depth = 0_usize;
    let mut deepest = 0;
    for byte in expression.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

fn levels(expression: &str) -> usize {
    let parentheses = expression.bytes().filter(|byte| *byte == b'(').count();
    let operators = expression
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| {
            ["AND", "OR", "NOT"]
                .iter()
                .any(|name| word.eq_ignore_ascii_case(name))
        })
        .count();
    parentheses + operators
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transaction(member: &str, expression: &str) -> Shape {
        let body = format!(r#"{{"TransactItems":[{{"Update":{{"{member}":"{expression}"}}}}]}}"#);
        Shape::of(Operation::TransactWriteItems, body.as_bytes())
    }

    #[test]
    fn deep_parentheses_are_found_in_any_expression_however_written() {
        for parenthesis in ["(", r"\u0028"] {
            let deep = parenthesis.repeat(MAX_NESTING + 1);
            for member in ["ConditionExpression", "UpdateExpression"] {
                assert_eq!(transaction(member, &deep).too_deep, Some(member));
            }
            let body = format!(r#"{{"FilterExpression":"{deep}"}}"#);
            assert_eq!(
                Shape::of(Operation::Scan, body.as_bytes()).too_deep,
                Some("FilterExpression")
            );
        }
    }

    #[test]
    fn parentheses_side_by_side_are_no_nesting() {
        let wide = transaction(
            "ConditionExpression",
            &"(a = b) OR ".repeat(2 * MAX_NESTING),
        );
        assert_eq!(wide.too_deep, None);
        let at_limit = format!("{}{}", "(".repeat(MAX_NESTING), ")".repeat(MAX_NESTING));
        assert_eq!(transaction("ConditionExpression", &at_limit).too_deep, None);
    }

    #[test]
    fn every_operator_that_recurses_is_a_level() {
        assert_eq!(
            transaction("ConditionExpression", "NOT (a = b AND c = d)or e=f").levels,
            4
        );
        assert_eq!(
            transaction("ConditionExpression", "#or.android = :not_a").levels,
            2
        );
    }

    #[test]
    fn stored_text_may_hold_any_parentheses() {
        let text = "(".repeat(5000);
        let body = format!(r#"{{"Item":{{"FilterExpression":{{"S":"{text}"}}}}}}"#);
        assert_eq!(
            Shape::of(Operation::PutItem, body.as_bytes()),
            Shape::default()
        );
    }
}

//! Conditions as text.

use aws_sdk_dynamodb::types::AttributeValue;

use super::Expressions;
use crate::codec::EncodeError;
use crate::expr::AttrPath;
use crate::expr::condition::Node;

/// The most operands `IN` accepts; longer lists are split.
const MAX_IN_OPERANDS: usize = 100;

impl Expressions {
    /// Renders a node inside an operator of the given precedence, with parentheses only where they
    /// are needed: DynamoDB refuses redundant ones.
    pub(super) fn node(
        &mut self,
        node: Node,
        outer: Precedence,
        to: &mut String,
    ) -> Result<(), EncodeError> {
        match node {
            Node::Invalid(error) => return Err(error),
            Node::Compare(path, operator, value) => {
                self.path(&path, to);
                infix(operator, to);
                self.value(value, to);
            }
            Node::ComparePaths(left, operator, right) => {
                self.path(&left, to);
                infix(operator, to);
                self.path(&right, to);
            }
            Node::Between(path, low, high) => {
                self.path(&path, to);
                to.push_str(" BETWEEN ");
                self.value(low, to);
                to.push_str(" AND ");
                self.value(high, to);
            }
            Node::In(path, values) => self.membership(&path, values, outer, to)?,
            Node::BeginsWith(path, value) => self.function_with("begins_with", &path, value, to),
            Node::Contains(path, value) => self.function_with("contains", &path, value, to),
            Node::Exists(path) => self.function("attribute_exists", &path, to),
            Node::NotExists(path) => self.function("attribute_not_exists", &path, to),
            Node::HasType(path, ty) => {
                self.function_with(
                    "attribute_type",
                    &path,
                    AttributeValue::S(ty.to_string()),
                    to,
                );
            }
            Node::Size(path, operator, size) => {
                self.function("size", &path, to);
                infix(operator, to);
                self.value(AttributeValue::N(size.to_string()), to);
            }
            Node::SizeBetween(path, low, high) => {
                self.function("size", &path, to);
                to.push_str(" BETWEEN ");
                self.value(AttributeValue::N(low.to_string()), to);
                to.push_str(" AND ");
                self.value(AttributeValue::N(high.to_string()), to);
            }
            Node::And(nodes) => self.joined(nodes, " AND ", Precedence::And, outer, to)?,
            Node::Or(nodes) => self.joined(nodes, " OR ", Precedence::Or, outer, to)?,
            Node::Not(node) => {
                to.push_str("NOT ");
                self.node(*node, Precedence::Not, to)?;
            }
        }
        Ok(())
    }

    fn joined(
        &mut self,
        nodes: Vec<Node>,
        operator: &str,
        own: Precedence,
        outer: Precedence,
        to: &mut String,
    ) -> Result<(), EncodeError> {
        let parenthesised = own < outer;
        if parenthesised {
            to.push('(');
        }
        for (number, node) in nodes.into_iter().enumerate() {
            if number > 0 {
                to.push_str(operator);
            }
            self.node(node, own, to)?;
        }
        if parenthesised {
            to.push(')');
        }
        Ok(())
    }

    fn membership(
        &mut self,
        path: &AttrPath,
        values: Vec<AttributeValue>,
        outer: Precedence,
        to: &mut String,
    ) -> Result<(), EncodeError> {
        if values.is_empty() {
            return Err(
                EncodeError::custom("`is_in` needs at least one value").at(&path.to_string())
            );
        }
        let parenthesised = values.len() > MAX_IN_OPERANDS && outer > Precedence::Or;
        if parenthesised {
            to.push('(');
        }
        for (number, value) in values.into_iter().enumerate() {
            if number % MAX_IN_OPERANDS == 0 {
                if number > 0 {
                    to.push_str(") OR ");
                }
                self.path(path, to);
                to.push_str(" IN (");
            } else {
                to.push_str(", ");
            }
            self.value(value, to);
        }
        to.push(')');
        if parenthesised {
            to.push(')');
        }
        Ok(())
    }
}

/// How tightly an operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    Or,
    And,
    Not,
}

fn infix(operator: &str, to: &mut String) {
    to.push(' ');
    to.push_str(operator);
    to.push(' ');
}

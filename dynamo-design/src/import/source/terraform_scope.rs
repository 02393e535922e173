//! The values of expressions in a Terraform configuration, as far as they can be known.

use std::collections::BTreeMap;

use hcl::expr::TraversalOperator;
use hcl::structure::{Block, Body};
use hcl::template::{Element, Template};
use hcl::{Expression, Structure};
use serde_json::{Map, Value as Json};

use crate::import::ImportError;

/// The meanings of names in a configuration.
#[derive(Clone)]
pub(super) struct Scope<'a> {
    pub(super) variables: BTreeMap<&'a str, &'a Body>,
    pub(super) locals: BTreeMap<&'a str, &'a Expression>,
    /// The ids of KMS keys that are looked up.
    keys: BTreeMap<&'a str, &'a Body>,
    /// The elements that `dynamic` blocks are at: name, key and value.
    each: Vec<(String, Json, Json)>,
}

/// How deep blocks and expressions may be nested.
pub(super) const DEEPEST: usize = 40;

impl<'a> Scope<'a> {
    pub(super) fn of(body: &'a Body) -> Self {
        let mut scope = Self {
            variables: BTreeMap::new(),
            locals: BTreeMap::new(),
            keys: BTreeMap::new(),
            each: Vec::new(),
        };
        for block in body.blocks() {
            let labels: Vec<_> = block.labels().iter().map(hcl::BlockLabel::as_str).collect();
            match (block.identifier(), labels.as_slice()) {
                ("variable", [name]) => {
                    scope.variables.insert(name, block.body());
                }
                ("data", ["aws_kms_key", name]) => {
                    scope.keys.insert(name, block.body());
                }
                ("locals", []) => {
                    for attribute in block.body().attributes() {
                        scope.locals.insert(attribute.key(), attribute.expr());
                    }
                }
                _ => {}
            }
        }
        scope
    }

    /// A block as an object: attributes by name, blocks as lists.
    pub(super) fn body(&self, body: &Body, depth: usize) -> Result<Json, ImportError> {
        if depth > DEEPEST {
            return Err(ImportError::new("is nested too deeply"));
        }
        let mut map = Map::new();
        for structure in body {
            match structure {
                Structure::Attribute(attribute) => {
                    let value = self.value(attribute.expr(), depth + 1);
                    map.insert(attribute.key().to_owned(), value);
                }
                Structure::Block(block) => {
                    let (name, values) = if block.identifier() == "dynamic" {
                        self.dynamic(block, depth + 1)?
                    } else {
                        let value = self.body(block.body(), depth + 1)?;
                        (block.identifier(), vec![value])
                    };
                    let list = map.entry(name).or_insert_with(|| Json::Array(Vec::new()));
                    if let Json::Array(list) = list {
                        list.extend(values);
                    }
                }
            }
        }
        Ok(Json::Object(map))
    }

    /// The value of an expression if it can be known; NULL otherwise.
    pub(super) fn value(&self, expr: &Expression, depth: usize) -> Json {
        if depth > DEEPEST {
            return Json::Null;
        }
        match expr {
            Expression::Bool(value) => Json::Bool(*value),
            Expression::Number(number) => match number.as_u64() {
                Some(whole) => Json::from(whole),
                None => number.as_f64().map_or(Json::Null, Json::from),
            },
            Expression::String(text) => Json::String(text.clone()),
            Expression::Array(list) => list
                .iter()
                .map(|expr| self.value(expr, depth + 1))
                .collect(),
            Expression::Object(object) => {
                let entries = object.iter().map(|(key, value)| {
                    let key = key.to_string().trim_matches('"').to_owned();
                    (key, self.value(value, depth + 1))
                });
                Json::Object(entries.collect())
            }
            Expression::Parenthesis(inner) => self.value(inner, depth + 1),
            Expression::Traversal(_) | Expression::TemplateExpr(_) => self.reference(expr, depth),
            Expression::FuncCall(call) => {
                let arguments = call.args.iter();
                let arguments = arguments.map(|expr| self.value(expr, depth + 1));
                called(call.name.name.as_str(), &arguments.collect::<Vec<_>>())
            }
            _ => Json::Null,
        }
    }

    fn reference(&self, expr: &Expression, depth: usize) -> Json {
        if let Expression::TemplateExpr(template) = expr {
            let Ok(template) = Template::from_expr(template) else {
                return Json::Null;
            };
            let mut text = String::new();
            for element in template.elements() {
                match element {
                    Element::Literal(literal) => text.push_str(literal),
                    Element::Interpolation(inner) => match self.value(&inner.expr, depth + 1) {
                        Json::String(value) => text.push_str(&value),
                        other => text.push_str(&other.to_string()),
                    },
                    Element::Directive(_) => return Json::Null,
                }
            }
            return Json::String(text);
        }
        let path = path(expr);
        let path: Vec<_> = path.iter().map(String::as_str).collect();
        let mut each = self.each.iter().rev();
        if let [first, role @ ("key" | "value"), fields @ ..] = path.as_slice()
            && let Some((_, key, value)) = each.find(|(name, ..)| name == first)
        {
            let found = if *role == "key" { key } else { value };
            return super::at(found, fields).cloned().unwrap_or(Json::Null);
        }
        match path.as_slice() {
            ["var", name] => {
                let default = self
                    .variables
                    .get(name)
                    .and_then(|body| attribute(body, "default"));
                default.map_or(Json::Null, |expr| self.value(expr, depth + 1))
            }
            ["local", name] => {
                let local = self.locals.get(name);
                local.map_or(Json::Null, |expr| self.value(expr, depth + 1))
            }
            ["data", "aws_kms_key", name, _] => {
                let id = self
                    .keys
                    .get(name)
                    .and_then(|body| attribute(body, "key_id"));
                id.map_or(Json::Null, |expr| self.value(expr, depth + 1))
            }
            [] => Json::Null,
            path => Json::String(format!("${{{}}}", path.join("."))),
        }
    }

    /// The blocks that a `dynamic` block stands for, if its elements are known.
    fn dynamic<'b>(
        &self,
        block: &'b Block,
        depth: usize,
    ) -> Result<(&'b str, Vec<Json>), ImportError> {
        let label = block.labels().first().map_or("?", |label| label.as_str());
        let elements = attribute(block.body(), "for_each").map(|expr| self.value(expr, depth));
        let mut blocks = block.body().blocks();
        let content = blocks.find(|block| block.identifier() == "content");
        let (Some(elements), Some(content)) = (elements, content) else {
            return Err(unknown(label));
        };
        let elements: Vec<(Json, Json)> = match elements {
            Json::Array(list) => list
                .into_iter()
                .map(|value| (value.clone(), value))
                .collect(),
            Json::Object(map) => map
                .into_iter()
                .map(|(key, value)| (key.into(), value))
                .collect(),
            _ => return Err(unknown(label)),
        };
        let iterator = attribute(block.body(), "iterator").map(ToString::to_string);
        let name = iterator.unwrap_or_else(|| label.to_owned());
        let made = elements.into_iter().map(|(key, value)| {
            let mut scope = self.clone();
            scope.each.push((name.clone(), key, value));
            scope.body(content.body(), depth + 1)
        });
        Ok((label, made.collect::<Result<_, _>>()?))
    }
}

/// The result of the functions that lists of keys and indexes are written with.
fn called(function: &str, arguments: &[Json]) -> Json {
    match (function, arguments) {
        ("toset" | "tolist" | "tomap" | "nonsensitive", [one]) => one.clone(),
        ("lookup", [Json::Object(map), Json::String(name), default @ ..]) => {
            let found = map.get(name).filter(|found| !found.is_null());
            found.or(default.first()).cloned().unwrap_or(Json::Null)
        }
        ("try" | "coalesce", all) => {
            let mut known = all.iter().filter(|value| !value.is_null());
            known.next().cloned().unwrap_or(Json::Null)
        }
        ("concat", lists) => {
            let elements = lists
                .iter()
                .flat_map(|list| list.as_array().cloned().unwrap_or_default());
            Json::Array(elements.collect())
        }
        _ => Json::Null,
    }
}

pub(super) fn attribute<'b>(body: &'b Body, name: &str) -> Option<&'b Expression> {
    let mut attributes = body.attributes();
    attributes
        .find(|attribute| attribute.key() == name)
        .map(hcl::Attribute::expr)
}

/// The names of a reference: `var.stage` is `var` and `stage`.
pub(super) fn path(expr: &Expression) -> Vec<String> {
    let Expression::Traversal(traversal) = expr else {
        return Vec::new();
    };
    let Expression::Variable(first) = &traversal.expr else {
        return Vec::new();
    };
    let mut path = vec![first.to_string()];
    for operator in &traversal.operators {
        if let TraversalOperator::GetAttr(name) = operator {
            path.push(name.to_string());
        }
    }
    path
}

fn unknown(label: &str) -> ImportError {
    ImportError::new(format!(
        "has a `dynamic` block of `{label}`, which only Terraform can fill in; give the output of \
         `terraform show -json` instead"
    ))
}

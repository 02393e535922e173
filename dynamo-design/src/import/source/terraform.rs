//! Terraform configurations: resources and modules, with variables and locals filled in.

use std::collections::BTreeMap;

use hcl::expr::TraversalOperator;
use hcl::structure::{Block, Body};
use hcl::template::{Element, Template};
use hcl::{Expression, Structure};
use serde_json::{Map, Value as Json};

use super::template::{Name, is_stage};
use super::{Found, terraform_state};
use crate::Design;
use crate::import::ImportError;

/// Reads every table of a configuration.
pub(super) fn read(text: &str) -> Result<Found, ImportError> {
    let body = hcl::parse(text).map_err(|error| {
        let line = error.to_string().replace('\n', " ");
        ImportError::new(format!("is not a configuration of Terraform: {line}"))
    })?;
    let scope = Scope::of(&body);
    let mut found = Found::default();
    let mut tables: Vec<(String, Design)> = Vec::new();
    for block in body.blocks() {
        let labels: Vec<_> = block.labels().iter().map(hcl::BlockLabel::as_str).collect();
        match (block.identifier(), labels.as_slice()) {
            ("resource", ["aws_dynamodb_table", label]) => {
                let values = scope.body(block.body(), 0)?;
                tables.push((
                    (*label).to_owned(),
                    scope.table(label, block.body(), &values)?,
                ));
            }
            ("module", [label]) => {
                let mut values = scope.body(block.body(), 0)?;
                let source = super::text(&values, &["source"]).unwrap_or_default();
                if source.contains("dynamodb-table") {
                    of_module(&mut values);
                    tables.push((
                        (*label).to_owned(),
                        scope.table(label, block.body(), &values)?,
                    ));
                }
            }
            _ => {}
        }
    }
    if tables.is_empty() {
        return Err(terraform_state::no_table());
    }
    for block in body.blocks() {
        let labels: Vec<_> = block.labels().iter().map(hcl::BlockLabel::as_str).collect();
        if let ("resource", ["aws_cloudwatch_metric_alarm", label]) =
            (block.identifier(), labels.as_slice())
        {
            let values = scope.body(block.body(), 0)?;
            let Some((watched, alarm)) = terraform_state::alarm(label, &values) else {
                continue;
            };
            let is_watched = |(label, _): &&mut (String, Design)| {
                watched == format!("${{aws_dynamodb_table.{label}.name}}")
            };
            if let Some((_, design)) = tables.iter_mut().find(is_watched) {
                design.options.alarms.push(alarm);
            }
        }
    }
    found.tables = tables.into_iter().map(|(_, table)| table).collect();
    Ok(found)
}

/// Renames inputs that the well-known module names differently from the resource.
fn of_module(values: &mut Json) {
    let Json::Object(map) = values else { return };
    for (module, resource) in [
        ("attributes", "attribute"),
        ("global_secondary_indexes", "global_secondary_index"),
        ("local_secondary_indexes", "local_secondary_index"),
    ] {
        if let Some(value) = map.remove(module) {
            map.insert(resource.to_owned(), value);
        }
    }
    let block = |enabled: Option<Json>| {
        let enabled = enabled.unwrap_or(Json::Bool(false));
        let entries = [("enabled".to_owned(), enabled)];
        Json::Array(vec![Json::Object(Map::from_iter(entries))])
    };
    if let Some(attribute) = map.remove("ttl_attribute_name") {
        let enabled = map.remove("ttl_enabled").unwrap_or(Json::Bool(false));
        let entries = [
            ("attribute_name".to_owned(), attribute),
            ("enabled".to_owned(), enabled),
        ];
        map.insert(
            "ttl".into(),
            Json::Array(vec![Json::Object(Map::from_iter(entries))]),
        );
    }
    let recovery = map.remove("point_in_time_recovery_enabled");
    map.insert("point_in_time_recovery".into(), block(recovery));
    let encrypted = map.remove("server_side_encryption_enabled");
    map.insert("server_side_encryption".into(), block(encrypted));
    map.entry("billing_mode")
        .or_insert_with(|| "PAY_PER_REQUEST".into());
}

/// The meanings of names in a configuration.
struct Scope<'a> {
    variables: BTreeMap<&'a str, &'a Body>,
    locals: BTreeMap<&'a str, &'a Expression>,
    /// The ids of KMS keys that are looked up.
    keys: BTreeMap<&'a str, &'a Body>,
}

/// How deep blocks and expressions may be nested.
const DEEPEST: usize = 40;

impl<'a> Scope<'a> {
    fn of(body: &'a Body) -> Self {
        let mut scope = Self {
            variables: BTreeMap::new(),
            locals: BTreeMap::new(),
            keys: BTreeMap::new(),
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

    fn table(&self, label: &str, body: &Body, values: &Json) -> Result<Design, ImportError> {
        let place = |error: ImportError| error.of(&format!("resource `{label}`"));
        let mut name = Name::default();
        match attribute(body, "name") {
            Some(expr) => self.name(expr, label, &mut name, 0),
            None => name.variable(label, None),
        }
        let named = crate::model::pascal(label);
        let mut design = terraform_state::table(&named, name.text, values).map_err(place)?;
        design.options.variables = name.variables;
        Ok(design)
    }

    /// A block as an object: attributes by name, blocks as lists.
    fn body(&self, body: &Body, depth: usize) -> Result<Json, ImportError> {
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
                    if block.identifier() == "dynamic" {
                        return Err(dynamic(block));
                    }
                    let value = self.body(block.body(), depth + 1)?;
                    let list = map
                        .entry(block.identifier())
                        .or_insert_with(|| Json::Array(Vec::new()));
                    if let Json::Array(list) = list {
                        list.push(value);
                    }
                }
            }
        }
        Ok(Json::Object(map))
    }

    /// The value of an expression if it can be known; NULL otherwise.
    fn value(&self, expr: &Expression, depth: usize) -> Json {
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

    /// A name; parts that a deployment chooses stay variables.
    fn name(&self, expr: &Expression, label: &str, to: &mut Name, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match expr {
            Expression::String(text) => to.text.push_str(&text.replace(['{', '}'], "_")),
            Expression::TemplateExpr(template) => match Template::from_expr(template) {
                Ok(template) => {
                    for element in template.elements() {
                        match element {
                            Element::Literal(text) => {
                                to.text.push_str(&text.replace(['{', '}'], "_"));
                            }
                            Element::Interpolation(inner) => {
                                self.name(&inner.expr, label, to, depth + 1);
                            }
                            Element::Directive(_) => to.variable(label, None),
                        }
                    }
                }
                Err(_) => to.variable(label, None),
            },
            Expression::Parenthesis(inner) => self.name(inner, label, to, depth + 1),
            _ => {
                let path = path(expr);
                let path: Vec<_> = path.iter().map(String::as_str).collect();
                match path.as_slice() {
                    ["var", name] => self.variable(name, to),
                    ["local", name] => match self.locals.get(name) {
                        Some(expr) => self.name(expr, label, to, depth + 1),
                        None => to.variable(&crate::model::snake(name), None),
                    },
                    ["terraform", "workspace"] => to.variable("workspace", None),
                    _ => to.variable(&crate::model::snake(label), None),
                }
            }
        }
    }

    fn variable(&self, name: &str, to: &mut Name) {
        let declared = self.variables.get(name);
        let default = declared.and_then(|body| attribute(body, "default"));
        let default = default.and_then(|expr| match expr {
            Expression::String(text) => Some(text.clone()),
            _ => None,
        });
        let values = declared.and_then(|body| allowed(body));
        match (default, values) {
            (default, Some(values)) => {
                let others = values
                    .into_iter()
                    .filter(|value| Some(value) != default.as_ref());
                let others: Vec<_> = others.collect();
                to.variable(name, Some(default.into_iter().chain(others).collect()));
            }
            (Some(default), None) if !is_stage(name) => {
                to.text.push_str(&default.replace(['{', '}'], "_"));
            }
            _ => to.variable(&crate::model::snake(name), None),
        }
    }
}

/// The values that a validation of the form `contains([…], var.name)` allows.
fn allowed(variable: &Body) -> Option<Vec<String>> {
    let mut validations = variable
        .blocks()
        .filter(|block| block.identifier() == "validation");
    let condition = attribute(validations.next()?.body(), "condition")?;
    let Expression::FuncCall(call) = condition else {
        return None;
    };
    let (true, Some(Expression::Array(list))) =
        (call.name.name.as_str() == "contains", call.args.first())
    else {
        return None;
    };
    let texts = list.iter().map(|expr| match expr {
        Expression::String(text) => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

fn attribute<'b>(body: &'b Body, name: &str) -> Option<&'b Expression> {
    let mut attributes = body.attributes();
    attributes
        .find(|attribute| attribute.key() == name)
        .map(hcl::Attribute::expr)
}

/// The names of a reference: `var.stage` is `var` and `stage`.
fn path(expr: &Expression) -> Vec<String> {
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

fn dynamic(block: &Block) -> ImportError {
    let label = block.labels().first().map_or("?", |label| label.as_str());
    ImportError::new(format!(
        "has a `dynamic` block of `{label}`, which only Terraform can fill in; give the output of \
         `terraform show -json` instead"
    ))
}

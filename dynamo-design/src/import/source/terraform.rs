//! Terraform configurations: resources and modules, with variables and locals filled in.

use hcl::Expression;
use hcl::structure::Body;
use hcl::template::{Element, Template};
use serde_json::{Map, Value as Json};

use super::template::{Name, is_stage};
use super::terraform_scope::{DEEPEST, Scope, attribute, path};
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

/// The type name for a table: its label without `_table`, or its name if the label says nothing.
fn type_name(label: &str, name: &str) -> String {
    let says_nothing = matches!(
        label,
        "this" | "main" | "table" | "default" | "dynamodb" | "dynamodb_table" | "dynamo" | "db"
    );
    let is_literal = !name.contains('{') && !name.is_empty();
    if says_nothing && is_literal {
        return super::type_name(name);
    }
    let base = ["_table", "-table"]
        .iter()
        .find_map(|end| label.strip_suffix(end));
    crate::model::pascal(base.unwrap_or(label))
}

impl Scope<'_> {
    fn table(&self, label: &str, body: &Body, values: &Json) -> Result<Design, ImportError> {
        let place = |error: ImportError| error.of(&format!("resource `{label}`"));
        let mut name = Name::default();
        match attribute(body, "name") {
            Some(expr) => self.name(expr, label, &mut name, 0),
            None => name.variable(label, None),
        }
        // Locals that are defined by each other say nothing.
        if name.text.is_empty() {
            name.variable(&crate::model::snake(label), None);
        }
        let named = type_name(label, &name.text);
        let mut design = terraform_state::table(&named, name.text, values).map_err(place)?;
        design.options.variables = name.variables;
        Ok(design)
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

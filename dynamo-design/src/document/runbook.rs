//! Running the tables: commands to deploy and watch them, and what to do if something is wrong.

use std::fmt::Write as _;

use super::command::Command;
use super::markdown::{code, duration, table};
use super::trouble::troubles;
use crate::export::{parameters, tree::Tree};
use crate::model::snake;
use crate::options::Alarm;
use crate::{Design, IndexKind};

/// The tables that are deployed together.
pub(super) struct Runbook<'a> {
    pub(super) name: &'a str,
    pub(super) designs: &'a [&'a Design],
}

/// A parameter of the templates.
struct Parameter {
    name: String,
    description: String,
    default: Option<String>,
    allowed: Vec<String>,
}

impl Runbook<'_> {
    pub(super) fn markdown(&self) -> String {
        let mut out = String::from("\n## Deploy\n\n");
        out += &self.deploy();
        out += &self.ttl();
        out += "\n## Monitoring\n\n";
        out += &self.metrics();
        out += &self.alarms();
        out += "\n## Troubleshooting\n";
        out + &troubles(self.designs)
    }

    fn deploy(&self) -> String {
        let parameters = self.parameters();
        let rows = parameters.iter().map(|parameter| {
            let default = parameter.default.as_deref().map(code);
            let allowed: Vec<_> = parameter.allowed.iter().map(|value| code(value)).collect();
            [
                code(&parameter.name),
                code(&snake(&parameter.name)),
                default.unwrap_or_else(|| "none: required".to_owned()),
                allowed.join(", "),
                parameter.description.clone(),
            ]
        });
        let head = [
            "CloudFormation",
            "Terraform",
            "Default",
            "Values",
            "What it is",
        ];
        let mut out = table(head, rows);
        let first = |parameter: &Parameter| parameter.value(Choice::First);
        let last = |parameter: &Parameter| parameter.value(Choice::Last);
        let has_stages = parameters
            .iter()
            .any(|found| found.allowed.len() > 1 && !found.is_switch());
        out += "\nWith CloudFormation:\n\n```bash\n";
        out += &self.stack(&parameters, first);
        if has_stages {
            out += "\n\n";
            out += &self.stack(&parameters, last);
        }
        out +=
            "\n```\n\nWith Terraform, in the directory of `main.tf`:\n\n```bash\nterraform init\n";
        let variables = parameters.iter().filter(|found| found.is_variable());
        let variables =
            variables.map(|found| format!("-var {}={}", snake(&found.name), first(found)));
        let words: Vec<_> = ["terraform apply".to_owned()]
            .into_iter()
            .chain(variables)
            .collect();
        out += &words.join(" ");
        out += "\n```\n\n";
        out += &self.by_hand();
        out
    }

    /// The command that creates or updates a stack.
    fn stack(&self, parameters: &[Parameter], value: impl Fn(&Parameter) -> String) -> String {
        let stage = parameters
            .iter()
            .find(|found| found.is_variable())
            .map(&value);
        let stack = match stage {
            Some(stage) => format!("{}-{stage}", dashed(self.name)),
            None => dashed(self.name),
        };
        let given: Vec<_> = parameters
            .iter()
            .map(|found| format!("{}={}", found.name, value(found)))
            .collect();
        Command::new("aws cloudformation deploy")
            .option("stack-name", &stack)
            .option("template-file", "cloudformation.yaml")
            .options("parameter-overrides", given.iter().map(String::as_str))
            .text()
    }

    /// The requests that create each table without a template.
    fn by_hand(&self) -> String {
        let mut out = String::from(
            "Without a template, for development; the command `create` of the tool does the same:\n\n\
             ```bash\n",
        );
        for design in self.designs {
            let directory = match self.designs {
                [_] => String::new(),
                _ => format!("{}/", snake(&design.name)),
            };
            let file = format!("file://{directory}create-table.json");
            let create = Command::new("aws dynamodb create-table").option("cli-input-json", &file);
            let _ = writeln!(out, "{}", create.text());
        }
        out + "```\n"
    }

    fn parameters(&self) -> Vec<Parameter> {
        let Tree::Map(entries) = parameters(self.designs) else {
            return Vec::new();
        };
        entries.into_iter().map(Parameter::from).collect()
    }

    fn ttl(&self) -> String {
        let mut out = String::new();
        for design in self.designs {
            let Some(attribute) = &design.table.ttl else {
                continue;
            };
            if out.is_empty() {
                out += "\n## Time to live\n\n";
            }
            let name = design.default_name();
            let _ = writeln!(
                out,
                "DynamoDB removes an item of `{}` within a few days after `{attribute}`, a number of seconds \
                 since 1970, free of charge. Reads leave out an expired item at once.{}\n",
                design.table.name,
                lifetimes(design)
            );
            let specification = format!("Enabled=true,AttributeName={attribute}");
            let update = Command::new("aws dynamodb update-time-to-live")
                .option("table-name", &name)
                .option("time-to-live-specification", &specification);
            let describe =
                Command::new("aws dynamodb describe-time-to-live").option("table-name", &name);
            let _ = writeln!(
                out,
                "The templates enable it; a table that was created by hand needs the first command.\n\n\
                 ```bash\n{}\n{}\n```",
                update.text(),
                describe.text()
            );
        }
        out
    }

    fn metrics(&self) -> String {
        let mut rows = vec![
            [
                "`ConsumedReadCapacityUnits`, `ConsumedWriteCapacityUnits`",
                "what the table costs; also per index",
            ],
            [
                "`ReadThrottleEvents`, `WriteThrottleEvents`",
                "which table or index refuses requests",
            ],
            [
                "`SuccessfulRequestLatency`",
                "by `Operation`: how long DynamoDB takes",
            ],
            [
                "`SystemErrors`",
                "by `Operation`: failures of DynamoDB itself",
            ],
        ];
        if self.designs.iter().any(|design| design.checks_writes()) {
            rows.push([
                "`ConditionalCheckFailedRequests`",
                "writes that lost a race, or met what they must not",
            ]);
        }
        if self.designs.iter().any(|design| design.table.ttl.is_some()) {
            rows.push(["`TimeToLiveDeletedItemCount`", "items that TTL removed"]);
        }
        let rows = rows.into_iter().map(|row| row.map(str::to_owned));
        let mut out = table(["Metric", "What it shows"], rows);
        out += "\nThe units of the last day, per hour (needs GNU `date`):\n\n```bash\n";
        let names: Vec<_> = self
            .designs
            .iter()
            .map(|design| design.default_name())
            .collect();
        match names.as_slice() {
            [name] => {
                let dimension = format!("Name=TableName,Value={name}");
                out += &statistics("ConsumedReadCapacityUnits", &[&dimension]);
            }
            names => {
                let _ = writeln!(out, "for table in {}; do", names.join(" "));
                out += &statistics(
                    "ConsumedReadCapacityUnits",
                    &["Name=TableName,Value=$table"],
                );
                out += "\ndone";
            }
        }
        let index = self.designs.iter().find_map(|design| {
            let mut indexes = design.table.indexes.iter();
            let index = indexes.find(|index| index.kind == IndexKind::Global)?;
            Some((design.default_name(), &index.name))
        });
        if let Some((table, index)) = index {
            let table = format!("Name=TableName,Value={table}");
            let index = format!("Name=GlobalSecondaryIndexName,Value={index}");
            out += "\n\n";
            out += &statistics("ConsumedWriteCapacityUnits", &[&table, &index]);
        }
        out + "\n```\n"
    }

    fn alarms(&self) -> String {
        let mut out = String::new();
        for design in self.designs {
            for alarm in &design.options.alarms {
                let _ = write!(out, "{}\n\n", alarm_command(&design.default_name(), alarm));
            }
        }
        if out.is_empty() {
            return "\nThe design declares no alarms: add `.alarm(Alarm::throttled())` to it, and the templates \
                    create them.\n"
                .to_owned();
        }
        format!(
            "\nThe templates create these alarms; add `--alarm-actions` with the topic to notify:\n\n```bash\n{}\n```\n",
            out.trim_end()
        )
    }
}

/// Which of the values of a parameter is shown.
#[derive(Clone, Copy)]
enum Choice {
    First,
    Last,
}

impl Parameter {
    fn from((name, tree): (String, Tree)) -> Self {
        let text = |key: &str| match tree.get(key) {
            Some(Tree::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let allowed = match tree.get("AllowedValues") {
            Some(Tree::List(values)) => values
                .iter()
                .filter_map(|value| match value {
                    Tree::Text(text) => Some(text.clone()),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        Self {
            description: text("Description").unwrap_or_default(),
            default: text("Default"),
            allowed,
            name,
        }
    }

    fn is_switch(&self) -> bool {
        self.allowed == ["true", "false"]
    }

    /// Whether it is a variable in the names of tables.
    fn is_variable(&self) -> bool {
        !self.is_switch() && !self.name.ends_with("TableName")
    }

    fn value(&self, choice: Choice) -> String {
        let default = || {
            self.default
                .clone()
                .unwrap_or_else(|| self.name.to_lowercase())
        };
        match choice {
            Choice::Last if self.is_switch() => "true".to_owned(),
            Choice::Last if self.is_variable() => {
                self.allowed.last().cloned().unwrap_or_else(default)
            }
            _ => default(),
        }
    }
}

/// When items of each type expire, if the runtime fills that in.
fn lifetimes(design: &Design) -> String {
    let items = design.items.iter().filter_map(|item| {
        let seconds = item.ttl_after?;
        Some(format!(
            "`{}` items expire {} after their first write",
            item.name,
            duration(seconds)
        ))
    });
    let items: Vec<_> = items.collect();
    match items.as_slice() {
        [] => String::new(),
        items => format!(" {}.", items.join("; ")),
    }
}

fn statistics(metric: &str, dimensions: &[&str]) -> String {
    // The shell fills in the variable of a loop.
    let dimensions: Vec<_> = dimensions
        .iter()
        .map(|text| format!("\"{text}\""))
        .collect();
    Command::new("aws cloudwatch get-metric-statistics")
        .option("namespace", "AWS/DynamoDB")
        .option("metric-name", metric)
        .raw(&format!("--dimensions {}", dimensions.join(" ")))
        .raw("--start-time \"$(date -u -d '1 day ago' +%FT%TZ)\" --end-time \"$(date -u +%FT%TZ)\"")
        .option("period", "3600")
        .option("statistics", "Sum")
        .text()
}

/// The commands that create an alarm.
fn alarm_command(name: &str, alarm: &Alarm) -> String {
    let (threshold, periods) = (alarm.threshold.to_string(), alarm.periods.to_string());
    let command = Command::new("aws cloudwatch put-metric-alarm")
        .option("alarm-name", &format!("{name}-{}", alarm.name))
        .option("comparison-operator", "GreaterThanThreshold")
        .option("threshold", &threshold)
        .option("evaluation-periods", &periods)
        .option("treat-missing-data", "notBreaching");
    let (metric, period) = (alarm.metric.as_str(), alarm.period.to_string());
    let operations = alarm.metric.operations();
    if operations.is_empty() {
        return command
            .option("namespace", "AWS/DynamoDB")
            .option("metric-name", metric)
            .option("statistic", "Sum")
            .option("period", &period)
            .option("dimensions", &format!("Name=TableName,Value={name}"))
            .text();
    }
    // CloudWatch counts these by operation: an alarm on the table alone would never fire.
    format!(
        "metrics='{{\"Id\": \"total\", \"Expression\": \"SUM(FILL(METRICS(), 0))\", \"ReturnData\": true}}'\n\
         for operation in {}; do\n  \
         metric=\"{{\\\"Namespace\\\": \\\"AWS/DynamoDB\\\", \\\"MetricName\\\": \\\"{metric}\\\", \\\"Dimensions\\\": [\n    \
         {{\\\"Name\\\": \\\"TableName\\\", \\\"Value\\\": \\\"{name}\\\"}}, \
         {{\\\"Name\\\": \\\"Operation\\\", \\\"Value\\\": \\\"$operation\\\"}}]}}\"\n  \
         metrics+=\", {{\\\"Id\\\": \\\"of$operation\\\", \\\"ReturnData\\\": false, \
         \\\"MetricStat\\\": {{\\\"Metric\\\": $metric, \\\"Period\\\": {period}, \\\"Stat\\\": \\\"Sum\\\"}}}}\"\n\
         done\n{}",
        operations.join(" "),
        command.raw("--metrics \"[$metrics]\"").text()
    )
}

/// A name with dashes only between letters and digits, as names of stacks are.
fn dashed(name: &str) -> String {
    snake(name).replace('_', "-")
}

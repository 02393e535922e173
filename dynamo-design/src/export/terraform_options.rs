//! The options of a table that are blocks or resources of their own in Terraform.

use super::hcl::{Line, block, set, text};
use super::terraform::ModuleScope;
use crate::model::snake;
use crate::options::{Alarm, ReplicaConsistency, WarmThroughput};

impl ModuleScope<'_> {
    pub(super) fn replicas(&self) -> Vec<Line> {
        let Some(replicas) = &self.design.options.replicas else {
            return Vec::new();
        };
        let regions = replicas.regions.iter().map(|region| {
            let mut lines = vec![set("region_name", text(region))];
            if replicas.consistency == ReplicaConsistency::Strong {
                let mode = replicas.consistency.as_str();
                lines.push(set("consistency_mode", text(mode)));
            }
            lines.push(set("point_in_time_recovery", "var.enable_pitr"));
            lines.push(set("propagate_tags", "true"));
            block("replica", lines)
        });
        let witness = replicas.witness.iter().map(|region| {
            block(
                "global_table_witness",
                vec![set("region_name", text(region))],
            )
        });
        regions.chain(witness).collect()
    }

    /// The options that are resources of their own.
    pub(super) fn settings(&self) -> Vec<Line> {
        let (label, options) = (self.label(), &self.design.options);
        let resource =
            |kind: &str, lines| block(format!("resource \"{kind}\" {}", text(&label)), lines);
        let insights = options.contributor_insights.map(|mode| {
            let name = format!("aws_dynamodb_table.{label}.name");
            let lines = vec![set("table_name", name), set("mode", text(mode.as_str()))];
            resource("aws_dynamodb_contributor_insights", lines)
        });
        let policy = options.resource_policy.as_ref().map(|policy| {
            let arn = format!("aws_dynamodb_table.{label}.arn");
            let lines = vec![set("resource_arn", arn), set("policy", text(policy))];
            resource("aws_dynamodb_resource_policy", lines)
        });
        insights.into_iter().chain(policy).collect()
    }

    pub(super) fn alarm(&self, alarm: &Alarm) -> Line {
        let label = self.label();
        let table = format!("aws_dynamodb_table.{label}.name");
        let metric = alarm.metric.as_str();
        let mut lines = vec![
            set("alarm_name", format!("\"${{{table}}}-{}\"", alarm.name)),
            set("comparison_operator", text("GreaterThanThreshold")),
            set("threshold", alarm.threshold.to_string()),
            set("evaluation_periods", alarm.periods.to_string()),
            set("treat_missing_data", text("notBreaching")),
        ];
        let operations = alarm.metric.operations();
        if operations.is_empty() {
            lines.push(set("namespace", text("AWS/DynamoDB")));
            lines.push(set("metric_name", text(metric)));
            lines.push(set("statistic", text("Sum")));
            lines.push(set("period", alarm.period.to_string()));
            lines.push(block("dimensions =", vec![set("TableName", table)]));
        } else {
            // CloudWatch has these only by table and operation.
            lines.push(block(
                "metric_query",
                vec![
                    set("id", text("total")),
                    set("label", text(metric)),
                    set("expression", text("SUM(FILL(METRICS(), 0))")),
                    set("return_data", "true"),
                ],
            ));
            for operation in operations {
                let dimensions = vec![
                    set("TableName", table.clone()),
                    set("Operation", text(operation)),
                ];
                let counted = vec![
                    set("namespace", text("AWS/DynamoDB")),
                    set("metric_name", text(metric)),
                    set("period", alarm.period.to_string()),
                    set("stat", text("Sum")),
                    block("dimensions =", dimensions),
                ];
                lines.push(block(
                    "metric_query",
                    vec![set("id", text(&snake(operation))), block("metric", counted)],
                ));
            }
        }
        let name = format!("{label}_{}", snake(&alarm.name));
        block(
            format!("resource \"aws_cloudwatch_metric_alarm\" {}", text(&name)),
            lines,
        )
    }
}

pub(super) fn warm(units: Option<WarmThroughput>) -> Option<Line> {
    units.map(|units| {
        let units = vec![
            set("read_units_per_second", units.reads.to_string()),
            set("write_units_per_second", units.writes.to_string()),
        ];
        block("warm_throughput", units)
    })
}

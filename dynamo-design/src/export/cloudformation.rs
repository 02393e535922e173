//! AWS CloudFormation templates.

use super::global_table::global_table;
use super::tree::{Call, Tree, list, map};
use crate::model::{base, filled_name, only_parameter, pascal};
use crate::options::{Alarm, Encryption};
use crate::{Design, Model};

/// The parameter that switches point-in-time recovery.
const PITR: &str = "EnablePITR";

impl Design {
    /// Returns an AWS CloudFormation template that creates the table, as JSON.
    ///
    /// Its parameters are the variables of the table's name, the rest of the name, and
    /// point-in-time recovery. The table is kept when the stack is deleted.
    #[must_use]
    pub fn cloudformation_json(&self) -> String {
        template(&self.name, &[self]).to_json()
    }

    /// Returns the template of [`cloudformation_json`](Self::cloudformation_json) as YAML.
    #[must_use]
    pub fn cloudformation_yaml(&self) -> String {
        template(&self.name, &[self]).to_yaml()
    }
}

impl Model {
    /// Returns an AWS CloudFormation template that creates the tables, as JSON.
    #[must_use]
    pub fn cloudformation_json(&self) -> String {
        template(&self.name, &self.designs()).to_json()
    }

    /// Returns the template of [`cloudformation_json`](Self::cloudformation_json) as YAML.
    #[must_use]
    pub fn cloudformation_yaml(&self) -> String {
        template(&self.name, &self.designs()).to_yaml()
    }
}

fn template(name: &str, designs: &[&Design]) -> Tree {
    let description = match designs {
        [design] => design.docs.clone(),
        _ => None,
    };
    let description = description.unwrap_or_else(|| format!("The tables of {name}."));
    let mut resources = map([]);
    let mut outputs = map([]);
    for design in designs {
        let scope = TemplateScope {
            design,
            alone: designs.len() == 1,
        };
        resources = scope.resources(resources);
        outputs = scope.outputs(outputs);
    }
    map([
        ("AWSTemplateFormatVersion", "2010-09-09".into()),
        ("Description", description.into()),
        ("Parameters", parameters(designs)),
        ("Resources", resources),
        ("Outputs", outputs),
    ])
}

/// The parameters that the names of tables consist of.
pub(super) fn name_parameters(designs: &[&Design]) -> Tree {
    let mut parameters = map([]);
    let mut known: Vec<&str> = Vec::new();
    for design in designs {
        for variable in design.variables() {
            if known.contains(&variable) {
                continue;
            }
            known.push(variable);
            let values = design.options.variables.get(variable);
            let values = values.map(|variable| variable.values.as_slice());
            let values = values.unwrap_or_default();
            let description = format!("What `{variable}` is in the names of tables.");
            let parameter = map([
                ("Type", "String".into()),
                ("Description", description.into()),
            ])
            .with_some("Default", values.first());
            let parameter = if values.is_empty() {
                parameter
            } else {
                parameter.with("AllowedValues", list(values))
            };
            parameters = parameters.with(&pascal(variable), parameter);
        }
    }
    for design in designs {
        let scope = TemplateScope {
            design,
            alone: designs.len() == 1,
        };
        if let Some((base, _)) = base(&design.table.name) {
            let description = format!("The name of table {} without variables.", design.name);
            let parameter = map([
                ("Type", "String".into()),
                ("Description", description.into()),
                ("Default", base.into()),
            ]);
            parameters = parameters.with(&scope.name_parameter(), parameter);
        }
    }
    parameters
}

/// The parameters of a template.
pub(crate) fn parameters(designs: &[&Design]) -> Tree {
    let recovered = |design: &&Design| design.options.point_in_time_recovery;
    let default = designs.iter().any(recovered).to_string();
    let description = "Whether tables can be restored to any second of the last 35 days.";
    name_parameters(designs).with(
        PITR,
        map([
            ("Type", "String".into()),
            ("Description", description.into()),
            ("Default", default.into()),
            ("AllowedValues", list(["true", "false"])),
        ]),
    )
}

/// A table among those of a template.
pub(super) struct TemplateScope<'a> {
    pub(super) design: &'a Design,
    /// Whether it is the only table, so that its parameters need no prefix.
    pub(super) alone: bool,
}

impl TemplateScope<'_> {
    fn logical_id(&self) -> String {
        pascal(&self.design.name) + "Table"
    }

    fn name_parameter(&self) -> String {
        if self.alone {
            "TableName".to_owned()
        } else {
            pascal(&self.design.name) + "TableName"
        }
    }

    /// The physical name for `Fn::Sub`.
    pub(super) fn filled_name(&self) -> String {
        filled_name(&self.design.table.name, &self.name_parameter(), pascal)
    }

    /// The physical name, built from parameters.
    fn table_name(&self) -> Tree {
        let name = self.filled_name();
        match only_parameter(&name) {
            Some(parameter) => Call::Ref.of(parameter),
            None => Call::Sub.of(name),
        }
    }

    fn resources(&self, resources: Tree) -> Tree {
        let (kind, properties) = match &self.design.options.replicas {
            None => ("AWS::DynamoDB::Table", self.properties()),
            Some(replicas) => (
                "AWS::DynamoDB::GlobalTable",
                global_table(self.properties(), replicas),
            ),
        };
        let table = map([
            ("Type", kind.into()),
            ("DeletionPolicy", "Retain".into()),
            ("UpdateReplacePolicy", "Retain".into()),
            ("Properties", properties),
        ]);
        let resources = resources.with(&self.logical_id(), table);
        let alarms = self.design.options.alarms.iter();
        alarms.fold(resources, |resources, alarm| {
            let id = format!("{}{}Alarm", self.logical_id(), pascal(&alarm.name));
            resources.with(&id, self.alarm(alarm))
        })
    }

    fn outputs(&self, outputs: Tree) -> Tree {
        let id = self.logical_id();
        let arn = Call::GetAtt.of(format!("{id}.Arn"));
        let outputs = outputs
            .with(
                &format!("{id}Name"),
                output("The table's name.", Call::Ref.of(&id)),
            )
            .with(&format!("{id}Arn"), output("The table's ARN.", arn));
        if self.design.options.stream.is_none() {
            return outputs;
        }
        let stream = Call::GetAtt.of(format!("{id}.StreamArn"));
        outputs.with(
            &format!("{id}StreamArn"),
            output("The ARN of the table's stream.", stream),
        )
    }

    fn properties(&self) -> Tree {
        let design = self.design;
        let options = &design.options;
        let properties = map([("TableName", self.table_name())]);
        let properties = design.with_keys(design.billed(properties));
        let ttl = design.table.ttl.as_ref().map(|attribute| {
            map([
                ("AttributeName", attribute.into()),
                ("Enabled", true.into()),
            ])
        });
        let recovery = map([("PointInTimeRecoveryEnabled", Call::Ref.of(PITR))])
            .with_some("RecoveryPeriodInDays", options.recovery_days);
        let insights = options
            .contributor_insights
            .map(|mode| map([("Enabled", true.into()), ("Mode", mode.as_str().into())]));
        let policy = options.resource_policy.as_deref();
        let policy = policy.and_then(|policy| serde_json::from_str(policy).ok());
        let policy = policy.map(|policy| map([("PolicyDocument", Tree::from_json(&policy))]));
        let stream = options
            .stream
            .map(|view| map([("StreamViewType", view.as_str().into())]));
        properties
            .with_some("TimeToLiveSpecification", ttl)
            .with("PointInTimeRecoverySpecification", recovery)
            .with_some("SSESpecification", encrypted(&options.encryption))
            .with_some("StreamSpecification", stream)
            .with("DeletionProtectionEnabled", options.deletion_protection)
            .with_some("ContributorInsightsSpecification", insights)
            .with_some("ResourcePolicy", policy)
            .with_some("Tags", design.tags())
    }

    fn alarm(&self, alarm: &Alarm) -> Tree {
        let id = self.logical_id();
        let metric = alarm.metric.as_str();
        let description = format!(
            "More than {} {metric} in {} seconds, {} time(s) in a row.",
            alarm.threshold, alarm.period, alarm.periods
        );
        let properties = map([
            (
                "AlarmName",
                Call::Sub.of(format!("${{{id}}}-{}", alarm.name)),
            ),
            ("AlarmDescription", description.into()),
            ("ComparisonOperator", "GreaterThanThreshold".into()),
            ("Threshold", alarm.threshold.into()),
            ("EvaluationPeriods", alarm.periods.into()),
            ("TreatMissingData", "notBreaching".into()),
        ]);
        let table = Call::Ref.of(&id);
        let properties = match alarm_metrics(alarm, &table) {
            Some(metrics) => properties.with("Metrics", metrics),
            None => properties
                .with("Namespace", "AWS/DynamoDB")
                .with("MetricName", metric)
                .with("Statistic", "Sum")
                .with("Period", alarm.period)
                .with("Dimensions", list([dimension("TableName", table)])),
        };
        map([
            ("Type", "AWS::CloudWatch::Alarm".into()),
            ("Properties", properties),
        ])
    }
}

fn dimension(name: &str, value: Tree) -> Tree {
    map([("Name", name.into()), ("Value", value)])
}

/// The metrics that an alarm sums up, one per operation; `None` if the table has one of its own.
///
/// CloudWatch has some metrics only by table and operation: an alarm on the table alone would never
/// fire.
fn alarm_metrics(alarm: &Alarm, table: &Tree) -> Option<Tree> {
    let metric = alarm.metric.as_str();
    let operations = alarm.metric.operations();
    if operations.is_empty() {
        return None;
    }
    let sum = map([
        ("Id", "total".into()),
        ("Label", metric.into()),
        ("Expression", "SUM(FILL(METRICS(), 0))".into()),
        ("ReturnData", true.into()),
    ]);
    let counted = operations.iter().map(|operation| {
        let by = [
            dimension("TableName", table.clone()),
            dimension("Operation", (*operation).into()),
        ];
        let metric = map([
            ("Namespace", "AWS/DynamoDB".into()),
            ("MetricName", metric.into()),
            ("Dimensions", list(by)),
        ]);
        let stat = map([
            ("Metric", metric),
            ("Period", alarm.period.into()),
            ("Stat", "Sum".into()),
        ]);
        map([
            ("Id", crate::model::snake(operation).into()),
            ("MetricStat", stat),
            ("ReturnData", false.into()),
        ])
    });
    Some(list([sum].into_iter().chain(counted)))
}

fn output(description: &str, value: Tree) -> Tree {
    map([("Description", description.into()), ("Value", value)])
}

fn encrypted(encryption: &Encryption) -> Option<Tree> {
    let kms = || map([("SSEEnabled", true.into()), ("SSEType", "KMS".into())]);
    match encryption {
        Encryption::AwsOwned => None,
        Encryption::AwsManaged => Some(kms()),
        Encryption::Key(key) => Some(kms().with("KMSMasterKeyId", key)),
    }
}

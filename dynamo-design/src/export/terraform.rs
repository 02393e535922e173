//! Terraform configuration for the provider `hashicorp/aws`.

use super::hcl::{Line, block, comment, set, text, texts, write};
use super::terraform_options::warm;
use crate::model::{base, filled_name, only_parameter, snake};
use crate::options::{Billing, Encryption, IndexOptions, TableClass};
use crate::{Design, IndexDefinition, IndexKind, Model, ProjectedAttributes};

impl Design {
    /// Returns a Terraform configuration that creates the table, formatted like `terraform fmt`.
    ///
    /// Its variables are the variables of the table's name, the rest of the name, and point-in-time
    /// recovery.
    #[must_use]
    pub fn terraform(&self) -> String {
        configuration(&[self])
    }
}

impl Model {
    /// Returns a Terraform configuration that creates the tables.
    #[must_use]
    pub fn terraform(&self) -> String {
        configuration(&self.designs())
    }
}

fn configuration(designs: &[&Design]) -> String {
    let mut lines = vec![provider(designs)];
    let mut known: Vec<&str> = Vec::new();
    for design in designs {
        for name in design.variables() {
            if !known.contains(&name) {
                known.push(name);
                lines.push(variable(design, name));
            }
        }
    }
    let scopes: Vec<_> = designs
        .iter()
        .map(|design| ModuleScope {
            design,
            alone: designs.len() == 1,
        })
        .collect();
    lines.extend(scopes.iter().filter_map(ModuleScope::name_declaration));
    let recovered = |design: &&Design| design.options.point_in_time_recovery;
    lines.push(block(
        "variable \"enable_pitr\"",
        vec![
            set(
                "description",
                text("Whether tables can be restored to any second of the last 35 days."),
            ),
            set("type", "bool"),
            set("default", designs.iter().any(recovered).to_string()),
        ],
    ));
    for scope in &scopes {
        lines.extend(scope.key());
        lines.push(scope.table());
        lines.extend(scope.settings());
        let alarms = scope.design.options.alarms.iter();
        lines.extend(alarms.map(|alarm| scope.alarm(alarm)));
    }
    for scope in &scopes {
        lines.extend(scope.outputs());
    }
    let mut out = String::new();
    write(&lines, 0, &mut out);
    out
}

fn provider(designs: &[&Design]) -> Line {
    let mut indexes = designs.iter().flat_map(|design| &design.table.indexes);
    let is_recent = |design: &&Design| {
        let options = &design.options;
        let is_warm = |options: &IndexOptions| options.warm_throughput.is_some();
        options.recovery_days.is_some()
            || options.warm_throughput.is_some()
            || options.contributor_insights.is_some()
            || options.replicas.is_some()
            || options.indexes.values().any(is_warm)
    };
    // Only later versions of the provider support keys of several attributes and these options.
    let version = if indexes.any(has_several_keys) || designs.iter().any(is_recent) {
        ">= 6.29"
    } else {
        ">= 5.64"
    };
    let aws = block(
        "aws =",
        vec![
            set("source", text("hashicorp/aws")),
            set("version", text(version)),
        ],
    );
    block("terraform", vec![block("required_providers", vec![aws])])
}

fn has_several_keys(index: &IndexDefinition) -> bool {
    index.pk.len() > 1 || index.sk.len() > 1
}

fn variable(design: &Design, name: &str) -> Line {
    let values = design.options.variables.get(name);
    let values = values.map(|found| found.values.as_slice());
    let values = values.unwrap_or_default();
    let description = format!("What `{name}` is in the names of tables.");
    let mut lines = vec![
        set("description", text(&description)),
        set("type", "string"),
    ];
    lines.extend(values.first().map(|value| set("default", text(value))));
    if !values.is_empty() {
        let condition = format!("contains({}, var.{})", texts(values), snake(name));
        let message = format!("Expected one of: {}.", values.join(", "));
        lines.push(block(
            "validation",
            vec![
                set("condition", condition),
                set("error_message", text(&message)),
            ],
        ));
    }
    block(format!("variable {}", text(&snake(name))), lines)
}

/// A table among those of a configuration.
pub(super) struct ModuleScope<'a> {
    pub(super) design: &'a Design,
    alone: bool,
}

impl ModuleScope<'_> {
    pub(super) fn label(&self) -> String {
        snake(&self.design.name)
    }

    fn name_variable(&self) -> String {
        if self.alone {
            "table_name".to_owned()
        } else {
            self.label() + "_table_name"
        }
    }

    fn name_declaration(&self) -> Option<Line> {
        let (base, _) = base(&self.design.table.name)?;
        let name = &self.design.name;
        let description = format!("The name of table {name} without variables.");
        Some(block(
            format!("variable {}", text(&self.name_variable())),
            vec![
                set("description", text(&description)),
                set("type", "string"),
                set("default", text(base)),
            ],
        ))
    }

    /// The physical name, built from variables.
    fn table_name(&self) -> String {
        let base = format!("var.{}", self.name_variable());
        let variable = |name: &str| format!("var.{}", snake(name));
        let name = filled_name(&self.design.table.name, &base, variable);
        match only_parameter(&name) {
            Some(variable) => variable.to_owned(),
            None => format!("\"{name}\""),
        }
    }

    fn table(&self) -> Line {
        let design = self.design;
        let options = &design.options;
        let mut lines = vec![set("name", self.table_name())];
        lines.extend(billed(&options.billing));
        lines.push(set("hash_key", text(&design.table.pk.name)));
        let range = design.table.sk.as_ref();
        lines.extend(range.map(|sk| set("range_key", text(&sk.name))));
        lines.push(set(
            "deletion_protection_enabled",
            options.deletion_protection.to_string(),
        ));
        if let Some(view) = options.stream {
            lines.push(set("stream_enabled", "true"));
            lines.push(set("stream_view_type", text(view.as_str())));
        }
        if options.class != TableClass::Standard {
            lines.push(set("table_class", text(options.class.as_str())));
        }
        lines.extend(on_demand(&options.billing));
        lines.extend(warm(options.warm_throughput));
        for key in design.table.key_attributes() {
            let definition = vec![
                set("name", text(&key.name)),
                set("type", text(key.kind.letter())),
            ];
            lines.push(block("attribute", definition));
        }
        let (vectors, indexes): (Vec<_>, Vec<_>) = design
            .table
            .indexes
            .iter()
            .partition(|index| index.kind == IndexKind::Vector);
        lines.extend(indexes.into_iter().map(|index| self.index(index)));
        // The provider has no block for them; `create` adds them to the table.
        lines.extend(vectors.iter().map(|index| {
            comment(format!(
                "The vector index {} is added by `create`: the provider does not know vector indexes.",
                index.name
            ))
        }));
        if let Some(ttl) = &design.table.ttl {
            let ttl = vec![set("attribute_name", text(ttl)), set("enabled", "true")];
            lines.push(block("ttl", ttl));
        }
        let mut recovery = vec![set("enabled", "var.enable_pitr")];
        let days = options.recovery_days;
        recovery.extend(days.map(|days| set("recovery_period_in_days", days.to_string())));
        lines.push(block("point_in_time_recovery", recovery));
        lines.extend(self.encrypted());
        lines.extend(self.replicas());
        if !options.tags.is_empty() {
            let tags = options.tags.iter();
            let tags = tags.map(|(name, value)| set(&text(name), text(value)));
            lines.push(block("tags =", tags.collect()));
        }
        lines.push(block("lifecycle", vec![set("prevent_destroy", "true")]));
        block(
            format!("resource \"aws_dynamodb_table\" {}", text(&self.label())),
            lines,
        )
    }

    fn encrypted(&self) -> Option<Line> {
        let mut lines = vec![set("enabled", "true")];
        match &self.design.options.encryption {
            Encryption::AwsOwned => return None,
            Encryption::AwsManaged => {}
            Encryption::Key(key) if key.starts_with("arn:") => {
                lines.push(set("kms_key_arn", text(key)));
            }
            Encryption::Key(_) => {
                let arn = format!("data.aws_kms_key.{}.arn", self.label());
                lines.push(set("kms_key_arn", arn));
            }
        }
        Some(block("server_side_encryption", lines))
    }

    /// Looks up the ARN of a key; the table accepts nothing else.
    fn key(&self) -> Option<Line> {
        match &self.design.options.encryption {
            Encryption::Key(key) if !key.starts_with("arn:") => Some(block(
                format!("data \"aws_kms_key\" {}", text(&self.label())),
                vec![set("key_id", text(key))],
            )),
            _ => None,
        }
    }

    fn index(&self, index: &IndexDefinition) -> Line {
        let mut lines = vec![set("name", text(&index.name))];
        let is_global = index.kind == IndexKind::Global;
        let mut keys = Vec::new();
        if has_several_keys(index) {
            let roles = index.pk.iter().map(|key| (key, "HASH"));
            for (key, role) in roles.chain(index.sk.iter().map(|key| (key, "RANGE"))) {
                let key = vec![
                    set("attribute_name", text(&key.name)),
                    set("key_type", text(role)),
                ];
                keys.push(block("key_schema", key));
            }
        } else {
            // A local index has the table's partition key, which is not repeated.
            let pk = index.pk.first().filter(|_| is_global);
            lines.extend(pk.map(|key| set("hash_key", text(&key.name))));
            let sk = index.sk.first();
            lines.extend(sk.map(|key| set("range_key", text(&key.name))));
        }
        let kind = index.projection.type_name();
        lines.push(set("projection_type", text(kind)));
        if let ProjectedAttributes::Include(names) = &index.projection {
            lines.push(set("non_key_attributes", texts(names)));
        }
        if is_global {
            if let Billing::Provisioned { reads, writes } = self.design.options.billing {
                lines.push(set("read_capacity", reads.to_string()));
                lines.push(set("write_capacity", writes.to_string()));
            }
            lines.extend(keys);
            let options = &self.design.options;
            lines.extend(on_demand(&options.index_billing(&index.name)));
            lines.extend(warm(options.index_warm(&index.name)));
        }
        let header = if is_global {
            "global_secondary_index"
        } else {
            "local_secondary_index"
        };
        block(header, lines)
    }

    fn outputs(&self) -> Vec<Line> {
        let label = self.label();
        let table = format!("aws_dynamodb_table.{label}");
        let output = |name: &str, attribute: &str| {
            let value = vec![set("value", format!("{table}.{attribute}"))];
            block(
                format!("output {}", text(&format!("{label}_{name}"))),
                value,
            )
        };
        let mut outputs = vec![output("table_name", "name"), output("table_arn", "arn")];
        if self.design.options.stream.is_some() {
            outputs.push(output("stream_arn", "stream_arn"));
        }
        outputs
    }
}

fn billed(billing: &Billing) -> Vec<Line> {
    match billing {
        Billing::OnDemand { .. } => vec![set("billing_mode", text("PAY_PER_REQUEST"))],
        Billing::Provisioned { reads, writes } => vec![
            set("billing_mode", text("PROVISIONED")),
            set("read_capacity", reads.to_string()),
            set("write_capacity", writes.to_string()),
        ],
    }
}

fn on_demand(billing: &Billing) -> Option<Line> {
    let Billing::OnDemand {
        max_reads,
        max_writes,
    } = billing
    else {
        return None;
    };
    let reads = max_reads.map(|units| set("max_read_request_units", units.to_string()));
    let writes = max_writes.map(|units| set("max_write_request_units", units.to_string()));
    let lines: Vec<_> = reads.into_iter().chain(writes).collect();
    (!lines.is_empty()).then(|| block("on_demand_throughput", lines))
}

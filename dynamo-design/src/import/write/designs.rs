//! The options of tables, as designs of `dynamo-design`.

use super::items::item_set;
use super::quoted;
use super::uses::Uses;
use crate::import::outline::TableOutline;
use crate::options::{Billing, Encryption, TableClass, TableOptions, WarmThroughput};

/// Writes `fn designs`.
pub(super) fn function(tables: &[TableOutline], uses: &mut Uses, out: &mut String) {
    uses.design("Design");
    uses.runtime("Error");
    out.push_str(
        "/// Returns the design of each table, with how it is run.\n\
         ///\n\
         /// # Errors\n\
         ///\n\
         /// Returns an error if the item types of a table break a rule.\n\
         pub fn designs() -> Result<Vec<Design>, Error> {\n",
    );
    let mut names = Vec::new();
    for table in tables {
        let name = crate::import::names::snake(&table.design.name);
        let name = crate::import::names::ident(&name);
        out.push_str(&format!(
            "    let {name} = Design::of::<{}>();\n",
            item_set(table)
        ));
        for collection in &table.collections {
            out.push_str(&format!(
                "    let {name} = {name}.collection::<{}>();\n",
                collection.name
            ));
        }
        for call in calls(&table.design.options, uses) {
            out.push_str(&format!("    let {name} = {name}.{call};\n"));
        }
        names.push(format!("{name}.build()?"));
    }
    let list = names.join(", ");
    if list.len() + 15 <= 60 {
        out.push_str(&format!("    Ok(vec![{list}])\n}}\n\n"));
    } else {
        let lines: Vec<_> = names
            .iter()
            .map(|name| format!("        {name},\n"))
            .collect();
        out.push_str(&format!("    Ok(vec![\n{}    ])\n}}\n\n", lines.concat()));
    }
}

/// The calls that set options other than the defaults.
fn calls(options: &TableOptions, uses: &mut Uses) -> Vec<String> {
    let mut calls = Vec::new();
    match &options.billing {
        Billing::OnDemand {
            max_reads: None,
            max_writes: None,
        } => {}
        Billing::OnDemand {
            max_reads: Some(reads),
            max_writes: Some(writes),
        } => {
            calls.push(format!("on_demand_max({reads}, {writes})"));
        }
        Billing::OnDemand {
            max_reads,
            max_writes,
        } => {
            uses.design("Billing");
            calls.push(format!(
                "billing(Billing::OnDemand {{ max_reads: {max_reads:?}, max_writes: {max_writes:?} }})"
            ));
        }
        Billing::Provisioned { reads, writes } => {
            uses.design("Billing");
            calls.push(format!(
                "billing(Billing::Provisioned {{ reads: {reads}, writes: {writes} }})"
            ));
        }
    }
    match options.recovery_days {
        Some(days) => calls.push(format!("recovery_days({days})")),
        None if options.point_in_time_recovery => {
            calls.push("point_in_time_recovery(true)".to_owned());
        }
        None => {}
    }
    settings(options, uses, &mut calls);
    match &options.encryption {
        Encryption::AwsOwned => {}
        Encryption::AwsManaged => {
            uses.design("Encryption");
            calls.push("encryption(Encryption::AwsManaged)".to_owned());
        }
        Encryption::Key(key) => {
            uses.design("Encryption");
            calls.push(format!(
                "encryption(Encryption::Key({}.into()))",
                quoted(key)
            ));
        }
    }
    if let Some(view) = options.stream {
        uses.design("StreamView");
        calls.push(format!("stream(StreamView::{view:?})"));
    }
    if options.deletion_protection {
        calls.push("deletion_protection(true)".to_owned());
    }
    for (name, value) in &options.tags {
        calls.push(format!("tag({}, {})", quoted(name), quoted(value)));
    }
    for (name, variable) in &options.variables {
        let values: Vec<_> = variable.values.iter().map(|value| quoted(value)).collect();
        calls.push(format!(
            "variable({}, [{}])",
            quoted(name),
            values.join(", ")
        ));
    }
    for alarm in &options.alarms {
        uses.design("Alarm");
        calls.push(if *alarm == crate::Alarm::throttled() {
            "alarm(Alarm::throttled())".to_owned()
        } else if *alarm == crate::Alarm::system_errors() {
            "alarm(Alarm::system_errors())".to_owned()
        } else {
            uses.design("Metric");
            format!(
                "alarm(Alarm {{\n        name: {}.into(),\n        metric: Metric::{:?},\n        \
                 threshold: {},\n        period: {},\n        periods: {},\n    }})",
                quoted(&alarm.name),
                alarm.metric,
                alarm.threshold,
                alarm.period,
                alarm.periods
            )
        });
    }
    calls
}

/// The options that most tables leave alone.
fn settings(options: &TableOptions, uses: &mut Uses, calls: &mut Vec<String>) {
    if options.class != TableClass::Standard {
        uses.design("TableClass");
        calls.push(format!("class(TableClass::{:?})", options.class));
    }
    if let Some(WarmThroughput { reads, writes }) = options.warm_throughput {
        calls.push(format!("warm_throughput({reads}, {writes})"));
    }
    for (name, index) in &options.indexes {
        uses.design("IndexOptions");
        if index.warm_throughput.is_some() {
            uses.design("WarmThroughput");
        }
        calls.push(format!("index({}, {index:?})", quoted(name)));
    }
    if let Some(mode) = options.contributor_insights {
        uses.design("InsightsMode");
        calls.push(format!("contributor_insights(InsightsMode::{mode:?})"));
    }
    if let Some(policy) = &options.resource_policy {
        calls.push(format!("resource_policy({})", quoted(policy)));
    }
    if let Some(replicas) = &options.replicas {
        uses.design("Replicas");
        uses.design("ReplicaConsistency");
        let regions = replicas.regions.iter();
        let regions: Vec<_> = regions
            .map(|region| format!("{}.into()", quoted(region)))
            .collect();
        let witness = replicas.witness.as_ref();
        let witness = witness.map_or_else(
            || "None".to_owned(),
            |region| format!("Some({}.into())", quoted(region)),
        );
        calls.push(format!(
            "replicas(Replicas {{ regions: vec![{}], consistency: ReplicaConsistency::{:?}, witness: {witness} }})",
            regions.join(", "),
            replicas.consistency
        ));
    }
}

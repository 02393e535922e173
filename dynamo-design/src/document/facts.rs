//! The descriptions of a table and its attributes in documents.

use super::reach::conditions;
use crate::access::listed;
use crate::{
    Billing, Design, Encryption, IndexDefinition, IndexKind, ItemDesign, ProjectedAttributes,
    QueryDesign, ReplicaConsistency, TableClass, TableOptions, Types, WarmThroughput,
};

/// The options of a table, each a name and a value.
pub(super) fn facts(design: &Design) -> Vec<(String, String)> {
    let options = &design.options;
    let billing = match options.billing {
        Billing::OnDemand {
            max_reads: None,
            max_writes: None,
        } => "per request".to_owned(),
        Billing::OnDemand {
            max_reads,
            max_writes,
        } => format!(
            "per request, at most {} reads and {} writes per second",
            limit(max_reads),
            limit(max_writes)
        ),
        Billing::Provisioned { reads, writes } => {
            format!("{reads} reads and {writes} writes per second")
        }
    };
    let encryption = match &options.encryption {
        Encryption::AwsOwned => "a key that DynamoDB owns".to_owned(),
        Encryption::AwsManaged => "KMS, the key `aws/dynamodb`".to_owned(),
        Encryption::Key(key) => format!("KMS, the key `{key}`"),
    };
    let switched = |on: bool| if on { "on" } else { "off" };
    let mut facts = vec![
        ("Billing", billing),
        ("Encryption", encryption),
        (
            "Point-in-time recovery",
            match options.recovery_days {
                Some(days) => format!("on by default, for {days} days"),
                None => format!("{} by default", switched(options.point_in_time_recovery)),
            },
        ),
        (
            "Deletion protection",
            switched(options.deletion_protection).to_owned(),
        ),
    ];
    if let Some(ttl) = &design.table.ttl {
        facts.push(("TTL", format!("`{ttl}`")));
    }
    if let Some(name) = &design.type_attr {
        let shared = match design.types {
            Types::ByKeys => "",
            Types::ByAttribute => ", which tells types apart that share keys",
        };
        facts.push(("Type attribute", format!("`{name}`{shared}")));
    }
    facts.extend(settings(&design.options));
    if let Some(view) = options.stream {
        facts.push(("Stream", format!("`{}`", view.as_str())));
    }
    let alarms: Vec<_> = options
        .alarms
        .iter()
        .map(|alarm| {
            format!(
                "`{}` > {} in {} s, {}×",
                alarm.metric.as_str(),
                alarm.threshold,
                alarm.period,
                alarm.periods
            )
        })
        .collect();
    if !alarms.is_empty() {
        facts.push(("Alarms", alarms.join("; ")));
    }
    for (name, variable) in &options.variables {
        let values: Vec<_> = variable
            .values
            .iter()
            .map(|value| format!("`{value}`"))
            .collect();
        facts.push(("Variable", format!("`{name}`: {}", values.join(", "))));
    }
    if !options.tags.is_empty() {
        let tags = options.tags.iter();
        let tags: Vec<_> = tags
            .map(|(name, value)| format!("`{name}` = `{value}`"))
            .collect();
        facts.push(("Tags", tags.join(", ")));
    }
    facts
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The options that most tables leave alone.
fn settings(options: &TableOptions) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if options.class != TableClass::Standard {
        facts.push(("Class", format!("`{}`", options.class.as_str())));
    }
    let warm = |units: WarmThroughput| {
        format!(
            "{} reads and {} writes per second at once",
            units.reads, units.writes
        )
    };
    facts.extend(
        options
            .warm_throughput
            .map(|units| ("Warm throughput", warm(units))),
    );
    for (name, index) in &options.indexes {
        let mut words = Vec::new();
        if index.max_reads.is_some() || index.max_writes.is_some() {
            let (reads, writes) = (limit(index.max_reads), limit(index.max_writes));
            words.push(format!(
                "at most {reads} reads and {writes} writes per second"
            ));
        }
        words.extend(index.warm_throughput.map(warm));
        facts.push(("Index", format!("`{name}`: {}", words.join("; "))));
    }
    if let Some(mode) = options.contributor_insights {
        facts.push(("Contributor insights", format!("`{}`", mode.as_str())));
    }
    if options.resource_policy.is_some() {
        facts.push(("Resource policy", "in the templates".to_owned()));
    }
    if let Some(replicas) = &options.replicas {
        let regions: Vec<_> = replicas.regions.iter().map(String::as_str).collect();
        let consistency = match replicas.consistency {
            ReplicaConsistency::Eventual => "eventually consistent",
            ReplicaConsistency::Strong => "strongly consistent",
        };
        let witness = replicas.witness.as_ref();
        let witness = witness.map(|region| format!(", with a witness in `{region}`"));
        let text = format!(
            "{}, {consistency}{}",
            listed(&regions),
            witness.unwrap_or_default()
        );
        facts.push(("Replicas", text));
    }
    facts
}

/// A description of an index and what it holds.
pub(super) fn index_words(index: &IndexDefinition) -> String {
    let kind = match index.kind {
        IndexKind::Global => "Global index, eventually consistent",
        IndexKind::Local => "Local index, consistent on request",
        IndexKind::Vector => "Vector index, eventually consistent",
    };
    let holds = match &index.projection {
        ProjectedAttributes::All => "holds every attribute".to_owned(),
        ProjectedAttributes::KeysOnly => "holds keys only".to_owned(),
        ProjectedAttributes::Include(names) => {
            let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("holds the keys and {}", names.join(", "))
        }
    };
    let Some(vector) = &index.vector else {
        return format!("{kind}; {holds}.");
    };
    let filters: Vec<_> = vector
        .filters
        .iter()
        .map(|key| format!("`{}`", key.name))
        .collect();
    let filters = match filters.as_slice() {
        [] => String::new(),
        filters => format!(" Searches can be filtered by {}.", filters.join(", ")),
    };
    format!(
        "{kind}, of `{}` with {} dimensions, compared by {}; {holds}.{filters}",
        vector.attribute,
        vector.dimensions,
        vector.distance.name(),
    )
}

fn limit(units: Option<u32>) -> String {
    units.map_or_else(|| "any".to_owned(), |units| units.to_string())
}

impl ItemDesign {
    /// Whether an item may lack an attribute.
    pub(super) fn is_optional(&self, name: &str) -> bool {
        if let Some(field) = self.field_of(name) {
            return field.optional || field.default.is_some();
        }
        let uses = |query: &&QueryDesign| {
            let mut keys = query.pk.iter().chain(&query.sk);
            query.index.is_some() && keys.any(|key| key.built && key.attribute == name)
        };
        let mut queries = self.queries.iter().filter(uses).peekable();
        queries.peek().is_some() && queries.all(|query| !conditions(self, query).is_empty())
    }
}

impl Design {
    /// The values that an attribute can have: those of an enum, a format, a default.
    pub(super) fn values_of(&self, item: &ItemDesign, name: &str) -> String {
        let Some(field) = item.field_of(name) else {
            return String::new();
        };
        let mut words = Vec::new();
        if field.variants.is_empty() {
            words.extend(field.format.clone());
        } else {
            let variants = field.variants.iter();
            let variants: Vec<_> = variants
                .map(|variant| format!("`{}`", variant.stored))
                .collect();
            words.push(variants.join(", "));
        }
        if self.table.ttl.as_deref() == Some(name) {
            words.push("seconds since 1970".to_owned());
        }
        if let Some(default) = &field.default {
            words.push(format!("if missing: `{default}()`"));
        }
        words.join("; ")
    }

    /// The meaning of an item type's attribute: its template, or its field's docs.
    pub(super) fn meaning(&self, item: &ItemDesign, name: &str) -> String {
        let keys = item.queries.iter();
        let keys = keys.flat_map(|query| query.pk.iter().chain(&query.sk));
        let mut templates: Vec<String> = Vec::new();
        for key in keys.filter(|key| key.built && key.attribute == name) {
            let text = format!("`{}`", key.text());
            if !templates.contains(&text) {
                templates.push(text);
            }
        }
        if !templates.is_empty() {
            return templates.join(", or ");
        }
        if let Some(entity) = item
            .entity
            .as_ref()
            .filter(|_| self.type_attr.as_deref() == Some(name))
        {
            return format!("`{entity}`");
        }
        let mut fields = item.fields.iter();
        let field = fields.find(|field| field.attribute.as_deref() == Some(name));
        field
            .and_then(|field| field.docs.clone())
            .unwrap_or_default()
    }
}

//! The request of an access pattern for a row of the samples, as plain data.

use std::collections::BTreeMap;

use super::reach::Reach;
use super::rows::{Row, Rows};
use crate::access::ReadOperation;
use crate::{AccessPattern, Design, KeyText, ProjectedAttributes, QueryDesign, Value};

/// The longest vector that is written into a command.
const INLINE_DIMENSIONS: usize = 8;

/// A request that reads a row of the samples.
pub(super) struct Example<'a> {
    pub(super) operation: ReadOperation,
    pub(super) index: Option<&'a str>,
    /// The key of a single item.
    pub(super) key: Vec<(&'a str, Value)>,
    /// The key condition of a query, or the condition of a search.
    pub(super) condition: Vec<String>,
    pub(super) filter: Option<String>,
    pub(super) names: BTreeMap<String, &'a str>,
    pub(super) values: BTreeMap<String, Value>,
    pub(super) vector: Option<Vector<'a>>,
    /// The number of partitions that its items are spread over.
    pub(super) shards: Option<&'a str>,
}

/// The vector of a search.
pub(super) enum Vector<'a> {
    /// A sample's own vector.
    Sample(&'a Value),
    /// One that is too long to show: its number of elements.
    Long(usize),
}

impl Rows<'_> {
    /// The request of an access pattern; `None` if no row shows it.
    pub(super) fn example<'r>(&'r self, pattern: &'r AccessPattern) -> Option<Example<'r>> {
        let (row, query) = self.first(pattern)?;
        let mut example = Example::new(pattern);
        match pattern.operation {
            ReadOperation::Get => {
                let keys = query.pk.iter().chain(&query.sk);
                let keys = keys.map(|key| {
                    let value = row.sample.get(&key.attribute)?;
                    Some((key.attribute.as_str(), value.clone()))
                });
                example.key = keys.collect::<Option<_>>()?;
            }
            ReadOperation::Lookup => example.key = claim(self.design, row, pattern)?,
            ReadOperation::Query => {
                example.partition(row, query)?;
                if let [_] = pattern.reads.as_slice() {
                    example.sort_prefix(query);
                }
                example.type_filter(self.design, pattern);
            }
            ReadOperation::Scan => example.type_filter(self.design, pattern),
            ReadOperation::Search => {
                example.partition(row, query)?;
                let index = self.design.table.index(pattern.index.as_deref()?)?;
                let vector = index.vector.as_ref()?;
                example.vector = Some(if vector.dimensions > INLINE_DIMENSIONS {
                    Vector::Long(vector.dimensions)
                } else {
                    Vector::Sample(row.sample.get(&vector.attribute)?)
                });
            }
        }
        Some(example)
    }
}

impl<'a> Example<'a> {
    fn new(pattern: &'a AccessPattern) -> Self {
        Self {
            operation: pattern.operation,
            index: pattern.index.as_deref(),
            key: Vec::new(),
            condition: Vec::new(),
            filter: None,
            names: BTreeMap::new(),
            values: BTreeMap::new(),
            vector: None,
            shards: None,
        }
    }

    /// Returns the placeholder of an attribute.
    fn name(&mut self, short: &str, attribute: &'a str) -> String {
        let placeholder = format!("#{short}");
        self.names.insert(placeholder.clone(), attribute);
        placeholder
    }

    /// Returns the placeholder of a value.
    fn value(&mut self, short: &str, value: Value) -> String {
        let placeholder = format!(":{short}");
        self.values.insert(placeholder.clone(), value);
        placeholder
    }

    fn partition(&mut self, row: &Row<'_>, query: &'a QueryDesign) -> Option<()> {
        for (number, key) in query.pk.iter().enumerate() {
            let value = row.sample.get(&key.attribute)?.clone();
            let short = match number {
                0 => "pk".to_owned(),
                number => format!("pk{}", number + 1),
            };
            let (name, value) = (self.name(&short, &key.attribute), self.value(&short, value));
            self.condition.push(format!("{name} = {value}"));
            self.shards = self.shards.or_else(|| key.shards());
        }
        Some(())
    }

    /// The prefix of the sort key, which tells types apart in a partition.
    fn sort_prefix(&mut self, query: &'a QueryDesign) {
        let Some(key) = query.sk.first() else { return };
        let (text, whole) = match key.template.as_slice() {
            [KeyText::Literal(text)] => (text, true),
            [KeyText::Literal(text), ..] => (text, false),
            _ => return,
        };
        let (name, value) = (
            self.name("sk", &key.attribute),
            self.value("sk", Value::S(text.clone())),
        );
        self.condition.push(if whole {
            format!("{name} = {value}")
        } else {
            format!("begins_with({name}, {value})")
        });
    }

    /// The filter that leaves out other types which the key condition does not exclude.
    fn type_filter(&mut self, design: &'a Design, pattern: &AccessPattern) {
        if Reach::of(design, pattern).others.is_empty() {
            return;
        }
        let index = self.index.and_then(|name| design.table.index(name));
        let is_held = |name: &str| {
            index.is_none_or(|index| match &index.projection {
                ProjectedAttributes::All => true,
                ProjectedAttributes::KeysOnly => false,
                ProjectedAttributes::Include(names) => names.iter().any(|held| held == name),
            })
        };
        let read = pattern.reads.iter();
        let entities = read.map(|(item, _)| design.item(item)?.entity.as_deref());
        let entities = entities.collect::<Option<Vec<_>>>().unwrap_or_default();
        let held = design.type_attr.as_deref().filter(|name| is_held(name));
        if let (Some(attribute), false) = (held, entities.is_empty()) {
            let name = self.name("type", attribute);
            let values: Vec<_> = (1..)
                .zip(&entities)
                .map(|(number, entity)| {
                    self.value(&format!("type{number}"), Value::S((*entity).to_owned()))
                })
                .collect();
            self.filter = Some(match values.as_slice() {
                [value] => format!("{name} = {value}"),
                values => format!("{name} IN ({})", values.join(", ")),
            });
        } else if let (Some(_), [(item, _)]) = (index, pattern.reads.as_slice()) {
            // An index always holds the keys of the table, whose prefix is the type's own.
            let query = design.item(item).and_then(|item| item.primary());
            let Some(key) = query.and_then(|query| query.sk.first()) else {
                return;
            };
            if !key.prefix().is_empty() {
                let name = self.name("own", &key.attribute);
                let value = self.value("own", Value::S(key.prefix().to_owned()));
                self.filter = Some(format!("begins_with({name}, {value})"));
            }
        }
    }
}

/// The key of the claim on a unique value: `#unique#User#email#ada@example.com`.
fn claim<'a>(
    design: &'a Design,
    row: &Row<'_>,
    pattern: &AccessPattern,
) -> Option<Vec<(&'a str, Value)>> {
    let method = pattern.name.rsplit("::").next()?;
    let mut lookups = row.item.lookups.iter();
    let lookup = lookups.find(|lookup| lookup.method == method)?;
    let mut fields = row.item.fields.iter();
    let field = fields.find(|field| field.name == lookup.field)?;
    let attribute = field.attribute.as_deref()?;
    let value = row.sample.get(attribute)?;
    let escaped = |name: &str| name.replace('%', "%25").replace('#', "%23");
    let entity = row.item.entity.as_deref().unwrap_or(&row.item.name);
    let key = format!(
        "#unique#{}#{}#{}",
        escaped(entity),
        escaped(attribute),
        value.plain()
    );
    let mut claim = vec![(design.table.pk.name.as_str(), Value::S(key))];
    // All claims share one sort key.
    let sort = design.table.sk.iter();
    claim.extend(sort.map(|key| (key.name.as_str(), Value::S("#unique#".to_owned()))));
    Some(claim)
}

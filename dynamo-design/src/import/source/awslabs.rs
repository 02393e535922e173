//! Schemas of awslabs' DynamoDB tools: `schema.json`, with entities, templates and access patterns.

use serde_json::Value as Json;

use super::{Found, design, each, text, type_name};
use crate::import::{ImportError, names};
use crate::{
    Design, FieldDesign, IndexDefinition, IndexKind, ItemDesign, KeyAttribute, KeyDesign, KeyText,
    ProjectedAttributes, QueryDesign, TableDefinition,
};
use dynamo_runtime::schema::KeyKind;

/// Whether a value is such a schema.
pub(super) fn is_schema(value: &Json) -> bool {
    let is_table = |table: &Json| table.get("table_config").is_some();
    is_table(value) || each(value, "tables").iter().any(is_table)
}

/// Reads every table of a schema.
pub(super) fn read(value: &Json, found: &mut Found) -> Result<(), ImportError> {
    let one = value.get("table_config").map(|_| value);
    for table in one.into_iter().chain(each(value, "tables")) {
        found.tables.push(read_table(table)?);
    }
    Ok(())
}

fn read_table(value: &Json) -> Result<Design, ImportError> {
    let config = |name: &str| text(value, &["table_config", name]);
    let name = config("table_name")
        .ok_or_else(|| ImportError::new("a table has no `table_config.table_name`"))?;
    let lacks = |what: &str| ImportError::new(format!("table `{name}` has no `{what}`"));
    let entities = value.get("entities").and_then(Json::as_object);
    let entities: Vec<_> = entities.into_iter().flatten().collect();
    let kind = |attribute: &str, template: &str| kind_of(&entities, attribute, template);
    let pk = config("partition_key").ok_or_else(|| lacks("table_config.partition_key"))?;
    let key = |name: &str, template: &str| KeyAttribute {
        name: name.to_owned(),
        kind: kind(name, template),
    };
    let table = TableDefinition {
        name: name.to_owned(),
        pk: key(pk, "pk_template"),
        sk: config("sort_key").map(|sk| key(sk, "sk_template")),
        indexes: each(value, "gsi_list")
            .iter()
            .map(|index| read_index(index, &entities))
            .collect::<Result<_, _>>()?,
        ttl: None,
    };
    let mut design = design(type_name(name), table);
    for (entity, value) in entities {
        let item = item(&design, entity, value)
            .map_err(|error| error.of(&format!("entity `{entity}`")))?;
        design.items.push(item);
    }
    Ok(design)
}

/// One text, or a list of them.
fn texts<'a>(value: &'a Json, name: &str) -> Vec<&'a str> {
    match value.get(name) {
        Some(Json::String(text)) => vec![text],
        Some(Json::Array(list)) => list.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

fn read_index(index: &Json, entities: &[(&String, &Json)]) -> Result<IndexDefinition, ImportError> {
    let name = text(index, &["name"]).ok_or_else(|| ImportError::new("an index has no `name`"))?;
    let keys = |list: &str, template: &str| -> Vec<KeyAttribute> {
        let names = texts(index, list).into_iter().enumerate();
        let key = |(at, attribute): (usize, &str)| {
            let mappings = entities.iter().flat_map(|(_, entity)| {
                let mappings = each(entity, "gsi_mappings").iter();
                let mappings = mappings.filter(|found| text(found, &["name"]) == Some(name));
                mappings.map(move |mapping| (*entity, mapping))
            });
            let mut kinds = mappings.map(|(entity, mapping)| {
                let written = texts(mapping, template);
                written
                    .get(at)
                    .map_or(KeyKind::Text, |template| kind_in(entity, template))
            });
            KeyAttribute {
                name: attribute.to_owned(),
                kind: kinds.next().unwrap_or(KeyKind::Text),
            }
        };
        names.map(key).collect()
    };
    let pk = keys("partition_key", "pk_template");
    if pk.is_empty() {
        return Err(ImportError::new(format!(
            "index `{name}` has no `partition_key`"
        )));
    }
    let projection = match text(index, &["projection"]) {
        Some("KEYS_ONLY") => ProjectedAttributes::KeysOnly,
        Some("INCLUDE") => {
            let names = texts(index, "included_attributes").into_iter();
            ProjectedAttributes::Include(names.map(str::to_owned).collect())
        }
        _ => ProjectedAttributes::All,
    };
    Ok(IndexDefinition {
        name: name.to_owned(),
        kind: IndexKind::Global,
        pk,
        sk: keys("sort_key", "sk_template"),
        projection,
        vector: None,
    })
}

/// The type of a key of the table: a number if its template is one numeric field.
fn kind_of(entities: &[(&String, &Json)], attribute: &str, template: &str) -> KeyKind {
    let whole = format!("{{{attribute}}}");
    let mut kinds = entities.iter().map(|(_, entity)| {
        let written = text(entity, &[template]);
        kind_in(entity, written.unwrap_or(&whole))
    });
    kinds.next().unwrap_or(KeyKind::Text)
}

fn kind_in(entity: &Json, template: &str) -> KeyKind {
    let field = template
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'));
    let mut fields = each(entity, "fields").iter();
    let field = fields.find(|found| text(found, &["name"]) == field && field.is_some());
    match field.and_then(|field| text(field, &["type"])) {
        Some("integer" | "decimal" | "number" | "float") => KeyKind::Number,
        _ => KeyKind::Text,
    }
}

fn item(design: &Design, name: &str, entity: &Json) -> Result<ItemDesign, ImportError> {
    let fields: Vec<_> = each(entity, "fields").iter().filter_map(field).collect();
    let mut queries = vec![QueryDesign {
        method: "query".to_owned(),
        index: None,
        scan: None,
        when: None,
        docs: None,
        pk: vec![key(
            &design.table.pk,
            text(entity, &["pk_template"]),
            &fields,
        )?],
        sk: match &design.table.sk {
            Some(sk) => vec![key(sk, text(entity, &["sk_template"]), &fields)?],
            None => Vec::new(),
        },
    }];
    for mapping in each(entity, "gsi_mappings") {
        let index = text(mapping, &["name"]).unwrap_or_default();
        let known = design.table.index(index).ok_or_else(|| {
            ImportError::new(format!(
                "names the index `{index}`, which is not in `gsi_list`"
            ))
        })?;
        let keys = |keys: &[KeyAttribute], template: &str| {
            let written = texts(mapping, template);
            let keys = keys.iter().enumerate();
            let keys =
                keys.map(|(at, attribute)| key(attribute, written.get(at).copied(), &fields));
            keys.collect::<Result<Vec<_>, _>>()
        };
        queries.push(QueryDesign {
            method: method(entity, index).unwrap_or_default(),
            index: Some(index.to_owned()),
            scan: None,
            when: None,
            docs: None,
            pk: keys(&known.pk, "pk_template")?,
            sk: keys(&known.sk, "sk_template")?,
        });
    }
    Ok(ItemDesign {
        name: names::pascal(name),
        entity: None,
        docs: None,
        key_docs: None,
        fields,
        queries,
        unique: Vec::new(),
        lookups: Vec::new(),
        counted: Vec::new(),
        counters: Vec::new(),
        ttl_after: None,
        version: None,
        soft_delete: None,
        samples: Vec::new(),
    })
}

/// A field with the schema's word for its type, followed by a question mark if it may be absent.
fn field(value: &Json) -> Option<FieldDesign> {
    let name = text(value, &["name"])?;
    let word = text(value, &["type"]).unwrap_or("string");
    let word = match text(value, &["item_type"]) {
        Some(element) if word == "array" => format!("array of {element}"),
        _ => word.to_owned(),
    };
    let is_required = value.get("required").is_none_or(super::is_true);
    let mark = if is_required { "" } else { "?" };
    Some(FieldDesign {
        name: names::snake(name),
        attribute: Some(name.to_owned()),
        ty: Some(format!("{word}{mark}")),
        format: None,
        optional: !is_required,
        default: None,
        variants: Vec::new(),
        docs: text(value, &["description"]).map(str::to_owned),
    })
}

/// A key with its template; without one, or named like a field, it is the field itself.
fn key(
    attribute: &KeyAttribute,
    template: Option<&str>,
    fields: &[FieldDesign],
) -> Result<KeyDesign, ImportError> {
    let own = |name: &str| {
        fields
            .iter()
            .any(|field| field.attribute.as_deref() == Some(name))
    };
    let whole = format!("{{{}}}", attribute.name);
    let template = template.unwrap_or(&whole);
    let parts = parts(template, fields)?;
    Ok(KeyDesign {
        attribute: attribute.name.clone(),
        kind: attribute.kind,
        built: !(own(&attribute.name) && template == whole),
        template: parts,
        example: None,
    })
}

/// The parts of a template, with the names that fields have in Rust.
fn parts(template: &str, fields: &[FieldDesign]) -> Result<Vec<KeyText>, ImportError> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        if !before.is_empty() {
            parts.push(KeyText::Literal(before.to_owned()));
        }
        let (name, behind) = after.split_once('}').ok_or_else(|| {
            ImportError::new(format!(
                "the template `{template}` has a brace that is not closed"
            ))
        })?;
        // A Python format may follow the name: `{score:010d}`.
        let (name, format) = name.split_once(':').unwrap_or((name, ""));
        let mut known = fields.iter();
        let field = known.find(|field| field.attribute.as_deref() == Some(name));
        let field = field.ok_or_else(|| {
            ImportError::new(format!(
                "the template `{template}` names `{name}`, which is no field"
            ))
        })?;
        let width = format.trim_end_matches('d');
        let format = if width.starts_with('0') && width.len() > 1 {
            format!(":{width}")
        } else {
            String::new()
        };
        parts.push(KeyText::Component(format!("{}{format}", field.name)));
        rest = behind;
    }
    if !rest.is_empty() {
        parts.push(KeyText::Literal(rest.to_owned()));
    }
    Ok(parts)
}

/// The name of the access pattern that queries an index.
fn method(entity: &Json, index: &str) -> Option<String> {
    let mut patterns = each(entity, "access_patterns").iter();
    let pattern = patterns.find(|pattern| {
        text(pattern, &["index_name"]) == Some(index)
            && text(pattern, &["operation"]) == Some("Query")
    })?;
    text(pattern, &["name"]).map(names::snake)
}

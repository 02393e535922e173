//! Random item types: their samples are imported, and what comes out has the same keys, indexes,
//! attributes and types. Its templates are those that the keys of the samples were made with.

use std::collections::BTreeMap;

use dynamo_design::import::{Import, Imported};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const TAGS: [&str; 3] = ["ORDER", "CUSTOMER", "VISIT"];
const ROWS: usize = 6;

/// How a sort key is made.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Sort {
    Constant,
    Id,
    Padded(usize),
    Seconds,
    MillisAndId,
}

/// Attributes that no key has, with the type that each must get.
const FIELDS: [(&str, &str); 8] = [
    ("cents", "u64"),
    ("balance", "i64"),
    ("ratio", "Decimal"),
    ("paid", "bool"),
    ("note", "Option<String>"),
    ("colours", "BTreeSet<String>"),
    ("lines", "Vec<Line>"),
    ("digest", "Binary"),
];

#[derive(Debug, Clone)]
struct Kind {
    tag: &'static str,
    /// Whether it is in the partition of a tenant, and not in one of its own.
    of_tenant: bool,
    sort: Sort,
    fields: Vec<usize>,
    sparse: bool,
    ttl_hours: Option<i64>,
    version: bool,
    /// Texts without meaning, one per row.
    ids: Vec<String>,
}

fn kinds() -> impl Strategy<Value = (Vec<Kind>, bool)> {
    let sort = prop_oneof![
        Just(Sort::Constant),
        Just(Sort::Id),
        (3..7_usize).prop_map(Sort::Padded),
        Just(Sort::Seconds),
        Just(Sort::MillisAndId),
    ];
    let kind = (
        any::<bool>(),
        sort,
        proptest::sample::subsequence((0..FIELDS.len()).collect::<Vec<_>>(), 1..=FIELDS.len()),
        any::<bool>(),
        proptest::option::of(1..100_i64),
        any::<bool>(),
        proptest::collection::btree_set("[a-z]{3}[0-9][a-z0-9]{3}", ROWS),
    );
    (
        proptest::collection::vec(kind, 1..=TAGS.len()),
        any::<bool>(),
    )
        .prop_map(|(kinds, typed)| {
            let kinds = kinds.into_iter().zip(TAGS);
            let kinds = kinds.map(|(kind, tag)| {
                let (of_tenant, sort, fields, sparse, ttl_hours, version, ids) = kind;
                Kind {
                    tag,
                    // A constant alone would be one item per tenant.
                    of_tenant: of_tenant && sort != Sort::Constant,
                    sort,
                    fields,
                    sparse,
                    ttl_hours,
                    version,
                    ids: ids.into_iter().collect(),
                }
            });
            (kinds.collect(), typed)
        })
}

impl Kind {
    fn id(&self) -> String {
        format!("{}_id", self.tag.to_lowercase())
    }

    fn pk(&self) -> String {
        if self.of_tenant {
            "TENANT#{tenant_id}".to_owned()
        } else {
            format!("{}#{{{}}}", self.tag, self.id())
        }
    }

    fn sk(&self) -> String {
        let (tag, id) = (self.tag, self.id());
        match self.sort {
            Sort::Constant => format!("{tag}_DETAILS"),
            Sort::Id => format!("{tag}#{{{id}}}"),
            Sort::Padded(width) => format!("{tag}#{{number:0{width}}}"),
            Sort::Seconds => format!("{tag}#{{placed_at:seconds}}"),
            Sort::MillisAndId => format!("{tag}#{{placed_at:millis}}#{{{id}}}"),
        }
    }

    fn samples(&self, typed: bool) -> Vec<Map<String, Value>> {
        (0..ROWS).map(|row| self.sample(row, typed)).collect()
    }

    fn sample(&self, row: usize, typed: bool) -> Map<String, Value> {
        let mut item = Map::new();
        let mut set = |name: &str, value: Value| item.insert(name.to_owned(), value);
        let id = &self.ids[row];
        let text = |text: &str| json!({ "S": text });
        set(&self.id(), text(id));
        // A partition has several items.
        set("tenant_id", text(&format!("t{}x", row / 2)));
        set("number", json!({ "N": (row * 7 + 3).to_string() }));
        let minute = row * 3 + 10;
        let placed = match self.sort {
            Sort::MillisAndId => format!("2024-05-0{}T10:{minute}:07.25{row}Z", row + 1),
            _ => format!("2024-05-0{}T10:{minute}:07Z", row + 1),
        };
        set("placed_at", text(&placed));
        for field in &self.fields {
            let (name, _) = FIELDS[*field];
            if let Some(value) = value_of(name, row) {
                set(name, value);
            }
        }
        if self.version {
            set("version", json!({ "N": (row + 1).to_string() }));
        }
        if let Some(hours) = self.ttl_hours {
            let day = 1_714_521_600 + i64::try_from(row).unwrap() * 86_400;
            set(
                "stored_at",
                text(&format!("2024-05-0{}T00:00:00Z", row + 1)),
            );
            set("expires", json!({ "N": (day + hours * 3600).to_string() }));
        }
        if self.sparse {
            let open = row.is_multiple_of(2);
            set("open", json!({ "BOOL": open }));
            let owner = format!("o{}z", row % 3);
            set("owner", text(&owner));
            if open {
                set("GSI1PK", text(&format!("OPEN_{}#{owner}", self.tag)));
                set("GSI1SK", text(id));
            }
        }
        if typed {
            set("entity_type", text(self.tag));
        }
        let keys = [("PK", self.pk()), ("SK", self.sk())];
        for (name, template) in keys {
            let built = filled(&template, &item);
            item.insert(name.to_owned(), text(&built));
        }
        item
    }
}

fn value_of(name: &str, row: usize) -> Option<Value> {
    let whole = i64::try_from(row).unwrap();
    Some(match name {
        "cents" => json!({ "N": (row * 100).to_string() }),
        "balance" => json!({ "N": (3 - whole * 2).to_string() }),
        "ratio" => json!({ "N": format!("{row}.5") }),
        "paid" => json!({ "BOOL": row.is_multiple_of(3) }),
        "note" if row % 2 == 1 => return None,
        "note" => json!({ "S": format!("remark no. {row}") }),
        "colours" => json!({ "SS": ["red", format!("blue {row}")] }),
        "lines" => json!({ "L": [{ "M": {
            "sku": { "S": format!("sku-{row}") }, "count": { "N": row.to_string() } } }] }),
        "digest" => json!({ "B": "aGVsbG8=" }),
        other => unreachable!("`{other}` is no field"),
    })
}

/// A template with the values of an item filled in.
fn filled(template: &str, item: &Map<String, Value>) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let (component, behind) = after.split_once('}').expect("a closed component");
        let (name, format) = component.split_once(':').unwrap_or((component, ""));
        let value = &item[name];
        let value = value.get("S").or(value.get("N")).and_then(Value::as_str);
        let value = value.unwrap_or_else(|| panic!("`{name}` has no text"));
        let width: usize = match format.strip_prefix('0') {
            Some(width) => width.parse().expect("a width"),
            None => 0,
        };
        text.extend(std::iter::repeat_n('0', width.saturating_sub(value.len())));
        text.push_str(value);
        rest = behind;
    }
    text + rest
}

fn imported(kinds: &[Kind], typed: bool) -> Imported {
    let keys = |pk: &str, sk: &str| json!([{ "AttributeName": pk, "KeyType": "HASH" }, { "AttributeName": sk, "KeyType": "RANGE" }]);
    let names = ["PK", "SK", "GSI1PK", "GSI1SK"];
    let table = json!({ "Table": {
        "TableName": "things",
        "AttributeDefinitions": names.map(|name| json!({ "AttributeName": name, "AttributeType": "S" })),
        "KeySchema": keys("PK", "SK"),
        "GlobalSecondaryIndexes": [{
            "IndexName": "GSI1", "KeySchema": keys("GSI1PK", "GSI1SK"),
            "Projection": { "ProjectionType": "ALL" } }],
        "TimeToLiveDescription": { "TimeToLiveStatus": "ENABLED", "AttributeName": "expires" },
    }});
    let items: Vec<_> = kinds.iter().flat_map(|kind| kind.samples(typed)).collect();
    let mut import = Import::new();
    for (name, text) in [
        ("table", table.to_string()),
        ("items", json!({ "Items": items }).to_string()),
    ] {
        import
            .read(name, &text)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    import.finish().unwrap_or_else(|error| panic!("{error}"))
}

/// The structs of a module by name, each with its attributes, on one line.
fn structs(rust: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for block in rust.split("\n\n") {
        let Some((_, after)) = block.split_once("pub struct ") else {
            continue;
        };
        let name = after.split([' ', ';']).next().unwrap_or_default();
        let line: Vec<_> = block.split_whitespace().collect();
        // Arguments on lines of their own end with a comma.
        let line = line.join(" ").replace("( ", "(").replace(", )", ")");
        found.insert(name.to_owned(), line.replace(" )", ")"));
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn item_types_come_back_from_their_samples((kinds, typed) in kinds()) {
        let imported = imported(&kinds, typed);
        prop_assert!(syn::parse_file(&imported.rust).is_ok(), "{}", imported.rust);
        prop_assert!(imported.notes.is_empty(), "{:?}\n{}", imported.notes, imported.rust);
        let structs = structs(&imported.rust);
        let proof: Value = serde_json::from_str(&imported.proof).expect("a proof");
        for kind in &kinds {
            let sk = match kind.sort {
                Sort::Constant => format!("literal({:?})", kind.sk()),
                _ => format!("{:?}", kind.sk()),
            };
            let key = format!("#[key(pk = {:?}, sk = {sk})]", kind.pk());
            let found = structs.iter().find(|(_, written)| written.contains(&key));
            let Some((name, written)) = found else {
                return Err(TestCaseError::fail(format!("no `{key}` in\n{}", imported.rust)));
            };
            let mut expected = vec![format!("pub {}: String", kind.id())];
            for field in &kind.fields {
                let (field, ty) = FIELDS[*field];
                expected.push(format!("pub {field}: {ty}"));
            }
            if kind.sparse {
                let pk = format!("OPEN_{}#{{owner}}", kind.tag);
                expected.push(format!("#[gsi(name = \"GSI1\", pk = {pk:?},"));
                expected.push(format!(" sk = \"{{{}}}\",", kind.id()));
                expected.push(" when = self.open,".to_owned());
            } else {
                let is_in = written.contains("name = \"GSI1\"") && !written.contains("GSI1PK");
                prop_assert!(!is_in, "{written}");
            }
            if kind.version {
                expected.push("#[dynamo(version)] pub version: u64".to_owned());
            }
            if let Some(hours) = kind.ttl_hours {
                let after = if hours % 24 == 0 { format!("{}d", hours / 24) } else { format!("{hours}h") };
                expected.push(format!("#[dynamo(ttl = {after:?})] pub expires: Option<u64>"));
            }
            for part in expected {
                prop_assert!(written.contains(&part), "no `{part}` in\n{}", imported.rust);
            }
            let samples = &proof["tables"][0]["samples"][name];
            prop_assert_eq!(samples.as_array().map(Vec::len), Some(ROWS), "of {}", name);
        }
        prop_assert_eq!(imported.rust.contains("type_attr = \"entity_type\""), typed, "{}", imported.rust);
    }
}

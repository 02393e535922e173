//! Vector indexes in a design: templates, policies, documents, changes.

use dynamo_design::{Design, Model};
use dynamo_runtime::{Item, Vector};

use super::Doc;

fn design() -> Design {
    Design::of::<Doc>().build().expect("a design")
}

#[test]
fn requests_and_templates_declare_it() {
    let index = serde_json::json!([{
        "IndexName": "ByMeaning",
        "VectorAttribute": { "AttributeName": "embedding" },
        "Dimensions": 3,
        "DistanceFunction": "COSINE",
        "SearchSchema": [
            { "AttributeName": "tenant", "SearchSchemaElementType": "HASH" },
            { "AttributeName": "lang", "SearchSchemaElementType": "INLINE_FILTER" },
            { "AttributeName": "year", "SearchSchemaElementType": "INLINE_FILTER" },
        ],
        "Projection": { "ProjectionType": "ALL" },
    }]);
    let template = design().cloudformation_json();
    let template: serde_json::Value = serde_json::from_str(&template).expect("JSON");
    let resources = template["Resources"].as_object().expect("resources");
    let table = resources.values().next().expect("a table");
    assert_eq!(table["Properties"]["VectorIndexes"], index);
    let attributes = table["Properties"]["AttributeDefinitions"].to_string();
    assert!(
        attributes.contains("year") && !attributes.contains("embedding"),
        "{attributes}"
    );
    let terraform = design().terraform();
    assert!(
        terraform.contains("# The vector index ByMeaning"),
        "{terraform}"
    );
}

#[test]
fn readers_may_search_it() {
    let policies = design().iam_policies();
    let read = policies.iter().find(|policy| policy.name == "DocRead");
    let document = &read.expect("a policy").document;
    assert!(document.contains("dynamodb:SearchVectors"), "{document}");
    assert!(document.contains("index/ByMeaning"), "{document}");
}

#[test]
fn documents_have_the_search() {
    let model = Model::new("docs", [design()]);
    let text = model.markdown();
    assert!(text.contains("`Doc::similar(tenant, &vector)`"), "{text}");
    assert!(
        text.contains("with 3 dimensions, compared by COSINE"),
        "{text}"
    );
}

/// The same index with the vectors of another model.
#[derive(Item)]
#[dynamo(crate = dynamo_runtime)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = "tenant", filter = ["lang", "year"], query = "similar")]
struct Longer {
    tenant: String,
    id: String,
    lang: String,
    year: u16,
    embedding: Option<Vector<4>>,
}

#[test]
fn a_change_of_vectors_is_explained() {
    let after = Design::of::<Longer>().build().expect("a design");
    let changes = after.diff(&design());
    let said = format!("{changes}");
    assert!(said.contains("of 4 dimensions"), "{said}");
    assert!(said.contains("never changes"), "{said}");
}

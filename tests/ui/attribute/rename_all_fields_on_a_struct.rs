// Rule: the fields of variants are those of an enum with data
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(rename_all_fields = "camelCase")]
struct Meta {
    level: u64,
}

fn main() {}

// Rule: `text` needs `FromStr`
// Cure: implement `FromStr` for the type, or remove `text` to store the value inside
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(text)]
struct Version(u32);

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "v{}", self.0)
    }
}

fn main() {}

// Rule: `text` needs `Display`
// Cure: implement `Display` for the type, or remove `text` to store the value inside
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(text)]
struct Version(u32);

impl std::str::FromStr for Version {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Version)
    }
}

fn main() {}

//! The table `forge`.
//!
//! It needs `chrono` and the feature of that name of `dynamo-runtime`.
//!
//! The samples did not tell everything: comments that begin with `Question` are for you to answer
//! and remove.

use chrono::{DateTime, Utc};
use dynamo_runtime::{Attribute, Collection, Item, Table, check_items};

/// The table `forge`.
#[derive(Debug, Clone, Copy, Table)]
#[table(
    name = "forge",
    pk = "PK",
    sk = "SK",
    type_attr = "Type",
    types = "by_attribute"
)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
pub struct Forge;

/// A front page in `forge`.
// Question: there was one sample alone; which fields can be missing?
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Forge, rename_all = "PascalCase")]
#[key(pk = literal("FRONTPAGE"), sk = literal("FRONTPAGE"))]
pub struct FrontPage {
    /// The featured.
    pub featured: Vec<String>,
}

/// An issue in `forge`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Forge, rename_all = "PascalCase")]
#[key(pk = "REPO#{owner}#{name}", sk = "ISSUE#{number:06}")]
pub struct Issue {
    /// The owner.
    pub owner: String,
    /// The name.
    pub name: String,
    /// The number.
    pub number: u64,
    /// Who opened it.
    pub opened_by: String,
    /// The status.
    // Question: samples have `Closed`, `Open`; is it one of a few, and so an enum?
    pub status: String,
    /// The title.
    pub title: String,
}

/// An organization in `forge`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Forge, rename_all = "PascalCase")]
#[key(pk = "ACCOUNT#{org_name}", sk = "ACCOUNT#{org_name}")]
pub struct Organization {
    /// The org name.
    pub org_name: String,
    /// The plan.
    pub plan: Plan,
    /// The seats.
    pub seats: u64,
}

/// A repo in `forge`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Forge, rename_all = "PascalCase")]
#[key(pk = "REPO#{owner}#{name}", sk = "REPO#{owner}#{name}")]
#[gsi(
    name = "GSI1",
    pk = "OWNER#{owner}",
    sk = "REPO#{owner}#{name}",
    query = "by_owner"
)]
pub struct Repo {
    /// The owner.
    pub owner: String,
    /// The name.
    pub name: String,
    /// The stars.
    pub stars: u64,
    /// When it was updated.
    #[dynamo(updated_at)]
    pub updated_at: DateTime<Utc>,
}

/// A star in `forge`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Forge, rename_all = "PascalCase")]
#[key(pk = "REPO#{owner}#{name}", sk = "STAR#{username}")]
#[gsi(
    name = "GSI1",
    pk = "USER#{username}",
    sk = "STAR#{starred_at:seconds}",
    query = "by_username"
)]
pub struct Star {
    /// The owner.
    pub owner: String,
    /// The name.
    pub name: String,
    /// The username.
    pub username: String,
    /// When it was starred.
    pub starred_at: DateTime<Utc>,
}

/// A user in `forge`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Forge, rename_all = "PascalCase")]
#[key(pk = "ACCOUNT#{username}", sk = "ACCOUNT#{username}")]
pub struct User {
    /// The username.
    pub username: String,
    /// The plan.
    pub plan: Plan,
}

/// Everything in the partition of a repo.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Forge)]
pub enum RepoItem {
    /// An issue.
    Issue(Issue),
    /// A repo.
    Repo(Repo),
    /// A star.
    Star(Star),
}

/// Everything in the partition of an account.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Forge)]
pub enum AccountItem {
    /// An organization.
    Organization(Organization),
    /// A user.
    User(User),
}

// Types that share keys are told apart by what is stored.
const _: () = check_items::<(FrontPage, Issue, Organization, Repo, Star, User)>();

/// The `plan` of `Organization`.
#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(rename_all = "PascalCase")]
pub struct Plan {
    /// The kind.
    // Question: samples have `free`, `team`; is it one of a few, and so an enum?
    pub kind: String,
    /// The attribute `Since`.
    pub since: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("forge.samples.json"))?;
        proof
            .check::<(FrontPage, Issue, Organization, Repo, Star, User)>()
            .await?;
        Ok(())
    }
}

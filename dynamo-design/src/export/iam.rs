//! IAM policies: the permissions that an item type's readers and writers need, and nothing else.

use super::cloudformation::{TemplateScope, name_parameters};
use super::tree::{Call, Tree, list, map};
use crate::model::{NamePiece, name_pieces, pascal};
use crate::{
    CountDesign, Design, Encryption, IndexDefinition, IndexKind, ItemDesign, KeyDesign, Model,
};
use dynamo_runtime::key::KeyKind;

/// The actions that read items of one type. `Scan` is not among them: it has no leading key to
/// limit it by.
const READ: [&str; 3] = [
    "dynamodb:GetItem",
    "dynamodb:BatchGetItem",
    "dynamodb:Query",
];
/// The actions that write items of one type. A transaction needs the permissions of its parts.
const WRITE: [&str; 5] = [
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
    "dynamodb:DeleteItem",
    "dynamodb:BatchWriteItem",
    "dynamodb:ConditionCheckItem",
];

/// An IAM policy: a suggested name and its document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Policy {
    /// A suggested name: `OrderRead`.
    pub name: String,
    /// A description of what it allows.
    pub description: String,
    /// The policy document, as JSON.
    pub document: String,
}

fn arn_pattern(table: &str) -> String {
    let name = name_pieces(table).into_iter().map(|piece| match piece {
        NamePiece::Text(text) => text,
        NamePiece::Variable(_) => "*",
    });
    format!("arn:aws:dynamodb:*:*:table/{}", name.collect::<String>())
}

impl Design {
    /// Returns a pattern of the table's ARN in any region and account, with any values of its
    /// variables.
    #[must_use]
    pub fn arn_pattern(&self) -> String {
        arn_pattern(&self.table.name)
    }

    /// Returns the policies for [`arn_pattern`](Self::arn_pattern): see
    /// [`iam_policies_for`](Self::iam_policies_for), which takes the ARN of one table.
    #[must_use]
    pub fn iam_policies(&self) -> Vec<Policy> {
        self.iam_policies_for(&self.arn_pattern())
    }

    /// Returns a policy to read and one to write the items of each type, limited by the prefixes of
    /// their partition keys, and one to scan the table and the indexes that have a `scan` method.
    ///
    /// DynamoDB limits access only by partition key: item types that share a partition share
    /// permissions, too. A partition key without a literal prefix allows the whole table or index.
    #[must_use]
    pub fn iam_policies_for(&self, arn: &str) -> Vec<Policy> {
        let policies = self.allowed(&Arn::Text(arn)).into_iter();
        policies
            .map(|allowed| Policy {
                document: allowed.document().to_json(),
                name: allowed.name,
                description: allowed.description,
            })
            .collect()
    }

    /// Returns an AWS CloudFormation template that creates the policies, for the table in the
    /// region, account and parameters it is deployed with.
    #[must_use]
    pub fn iam_cloudformation_yaml(&self) -> String {
        template(&[self]).to_yaml()
    }

    fn allowed(&self, arn: &Arn<'_>) -> Vec<Allowed> {
        let of_items = self.items.iter().flat_map(|item| {
            let reads = self.read_statements(item, arn);
            let name = &item.name;
            let both = reads.iter().cloned().chain([write_statement(item, arn)]);
            let both = both.chain(self.count_statements(item, arn));
            let write = Allowed {
                name: format!("{name}Write"),
                description: format!(
                    "Reads and writes {name} items of table {}.",
                    self.table.name
                ),
                statements: both.collect(),
            };
            let read = Allowed {
                name: format!("{name}Read"),
                description: format!("Reads {name} items of table {}.", self.table.name),
                statements: reads,
            };
            [read, write]
        });
        let actions = ["dynamodb:Scan", "dynamodb:DescribeTable"];
        let scan = statement("Scan", &actions, arn.resource(""));
        let scan = Allowed {
            name: format!("{}Scan", self.name),
            description: format!("Reads every item of table {}.", self.table.name),
            statements: [scan]
                .into_iter()
                .chain(self.scanned_indexes(arn))
                .chain(self.key_statement())
                .collect(),
        };
        of_items.chain([scan]).collect()
    }

    /// The indexes that item types scan.
    fn scanned_indexes(&self, arn: &Arn<'_>) -> Vec<Tree> {
        let is_scanned = |index: &&IndexDefinition| {
            let mut queries = self.items.iter().flat_map(|item| &item.queries);
            queries.any(|query| query.index.as_ref() == Some(&index.name) && query.scan.is_some())
        };
        let scanned = self.table.indexes.iter().filter(is_scanned);
        scanned
            .map(|index| {
                let sid = format!("Scan{}", pascal(&index.name));
                let resource = arn.resource(&format!("/index/{}", index.name));
                statement(&sid, &["dynamodb:Scan"], resource)
            })
            .collect()
    }

    fn read_statements(&self, item: &ItemDesign, arn: &Arn<'_>) -> Vec<Tree> {
        let table = statement("ReadTable", &READ, arn.resource(""));
        let mut keys = leading_keys(item, None);
        // A lookup by a unique value reads the claim on it.
        let claims = (!item.lookups.is_empty()).then(|| claims(item));
        if let Some(keys) = &mut keys {
            keys.extend(claims);
        }
        let mut statements = vec![limited(table, keys)];
        for index in &self.table.indexes {
            if item.queries_of(Some(&index.name)).next().is_some() {
                statements.push(index_statement(item, index, arn));
            }
        }
        statements.extend(self.key_statement());
        statements
    }

    /// The counters of other items that writes change.
    fn count_statements(&self, item: &ItemDesign, arn: &Arn<'_>) -> Vec<Tree> {
        let mut counted: Vec<&CountDesign> = Vec::new();
        for count in &item.counted {
            let is_same =
                |other: &&CountDesign| (&other.item, &other.table) == (&count.item, &count.table);
            if !counted.iter().any(is_same) {
                counted.push(count);
            }
        }
        let statement = |count: &CountDesign| {
            let resource = if count.table == self.table.name {
                arn.resource("")
            } else {
                arn_pattern(&count.table).into()
            };
            let sid = format!("CountIn{}", pascal(&count.item));
            let actions = ["dynamodb:UpdateItem", "dynamodb:ConditionCheckItem"];
            let keys = pattern(&count.pk).map(|pattern| vec![pattern]);
            limited(self::statement(&sid, &actions, resource), keys)
        };
        counted.into_iter().map(statement).collect()
    }

    /// A customer-managed key is used on behalf of the reader or writer.
    fn key_statement(&self) -> Option<Tree> {
        let Encryption::Key(key) = &self.options.encryption else {
            return None;
        };
        let (resource, alias) = match key {
            key if key.starts_with("arn:") => (key.clone(), None),
            key if key.starts_with("alias/") => ("arn:aws:kms:*:*:key/*".to_owned(), Some(key)),
            key => (format!("arn:aws:kms:*:*:key/{key}"), None),
        };
        let via = map([("kms:ViaService", "dynamodb.*.amazonaws.com".into())]);
        let alias = alias.map(|alias| map([("kms:ResourceAliases", alias.into())]));
        let condition = map([("StringLike", via)]).with_some("ForAnyValue:StringEquals", alias);
        let actions = ["kms:Decrypt", "kms:DescribeKey"];
        Some(statement("UseKey", &actions, resource.into()).with("Condition", condition))
    }
}

impl Model {
    /// Returns an AWS CloudFormation template that creates the policies of all tables.
    #[must_use]
    pub fn iam_cloudformation_yaml(&self) -> String {
        template(&self.designs()).to_yaml()
    }
}

/// The template with the policies of a table, with parameters for its name.
fn managed(scope: &TemplateScope<'_>, resources: Tree) -> Tree {
    let name = scope.filled_name();
    let arn = format!(
        "arn:${{AWS::Partition}}:dynamodb:${{AWS::Region}}:${{AWS::AccountId}}:table/{name}"
    );
    let allowed = scope.design.allowed(&Arn::Sub(&arn)).into_iter();
    allowed.fold(resources, |resources, allowed| {
        let table = pascal(&scope.design.name);
        // Item types of two tables may have the same name.
        let lead = if scope.alone || allowed.name.starts_with(&table) {
            ""
        } else {
            &table
        };
        let properties = map([
            ("Description", (&allowed.description).into()),
            ("PolicyDocument", allowed.document()),
        ]);
        let policy = map([
            ("Type", "AWS::IAM::ManagedPolicy".into()),
            ("Properties", properties),
        ]);
        resources.with(&format!("{lead}{}Policy", pascal(&allowed.name)), policy)
    })
}

fn template(designs: &[&Design]) -> Tree {
    let scopes = designs.iter().map(|design| TemplateScope {
        design,
        alone: designs.len() == 1,
    });
    map([
        ("AWSTemplateFormatVersion", "2010-09-09".into()),
        (
            "Description",
            "Who reads and who writes which items.".into(),
        ),
        ("Parameters", name_parameters(designs)),
        (
            "Resources",
            scopes.fold(map([]), |resources, scope| managed(&scope, resources)),
        ),
    ])
}

/// The ARN of a table.
enum Arn<'a> {
    Text(&'a str),
    /// With parameters of a template.
    Sub(&'a str),
}

impl Arn<'_> {
    fn resource(&self, path: &str) -> Tree {
        match self {
            Self::Text(arn) => format!("{arn}{path}").into(),
            Self::Sub(arn) => Call::Sub.of(format!("{arn}{path}")),
        }
    }
}

/// A policy under construction.
struct Allowed {
    name: String,
    description: String,
    statements: Vec<Tree>,
}

impl Allowed {
    fn document(&self) -> Tree {
        map([
            ("Version", "2012-10-17".into()),
            ("Statement", Tree::List(self.statements.clone())),
        ])
    }
}

fn statement(sid: &str, actions: &[&str], resource: Tree) -> Tree {
    map([
        ("Sid", sid.into()),
        ("Effect", "Allow".into()),
        ("Action", list(actions.iter().copied())),
        ("Resource", resource),
    ])
}

fn write_statement(item: &ItemDesign, arn: &Arn<'_>) -> Tree {
    let is_unique = !item.unique.is_empty();
    let keys = leading_keys(item, None).map(|mut keys| {
        // Claims on unique values are separate items.
        keys.extend(is_unique.then(|| claims(item)));
        keys
    });
    // A write reads the item's old values and where it was counted, and the owner of a claim that
    // is taken.
    let reads = (is_unique || !item.counted.is_empty()).then_some("dynamodb:GetItem");
    let actions: Vec<_> = WRITE.into_iter().chain(reads).collect();
    limited(statement("WriteTable", &actions, arn.resource("")), keys)
}

fn index_statement(item: &ItemDesign, index: &IndexDefinition, arn: &Arn<'_>) -> Tree {
    let resource = arn.resource(&format!("/index/{}", index.name));
    if index.kind == IndexKind::Vector {
        // DynamoDB cannot limit searches by key.
        let sid = format!("Search{}", pascal(&index.name));
        return statement(&sid, &["dynamodb:SearchVectors"], resource);
    }
    let sid = format!("Query{}", pascal(&index.name));
    let allowed = statement(&sid, &["dynamodb:Query"], resource);
    limited(allowed, leading_keys(item, Some(&index.name)))
}

/// Limits a statement to keys. The second condition refuses requests that have no leading key,
/// which the first lets pass.
fn limited(statement: Tree, keys: Option<Vec<String>>) -> Tree {
    let Some(keys) = keys else { return statement };
    let condition = map([
        (
            "ForAllValues:StringLike",
            map([("dynamodb:LeadingKeys", list(keys))]),
        ),
        ("Null", map([("dynamodb:LeadingKeys", "false".into())])),
    ]);
    statement.with("Condition", condition)
}

/// The patterns of an item type's partition keys; `None` if they do not distinguish it.
fn leading_keys(item: &ItemDesign, index: Option<&str>) -> Option<Vec<String>> {
    let mut patterns: Vec<String> = Vec::new();
    for query in item.queries_of(index) {
        let pattern = pattern(query.pk.first()?)?;
        if !patterns.contains(&pattern) {
            patterns.push(pattern);
        }
    }
    Some(patterns)
}

fn pattern(key: &KeyDesign) -> Option<String> {
    if key.kind != KeyKind::Text || key.prefix().is_empty() {
        return None;
    }
    let is_constant = key.template.len() == 1;
    let rest = if is_constant { "" } else { "*" };
    Some(escaped(key.prefix()) + rest)
}

/// `#unique#User#*`.
fn claims(item: &ItemDesign) -> String {
    let entity = item.entity.as_ref().unwrap_or(&item.name);
    let entity = entity.replace('%', "%25").replace('#', "%23");
    format!("#unique#{}#*", escaped(&entity))
}

/// Text with special characters escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for found in text.chars() {
        match found {
            '*' | '?' | '$' => out.extend(['$', '{', found, '}']),
            _ => out.push(found),
        }
    }
    out
}

//! Deploy, document and check DynamoDB tables from their item types: templates, policies,
//! documents, a lock file, and a command-line tool.
//!
//! A [`Design`] is a table with everything in it, as one value. It is built from the item types, so
//! the two cannot disagree:
//!
//! ```
//! use dynamo_design::{Alarm, Design, Encryption};
//! use dynamo_runtime::{Error, Item};
//!
//! /// A message in a room.
//! #[derive(Item)]
//! #[table(name = "chat_{stage}", pk = "PK", sk = "SK")]
//! #[key(pk = "ROOM#{room}", sk = "AT#{sent_at}")]
//! struct Message {
//!     room: String,
//!     sent_at: String,
//! }
//!
//! let design = Design::of::<Message>()
//!     .variable("stage", ["dev", "prod"])
//!     .encryption(Encryption::AwsManaged)
//!     .alarm(Alarm::throttled())
//!     .sample(&Message { room: "rust".into(), sent_at: "2025-11-14T10:30:00Z".into() })
//!     .build()?;
//! assert!(design.cloudformation_yaml().contains("${TableName}_${Stage}"));
//! assert_eq!(Design::from_json(&design.to_json()?)?, design);
//! # Ok::<(), Error>(())
//! ```
//!
//! | to get | call |
//! |---|---|
//! | a CloudFormation template | [`cloudformation_yaml`](Design::cloudformation_yaml), [`cloudformation_json`](Design::cloudformation_json) |
//! | a Terraform configuration | [`terraform`](Design::terraform) |
//! | the request of the SDK, or of `aws dynamodb create-table` | [`create_table`](Design::create_table), [`create_table_json`](Design::create_table_json) |
//! | least-privilege IAM policies | [`iam_policies_for`](Design::iam_policies_for) |
//! | a NoSQL Workbench data model | [`workbench`](Design::workbench) |
//! | a design document in Markdown, with a diagram | [`markdown`](Design::markdown) |
//! | a web page | [`html`](Design::html) |
//! | all of these as files | [`Model::files`] |
//!
//! For several item types, use a tuple: `Design::of::<(Order, Execution, Position)>()`. For several
//! tables that are deployed and shown together, use a [`Model`]. A design can be written as JSON:
//! check it in, and [compare](Design::diff) later designs with it. [`verify`](Design::verify)
//! compares it with the live table, and [`deploy`](Design::deploy) creates the table.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `cli` | [`cli!`](macro@cli): a command-line tool for your tables, in your own crate; with `import`, the program `dynamo` |
//! | `import` | [`import`]: item types from templates, models, live tables and sample items |
//! | `aws` (default) | the tool connects to AWS, with `Db::from_env` |
//! | `embedded` | the tool can use a file instead: `--embedded FILE` |

// On docs.rs, which builds with nightly Rust, each item says which feature it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod access;
mod attributes;
mod build;
#[cfg(feature = "cli")]
pub mod cli;
mod contradiction;
mod design;
mod diff;
mod document;
mod explain;
mod export;
#[cfg(feature = "import")]
pub mod import;
mod item;
mod live;
mod model;
mod options;
mod proof;
mod value;

pub use access::AccessPattern;
pub use build::DesignBuilder;
pub use design::{CollectionDesign, CollectionMember, Design};
pub use diff::{DesignChange, Diff, Effect};
pub use export::Policy;
pub use item::{
    CountDesign, FieldDesign, ItemDesign, KeyDesign, KeyText, LookupDesign, QueryDesign,
    VariantDesign,
};
pub use live::Deployed;
pub use model::Model;
pub use options::{
    Alarm, Billing, Encryption, IndexOptions, InsightsMode, Metric, ReplicaConsistency, Replicas,
    StreamView, TableClass, TableOptions, Variable, WarmThroughput,
};
pub use proof::{Proof, ProofTable};
pub use value::{Sample, Value};

pub use dynamo_runtime::schema::{
    Distance, IndexDefinition, IndexKind, KeyAttribute, ProjectedAttributes, TableDefinition,
    Types, VectorDefinition,
};

// Its code needs the tool and an engine, which only the tests of this package have.
#[cfg(all(doctest, feature = "cli", feature = "embedded"))]
#[doc = include_str!("../README.md")]
struct Readme;

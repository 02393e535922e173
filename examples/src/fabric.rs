//! Entities in a hierarchy of organizational units, listed by unit, alias, class, type and external
//! id.
//!
//! One table with a name from the environment, `model` and `id` as its key, and five indexes that
//! all sort by `sequence`. Index keys are filled on every write; an entity without an alias is not
//! in the index of aliases.

use std::collections::HashMap;

use dynamo_runtime::op::QueryInfo;
use dynamo_runtime::{Cursor, Db, Error, Item, Page, Query};

/// The unit of entities that have no parent.
pub const APEX: &str = "@";

/// An entity of any model.
#[derive(Debug, Clone, PartialEq, Default, Item)]
#[table(name = "{fabric_table}", pk = "model", sk = "id")]
#[gsi(
    name = "indexOu",
    pk = "{ou:raw}#{model}",
    pk_attr = "indexOu",
    sk = "sequence",
    query = "by_ou"
)]
#[gsi(
    name = "indexAlias",
    pk = "{ou:raw}#{model}#{alias}",
    pk_attr = "indexAlias",
    sk = "sequence",
    query = "by_alias"
)]
#[gsi(
    name = "indexClass",
    pk = "{ou:raw}#{model}#{class}",
    pk_attr = "indexClass",
    sk = "sequence",
    query = "by_class"
)]
#[gsi(
    name = "indexType",
    pk = "{ou:raw}#{model}#{type}",
    pk_attr = "indexType",
    sk = "sequence",
    query = "by_type"
)]
#[gsi(
    name = "indexXid",
    pk = "{ou:raw}#{model}#{xid}",
    pk_attr = "indexXid",
    sk = "sequence",
    query = "by_xid"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Entity {
    /// The kind of entity: `record`, `message`, `chat`.
    pub model: String,
    /// Its id within the model.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its organizational unit: [`APEX`], or the parent's model and id.
    pub ou: String,
    /// Its place in time, in milliseconds since 1970.
    pub sequence: u64,
    /// When it was made, in ISO 8601.
    #[dynamo(created_at)]
    pub created_at: String,
    /// When it was last written, in ISO 8601.
    #[dynamo(updated_at)]
    pub updated_at: String,
    /// When it was deleted, if it was.
    #[dynamo(soft_delete)]
    pub deleted_at: Option<String>,
    /// A human-friendly slug.
    pub alias: Option<String>,
    /// A category.
    pub class: Option<String>,
    /// A type.
    pub r#type: Option<String>,
    /// The id in an external system.
    pub xid: Option<String>,
    /// Other attributes of the model.
    #[dynamo(flatten)]
    pub rest: HashMap<String, String>,
}

impl Entity {
    /// Creates an entity without a parent.
    #[must_use]
    pub fn root(model: impl Into<String>, id: impl Into<String>, sequence: u64) -> Self {
        Self {
            model: model.into(),
            id: id.into(),
            ou: APEX.to_owned(),
            sequence,
            ..Self::default()
        }
    }

    /// Creates an entity under this one.
    #[must_use]
    pub fn child(&self, model: impl Into<String>, id: impl Into<String>, sequence: u64) -> Self {
        Self {
            ou: self.child_ou(),
            ..Self::root(model, id, sequence)
        }
    }

    /// Returns the organizational unit of the entities under this one: `chat#abc-123`.
    #[must_use]
    pub fn child_ou(&self) -> String {
        format!("{}#{}", self.model, self.id)
    }
}

/// How to list entities; by default newest first, without deleted ones.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The most entities to return.
    pub limit: Option<usize>,
    /// Oldest first.
    pub ascending: bool,
    /// Deleted entities as well.
    pub include_deleted: bool,
    /// Where the previous page ended.
    pub start: Option<Cursor>,
}

impl Options {
    async fn list<Q>(self, query: Query<Q>, db: &Db) -> Result<Page<Q::Output>, Error>
    where
        Q: QueryInfo,
    {
        let query = if self.ascending {
            query.ascending()
        } else {
            query.descending()
        };
        let query = if self.include_deleted {
            query.include_deleted()
        } else {
            query
        };
        let query = match self.limit {
            Some(limit) => query.limit(limit),
            None => query,
        };
        query.after(self.start).send(db).await
    }
}

/// Lists the entities of a model under a unit.
///
/// # Errors
///
/// Returns the error of the query.
pub async fn query_by_ou(
    db: &Db,
    ou: &str,
    model: &str,
    options: Options,
) -> Result<Page<Entity>, Error> {
    options.list(Entity::by_ou(ou, model), db).await
}

/// Lists the entities of a class.
///
/// # Errors
///
/// Returns the error of the query.
pub async fn query_by_class(
    db: &Db,
    (ou, model): (&str, &str),
    class: &str,
    options: Options,
) -> Result<Page<Entity>, Error> {
    options.list(Entity::by_class(ou, model, class), db).await
}

/// Lists the entities of a type.
///
/// # Errors
///
/// Returns the error of the query.
pub async fn query_by_type(
    db: &Db,
    (ou, model): (&str, &str),
    r#type: &str,
    options: Options,
) -> Result<Page<Entity>, Error> {
    options.list(Entity::by_type(ou, model, r#type), db).await
}

/// Returns the newest entity with an alias.
///
/// # Errors
///
/// Returns the error of the query.
pub async fn query_by_alias(
    db: &Db,
    ou: &str,
    model: &str,
    alias: &str,
) -> Result<Option<Entity>, Error> {
    Entity::by_alias(ou, model, alias)
        .descending()
        .first(db)
        .await
}

/// Returns the newest entity with an external id.
///
/// # Errors
///
/// Returns the error of the query.
pub async fn query_by_xid(
    db: &Db,
    ou: &str,
    model: &str,
    xid: &str,
) -> Result<Option<Entity>, Error> {
    Entity::by_xid(ou, model, xid).descending().first(db).await
}

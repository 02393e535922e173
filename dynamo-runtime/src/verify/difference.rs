//! The differences between a live table and its declaration.

use std::fmt;

use crate::error::Error;

/// The result of [`Db::verify_table`](crate::Db::verify_table).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[must_use = "a table that differs from its declaration is no error by itself"]
pub struct Verified {
    /// The table's physical name.
    pub table: String,
    /// The differences from its declaration, those that break operations first.
    pub differences: Vec<Difference>,
}

impl Verified {
    /// Creates the result, with its differences in order.
    pub fn new(table: &str, mut differences: Vec<Difference>) -> Self {
        differences.sort_by_key(|difference| !difference.is_breaking());
        Self {
            table: table.to_owned(),
            differences,
        }
    }

    /// Returns whether nothing breaks operations.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        !self.differences.iter().any(Difference::is_breaking)
    }

    /// Turns differences that break operations into an error, for a check at start-up.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] with all of them, each with its remedy.
    pub fn usable(self) -> Result<(), Error> {
        let breaking = self.differences.iter().filter(|found| found.is_breaking());
        let reasons = breaking.map(|found| format!("{found} ({})", found.remedy()));
        let reasons: Vec<_> = reasons.collect();
        if reasons.is_empty() {
            return Ok(());
        }
        Err(Error::Table {
            table: self.table,
            reason: reasons.join("; "),
        })
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.differences.is_empty() {
            return write!(f, "table `{}` is as declared", self.table);
        }
        write!(f, "table `{}`:", self.table)?;
        for difference in &self.differences {
            write!(f, "\n  {difference}")?;
        }
        Ok(())
    }
}

/// One way in which a live table differs from its declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// There is no such table.
    NoTable,
    /// The table has other keys.
    Keys {
        /// The attributes it has, the partition key first.
        found: Vec<String>,
        /// The attributes that are declared.
        declared: Vec<String>,
    },
    /// A key attribute has another type.
    KeyType {
        /// The attribute.
        attribute: String,
        /// The type it has: `S`, `N` or `B`.
        found: String,
        /// The type that is declared.
        declared: String,
    },
    /// The table lacks an index.
    MissingIndex {
        /// The index.
        index: String,
        /// Whether it is a local index, which can only be created with its table.
        local: bool,
    },
    /// An index has other keys.
    IndexKeys {
        /// The index.
        index: String,
        /// The attributes it has.
        found: Vec<String>,
        /// The attributes that are declared.
        declared: Vec<String>,
    },
    /// A vector index holds other vectors.
    Vector {
        /// The index.
        index: String,
        /// Its vectors, in words.
        found: String,
        /// The vectors that are declared.
        declared: String,
    },
    /// An index holds fewer attributes than are read from it.
    NarrowProjection {
        /// The index.
        index: String,
        /// The attributes it lacks; empty if it should project all.
        lacking: Vec<String>,
    },
    /// An index is not ready to be read.
    IndexNotActive {
        /// The index.
        index: String,
        /// Its status, as DynamoDB reports it.
        status: String,
    },
    /// Items do not expire as declared.
    Ttl {
        /// The attribute by which items expire, if TTL is on.
        found: Option<String>,
        /// The attribute that is declared.
        declared: String,
    },
    /// The table has an index that is not declared; it costs money.
    UndeclaredIndex {
        /// The index.
        index: String,
    },
    /// An option of the table differs from its design.
    Option {
        /// The option.
        option: String,
        /// Its value.
        found: String,
        /// Its value in the design.
        declared: String,
    },
}

impl Difference {
    /// Returns whether operations fail or miss items because of it.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        !matches!(self, Self::UndeclaredIndex { .. } | Self::Option { .. })
    }

    /// Returns whether TTL is off and only needs to be enabled.
    #[must_use]
    pub fn is_ttl_off(&self) -> bool {
        matches!(self, Self::Ttl { found: None, .. })
    }

    /// Returns how to fix it, in words.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NoTable => "create it",
            Self::Keys { .. } | Self::KeyType { .. } | Self::MissingIndex { local: true, .. } => {
                "create another table and copy the items over: keys and local indexes of a table never change"
            }
            Self::MissingIndex { .. } => "add the index, then backfill the items that are in it",
            Self::IndexKeys { .. } | Self::Vector { .. } | Self::NarrowProjection { .. } => {
                "add an index with another name, or delete this one and add it again"
            }
            Self::IndexNotActive { .. } => "wait until DynamoDB has built it",
            Self::Ttl { .. } => "turn on TTL for the declared attribute",
            Self::UndeclaredIndex { .. } => "delete it, or declare it",
            Self::Option { .. } => "deploy the exported template",
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable => write!(f, "does not exist"),
            Self::Keys { found, declared } => {
                let (found, declared) = (list(found), list(declared));
                write!(f, "has the keys {found}; expected {declared}")
            }
            Self::KeyType {
                attribute,
                found,
                declared,
            } => write!(
                f,
                "has the key `{attribute}` of type {found}; expected {declared}"
            ),
            Self::MissingIndex { index, .. } => write!(f, "lacks the index `{index}`"),
            Self::IndexKeys {
                index,
                found,
                declared,
            } => {
                let (found, declared) = (list(found), list(declared));
                write!(
                    f,
                    "has the index `{index}` with the keys {found}; expected {declared}"
                )
            }
            Self::Vector {
                index,
                found,
                declared,
            } => write!(
                f,
                "has the vector index `{index}` over {found}; expected {declared}"
            ),
            Self::NarrowProjection { index, lacking } if lacking.is_empty() => write!(
                f,
                "has the index `{index}`, which does not project every attribute, as declared"
            ),
            Self::NarrowProjection { index, lacking } => write!(
                f,
                "has the index `{index}`, which does not project {}",
                list(lacking)
            ),
            Self::IndexNotActive { index, status } => {
                write!(f, "has the index `{index}`, which is {status}")
            }
            Self::Ttl {
                found: Some(found),
                declared,
            } => write!(f, "has its TTL on `{found}`; expected `{declared}`"),
            Self::Ttl {
                found: None,
                declared,
            } => write!(f, "has its TTL off; expected `{declared}`"),
            Self::UndeclaredIndex { index } => {
                write!(f, "has the index `{index}`, which is not declared")
            }
            Self::Option {
                option,
                found,
                declared,
            } => write!(f, "{option} is {found}; expected {declared}"),
        }
    }
}

fn list(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

//! The physical names of tables.

use std::any::TypeId;
use std::borrow::Cow;

use super::Db;
use crate::error::Error;
use crate::item::ItemType;

impl Db {
    /// Returns the physical name of an item type's table.
    pub(crate) fn table_of(&self, of: &ItemType) -> Result<Cow<'static, str>, Error> {
        self.physical_name(of.table_id, of.table.name)
    }

    pub(super) fn physical_name(
        &self,
        table: TypeId,
        template: &'static str,
    ) -> Result<Cow<'static, str>, Error> {
        if !self.settings.names.is_empty()
            && let Some(name) = self.settings.names.get(&table)
        {
            return valid(name.clone()).map(Cow::Owned);
        }
        if !template.contains('{') {
            return Ok(Cow::Borrowed(template));
        }
        self.filled(template).map(Cow::Owned)
    }

    /// A name with the values of its variables.
    pub(super) fn filled(&self, template: &str) -> Result<String, Error> {
        let mut name = String::with_capacity(template.len() + 16);
        let mut rest = template;
        while let Some((before, tail)) = rest.split_once('{') {
            name.push_str(before);
            let (variable, after) = tail.split_once('}').unwrap_or((tail, ""));
            let value = self.settings.variables.get(variable);
            name.push_str(value.ok_or_else(|| Error::UnknownVariable {
                variable: variable.to_owned(),
                table: template.to_owned(),
            })?);
            rest = after;
        }
        name.push_str(rest);
        valid(name)
    }
}

/// Checks a table name after its variables or an override were applied.
fn valid(name: String) -> Result<String, Error> {
    if is_name(&name) || is_arn(&name) {
        return Ok(name);
    }
    Err(Error::Table {
        table: name,
        reason: "not a table name or an ARN; a name is 3 to 255 of a-z, A-Z, 0-9, `_`, `.` and \
                 `-`, an ARN is `arn:aws:dynamodb:<region>:<account>:table/<name>`"
            .to_owned(),
    })
}

fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    (3..=255).contains(&name.len()) && name.bytes().all(allowed)
}

/// Whether this is the ARN of a table: `arn:aws:dynamodb:eu-central-1:123456789012:table/orders`.
fn is_arn(text: &str) -> bool {
    let parts: Vec<&str> = text.splitn(6, ':').collect();
    let &["arn", partition, "dynamodb", region, account, table] = &*parts else {
        return false;
    };
    let is_word = |word: &str| {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        !word.is_empty() && word.bytes().all(allowed)
    };
    partition.starts_with("aws")
        && is_word(partition)
        && is_word(region)
        && account.len() == 12
        && account.bytes().all(|byte| byte.is_ascii_digit())
        && table.strip_prefix("table/").is_some_and(is_name)
}

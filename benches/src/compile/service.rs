//! The source of a service with some items, each put, got and queried in two ways: with this library,
//! and by hand on the SDK.

use std::fmt::Write as _;

/// The items with this library.
pub(super) fn ours(items: usize) -> String {
    let item = r##"
use dynamo_runtime::{Db, Error, Item};
#[derive(Item)]
#[table(name = "events_{number}", pk = "PK", sk = "SK")]
#[key(pk = "TENANT#{tenant}", sk = "EVENT#{at}#{id}")]
#[gsi(name = "ByUser", pk = "USER#{user}", sk = "{at}", pk_attr = "U_PK", sk_attr = "U_SK", query = "by_user")]
pub struct Event { FIELDS }

pub async fn work(db: &Db, event: &Event) -> Result<usize, Error> {
    event.put().send(db).await?;
    let found = Event::key("t", "a", "i").get().send(db).await?;
    let of_tenant = Event::query("t").all(db).await?;
    let of_user = Event::by_user("u").all(db).await?;
    Ok(usize::from(found.is_some()) + of_tenant.len() + of_user.len())
}
"##;
    let call = "work(db, event)";
    source(
        items,
        item,
        call,
        "db: &'a dynamo_runtime::Db",
        "dynamo_runtime::Error",
    )
}

/// The same by hand.
pub(super) fn by_hand(items: usize) -> String {
    let item = r##"
use aws_sdk_dynamodb::{Client, Error};
use aws_sdk_dynamodb::types::AttributeValue;
use std::collections::HashMap;
pub struct Event { FIELDS }

fn s(text: impl Into<String>) -> AttributeValue { AttributeValue::S(text.into()) }
fn n(number: impl ToString) -> AttributeValue { AttributeValue::N(number.to_string()) }

fn to_item(event: &Event) -> HashMap<String, AttributeValue> {
    let mut item = HashMap::new();
    let mut put = |name: &str, value| item.insert(name.to_owned(), value);
    put("PK", s(format!("TENANT#{}", event.tenant)));
    put("SK", s(format!("EVENT#{}#{}", event.at, event.id)));
    put("U_PK", s(format!("USER#{}", event.user)));
    put("U_SK", s(&event.at));
    TO_ITEM
    item
}

fn from_item(mut item: HashMap<String, AttributeValue>) -> Option<Event> {
    fn text(item: &mut HashMap<String, AttributeValue>, name: &str) -> Option<String> {
        match item.remove(name)? { AttributeValue::S(text) => Some(text), _ => None }
    }
    fn number<T: std::str::FromStr>(item: &mut HashMap<String, AttributeValue>, name: &str) -> Option<T> {
        item.remove(name)?.as_n().ok()?.parse().ok()
    }
    let item = &mut item;
    Some(Event { FROM_ITEM })
}

pub async fn work(client: &Client, event: &Event) -> Result<usize, Error> {
    client.put_item().table_name("events_{number}").set_item(Some(to_item(event))).send().await?;
    let found = client
        .get_item()
        .table_name("events_{number}")
        .key("PK", s("TENANT#t"))
        .key("SK", s("EVENT#a#i"))
        .send()
        .await?;
    let found = found.item.and_then(from_item);
    let mut of_tenant = Vec::new();
    let mut pages = client
        .query()
        .table_name("events_{number}")
        .key_condition_expression("PK = :pk AND begins_with(SK, :sk)")
        .expression_attribute_values(":pk", s("TENANT#t"))
        .expression_attribute_values(":sk", s("EVENT#"))
        .into_paginator()
        .send();
    while let Some(page) = pages.next().await {
        of_tenant.extend(page?.items.unwrap_or_default().into_iter().filter_map(from_item));
    }
    let mut of_user = Vec::new();
    let mut pages = client
        .query()
        .table_name("events_{number}")
        .index_name("ByUser")
        .key_condition_expression("U_PK = :pk")
        .expression_attribute_values(":pk", s("USER#u"))
        .into_paginator()
        .send();
    while let Some(page) = pages.next().await {
        of_user.extend(page?.items.unwrap_or_default().into_iter().filter_map(from_item));
    }
    Ok(usize::from(found.is_some()) + of_tenant.len() + of_user.len())
}
"##;
    let (mut to_item, mut from_item) = (String::new(), String::new());
    for (name, ty) in fields() {
        let (write, read) = match ty {
            "String" => (
                format!("s(&event.{name})"),
                format!("text(item, \"{name}\")?"),
            ),
            "bool" => (
                format!("AttributeValue::Bool(event.{name})"),
                format!("*item.remove(\"{name}\")?.as_bool().ok()?"),
            ),
            "Vec<String>" => (
                format!("AttributeValue::L(event.{name}.iter().map(s).collect())"),
                format!(
                    "match item.remove(\"{name}\")? {{ AttributeValue::L(all) => all.into_iter().map(|one| one.as_s().ok().cloned()).collect::<Option<_>>()?, _ => return None }}"
                ),
            ),
            "Option<String>" => (String::new(), format!("text(item, \"{name}\")")),
            "Option<u64>" => (String::new(), format!("number(item, \"{name}\")")),
            _ => (
                format!("n(event.{name})"),
                format!("number(item, \"{name}\")?"),
            ),
        };
        let _ = match ty {
            "Option<String>" => write!(
                to_item,
                "if let Some(text) = &event.{name} {{ put(\"{name}\", s(text)); }}\n"
            ),
            "Option<u64>" => write!(
                to_item,
                "if let Some(number) = event.{name} {{ put(\"{name}\", n(number)); }}\n"
            ),
            _ => write!(to_item, "put(\"{name}\", {write});\n"),
        };
        let _ = write!(from_item, "{name}: {read}, ");
    }
    let item = item
        .replace("TO_ITEM", &to_item)
        .replace("FROM_ITEM", &from_item);
    let call = "work(client, event)";
    source(
        items,
        &item,
        call,
        "client: &'a aws_sdk_dynamodb::Client",
        "aws_sdk_dynamodb::Error",
    )
}

/// The names and types of the struct's fields.
fn fields() -> impl Iterator<Item = (&'static str, &'static str)> {
    let fields = super::FIELDS
        .split(", pub ")
        .flat_map(|part| part.split(",\n"));
    fields.filter_map(|field| {
        let (name, ty) = field.trim().trim_end_matches(',').split_once(": ")?;
        Some((name.trim_start_matches("pub "), ty))
    })
}

/// A crate with a module per item. The work is boxed, so that all of it is compiled with the crate.
fn source(items: usize, item: &str, call: &str, handle: &str, error: &str) -> String {
    let mut source = String::new();
    let item = item.replace("FIELDS", super::FIELDS);
    for number in 0..items {
        let item = item.replace("{number}", &number.to_string());
        let _ = write!(
            source,
            "pub mod item_{number} {{ {item}
             pub fn boxed<'a>({handle}, event: &'a Event)
                 -> std::pin::Pin<Box<dyn Future<Output = Result<usize, {error}>> + Send + 'a>> {{
                 Box::pin({call})
             }} }}\n"
        );
    }
    source
}

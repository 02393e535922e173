//! Entities in a hierarchy, from the design in `examples::fabric`.
//!
//! It teaches a table name from the environment, index keys that follow the fields they are built
//! from, times filled by the clock, soft deletion, pages with a cursor, and `known` in an update.
//!
//! Run it with `cargo run --example fabric`. Nothing to install: the engine is in this process.
//! With `AWS_ENDPOINT_URL_DYNAMODB` set it runs on that server instead.

use std::time::{Duration, UNIX_EPOCH};

use dynamo_runtime::{Db, Error, Item, known};
use examples::bill::Bill;
use examples::fabric::{APEX, Entity, Options, query_by_alias, query_by_class, query_by_ou};

/// The time of this program's clock, 7 January 2026.
const NOW: u64 = 1_767_744_000;

#[tokio::main]
async fn main() -> Result<(), Error> {
    let db = examples::db().await?.with_var("fabric_table", "fabric");
    let db = db.with_clock(|| UNIX_EPOCH + Duration::from_secs(NOW));
    let (db, bill) = Bill::of(db);
    db.ensure_table::<Entity>().await?;

    records(&db).await?;
    bill.show();
    messages(&db).await?;
    bill.show();
    rename(&db).await?;
    bill.show();
    delete(&db).await?;
    bill.show();
    bill.total();
    Ok(())
}

async fn records(db: &Db) -> Result<(), Error> {
    for (number, alias) in (1..).zip([Some("2026-01-06"), Some("2026-01-07"), None]) {
        let record = Entity {
            name: format!("log {number}"),
            alias: alias.map(str::to_owned),
            class: Some("memory".into()),
            ..Entity::root("record", format!("r{number}"), number)
        };
        let stored = record.put().returning_new().send(db).await?;
        println!("stored {} at {}", stored.name, stored.created_at);
    }
    // The third has no alias: it is in every index but that one.
    let item = Entity::root("record", "r3", 3).to_item()?;
    println!(
        "without an alias it has the key `indexAlias`: {}",
        item.contains_key("indexAlias")
    );
    let memories = query_by_class(db, (APEX, "record"), "memory", Options::default()).await?;
    println!("memories, newest first: {}", names(&memories.items));
    let found = query_by_alias(db, APEX, "record", "2026-01-07").await?;
    println!("2026-01-07: {}", names(found.as_slice()));
    Ok(())
}

fn names(entities: &[Entity]) -> String {
    let names: Vec<_> = entities.iter().map(|entity| &*entity.name).collect();
    names.join(", ")
}

/// Lists the messages under their chat, one page at a time.
async fn messages(db: &Db) -> Result<(), Error> {
    let chat = Entity {
        name: "a chat".into(),
        ..Entity::root("chat", "abc-123", 4)
    };
    chat.put().send(db).await?;
    for number in 1..=5 {
        let message = Entity {
            name: format!("message {number}"),
            ..chat.child("message", format!("m{number}"), 10 + number)
        };
        message.put().send(db).await?;
    }
    println!("messages under {}:", chat.child_ou());
    let mut options = Options {
        limit: Some(2),
        ascending: true,
        ..Options::default()
    };
    loop {
        let page = query_by_ou(db, &chat.child_ou(), "message", options.clone()).await?;
        println!("  {}", names(&page.items));
        options.start = page.next;
        if options.start.is_none() {
            return Ok(());
        }
    }
}

/// Renames an entity. The unit and the alias form one key, so they are set together; the unit is
/// known to stay.
async fn rename(db: &Db) -> Result<(), Error> {
    Entity::key("record", "r1")
        .update()
        .set((Entity::OU, Entity::ALIAS), (known(APEX), "first"))
        .send(db)
        .await?;
    let found = query_by_alias(db, APEX, "record", "first").await?;
    println!("first: {}", names(found.as_slice()));
    let stale = query_by_alias(db, APEX, "record", "2026-01-06").await?;
    println!("2026-01-06: {:?}", stale.map(|entity| entity.name));
    Ok(())
}

async fn delete(db: &Db) -> Result<(), Error> {
    let key = || Entity::key("record", "r2");
    key().soft_delete().send(db).await?;
    let live = query_by_ou(db, APEX, "record", Options::default()).await?;
    println!("after a soft delete: {}", names(&live.items));
    let options = Options {
        include_deleted: true,
        ..Options::default()
    };
    let all = query_by_ou(db, APEX, "record", options).await?;
    println!("with the deleted: {}", names(&all.items));
    key().restore().send(db).await?;
    println!("restored: {}", key().exists().send(db).await?);
    Ok(())
}

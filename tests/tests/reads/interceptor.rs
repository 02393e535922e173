//! An interceptor of the user's own finds the items of every request and every response, so that it
//! can encrypt what is stored.

use std::collections::HashMap;
use std::fmt;

use aws_sdk_dynamodb::config::interceptors::{
    BeforeSerializationInterceptorContextMut, FinalizerInterceptorContextMut,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemOutput;
use aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItemInput;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemOutput;
use aws_sdk_dynamodb::operation::get_item::GetItemOutput;
use aws_sdk_dynamodb::operation::put_item::{PutItemInput, PutItemOutput};
use aws_sdk_dynamodb::operation::query::QueryOutput;
use aws_sdk_dynamodb::operation::scan::ScanOutput;
use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsOutput;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsInput;
use aws_sdk_dynamodb::operation::update_item::{UpdateItemInput, UpdateItemOutput};
use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Collection, Db, Item, Meter, View};
use tests::{intercepted, with_table};

/// A letter whose text is not to be stored as it is.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "letters", pk = "to", sk = "number")]
#[gsi(name = "BySender", pk = "sender", projection = ["text"], query = "sent_by")]
struct Letter {
    to: String,
    number: u32,
    sender: String,
    text: String,
    pages: u32,
}

/// A user, whose email belongs to no other.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(unique)]
    email: String,
    text: String,
}

#[derive(Debug, PartialEq, View)]
#[view(item = Letter)]
struct Text {
    text: String,
}

type Attributes = HashMap<String, AttributeValue>;

/// Encrypts texts that begin with `plain:`, and decrypts them.
#[derive(Clone, Copy)]
struct Cipher;

impl fmt::Debug for Cipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cipher")
    }
}

fn replace<'a>(attributes: impl IntoIterator<Item = &'a mut Attributes>, (from, to): (&str, &str)) {
    let values = attributes.into_iter().flat_map(HashMap::values_mut);
    for value in values {
        if let AttributeValue::S(text) = value
            && let Some(rest) = text.strip_prefix(from)
        {
            *text = to.to_owned() + &rest.chars().rev().collect::<String>();
        }
    }
}

impl Intercept for Cipher {
    fn name(&self) -> &'static str {
        "Cipher"
    }

    fn modify_before_serialization(
        &self,
        context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let sealed = ("plain:", "sealed:");
        let input = context.input_mut();
        if let Some(put) = input.downcast_mut::<PutItemInput>() {
            replace(&mut put.item, sealed);
        } else if let Some(update) = input.downcast_mut::<UpdateItemInput>() {
            replace(&mut update.expression_attribute_values, sealed);
        } else if let Some(batch) = input.downcast_mut::<BatchWriteItemInput>() {
            let writes = batch.request_items.iter_mut().flat_map(HashMap::values_mut);
            let puts = writes
                .flatten()
                .filter_map(|write| write.put_request.as_mut());
            replace(puts.map(|put| &mut put.item), sealed);
        } else if let Some(transaction) = input.downcast_mut::<TransactWriteItemsInput>() {
            for item in transaction.transact_items.iter_mut().flatten() {
                replace(item.put.as_mut().map(|put| &mut put.item), sealed);
                let update = item.update.as_mut();
                replace(
                    update.and_then(|update| update.expression_attribute_values.as_mut()),
                    sealed,
                );
            }
        }
        Ok(())
    }

    fn modify_before_completion(
        &self,
        context: &mut FinalizerInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let opened = ("sealed:", "plain:");
        let Some(Ok(output)) = context.output_or_error_mut() else {
            return Ok(());
        };
        if let Some(get) = output.downcast_mut::<GetItemOutput>() {
            replace(&mut get.item, opened);
        } else if let Some(query) = output.downcast_mut::<QueryOutput>() {
            replace(query.items.iter_mut().flatten(), opened);
        } else if let Some(scan) = output.downcast_mut::<ScanOutput>() {
            replace(scan.items.iter_mut().flatten(), opened);
        } else if let Some(batch) = output.downcast_mut::<BatchGetItemOutput>() {
            let tables = batch.responses.iter_mut().flat_map(HashMap::values_mut);
            replace(tables.flatten(), opened);
        } else if let Some(transaction) = output.downcast_mut::<TransactGetItemsOutput>() {
            let items = transaction.responses.iter_mut().flatten();
            replace(items.filter_map(|found| found.item.as_mut()), opened);
        } else if let Some(put) = output.downcast_mut::<PutItemOutput>() {
            replace(&mut put.attributes, opened);
        } else if let Some(update) = output.downcast_mut::<UpdateItemOutput>() {
            replace(&mut update.attributes, opened);
        } else if let Some(delete) = output.downcast_mut::<DeleteItemOutput>() {
            replace(&mut delete.attributes, opened);
        }
        Ok(())
    }
}

fn letter(number: u32) -> Letter {
    Letter {
        to: "ada".into(),
        number,
        sender: "bob".into(),
        text: format!("plain:letter {number}"),
        pages: 1,
    }
}

/// The texts as they are stored.
async fn texts(db: &Db) -> Vec<String> {
    let letters = Letter::scan().consistent().all(db).await.expect("a scan");
    let mut texts: Vec<_> = letters.into_iter().map(|letter| letter.text).collect();
    texts.sort_unstable();
    texts
}

fn sealed(number: u32) -> String {
    let text: String = format!("letter {number}").chars().rev().collect();
    format!("sealed:{text}")
}

#[tokio::test]
async fn every_write_goes_by_the_interceptor() {
    with_table::<Letter>(async |db| {
        let own = &intercepted::<Letter>(db, Cipher);
        letter(1).put().send(own).await.expect("a put");
        letter(2).create().send(own).await.expect("a create");
        let written = letter(3).put().returning_new().send(own).await;
        assert_eq!(written.expect("a put"), letter(3));
        let meter = Meter::new();
        let batch = own.batch_write((letter(4).put(), Letter::key("ada", 3).delete()));
        batch.meter(&meter).await.expect("a batch");
        assert!(meter.capacity().units > 0.0);
        let loaded = own.load((5..35).map(letter)).await.expect("a load");
        assert_eq!(loaded, 30);
        own.transact((letter(35).create(), letter(36).put()))
            .await
            .expect("a transaction");
        let update = Letter::key("ada", 36)
            .update()
            .set(Letter::TEXT, "plain:letter 37");
        update.send(own).await.expect("an update");
        let change = Letter::key("ada", 35).modify(|letter| letter.text = "plain:letter 38".into());
        assert_eq!(
            change.send(own).await.expect("a change").text,
            "plain:letter 38"
        );

        let numbers = [1, 2, 4].into_iter().chain(5..35).chain([37, 38]);
        let mut stored: Vec<_> = numbers.map(sealed).collect();
        stored.sort_unstable();
        assert_eq!(texts(db).await, stored);

        let old = letter(1)
            .put()
            .returning_old()
            .send(own)
            .await
            .expect("a put");
        assert_eq!(old, Some(letter(1)));
        let old = Letter::key("ada", 1)
            .delete()
            .returning_old()
            .send(own)
            .await;
        assert_eq!(old.expect("a delete"), Some(letter(1)));
    })
    .await;
}

#[tokio::test]
async fn every_read_goes_by_the_interceptor() {
    with_table::<Letter>(async |db| {
        let own = &intercepted::<Letter>(db, Cipher);
        let all: Vec<_> = (1..4).map(letter).collect();
        own.load(all.clone()).await.expect("a load");
        assert_eq!(texts(db).await, [1, 2, 3].map(sealed));

        let key = || Letter::key("ada", 1);
        assert_eq!(key().get().send(own).await.expect("a get"), Some(letter(1)));
        let viewed = key().get().select::<Text>().send(own).await.expect("a get");
        assert_eq!(viewed.map(|viewed| viewed.text), Some(letter(1).text));
        assert!(key().exists().send(own).await.expect("a get"));
        let query = || Letter::query("ada");
        assert_eq!(query().all(own).await.expect("a query"), all);
        assert_eq!(query().first(own).await.expect("a query"), Some(letter(1)));
        assert_eq!(query().count(own).await.expect("a query"), 3);
        let page = query().limit(2).send(own).await.expect("a query");
        assert_eq!(page.items, all[..2]);
        let mut stream = query().stream(own).expect("a stream");
        let first = stream.next().await.expect("an item");
        assert_eq!(first.expect("a letter"), letter(1));
        let sent = Letter::sent_by("bob").all(own).await.expect("a query");
        assert!(
            sent.iter().all(|sent| sent.text.starts_with("plain:")),
            "{sent:?}"
        );
        assert_eq!(sent.len(), 3);
        let whole = Letter::sent_by("bob")
            .hydrate()
            .all(own)
            .await
            .expect("a query");
        assert_eq!(whole.len(), 3);
        assert!(whole.iter().all(|letter| all.contains(letter)), "{whole:?}");
        let scanned = Letter::scan().all(own).await.expect("a scan");
        assert_eq!(scanned, all);
        let scanned = Letter::scan().parallel(2).all(own).await.expect("a scan");
        assert_eq!(scanned.len(), 3);
        assert!(
            scanned.iter().all(|letter| all.contains(letter)),
            "{scanned:?}"
        );
        let found = own.batch_get([key(), Letter::key("ada", 9)]).await;
        assert_eq!(found.expect("a batch"), [Some(letter(1)), None]);
        let found = own
            .transact_get((key().get(), Letter::key("ada", 2).get()))
            .await;
        assert_eq!(
            found.expect("a transaction"),
            (Some(letter(1)), Some(letter(2)))
        );
        let done = Letter::backfill().send(own).await.expect("a backfill");
        assert_eq!((done.read, done.changed), (3, 0));
        let deleted = query()
            .delete_partition()
            .send(own)
            .await
            .expect("a delete");
        assert_eq!(deleted, 3);
        assert!(texts(db).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn items_with_unique_fields_go_by_the_interceptor() {
    with_table::<User>(async |db| {
        let own = &intercepted::<User>(db, Cipher);
        let user = |email: &str| User {
            id: "ada".into(),
            email: email.into(),
            text: "plain:hello".into(),
        };
        user("one").create().send(own).await.expect("a create");
        user("two").put().send(own).await.expect("a put");
        let stored = User::key("ada").get().send(db).await.expect("a get");
        assert_eq!(
            stored.map(|user| user.text),
            Some("sealed:olleh".to_owned())
        );
        let read = User::key("ada").get().send(own).await.expect("a get");
        assert_eq!(read, Some(user("two")));
    })
    .await;
}

/// The letters of a partition, as a collection.
#[derive(Debug, PartialEq, Collection)]
#[collection(table = Post)]
enum Mail {
    Card(Card),
}

#[derive(dynamo_runtime::Table)]
#[table(name = "post", pk = "PK", sk = "SK", type_attr = "kind")]
struct Post;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Post)]
#[key(pk = "TO#{to}", sk = "CARD#{number:03}")]
struct Card {
    to: String,
    number: u32,
    text: String,
}

#[tokio::test]
async fn a_collection_goes_by_the_interceptor() {
    with_table::<Post>(async |db| {
        let own = &intercepted::<Post>(db, Cipher);
        let card = Card {
            to: "ada".into(),
            number: 1,
            text: "plain:hello".into(),
        };
        own.batch_write(card.put()).await.expect("a batch");
        let stored = Mail::query("ada").all(db).await.expect("a query");
        let [Mail::Card(stored)] = &stored[..] else {
            panic!("one card");
        };
        assert_eq!(stored.text, "sealed:olleh");
        let read = Mail::query("ada").all(own).await.expect("a query");
        assert_eq!(read, [Mail::Card(card)]);
    })
    .await;
}

//! Claims on unique values: no key of an item reaches one, and no read gives one.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::change::ChangeRecord;
use dynamo_runtime::{Change, ChangeKind, Collection, Db, Error, Item, Table, check_items};
use tests::with_table;

/// A table whose types tell themselves apart by their keys alone.
#[derive(Table)]
#[table(name = "wiki", pk = "PK", sk = "SK")]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
struct Wiki;

/// An author, whose email belongs to no other.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Wiki)]
#[key(pk = "{team:raw}", sk = "AUTHOR#{id}")]
struct Author {
    team: String,
    id: String,
    #[dynamo(unique)]
    email: String,
}

/// A page, whose keys are text of the user's choice.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Wiki)]
#[key(pk = "{slug:raw}", sk = "PAGE#{part}")]
#[gsi(name = "Inverted", query = "parts")]
struct Page {
    slug: String,
    part: String,
}

const _: () = check_items::<(Author, Page)>();

#[derive(Debug, PartialEq, Collection)]
#[collection(table = Wiki)]
enum Entry {
    Page(Page),
    Author(Author),
}

/// A table without a sort key, whose key is a field as it is.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "accounts", pk = "id")]
struct Account {
    id: String,
    #[dynamo(unique)]
    email: String,
}

fn author(id: &str, email: &str) -> Author {
    Author {
        team: "core".into(),
        id: id.into(),
        email: email.into(),
    }
}

/// Every stored claim.
async fn claims<T: Table>(db: &Db, key: &str) -> Vec<HashMap<String, AttributeValue>> {
    let table = db.table_name::<T>().expect("a name");
    let scan = db.client().scan().table_name(table).consistent_read(true);
    let mut items = scan.send().await.expect("a scan").items.unwrap_or_default();
    items.retain(|item| {
        item[key]
            .as_s()
            .is_ok_and(|key| key.starts_with("#unique#"))
    });
    items
}

fn is_reserved<T>(sent: Result<T, Error>) {
    let Err(error) = sent else {
        panic!("a refusal");
    };
    assert!(matches!(error, Error::Key(_)), "{error}");
    assert!(error.to_string().contains("reserved"), "{error}");
}

#[tokio::test]
async fn no_key_of_another_type_reaches_a_claim() {
    with_table::<Wiki>(async |db| {
        author("ada", "ada@x")
            .create()
            .send(db)
            .await
            .expect("a create");
        let [claim] = &claims::<Wiki>(db, "PK").await[..] else {
            panic!("one claim");
        };
        let slug = claim["PK"].as_s().expect("text").as_str();
        let key = || Page::key(slug, "one");
        let forged = Page {
            slug: slug.to_owned(),
            part: "one".to_owned(),
        };
        is_reserved(key().get().send(db).await);
        is_reserved(key().exists().send(db).await);
        is_reserved(key().delete().send(db).await);
        is_reserved(forged.put().send(db).await);
        is_reserved(forged.create().send(db).await);
        is_reserved(forged.delete().send(db).await);
        is_reserved(key().modify(|_| {}).send(db).await);
        is_reserved(Page::query(slug).all(db).await);
        is_reserved(Page::query(slug).delete_partition().send(db).await);
        is_reserved(Author::query(slug).all(db).await);
        is_reserved(db.batch_get([key()]).await);
        is_reserved(db.batch_write(forged.put()).await);
        is_reserved(db.batch_write(key().delete()).await);
        is_reserved(
            db.load([forged.clone()])
                .await
                .map_err(|error| match error {
                    Error::Interrupted { source, .. } => *source,
                    other => other,
                }),
        );
        is_reserved(db.transact(forged.create()).await);
        is_reserved(db.transact(key().check_absent()).await);
        is_reserved(db.transact_get(key().get()).await);
        assert_eq!(claims::<Wiki>(db, "PK").await, std::slice::from_ref(claim));
    })
    .await;
}

#[tokio::test]
async fn no_key_reaches_a_claim_in_a_table_without_a_sort_key() {
    with_table::<Account>(async |db| {
        let ada = Account {
            id: "ada".into(),
            email: "ada@x".into(),
        };
        ada.create().send(db).await.expect("a create");
        let [claim] = &claims::<Account>(db, "id").await[..] else {
            panic!("one claim");
        };
        let id = claim["id"].as_s().expect("text").as_str();
        is_reserved(Account::key(id).get().send(db).await);
        is_reserved(Account::key(id).delete().send(db).await);
        let forged = Account {
            id: id.into(),
            email: "eve@x".into(),
        };
        is_reserved(forged.create().send(db).await);
        is_reserved(forged.put().send(db).await);
        assert_eq!(
            claims::<Account>(db, "id").await,
            std::slice::from_ref(claim)
        );
    })
    .await;
}

#[tokio::test]
async fn no_read_gives_a_claim() {
    with_table::<Wiki>(async |db| {
        let ada = author("ada", "ada@x");
        let home = Page {
            slug: "core".into(),
            part: "one".into(),
        };
        ada.create().send(db).await.expect("a create");
        home.put().send(db).await.expect("a put");
        assert_eq!(
            Author::scan().all(db).await.expect("a scan"),
            std::slice::from_ref(&ada)
        );
        assert_eq!(Author::scan().count(db).await.expect("a scan"), 1);
        assert_eq!(
            Page::scan().all(db).await.expect("a scan"),
            std::slice::from_ref(&home)
        );
        let all = Entry::query("core").all(db).await.expect("a query");
        assert_eq!(all, [Entry::Author(ada), Entry::Page(home.clone())]);
        let done = Page::backfill().send(db).await.expect("a backfill");
        assert_eq!((done.read, done.failed), (1, 0));
        let parts = Page::parts("one").all(db).await.expect("a query");
        assert_eq!(parts, [home]);
    })
    .await;
}

#[tokio::test]
async fn a_stream_tells_claims_from_items() {
    with_table::<Wiki>(async |db| {
        author("ada", "ada@x")
            .create()
            .send(db)
            .await
            .expect("a create");
        for claim in claims::<Wiki>(db, "PK").await {
            let record =
                || ChangeRecord::new(ChangeKind::Insert, claim.clone()).with_new(claim.clone());
            assert_eq!(
                Change::<Author>::of_known(record()).expect("a record"),
                None
            );
            assert_eq!(Change::<Page>::of_known(record()).expect("a record"), None);
            assert_eq!(Change::<Entry>::of_known(record()).expect("a record"), None);
            let change = Change::<Entry>::from_record(record());
            assert!(matches!(change, Err(Error::OtherType { .. })), "{change:?}");
        }
    })
    .await;
    with_table::<Account>(async |db| {
        let ada = Account {
            id: "ada".into(),
            email: "ada@x".into(),
        };
        ada.create().send(db).await.expect("a create");
        for claim in claims::<Account>(db, "id").await {
            let record = ChangeRecord::new(ChangeKind::Insert, claim.clone()).with_new(claim);
            assert_eq!(Change::<Account>::of_known(record).expect("a record"), None);
        }
    })
    .await;
}

#[tokio::test]
async fn a_partition_with_unique_values_is_not_deleted_unseen() {
    with_table::<Wiki>(async |db| {
        author("ada", "ada@x")
            .create()
            .send(db)
            .await
            .expect("a create");
        let sent = Entry::query("core").delete_partition().send(db).await;
        let refused = sent.expect_err("a refusal");
        assert!(matches!(refused, Error::Refused { .. }), "{refused}");
        assert!(
            refused.to_string().contains("`Author` has unique fields"),
            "{refused}"
        );
        let pages = Page::query("core").delete_partition().send(db).await;
        assert_eq!(pages.expect("a delete"), 0);
        assert_eq!(claims::<Wiki>(db, "PK").await.len(), 1);
        assert_eq!(Author::scan().count(db).await.expect("a scan"), 1);
    })
    .await;
}

//! Lookups by a unique field: one item or none, read through the claim.

use std::sync::atomic::{AtomicUsize, Ordering};

use aws_sdk_dynamodb::config::interceptors::BeforeTransmitInterceptorContextRef;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use dynamo_runtime::{Db, Error, Item, Meter, Table};
use tests::with_table;
use tokio::runtime::Handle;

#[derive(Table)]
#[table(name = "club", pk = "PK", sk = "SK", type_attr = "kind")]
struct Club;

/// A member, who is found by email and by badge.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Club)]
#[key(pk = "MEMBER#{id}", sk = literal("MEMBER"))]
struct Member {
    id: String,
    #[dynamo(unique = "by_email")]
    email: String,
    #[dynamo(unique = "with_badge", rename = "badge_number")]
    badge: Option<u32>,
    #[dynamo(soft_delete)]
    left_at: Option<String>,
}

/// A guest of the same table, whose emails are others.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Club)]
#[key(pk = "GUEST#{id}", sk = literal("GUEST"))]
struct Guest {
    id: String,
    #[dynamo(unique = "by_email")]
    email: String,
}

/// A table without a sort key.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "accounts", pk = "id")]
struct Account {
    id: String,
    #[dynamo(unique = "by_email")]
    email: String,
}

fn member(id: &str, email: &str) -> Member {
    Member {
        id: id.into(),
        email: email.into(),
        badge: None,
        left_at: None,
    }
}

async fn by_email(db: &Db, email: &str) -> Option<Member> {
    Member::by_email(email).send(db).await.expect("a lookup")
}

#[tokio::test]
async fn an_item_is_found_by_its_unique_value() {
    with_table::<Club>(async |db| {
        let ada = Member {
            badge: Some(7),
            ..member("ada", "ada@x#y")
        };
        ada.create().send(db).await.expect("a create");
        let guest = Guest {
            id: "g".into(),
            email: "ada@x#y".into(),
        };
        guest.create().send(db).await.expect("another type's email");
        assert_eq!(by_email(db, "ada@x#y").await.as_ref(), Some(&ada));
        let found = Member::with_badge(7).send(db).await.expect("a lookup");
        assert_eq!(found.as_ref(), Some(&ada));
        let found = Guest::by_email("ada@x#y").send(db).await.expect("a lookup");
        assert_eq!(found, Some(guest));
        assert_eq!(by_email(db, "bob@x").await, None);
        assert_eq!(
            Member::with_badge(8).send(db).await.expect("a lookup"),
            None
        );

        let meter = Meter::new();
        let lookup = Member::by_email("ada@x#y").meter(&meter);
        lookup.clone().send(db).await.expect("a lookup");
        assert!(
            (meter.capacity().units - 2.0).abs() < 1e-6,
            "two consistent reads"
        );

        ada.modify(|ada| ada.email = "ada@z".into())
            .send(db)
            .await
            .expect("a change");
        assert_eq!(lookup.send(db).await.expect("a lookup"), None);
        assert_eq!(
            by_email(db, "ada@z").await.map(|ada| ada.id),
            Some("ada".into())
        );
        Member::key("ada")
            .delete()
            .send(db)
            .await
            .expect("a delete");
        assert_eq!(by_email(db, "ada@z").await, None);
    })
    .await;
}

#[tokio::test]
async fn a_table_without_a_sort_key_has_lookups() {
    with_table::<Account>(async |db| {
        let ada = Account {
            id: "ada".into(),
            email: "ada@x".into(),
        };
        ada.create().send(db).await.expect("a create");
        let found = Account::by_email(String::from("ada@x")).send(db).await;
        assert_eq!(found.expect("a lookup"), Some(ada));
        let long = "x".repeat(3000);
        let error = Account::by_email(long.as_str()).send(db).await;
        assert!(matches!(error, Err(Error::Key(_))), "{error:?}");
    })
    .await;
}

#[tokio::test]
async fn a_deleted_item_is_absent_and_can_be_replaced() {
    with_table::<Club>(async |db| {
        member("ada", "one")
            .create()
            .send(db)
            .await
            .expect("a create");
        Member::key("ada")
            .soft_delete()
            .send(db)
            .await
            .expect("a delete");
        assert_eq!(by_email(db, "one").await, None);
        let deleted = Member::by_email("one").include_deleted().send(db).await;
        assert_eq!(
            deleted.expect("a lookup").map(|ada| ada.id),
            Some("ada".into())
        );
        // It keeps its value until it is gone for good.
        let taken = member("bob", "one").create().send(db).await;
        assert!(taken.expect_err("a taken email").is_taken());
        member("ada", "two")
            .create()
            .send(db)
            .await
            .expect("in its place");
        assert_eq!(by_email(db, "two").await, Some(member("ada", "two")));
        member("bob", "one")
            .create()
            .send(db)
            .await
            .expect("the email is free");
        assert_eq!(by_email(db, "one").await, Some(member("bob", "one")));
    })
    .await;
}

#[tokio::test]
async fn a_claim_whose_item_is_gone_or_has_another_value_leads_to_nothing() {
    with_table::<Club>(async |db| {
        member("ada", "one")
            .create()
            .send(db)
            .await
            .expect("a create");
        let table = db.table_name::<Club>().expect("a name");
        let mut item = member("ada", "other").to_item().expect("an item");
        let put = db.client().put_item().table_name(&*table);
        put.set_item(Some(item.clone()))
            .send()
            .await
            .expect("a put");
        assert_eq!(by_email(db, "one").await, None);
        assert_eq!(by_email(db, "other").await, None, "nobody claimed it");
        item.retain(|name, _| ["PK", "SK"].contains(&name.as_str()));
        let delete = db.client().delete_item().table_name(&*table);
        delete.set_key(Some(item)).send().await.expect("a delete");
        assert_eq!(by_email(db, "one").await, None);
    })
    .await;
}

/// Gives the email of Ada to Bob before the second request that is sent.
#[derive(Debug)]
struct Moving(Db, AtomicUsize);

impl Intercept for Moving {
    fn name(&self) -> &'static str {
        "Moving"
    }

    fn read_before_transmit(
        &self,
        _: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if self.1.fetch_add(1, Ordering::SeqCst) == 1 {
            let moved = async {
                member("ada", "three").put().send(&self.0).await?;
                member("bob", "one").put().send(&self.0).await
            };
            tokio::task::block_in_place(|| Handle::current().block_on(moved))?;
        }
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_that_moves_between_the_reads_is_followed() {
    with_table::<Club>(async |db| {
        let (ada, bob) = (member("ada", "one"), member("bob", "two"));
        db.transact([ada.create(), bob.create()])
            .await
            .expect("a transaction");
        let moving = Moving(db.clone(), AtomicUsize::new(0));
        let db = &tests::intercepted::<Club>(db, moving);
        assert_eq!(by_email(db, "one").await, Some(member("bob", "one")));
    })
    .await;
}

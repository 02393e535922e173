//! Items with unique fields: a deleted one is replaced together with its claims.

use dynamo_runtime::op::Cause;
use dynamo_runtime::{Error, Item};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "users", pk = "PK")]
#[key(pk = "USER#{id}")]
struct User {
    id: String,
    #[dynamo(unique)]
    email: String,
    #[dynamo(soft_delete)]
    left: Option<String>,
}

fn user(id: &str, email: &str) -> User {
    User {
        id: id.into(),
        email: email.into(),
        left: None,
    }
}

#[tokio::test]
async fn a_create_over_a_deleted_item_frees_its_unique_values() {
    with_table::<User>(async |db| {
        let old = user("u", "old@x");
        old.create().send(db).await.expect("a create");
        User::key("u")
            .soft_delete()
            .send(db)
            .await
            .expect("a delete");
        let other = user("v", "old@x");
        let taken = other.create().send(db).await.expect_err("kept");
        assert!(taken.is_taken());
        assert_eq!(
            taken.to_string(),
            "another `User` already has this value of the unique field `email` (it may be \
             soft-deleted)"
        );

        let new = user("u", "new@x");
        let error = db.transact(new.create()).await.expect_err("unknown values");
        assert!(error.to_string().contains("instead_of"), "{error}");
        new.create().send(db).await.expect("a create");
        other.create().send(db).await.expect("freed");
        let taken = user("w", "new@x").create().send(db).await;
        assert!(taken.expect_err("claimed").is_taken());
        let again = new.create().send(db).await.expect_err("it exists");
        assert_eq!(again.current::<User>().expect("one"), Some(new.clone()));

        User::key("u")
            .soft_delete()
            .send(db)
            .await
            .expect("a delete");
        let last = user("u", "last@x");
        let gone = db.transact(last.replace().instead_of(&new)).await;
        let Err(Error::TransactionCancelled(cancelled)) = gone else {
            panic!("it is deleted");
        };
        assert_eq!(cancelled.operations()[0].cause(), Cause::ConditionFailed);
        db.transact(last.create().instead_of(&new))
            .await
            .expect("a create");
        user("w", "new@x").create().send(db).await.expect("freed");
    })
    .await;
}

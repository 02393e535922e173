//! Item types that share keys: the type attribute tells them apart in every operation.

use dynamo_runtime::{Collection, Db, Error, Item, Table, check_items};
use tests::with_table;

#[derive(Table)]
#[table(
    name = "party",
    pk = "PK",
    sk = "SK",
    type_attr = "kind",
    types = "by_attribute"
)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Party;

/// A person and a company have the same key: a party is one or the other.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Party, entity = "PERSON")]
#[key(pk = "PARTY#{id}", sk = literal("PARTY"))]
#[gsi(name = "GSI1", pk = "PLACE#{place}", sk = "{name}", query = "people")]
struct Person {
    id: String,
    place: String,
    name: String,
    #[dynamo(default)]
    notes: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Party, entity = "COMPANY")]
#[key(pk = "PARTY#{id}", sk = literal("PARTY"))]
#[gsi(
    name = "GSI1",
    pk = "PLACE#{place}",
    sk = "{name}",
    query = "companies"
)]
struct Company {
    id: String,
    place: String,
    name: String,
}

/// The sort key of an address may be any text, `PARTY` as well.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Party, entity = "ADDRESS")]
#[key(pk = "PARTY#{party}", sk = "{label:raw}")]
struct Address {
    party: String,
    label: String,
}

#[derive(Debug, PartialEq, Collection)]
#[collection(table = Party)]
enum OfParty {
    Person(Person),
    Company(Company),
    Address(Address),
}

#[derive(Debug, PartialEq, Collection)]
#[collection(table = Party, index = "GSI1")]
enum AtPlace {
    Person(Person),
    Company(Company),
}

const _: () = check_items::<(Person, (Company, Address))>();

fn person(id: &str) -> Person {
    Person {
        id: id.into(),
        place: "Oslo".into(),
        name: format!("person {id}"),
        notes: 0,
    }
}

fn company(id: &str) -> Company {
    Company {
        id: id.into(),
        place: "Oslo".into(),
        name: format!("company {id}"),
    }
}

async fn stored_company(db: &Db, id: &str) -> Company {
    let company = company(id);
    company.create().send(db).await.expect("a company");
    company
}

async fn with_parties(test: impl AsyncFnOnce(&Db) -> Result<(), Error>) {
    with_table::<Party>(async |db| test(db).await.expect("no other failure")).await;
}

fn is_of_another_type(result: &Result<impl std::fmt::Debug, Error>) {
    let error = result.as_ref().expect_err("an item of another type");
    assert!(error.is_condition_failed(), "{error}");
    assert!(error.to_string().contains("another type, `"), "{error}");
}

#[tokio::test]
async fn a_read_of_another_type_finds_no_item_of_its_own() {
    with_parties(async |db| {
        let stored = stored_company(db, "1").await;
        let key = || Person::key("1");
        let found = key().get().send(db).await;
        assert!(matches!(found, Err(Error::OtherType { .. })), "{found:?}");
        assert!(!key().exists().send(db).await?);
        assert!(Company::key("1").exists().send(db).await?);
        let found = db.transact_get(key().get()).await;
        assert!(matches!(found, Err(Error::OtherType { .. })), "{found:?}");
        let found = db.batch_get([Company::key("1"), Company::key("2")]).await?;
        assert_eq!(found, [Some(stored), None]);
        assert!(db.batch_get([key()]).await.is_err());
        assert_eq!(Person::query("1").all(db).await?, []);
        assert_eq!(Person::scan().all(db).await?, []);
        assert_eq!(Person::people("Oslo").count(db).await?, 0);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_write_leaves_an_item_of_another_type_alone() {
    with_parties(async |db| {
        let stored = stored_company(db, "1").await;
        let own = person("1");
        let key = || Person::key("1");
        is_of_another_type(&own.put().send(db).await);
        is_of_another_type(&own.create().send(db).await);
        is_of_another_type(&own.replace().send(db).await);
        is_of_another_type(&own.put().returning_old().send(db).await);
        is_of_another_type(&own.delete().send(db).await);
        is_of_another_type(&key().delete().send(db).await);
        is_of_another_type(&key().delete().must_exist().send(db).await);
        let noted = || key().update().set(Person::NOTES, 1);
        is_of_another_type(&noted().send(db).await);
        let whole = noted().set(Person::PLACE, "Oslo").set(Person::NAME, "Ada");
        is_of_another_type(&whole.upsert().send(db).await);
        let modified = key().modify(|person| person.notes += 1).send(db).await;
        assert!(
            matches!(modified, Err(Error::OtherType { .. })),
            "{modified:?}"
        );
        let found = Company::key("1").get().send(db).await?;
        assert_eq!(found, Some(stored));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_transaction_leaves_an_item_of_another_type_alone() {
    with_parties(async |db| {
        stored_company(db, "1").await;
        let (own, key) = (person("1"), || Person::key("1"));
        let other = person("2");
        let refused = [
            db.transact((other.put(), own.put())).await,
            db.transact((other.put(), own.delete())).await,
            db.transact((other.put(), key().update().set(Person::NOTES, 1)))
                .await,
            db.transact((other.put(), key().check_exists())).await,
            db.transact((other.put(), key().check(Person::NOTES.not_exists())))
                .await,
        ];
        for refused in refused {
            assert!(refused.expect_err("refused").is_condition_failed());
        }
        assert!(!Person::key("2").exists().send(db).await?);
        // As for `exists`, there is no such person.
        db.transact((other.put(), key().check_absent())).await?;
        assert!(Person::key("2").exists().send(db).await?);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn items_of_the_own_type_and_absent_ones_are_written_as_ever() {
    with_parties(async |db| {
        let mut own = person("1");
        let key = || Person::key("1");
        own.put().send(db).await?;
        own.put().send(db).await?;
        own.replace().send(db).await?;
        key().update().set(Person::NOTES, 1).send(db).await?;
        key()
            .update()
            .add(Person::NOTES, 1)
            .set(Person::PLACE, &*own.place)
            .set(Person::NAME, &*own.name)
            .upsert()
            .send(db)
            .await?;
        own = key().modify(|person| person.notes += 1).send(db).await?;
        assert_eq!(own.notes, 3);
        db.transact((own.put(), Person::key("2").check_absent()))
            .await?;
        own.delete().send(db).await?;
        key().delete().send(db).await?;
        let gone = key().delete().must_exist().send(db).await;
        assert!(gone.expect_err("it is gone").is_condition_failed());
        stored_company(db, "1").await;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_batch_cannot_check_the_type_and_is_refused() {
    with_parties(async |db| {
        for refused in [
            db.batch_write(person("1").put()).await,
            db.batch_write(Person::key("1").delete()).await,
        ] {
            let error = refused.expect_err("refused");
            assert!(matches!(error, Error::Refused { .. }), "{error}");
            assert!(error.to_string().contains("`transact`"), "{error}");
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn collections_tell_members_by_the_attribute() {
    with_parties(async |db| {
        let (one, other) = (person("1"), company("2"));
        let address = Address {
            party: "1".into(),
            label: "home".into(),
        };
        db.transact((one.put(), other.put(), address.put())).await?;
        let found = OfParty::query("1").all(db).await?;
        let both = [OfParty::Person(one.clone()), OfParty::Address(address)];
        assert_eq!(found, both);
        let found = AtPlace::query("Oslo").all(db).await?;
        assert_eq!(found, [AtPlace::Company(other), AtPlace::Person(one)]);
        // The pages of one type end at items of another.
        let page = AtPlace::query("Oslo").limit(1).send(db).await?;
        let rest = AtPlace::query("Oslo").after(page.next).all(db).await?;
        assert_eq!(rest.len(), 1);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_partition_is_deleted_by_type() {
    with_parties(async |db| {
        stored_company(db, "1").await;
        let address = Address {
            party: "1".into(),
            label: "home".into(),
        };
        address.put().send(db).await?;
        assert_eq!(Person::query("1").delete_partition().send(db).await?, 0);
        assert_eq!(Address::query("1").delete_partition().send(db).await?, 1);
        assert!(Company::key("1").exists().send(db).await?);
        address.put().send(db).await?;
        assert_eq!(OfParty::query("1").delete_partition().send(db).await?, 2);
        assert_eq!(OfParty::query("1").all(db).await?, []);
        Ok(())
    })
    .await;
}

mod marked {
    use dynamo_runtime::{Item, Table, check_items};
    use tests::with_table;

    #[derive(Table)]
    #[table(name = "marked", pk = "PK", type_attr = "kind", types = "by_attribute")]
    struct Marked;

    macro_rules! marked {
        ($name:ident) => {
            #[derive(Debug, Clone, PartialEq, Item)]
            #[dynamo(table = Marked)]
            #[key(pk = "ID#{id}")]
            struct $name {
                id: String,
                #[dynamo(soft_delete)]
                deleted: Option<String>,
            }

            impl $name {
                fn new() -> Self {
                    Self {
                        id: "1".into(),
                        deleted: None,
                    }
                }
            }
        };
    }

    marked!(Page);
    marked!(Post);

    const _: () = check_items::<(Page, Post)>();

    #[tokio::test]
    async fn a_deleted_item_of_another_type_is_still_in_the_way() {
        with_table::<Marked>(async |db| {
            Page::new().create().send(db).await.expect("a page");
            let deleted = Page::key("1").soft_delete().send(db).await;
            deleted.expect("a soft delete");
            assert!(!Page::key("1").exists().send(db).await.expect("an answer"));
            // It is a page that may be restored, so no post takes its place.
            super::is_of_another_type(&Post::new().create().send(db).await);
            super::is_of_another_type(&Post::new().put().send(db).await);
            let upsert = Post::key("1").update().set(Post::DELETED, None).upsert();
            super::is_of_another_type(&upsert.send(db).await);
            // A new page does.
            Page::new().create().send(db).await.expect("a new page");
        })
        .await;
    }
}

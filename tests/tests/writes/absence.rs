//! To writes, too, an item that is deleted or past its time is not there.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Db, Error, Item, Key};
use tests::clock::{Clock, START};
use tests::stored::{consistent, overwrite, stored, text};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "leases", pk = "PK", sk = "SK", ttl = "expires")]
#[key(pk = "LEASE#{name}", sk = literal("LEASE"))]
#[gsi(
    name = "owners",
    pk = "{owner}",
    pk_attr = "G1PK",
    sk = "{name}",
    sk_attr = "G1SK",
    projection = "KEYS_ONLY",
    query = "of_owner"
)]
struct Lease {
    name: String,
    owner: String,
    note: Option<String>,
    renewals: Option<u32>,
    #[dynamo(ttl)]
    expires: Option<u64>,
    #[dynamo(soft_delete)]
    ended: Option<String>,
    #[dynamo(version)]
    version: u64,
}

fn lease(owner: &str) -> Lease {
    Lease {
        name: "l".into(),
        owner: owner.into(),
        note: None,
        renewals: None,
        expires: Some(START + 60),
        ended: None,
        version: 0,
    }
}

fn key() -> Key<Lease> {
    Lease::key("l")
}

/// How an item comes to be hidden.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Hidden {
    Expired,
    Deleted,
}

/// Runs a test on a lease of `a`, version 1, that is hidden in either way.
async fn hidden(test: impl AsyncFn(&Db, Hidden)) {
    for hidden in [Hidden::Expired, Hidden::Deleted] {
        with_table::<Lease>(async |db| {
            let clock = Clock::new();
            let db = &clock.drive(db);
            let note = Some("old".to_owned());
            let old = Lease { note, ..lease("a") };
            old.create().send(db).await.expect("a create");
            let unknown = Some(AttributeValue::S("old".into()));
            overwrite(db, key(), "unknown", unknown).await;
            if hidden == Hidden::Expired {
                clock.pass(60);
            } else {
                let ended = Some(AttributeValue::S("2095".into()));
                overwrite(db, key(), "ended", ended).await;
            }
            let got = key().get().consistent().send(db).await;
            assert_eq!(got.expect("a read"), None, "{hidden:?}");
            test(db, hidden).await;
        })
        .await;
    }
}

/// A write failed, found nothing, and says why.
fn assert_absent<T: std::fmt::Debug>(written: Result<T, Error>, hidden: Hidden) {
    let error = written.expect_err("there is none");
    assert!(error.is_condition_failed(), "{error}");
    assert_eq!(error.current::<Lease>().expect("none"), None);
    let word = match hidden {
        Hidden::Expired => "`include_expired()`",
        Hidden::Deleted => "`include_deleted()`",
    };
    assert!(error.to_string().contains(word), "{error}");
}

#[tokio::test]
async fn a_lock_can_be_taken_the_moment_it_has_expired() {
    with_table::<Lease>(async |db| {
        let clock = Clock::new();
        let db = &clock.drive(db);
        lease("a").create().send(db).await.expect("a create");
        clock.pass(59);
        let next = Lease {
            expires: Some(START + 120),
            ..lease("b")
        };
        let taken = next.create().send(db).await.expect_err("taken");
        assert_eq!(
            taken.current::<Lease>().expect("one").expect("one").owner,
            "a"
        );
        clock.pass(1);
        next.create().send(db).await.expect("free");
        let again = next.create().send(db).await.expect_err("taken");
        assert!(again.is_condition_failed(), "{again}");
        clock.pass(60);
        let last = Lease {
            expires: None,
            ..lease("c")
        };
        db.transact(last.create()).await.expect("free");
        let again = db.transact(last.create()).await.expect_err("taken");
        assert!(again.is_condition_failed(), "{again}");
        assert_eq!(text(&consistent(db, key()).await, "owner"), Some("c"));
    })
    .await;
}

#[tokio::test]
async fn a_create_replaces_the_hidden_item() {
    hidden(async |db, _| {
        let new = Lease {
            expires: None,
            ..lease("b")
        };
        let strict = new.create().include_expired().include_deleted();
        let error = strict.send(db).await.expect_err("it is stored");
        assert!(error.current::<Lease>().expect("one").is_some());
        let written = new.create().returning_new().send(db).await;
        assert_eq!(written.expect("a create").version, 1);
        let item = consistent(db, key()).await;
        assert!(!item.contains_key("unknown") && !item.contains_key("note"));
    })
    .await;
}

#[tokio::test]
async fn writes_that_need_an_item_do_not_find_a_hidden_one() {
    hidden(async |db, hidden| {
        let before = stored(db, key()).await;
        let update = || key().update().set(Lease::NOTE, "new");
        assert_absent(update().send(db).await, hidden);
        assert_absent(update().returning_old().send(db).await, hidden);
        assert_absent(key().soft_delete().send(db).await, hidden);
        let modified = key().modify(|lease| lease.owner.push('x')).send(db).await;
        assert_absent(modified, hidden);
        let known = Lease {
            version: 1,
            ..lease("a")
        };
        assert_absent(known.replace().send(db).await, hidden);
        assert_absent(known.put().send(db).await, hidden);
        assert_absent(known.delete().send(db).await, hidden);
        assert_absent(key().delete().must_exist().send(db).await, hidden);
        let owned = key().delete().condition(Lease::OWNER.eq("a"));
        assert_absent(owned.send(db).await, hidden);
        assert_absent(db.transact(update()).await, hidden);
        assert_absent(db.transact(known.replace()).await, hidden);
        assert_absent(db.transact(key().delete().must_exist()).await, hidden);
        assert_eq!(stored(db, key()).await, before, "nothing was written");
    })
    .await;
}

#[tokio::test]
async fn writes_include_the_hidden_on_request() {
    hidden(async |db, _| {
        let update = key().update().set(Lease::NOTE, "new");
        let update = update.include_expired().include_deleted();
        update.send(db).await.expect("an update");
        let modify = key().modify(|lease| lease.owner = "b".into());
        let modify = modify.include_expired().include_deleted();
        let modified = modify.send(db).await.expect("a change");
        assert_eq!((&*modified.owner, modified.version), ("b", 3));
        let replace = modified.replace().include_expired().include_deleted();
        let replaced = replace.returning_new().send(db).await.expect("a replace");
        let delete = replaced.delete().include_expired().include_deleted();
        let deleted = delete.returning_old().send(db).await.expect("a delete");
        assert_eq!(deleted, Some(replaced));
    })
    .await;
}

#[tokio::test]
async fn conditions_see_nothing_in_a_hidden_item() {
    hidden(async |db, hidden| {
        let check = |check: dynamo_runtime::op::Check<Lease>| db.transact(check);
        assert_absent(check(key().check_exists()).await, hidden);
        assert_absent(check(key().check(Lease::OWNER.eq("a"))).await, hidden);
        check(key().check_absent()).await.expect("there is none");
        let none = key().check(Lease::OWNER.not_exists());
        check(none).await.expect("there is none");
        let other = Lease::OWNER.ne("a").and(Lease::NOTE.eq("old").not());
        check(key().check(other)).await.expect("there is none");
        let seen = key().check_exists().include_expired().include_deleted();
        check(seen).await.expect("it is stored");

        let new = lease("b");
        let put = new.put().condition(Lease::NOTE.eq("old"));
        assert_absent(put.send(db).await, hidden);
        let put = new.put().condition(Lease::NOTE.not_exists());
        let before = put.returning_old().send(db).await.expect("a put");
        assert_eq!(before, None);
        assert_eq!(text(&stored(db, key()).await, "owner"), Some("b"));
    })
    .await;
}

#[tokio::test]
async fn an_item_that_was_never_written_takes_the_place_of_a_hidden_one() {
    hidden(async |db, _| {
        let new = Lease {
            expires: None,
            ..lease("b")
        };
        // `version` is zero: there must be no item.
        let put = new.put().returning_new().send(db).await.expect("a put");
        assert_eq!(put.version, 1);
        assert!(new.put().send(db).await.is_err());
    })
    .await;
}

#[tokio::test]
async fn a_delete_removes_the_hidden_item_and_gives_none_back() {
    hidden(async |db, _| {
        let deleted = key().delete().returning_old().send(db).await;
        assert_eq!(deleted.expect("a delete"), None);
        assert!(stored(db, key()).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn an_upsert_starts_from_nothing() {
    hidden(async |db, hidden| {
        let upsert = || {
            let update = key().update().add(Lease::RENEWALS, 1).upsert();
            update
                .set(Lease::OWNER, "b")
                .set(Lease::EXPIRES, START + 120)
        };
        assert_absent(db.transact(upsert()).await, hidden);
        let held = upsert().condition(Lease::NOTE.eq("old"));
        assert_absent(held.send(db).await, hidden);
        let renewed = upsert().returning_new().send(db).await.expect("an upsert");
        let expected = Lease {
            renewals: Some(1),
            expires: Some(START + 120),
            version: 1,
            ..lease("b")
        };
        assert_eq!(renewed, expected);
        let item = consistent(db, key()).await;
        assert_eq!(text(&item, "G1PK"), Some("b"));
        let before = upsert().returning_old().send(db).await.expect("an upsert");
        assert_eq!(before, Some(expected), "now there is one");
        let updated = upsert().returning_updated().send(db).await;
        let updated = updated.expect("an upsert");
        assert_eq!(updated["renewals"], AttributeValue::N("3".into()));
    })
    .await;
}

#[tokio::test]
async fn an_upsert_over_a_hidden_item_gives_back_what_it_wrote() {
    hidden(async |db, _| {
        let update = key().update().set(Lease::OWNER, "b").upsert();
        let updated = update.returning_updated().send(db).await;
        let updated = updated.expect("an upsert");
        assert_eq!(updated["owner"], AttributeValue::S("b".into()));
        assert!(!updated.contains_key("PK") && !updated.contains_key("note"));
    })
    .await;
    hidden(async |db, _| {
        let update = key().update().set(Lease::OWNER, "b").upsert();
        let before = update.returning_old().send(db).await.expect("an upsert");
        assert_eq!(before, None);
    })
    .await;
}

#[tokio::test]
async fn a_restore_finds_the_deleted_but_not_the_expired() {
    hidden(async |db, hidden| {
        let restored = key().restore().send(db).await;
        if hidden == Hidden::Expired {
            assert_absent(restored, hidden);
        } else {
            restored.expect("a restore");
            let got = key().get().consistent().send(db).await.expect("a read");
            assert_eq!(got.expect("one").note.as_deref(), Some("old"));
        }
    })
    .await;
}

#[tokio::test]
async fn a_restore_without_an_item_does_not_advise_an_upsert() {
    with_table::<Lease>(async |db| {
        for update in [key().restore(), key().soft_delete()] {
            let error = update.send(db).await.expect_err("no item");
            assert!(error.is_not_found(), "{error}");
            assert_eq!(
                error.to_string(),
                "condition on `Lease` failed: no such item is stored"
            );
        }
    })
    .await;
}

/// An index that does not hold the TTL says so instead of showing what has expired.
#[tokio::test]
async fn an_index_that_cannot_tell_names_the_cures() {
    hidden(async |db, hidden| {
        let query = match hidden {
            Hidden::Expired => Lease::of_owner("a").include_deleted(),
            Hidden::Deleted => Lease::of_owner("a").include_expired(),
        };
        let error = query.clone().all(db).await.expect_err("it cannot tell");
        let message = error.to_string();
        let (attribute, method) = match hidden {
            Hidden::Expired => ("`expires`", "include_expired()"),
            Hidden::Deleted => ("`ended`", "include_deleted()"),
        };
        for word in ["Lease", "`owners`", "hydrate()", attribute, method] {
            assert!(message.contains(word), "`{word}` in: {message}");
        }
        assert_eq!(query.count(db).await.ok(), None);
        let whole = Lease::of_owner("a").hydrate().all(db).await;
        assert_eq!(whole.expect("a query"), []);
        let all = Lease::of_owner("a").include_deleted().include_expired();
        assert_eq!(all.count(db).await.expect("a count"), 1);
    })
    .await;
}

/// A lease is taken if nobody has it, or renewed by who has it.
#[tokio::test]
async fn a_condition_may_hold_for_no_item() {
    with_table::<Lease>(async |db| {
        let clock = Clock::new();
        let db = &clock.drive(db);
        let taken = async |owner: &str, version| {
            let wanted = Lease {
                version,
                expires: Some(START + 60),
                ..lease(owner)
            };
            let free = Lease::absent().or(Lease::OWNER.eq(owner));
            wanted.put().condition(free).send(db).await
        };
        taken("a", 0).await.expect("free");
        taken("a", 1).await.expect("its own");
        let error = taken("b", 2).await.expect_err("taken");
        assert!(error.is_condition_failed(), "{error}");
        clock.pass(60);
        taken("b", 0).await.expect("free again");
        let present = key().check(Lease::absent().not());
        assert!(db.transact(present).await.is_err(), "expired at once");
        let error = Lease::scan().filter(Lease::absent()).count(db).await;
        assert_eq!(error.ok(), Some(0), "what is scanned is there");
    })
    .await;
}

#[tokio::test]
async fn an_upsert_in_a_transaction_says_that_it_would_replace_the_item_alone() {
    hidden(async |db, _| {
        let upsert = || key().update().set(Lease::OWNER, "b").upsert();
        let error = db.transact(upsert()).await.expect_err("a hidden item");
        let message = error.to_string();
        assert!(
            message.ends_with("includes it; or send the upsert alone, which replaces it"),
            "{message}"
        );
        upsert().send(db).await.expect("it replaces the item");
        let update = key().update().include_expired().include_deleted();
        db.transact(update.set(Lease::NOTE, "n"))
            .await
            .expect("an update");
    })
    .await;
}

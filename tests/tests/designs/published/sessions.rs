//! A session store: sessions by token, those of a user by an index that only some are in, and an
//! end by TTL.

use dynamo_runtime::{Item, Table};
use tests::clock::{Clock, START};
use tests::with_table;

#[derive(Table)]
#[table(name = "SessionStore", pk = "SessionToken", ttl = "TTL")]
#[gsi(name = "UserIndex", pk = "Username", projection = "KEYS_ONLY")]
struct SessionStore;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = SessionStore, rename_all = "PascalCase")]
#[gsi(name = "UserIndex", query = "of_user")]
struct Session {
    session_token: String,
    /// None for a guest.
    username: Option<String>,
    #[dynamo(created_at)]
    created_at: String,
    #[dynamo(ttl = "7d", rename = "TTL")]
    ttl: Option<u64>,
}

#[tokio::test]
async fn sessions_live_for_a_week() {
    with_table::<SessionStore>(async |db| {
        let clock = Clock::new();
        let db = &clock.drive(db);
        let session = |token: &str, user: Option<&str>| Session {
            session_token: token.into(),
            username: user.map(Into::into),
            created_at: String::new(),
            ttl: None,
        };
        for session in [
            session("t1", Some("ann")),
            session("t2", Some("ann")),
            session("t3", None),
        ] {
            session.create().send(db).await.expect("a create");
        }
        let taken = session("t1", None).create().send(db).await;
        assert!(taken.expect_err("the token is taken").is_condition_failed());
        let found = Session::key("t1").get().send(db).await.expect("a get");
        let found = found.expect("a session");
        assert_eq!(found.ttl, Some(START + 7 * 24 * 60 * 60));
        // Every session of a user is ended.
        let of_user = || Session::of_user("ann").include_expired();
        let tokens: Vec<SessionUserIndex> = of_user().all(db).await.expect("some");
        assert_eq!(tokens.len(), 2);
        for session in tokens {
            Session::key(&session.session_token)
                .delete()
                .send(db)
                .await
                .expect("a delete");
        }
        assert_eq!(of_user().count(db).await.expect("a count"), 0);
        let guest = || Session::key("t3").get();
        assert!(guest().send(db).await.expect("a get").is_some());
        clock.pass(7 * 24 * 60 * 60);
        assert_eq!(guest().send(db).await.expect("a get"), None);
    })
    .await;
}

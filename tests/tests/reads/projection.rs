//! Indexes that project a part of an item: the struct of what they hold.

use dynamo_runtime::{Attribute, Db, Item};
use tests::with_table;

/// A message that is listed by its keys alone, or with its subject.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "mail", pk = "PK", sk = "SK")]
#[key(pk = "BOX#{owner}", sk = "MAIL#{sent}#{id:06}")]
#[gsi(
    name = "BySender",
    pk = "FROM#{sender}",
    sk = "{sent}",
    pk_attr = "sender_key",
    sk_attr = "sent_key",
    projection = "KEYS_ONLY",
    query = "from"
)]
#[gsi(
    name = "ByFlag",
    pk = "flag",
    sk = "{size:020}#{subject:lower}",
    sk_attr = "flag_key",
    projection = ["subject", "Parts"],
    query = "flagged"
)]
#[lsi(
    name = "BySubject",
    sk = "{subject:lower}#{sent}",
    sk_attr = "subject_key",
    projection = "KEYS_ONLY",
    query = "by_subject"
)]
struct Mail {
    #[dynamo(key_only)]
    owner: String,
    #[dynamo(key_only)]
    sent: String,
    id: u64,
    sender: String,
    subject: String,
    flag: Option<Flag>,
    size: u64,
    body: String,
    #[dynamo(rename = "Parts")]
    parts: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
enum Flag {
    Later,
    Urgent,
}

fn mail(id: u64, sent: &str, subject: &str) -> Mail {
    Mail {
        owner: "ann".into(),
        sent: sent.into(),
        id,
        sender: "bob".into(),
        subject: subject.into(),
        flag: Some(Flag::Urgent),
        size: id * 10,
        body: "…".into(),
        parts: vec!["text".into()],
    }
}

#[tokio::test]
async fn keys_only_gives_what_the_keys_hold() {
    with_table::<Mail>(async |db| {
        mail(1, "2025-01", "Hello")
            .put()
            .send(db)
            .await
            .expect("a put");
        mail(2, "2025-02", "again")
            .put()
            .send(db)
            .await
            .expect("a put");
        let found: Vec<MailBySender> = Mail::from("bob").all(db).await.expect("a query");
        let expected = |id, sent: &str| MailBySender {
            owner: "ann".into(),
            sent: sent.into(),
            id,
            sender: "bob".into(),
        };
        assert_eq!(found, [expected(1, "2025-01"), expected(2, "2025-02")]);
        let late = Mail::from("bob")
            .range(Mail::SENT.gt("2025-01"))
            .all(db)
            .await;
        assert_eq!(late.expect("a query"), [expected(2, "2025-02")]);
        let early = Mail::from("bob")
            .range(Mail::SENT.lt("2025-02"))
            .one(db)
            .await;
        assert_eq!(early.expect("one"), expected(1, "2025-01"));
        // The keys lead to the whole item.
        let key = Mail::key(&found[0].owner, &found[0].sent, found[0].id);
        let whole = key.get().send(db).await.expect("a get");
        assert_eq!(whole, Some(mail(1, "2025-01", "Hello")));
    })
    .await;
}

#[tokio::test]
async fn an_included_attribute_is_there_beside_the_keys() {
    with_table::<Mail>(async |db| {
        mail(1, "2025-01", "Hello")
            .put()
            .send(db)
            .await
            .expect("a put");
        let mut later = mail(2, "2025-02", "Later");
        later.flag = Some(Flag::Later);
        later.put().send(db).await.expect("a put");
        let mut unflagged = mail(3, "2025-03", "Never");
        unflagged.flag = None;
        unflagged.put().send(db).await.expect("a put");
        let found: Vec<MailByFlag> = Mail::flagged(Flag::Urgent).all(db).await.expect("a query");
        let expected = MailByFlag {
            owner: "ann".into(),
            sent: "2025-01".into(),
            id: 1,
            subject: "Hello".into(),
            flag: Some(Flag::Urgent),
            size: 10,
            parts: vec!["text".into()],
        };
        assert_eq!(found, std::slice::from_ref(&expected));
        let filtered = Mail::flagged(Flag::Urgent).filter(Mail::SUBJECT.eq("Hello"));
        assert_eq!(filtered.one(db).await.expect("one"), expected);
        let ranged = (Mail::SIZE.eq(10), Mail::SUBJECT.begins_with("HEL"));
        let ranged = Mail::flagged(Flag::Urgent).range(ranged).one(db).await;
        assert_eq!(ranged.expect("one"), expected);
    })
    .await;
}

/// Reads a query page by page, each cut in the middle of what DynamoDB gave.
macro_rules! joined {
    ($db:expr, $query:expr) => {{
        let (mut found, mut cursor) = (Vec::new(), None);
        loop {
            let page = $query.limit(2).page_size(3).after(cursor).send($db).await;
            let page = page.expect("a query");
            found.extend(page.items.into_iter().map(|mail| mail.id));
            cursor = page.next;
            if cursor.is_none() {
                break found;
            }
        }
    }};
}

async fn with_five(test: impl AsyncFnOnce(&Db)) {
    with_table::<Mail>(async |db| {
        for id in 1..=5 {
            let mail = mail(id, &format!("2025-0{}", 6 - id), &format!("S{id}"));
            mail.put().send(db).await.expect("a put");
        }
        test(db).await;
    })
    .await;
}

#[tokio::test]
async fn pages_of_a_projection_join_where_they_are_cut() {
    with_five(async |db| {
        assert_eq!(joined!(db, Mail::from("bob")), [5, 4, 3, 2, 1]);
        assert_eq!(joined!(db, Mail::flagged(Flag::Urgent)), [1, 2, 3, 4, 5]);
    })
    .await;
}

#[tokio::test]
async fn pages_join_where_a_component_cannot_be_read_back_from_its_key() {
    with_five(async |db| {
        assert_eq!(joined!(db, Mail::by_subject("ann")), [1, 2, 3, 4, 5]);
    })
    .await;
}

#[tokio::test]
async fn a_range_of_a_component_the_index_does_not_give_back_is_right() {
    with_table::<Mail>(async |db| {
        for (id, subject) in [(1, "Hello"), (2, "hello!"), (3, "help")] {
            let mail = mail(id, "2025-01", subject);
            mail.put().send(db).await.expect("a put");
        }
        let ids = async |query: dynamo_runtime::Query<_>| {
            let found: Vec<MailBySubject> = query.all(db).await.expect("a query");
            let mut ids: Vec<_> = found.into_iter().map(|mail| mail.id).collect();
            ids.sort_unstable();
            ids
        };
        let query = || Mail::by_subject("ann");
        assert_eq!(ids(query().range(Mail::SUBJECT.gt("hello"))).await, [2, 3]);
        assert_eq!(ids(query().range(Mail::SUBJECT.le("hello!"))).await, [1, 2]);
        assert_eq!(
            ids(query().range(Mail::SUBJECT.begins_with("HELLO"))).await,
            [1, 2]
        );
    })
    .await;
}

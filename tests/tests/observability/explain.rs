//! `explain` shows the requests of an operation as text, its cost at least, and no value.

use dynamo_runtime::{Db, Error, Item};

use crate::{Secret, secret, tells};

/// An item type with everything that a read leaves out.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(
    name = "sessions",
    pk = "PK",
    sk = "SK",
    type_attr = "type",
    ttl = "expires_at"
)]
#[key(pk = "USER#{user}", sk = "AT#{at:010}")]
#[gsi(
    name = "Recent",
    pk = "RECENT#{user:shard(4)}",
    pk_attr = "RK",
    sk = "at",
    query = "recent"
)]
struct Session {
    user: String,
    at: u64,
    #[dynamo(soft_delete)]
    deleted_at: Option<String>,
    expires_at: Option<u64>,
}

/// An item type with a unique field.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "accounts", pk = "PK")]
#[key(pk = "ACCOUNT#{id}")]
struct Account {
    id: String,
    #[dynamo(unique = "by_email")]
    email: String,
}

#[tokio::test]
async fn reads_show_their_request_their_index_and_their_cost() {
    let db = Db::embedded().await.expect("an engine");
    let key = || Secret::key("hush-id", 424_242);
    let get = key().get().consistent().explain(&db).expect("a get");
    let expected = "\
Secret::get
  GetItem on `observed`
    key: id, at
    consistent: yes
    cost: at least 1 read unit; 1 per 4 KB of each item
";
    assert_eq!(get.to_string(), expected);
    let query = Secret::by_text("hush-text")
        .range(Secret::AT.ge(424_242_u64))
        .filter(Secret::ID.ne("hush-id"))
        .descending()
        .limit(5);
    let expected = "\
Secret::by_text
  Query on `observed`, index `ByText`
    key condition: text = :v0 AND at >= :v1
    filter: id <> :v2
    order: descending
    limit: 5
    cost: at least 0.5 read units per page; 0.5 per 4 KB read
    note: items that the filter leaves out are read and billed
";
    let explained = query.explain(&db).expect("a query");
    assert_eq!(explained.to_string(), expected);
    let exists = key().exists().explain(&db).expect("a read");
    assert_eq!(exists.method, "Secret::exists");
    let scan = Secret::scan().segment(1, 2).explain(&db).expect("a scan");
    assert!(scan.to_string().contains("segment: 1 of 2"), "{scan}");
    let parallel = Secret::scan().parallel(8).explain(&db).expect("a scan");
    assert_eq!(parallel.requests[0].requests, 8);
    assert!((parallel.read_units() - 4.0).abs() < f64::EPSILON);
    let nothing = Secret::query("hush-id").limit(0).explain(&db);
    assert!(nothing.expect("a query").requests.is_empty());
}

#[tokio::test]
async fn writes_show_their_expressions_and_no_value() {
    let db = Db::embedded().await.expect("an engine");
    let key = || Secret::key("hush-id", 424_242);
    let update = key()
        .update()
        .set(Secret::TEXT, "hush-more")
        .condition(Secret::TEXT.eq("hush-text"));
    let update = update.explain(&db).expect("an update");
    let text = update.to_string();
    assert!(text.contains("update: SET text = :v0"), "{text}");
    assert!(text.contains("text = :v"), "{text}");
    assert!(text.contains("`ByText`"), "{text}");
    assert!((update.write_units() - 1.0).abs() < f64::EPSILON);
    let large = Secret {
        text: "hush".repeat(400),
        ..secret()
    };
    let put = large.create().explain(&db).expect("a put");
    // More than one kilobyte.
    assert!((put.write_units() - 2.0).abs() < f64::EPSILON, "{put}");
    assert!(
        put.to_string().contains("condition: attribute_not_exists"),
        "{put}"
    );
    let delete = key().delete().explain(&db).expect("a delete");
    let modify = key().modify(|secret| secret.text.clear()).explain(&db);
    let modify = modify.expect("a change");
    let operations = |explained: &dynamo_runtime::op::Explanation| -> Vec<_> {
        let requests = explained.requests.iter();
        requests.map(|request| request.operation).collect()
    };
    assert_eq!(operations(&modify), ["GetItem", "UpdateItem"]);
    for explained in [update, put, delete, modify] {
        assert!(!tells(&format!("{explained} {explained:?}")), "{explained}");
    }
}

#[tokio::test]
async fn what_is_left_out_after_reading_is_told() {
    let db = Db::embedded().await.expect("an engine");
    let query = Session::query("ada").explain(&db).expect("a query");
    let text = query.to_string();
    assert!(
        text.contains("soft-deleted items count as absent (`deleted_at`)"),
        "{text}"
    );
    assert!(
        text.contains("expired items count as absent (`expires_at`)"),
        "{text}"
    );
    let all = Session::query("ada").include_deleted().include_expired();
    let text = all.explain(&db).expect("a query").to_string();
    assert!(!text.contains("absent"), "{text}");
    let recent = Session::recent().explain(&db).expect("a query");
    assert_eq!(recent.requests[0].requests, 4);
    assert!((recent.read_units() - 2.0).abs() < f64::EPSILON);
}

#[tokio::test]
async fn unique_values_show_the_requests_they_need() {
    let db = Db::embedded().await.expect("an engine");
    let account = Account {
        id: "hush-id".into(),
        email: "hush-text".into(),
    };
    let lookup = Account::by_email("hush-text")
        .explain(&db)
        .expect("a lookup");
    assert_eq!(lookup.method, "Account::by_email");
    assert_eq!(lookup.requests.len(), 2);
    assert!((lookup.read_units() - 2.0).abs() < f64::EPSILON);
    let create = account.create().explain(&db).expect("a create");
    assert_eq!(create.requests[0].operation, "TransactWriteItems");
    // The item and the claim on its value.
    assert!(
        (create.write_units() - 4.0).abs() < f64::EPSILON,
        "{create}"
    );
    let text = create.to_string();
    assert!(text.contains("claim: Account in `accounts`"), "{text}");
    let put = account.put().explain(&db).expect("a put");
    assert_eq!(put.requests[0].operation, "GetItem");
    assert!(!tells(&format!("{lookup} {create} {put}")));
}

#[tokio::test]
async fn batches_and_transactions_show_how_many_requests_they_are() {
    let db = Db::embedded().await.expect("an engine");
    let keys = (0..250).map(|at| Secret::key("hush-id", at));
    let batch = db.batch_get(keys).explain().expect("a batch");
    assert_eq!(batch.requests[0].requests, 3);
    assert!((batch.read_units() - 125.0).abs() < f64::EPSILON);
    let deletes = (0..30).map(|at| Secret::key("hush-id", at).delete());
    let batch = db.batch_write(deletes).explain().expect("a batch");
    assert_eq!(batch.requests[0].requests, 2);
    let partition = Secret::query("hush-id").delete_partition().explain(&db);
    let partition = partition.expect("a deletion");
    let operations: Vec<_> = partition.requests.iter().map(|one| one.operation).collect();
    assert_eq!(operations, ["Query", "BatchWriteItem"]);
    let item = secret();
    let check = Secret::key("other", 1).check(Secret::TEXT.eq("hush-text"));
    let transaction = db.transact((item.put(), check)).explain();
    let transaction = transaction.expect("a transaction");
    assert!((transaction.write_units() - 4.0).abs() < f64::EPSILON);
    assert!(!tells(&transaction.to_string()), "{transaction}");
    let gets = [1, 2].map(|at| Secret::key("hush-id", at).get());
    let transaction = db.transact_get(gets).explain().expect("a transaction");
    assert!((transaction.read_units() - 4.0).abs() < f64::EPSILON);
}

#[tokio::test]
async fn errors_are_those_of_sending() {
    let db = Db::embedded().await.expect("an engine");
    let explained = Secret::key("", 1).get().explain(&db);
    assert!(matches!(explained, Err(Error::Key(_))));
    let twice = [1, 1].map(|at| Secret::key("a", at).delete());
    let refused = db.transact(twice).explain();
    assert!(matches!(refused, Err(Error::Refused { .. })));
}

/// An item type that is searched.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(
    name = "ByMeaning",
    field = "embedding",
    pk = "tenant",
    filter = ["lang"],
    query = "similar"
)]
struct Doc {
    tenant: String,
    id: String,
    lang: String,
    embedding: [f32; 2],
}

#[tokio::test]
async fn a_search_shows_its_index_and_its_filter_but_not_its_vector() {
    let db = Db::embedded().await.expect("an engine");
    let search = Doc::similar("hush-tenant", &[0.125, 0.75])
        .filter(Doc::LANG.eq("hush-lang"))
        .top(3);
    let text = search.explain(&db).expect("a search").to_string();
    for shown in [
        "Doc::similar",
        "SearchVectors on `docs`, index `ByMeaning`",
        "lang = :v",
    ] {
        assert!(text.contains(shown), "{text}");
    }
    for hidden in ["hush", "0.125", "0.75"] {
        assert!(!text.contains(hidden), "{text}");
    }
}

//! Index keys follow the fields they are made of, in the same update.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Attribute, Db, Error, Item, Update, known};
use tests::stored::{Stored, consistent, overwrite, stored, text};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "deals", pk = "PK", sk = "SK")]
#[key(pk = "SHOP#{shop}", sk = "DEAL#{id}")]
// A key of one field, and one of the primary key alone.
#[gsi(
    name = "status",
    pk = "STATUS#{status}",
    pk_attr = "G1PK",
    sk = "{shop}#{id}",
    sk_attr = "G1SK",
    query = "by_status"
)]
// Formats.
#[gsi(
    name = "label",
    pk = "{label:lower}",
    pk_attr = "G2PK",
    sk = "{rank:sortable}",
    sk_attr = "G2SK",
    query = "by_label"
)]
#[gsi(
    name = "day",
    pk = "D#{day:first(7)}",
    pk_attr = "G3PK",
    sk = "{price:neg}",
    sk_attr = "G3SK",
    query = "by_day"
)]
// Two fields in one key, one of which may be absent.
#[gsi(
    name = "region",
    pk = "{shop}#{owner}#{region}",
    pk_attr = "G4PK",
    sk = "{sequence:06}",
    sk_attr = "G4SK",
    query = "by_region"
)]
// Only what is open.
#[gsi(
    name = "open",
    pk = "OPEN#{shop}",
    pk_attr = "G5PK",
    sk = "{sequence:06}",
    sk_attr = "G5SK",
    when = self.state == State::Open,
    query = "open"
)]
// By product, else by partner.
#[gsi(
    name = "source",
    pk = "P#{product}",
    pk_attr = "G6PK",
    sk = "{product}",
    sk_attr = "G6SK",
    query = "of_product"
)]
#[gsi(
    name = "source",
    pk = "Q#{partner}",
    pk_attr = "G6PK",
    sk = "{partner}",
    sk_attr = "G6SK",
    query = "of_partner"
)]
// Fields that are keys themselves.
#[gsi(
    name = "category",
    pk = "category",
    sk = "score",
    query = "by_category"
)]
struct Deal {
    shop: String,
    id: String,
    status: Option<String>,
    label: String,
    rank: i32,
    day: String,
    price: f64,
    owner: String,
    region: Option<String>,
    sequence: u32,
    state: State,
    product: Option<String>,
    partner: Option<String>,
    category: Option<String>,
    score: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
enum State {
    Open,
    Shut,
}

fn deal() -> Deal {
    Deal {
        shop: "s".into(),
        id: "1".into(),
        status: Some("new".into()),
        label: "Big Deal".into(),
        rank: 5,
        day: "2025-11-14T10:30".into(),
        price: 101.25,
        owner: "ann".into(),
        region: Some("eu".into()),
        sequence: 42,
        state: State::Open,
        product: None,
        partner: Some("acme".into()),
        category: Some("food".into()),
        score: 7,
    }
}

fn update() -> Update<Deal> {
    Deal::key("s", "1").update()
}

/// An update that knows what the sort keys of two indexes are made of.
fn sequenced() -> Update<Deal> {
    update().set(Deal::SEQUENCE, known(42))
}

/// The stored item after an update of [`deal`]; its keys match its fields.
async fn after(db: &Db, update: Update<Deal>) -> Stored {
    update.send(db).await.expect("an update");
    consistent(db, Deal::key("s", "1")).await
}

async fn with_deal(test: impl AsyncFnOnce(&Db)) {
    with_table::<Deal>(async |db| {
        deal().put().send(db).await.expect("a put");
        test(db).await;
    })
    .await;
}

#[tokio::test]
async fn a_key_of_one_field_is_rewritten_and_removed() {
    with_deal(async |db| {
        let item = after(db, update().set(Deal::STATUS, "done")).await;
        assert_eq!(text(&item, "G1PK"), Some("STATUS#done"));
        let found = Deal::by_status("done").one(db).await.expect("one");
        assert_eq!(found.status.as_deref(), Some("done"));
        assert_eq!(Deal::by_status("new").count(db).await.expect("a count"), 0);

        let item = after(db, update().remove(Deal::STATUS)).await;
        assert_eq!(text(&item, "G1PK"), None);
        assert_eq!(text(&item, "G1SK"), None);
        assert_eq!(Deal::by_status("done").count(db).await.expect("a count"), 0);

        let item = after(db, update().set(Deal::STATUS, Some("new".to_owned()))).await;
        assert_eq!(text(&item, "G1PK"), Some("STATUS#new"));
        assert_eq!(text(&item, "G1SK"), Some("s#1"));
        let item = after(db, update().set(Deal::STATUS, None)).await;
        assert_eq!(text(&item, "G1PK"), None);
    })
    .await;
}

#[tokio::test]
async fn formats_follow() {
    with_deal(async |db| {
        let update = update().set(Deal::LABEL, "OTHER Deal").set(Deal::RANK, -5);
        let update = update.set(Deal::DAY, "2026-01-02").set(Deal::PRICE, -2.5);
        let known_owner = (known("ann"), known(Some("eu".to_owned())));
        let update = update.set((Deal::OWNER, Deal::REGION), known_owner);
        let update = update.set(Deal::STATE, known(State::Open));
        let item = after(db, update.set(Deal::SEQUENCE, 7)).await;
        assert_eq!(text(&item, "G2PK"), Some("other deal"));
        assert_eq!(text(&item, "G3PK"), Some("D#2026-01"));
        assert_eq!(item["G3SK"], AttributeValue::N("2.5".into()));
        assert_eq!(text(&item, "G4SK"), Some("000007"));
        assert_eq!(text(&item, "G5SK"), Some("000007"));
        let (before, now) = (deal().to_item().expect("an item"), &item);
        assert!(
            text(now, "G2SK") < text(&before, "G2SK"),
            "-5 sorts before 5"
        );
    })
    .await;
}

#[tokio::test]
async fn fields_of_one_key_are_set_together() {
    with_deal(async |db| {
        let both = (Deal::OWNER, Deal::REGION);
        let item = after(db, sequenced().set(both, ("bob", Some("us".to_owned())))).await;
        assert_eq!(text(&item, "G4PK"), Some("s#bob#us"));
        let item = after(db, update().set(both, (known("bob"), None))).await;
        assert_eq!(text(&item, "G4PK"), None);
        assert_eq!(text(&item, "owner"), Some("bob"));
        let item = after(db, update().set(both, ("cleo", known(None)))).await;
        assert_eq!(text(&item, "G4PK"), None);
        let item = after(db, sequenced().set(both, (known("cleo"), "asia"))).await;
        assert_eq!(text(&item, "G4PK"), Some("s#cleo#asia"));
    })
    .await;
}

#[tokio::test]
async fn a_wrong_known_value_is_refused() {
    with_deal(async |db| {
        let both = (Deal::OWNER, Deal::REGION);
        for values in [(known("bob"), "us"), (known("ANN"), "us")] {
            let error = sequenced()
                .set(both, values)
                .send(db)
                .await
                .expect_err("wrong");
            assert!(error.is_condition_failed(), "{error}");
            assert_eq!(
                error.to_string(),
                "condition on `Deal` failed: its `sequence` or `owner` is not as required"
            );
            let current = error.current::<Deal>().expect("a deal");
            assert_eq!(current, Some(deal()));
        }
        assert_eq!(
            stored(db, Deal::key("s", "1")).await,
            deal().to_item().expect("an item")
        );
    })
    .await;
}

/// The new value of a field makes the key, wherever its known one stands.
#[tokio::test]
async fn a_field_that_is_known_and_set_makes_the_key_as_it_is_set() {
    with_deal(async |db| {
        let both = (Deal::OWNER, Deal::REGION);
        let twice = sequenced()
            .set(both, (known("ann"), "us"))
            .set(both, ("bob", known(Some("eu".to_owned()))));
        let item = after(db, twice).await;
        assert_eq!(text(&item, "G4PK"), Some("s#bob#us"));
    })
    .await;
}

#[tokio::test]
async fn a_condition_brings_an_item_in_and_out() {
    with_deal(async |db| {
        let open = async || Deal::open("s").count(db).await.expect("a count");
        assert_eq!(open().await, 1);
        let item = after(db, update().set(Deal::STATE, State::Shut)).await;
        assert_eq!((text(&item, "G5PK"), open().await), (None, 0));
        assert_eq!(text(&item, "G5SK"), None);
        let item = after(db, sequenced().set(Deal::STATE, "Open")).await;
        assert_eq!((text(&item, "G5PK"), open().await), (Some("OPEN#s"), 1));
    })
    .await;
}

#[tokio::test]
async fn alternatives_switch() {
    with_deal(async |db| {
        let both = (Deal::PRODUCT, Deal::PARTNER);
        let keys = |item: &Stored| {
            let key = |name| text(item, name).map(str::to_owned);
            (key("G6PK"), key("G6SK"))
        };
        let pair = |pk: &str, sk: &str| (Some(pk.to_owned()), Some(sk.to_owned()));
        let item = after(db, update().set(both, ("gum", known("acme")))).await;
        assert_eq!(keys(&item), pair("P#gum", "gum"));
        let of = async |count| {
            let product = Deal::of_product("gum").count(db).await.expect("a count");
            let partner = Deal::of_partner("acme").count(db).await.expect("a count");
            assert_eq!((product, partner), count);
        };
        of((1, 0)).await;
        let item = after(db, update().set(both, (None, known("acme")))).await;
        assert_eq!(keys(&item), pair("Q#acme", "acme"));
        of((0, 1)).await;
        let item = after(db, update().set(both, (None, None))).await;
        assert_eq!(keys(&item), (None, None));
        of((0, 0)).await;
    })
    .await;
}

#[tokio::test]
async fn a_field_that_is_a_key_itself_moves_the_item() {
    with_deal(async |db| {
        let item = after(db, update().set(Deal::CATEGORY, "toys").add(Deal::SCORE, 3)).await;
        assert_eq!(text(&item, "category"), Some("toys"));
        let found = Deal::by_category("toys")
            .range(Deal::SCORE.eq(10))
            .one(db)
            .await;
        assert_eq!(found.expect("one").score, 10);
        after(db, update().remove(Deal::CATEGORY)).await;
        let count = Deal::by_category("toys").count(db).await;
        assert_eq!(count.expect("a count"), 0);
    })
    .await;
}

/// A field that feeds no key leaves stale keys of other writers as they are: only `modify` looks at
/// them.
#[tokio::test]
async fn keys_of_other_fields_are_left_alone() {
    with_deal(async |db| {
        let stale = AttributeValue::S("STATUS#stale".into());
        overwrite(db, Deal::key("s", "1"), "G1PK", Some(stale)).await;
        update()
            .set(Deal::LABEL, "x")
            .send(db)
            .await
            .expect("an update");
        let item = stored(db, Deal::key("s", "1")).await;
        assert_eq!(text(&item, "G1PK"), Some("STATUS#stale"));
        let item = after(db, update().set(Deal::STATUS, "new")).await;
        assert_eq!(text(&item, "G1PK"), Some("STATUS#new"));
    })
    .await;
}

/// On a table that does not exist, so that anything sent would be another error.
#[tokio::test]
async fn keys_that_cannot_be_are_refused_before_anything_is_sent() {
    let db = tests::db_for::<Deal>().await;
    let both = (Deal::OWNER, Deal::REGION);
    let long = "x".repeat(2_050);
    for refused in [
        update().set(Deal::STATUS, "a#b"),
        update().set(Deal::STATUS, ""),
        update().set(Deal::STATUS, &*long),
        update().set(both, ("a#b", known("eu"))),
        update().set(both, (known("ann"), "")),
        update().set(Deal::CATEGORY, ""),
        update().set(Deal::CATEGORY, &*long),
        update().set_if_absent(Deal::CATEGORY, ""),
        update().set(Deal::LABEL, ""),
        update().set(Deal::SEQUENCE, 1_000_000),
    ] {
        let error = refused.send(&db).await.expect_err("no key");
        assert!(matches!(error, Error::Key(_)), "{error}");
        assert!(error.to_string().contains("Deal"), "{error}");
    }
}

/// Without one component there is no key, whatever the others are.
#[tokio::test]
async fn removing_a_component_removes_the_keys_it_is_in() {
    #[derive(Debug, Clone, PartialEq, Item)]
    #[table(name = "entries", pk = "id")]
    #[gsi(
        name = "aliases",
        pk = "{scope}#{alias}",
        pk_attr = "G1PK",
        sk = "{alias}#{rank:04}",
        sk_attr = "G1SK",
        when = self.rank < 10,
        query = "by_alias"
    )]
    #[gsi(name = "scopes", pk = "{scope}", pk_attr = "G2PK", query = "in_scope")]
    struct Entry {
        id: String,
        scope: String,
        alias: Option<String>,
        rank: u16,
    }

    with_table::<Entry>(async |db| {
        let entry = Entry {
            id: "e".into(),
            scope: "s".into(),
            alias: Some("a".into()),
            rank: 3,
        };
        entry.put().send(db).await.expect("a put");
        let found = Entry::by_alias("s", "a").count(db).await;
        assert_eq!(found.expect("a count"), 1);
        let update = entry.to_key().update().remove(Entry::ALIAS);
        let removed = update.returning_new().send(db).await.expect("an update");
        assert_eq!(removed.alias, None);
        let item = consistent(db, entry.to_key()).await;
        assert!(!item.contains_key("G1PK") && !item.contains_key("G1SK"));
        assert_eq!(text(&item, "G2PK"), Some("s"));
    })
    .await;
}

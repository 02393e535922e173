//! Indexes that item types share: what each writes into them, in keys of every type, and what is
//! read back from those that hold a part.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Attribute, Binary, Error, Item, Table, known};
use tests::stored::{consistent, text};
use tests::with_table;

#[derive(Table)]
#[table(name = "jobs", pk = "PK", sk = "SK", type_attr = "type")]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[gsi(name = "ByType", pk = "type", sk = "PK")]
#[gsi(name = "ByOwner", pk = "owner", sk = "rank", sk_type = "N")]
#[gsi(name = "Work", pk = "WorkPK", sk = "WorkSK")]
#[gsi(
    name = "Blob",
    pk = "BlobPK",
    sk = "BlobSK",
    pk_type = "B",
    sk_type = "B"
)]
#[gsi(
    name = "Score",
    pk = "ScorePK",
    sk = "ScoreSK",
    pk_type = "N",
    sk_type = "N"
)]
#[gsi(name = "Part", pk = "PartPK", sk = "PartSK", projection = ["title", "rank"])]
#[gsi(name = "Keys", pk = "KeysPK", projection = "KEYS_ONLY")]
#[lsi(name = "ByRank", sk = "RankSK", sk_type = "N")]
#[lsi(name = "ByTitle", sk = "TitleSK", projection = "KEYS_ONLY")]
struct Jobs;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]
enum Status {
    Open,
    Done,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Jobs)]
#[key(pk = "TEAM#{team}", sk = "JOB#{id}")]
#[gsi(name = "Inverted", query = "of_job")]
#[gsi(name = "ByType", query = "every")]
#[gsi(name = "ByOwner", query = "of_owner")]
#[gsi(name = "Work", pk = "PERSON#{worker}", sk = "{id}", query = "of_worker", when = self.status == Status::Open)]
#[gsi(name = "Work", pk = "POOL#{pool}", sk = "{id}", query = "of_pool", when = self.status == Status::Open)]
#[gsi(name = "Blob", pk = "{hash}", sk = "{salt}", query = "by_hash")]
#[gsi(
    name = "Score",
    pk = "{level}",
    sk = "{rank:neg}",
    query = "best_of_level"
)]
#[gsi(name = "Part", pk = "LEVEL#{level}", sk = "{id}", query = "titles")]
#[gsi(name = "Keys", pk = "BATCH#{batch}", query = "of_batch")]
#[lsi(name = "ByRank", sk = "{rank}", query = "by_rank")]
#[lsi(name = "ByTitle", sk = "{title:lower}", query = "by_title")]
struct Job {
    #[dynamo(key_only)]
    team: String,
    id: String,
    owner: Option<String>,
    rank: i64,
    worker: Option<String>,
    pool: Option<String>,
    status: Status,
    hash: Binary,
    salt: Option<Binary>,
    level: u8,
    title: String,
    #[dynamo(key_only)]
    batch: Option<String>,
}

/// Shares most of the indexes.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Jobs)]
#[key(pk = "TEAM#{team}", sk = "NOTE#{id}")]
#[gsi(name = "Inverted", pk = "SK", sk = "PK", query = "of_note")]
#[gsi(name = "ByOwner", pk = "owner", sk = "rank", query = "of_owner")]
#[gsi(
    name = "Score",
    pk = "{level}",
    sk = "{rank:neg}",
    query = "best_of_level"
)]
#[gsi(name = "Part", pk = "LEVEL#{level}", sk = "{id}", query = "ranks")]
#[lsi(name = "ByRank", sk = "{rank}", query = "by_rank")]
struct Note {
    team: String,
    id: String,
    owner: String,
    rank: i64,
    level: u8,
}

const _: () = dynamo_runtime::check_items::<(Job, Note)>();

fn job(id: &str, rank: i64) -> Job {
    Job {
        team: "t".into(),
        id: id.into(),
        owner: Some("ann".into()),
        rank,
        worker: None,
        pool: Some("p".into()),
        status: Status::Open,
        hash: Binary(vec![0, 255]),
        salt: Some(Binary(vec![1])),
        level: 3,
        title: format!("Job {id}"),
        batch: Some("b".into()),
    }
}

fn note(id: &str, rank: i64) -> Note {
    Note {
        team: "t".into(),
        id: id.into(),
        owner: "ann".into(),
        rank,
        level: 3,
    }
}

fn ids(jobs: &[Job]) -> Vec<&str> {
    jobs.iter().map(|job| job.id.as_str()).collect()
}

async fn with_jobs(test: impl AsyncFnOnce(&dynamo_runtime::Db)) {
    with_table::<Jobs>(async |db| {
        for (id, rank) in [("a", -5), ("b", 10), ("c", 9)] {
            job(id, rank).put().send(db).await.expect("a put");
            note(id, rank).put().send(db).await.expect("a put");
        }
        test(db).await;
    })
    .await;
}

#[test]
fn keys_are_of_the_declared_types() {
    let item = job("a", -5).to_item().expect("an item");
    let number = |text: &str| AttributeValue::N(text.into());
    let bytes = |bytes: &[u8]| AttributeValue::B(bytes.to_vec().into());
    assert_eq!(item["BlobPK"], bytes(&[0, 255]));
    assert_eq!(item["BlobSK"], bytes(&[1]));
    assert_eq!(item["ScorePK"], number("3"));
    assert_eq!(item["ScoreSK"], number("5"));
    assert_eq!(item["RankSK"], number("-5"));
    assert_eq!(item["TitleSK"], AttributeValue::S("job a".into()));
    assert_eq!(item["type"], AttributeValue::S("Job".into()));
    for absent in ["team", "batch"] {
        assert!(!item.contains_key(absent), "`{absent}` is only in a key");
    }
}

#[tokio::test]
async fn an_index_may_have_keys_that_are_there_anyway() {
    with_jobs(async |db| {
        job("a", 1).put().send(db).await.expect("a put");
        let mut elsewhere = job("a", 2);
        elsewhere.team = "u".into();
        elsewhere.put().send(db).await.expect("a put");
        let jobs = Job::of_job("a").all(db).await.expect("a query");
        let teams: Vec<_> = jobs.iter().map(|job| job.team.as_str()).collect();
        assert_eq!(teams, ["t", "u"]);
        let one = Job::of_job("a").range(Job::TEAM.eq("u")).one(db).await;
        assert_eq!(one.expect("one"), elsewhere);
        assert_eq!(Note::of_note("a").count(db).await.expect("a count"), 1);
        // Of the entity name: every item of the type.
        assert_eq!(ids(&Job::every().all(db).await.expect("a query")).len(), 4);
        let request = Job::every().into_sdk(db).expect("a request");
        assert_eq!(request.get_filter_expression(), &None);
        let of_team = Job::every().range(Job::TEAM.eq("u")).count(db).await;
        assert_eq!(of_team.expect("a count"), 1);
        // Of stored fields.
        let owned = Job::of_owner("ann").all(db).await.expect("a query");
        let ranks: Vec<_> = owned.iter().map(|job| job.rank).collect();
        assert_eq!(ranks, [1, 2, 9, 10]);
        let high = Job::of_owner("ann").range(Job::RANK.ge(9)).count(db).await;
        assert_eq!(high.expect("a count"), 2);
        assert_eq!(Note::of_owner("ann").count(db).await.expect("a count"), 3);
    })
    .await;
}

#[tokio::test]
async fn numbers_and_bytes_are_keys() {
    with_jobs(async |db| {
        let best = Job::best_of_level(3).all(db).await.expect("a query");
        assert_eq!(ids(&best), ["b", "c", "a"], "the highest rank first");
        let best = Job::best_of_level(3).range(Job::RANK.gt(0)).all(db).await;
        assert_eq!(ids(&best.expect("a query")), ["b", "c"]);
        let note = Note::best_of_level(3).first(db).await.expect("a query");
        assert_eq!(note, Some(note_of(10)));
        let by_rank = Job::by_rank("t").consistent().all(db).await;
        assert_eq!(ids(&by_rank.expect("a query")), ["a", "c", "b"]);
        let between = Job::by_rank("t").range(Job::RANK.between(-5, 9));
        assert_eq!(ids(&between.all(db).await.expect("a query")), ["a", "c"]);
        assert_eq!(Note::by_rank("t").count(db).await.expect("a count"), 3);
        let by_hash = Job::by_hash(Binary(vec![0, 255]))
            .all(db)
            .await
            .expect("a query");
        assert_eq!(by_hash.len(), 3);
        let salted = Job::by_hash(Binary(vec![0, 255])).range(Job::SALT.gt(Binary(vec![1])));
        assert_eq!(salted.count(db).await.expect("a count"), 0);
        let page = Job::best_of_level(3)
            .limit(2)
            .send(db)
            .await
            .expect("a page");
        let rest = Job::best_of_level(3).after(page.next).all(db).await;
        assert_eq!(ids(&rest.expect("a query")), ["a"]);
    })
    .await;
}

fn note_of(rank: i64) -> Note {
    note("b", rank)
}

#[tokio::test]
async fn alternatives_and_conditions_decide_who_is_in() {
    with_jobs(async |db| {
        assert_eq!(Job::of_pool("p").count(db).await.expect("a count"), 3);
        let key = || job("b", 10).to_key();
        // Fields that feed one key are set together.
        let fields = (Job::WORKER, Job::POOL, Job::STATUS);
        let values = (
            Some("bob".to_owned()),
            known(Some("p".to_owned())),
            known(Status::Open),
        );
        let update = key().update().set(fields, values);
        update.send(db).await.expect("an update");
        let item = consistent(db, key()).await;
        assert_eq!(text(&item, "WorkPK"), Some("PERSON#bob"));
        assert_eq!(
            ids(&Job::of_worker("bob").all(db).await.expect("a query")),
            ["b"]
        );
        assert_eq!(Job::of_pool("p").count(db).await.expect("a count"), 2);
        let done = key().modify(|job| job.status = Status::Done).send(db).await;
        done.expect("a modify");
        let item = consistent(db, key()).await;
        assert_eq!(text(&item, "WorkPK"), None);
        assert_eq!(Job::of_worker("bob").count(db).await.expect("a count"), 0);
    })
    .await;
}

#[tokio::test]
async fn updates_rewrite_keys_of_shared_indexes() {
    with_jobs(async |db| {
        let key = || job("c", 9).to_key();
        let update = key().update().set(Job::RANK, 99).set(Job::TITLE, "Zebra");
        update.send(db).await.expect("an update");
        let item = consistent(db, key()).await;
        assert_eq!(text(&item, "ScoreSK"), Some("-99"));
        assert_eq!(text(&item, "RankSK"), Some("99"));
        assert_eq!(text(&item, "TitleSK"), Some("zebra"));
        let best = Job::best_of_level(3).first(db).await.expect("a query");
        assert_eq!(best.map(|job| job.id).as_deref(), Some("c"));
        let update = key().update().remove(Job::SALT).remove(Job::OWNER);
        let updated = update.returning_new().send(db).await.expect("an update");
        assert_eq!((updated.salt, updated.owner), (None, None));
        let item = consistent(db, key()).await;
        assert!(!item.contains_key("BlobSK"));
        assert_eq!(
            Job::by_hash(Binary(vec![0, 255]))
                .count(db)
                .await
                .expect("some"),
            2
        );
        assert_eq!(Job::of_owner("ann").count(db).await.expect("a count"), 2);
        // `batch` is in an index key alone.
        let modified = key().modify(|job| {
            job.level = 4;
            job.batch = Some("third".into());
        });
        modified.send(db).await.expect("a modify");
        let item = consistent(db, key()).await;
        assert_eq!(text(&item, "ScorePK"), Some("4"));
        assert_eq!(text(&item, "PartPK"), Some("LEVEL#4"));
        assert_eq!(text(&item, "KeysPK"), Some("BATCH#third"));
        let modified = key().modify(|job| job.batch = None).send(db).await;
        assert_eq!(modified.expect("a modify").batch, None);
        assert_eq!(text(&consistent(db, key()).await, "KeysPK"), None);
    })
    .await;
}

#[tokio::test]
async fn an_index_gives_what_it_projects() {
    with_jobs(async |db| {
        let titles: Vec<JobPart> = Job::titles(3).all(db).await.expect("a query");
        let wanted = |id: &str, rank| JobPart {
            team: "t".into(),
            id: id.into(),
            rank,
            level: 3,
            title: format!("Job {id}"),
        };
        assert_eq!(titles, [wanted("a", -5), wanted("b", 10), wanted("c", 9)]);
        let high = Job::titles(3)
            .filter(Job::RANK.gt(5))
            .range(Job::ID.lt("c"));
        assert_eq!(high.all(db).await.expect("a query"), [wanted("b", 10)]);
        let ranks: Vec<NotePart> = Note::ranks(3).all(db).await.expect("a query");
        assert_eq!(
            ranks[0],
            NotePart {
                team: "t".into(),
                id: "a".into(),
                rank: -5,
                level: 3,
            },
            "what of the projection a note has"
        );
        let keys: Vec<JobKeys> = Job::of_batch("b").all(db).await.expect("a query");
        assert_eq!(keys.len(), 3);
        let mut found: Vec<_> = keys
            .iter()
            .map(|keys| (&*keys.team, &*keys.id, keys.batch.as_deref()))
            .collect();
        found.sort_unstable();
        assert_eq!(found[0], ("t", "a", Some("b")));
        let by_title: Vec<JobByTitle> = Job::by_title("t").all(db).await.expect("a query");
        let found: Vec<_> = by_title.iter().map(|job| (&*job.team, &*job.id)).collect();
        assert_eq!(found, [("t", "a"), ("t", "b"), ("t", "c")]);
        let one = Job::by_title("t")
            .range(Job::TITLE.eq("JOB B"))
            .one(db)
            .await;
        assert_eq!(one.expect("one").id, "b");
    })
    .await;
}

#[tokio::test]
async fn an_unchecked_filter_on_what_is_not_projected_is_refused() {
    with_jobs(async |db| {
        let filter = Job::OWNER.ne("bob").unchecked();
        let error = Job::titles(3).filter(filter).all(db).await;
        let error = error.expect_err("the index does not hold it");
        let message = error.to_string();
        for word in ["Job", "`owner`", "`Part`"] {
            assert!(message.contains(word), "`{word}` in: {message}");
        }
        assert!(matches!(error, Error::Expression { .. }));
    })
    .await;
}

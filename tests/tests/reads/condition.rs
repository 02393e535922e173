//! Every operator of filters and conditions, against items that tell its meanings apart.

use std::collections::{BTreeMap, BTreeSet};

use dynamo_runtime::codec::AttributeType;
use dynamo_runtime::expr::IntoCondition;
use dynamo_runtime::{Attribute, Condition, Db, Error, Item};
use tests::with_table;

/// An item with an attribute of every kind, and reserved words for names.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "things", pk = "id")]
struct Thing {
    id: u32,
    name: String,
    size: Option<i64>,
    owner: Option<String>,
    tags: BTreeSet<String>,
    levels: BTreeSet<u32>,
    list: Vec<u32>,
    map: BTreeMap<String, u32>,
    inner: Option<Inner>,
    parts: Vec<Inner>,
    flag: bool,
    #[dynamo(rename = "last.name")]
    dotted: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(rename_all = "PascalCase")]
struct Inner {
    status: String,
    count: Option<u32>,
    deeper: Option<Box<Inner>>,
}

/// No thing at all.
const NONE: [u32; 0] = [];

fn inner(status: &str, count: Option<u32>) -> Inner {
    Inner {
        status: status.into(),
        count,
        deeper: None,
    }
}

fn thing(id: u32) -> Thing {
    Thing {
        id,
        name: format!("thing {id}"),
        size: None,
        owner: None,
        tags: BTreeSet::new(),
        levels: BTreeSet::new(),
        list: Vec::new(),
        map: BTreeMap::new(),
        inner: None,
        parts: Vec::new(),
        flag: false,
        dotted: None,
    }
}

fn things() -> [Thing; 4] {
    let mut all = [thing(1), thing(2), thing(3), thing(4)];
    all[0].size = Some(-5);
    all[1].size = Some(10);
    all[2].size = Some(9);
    all[0].owner = Some("thing 1".into());
    all[1].owner = Some("eva".into());
    all[0].tags = ["red".into(), "green".into()].into();
    all[1].levels = [1, 20].into();
    all[2].list = vec![3, 4];
    all[2].map = [("a-b.c".to_owned(), 7)].into();
    all[0].inner = Some(inner("open", Some(3)));
    all[1].inner = Some(Inner {
        deeper: Some(Box::new(inner("shut", None))),
        ..inner("open", None)
    });
    all[3].parts = vec![inner("x", Some(1)), inner("y", Some(2))];
    all[3].flag = true;
    all[3].dotted = Some("dot".into());
    all
}

/// The ids of the things a condition holds for, as a filter and as a condition of a write.
async fn holding<C>(db: &Db, condition: C) -> Vec<u32>
where
    C: IntoCondition<Thing>,
{
    let condition = condition.into_condition();
    let found = Thing::scan().filter(condition.clone()).all(db).await;
    let mut ids: Vec<_> = found
        .expect("a scan")
        .iter()
        .map(|thing| thing.id)
        .collect();
    ids.sort_unstable();
    for thing in things() {
        let written = thing.put().condition(condition.clone()).send(db).await;
        match written {
            Ok(()) => assert!(ids.contains(&thing.id), "{condition:?} on {}", thing.id),
            Err(error) => {
                assert!(error.is_condition_failed(), "{error}");
                assert!(!ids.contains(&thing.id), "{condition:?} on {}", thing.id);
            }
        }
    }
    ids
}

async fn with_things(test: impl AsyncFnOnce(&Db)) {
    with_table::<Thing>(async |db| {
        for thing in things() {
            thing.put().send(db).await.expect("a put");
        }
        test(db).await;
    })
    .await;
}

#[tokio::test]
async fn values_are_compared() {
    with_things(async |db| {
        assert_eq!(holding(db, Thing::SIZE.eq(10)).await, [2]);
        assert_eq!(
            holding(db, Thing::SIZE.ne(10)).await,
            [1, 3, 4],
            "absent is not equal"
        );
        assert_eq!(holding(db, Thing::SIZE.lt(9)).await, [1]);
        assert_eq!(holding(db, Thing::SIZE.le(9)).await, [1, 3]);
        assert_eq!(holding(db, Thing::SIZE.gt(9)).await, [2]);
        assert_eq!(holding(db, Thing::SIZE.ge(9)).await, [2, 3]);
        assert_eq!(holding(db, Thing::SIZE.between(-5, 9)).await, [1, 3]);
        assert_eq!(holding(db, Thing::NAME.eq("thing 3")).await, [3]);
        assert_eq!(
            holding(db, Thing::NAME.begins_with("thing")).await,
            [1, 2, 3, 4]
        );
        assert_eq!(holding(db, Thing::NAME.begins_with("thing 4")).await, [4]);
        assert_eq!(holding(db, Thing::FLAG.eq(true)).await, [4]);
        let tags: BTreeSet<_> = ["green".to_owned(), "red".to_owned()].into();
        assert_eq!(holding(db, Thing::TAGS.eq(tags)).await, [1]);
        assert_eq!(holding(db, Thing::LIST.eq(vec![3, 4])).await, [3]);
    })
    .await;
}

#[tokio::test]
async fn absence_is_told_by_none() {
    with_things(async |db| {
        assert_eq!(holding(db, Thing::OWNER.eq(None)).await, [3, 4]);
        assert_eq!(holding(db, Thing::OWNER.ne(None)).await, [1, 2]);
        assert_eq!(holding(db, Thing::OWNER.exists()).await, [1, 2]);
        assert_eq!(holding(db, Thing::OWNER.not_exists()).await, [3, 4]);
        assert_eq!(holding(db, Thing::OWNER.exists().not()).await, [3, 4]);
        assert_eq!(
            holding(db, Thing::TAGS.exists()).await,
            [1],
            "an empty set is absent"
        );
        let error = Thing::scan().filter(Thing::SIZE.lt(None)).all(db).await;
        assert!(matches!(error, Err(Error::Encode(_))), "{error:?}");
        let error = Thing::scan().filter(Thing::SIZE.is_in([Some(1), None]));
        assert!(matches!(error.all(db).await, Err(Error::Encode(_))));
    })
    .await;
}

#[tokio::test]
async fn attributes_are_compared_with_each_other() {
    with_things(async |db| {
        let mut equal = thing(5);
        equal.dotted = Some("same".into());
        equal.owner = Some("same".into());
        equal.put().send(db).await.expect("a put");
        let found = Thing::scan().filter(Thing::OWNER.eq_field(Thing::DOTTED));
        assert_eq!(found.all(db).await.expect("a scan"), [equal.clone()]);
        equal.owner = Some("less".into());
        equal.put().send(db).await.expect("a put");
        let found = Thing::scan().filter(Thing::OWNER.lt_field(Thing::DOTTED));
        assert_eq!(found.all(db).await.expect("a scan"), [equal]);
    })
    .await;
}

#[tokio::test]
async fn containers_are_looked_into() {
    with_things(async |db| {
        assert_eq!(holding(db, Thing::TAGS.contains("red")).await, [1]);
        assert_eq!(holding(db, Thing::LEVELS.contains(20)).await, [2]);
        assert_eq!(holding(db, Thing::LIST.contains(4)).await, [3]);
        assert_eq!(holding(db, Thing::NAME.contains("g 2")).await, [2]);
        assert_eq!(holding(db, Thing::OWNER.contains("va")).await, [2]);
    })
    .await;
}

#[tokio::test]
async fn sizes_are_compared() {
    with_things(async |db| {
        assert_eq!(holding(db, Thing::LIST.size().eq(2)).await, [3]);
        assert_eq!(holding(db, Thing::LIST.size().ne(0)).await, [3]);
        assert_eq!(holding(db, Thing::LIST.size().lt(1)).await, [1, 2, 4]);
        assert_eq!(holding(db, Thing::PARTS.size().ge(2)).await, [4]);
        assert_eq!(holding(db, Thing::PARTS.size().gt(2)).await, NONE);
        assert_eq!(holding(db, Thing::NAME.size().le(7)).await, [1, 2, 3, 4]);
        assert_eq!(holding(db, Thing::OWNER.size().between(3, 6)).await, [2]);
        assert_eq!(holding(db, Thing::MAP.entry("a-b.c").exists()).await, [3]);
    })
    .await;
}

#[tokio::test]
async fn types_are_told_apart() {
    with_things(async |db| {
        use AttributeType::{Bool, L, M, N, Ns, S, Ss};
        assert_eq!(holding(db, Thing::SIZE.has_type(N)).await, [1, 2, 3]);
        assert_eq!(holding(db, Thing::OWNER.has_type(S)).await, [1, 2]);
        assert_eq!(holding(db, Thing::FLAG.has_type(Bool)).await, [1, 2, 3, 4]);
        assert_eq!(holding(db, Thing::INNER.has_type(M)).await, [1, 2]);
        assert_eq!(holding(db, Thing::LIST.has_type(L)).await, [1, 2, 3, 4]);
        assert_eq!(holding(db, Thing::TAGS.has_type(Ss)).await, [1]);
        assert_eq!(holding(db, Thing::LEVELS.has_type(Ns)).await, [2]);
        assert_eq!(holding(db, Thing::LEVELS.has_type(Ss)).await, NONE);
    })
    .await;
}

#[tokio::test]
async fn paths_lead_into_structs_lists_and_maps() {
    with_things(async |db| {
        let status = || Thing::INNER.dot(Inner::STATUS);
        assert_eq!(holding(db, status().eq("open")).await, [1, 2]);
        assert_eq!(holding(db, status().begins_with("o")).await, [1, 2]);
        assert_eq!(holding(db, status().contains("pe")).await, [1, 2]);
        assert_eq!(holding(db, status().size().eq(4)).await, [1, 2]);
        assert_eq!(
            holding(db, status().has_type(AttributeType::S)).await,
            [1, 2]
        );
        let count = || Thing::INNER.path().dot(Inner::COUNT);
        assert_eq!(holding(db, count().eq(3)).await, [1]);
        assert_eq!(holding(db, count().not_exists()).await, [2, 3, 4]);
        assert_eq!(holding(db, count().between(1, 3)).await, [1]);
        assert_eq!(holding(db, count().is_in([2, 3])).await, [1]);
        let deep = Thing::INNER.dot(Inner::DEEPER).dot(Inner::STATUS);
        assert_eq!(
            holding(db, deep.ne("open").and(count().not_exists())).await,
            [2, 3, 4]
        );
        assert_eq!(holding(db, Thing::LIST.at(1).eq(4)).await, [3]);
        assert_eq!(holding(db, Thing::LIST.at(0).gt(3)).await, NONE);
        assert_eq!(holding(db, Thing::LIST.at(0).ge(3)).await, [3]);
        let second = || Thing::PARTS.at(1).dot(Inner::STATUS);
        assert_eq!(holding(db, second().eq("y")).await, [4]);
        assert_eq!(holding(db, Thing::MAP.entry("a-b.c").lt(8)).await, [3]);
        assert_eq!(holding(db, Thing::MAP.entry("a-b.c").le(6)).await, NONE);
        assert_eq!(
            holding(db, Thing::DOTTED.eq("dot")).await,
            [4],
            "a dot in a name is no path"
        );
    })
    .await;
}

#[tokio::test]
async fn and_binds_tighter_than_or_and_not_tightest() {
    with_things(async |db| {
        let size = |size: i64| Thing::SIZE.eq(size);
        let or_last = Thing::OWNER.exists().and(size(9)).or(Thing::FLAG.eq(true));
        assert_eq!(holding(db, or_last).await, [4]);
        let or_inside = Thing::OWNER.exists().and(size(9).or(size(10)));
        assert_eq!(holding(db, or_inside).await, [2]);
        let and_last = size(9).or(Thing::OWNER.exists()).and(Thing::FLAG.eq(false));
        assert_eq!(holding(db, and_last).await, [1, 2, 3]);
        let negated = size(9).or(size(10)).not();
        assert_eq!(holding(db, negated).await, [1, 4]);
        let part_negated = size(9).not().and(Thing::OWNER.exists());
        assert_eq!(holding(db, part_negated).await, [1, 2]);
        assert_eq!(holding(db, size(9).not().not()).await, [3]);
        let between = Thing::SIZE.between(9, 10).not();
        assert_eq!(holding(db, between).await, [1, 4]);
        let list = Thing::ID.is_in([1, 2]).not().or(Thing::ID.eq(1));
        assert_eq!(holding(db, list).await, [1, 3, 4]);
    })
    .await;
}

#[tokio::test]
async fn more_values_than_in_takes_are_split() {
    with_things(async |db| {
        let wide = |range: std::ops::Range<u32>| Thing::ID.is_in(range);
        assert_eq!(holding(db, wide(2..103)).await, [2, 3, 4], "101 values");
        assert_eq!(holding(db, wide(3..303)).await, [3, 4], "300 values");
        let narrowed = wide(2..303).and(Thing::OWNER.exists());
        assert_eq!(holding(db, narrowed).await, [2]);
        assert_eq!(holding(db, wide(2..303).not()).await, [1]);
        let error = Thing::scan()
            .filter(Thing::ID.is_in([0_u32; 0]))
            .all(db)
            .await;
        assert!(matches!(error, Err(Error::Encode(_))), "{error:?}");
    })
    .await;
}

#[tokio::test]
async fn conditions_are_put_together_at_run_time() {
    with_things(async |db| {
        let ids = |ids: &'static [u32]| ids.iter().map(|id| Thing::ID.eq(*id).into_condition());
        let any = Condition::any(ids(&[1, 3])).expect("two");
        assert_eq!(holding(db, any).await, [1, 3]);
        assert!(Condition::all(ids(&[])).is_none());
        let optional = [
            Some(Thing::OWNER.exists().unchecked()),
            None,
            Some(Thing::SIZE.gt(0).into_condition().unchecked()),
        ];
        let all = Condition::all(optional.into_iter().flatten()).expect("two");
        assert_eq!(holding(db, all).await, [2]);
    })
    .await;
}

#[tokio::test]
async fn exchanged_bounds_are_refused_before_they_are_sent() {
    with_things(async |db| {
        let cases = [
            Thing::SIZE.between(10, 9).into_condition().unchecked(),
            Thing::NAME.between("b", "a").into_condition().unchecked(),
            Thing::LIST.at(0).between(2, 1).unchecked(),
            Thing::LIST.size().between(2, 1).unchecked(),
        ];
        for case in cases {
            let filtered = Thing::scan().filter(case.clone()).into_sdk(db);
            assert!(filtered.is_err(), "{case:?}");
            let written = thing(1).put().condition(case.clone()).into_sdk(db);
            assert!(written.is_err(), "{case:?}");
        }
        assert_eq!(holding(db, Thing::SIZE.between(9, 9)).await, [3]);
    })
    .await;
}

#[tokio::test]
async fn an_expression_over_4_kb_is_refused_before_it_is_sent() {
    with_things(async |db| {
        let any = Condition::any((0..400).map(|id| Thing::ID.eq(id).into_condition()));
        let error = Thing::scan().filter(any.expect("many")).all(db).await;
        assert!(matches!(error, Err(Error::Expression { .. })), "{error:?}");
    })
    .await;
}

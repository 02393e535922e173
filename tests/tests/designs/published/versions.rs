//! Versions of a record: `v0` is a copy of the latest, the others stay as they were.

use dynamo_runtime::{Item, Table, check_items};
use tests::with_table;

#[derive(Table)]
#[table(name = "Equipment", pk = "PK", sk = "SK", delimiter = "_")]
struct Equipment;

/// The latest audit, and which it is.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Equipment)]
#[key(pk = "Equipment_{equipment}", sk = literal("v0_Audit"))]
struct LatestAudit {
    equipment: u32,
    latest: u32,
    state: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Equipment)]
#[key(pk = "Equipment_{equipment}", sk = "Audit_v{number:04}")]
struct Audit {
    equipment: u32,
    number: u32,
    state: String,
}

const _: () = check_items::<(LatestAudit, Audit)>();

#[tokio::test]
async fn the_latest_is_read_by_its_key_and_the_others_by_a_query() {
    with_table::<Equipment>(async |db| {
        for (number, state) in [(1, "fine"), (2, "worn"), (3, "fixed")] {
            let state = state.to_owned();
            let audit = Audit {
                equipment: 7,
                number,
                state: state.clone(),
            };
            let latest = LatestAudit {
                equipment: 7,
                latest: number,
                state,
            };
            let is_next = LatestAudit::LATEST.eq(number - 1);
            let latest = if number == 1 {
                latest.create()
            } else {
                latest.replace().condition(is_next)
            };
            db.transact((audit.create(), latest))
                .await
                .expect("an audit");
        }
        let latest = LatestAudit::key(7).get().send(db).await.expect("a get");
        assert_eq!(latest.map(|audit| audit.latest), Some(3));
        let audits = Audit::query(7).descending().all(db).await.expect("a query");
        let states: Vec<_> = audits.iter().map(|audit| audit.state.as_str()).collect();
        assert_eq!(states, ["fixed", "worn", "fine"]);
        let second = Audit::key(7, 2).get().send(db).await.expect("a get");
        assert_eq!(second.map(|audit| audit.state).as_deref(), Some("worn"));
    })
    .await;
}

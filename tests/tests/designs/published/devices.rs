//! A log of device states: by device and state, by operator, and what was escalated.

use dynamo_runtime::{Attribute, Item, Table};
use tests::with_table;

#[derive(Table)]
#[table(name = "DeviceStateLog", pk = "DeviceID", sk = "State#Date")]
#[gsi(name = "GSI1", pk = "Operator", sk = "Date")]
#[gsi(name = "GSI2", pk = "EscalatedTo", sk = "State#Date")]
struct DeviceLogs;

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
#[dynamo(rename_all = "UPPERCASE")]
enum State {
    Normal,
    Warning1,
    Warning4,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = DeviceLogs, rename_all = "PascalCase")]
#[key(pk = "d#{device}", sk = "{state}#{date}")]
#[gsi(name = "GSI1", query = "by_operator")]
#[gsi(name = "GSI2", query = "escalated_to")]
struct DeviceLog {
    #[dynamo(key_only)]
    device: u32,
    #[dynamo(key_only)]
    state: State,
    date: String,
    operator: String,
    escalated_to: Option<String>,
}

#[tokio::test]
async fn logs_by_state_operator_and_supervisor() {
    with_table::<DeviceLogs>(async |db| {
        let log = |device, state, date: &str, escalated_to: Option<&str>| DeviceLog {
            device,
            state,
            date: date.into(),
            operator: "Liz".into(),
            escalated_to: escalated_to.map(Into::into),
        };
        let logs = [
            log(1, State::Normal, "2020-04-10", None),
            log(1, State::Warning1, "2020-04-11", None),
            log(1, State::Warning4, "2020-04-27", Some("Sara")),
            log(2, State::Warning4, "2020-04-28", Some("Sara")),
            log(1, State::Warning1, "2020-04-24", None),
        ];
        for log in &logs {
            log.create().send(db).await.expect("a create");
        }
        // All of a device, a state of it, newest first.
        assert_eq!(DeviceLog::query(1).count(db).await.expect("a count"), 4);
        let warnings = DeviceLog::query(1).range(DeviceLog::STATE.eq(State::Warning1));
        let warnings = warnings.descending().all(db).await.expect("a query");
        assert_eq!(warnings, [logs[4].clone(), logs[1].clone()]);
        let from = (
            DeviceLog::STATE.eq(State::Warning1),
            DeviceLog::DATE.ge("2020-04-20"),
        );
        let warnings = DeviceLog::query(1).range(from).all(db).await;
        assert_eq!(warnings.expect("a query"), logs[4..]);
        let shift = DeviceLog::by_operator("Liz");
        let shift = shift.range(DeviceLog::DATE.between("2020-04-11", "2020-04-24"));
        assert_eq!(shift.count(db).await.expect("a count"), 2);
        let escalated = DeviceLog::escalated_to("Sara").all(db).await;
        assert_eq!(escalated.expect("a query"), logs[2..4]);
        let severe = DeviceLog::escalated_to("Sara").range((
            DeviceLog::STATE.eq(State::Warning4),
            DeviceLog::DATE.gt("2020-04-27"),
        ));
        assert_eq!(severe.all(db).await.expect("a query"), logs[3..4]);
    })
    .await;
}

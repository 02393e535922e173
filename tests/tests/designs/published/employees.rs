//! A relational schema in one table, with one overloaded index over `SK` and `Data`: employees,
//! their quotas and warehouses, orders of customers.

use dynamo_runtime::{Collection, Item, Table, check_items};
use tests::with_table;

#[derive(Table)]
#[table(name = "HR-Table", pk = "PK", sk = "SK", delimiter = "-")]
#[gsi(name = "GSI_1", pk = "SK", sk = "Data")]
struct Company;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Company)]
#[key(pk = "EMPLOYEE-{id}", sk = "EMPLOYEE-{id}")]
#[gsi(name = "GSI_1", sk = "{name}", query = "itself")]
struct Employee {
    id: String,
    name: String,
}

/// Data that few may see.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Company)]
#[key(pk = "EMPLOYEE-{id}", sk = "HR-CONFIDENTIAL")]
#[gsi(name = "GSI_1", sk = "{hired:raw}", query = "by_hire_date")]
struct Confidential {
    id: String,
    hired: String,
    salary: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Company)]
#[key(pk = "EMPLOYEE-{id}", sk = "QUOTA-{quarter:raw}")]
#[gsi(name = "GSI_1", sk = "{amount:010}", query = "of_quarter")]
struct Quota {
    id: String,
    #[dynamo(key_only)]
    quarter: String,
    amount: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Company)]
#[key(pk = "EMPLOYEE-{id}", sk = "WAREHOUSE-{warehouse}")]
#[gsi(name = "GSI_1", sk = "{title}", query = "of_warehouse")]
struct Assignment {
    id: String,
    warehouse: String,
    title: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Company)]
#[key(pk = "OE-{order}", sk = "CUSTOMER-{customer}")]
#[gsi(name = "GSI_1", sk = "{status}-{date:raw}", query = "of_customer")]
struct Order {
    order: String,
    customer: String,
    status: String,
    date: String,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Company)]
enum EmployeeRecord {
    Employee(Employee),
    Confidential(Confidential),
    Quota(Quota),
    Assignment(Assignment),
}

const _: () = check_items::<(Employee, Confidential, Quota, Assignment, Order)>();

#[tokio::test]
async fn one_index_answers_for_all() {
    with_table::<Company>(async |db| {
        let quota = |id: &str, amount| Quota {
            id: id.into(),
            quarter: "2025-Q1".into(),
            amount,
        };
        let work = |id: &str, title: &str| Assignment {
            id: id.into(),
            warehouse: "W1".into(),
            title: title.into(),
        };
        let hired = |id: &str, hired: &str| Confidential {
            id: id.into(),
            hired: hired.into(),
            salary: 1,
        };
        let employee = Employee {
            id: "1".into(),
            name: "Ann".into(),
        };
        super::put!(db, employee, quota("1", 50_000), quota("2", 9_000));
        super::put!(db, work("1", "Clerk"), work("2", "Manager"));
        super::put!(db, hired("1", "2015-11-08"), hired("2", "2020-01-01"));
        let order = |order: &str, status: &str, date: &str| Order {
            order: order.into(),
            customer: "c".into(),
            status: status.into(),
            date: date.into(),
        };
        super::put!(
            db,
            order("1", "OPEN", "2025-01-01"),
            order("2", "OPEN", "2025-02-01"),
            order("3", "CLOSED", "2025-03-01"),
        );
        // Everything of an employee, or one thing.
        let records = EmployeeRecord::query("1").all(db).await.expect("a query");
        assert_eq!(records.len(), 4);
        let salary = Confidential::key("1").get().send(db).await.expect("a get");
        assert_eq!(salary, Some(hired("1", "2015-11-08")));
        let best = Quota::of_quarter("2025-Q1").descending().first(db).await;
        assert_eq!(best.expect("a query"), Some(quota("1", 50_000)));
        let managers = Assignment::of_warehouse("W1").range(Assignment::TITLE.eq("Manager"));
        assert_eq!(managers.one(db).await.expect("one"), work("2", "Manager"));
        let recent = Confidential::by_hire_date().range(Confidential::HIRED.ge("2016-01-01"));
        assert_eq!(
            recent.all(db).await.expect("a query"),
            [hired("2", "2020-01-01")]
        );
        let open = (Order::STATUS.eq("OPEN"), Order::DATE.gt("2025-01-15"));
        let open = Order::of_customer("c").range(open).all(db).await;
        assert_eq!(open.expect("a query"), [order("2", "OPEN", "2025-02-01")]);
        assert_eq!(
            Employee::itself("1").one(db).await.expect("one").name,
            "Ann"
        );
    })
    .await;
}

//! The table `planner`.

use dynamo_runtime::{Collection, Item, Table, check_items};

/// The table `planner`.
#[derive(Debug, Clone, Copy, Table)]
#[table(name = "planner", pk = "pk", sk = "sk", type_attr = "__edb_e__")]
#[gsi(name = "gsi1pk-gsi1sk-index", pk = "gsi1pk", sk = "gsi1sk")]
pub struct Planner;

/// An employee in `planner`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Planner, entity = "employees")]
#[key(pk = "$planner#employee_{employee}", sk = literal("$employees_1"))]
#[gsi(
    name = "gsi1pk-gsi1sk-index",
    pk = "$planner#team_{team}",
    sk = "$employees_1#employee_{employee}",
    query = "by_team"
)]
pub struct Employee {
    /// The employee.
    pub employee: String,
    /// The edb v.
    #[dynamo(rename = "__edb_v__")]
    pub edb_v: String,
    /// The salary.
    pub salary: u64,
    /// The team.
    pub team: String,
}

/// A task in `planner`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Planner, entity = "tasks")]
#[key(
    pk = "$planner#employee_{employee}",
    sk = "$tasks_1#project_{project}#task_{task}"
)]
#[gsi(
    name = "gsi1pk-gsi1sk-index",
    pk = "$planner#project_{project}",
    sk = "$tasks_1#employee_{employee}#task_{task}",
    query = "by_project"
)]
pub struct Task {
    /// The employee.
    pub employee: String,
    /// The project.
    pub project: String,
    /// The task.
    pub task: String,
    /// The edb v.
    #[dynamo(rename = "__edb_v__")]
    pub edb_v: String,
    /// The points.
    pub points: u64,
}

/// Everything in the partition of a planner employee.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Planner)]
pub enum PlannerEmployeeItem {
    /// An employee.
    Employee(Employee),
    /// A task.
    Task(Task),
}

// No key of one type can be a key of another.
const _: () = check_items::<(Employee, Task)>();

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("planner.samples.json"))?;
        proof.check::<(Employee, Task)>().await?;
        Ok(())
    }
}

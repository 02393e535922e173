//! The requests and units of a program, for it to print.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use dynamo_runtime::Db;
use dynamo_runtime::observe::{Observation, Observer};

/// Counts the requests of a `Db` and the capacity units that DynamoDB bills for them.
#[derive(Debug, Clone, Default)]
pub struct Bill(Arc<Mutex<Items>>);

#[derive(Debug, Default)]
struct Items {
    requests: BTreeMap<&'static str, u64>,
    units: f64,
    total: (u64, f64),
}

impl Bill {
    /// Returns the database with a bill of its requests.
    #[must_use]
    pub fn of(db: Db) -> (Db, Self) {
        let bill = Self::default();
        (db.with_observer(bill.clone()), bill)
    }

    /// Prints the requests since the last time and their units: `    [3 PutItem, 1 Query: 6.5 units]`.
    pub fn show(&self) {
        let mut items = self.items();
        let requests = std::mem::take(&mut items.requests);
        let units = std::mem::take(&mut items.units);
        drop(items);
        let requests = requests
            .iter()
            .map(|(name, count)| format!("{count} {name}"));
        let requests: Vec<_> = requests.collect();
        println!("    [{}: {}]", requests.join(", "), shown(units));
    }

    /// Prints all requests and units of the program.
    pub fn total(&self) {
        let (requests, units) = self.items().total;
        println!("in all: {requests} requests, {}", shown(units));
    }

    fn items(&self) -> std::sync::MutexGuard<'_, Items> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Bill {
    fn request(&self, seen: &Observation<'_>) {
        let mut items = self.items();
        *items.requests.entry(seen.operation).or_default() += 1;
        items.units += seen.total_units();
        items.total.0 += 1;
        items.total.1 += seen.total_units();
    }
}

fn shown(units: f64) -> String {
    let plural = if (units - 1.0).abs() < f64::EPSILON {
        ""
    } else {
        "s"
    };
    format!("{units} unit{plural}")
}

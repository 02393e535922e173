//! The used throughput of each partition.

use std::collections::HashMap;
use std::time::Duration;

use crate::layout::Layout;

/// The throughput of one partition per second.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html>
const WRITE_UNITS: f64 = 1_000.0;
const READ_UNITS: f64 = 3_000.0;

/// The items of one partition key, of a table or of one of its global indexes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Partition {
    pub(super) table: String,
    pub(super) index: Option<String>,
    pub(super) key: String,
}

/// Whether units are read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Access {
    Read,
    Write,
}

impl Access {
    fn limit(self) -> f64 {
        match self {
            Self::Read => READ_UNITS,
            Self::Write => WRITE_UNITS,
        }
    }
}

/// The units that a request takes from a partition.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Charge {
    pub(super) partition: Partition,
    pub(super) access: Access,
    pub(super) units: f64,
}

/// The units used in the current second. If a large request exceeds the limit, the excess is
/// carried over to the following seconds.
#[derive(Default)]
pub(super) struct Usage {
    second: u64,
    used: HashMap<(Partition, Access), f64>,
}

impl Usage {
    /// Moves forward to a time.
    pub(super) fn at(&mut self, time: Duration) {
        let passed = time.as_secs().saturating_sub(self.second);
        if passed == 0 {
            return;
        }
        self.second = time.as_secs();
        let passed = u32::try_from(passed).map_or(f64::MAX, f64::from);
        self.used.retain(|(_, access), used| {
            *used -= access.limit() * passed;
            *used > 0.0
        });
    }

    /// Returns the first charge whose partition is exhausted in this second.
    pub(super) fn exceeded<'c>(&self, charges: &'c [Charge]) -> Option<&'c Charge> {
        charges.iter().find(|charge| {
            let partition = (charge.partition.clone(), charge.access);
            let used = self.used.get(&partition).copied().unwrap_or_default();
            charge.units > 0.0 && used >= charge.access.limit()
        })
    }

    /// Takes units.
    pub(super) fn charge(&mut self, charges: Vec<Charge>) {
        for charge in charges {
            *self
                .used
                .entry((charge.partition, charge.access))
                .or_default() += charge.units;
        }
    }
}

impl Charge {
    pub(super) fn of(
        layout: &Layout,
        index: Option<&str>,
        key: String,
        access: Access,
        units: f64,
    ) -> Self {
        let partition = Partition {
            table: layout.name.clone(),
            index: index.map(str::to_owned),
            key,
        };
        Self {
            partition,
            access,
            units,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charge(units: f64) -> Charge {
        let partition = Partition {
            table: "T".to_owned(),
            index: None,
            key: "a".to_owned(),
        };
        Charge {
            partition,
            access: Access::Write,
            units,
        }
    }

    #[test]
    fn a_debt_is_paid_by_the_seconds_after() {
        let mut usage = Usage::default();
        assert_eq!(usage.exceeded(&[charge(1.0)]), None);
        usage.charge(vec![charge(2_500.0)]);
        for (second, is_over) in [(0, true), (1, true), (2, false)] {
            usage.at(Duration::from_secs(second));
            assert_eq!(
                usage.exceeded(&[charge(1.0)]).is_some(),
                is_over,
                "{second}"
            );
        }
        usage.at(Duration::from_secs(3));
        assert!(usage.used.is_empty());
    }
}

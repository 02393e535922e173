//! A soak: a million operations on embedded engines, on bad days too, with bounded memory.
//!
//! Writes, reads, updates, transactions and deletes of a rolling set of accounts, under a seeded
//! schedule of faults. At the end it checks that every account has everything that succeeded, and
//! prints the peak memory.
//!
//! Run it with `cargo run --release --example soak`. It takes a few minutes, on as many engines as
//! there are cores. A first argument sets another number of operations; `sdk` as a second one sends
//! every request through the SDK's client.

use std::thread;
use std::time::{Duration, Instant};

use dynamo_runtime::faults::{Fault, Faults};
use dynamo_runtime::{Db, Embedded, Error, Item, Transport};

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "accounts", pk = "PK", sk = "SK")]
#[key(pk = "BANK#{bank}", sk = "ACCOUNT#{number:06}")]
#[gsi(name = "ByOwner", pk = "owner", sk = "number", query = "by_owner")]
struct Account {
    bank: u32,
    number: u32,
    owner: String,
    cents: i64,
}

const BANKS: u32 = 50;
const ACCOUNTS: u32 = 100;

fn main() -> Result<(), Error> {
    let wanted = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let wanted: u64 = wanted.unwrap_or(1_000_000);
    let through_the_sdk = std::env::args().nth(2).as_deref() == Some("sdk");
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let started = Instant::now();
    let soaks: Vec<_> = (0..cores)
        .map(|seed| thread::spawn(move || soak(seed, wanted.div_ceil(cores), through_the_sdk)))
        .collect();
    let mut sum = Outcome::default();
    for soak in soaks {
        let outcome = soak.join().expect("what is checked holds")?;
        sum.operations += outcome.operations;
        sum.failed += outcome.failed;
        sum.faults += outcome.faults;
    }
    println!("operations: {}", sum.operations);
    println!("faults injected: {}", sum.faults);
    println!("reported as failed: {}", sum.failed);
    println!("seconds: {}", started.elapsed().as_secs());
    println!("peak memory: {} MB", peak_megabytes());
    Ok(())
}

#[derive(Default)]
struct Outcome {
    operations: u64,
    failed: u64,
    faults: usize,
}

/// A soak on its own engine.
#[tokio::main(flavor = "current_thread")]
async fn soak(seed: u64, wanted: u64, through_the_sdk: bool) -> Result<Outcome, Error> {
    let faults = Faults::seeded(seed)
        .rate(Fault::Throttle, 0.01)
        .rate(Fault::ServerError, 0.005)
        .rate(Fault::DropResponse, 0.005)
        .rate(Fault::PartialBatch, 0.05)
        .rate(Fault::Conflict, 0.01)
        .rate(Fault::Slow(Duration::from_millis(200)), 0.01);
    let engine = Embedded::memory().map_err(Error::Engine)?;
    let of = |client| match Db::new(client) {
        db if through_the_sdk => db.through_the_sdk(),
        db => db,
    };
    let calm = of(engine.client());
    let db = of(engine.with_faults(&faults).client());
    calm.create_table::<Account>().await?;

    let mut soak = Soak {
        calm,
        db,
        operations: 0,
        failed: 0,
        next: wanted.wrapping_add(seed),
    };
    let mut round = 0;
    while soak.operations < wanted {
        soak.round(round % BANKS).await?;
        round += 1;
        if seed == 0 && round % 20 == 0 {
            let percent = 100 * soak.operations / wanted;
            eprint!("\r{percent:>3} %");
        }
    }
    if seed == 0 {
        eprintln!();
    }
    let is_direct = soak.calm.transport() == Transport::Direct;
    assert_eq!(is_direct, !through_the_sdk, "requests went the other way");
    Ok(Outcome {
        operations: soak.operations,
        failed: soak.failed,
        faults: faults.injected(),
    })
}

struct Soak {
    calm: Db,
    db: Db,
    operations: u64,
    failed: u64,
    /// The state of a small random generator, so that every run does the same.
    next: u64,
}

impl Soak {
    fn number(&mut self, below: u32) -> u32 {
        self.next = self
            .next
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        u32::try_from(self.next >> 33).unwrap_or_default() % below
    }

    /// Opens the accounts of a bank, moves money between them, reads them, and closes the bank.
    async fn round(&mut self, bank: u32) -> Result<(), Error> {
        let accounts: Vec<_> = (0..ACCOUNTS).map(|number| account(bank, number)).collect();
        let mut left = self.db.batch_write(accounts.iter().map(Item::put)).await;
        while let Err(Error::Unwritten(unwritten)) = left {
            self.failed += 1;
            left = self.db.batch_write(unwritten.into_writes()).await;
        }
        left?;
        self.operations += u64::from(ACCOUNTS);

        for _ in 0..ACCOUNTS {
            self.transfer(bank).await?;
        }
        let keys: Vec<_> = accounts.iter().map(Item::to_key).collect();
        match self.db.batch_get(keys).consistent().await {
            Ok(found) => self.operations += found.len() as u64,
            Err(_) => self.failed += 1,
        }
        self.check(bank).await?;
        self.operations += Account::query(bank)
            .delete_partition()
            .send(&self.calm)
            .await?;
        Ok(())
    }

    /// Moves money from one account to another, all or nothing.
    async fn transfer(&mut self, bank: u32) -> Result<(), Error> {
        let (from, to) = (self.number(ACCOUNTS), self.number(ACCOUNTS));
        if from == to {
            return Ok(());
        }
        let cents = i64::from(self.number(500));
        let moved = self
            .db
            .transact((
                Account::key(bank, from)
                    .update()
                    .subtract(Account::CENTS, cents)
                    .condition(Account::CENTS.ge(cents)),
                Account::key(bank, to).update().add(Account::CENTS, cents),
            ))
            .await;
        self.operations += 2;
        match moved {
            Ok(_) => Ok(()),
            Err(Error::TransactionCancelled(_) | Error::Sdk(_) | Error::Throttled(_)) => {
                self.failed += 1;
                Ok(())
            }
            Err(other) => Err(other),
        }
    }

    /// Checks that no cent is lost, and that the index has every account.
    async fn check(&mut self, bank: u32) -> Result<(), Error> {
        let accounts = Account::query(bank).consistent().all(&self.calm).await?;
        let total: i64 = accounts.iter().map(|account| account.cents).sum();
        assert_eq!(
            total,
            1_000 * i64::from(ACCOUNTS),
            "bank {bank} lost or made money"
        );
        let owned = Account::by_owner(format!("owner {bank}"))
            .count(&self.calm)
            .await?;
        assert_eq!(
            owned, ACCOUNTS as usize,
            "the index of bank {bank} is stale"
        );
        self.operations += 2 * u64::from(ACCOUNTS);
        Ok(())
    }
}

fn account(bank: u32, number: u32) -> Account {
    Account {
        bank,
        number,
        owner: format!("owner {bank}"),
        cents: 1_000,
    }
}

/// The peak memory of this process, if the system reports it.
fn peak_megabytes() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.map_or_else(|| "unknown".to_owned(), |peak| (peak / 1024).to_string())
}

//! A soak: a million operations on embedded engines, on bad days too, with bounded memory.
//!
//! Banks are opened with a hundred accounts each, money is moved between them in transactions, and
//! they are closed, all under a seeded schedule of faults. Each transfer leaves a record in its
//! transaction, so that at the end of a bank it is certain what happened: a transfer that succeeded
//! took effect once, one that was cancelled did not, one with an unknown outcome did once or not at
//! all, every balance is the sum of its transfers, and the index has every account.
//!
//! Run it with `cargo run --release --example soak`; `-- --help` shows its options.

mod progress;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use dynamo_runtime::faults::{Fault, Faults};
use dynamo_runtime::{Db, Embedded, Error, Item, Transport};

use progress::{Progress, grouped, peak_megabytes};

const HELP: &str = "\
Does a number of operations on embedded engines under faults, and checks that nothing is lost and
nothing is done twice.

usage: soak [OPERATIONS] [OPTIONS]

  OPERATIONS      how many operations to do at least [default: 1000000]

  --sdk           send every request through the SDK's client
  --engines N     use this many engines at once [default: one per core]
  --seed N        use another schedule of faults [default: 0]
  --help          show this
";

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

/// The record of a transfer, written in its transaction.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "transfers", pk = "bank", sk = "id")]
struct Transfer {
    bank: u32,
    id: u32,
    from: u32,
    to: u32,
    cents: i64,
}

/// The outcome of the transaction of a transfer.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Said {
    Done,
    Cancelled,
    Nothing,
}

const BANKS: u32 = 50;
const ACCOUNTS: u32 = 100;
const CENTS: i64 = 1_000;

#[derive(Debug, Clone, Copy)]
struct Options {
    operations: u64,
    through_the_sdk: bool,
    engines: u64,
    seed: u64,
}

/// Why a soak ended early: a request, or a promise that was not kept.
#[derive(Debug)]
enum Failure {
    Request(Error),
    Broken(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Request(error)
    }
}

#[derive(Default)]
struct Outcome {
    operations: u64,
    failed: u64,
    faults: usize,
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(mistake) => {
            eprintln!("soak: {mistake}; `--help` shows the options");
            return ExitCode::from(2);
        }
    };
    match run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Request(error)) => {
            eprintln!("soak: {error}");
            ExitCode::FAILURE
        }
        Err(Failure::Broken(promise)) => {
            println!("FAILED: {promise}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the arguments; `None` if help is wanted.
fn options(mut args: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options {
        operations: 1_000_000,
        through_the_sdk: false,
        engines: thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
        seed: 0,
    };
    while let Some(arg) = args.next() {
        let mut number = || {
            let value = args.next().and_then(|value| value.parse::<u64>().ok());
            value.ok_or_else(|| format!("`{arg}` takes a number"))
        };
        match arg.as_str() {
            "--help" | "-h" => return Ok(None),
            "--sdk" => options.through_the_sdk = true,
            "--engines" => options.engines = number()?.max(1),
            "--seed" => options.seed = number()?,
            other => match other.parse() {
                Ok(operations) => options.operations = operations,
                Err(_) => return Err(format!("unknown argument `{other}`")),
            },
        }
    }
    Ok(Some(options))
}

fn run(options: Options) -> Result<(), Failure> {
    let started = Instant::now();
    let done = Arc::new(AtomicU64::new(0));
    let soaks: Vec<_> = (0..options.engines)
        .map(|engine| {
            let done = Arc::clone(&done);
            thread::spawn(move || soak(engine, options, &done))
        })
        .collect();
    let mut progress = Progress::new(options.operations);
    while !soaks.iter().all(thread::JoinHandle::is_finished) {
        thread::sleep(Duration::from_millis(200));
        progress.show(done.load(Ordering::Relaxed), started.elapsed());
    }
    progress.end();
    let mut sum = Outcome::default();
    for soak in soaks {
        let outcome = soak.join().unwrap_or_else(|_| {
            let promise = "an engine's thread panicked".to_owned();
            Err(Failure::Broken(promise))
        })?;
        sum.operations += outcome.operations;
        sum.failed += outcome.failed;
        sum.faults += outcome.faults;
    }
    let (operations, faults) = (grouped(sum.operations), grouped(sum.faults as u64));
    println!("operations: {operations}");
    println!("faults injected: {faults}");
    println!("reported as failed: {}", grouped(sum.failed));
    println!("engines: {}", options.engines);
    println!("seconds: {}", started.elapsed().as_secs());
    println!("peak memory: {} MB", peak_megabytes());
    println!("{operations} operations under {faults} faults: nothing lost, nothing twice");
    Ok(())
}

/// A soak on its own engine.
#[tokio::main(flavor = "current_thread")]
async fn soak(engine: u64, options: Options, done: &AtomicU64) -> Result<Outcome, Failure> {
    let seed = options.seed.wrapping_mul(1_000).wrapping_add(engine);
    let faults = Faults::seeded(seed)
        .rate(Fault::Throttle, 0.01)
        .rate(Fault::ServerError, 0.005)
        .rate(Fault::DropResponse, 0.005)
        .rate(Fault::PartialBatch, 0.05)
        .rate(Fault::Conflict, 0.01)
        .rate(Fault::Slow(Duration::from_millis(200)), 0.01);
    let memory = Embedded::memory().map_err(Error::Engine)?;
    let of = |client| match Db::new(client) {
        db if options.through_the_sdk => db.through_the_sdk(),
        db => db,
    };
    let calm = of(memory.client());
    let db = of(memory.with_faults(&faults).client());
    calm.create_table::<Account>().await?;
    calm.create_table::<Transfer>().await?;

    let wanted = options.operations.div_ceil(options.engines);
    let mut soak = Soak {
        calm,
        db,
        operations: 0,
        failed: 0,
        next: wanted.wrapping_add(seed),
    };
    let mut round = 0;
    while soak.operations < wanted {
        let before = soak.operations;
        soak.round(round % BANKS).await?;
        round += 1;
        done.fetch_add(soak.operations - before, Ordering::Relaxed);
    }
    if (soak.calm.transport() == Transport::Direct) == options.through_the_sdk {
        return Err(Failure::Broken("requests went the other way".to_owned()));
    }
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
    async fn round(&mut self, bank: u32) -> Result<(), Failure> {
        let accounts: Vec<_> = (0..ACCOUNTS).map(|number| account(bank, number)).collect();
        let mut left = self.db.batch_write(accounts.iter().map(Item::put)).await;
        while let Err(Error::Unwritten(unwritten)) = left {
            self.failed += 1;
            left = self.db.batch_write(unwritten.into_writes()).await;
        }
        left?;
        self.operations += u64::from(ACCOUNTS);

        let mut said = Vec::new();
        for id in 0..ACCOUNTS {
            said.push(self.transfer(bank, id).await?);
        }
        let keys: Vec<_> = accounts.iter().map(Item::to_key).collect();
        match self.db.batch_get(keys).consistent().await {
            Ok(found) => self.operations += found.len() as u64,
            Err(_) => self.failed += 1,
        }
        self.check(bank, &said).await?;
        let deletion = Account::query(bank).delete_partition();
        self.operations += deletion.send(&self.calm).await?;
        let deletion = Transfer::query(bank).delete_partition();
        self.operations += deletion.send(&self.calm).await?;
        Ok(())
    }

    /// Moves money from one account to another and records it, all or nothing.
    async fn transfer(&mut self, bank: u32, id: u32) -> Result<Said, Failure> {
        let (from, to) = (self.number(ACCOUNTS), self.number(ACCOUNTS));
        let cents = i64::from(self.number(500));
        if from == to {
            return Ok(Said::Cancelled);
        }
        let record = Transfer {
            bank,
            id,
            from,
            to,
            cents,
        };
        let moved = self
            .db
            .transact((
                Account::key(bank, from)
                    .update()
                    .subtract(Account::CENTS, cents)
                    .condition(Account::CENTS.ge(cents)),
                Account::key(bank, to).update().add(Account::CENTS, cents),
                record.create(),
            ))
            .await;
        self.operations += 3;
        match moved {
            Ok(_) => return Ok(Said::Done),
            Err(Error::TransactionCancelled(_)) => self.failed += 1,
            Err(Error::Sdk(_) | Error::Throttled(_)) => {
                self.failed += 1;
                return Ok(Said::Nothing);
            }
            Err(other) => return Err(other.into()),
        }
        Ok(Said::Cancelled)
    }

    /// Checks that what succeeded took effect, each transfer once, and that the index has every
    /// account.
    async fn check(&mut self, bank: u32, said: &[Said]) -> Result<(), Failure> {
        let transfers = Transfer::query(bank).consistent().all(&self.calm).await?;
        let mut expected = vec![CENTS; ACCOUNTS as usize];
        for transfer in &transfers {
            expected[transfer.from as usize] -= transfer.cents;
            expected[transfer.to as usize] += transfer.cents;
        }
        for (id, said) in (0..).zip(said) {
            let is_recorded = transfers.iter().any(|transfer| transfer.id == id);
            match said {
                Said::Done if !is_recorded => {
                    return broken(format!("transfer {id} of bank {bank} was lost"));
                }
                Said::Cancelled if is_recorded => {
                    return broken(format!(
                        "transfer {id} of bank {bank} was cancelled and made"
                    ));
                }
                _ => {}
            }
        }
        let accounts = Account::query(bank).consistent().all(&self.calm).await?;
        let found: Vec<_> = accounts.iter().map(|account| account.cents).collect();
        if found != expected {
            let promise = "are not the sums of its transfers: one was lost, or made twice";
            return broken(format!("the balances of bank {bank} {promise}"));
        }
        let owned = Account::by_owner(format!("owner {bank}"));
        if owned.count(&self.calm).await? != accounts.len() {
            return broken(format!("the index lacks accounts of bank {bank}"));
        }
        self.operations += (2 * accounts.len() + transfers.len()) as u64;
        Ok(())
    }
}

fn broken(promise: String) -> Result<(), Failure> {
    Err(Failure::Broken(promise))
}

fn account(bank: u32, number: u32) -> Account {
    Account {
        bank,
        number,
        owner: format!("owner {bank}"),
        cents: CENTS,
    }
}

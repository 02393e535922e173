//! The cases: each is one piece of work that every contender does.

mod ahead;
mod decode;
mod encode;
mod growth;
mod requests;

use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Runtime};

use crate::meter;
use crate::peers::Who;

pub use self::ahead::{Waited, waits};
pub use self::growth::stream_peaks;

/// A piece of work, as each contender does it.
pub struct Case {
    /// The table it is in.
    pub group: Group,
    /// Its name.
    pub name: String,
    /// Its number of items.
    pub items: usize,
    /// The bytes of response it reads.
    pub bytes: usize,
    /// How each contender does it.
    pub runs: Vec<(Who, Run)>,
}

/// Does the work once and drops the result.
pub type Run = Box<dyn FnMut()>;

/// The tables of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// Bytes of a response to structs, without a request.
    Decode,
    /// A request through the SDK's client, answered in this process.
    InProcess,
    /// A request over HTTP to a server on this machine.
    Loopback,
    /// Texts with their embeddings, read and written.
    Vectors,
    /// Structs to the SDK's map.
    Encode,
    /// Keys and expressions.
    Build,
    /// Pages of more and more items.
    Pages,
    /// Items of more and more bytes.
    Sizes,
}

impl Group {
    /// Every table.
    pub const ALL: [Self; 8] = [
        Self::Decode,
        Self::InProcess,
        Self::Loopback,
        Self::Vectors,
        Self::Encode,
        Self::Build,
        Self::Pages,
        Self::Sizes,
    ];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Decode => "Decoding, isolated: the bytes of a response to structs",
            Self::InProcess => {
                "End to end in process: through the SDK's client, on a canned response"
            }
            Self::Loopback => "End to end over loopback HTTP",
            Self::Vectors => {
                "Vectors of 1024 dimensions: pages decoded, isolated, and writes in process"
            }
            Self::Encode => "Encoding, isolated: structs to the SDK's map",
            Self::Build => "Keys and expressions",
            Self::Pages => "As pages grow to 1 MB",
            Self::Sizes => "As an item grows to 400 KB",
        }
    }

    /// Whether instructions and allocations are only those of the work. Over HTTP there is a server
    /// in the same process.
    pub fn is_counted(self) -> bool {
        self != Self::Loopback
    }
}

/// The variable that names the one table to measure.
const ONLY: &str = "BENCH_ONLY";

/// Every case, or those of the requested table.
pub fn all() -> Vec<Case> {
    let only = std::env::var(ONLY).ok();
    let wanted = |group: Group| {
        let name = format!("{group:?}");
        only.as_ref().is_none_or(|only| *only == name)
    };
    let mut cases = Vec::new();
    if wanted(Group::Decode) {
        cases.extend(decode::cases());
    }
    for group in [Group::InProcess, Group::Loopback] {
        if wanted(group) {
            cases.extend(requests::cases(group, &runtime()));
        }
    }
    if wanted(Group::Vectors) {
        cases.extend(decode::vectors());
        cases.extend(requests::vectors(&runtime()));
    }
    if wanted(Group::Encode) || wanted(Group::Build) {
        cases.extend(encode::cases());
    }
    if wanted(Group::Pages) || wanted(Group::Sizes) {
        cases.extend(growth::cases());
    }
    cases.retain(|case| wanted(case.group));
    cases
}

/// Does a case by this library for some seconds.
pub fn spin(name: &str) {
    let mut cases = all();
    let case = cases.iter_mut().find(|case| case.name == name);
    let case = case.expect("the name of a case");
    let begun = Instant::now();
    let mut rounds = Vec::new();
    while begun.elapsed() < Duration::from_secs(5) {
        rounds.push(meter::cpu_each(&mut *case.runs[0].1, 1000));
    }
    println!("{:.2} µs of cpu each", meter::median(rounds) / 1e3);
}

/// The runtime of the requests: one thread, so that its CPU time is theirs.
pub fn runtime() -> Rc<Runtime> {
    Rc::new(
        Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime"),
    )
}

/// Bytes that live as long as the process.
pub fn leaked(bytes: Vec<u8>) -> &'static [u8] {
    Vec::leak(bytes)
}

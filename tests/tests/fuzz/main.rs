//! The fuzz targets of `fuzz/` on stable Rust: every seed, and seeded mutations of them. The same
//! inputs every time; `DYNAMO_FUZZ_TIMES` says how many times as many are run.

#[path = "../../../fuzz/src/targets.rs"]
#[expect(unreachable_pub, reason = "a library of its own in `fuzz`")]
mod targets;

use std::panic::catch_unwind;
use std::path::Path;

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// Mutated inputs that are kept to be mutated again.
const KEPT: usize = 64;

/// Pieces that make a mutation get further than any byte.
const WORDS: [&str; 24] = [
    "#",
    "$",
    "\n",
    "\"",
    "\\",
    "\\u00e9",
    "\\ud83d\\ude00",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "{\"S\":\"\"}",
    "{\"N\":\"-1.5E+3\"}",
    "{\"NULL\":true}",
    "{\"M\":{}}",
    "{\"L\":[]}",
    "{\"NS\":[\"1\",\"01\"]}",
    "{\"B\":\"AA==\"}",
    "\"Items\":",
    "00000000000000000000",
    "é",
    "99999999999999999999999999999999999999999",
];

fn random(name: &str) -> TestRng {
    let mut seed = [7; 32];
    seed[..name.len()].copy_from_slice(name.as_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &seed)
}

/// A number below `end`, which is not zero.
fn below(random: &mut TestRng, end: usize) -> usize {
    usize::try_from(random.next_u64() % end as u64).unwrap_or_default()
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds");
    let files = std::fs::read_dir(directory.join(name)).expect("a directory of seeds");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let read = |path| std::fs::read(path).expect("a seed");
    paths.into_iter().map(read).collect()
}

fn mutated(random: &mut TestRng, input: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=below(random, 4) {
        let at = below(random, bytes.len() + 1);
        let end = at + below(random, bytes.len() - at + 1).min(16);
        match below(random, 7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << below(random, 8),
            1 if at < bytes.len() => bytes[at] = bytes[at].wrapping_add(1),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            4 => {
                let from = below(random, other.len() + 1);
                bytes.splice(at.., other[from..].iter().copied());
            }
            _ => {
                let word = WORDS[below(random, WORDS.len())];
                bytes.splice(at..at, word.bytes());
            }
        }
    }
    bytes.truncate(4096);
    bytes
}

fn run(name: &str, target: fn(&[u8]), input: &[u8]) {
    assert!(
        catch_unwind(|| target(input)).is_ok(),
        "target `{name}` fails; put it right, and the input into `fuzz/seeds/{name}`:\n{}",
        input.escape_ascii()
    );
}

fn fuzz(name: &str, runs: usize) {
    let (_, target) = targets::TARGETS
        .into_iter()
        .find(|(found, _)| *found == name)
        .expect("a target");
    let times = std::env::var("DYNAMO_FUZZ_TIMES");
    let times = times.map_or(1, |times| times.parse().expect("a number"));
    let mut inputs = seeds(name);
    for seed in &inputs {
        run(name, target, seed);
    }
    let fixed = inputs.len();
    let mut random = random(name);
    for _ in 0..runs * times {
        let input = &inputs[below(&mut random, inputs.len())];
        let other = &inputs[below(&mut random, inputs.len())];
        let input = mutated(&mut random, input, other);
        run(name, target, &input);
        if inputs.len() < fixed + KEPT {
            inputs.push(input);
        } else {
            let replaced = fixed + below(&mut random, KEPT);
            inputs[replaced] = input;
        }
    }
}

#[test]
fn keys() {
    fuzz("key", 20_000);
}

#[test]
fn responses() {
    fuzz("wire", 20_000);
}

#[test]
fn cursors() {
    // Each is encrypted and decrypted several times.
    fuzz("cursor", 1_000);
}

#[test]
fn imports() {
    // Each is read twice, and source code is written.
    fuzz("import", 2_000);
}

//! The fuzz targets as a library, for the programs of libFuzzer's in `fuzz_targets`.

pub mod targets;

//! The fuzz targets as a library, for libFuzzer's programs in `fuzz_targets`.

pub mod targets;

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dynamo_fuzz::targets::import(data));

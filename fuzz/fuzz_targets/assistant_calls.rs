#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| kakehiki_fuzz::assistant_calls(data));

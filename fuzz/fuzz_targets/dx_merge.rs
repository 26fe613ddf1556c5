//! Two modules as libraries to be merged: what comes of it can be written and read.
#![no_main]

use glassbox_dx_link::merge::{Input, Target, merge};
use glassbox_dxil::Version;
use glassbox_dxil::ir::{Typed, encode};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // The first two bytes say where the second module begins.
    let Some((at, rest)) = bytes.split_first_chunk::<2>() else { return };
    let at = usize::from(u16::from_le_bytes(*at)).min(rest.len());
    let (first, second) = rest.split_at(at);
    let modules: Vec<_> = [first, second].iter().filter_map(|bytes| Typed::read(bytes).ok()).collect();
    let inputs: Vec<_> = modules
        .iter()
        .map(|module| Input { name: "library", module, compiler: None, subobjects: &[] })
        .collect();
    let target = Target { model: Version { major: 6, minor: 8 }, exports: None };
    if let Ok(merged) = merge(&inputs, &target) {
        let written = encode(&merged).expect("what was merged can be written");
        let again = Typed::read(&written).expect("what was written can be read");
        assert!(encode(&again).expect("it can be written again") == written);
    }
});

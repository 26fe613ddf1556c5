//! Merges two modules as libraries, and links each shader in them on its own: the result can be written and read.
#![no_main]

use glassbox_dx_link::merge::shader::{ShaderTarget, shader};
use glassbox_dx_link::merge::{Input, Target, merge};
use glassbox_dxil::Version;
use glassbox_dxil::ir::{FunctionId, Typed, encode};

/// Pixel, vertex, geometry, hull, domain and compute.
const KINDS: std::ops::Range<u16> = 0..6;
/// Maximum number of functions tried as entry points.
const MAX_ENTRIES: usize = 3;

fn hold(module: &Typed<'_>) {
    let written = encode(module).expect("what was linked can be written");
    let again = Typed::read(&written).expect("what was written can be read");
    for index in 0..again.functions.len() {
        again
            .body(FunctionId::at(index))
            .expect("bodies that were written can be read");
    }
    assert!(encode(&again).expect("it can be written again") == written);
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // The first two bytes are the size of the first module.
    let Some((at, rest)) = bytes.split_first_chunk::<2>() else {
        return;
    };
    let at = usize::from(u16::from_le_bytes(*at)).min(rest.len());
    let (first, second) = rest.split_at(at);
    let modules: Vec<_> = [first, second]
        .iter()
        .filter_map(|bytes| Typed::read(bytes).ok())
        .collect();
    let inputs: Vec<_> = modules
        .iter()
        .map(|module| Input {
            name: "library",
            module,
            compiler: None,
            subobjects: &[],
        })
        .collect();
    let model = Version { major: 6, minor: 8 };
    if let Ok(merged) = merge(&inputs, &Target { model, exports: None }) {
        hold(&merged);
    }
    let defined = modules.iter().flat_map(|module| {
        let functions = module.functions.iter().filter(|function| !function.is_declaration());
        functions.filter_map(|function| module.name(function.value))
    });
    for entry in defined.take(MAX_ENTRIES) {
        for kind in KINDS {
            let target = ShaderTarget {
                kind,
                model,
                entry: entry.to_vec(),
            };
            if let Ok(linked) = shader(&inputs, &target) {
                hold(&linked.program);
                hold(&linked.named);
            }
        }
    }
});

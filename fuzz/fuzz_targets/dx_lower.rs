//! Lowers arbitrary bytes as DirectX programs, in containers and as bitcode, and writes the modules as source: no panic, and no
//! instruction that comes from outside of the program.
#![no_main]

use std::ops::Range;

use glassbox_core::format::OpenedFile;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_decompile::{Api, Options, Target, decompile};
use glassbox_dxcontainer::part::program::peek;
use glassbox_lower_dxbc as dxbc;
use glassbox_lower_dxil as dxil;
use glassbox_spirv::module::Module;

const TARGETS: [Target; 4] =
    [Target::Hlsl(67), Target::Glsl(460, Api::Vulkan), Target::Msl(32), Target::Wgsl];

/// Most entry points that are tried.
const MAX_ENTRIES: usize = 3;

fn hold(module: &Module, size: usize) {
    let within = |range: Range<usize>| range.end <= size;
    assert!(module.walk().all(|at| within(module.origin(at))));
    for target in TARGETS {
        let _ = decompile(module, &target, &Options::default());
    }
}

fn bitcode(bytes: &[u8], options: &dxil::Options) {
    let entries = dxil::entry_points(bytes).unwrap_or_default();
    let names = entries.into_iter().map(|entry| Some(entry.name));
    for entry in names.chain([None]).take(MAX_ENTRIES) {
        match dxil::lower(bytes, &dxil::Options { entry, ..options.clone() }) {
            Ok(lowered) => hold(&lowered.module, bytes.len()),
            Err(refusal) => assert!(within_or_empty(&refusal.at, bytes.len()), "{:?}", refusal.at),
        }
    }
}

fn within_or_empty(range: &Range<usize>, size: usize) -> bool {
    range.is_empty() || range.end <= size
}

fn container(bytes: &[u8]) {
    let Ok(container) = glassbox_dxcontainer::read::open(Window::whole(bytes), &Limits::default()) else {
        return;
    };
    let interface = container.interface();
    let part = [b"DXIL", b"ILDB"].into_iter().find_map(|code| container.directory.find(code));
    if let Some((_, _, code)) = part.and_then(|part| peek(container.window, part)) {
        bitcode(code, &dxil::Options { interface, ..dxil::Options::default() });
        return;
    }
    match dxbc::lower(bytes, &dxbc::Options { interface, ..dxbc::Options::default() }) {
        Ok(lowered) => hold(&lowered.module, bytes.len()),
        Err(refusal) => assert!(within_or_empty(&refusal.at, bytes.len()), "{:?}", refusal.at),
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    container(bytes);
    bitcode(bytes, &dxil::Options::default());
});

//! Damages generated modules: what can be read is written in every target without panic, and undamaged ones are never refused.
#![no_main]

use glassbox_decompile::{Api, Options, Target, decompile};
use glassbox_spirv::module::Module;

mod generated;

/// Targets, and whether they have all that generated modules use.
const TARGETS: [(Target, bool); 12] = [
    (Target::Glsl(110, Api::OpenGl), false),
    (Target::Glsl(330, Api::OpenGl), false),
    (Target::Glsl(450, Api::Vulkan), true),
    (Target::Essl(100), false),
    (Target::Essl(310), true),
    (Target::Hlsl(40), false),
    (Target::Hlsl(50), true),
    (Target::Hlsl(67), true),
    (Target::Msl(12), false),
    (Target::Msl(32), true),
    (Target::Sksl(100), false),
    (Target::Wgsl, true),
];

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Some((bytes, is_whole)) = generated::generated(input) else { return };
    let Ok(module) = Module::read(&bytes) else { return };
    for (target, is_complete) in TARGETS {
        let options = Options { comments: input[0] & 2 != 0, ..Options::default() };
        let written = decompile(&module, &target, &options);
        if is_whole && is_complete {
            written.unwrap_or_else(|refusal| panic!("{target:?}: {refusal}"));
        }
    }
});

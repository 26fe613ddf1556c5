//! Tests with generated modules: each becomes a text of every target, and the compilers accept it.

use glassbox_core::stage::Stage;
use glassbox_decompile::{Api, Options, Target, decompile};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Module;
use glassbox_spirv::{assemble, optimize};
use glassbox_testing::random::Random;
use glassbox_testing::spirv::programs;
use glassbox_testing::{glslang, hlsl, metal, tint};

const TARGETS: [Target; 7] = [
    Target::Glsl(450, Api::OpenGl),
    Target::Glsl(450, Api::Vulkan),
    Target::Essl(310),
    Target::Msl(21),
    Target::Hlsl(50),
    Target::Hlsl(60),
    Target::Wgsl,
];

pub(crate) fn generate(seed: u64) -> Vec<u32> {
    let stage = if seed.is_multiple_of(2) { programs::Stage::Compute } else { programs::Stage::Fragment };
    let text = programs::module(stage, 1 + seed as usize % 60, &mut Random::new(seed));
    let bytes = assemble(&text).unwrap_or_else(|errors| panic!("seed {seed}: {}\n{text}", errors[0]));
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

pub(crate) fn read(words: &[u32]) -> Module {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Module::read(&bytes).unwrap_or_else(|error| panic!("{error}"))
}

/// A module whose functions state no structure.
pub(crate) fn without_merges(words: &[u32]) -> Module {
    let mut module = read(words);
    for function in 0..module.functions.len() {
        for block in 0..module.functions[function].blocks.len() {
            let mut body = std::mem::take(&mut module.functions[function].blocks[block].body);
            body.retain(|at| !matches!(module.opcode(*at), op::SELECTION_MERGE | op::LOOP_MERGE));
            module.functions[function].blocks[block].body = body;
        }
    }
    module
}

/// Writes a module for every target, and shows the texts to the compiler that the test asks.
fn check(module: &Module, seed: u64) {
    for target in TARGETS {
        let source = decompile(module, &target, &Options::default())
            .unwrap_or_else(|refusal| panic!("seed {seed}, {target:?}: {refusal}"));
        let (text, is_compute) = (&source.text, source.stage == Stage::Compute);
        let checked = match target {
            Target::Glsl(_, Api::OpenGl) | Target::Essl(_) => {
                glslang::validate(text, if is_compute { "comp" } else { "frag" })
            }
            Target::Msl(_) => metal::check(text),
            Target::Hlsl(version) => {
                let (stage, model) = (if is_compute { "cs" } else { "ps" }, (version / 10) as u8);
                let failures = hlsl::validate(&[hlsl::File { name: "text", stage, model, minor: 0, text }]);
                failures.into_values().next().map_or(Ok(()), Err)
            }
            Target::Wgsl => tint::validate(text),
            _ => Ok(()),
        };
        checked.unwrap_or_else(|error| panic!("seed {seed}, {target:?}: {error}\n{text}"));
    }
}

#[test]
fn generated_modules_are_written() {
    for seed in 1..=40 {
        check(&read(&generate(seed)), seed);
    }
}

#[test]
fn optimized_modules_are_written() {
    for seed in 1..=40 {
        check(&read(&optimize(&generate(seed))), seed);
    }
}

#[test]
fn modules_without_merges_are_written() {
    for seed in 1..=40 {
        check(&without_merges(&generate(seed)), seed);
    }
}

glassbox_testing::asking!(clang: generated_modules_are_written, optimized_modules_are_written, modules_without_merges_are_written);
glassbox_testing::asking!(dxc: generated_modules_are_written, optimized_modules_are_written, modules_without_merges_are_written);
glassbox_testing::asking!(fxc: generated_modules_are_written, optimized_modules_are_written, modules_without_merges_are_written);
glassbox_testing::asking!(glslang: generated_modules_are_written, optimized_modules_are_written, modules_without_merges_are_written);
glassbox_testing::asking!(tint: generated_modules_are_written, optimized_modules_are_written, modules_without_merges_are_written);

//! Tests with generated modules: they are read and written, and the optimizer keeps them valid.

use glassbox_spirv::module::Module;
use glassbox_spirv::{assemble, optimize};
use glassbox_testing::random::Random;
use glassbox_testing::spirv::programs::{self, Stage};
use glassbox_testing::spirv::validate_for;

fn generate(seed: u64) -> Vec<u8> {
    let stage = if seed.is_multiple_of(2) { Stage::Compute } else { Stage::Fragment };
    let text = programs::module(stage, 1 + seed as usize % 60, &mut Random::new(seed));
    assemble(&text).unwrap_or_else(|errors| panic!("seed {seed}: {}\n{text}", errors[0]))
}

fn check(count: u64) {
    for seed in 1..=count {
        let bytes = generate(seed);
        let module = Module::read(&bytes).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(module.bytes(), Some(bytes), "seed {seed}");
        let words = module.words().expect("its instructions are short");
        validate_for(&words, "vulkan1.0").unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let smaller = optimize(&words);
        assert!(smaller.len() < words.len(), "seed {seed}");
        validate_for(&smaller, "vulkan1.0").unwrap_or_else(|error| panic!("seed {seed}, optimized: {error}"));
    }
}

#[test]
fn generated_modules_hold() {
    check(300);
}

glassbox_testing::asking!(spirv_val: generated_modules_hold);

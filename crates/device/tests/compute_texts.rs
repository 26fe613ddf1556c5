//! Compares what generated compute programs compute before and after they were a text: as they are, optimized, and
//! without the merges that state their structure.
//!
//! `cargo test -p glassbox-device-testing --features gpu --test compute_texts -- --ignored`; it needs a Vulkan device and
//! glslangValidator. `GLASSBOX_PROGRAMS` sets the number of programs, `GLASSBOX_SEED` the first seed,
//! `GLASSBOX_PRINT=1` prints the texts.

use glassbox_decompile::{Api, Options, Target, decompile};
use glassbox_device_testing::vulkan::compute::Buffer;
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Module;
use glassbox_spirv::{assemble, optimize};
use glassbox_testing::random::Random;
use glassbox_testing::spirv::programs::{self, Stage};

/// Default number of programs.
const PROGRAMS: u64 = 60;
/// Invocations of a work group; each reads and writes four words.
const INVOCATIONS: usize = 16;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap_or(default))
}

/// What a program writes for random words.
fn compute(gpu: &Gpu, words: &[u32], seed: u64) -> Result<Vec<Vec<u8>>, String> {
    let mut random = Random::new(seed);
    let input = (0..INVOCATIONS * 4)
        .map(|index| if index % 3 == 0 { random.word() } else { random.below(12) as u32 })
        .flat_map(u32::to_le_bytes)
        .collect();
    let buffers = [Buffer::Input(input), Buffer::Output(INVOCATIONS * 16)];
    gpu.compute(words, "main", &buffers)?.run(&buffers, 1)
}

fn read(words: &[u32]) -> Module {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Module::read(&bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn without_merges(words: &[u32]) -> Module {
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

/// The module that a text of a module is compiled to.
fn back(module: &Module) -> Vec<u32> {
    let source = decompile(module, &Target::Glsl(450, Api::Vulkan), &Options::default());
    let source = source.unwrap_or_else(|refusal| panic!("{refusal}"));
    if number("GLASSBOX_PRINT", 0) != 0 {
        eprintln!("{}", source.text);
    }
    glassbox_testing::glslang::compile(&source.text, "comp")
        .unwrap_or_else(|error| panic!("{error}\n{}", source.text))
}

/// Runs one program as it is and as its texts; prints what it computes.
fn run_one(seed: u64) {
    let text = programs::module(Stage::Compute, 4 + seed as usize % 60, &mut Random::new(seed));
    let bytes = assemble(&text).unwrap_or_else(|errors| panic!("seed {seed}: {}", errors[0]));
    let words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let gpu = Gpu::open();
    let expected = match compute(&gpu, &words, seed) {
        Ok(expected) => expected,
        Err(error) => return println!("{REFUSED}{error}"),
    };
    let modules = [read(&words), read(&optimize(&words)), without_merges(&words)];
    for (module, name) in modules.iter().zip(["as it is", "optimized", "without merges"]) {
        match compute(&gpu, &back(module), seed) {
            Ok(found) => assert!(found == expected, "seed {seed}, {name}: the text computes something else"),
            Err(error) => return println!("{REFUSED}{error}"),
        }
    }
    println!("{RESULT}{expected:?}");
}

const RESULT: &str = "computes ";
const REFUSED: &str = "the driver refuses ";

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers) and glslangValidator (glslang-tools)"]
fn needs_vulkan_texts_compute_what_their_modules_compute() {
    if let Ok(seed) = std::env::var("GLASSBOX_ONE_PROGRAM") {
        return run_one(seed.parse().expect("it is a seed"));
    }
    let first = number("GLASSBOX_SEED", 1);
    let count = number("GLASSBOX_PROGRAMS", PROGRAMS);
    let (mut results, mut refused) = (std::collections::HashSet::new(), Vec::new());
    for seed in first..first + count {
        // Mesa crashes on some valid programs, so each runs in a process of its own.
        let output = std::process::Command::new(std::env::current_exe().expect("it has a path"))
            .args(["--ignored", "--nocapture"])
            .env("GLASSBOX_ONE_PROGRAM", seed.to_string())
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        match text.lines().find_map(|line| line.strip_prefix(RESULT)) {
            Some(result) => drop(results.insert(result.to_owned())),
            None if output.status.code().is_none() || text.contains(REFUSED) => refused.push(seed),
            None => panic!("{text}{}", String::from_utf8_lossy(&output.stderr)),
        }
    }
    eprintln!("{} of {count} programs are refused by the driver: {refused:?}", refused.len());
    assert!(refused.len() as u64 * 5 <= count, "the driver refuses {refused:?}");
    // Programs that all computed the same would test nothing.
    assert!(results.len() as u64 * 4 >= count, "{} results of {count} programs", results.len());
}

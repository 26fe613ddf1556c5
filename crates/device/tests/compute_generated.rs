//! Compares what generated compute programs compute before and after the optimizer.
//!
//! `cargo test -p glassbox-device-testing --features gpu --test compute_generated -- --ignored`; it needs a Vulkan device.
//! `GLASSBOX_PROGRAMS` sets the number of programs, `GLASSBOX_SEED` the first seed, `GLASSBOX_PRINT=1` prints them.

use glassbox_device_testing::vulkan::compute::Buffer;
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_spirv::{assemble, optimize};
use glassbox_testing::random::Random;
use glassbox_testing::spirv::programs::{self, Stage};

/// Default number of programs.
const PROGRAMS: u64 = 100;
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

/// Runs one program before and after the optimizer; prints what it computes.
fn run_one(seed: u64) {
    let text = programs::module(Stage::Compute, 4 + seed as usize % 60, &mut Random::new(seed));
    if number("GLASSBOX_PRINT", 0) != 0 {
        eprintln!("{text}");
    }
    let bytes = assemble(&text).unwrap_or_else(|errors| panic!("seed {seed}: {}", errors[0]));
    let words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let gpu = Gpu::open();
    let [before, after] = [&words, &optimize(&words)].map(|words| compute(&gpu, words, seed));
    match (before, after) {
        (Ok(before), Ok(after)) => {
            assert!(before == after, "seed {seed}: the optimized module computes something else");
            println!("{RESULT}{before:?}");
        }
        (before, after) => println!("{REFUSED}{:?} {:?}", before.err(), after.err()),
    }
}

const RESULT: &str = "computes ";
const REFUSED: &str = "the driver refuses ";

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_optimized_modules_compute_the_same() {
    if let Ok(seed) = std::env::var("GLASSBOX_ONE_PROGRAM") {
        return run_one(seed.parse().expect("it is a seed"));
    }
    let first = number("GLASSBOX_SEED", 1);
    let count = number("GLASSBOX_PROGRAMS", PROGRAMS);
    let (mut results, mut refused) = (std::collections::HashSet::new(), Vec::new());
    for seed in first..first + count {
        // Mesa 22.3 crashes on about one valid program in 20, so each runs in a process of its own.
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

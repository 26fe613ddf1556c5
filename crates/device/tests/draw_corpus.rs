//! Compares draws of corpus sources compiled by this compiler with those of the released compiler's
//! files.
//!
//! `cargo test -p glassbox-device-testing --features gpu --test draw_corpus`. Each test needs a
//! Vulkan device. If the released compiler's own file is damaged or wrong, that of its repaired
//! build is used.

#[path = "support/random.rs"]
mod random;

use std::path::{Path, PathBuf};

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_device_testing::scene::Outcome;
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_testing::corpus;
use glassbox_vbc::program::{Layout, Program};
use glassbox_vbc::read::{File, open};
use glassbox_vbc::write::write;
use glassbox_vsl::{Options, compile};
use libtest_mimic::{Arguments, Failed, Trial};

/// Minimum number of random scenes per source, and maximum if nothing is visible.
const SCENES: u64 = 4;
const MOST_SCENES: u64 = 100;

/// Tolerance of floats, relative to their magnitude if over 1: the compilers choose different
/// instructions.
const TOLERANCE: f32 = 1e-4;

fn main() {
    let arguments = Arguments::from_args();
    let sources = corpus::files("vbc/src", &[".vsl"]);
    let trials = sources.iter().flat_map(|source| {
        [false, true].map(|optimize| {
            let name = source.file_stem().unwrap_or_default().to_string_lossy();
            let source = source.clone();
            let name = format!("needs_vulkan {name} -O{}", u8::from(optimize));
            Trial::test(name, move || run(&source, optimize)).with_ignored_flag(true)
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// The other compiler's file for a source.
fn reference(source: &Path) -> Option<PathBuf> {
    let name = source.file_name()?;
    let folder = source.parent()?.parent()?;
    ["corrected", "released"]
        .map(|sub| folder.join(sub).join(name).with_extension("vbc"))
        .into_iter()
        .find(|path| path.is_file())
}

fn run(source: &Path, optimize: bool) -> Result<(), Failed> {
    let text = std::fs::read_to_string(source)?;
    let reference = std::fs::read(reference(source).ok_or("the corpus has no file of this source")?)?;
    let (file, _) =
        open(Window::whole(&reference), &Limits::default()).map_err(|error| error.message.clone())?;
    let File::Released(released) = file else {
        return Err("the other compiler's file is not of the released layout".into());
    };
    let options = Options { optimize, ..Options::default() };
    let program = compile(&text, &options).program.ok_or("it does not compile")?;
    let ours = write(&program, &Layout::default())?;
    let gpu = Gpu::open();
    let mut drawn = false;
    for seed in 0..MOST_SCENES {
        if drawn && seed >= SCENES {
            break;
        }
        let scene = random::scene(&program, seed);
        let expected = gpu.draw(&reference, &scene).map_err(|error| format!("theirs: {error}"))?;
        let found = gpu.draw(&ours, &scene).map_err(|error| format!("ours: {error}"))?;
        if !found.messages.is_empty() {
            return Err(found.messages.join("\n").into());
        }
        drawn |= shows(&expected, &released.program);
        compare(&expected, &found, &program).map_err(|error| format!("scene {seed}: {error}"))?;
    }
    if drawn { Ok(()) } else { Err("no scene shows anything".into()) }
}

/// True if a pixel was visibly drawn.
fn shows(outcome: &Outcome, program: &Program<'_>) -> bool {
    program.outputs.is_empty() || outcome.attachments.values().flatten().any(|word| *word != random::CLEAR)
}

fn compare(expected: &Outcome, found: &Outcome, program: &Program<'_>) -> Result<(), String> {
    for (location, pixels) in &expected.attachments {
        let others = found.attachments.get(location).ok_or("an attachment is missing")?;
        same(pixels, others).map_err(|error| format!("attachment {location}: {error}"))?;
    }
    for (slot, bytes) in &expected.slots {
        let others = found.slots.get(slot).ok_or("a resource is missing")?;
        let normalized = program.bindings.iter().any(|binding| {
            let texel = glassbox_device_testing::format::Texel::of_binding(&binding);
            binding.slot == *slot && texel.is_some_and(|(_, texel)| texel.size < 4)
        });
        match normalized {
            // Tolerance: one step of the format.
            true if bytes.iter().zip(others).all(|(a, b)| a.wrapping_sub(*b).wrapping_add(1) <= 2) => {}
            true => return Err(format!("slot {slot}: other texels")),
            false => same(&words(bytes), &words(others)).map_err(|error| format!("slot {slot}: {error}"))?,
        }
    }
    Ok(())
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// Compares words: equal, or floats within the tolerance.
fn same(expected: &[u32], found: &[u32]) -> Result<(), String> {
    let near = |(a, b): (&u32, &u32)| {
        let (x, y) = (f32::from_bits(*a), f32::from_bits(*b));
        a == b
            || x == y
            || (x.is_nan() && y.is_nan())
            || (x - y).abs() <= TOLERANCE * x.abs().max(1.0) && !small(*a) && !small(*b)
    };
    match expected.iter().zip(found).position(|pair| !near(pair)) {
        None if expected.len() == found.len() => Ok(()),
        None => Err("another size".to_owned()),
        Some(at) => {
            let (a, b) = (expected[at], found[at]);
            Err(format!(
                "word {at} is {} (0x{a:x}) there and {} (0x{b:x}) here",
                f32::from_bits(a),
                f32::from_bits(b)
            ))
        }
    }
}

/// True if a word is more likely an integer than a float.
fn small(word: u32) -> bool {
    (1..0x0080_0000).contains(&(word as i32).unsigned_abs())
}

//! Compares draws of random programs with and without optimisation.
//!
//! Random programs may read variables before writing them, or write an output on some paths only;
//! such differences are meaningless. The test is therefore not part of CI: a difference has to be
//! examined.
//!
//! `cargo test -p glassbox-device-testing --features gpu --test draw_random`; it needs a Vulkan
//! device. `GLASSBOX_PROGRAMS` sets the number of programs, `GLASSBOX_SEED` the first seed,
//! `GLASSBOX_PRINT=1` prints them.

#[path = "support/random.rs"]
mod random;

use glassbox_device_testing::scene::Outcome;
use glassbox_device_testing::vulkan::gpu::Gpu;
use glassbox_testing::random::Random;
use glassbox_vbc::program::Layout;
use glassbox_vbc::write::write;
use glassbox_vsl::{Options, compile};

/// Default number of programs.
const PROGRAMS: u64 = 100;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap_or(default))
}

#[test]
#[ignore = "needs a Vulkan device (Debian: mesa-vulkan-drivers)"]
fn needs_vulkan_optimised_programs_draw_the_same() {
    let gpu = Gpu::open();
    let first = number("GLASSBOX_SEED", 0);
    let mut failures = Vec::new();
    let mut drawn = 0;
    for seed in first..first + number("GLASSBOX_PROGRAMS", PROGRAMS) {
        let text = glassbox_testing::vsl::program(&mut Random::new(seed));
        // If the driver ends the process, the last one printed is the cause.
        eprintln!("seed {seed}");
        if number("GLASSBOX_PRINT", 0) != 0 {
            eprintln!("{text}");
        }
        match draw(&gpu, &text, seed) {
            Ok(Some(())) => drawn += 1,
            Ok(None) => {}
            Err(error) => failures.push(format!("seed {seed}: {error}")),
        }
    }
    assert!(failures.is_empty(), "{} of {drawn} differ\n{}", failures.len(), failures.join("\n"));
    assert!(drawn > 0, "no program draws");
    eprintln!("{drawn} programs draw the same");
}

/// `None` if the program does not compile, or exceeds the device's binding limits.
fn draw(gpu: &Gpu, text: &str, seed: u64) -> Result<Option<()>, String> {
    let mut outcomes = Vec::new();
    for optimize in [false, true] {
        let options = Options { optimize, ..Options::default() };
        // Another test checks that every random program compiles. Variables never written have no
        // defined value.
        let compilation = compile(text, &options);
        let says = |id: &str| compilation.findings.iter().any(|finding| finding.rule.id == id);
        let (undefined_pixels, undefined_locals) = (says("VSL-W007"), says("VSL-W009"));
        let Some(program) = compilation.program.filter(|_| !undefined_locals) else {
            return Ok(None);
        };
        let bytes = write(&program, &Layout::default())?;
        let scene = random::scene(&program, seed);
        match gpu.draw(&bytes, &scene) {
            Ok(mut outcome) => {
                if undefined_pixels {
                    outcome.attachments.clear();
                }
                outcomes.push(outcome);
            }
            Err(error) if error.contains("the device has ") => return Ok(None),
            Err(error) => return Err(error),
        }
    }
    match &outcomes[..] {
        [plain, optimised] => compare(plain, optimised).map(Some),
        _ => Ok(None),
    }
}

fn compare(plain: &Outcome, optimised: &Outcome) -> Result<(), String> {
    if !optimised.messages.is_empty() {
        return Err(optimised.messages.join("\n"));
    }
    for (location, words) in &plain.attachments {
        let others = optimised.attachments.get(location).ok_or("an attachment is missing")?;
        if let Some(at) = words.iter().zip(others).position(|(a, b)| !same(*a, *b)) {
            let (a, b) = (words[at], others[at]);
            let (x, y) = (f32::from_bits(a), f32::from_bits(b));
            return Err(format!("attachment {location}, word {at}: {x} {a:#x} became {y} {b:#x}"));
        }
    }
    for (slot, bytes) in &plain.slots {
        let others = optimised.slots.get(slot).ok_or("a resource is missing")?;
        if let Some(at) = bytes.iter().zip(others).position(|(a, b)| a != b) {
            let at = at & !3;
            return Err(format!(
                "slot {slot}, byte {at}: {:x?} became {:x?}",
                &bytes[at..at + 4],
                &others[at..at + 4]
            ));
        }
    }
    Ok(())
}

fn same(a: u32, b: u32) -> bool {
    a == b || f32::from_bits(a).is_nan() && f32::from_bits(b).is_nan()
}

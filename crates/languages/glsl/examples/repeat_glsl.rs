//! Compiles each file of a list, one path a line, N times in one process, for instruction counters: `measured` is what they look at.
//! The stage of a file is its ending. Prints the path of each file and whether it compiles.
//!
//! ```text
//! cargo build --release -p glassbox-glsl --example repeat_glsl
//! valgrind --tool=callgrind --toggle-collect='repeat_glsl::measured' target/release/examples/repeat_glsl 2 LIST
//! ```

use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;

use glassbox_glsl::source::{Include, Included};
use glassbox_glsl::stage::Stage;
use glassbox_glsl::{Interface, Options, StageSource, compile_program};
use glassbox_spirv::check::{Environment, Vulkan};

/// Included texts in the folder of the text that includes them.
struct Beside;

impl Include for Beside {
    fn find(&self, path: &str, _is_system: bool, from: &str) -> Option<Included> {
        let full = Path::new(from).parent()?.join(path);
        let text = std::fs::read_to_string(&full).ok()?;
        Some(Included { name: full.to_string_lossy().into_owned(), text })
    }

    fn known(&self, _from: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Source to words, as the converters read a stage. Whether there are no errors.
#[inline(never)]
fn measured(stage: StageSource<'_>, options: &Options) -> bool {
    let compiled = compile_program(&[stage], &Beside, options);
    black_box(compiled.stages.first().and_then(|stage| stage.module.words()));
    !compiled.findings.has_errors()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, list] = &arguments[..] else {
        eprintln!("repeat_glsl COUNT LIST");
        return ExitCode::from(2);
    };
    let Ok(list) = std::fs::read_to_string(list) else {
        eprintln!("{list} cannot be read");
        return ExitCode::from(2);
    };
    let options = Options {
        interface: Interface::Separated,
        environment: Environment::Vulkan(Vulkan::V1_2),
        ..Options::default()
    };
    for path in list.lines() {
        let text = std::fs::read(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
        let stage = Stage::named(ending.unwrap_or_default()).unwrap_or(Stage::Fragment);
        let mut is_right = false;
        for _ in 0..count.parse::<u32>().unwrap_or(1) {
            is_right = measured(StageSource::new(stage, path, &text), &options);
        }
        println!("{path} {}", u8::from(is_right));
    }
    ExitCode::SUCCESS
}

//! Generates SkSL programs from a seed: each compiles with and without optimiser and inliner, is unchanged by
//! encoding and lifting, and renders.
#![no_main]

use std::sync::Arc;

use glassbox_core::diagnostic::Severity;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::print::{Style, listing};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl::read::open;
use glassbox_sksl_eval::{Code, Effect, Frame, Settings};
use glassbox_sksl_lang::{Encoding, Options, Program, compile, encode, lift};
use glassbox_testing::random::Random;
use glassbox_testing::sksl::{self, Kind};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let seed = bytes.iter().fold(0_u64, |seed, byte| {
        (seed ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let source = sksl::program(&mut Random::new(seed));
    let kind = match source.kind {
        Kind::Shader => ProgramKind::SHADER,
        Kind::ColorFilter => ProgramKind::COLOR_FILTER,
        Kind::Blender => ProgramKind::BLENDER,
        Kind::Generic => ProgramKind::GENERIC,
    };
    for (optimize, inline_threshold) in [(true, 0), (false, 0), (true, 50)] {
        let mut options = Options::new(kind);
        options.es2 = !source.is_es3;
        options.optimize = optimize;
        options.inline_threshold = inline_threshold;
        let compiled = compile(&source.text, &options);
        let errors: Vec<_> = compiled
            .findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .collect();
        if inline_threshold > 0 && !errors.is_empty() {
            // A parameter that became constant may be a divisor.
            continue;
        }
        assert!(errors.is_empty(), "{errors:?}\n{}", source.text);
        let program = compiled.program.expect("a program without errors");
        let drawn = draw(&program);
        // Calls of children have no command.
        let Ok(bytes) = encode(&program, Encoding::Strict) else {
            assert!(!source.children.is_empty(), "{}", source.text);
            continue;
        };
        let file = open(Window::whole(&bytes), &Limits::default()).expect("a file of the format");
        let mut description = Vec::new();
        listing(&file.model, Style::Description, &mut description).expect("memory takes it");
        assert!(!description.is_empty());
        let lifted = lift(&file).expect("a whole program");
        assert_eq!(
            encode(&lifted, Encoding::Strict).ok().as_deref(),
            Some(&*bytes),
            "{}",
            source.text
        );
        assert_eq!(draw(&lifted), drawn, "{}", source.text);
    }
});

/// Bits of some pixels; `None` if the program cannot run.
fn draw(program: &Program) -> Option<Vec<u32>> {
    let settings = Settings {
        step_limit: 10_000,
        ..Settings::default()
    };
    let effect = Effect::new(Arc::new(Code::compile(program, &settings).ok()?));
    let mut frame = Frame::new(16, 2);
    frame.threads = 1;
    let mut pixels = [0.0_f32; 128];
    effect.render(&frame, &mut pixels, &|_| ()).ok()?;
    Some(pixels.map(f32::to_bits).to_vec())
}

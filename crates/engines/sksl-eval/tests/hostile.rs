//! Damaged files and texts: whatever still reads as a program runs or is refused, within its limits.

use std::sync::Arc;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl::read::open;
use glassbox_sksl_eval::{Code, Effect, Frame, Settings};
use glassbox_sksl_lang::{Encoding, Options, Program, compile, encode, lift};
use glassbox_testing::random::{Random, mutate};
use glassbox_testing::sksl;

/// Draws a program within small limits; says whether it was drawn.
fn draw(program: &Program) -> bool {
    let settings = Settings {
        step_limit: 200,
        operation_limit: 20_000,
        slot_limit: 5_000,
        register_limit: 2_000,
        ..Settings::default()
    };
    let Ok(code) = Code::compile(program, &settings) else {
        return false;
    };
    assert!(code.registers() <= settings.register_limit);
    let effect = Effect::new(Arc::new(code));
    let mut picture = vec![0u8; 5 * 3 * 4];
    effect.render(&Frame::new(5, 3), &mut picture, &|_| ()).is_ok()
}

#[test]
fn damaged_files_are_drawn_or_refused() {
    let mut drawn = 0;
    for seed in 0..120 {
        let source = sksl::program(&mut Random::new(seed));
        let program = compile(&source.text, &Options::new(ProgramKind::SHADER)).program;
        let Some(bytes) = program.and_then(|program| encode(&program, Encoding::Extended).ok()) else {
            continue;
        };
        for damage in 0..40 {
            let bytes = mutate(&bytes, &mut Random::new(seed * 1000 + damage));
            let Ok(file) = open(Window::whole(&bytes), &Limits::default()) else {
                continue;
            };
            if let Ok(program) = lift(&file) {
                drawn += usize::from(draw(&program));
            }
        }
    }
    assert!(drawn > 50, "only {drawn} damaged files were drawn");
}

#[test]
fn damaged_texts_are_drawn_or_refused() {
    let mut drawn = 0;
    for seed in 0..120 {
        let source = sksl::program(&mut Random::new(seed));
        for damage in 0..10 {
            let text = sksl::damage(&source.text, &mut Random::new(seed * 1000 + damage));
            for kind in [ProgramKind::SHADER, ProgramKind::COLOR_FILTER, ProgramKind::FRAGMENT] {
                if let Some(program) = compile(&text, &Options::new(kind)).program {
                    drawn += usize::from(draw(&program));
                }
            }
        }
    }
    assert!(drawn > 50, "only {drawn} damaged texts were drawn");
}

#[test]
fn programs_that_grow_beyond_measure_are_refused() {
    // Each function calls the one before it twice.
    let mut doubling = String::from("noinline float f0(float x) { return x; } ");
    for number in 1..45 {
        let before = number - 1;
        doubling += &format!("noinline float f{number}(float x) {{ return f{before}(x) + f{before}(x); }} ");
    }
    let nothing = doubling.replace("+ f", "* 0 * f");
    let loops = "half4 main(float2 p) { float s = 0; for (int a = 0; a < 9; a++) { for (int b = 0; b < 9; b++) { \
                 for (int c = 0; c < 9; c++) { for (int d = 0; d < 9; d++) { for (int e = 0; e < 9; e++) { s += sin(p.x + s); } \
                 } } } } return half4(half(s)); }";
    let array = "half4 main(float2 p) { float a[4999]; for (int i = 0; i < 9; i++) { a[int(p.x) + i] = p.y; } \
                 return half4(half(a[int(p.y)])); }";
    let main = "half4 main(float2 p) { return half4(half(f44(p.x))); }";
    for source in [doubling + main, nothing + main, loops.to_owned(), array.to_owned()] {
        if let Some(program) = compile(&source, &Options::new(ProgramKind::SHADER)).program {
            draw(&program);
        }
    }
}

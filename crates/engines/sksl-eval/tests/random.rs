//! Random programs: however one comes to the evaluator, it draws the same picture, bit by bit, and nothing panics or hangs.

use std::sync::Arc;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl::read::open;
use glassbox_sksl_eval::{Child, Code, Effect, Frame, Gradient, Settings, Source};
use glassbox_sksl_lang::{Encoding, Options, Program, compile, encode, lift};
use glassbox_testing::random::Random;
use glassbox_testing::sksl::{self, Kind};

/// How many programs; `GLASSBOX_PROGRAMS` asks for more.
fn programs() -> u64 {
    let wanted = std::env::var("GLASSBOX_PROGRAMS").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(400)
}

fn kind(kind: Kind) -> ProgramKind {
    match kind {
        Kind::Shader => ProgramKind::SHADER,
        Kind::ColorFilter => ProgramKind::COLOR_FILTER,
        Kind::Blender => ProgramKind::BLENDER,
        Kind::Generic => ProgramKind::GENERIC,
    }
}

fn settings() -> Settings {
    Settings { step_limit: 20_000, ..Settings::default() }
}

/// What a program draws: bits, or the rule that forbids it. What is not a number has no bits of its own.
fn picture(program: &Program, children: &[(String, Kind)]) -> Result<Vec<u32>, &'static str> {
    let code = Code::compile(program, &settings()).map_err(|findings| findings[0].rule.id)?;
    let mut effect = Effect::new(Arc::new(code));
    let uniforms = effect.code().uniforms().to_vec();
    for uniform in &uniforms {
        let values: Vec<f64> = (1..=uniform.width()).map(|number| number as f64).collect();
        effect.set_uniform(&uniform.name, &values).map_err(|finding| finding.rule.id)?;
    }
    for (name, kind) in children {
        let child = match kind {
            Kind::Shader => Child::Gradient(Gradient {
                start: [0.0, 0.0],
                end: [16.0, 4.0],
                colors: [[1.0, 0.5, 0.25, 1.0], [0.0, 0.25, 0.5, 0.75]],
            }),
            Kind::ColorFilter => Child::Modulate([0.5, 0.25, 0.75, 1.0]),
            _ => Child::Nothing,
        };
        // The compiler drops children that nothing calls.
        let _ = effect.set_child(name, child);
    }
    let frame = Frame {
        source: Source::Color([0.25, 0.5, 0.125, 0.75]),
        destination: Source::Color([0.5, 0.25, 0.375, 0.5]),
        ..Frame::new(16, 4)
    };
    let mut picture = vec![0.0f32; 16 * 4 * 4];
    effect.render(&frame, &mut picture, &|_| ()).map_err(|finding| finding.rule.id)?;
    let bits = picture
        .iter()
        .map(|component| if component.is_nan() { f32::NAN.to_bits() } else { component.to_bits() });
    Ok(bits.collect())
}

#[test]
fn random_programs_draw_the_same_from_source_and_binary() {
    let (mut drawn, mut refused, mut from_binary) = (0, 0, 0);
    for seed in 0..programs() {
        let source = sksl::program(&mut Random::new(seed));
        let options = Options::new(kind(source.kind));
        let Some(program) = compile(&source.text, &options).program else {
            panic!("seed {seed} does not compile:\n{}", source.text);
        };
        let first = picture(&program, &source.children);
        match first {
            Ok(_) => drawn += 1,
            Err(_) => refused += 1,
        }
        let plain = Options { optimize: false, ..options };
        if let Some(program) = compile(&source.text, &plain).program {
            let second = picture(&program, &source.children);
            assert_eq!(first, second, "seed {seed}, not optimised:\n{}", source.text);
        }
        // Child calls and long lists do not fit into a file.
        if let Ok(bytes) = encode(&program, Encoding::Extended)
            && let Ok(lifted) = lift(&open(Window::whole(&bytes), &Limits::default()).expect("a file"))
        {
            from_binary += 1;
            let third = picture(&lifted, &source.children);
            assert_eq!(first, third, "seed {seed}, from its binary:\n{}", source.text);
        }
    }
    println!("{drawn} programs drawn, {refused} refused; {from_binary} from their binaries");
    assert!(
        drawn > refused * 4 && from_binary * 4 > drawn,
        "{drawn} programs drawn, {refused} refused, {from_binary} from binaries"
    );
}

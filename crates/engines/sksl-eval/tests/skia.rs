//! Effects of the corpus have the pictures of Skia: shaders without children, with numbers for their uniforms.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_eval::{Code, Effect, Frame, Settings, Uniform};
use glassbox_sksl_lang::{Options, compile};
use glassbox_testing::{corpus, skia};

/// Width and height of the pictures.
const SIZE: u32 = 8;
/// How far apart a color may be, as the comparison of the evaluator's own programs has it.
const TOLERANCE: f32 = 1.0 / 255.0 + 1e-6;
/// Programs whose pictures differ, and why.
const DIFFERENT: &[(&str, &str)] = &[];

fn shaders(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            shaders(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rts") {
            found.push(path);
        }
    }
}

/// Numbers for the components of a uniform, each another one.
fn values(uniform: &Uniform, number: usize) -> Vec<f64> {
    (0..uniform.width()).map(|component| (component + 1) as f64 * 0.25 + number as f64).collect()
}

/// The picture of the evaluator, and what Skia is given; `None` for what Skia does not take or the test cannot give.
fn evaluated(text: &str) -> Option<(Vec<f32>, Vec<String>)> {
    let program = compile(text, &Options::current(ProgramKind::SHADER)).program?;
    let code = Code::compile(&program, &Settings::default()).ok()?;
    if !code.children().is_empty() || code.uniforms().iter().any(|uniform| !uniform.scalar.is_float()) {
        return None;
    }
    let mut effect = Effect::new(Arc::new(code));
    let mut given = Vec::new();
    let uniforms = effect.code().uniforms().to_vec();
    for (number, uniform) in uniforms.iter().enumerate() {
        let values = values(uniform, number);
        effect.set_uniform(&uniform.name, &values).expect("a uniform");
        let texts: Vec<String> = values.iter().map(f64::to_string).collect();
        given.push(format!("{}={}", uniform.name, texts.join(",")));
    }
    let mut picture = vec![0.0; (SIZE * SIZE * 4) as usize];
    effect.render(&Frame::new(SIZE, SIZE), &mut picture, &|_| ()).ok()?;
    Some((picture, given))
}

#[test]
#[ignore = "needs skia-python: GLASSBOX_SKIA_PYTHON"]
fn needs_skia_python_pictures_of_the_corpus_are_those_of_skia() {
    let mut found = Vec::new();
    shaders(&corpus::folder().join("sksl"), &mut found);
    if let Some(outside) = corpus::outside() {
        shaders(&outside.join("sksl"), &mut found);
    }
    found.sort();
    let (mut compared, mut failures) = (0, Vec::new());
    for path in found.iter().filter(|path| !DIFFERENT.iter().any(|(name, _)| path.ends_with(name))) {
        let text = std::fs::read_to_string(path).expect("a text");
        let Some((own, given)) = evaluated(&text) else { continue };
        compared += 1;
        let limited = |value: f32| if value.is_nan() { value } else { value.clamp(0.0, 1.0) };
        let is_like = |(a, b): (&f32, &f32)| {
            let (a, b) = (limited(*a), limited(*b));
            a.is_nan() && b.is_nan() || (a - b).abs() <= TOLERANCE
        };
        match skia::draw(path, [SIZE, SIZE], &given) {
            Ok(skia) if own.len() == skia.len() => {
                if let Some(at) = (0..own.len()).find(|&at| !is_like((&own[at], &skia[at]))) {
                    failures.push(format!(
                        "{}: number {at} is {}, Skia has {}",
                        path.display(),
                        own[at],
                        skia[at]
                    ));
                }
            }
            Ok(skia) => failures.push(format!("{}: {} numbers", path.display(), skia.len())),
            Err(said) => failures.push(format!("{}: {said}", path.display())),
        }
    }
    println!("{compared} pictures compared");
    assert!(compared >= 5, "{compared} pictures");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

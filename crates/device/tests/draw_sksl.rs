//! Draws with the modules of SkSL programs and compares the pictures with those of SkSL's evaluator.
//!
//! The programs are those of the evaluator's tests and those of `crates/lower/sksl/tests/programs`, with the uniforms and children
//! that their first lines name. The vertex stage is a program in SkSL too.
//!
//! `cargo test -p glassbox-device-testing --features gpu --test draw_sksl -- --ignored`; it needs a Vulkan device.

#[path = "support/effects.rs"]
mod effects;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use effects::{drawn, input_texture, program};
use glassbox_lower_sksl::{Child, ChildProgram, Coordinates, Options, UniformLayout, lower};
use glassbox_sksl::builtin::Opaque;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_eval::{Code, Effect, Frame, Image, Settings, Source};
use glassbox_sksl_lang::Program;
use libtest_mimic::{Arguments, Failed, Trial};

/// Width and height of the pictures.
const SIZE: u32 = glassbox_device_testing::package::picture::SIZE;
/// How far apart a color may be.
const TOLERANCE: f64 = 1.0 / 255.0 + 1e-6;
/// Part of the pixels that may be further apart: edges, where a rounding decides.
const EDGES: f64 = 0.01;

/// Programs that are not compared, and why.
const LEFT_OUT: [(&str, &str); 4] = [
    ("child-image.rts", "it reads beside the image, where the sampler of the tests repeats it"),
    ("noise.rts", SINES),
    ("returned.frag", "what a vertex stage passes on is a uniform of the evaluator"),
    ("voronoi.rts", SINES),
];
const SINES: &str = "the evaluator's sine is an approximation, and noise is made of the last digits of sines";

fn main() {
    let arguments = Arguments::from_args();
    let trials = programs().into_iter().flat_map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        [UniformLayout::Std140, UniformLayout::Skia].map(|layout| {
            let path = path.clone();
            Trial::test(format!("needs_vulkan {name} {layout:?}"), move || run(&path, layout))
                .with_ignored_flag(true)
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// Sources with a kind, of both folders.
fn programs() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["engines/sksl-eval/tests/programs", "lower/sksl/tests/programs"];
    let mut found = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(crates.join(folder)).expect("a folder of programs");
        found.extend(entries.flatten().map(|entry| entry.path()).filter(|path| kind(path).is_some()));
    }
    found.retain(|path| !LEFT_OUT.iter().any(|(name, _)| path.ends_with(name)));
    found.sort();
    found
}

fn kind(path: &Path) -> Option<ProgramKind> {
    match path.extension()?.to_str()? {
        "rts" => Some(ProgramKind::SHADER),
        "rtcf" => Some(ProgramKind::COLOR_FILTER),
        "rtb" => Some(ProgramKind::BLENDER),
        "frag" => Some(ProgramKind::FRAGMENT),
        _ => None,
    }
}

fn numbers(text: &str) -> Vec<f64> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().expect("a number")).collect()
}

/// `// uniform name = …` and `// child name = …` at the beginning of a source.
fn settings<'t>(text: &'t str, wanted: &str) -> Vec<(&'t str, &'t str)> {
    let lines = text.lines().map_while(|line| line.strip_prefix("// "));
    let rest = lines.filter_map(|line| line.strip_prefix(wanted)?.strip_prefix(' '));
    rest.filter_map(|line| line.split_once(" = ")).collect()
}

/// What fragments are given at a location: four functions of the place that are planes.
fn plane(location: u32, component: u32, [x, y]: [f64; 2]) -> f64 {
    match (location, component) {
        (_, 3) => 1.0,
        (0, 0) => 0.5 + 0.5 * x,
        (0, 1) => 0.5 + 0.5 * y,
        (0, _) => 0.25,
        (_, 0) => 0.5,
        (_, 1) => 0.5 - 0.5 * x,
        (_, _) => 0.5 + 0.25 * y,
    }
}

/// The picture of what fragments are given at a location.
fn input(location: u32) -> Image {
    let place = |pixel: u32| (f64::from(pixel) + 0.5) / f64::from(SIZE) * 2.0 - 1.0;
    let pixels = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| [place(x), place(y)]));
    let colors = pixels.map(|at| [0, 1, 2, 3].map(|component| plane(location, component, at) as f32));
    Image::new(SIZE, SIZE, colors.collect()).expect("a picture")
}

/// A child as the evaluator has it, and as the module has it.
struct Children {
    evaluated: Vec<(String, glassbox_sksl_eval::Child)>,
    lowered: BTreeMap<String, Child>,
}

fn children(path: &Path, text: &str, slots: &[(String, Opaque)]) -> Children {
    let mut children = Children { evaluated: Vec::new(), lowered: BTreeMap::new() };
    let given = settings(text, "child");
    for (name, kind) in slots {
        let stated = given.iter().find(|(own, _)| own == name).map(|(_, value)| *value);
        let (evaluated, lowered) = child(path, stated, *kind);
        children.evaluated.extend(evaluated.map(|child| (name.clone(), child)));
        children.lowered.insert(name.clone(), lowered);
    }
    children
}

fn child(path: &Path, stated: Option<&str>, kind: Opaque) -> (Option<glassbox_sksl_eval::Child>, Child) {
    let of = |kind, source: &str| {
        Child::Program(Box::new(ChildProgram { program: program(kind, source), children: BTreeMap::new() }))
    };
    let color = |numbers: &[f64]| -> [f32; 4] { std::array::from_fn(|component| numbers[component] as f32) };
    let Some(stated) = stated else {
        let lowered = match kind {
            Opaque::ColorFilter => of(ProgramKind::COLOR_FILTER, "half4 main(half4 c) { return c; }"),
            Opaque::Blender => {
                of(ProgramKind::BLENDER, "half4 main(half4 s, half4 d) { return s + d * (1 - s.a); }")
            }
            _ => Child::Color([0.0; 4]),
        };
        return (None, lowered);
    };
    let (word, rest) = stated.split_once(' ').unwrap_or((stated, ""));
    match word {
        "color" => {
            let color = color(&numbers(rest));
            (Some(glassbox_sksl_eval::Child::Color(color)), Child::Color(color))
        }
        "modulate" => {
            let color = color(&numbers(rest));
            let [r, g, b, a] = color;
            let source = format!("half4 main(half4 c) {{ return c * half4({r:?}, {g:?}, {b:?}, {a:?}); }}");
            (Some(glassbox_sksl_eval::Child::Modulate(color)), of(ProgramKind::COLOR_FILTER, &source))
        }
        "image" => {
            let image = input_texture();
            let texture = Child::Texture { texture: None, sampler: None };
            (Some(glassbox_sksl_eval::Child::Image(Arc::new(image))), texture)
        }
        "file" => {
            let path = path.with_file_name(rest);
            let source = std::fs::read_to_string(&path).expect("a program");
            let kind = self::kind(&path).expect("a kind");
            let code = Code::compile(&program(kind, &source), &Settings::default()).expect("code");
            let evaluated = glassbox_sksl_eval::Child::Effect(Arc::new(Effect::new(Arc::new(code))));
            (Some(evaluated), of(kind, &source))
        }
        "gradient" => {
            let n = numbers(rest);
            let source = format!(
                "half4 main(float2 p) {{ float2 a = float2({:?}, {:?}); float2 w = float2({:?}, {:?}) - a; \
                 float t = saturate(dot(p - a, w) / dot(w, w)); \
                 return mix(half4({:?}, {:?}, {:?}, {:?}), half4({:?}, {:?}, {:?}, {:?}), half(t)); }}",
                n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11]
            );
            let gradient = glassbox_sksl_eval::Gradient {
                start: [n[0] as f32, n[1] as f32],
                end: [n[2] as f32, n[3] as f32],
                colors: [color(&n[4..8]), color(&n[8..12])],
            };
            (Some(glassbox_sksl_eval::Child::Gradient(gradient)), of(ProgramKind::SHADER, &source))
        }
        _ => panic!("unknown child {stated}"),
    }
}

/// The picture of the evaluator.
fn evaluated(program: &Program, text: &str, children: Vec<(String, glassbox_sksl_eval::Child)>) -> Vec<f32> {
    let code = Code::compile(program, &Settings::default()).unwrap_or_else(|found| panic!("{found:?}"));
    let mut effect = Effect::new(Arc::new(code));
    for (name, value) in settings(text, "uniform") {
        effect.set_uniform(name, &numbers(value)).expect("a uniform");
    }
    for (name, child) in children {
        effect.set_child(&name, child).expect("a child");
    }
    let (source, destination) = (input(0), input(1));
    let frame = Frame {
        source: Source::Image(&source),
        destination: Source::Image(&destination),
        ..Frame::new(SIZE, SIZE)
    };
    let mut picture = vec![0.0; (SIZE * SIZE * 4) as usize];
    effect.render(&frame, &mut picture, &|_| ()).expect("a picture");
    picture
}

fn run(path: &Path, layout: UniformLayout) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let program = program(kind(path).ok_or("no kind")?, &text);
    let code = Code::compile(&program, &Settings::default()).map_err(|found| format!("{found:?}"))?;
    let slots: Vec<(String, Opaque)> =
        code.children().iter().map(|slot| (slot.name.clone(), slot.kind)).collect();
    let Children { evaluated: evaluated_children, lowered: children } = children(path, &text, &slots);
    let options = Options { layout, children, coordinates: Coordinates::Pixel, ..Options::default() };
    let lowered = lower(&program, &options).map_err(|found| format!("{:?}", found.into_vec()))?;
    let expected = evaluated(&program, &text, evaluated_children);
    let words = lowered.module.words().ok_or("no words")?;
    let values = settings(&text, "uniform").into_iter().map(|(name, value)| (name, numbers(value)));
    let found = drawn(words, &lowered.interface, &values.collect::<Vec<_>>())?;
    compare(&expected, &found)
}

fn compare(expected: &[f32], found: &[f64]) -> Result<(), Failed> {
    if expected.len() != found.len() {
        return Err("pictures of two sizes".into());
    }
    let limited = |value: f64| if value.is_nan() { value } else { value.clamp(0.0, 1.0) };
    let is_like = |(a, b): (&f32, &f64)| {
        let (a, b) = (limited(f64::from(*a)), limited(*b));
        a.is_nan() && b.is_nan() || (a - b).abs() <= TOLERANCE
    };
    let unlike: Vec<usize> =
        (0..expected.len()).filter(|&at| !is_like((&expected[at], &found[at]))).collect();
    if unlike.len() as f64 <= EDGES * expected.len() as f64 {
        return Ok(());
    }
    let first = unlike[0];
    let (x, y) = (first as u32 / 4 % SIZE, first as u32 / 4 / SIZE);
    let pixel = first / 4 * 4..first / 4 * 4 + 4;
    Err(format!(
        "{} of {} numbers differ, the first at ({x}, {y}): expected {:?}, found {:?}",
        unlike.len(),
        expected.len(),
        &expected[pixel.clone()],
        &found[pixel]
    )
    .into())
}

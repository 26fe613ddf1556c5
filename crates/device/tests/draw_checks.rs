//! Draws Skia's programs that check themselves: each is green if it is right.
//!
//! `GLASSBOX_SKIA_CHECKOUT` names a checkout of Skia: `tests/SkSLTest.cpp` lists the programs, which are in `resources/sksl`, and what they
//! are given. Each is compiled in the dialect of today, with and without the optimiser, and drawn by the evaluator, by its module, and by
//! the modules that naga and glslang make of its texts in WGSL and GLSL.
//!
//! `cargo test -p glassbox-device-testing --features gpu --test draw_checks -- --ignored`; it needs a Vulkan device and glslangValidator.

#[path = "support/effects.rs"]
mod effects;
#[path = "support/naga_back.rs"]
mod naga_back;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use glassbox_decompile::{Api, Target, decompile};
use glassbox_device_testing::apart;
use glassbox_lower_sksl::interface::Interface;
use glassbox_lower_sksl::{Options, UniformLayout, lower};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_eval::{Code, Effect, Frame, Settings};
use glassbox_sksl_lang::{Dialect, Program, compile};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Module;
use libtest_mimic::{Arguments, Failed, Trial};

/// Width and height of the pictures.
const SIZE: u32 = glassbox_device_testing::package::picture::SIZE;
/// What each pixel is.
const GREEN: [f64; 4] = [0.0, 1.0, 0.0, 1.0];
/// How far apart a color may be.
const TOLERANCE: f64 = 0.5 / 255.0;
/// What the names of arrays in the list begin with.
const VALUES: &str = "kUniform";

fn main() {
    let arguments = Arguments::from_args();
    let trials = match std::env::var_os("GLASSBOX_SKIA_CHECKOUT") {
        Some(folder) => trials(Path::new(&folder)),
        None => vec![Trial::test("needs_skia_checkout", || {
            Err("set GLASSBOX_SKIA_CHECKOUT to a checkout of Skia".into())
        })],
    };
    let trials = trials.into_iter().map(|trial| trial.with_ignored_flag(true)).collect();
    libtest_mimic::run(&arguments, trials).exit();
}

/// A test for each program, and one of how many there are.
fn trials(folder: &Path) -> Vec<Trial> {
    let list = folder.join("tests/SkSLTest.cpp");
    let list = std::fs::read_to_string(&list).unwrap_or_else(|error| panic!("{}: {error}", list.display()));
    let values = Arc::new(values(&list));
    let programs = programs(&list);
    let count = programs.len();
    let mut trials: Vec<Trial> = programs
        .into_iter()
        .map(|(name, path)| {
            let (path, values) = (folder.join("resources/sksl").join(path), Arc::clone(&values));
            Trial::test(format!("needs_skia_checkout {name}"), move || check(&path, &values))
        })
        .collect();
    trials.push(Trial::test("needs_skia_checkout programs are found", move || match count {
        200.. => Ok(()),
        _ => Err(format!("{count} programs, expected more than 200").into()),
    }));
    trials
}

/// `SKSL_TEST(FLAGS, LEVEL, NAME, "PATH")` of each line: names and paths.
fn programs(list: &str) -> Vec<(String, PathBuf)> {
    let rows = list.lines().filter_map(|line| line.strip_prefix("SKSL_TEST(")?.strip_suffix(')'));
    rows.filter_map(|row| {
        let mut words = row.split(',').skip(2).map(str::trim);
        Some((words.next()?.to_owned(), PathBuf::from(words.next()?.trim_matches('"'))))
    })
    .collect()
}

/// `{"NAME", kUniformNAME}` with the numbers of that array.
fn values(list: &str) -> Vec<(String, Vec<f64>)> {
    let array = |name: &str| -> Option<Vec<f64>> {
        let declared = list.split(VALUES).find(|rest| {
            rest.strip_prefix(name)
                .is_some_and(|rest| rest.trim_start().trim_start_matches("[]").trim_start().starts_with('='))
        })?;
        let (_, rest) = declared.split_once('{')?;
        let (numbers, _) = rest.split_once('}')?;
        let words = numbers.split(',').map(|word| word.trim().trim_end_matches('f'));
        words.filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
    };
    let rows = list.lines().filter_map(|line| line.trim().strip_prefix("{\"")?.split_once("\", kUniform"));
    rows.filter_map(|(name, rest)| Some((name.to_owned(), array(rest.split_once('}')?.0)?))).collect()
}

/// Draws a program in every way.
fn check(path: &Path, values: &[(String, Vec<f64>)]) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut wrong = Vec::new();
    for optimize in [true, false] {
        let options = glassbox_sksl_lang::Options {
            dialect: Dialect::Current,
            optimize,
            ..glassbox_sksl_lang::Options::new(ProgramKind::SHADER)
        };
        let compiled = compile(&text, &options);
        let program = compiled.program.ok_or_else(|| format!("it is refused: {:?}", compiled.findings))?;
        for (way, drawn) in ways(&program, values) {
            if let Err(reason) = drawn.and_then(|picture| is_green(&picture)) {
                wrong.push(format!("{way}, optimize {optimize}: {reason}"));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

type Drawn = Result<Vec<f64>, String>;

/// The pictures of a program.
fn ways(program: &Program, values: &[(String, Vec<f64>)]) -> [(&'static str, Drawn); 4] {
    let values: Vec<(&str, Vec<f64>)> =
        values.iter().map(|(name, numbers)| (name.as_str(), numbers.clone())).collect();
    let module = |layout| -> Result<(Module, Interface), String> {
        let lowered = lower(program, &Options { layout, ..Options::default() });
        let lowered = lowered.map_err(|found| format!("{:?}", found.into_vec()))?;
        Ok((lowered.module, lowered.interface))
    };
    let through = |layout, target: Option<Target>| -> Drawn {
        let (module, interface) = module(layout)?;
        let words = match target {
            None => module.words().ok_or("no words")?,
            Some(target) => {
                let source = decompile(&module, &target, &glassbox_decompile::Options::default());
                let text = source.map_err(|refusal| refusal.to_string())?.text;
                let words = match target {
                    Target::Wgsl => naga_back::wgsl(&text).map(unordered),
                    _ => apart::glslang(&text, "frag", &["--target-env", "vulkan1.2"]),
                };
                words.map_err(|error| format!("{error}\n{text}"))?
            }
        };
        effects::drawn(words, &interface, &values)
    };
    [
        ("evaluator", evaluated(program, &values)),
        ("module", through(UniformLayout::Std140, None)),
        ("wgsl", through(UniformLayout::Wgsl, Some(Target::Wgsl))),
        ("glsl", through(UniformLayout::Std140, Some(Target::Glsl(450, Api::Vulkan)))),
    ]
}

/// A module of naga whose `!=` is true beside a NaN, as it is in SkSL and for other compilers of WGSL. The language leaves it open,
/// and naga writes the instruction that is false.
fn unordered(mut words: Vec<u32>) -> Vec<u32> {
    let mut at = 5;
    while let Some(word) = words.get_mut(at) {
        if *word & 0xffff == u32::from(op::F_ORD_NOT_EQUAL) {
            *word = *word & !0xffff | u32::from(op::F_UNORD_NOT_EQUAL);
        }
        at += (*word >> 16).max(1) as usize;
    }
    words
}

fn evaluated(program: &Program, values: &[(&str, Vec<f64>)]) -> Drawn {
    let code = Code::compile(program, &Settings::default()).map_err(|found| format!("{found:?}"))?;
    let mut effect = Effect::new(Arc::new(code));
    for (name, numbers) in values {
        if effect.code().uniforms().iter().any(|uniform| uniform.name == *name) {
            effect.set_uniform(name, numbers).map_err(|error| format!("{error:?}"))?;
        }
    }
    let mut picture = vec![0.0; (SIZE * SIZE * 4) as usize];
    effect.render(&Frame::new(SIZE, SIZE), &mut picture, &|_| ()).map_err(|found| format!("{found:?}"))?;
    Ok(picture.into_iter().map(f64::from).collect())
}

fn is_green(picture: &[f64]) -> Result<(), String> {
    let wrong = picture.as_chunks::<4>().0.iter().find(|pixel| {
        // What is drawn has colors from 0 to 1; a NaN is none of them.
        !pixel.iter().zip(GREEN).all(|(found, wanted)| (found.clamp(0.0, 1.0) - wanted).abs() <= TOLERANCE)
    });
    match wrong {
        Some(pixel) => Err(format!("found {pixel:?}, expected green")),
        None if picture.len() == (SIZE * SIZE * 4) as usize => Ok(()),
        None => Err("a picture of another size".to_owned()),
    }
}

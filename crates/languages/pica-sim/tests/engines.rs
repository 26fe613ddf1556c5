//! Every engine gives the bits of the interpreter.

use glassbox_core::limits::Limits as ReadLimits;
use glassbox_core::reader::Window;
use glassbox_pica_sim::batch::{Batch, Results};
use glassbox_pica_sim::{Inputs, Limits, Precision, Program, Stage, Uniforms, run_batch};
use glassbox_shbin::model::Shbin;
use glassbox_testing::random::Random;
use glassbox_testing::{corpus, pica};

/// The results of the engines beside the interpreter, by name.
fn others(
    program: &Program,
    uniforms: &Uniforms,
    precision: Precision,
    inputs: &[Inputs],
    limits: &Limits,
) -> Vec<(&'static str, Results)> {
    let batch = Batch::new(program, precision).run(uniforms, inputs, limits);
    let jit = jit(program, uniforms, precision, inputs, limits);
    std::iter::once(("batch", batch))
        .chain(jit.map(|results| ("jit", results)))
        .collect()
}

#[cfg(feature = "jit")]
fn jit(
    program: &Program,
    uniforms: &Uniforms,
    precision: Precision,
    inputs: &[Inputs],
    limits: &Limits,
) -> Option<Results> {
    use glassbox_pica_sim::jit::{Jit, Unsupported};
    match Jit::new(program, precision) {
        Ok(jit) => Some(jit.run(uniforms, inputs, limits)),
        Err(Unsupported::TooLarge | Unsupported::Geometry) => None,
        Err(reason) => panic!("{reason}"),
    }
}

#[cfg(not(feature = "jit"))]
fn jit(_: &Program, _: &Uniforms, _: Precision, _: &[Inputs], _: &Limits) -> Option<Results> {
    None
}

fn agree(program: &Program, uniforms: &Uniforms, inputs: &[Inputs], limits: &Limits, what: &str) {
    for precision in Precision::ALL {
        let expected = run_batch(program, uniforms, precision, inputs, limits);
        for (engine, results) in others(program, uniforms, precision, inputs, limits) {
            assert_eq!(results.outputs.len(), expected.len(), "{what}: {engine}");
            let got = results.outputs.iter().zip(&results.ended);
            for (vertex, (expected, (outputs, ended))) in expected.iter().zip(got).enumerate() {
                let place = format!("{what}: {engine}, {precision}, vertex {vertex}");
                assert_eq!(
                    (ended.stop, ended.steps),
                    (expected.stop, expected.steps),
                    "{place}"
                );
                for (register, (got, wanted)) in outputs.iter().zip(&expected.outputs).enumerate() {
                    assert_eq!(
                        got.map(f32::to_bits),
                        wanted.map(f32::to_bits),
                        "{place}, o{register}: {got:?} for {wanted:?}"
                    );
                }
            }
        }
    }
}

/// How many programs to make: `GLASSBOX_PROGRAMS` or the default.
fn count(default: u64) -> u64 {
    let set = std::env::var("GLASSBOX_PROGRAMS").ok();
    set.and_then(|count| count.parse().ok()).unwrap_or(default)
}

#[test]
fn engines_agree_on_random_programs() {
    for seed in 0..count(5_000) {
        let mut random = Random::new(seed);
        let made = pica::program(&mut random);
        let stage = if made.geometry {
            Stage::Geometry
        } else {
            Stage::Vertex
        };
        let program = Program::new(&made.code, &made.descriptors, made.entry, stage);
        let registers = pica::registers(&mut random);
        let uniforms = Uniforms {
            float: registers.float,
            int: registers.int,
            bool: registers.bool,
        };
        let count = [1, 3, 4, 9, 40][random.index(5)];
        let inputs: Vec<Inputs> = (0..count).map(|_| pica::inputs(&mut random)).collect();
        let limits = Limits::steps([5, 100, 2000][random.index(3)]);
        agree(&program, &uniforms, &inputs, &limits, &format!("program {seed}"));
    }
}

/// Uniforms for corpus programs: registers of different values, booleans in patterns, short and longer loops.
fn patterns(random: &mut Random) -> Vec<Uniforms> {
    let mut all = Vec::new();
    for bool in [0, 0x2492, 0x5555, 0xFFFF] {
        let mut uniforms = Uniforms {
            bool,
            ..Uniforms::ZERO
        };
        for (i, register) in uniforms.float.iter_mut().enumerate() {
            let i = i as f32;
            *register = [i / 8.0, 1.0 - i / 16.0, 0.5, 0.0 - i / 4.0];
        }
        for (k, register) in uniforms.int.iter_mut().enumerate() {
            *register = [k as u8 + 1, 2 * k as u8, 1, 0];
        }
        all.push(uniforms);
    }
    for _ in 0..3 {
        let registers = pica::registers(random);
        all.push(Uniforms {
            float: registers.float,
            int: registers.int,
            bool: registers.bool,
        });
    }
    all
}

#[test]
fn engines_agree_on_the_corpus() {
    let mut random = Random::new(11);
    let (mut files, mut programs) = (0, 0);
    for path in corpus::files("shbin", &[".shbin", ".bin", ".dvlb"]) {
        let bytes = std::fs::read(&path).expect("the file is readable");
        let Ok(file) = glassbox_shbin::read::read(Window::whole(&bytes), &ReadLimits::default()) else {
            continue;
        };
        let Shbin::Binary(binary) = file.model else {
            continue;
        };
        files += 1;
        for executable in 0..binary.executables.len() {
            let Ok(program) = Program::from_shbin(&binary, executable) else {
                continue;
            };
            programs += 1;
            let mut inputs: Vec<Inputs> = (0..39).map(|_| pica::inputs(&mut random)).collect();
            inputs.push(std::array::from_fn(|i| {
                let i = i as f32;
                [0.5 * i + 0.25, -1.5 + i, 2.0 - 0.25 * i, 1.0]
            }));
            for mut uniforms in patterns(&mut random) {
                program.apply_constants(&mut uniforms);
                let what = format!("{} executable {executable}", path.display());
                agree(&program, &uniforms, &inputs, &Limits::steps(20_000), &what);
            }
        }
    }
    println!("{programs} executables of {files} files");
    assert!(corpus::folder().is_none() || programs > 250);
}

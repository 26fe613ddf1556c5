//! Compares every engine bit for bit with the interpreter.

#[path = "support/generated.rs"]
mod generated;

use glassbox_core::limits::Limits as ReadLimits;
use glassbox_core::reader::Window;
use glassbox_pica_sim::batch::{Batch, Results};
use glassbox_pica_sim::{Inputs, Limits, Precision, Program, Stage, Uniforms, run_batch};
use glassbox_shbin::model::Shbin;
use glassbox_testing::random::Random;
use glassbox_testing::{corpus, pica};

/// Results of the engines other than the interpreter, by name.
fn others(
    program: &Program,
    uniforms: &Uniforms,
    precision: Precision,
    inputs: &[Inputs],
    limits: &Limits,
) -> Vec<(&'static str, Results)> {
    let batch = Batch::new(program, precision).run(uniforms, inputs, limits);
    let jit = jit(program, uniforms, precision, inputs, limits);
    std::iter::once(("batch", batch)).chain(jit.map(|results| ("jit", results))).collect()
}

#[cfg(feature = "jit")]
fn jit(
    program: &Program,
    uniforms: &Uniforms,
    precision: Precision,
    inputs: &[Inputs],
    limits: &Limits,
) -> Option<Results> {
    use glassbox_pica_sim::jit::{Jit, JitError};
    match Jit::new(program, precision) {
        Ok(jit) => Some(jit.run(uniforms, inputs, limits)),
        Err(JitError::TooLarge | JitError::Geometry) => None,
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
                assert_eq!((ended.stop, ended.steps), (expected.stop, expected.steps), "{place}");
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

/// Number of programs to generate: `GLASSBOX_PROGRAMS` or the default.
fn count(default: u64) -> u64 {
    let set = std::env::var("GLASSBOX_PROGRAMS").ok();
    set.and_then(|count| count.parse().ok()).unwrap_or(default)
}

/// Runs a random program on random vertices.
fn random_program(seed: u64) {
    let mut random = Random::new(seed);
    let (program, _, uniforms) = generated::program(&mut random);
    let count = [1, 3, 4, 9, 40][random.index(5)];
    let inputs: Vec<Inputs> = (0..count).map(|_| pica::inputs(&mut random)).collect();
    let limits = Limits::steps([5, 100, 2000][random.index(3)]);
    agree(&program, &uniforms, &inputs, &limits, &format!("program {seed}"));
}

#[test]
fn engines_agree_on_random_programs() {
    let (programs, workers) = (count(5_000), 2);
    std::thread::scope(|scope| {
        for worker in 0..workers {
            scope.spawn(move || (worker..programs).step_by(workers as usize).for_each(random_program));
        }
    });
}

/// Uniforms for corpus programs: distinct register values, boolean patterns, short and longer
/// loops.
fn patterns(random: &mut Random) -> Vec<Uniforms> {
    let mut all = Vec::new();
    for bool in [0, 0x2492, 0x5555, 0xFFFF] {
        let mut uniforms = Uniforms { bool, ..Uniforms::ZERO };
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
        all.push(Uniforms { float: registers.float, int: registers.int, bool: registers.bool });
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
            // Agreement proves nothing if an engine defers to the interpreter.
            let vertex = program.stage() == Stage::Vertex;
            assert_eq!(Batch::new(&program, Precision::Float24).is_interpreted(), !vertex);
            #[cfg(feature = "jit")]
            assert_eq!(glassbox_pica_sim::jit::Jit::new(&program, Precision::Float24).is_ok(), vertex);
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
    assert!(programs > 200, "{programs} executables");
}

const NOP: u32 = 0x8400_0000;
const END: u32 = 0x8800_0000;

fn flow(opcode: u32, register: u32, target: u32, count: u32) -> u32 {
    opcode << 26 | register << 22 | target << 10 | count
}

/// Stops: exactly exhausted limits, and every kind of trap.
#[test]
fn engines_stop_alike() {
    let looped = |count| vec![flow(0x29, 0, count, 0)];
    let programs: [(&str, Vec<u32>, u32); 12] = [
        ("end", vec![END], 0),
        ("jumps to itself", vec![flow(0x2D, 0, 0, 1)], 0),
        ("calls that do not return", vec![flow(0x24, 0, 0, 1), END], 0),
        ("no code", vec![], 0),
        ("enters behind the code", vec![END], 1),
        ("enters far behind the code", vec![END], 70_000),
        ("leaves the code", vec![NOP; 4], 0),
        ("leaves the code by a jump", vec![flow(0x2D, 0, 4095, 1)], 0),
        ("breaks no loop", vec![NOP, 0x8000_0000, END], 0),
        ("a loop to its end", [looped(2), vec![NOP, NOP, END]].concat(), 0),
        ("emits in the vertex stage", vec![NOP, 0xA800_0000, END], 0),
        ("no such descriptor", vec![0x4C00_0002, END], 0),
    ];
    let inputs = [[[1.0; 4]; 16]; 5];
    let mut uniforms = Uniforms::ZERO;
    uniforms.int[0] = [3, 0, 1, 0];
    for (what, code, entry) in programs {
        let program = Program::new(&code, &[0x36F], entry, Stage::Vertex);
        for steps in 0..14 {
            agree(&program, &uniforms, &inputs, &Limits::steps(steps), &format!("{what}, {steps} steps"));
        }
    }
}

/// Vertices that leave a loop at different iterations and reconverge after it.
#[test]
fn engines_agree_where_vertices_part() {
    // loop i0: { add r0, v0, r0; cmp r0 > c0.x; breakc cmp.x; nop } mov o0, r0; mov o1, c1[aL]; end
    let program = Program::new(
        &[
            flow(0x29, 0, 4, 0),
            0x0200_0800 | 0x10 << 21,
            0x2F << 26 & !(7 << 24) | 2 << 24 | 2 << 21 | 0x20 << 12 | 0x10 << 7,
            flow(0x23, 0b1010, 0, 0),
            NOP,
            0x4C00_0000 | 0x10 << 12,
            0x4C00_0000 | 1 << 21 | 3 << 19 | 0x21 << 12,
            END,
        ],
        &[0x0006_C36F],
        0,
        Stage::Vertex,
    );
    let mut uniforms = Uniforms::ZERO;
    uniforms.int[0] = [9, 0, 2, 0];
    for (number, register) in uniforms.float.iter_mut().enumerate() {
        *register = [number as f32 + 20.0; 4];
    }
    let inputs: Vec<Inputs> = (0..77).map(|vertex| [[vertex as f32 * 0.37; 4]; 16]).collect();
    let ends = run_batch(&program, &uniforms, Precision::Float32, &inputs, &Limits::default());
    let mut lengths: Vec<u64> = ends.iter().map(|end| end.steps).collect();
    lengths.sort_unstable();
    lengths.dedup();
    assert!(lengths.len() > 3, "the vertices take different ways: {lengths:?}");
    agree(&program, &uniforms, &inputs, &Limits::default(), "a loop that is left early");
    agree(&program, &uniforms, &inputs, &Limits::steps(20), "a loop that is left early or stopped");
}

/// Control flow with a state for each subset of open blocks: the program runs on every engine.
#[test]
fn engines_agree_on_programs_with_too_many_states() {
    let mut code: Vec<u32> =
        (0..2000).map(|word| flow(0x27, word % 16, 2100 + (word * 7) % 900, word % 3)).collect();
    code.resize(4095, NOP);
    code.push(END);
    let program = Program::new(&code, &[0x36F], 0, Stage::Vertex);
    assert!(Batch::new(&program, Precision::Float24).is_interpreted());
    for bool in [0, 0x5555, 0xFFFF] {
        let uniforms = Uniforms { bool, ..Uniforms::ZERO };
        let inputs = [[[1.0; 4]; 16]; 2];
        agree(&program, &uniforms, &inputs, &Limits::default(), "many states");
    }
}

#[cfg(feature = "jit")]
#[test]
fn threads_share_compiled_code() {
    let program = Program::new(&[0x4C00_0000, END], &[0x36F], 0, Stage::Vertex);
    let jit = glassbox_pica_sim::jit::Jit::new(&program, Precision::Float24).expect("it compiles");
    std::thread::scope(|scope| {
        for value in [1.0, 2.0, 3.0] {
            let jit = &jit;
            scope.spawn(move || {
                let results = jit.run(&Uniforms::ZERO, &[[[value; 4]; 16]; 50], &Limits::default());
                assert!(results.outputs.iter().all(|outputs| outputs[0] == [value; 4]));
            });
        }
    });
}

//! Every engine gives the bits of the interpreter.

#[path = "support/programs.rs"]
mod programs;

use glassbox_pica_sim::batch::Results;
use glassbox_pica_sim::{Inputs, Limits, Precision, Program, Uniforms, run_batch};
use glassbox_testing::random::Random;

/// The results of the engines beside the interpreter, by name.
fn others(
    program: &Program,
    uniforms: &Uniforms,
    precision: Precision,
    inputs: &[Inputs],
    limits: &Limits,
) -> Vec<(&'static str, Results)> {
    let mut all = Vec::new();
    #[cfg(feature = "jit")]
    match glassbox_pica_sim::jit::Jit::new(program, precision) {
        Ok(jit) => all.push(("jit", jit.run(uniforms, inputs, limits))),
        Err(glassbox_pica_sim::jit::Unsupported::TooLarge) => {}
        Err(reason) => panic!("{reason}"),
    }
    all
}

fn agree(program: &Program, uniforms: &Uniforms, inputs: &[Inputs], limits: &Limits, what: &str) {
    for precision in Precision::ALL {
        let expected = run_batch(program, uniforms, precision, inputs, limits);
        for (engine, results) in others(program, uniforms, precision, inputs, limits) {
            assert_eq!(results.outputs.len(), expected.len(), "{what}: {engine}");
            for (vertex, (expected, (outputs, ended))) in
                expected.iter().zip(results.outputs.iter().zip(&results.ended)).enumerate()
            {
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

fn count(default: u64) -> u64 {
    let set = std::env::var("GLASSBOX_PROGRAMS").ok();
    set.and_then(|count| count.parse().ok()).unwrap_or(default)
}

#[test]
fn engines_agree_on_random_programs() {
    for seed in 0..count(5_000) {
        let mut random = Random::new(seed);
        let program = if seed % 4 == 3 { programs::soup(&mut random) } else { programs::program(&mut random) };
        let uniforms = programs::uniforms(&mut random);
        let inputs: Vec<Inputs> = (0..1 + random.below(7)).map(|_| programs::inputs(&mut random)).collect();
        let limits = Limits::steps(1 + random.below(3000));
        agree(&program, &uniforms, &inputs, &limits, &format!("program {seed}"));
    }
}

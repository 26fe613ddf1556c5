//! Runs one vertex, or many, in one call.

use crate::geometry::Triangle;
use crate::machine::Machine;
use crate::number::Precision;
use crate::program::Program;
use crate::stop::{Limits, Stop};
use crate::uniforms::{Inputs, Outputs, Uniforms};

/// Result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// Final o0 to o15; zero unless written.
    pub outputs: Outputs,
    /// Triangles submitted by a geometry program.
    pub triangles: Vec<Triangle>,
    /// Stop reason.
    pub stop: Stop,
    /// Number of instructions executed.
    pub steps: u64,
}

/// Runs a program once.
#[must_use]
pub fn run(
    program: &Program,
    uniforms: &Uniforms,
    precision: Precision,
    inputs: &Inputs,
    limits: &Limits,
) -> Output {
    let mut machine = Machine::new(program, uniforms, precision);
    once(&mut machine, inputs, limits)
}

/// Runs a program for each input, in order. Runs are independent.
#[must_use]
pub fn run_batch(
    program: &Program,
    uniforms: &Uniforms,
    precision: Precision,
    inputs: &[Inputs],
    limits: &Limits,
) -> Vec<Output> {
    let mut machine = Machine::new(program, uniforms, precision);
    inputs.iter().map(|inputs| once(&mut machine, inputs, limits)).collect()
}

fn once(machine: &mut Machine<'_>, inputs: &Inputs, limits: &Limits) -> Output {
    machine.start(inputs);
    let stop = machine.run(limits);
    Output {
        outputs: *machine.state().outputs(),
        triangles: std::mem::take(&mut machine.emitter_mut().triangles),
        stop,
        steps: machine.steps(),
    }
}

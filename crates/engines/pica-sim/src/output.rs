//! One call for one vertex, or for many.

use crate::geometry::Triangle;
use crate::machine::Machine;
use crate::number::Precision;
use crate::program::Program;
use crate::stop::{Limits, Stop};
use crate::uniforms::{Inputs, Outputs, Uniforms};

/// What a run gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Output {
    /// o0 to o15 at the end; zero where nothing was written.
    pub outputs: Outputs,
    /// Triangles that a geometry program submitted.
    pub triangles: Vec<Triangle>,
    /// Why the run ended.
    pub stop: Stop,
    /// Instructions executed.
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

/// Runs a program for each of many inputs, one after the other. Nothing passes from one run to the next.
#[must_use]
pub fn run_batch(
    program: &Program,
    uniforms: &Uniforms,
    precision: Precision,
    inputs: &[Inputs],
    limits: &Limits,
) -> Vec<Output> {
    let mut machine = Machine::new(program, uniforms, precision);
    inputs
        .iter()
        .map(|inputs| once(&mut machine, inputs, limits))
        .collect()
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

//! Runs many vertices at once, without native code.
//!
//! A program is decoded once. Its operations then run for groups of 32 vertices, each over all
//! lanes of a component before the next, in loops that the compiler vectorises. When the vertices
//! of a group diverge, the first block in control graph order with waiting lanes runs next, masked
//! to those lanes, so that lanes reconverge where their paths do.
//!
//! All results are bit-identical to the interpreter's. Geometry programs, programs whose control
//! graph is too large, and lanes close to the step limit are run by the interpreter itself.
//!
//! ```
//! use glassbox_pica_sim::batch::Batch;
//! use glassbox_pica_sim::{Limits, Precision, Program, Stage, Stop};
//!
//! // `mov o0, v0` and `end`, with the descriptor that writes and reads all components in place.
//! let program = Program::new(&[0x4C00_0000, 0x8800_0000], &[0x36F], 0, Stage::Vertex);
//! let batch = Batch::new(&program, Precision::Float24);
//!
//! let vertices = [[[1.0, 2.0, 3.0, 4.0]; 16]; 100];
//! let results = batch.run(&program.uniforms(), &vertices, &Limits::default());
//! assert_eq!(results.outputs[99][0], [1.0, 2.0, 3.0, 4.0]);
//! assert!(results.ended.iter().all(|ended| ended.stop == Stop::End && ended.steps == 2));
//! ```

mod decode;
mod file;
mod group;
mod kernel;
mod number;

use glassbox_pica::check::Stage;

use crate::machine::Machine;
use crate::number::Precision;
use crate::plan::Plan;
use crate::program::Program;
use crate::stop::{Limits, Stop};
use crate::uniforms::{Inputs, Outputs, Uniforms};

use decode::Code;
use file::LANES;
use group::Group;

/// Maximum number of control graph states (word and stacks) of a program run in groups. Handwritten
/// programs have a few hundred.
pub const MAX_STATES: usize = 1 << 14;

/// End of a vertex's run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Stop reason.
    pub stop: Stop,
    /// Number of instructions executed.
    pub steps: u64,
}

/// Results of many vertices, in input order.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Results {
    /// Final o0 to o15 of each vertex; zero unless written.
    pub outputs: Vec<Outputs>,
    /// End of each run.
    pub ended: Vec<Ended>,
}

impl Results {
    /// Clears the results and reserves space for a number of vertices.
    pub(crate) fn start(&mut self, vertices: usize) {
        self.outputs.clear();
        self.ended.clear();
        self.outputs.reserve(vertices);
        self.ended.reserve(vertices);
    }

    pub(crate) fn push(&mut self, outputs: Outputs, ended: Ended) {
        self.outputs.push(outputs);
        self.ended.push(ended);
    }

    /// Results of a vertex run by the interpreter.
    pub(crate) fn interpret(&mut self, machine: &mut Machine<'_>, inputs: &Inputs, limits: &Limits) {
        machine.start(inputs);
        let stop = machine.run(limits);
        let steps = machine.steps();
        self.push(*machine.state().outputs(), Ended { stop, steps });
    }
}

/// Program prepared for running many vertices.
#[derive(Clone, Debug)]
pub struct Batch {
    program: Program,
    precision: Precision,
    code: Option<Code>,
}

impl Batch {
    /// Decodes a program.
    #[must_use]
    pub fn new(program: &Program, precision: Precision) -> Batch {
        let plan = match program.stage() {
            Stage::Vertex => Plan::new(program, MAX_STATES),
            Stage::Geometry => None,
        };
        Batch { program: program.clone(), precision, code: plan.as_ref().map(Code::new) }
    }

    /// True if the vertices run one by one on the interpreter: the program is for the geometry
    /// unit, or its control graph has more than [`MAX_STATES`] states.
    #[must_use]
    pub const fn is_interpreted(&self) -> bool {
        self.code.is_none()
    }

    /// Runs the program for each input; runs are independent. Triangles of geometry programs are
    /// dropped.
    #[must_use]
    pub fn run(&self, uniforms: &Uniforms, inputs: &[Inputs], limits: &Limits) -> Results {
        let mut results = Results::default();
        self.run_into(uniforms, inputs, limits, &mut results);
        results
    }

    /// Like [`run`](Batch::run), but reuses the memory of existing results, replacing their
    /// contents.
    pub fn run_into(&self, uniforms: &Uniforms, inputs: &[Inputs], limits: &Limits, results: &mut Results) {
        results.start(inputs.len());
        let mut interpreter = Machine::new(&self.program, uniforms, self.precision);
        let Some(code) = &self.code else {
            for inputs in inputs {
                results.interpret(&mut interpreter, inputs, limits);
            }
            return;
        };
        let mut loaded = *uniforms;
        let subnormal = self.precision.load_all(loaded.float.as_flattened_mut());
        let mut group = Group::new(code, &loaded, subnormal, self.precision, limits);
        for chunk in inputs.chunks(LANES) {
            group.run(chunk);
            for (lane, inputs) in chunk.iter().enumerate() {
                match group.result(lane) {
                    Some((outputs, ended)) => results.push(outputs, ended),
                    None => results.interpret(&mut interpreter, inputs, limits),
                }
            }
        }
    }
}

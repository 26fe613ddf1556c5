//! Many vertices at once, without native code.
//!
//! A program is taken apart once. Its operations then run for groups of 32 vertices, each over all lanes of a
//! component before the next, in loops that the compiler turns into vector instructions. Vertices of a group that
//! take different ways wait for each other: of the blocks that some lane is at, the first in the order of the control
//! graph runs next, under the mask of the lanes that are there, so lanes come together where their ways do.
//!
//! Everything that a run gives is what the interpreter gives, to the bit. Geometry programs, programs whose control
//! graph is too large, and lanes whose step limit comes near are run by the interpreter itself.
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

/// States of word and stacks that a program may have to run in groups. Programs that people write have a few hundred.
pub const MAX_STATES: usize = 1 << 14;

/// How the run of a vertex ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Why.
    pub stop: Stop,
    /// Instructions executed.
    pub steps: u64,
}

/// What the runs of many vertices gave, in the order of their inputs.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Results {
    /// o0 to o15 of each vertex at the end; zero where nothing was written.
    pub outputs: Vec<Outputs>,
    /// How each ended.
    pub ended: Vec<Ended>,
}

impl Results {
    /// Forgets what is held and makes room for the results of so many vertices.
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

    /// The results of a vertex, run by the interpreter.
    pub(crate) fn interpret(&mut self, machine: &mut Machine<'_>, inputs: &Inputs, limits: &Limits) {
        machine.start(inputs);
        let stop = machine.run(limits);
        let steps = machine.steps();
        self.push(*machine.state().outputs(), Ended { stop, steps });
    }
}

/// A program that is ready to run for many vertices.
#[derive(Clone, Debug)]
pub struct Batch {
    program: Program,
    precision: Precision,
    code: Option<Code>,
}

impl Batch {
    /// Takes a program apart.
    #[must_use]
    pub fn new(program: &Program, precision: Precision) -> Batch {
        let plan = match program.stage() {
            Stage::Vertex => Plan::new(program, MAX_STATES),
            Stage::Geometry => None,
        };
        Batch {
            program: program.clone(),
            precision,
            code: plan.as_ref().map(Code::new),
        }
    }

    /// Whether the vertices run one by one on the interpreter: the program is for the geometry unit, or its control
    /// graph has more than [`MAX_STATES`] states.
    #[must_use]
    pub const fn is_interpreted(&self) -> bool {
        self.code.is_none()
    }

    /// Runs the program for each of many inputs; nothing passes from one run to the next. Triangles of geometry programs
    /// are not kept.
    #[must_use]
    pub fn run(&self, uniforms: &Uniforms, inputs: &[Inputs], limits: &Limits) -> Results {
        let mut results = Results::default();
        self.run_into(uniforms, inputs, limits, &mut results);
        results
    }

    /// Like [`run`](Batch::run), into results whose memory is used again. What they held is dropped.
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

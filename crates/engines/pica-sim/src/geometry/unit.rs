//! Feeds vertices to a geometry program in the three input modes.
//!
//! Source: PICA200 brief, section 7; the mode and its parameters are in the executable (SHBIN
//! brief, section 1.3).

use std::fmt;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_shbin::raw::GeometryMode;

use super::{Triangle, Vertex};
use crate::machine::Machine;
use crate::number::Precision;
use crate::observe::Observer;
use crate::program::Program;
use crate::rules;
use crate::stop::{Limits, Stop};
use crate::uniforms::{Inputs, Uniforms};

/// Number of float uniforms that vertices can be stored in.
const UNIFORMS: usize = 96;

/// Bool uniform that the hardware sets after the first invocation.
const RAN_BEFORE: u8 = 15;

/// Settings by the application, outside the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feed {
    /// Attributes per vertex: the enabled outputs of the vertex program.
    pub attributes: usize,
    /// Point mode: attributes per invocation, a multiple of those per vertex.
    pub input_count: usize,
    /// Point mode: input register of each attribute of an invocation.
    pub permutation: [u8; 16],
}

impl Feed {
    /// Attributes in order, one vertex per invocation.
    #[must_use]
    pub const fn of(attributes: usize) -> Feed {
        Feed {
            attributes,
            input_count: attributes,
            permutation: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        }
    }
}

/// Destination of vertices, and their number so far.
#[derive(Clone, PartialEq, Debug)]
enum Mode {
    /// Input registers; `filled` is the number of attributes.
    Point { filled: usize },
    /// Uniforms after c0, for `wanted` vertices, the first `full` of which have all attributes.
    Variable { full: usize, wanted: usize, got: usize },
    /// Uniforms from `start` on.
    Fixed { start: usize, wanted: usize, got: usize },
}

/// Geometry unit that takes vertices.
#[derive(Clone, Debug)]
pub struct Unit<'p> {
    machine: Machine<'p>,
    feed: Feed,
    mode: Mode,
    inputs: Inputs,
    /// Next float uniform to store an attribute in.
    register: usize,
}

impl<'p> Unit<'p> {
    /// Creates a unit without vertices, with the program's input mode.
    ///
    /// # Errors
    ///
    /// If the parameters of the mode do not fit the registers or each other.
    pub fn new(
        program: &'p Program,
        uniforms: &Uniforms,
        precision: Precision,
        feed: Feed,
    ) -> Result<Unit<'p>, InputError> {
        let geometry = program.geometry();
        if feed.attributes == 0 || feed.attributes > 16 {
            return Err(InputError::Attributes { count: feed.attributes });
        }
        let mode = match geometry.mode {
            GeometryMode::POINT => {
                let Feed { attributes, input_count, .. } = feed;
                if input_count == 0 || input_count > 16 || input_count % attributes != 0 {
                    return Err(InputError::InputCount { input_count, attributes });
                }
                Mode::Point { filled: 0 }
            }
            GeometryMode::VARIABLE => {
                Mode::Variable { full: usize::from(geometry.full_vertices), wanted: 0, got: 0 }
            }
            GeometryMode::FIXED => {
                let start = usize::from(geometry.fixed_start);
                let wanted = usize::from(geometry.fixed_vertices);
                fits(start, wanted * feed.attributes)?;
                if wanted == 0 {
                    return Err(InputError::NoVertices);
                }
                Mode::Fixed { start, wanted, got: 0 }
            }
            GeometryMode(mode) => return Err(InputError::Mode { mode }),
        };
        let register = if let Mode::Fixed { start, .. } = mode { start } else { 0 };
        Ok(Unit {
            machine: Machine::new(program, uniforms, precision),
            feed,
            mode,
            inputs: [[0.0; 4]; 16],
            register,
        })
    }

    /// Variable mode: starts a primitive of `count` vertices.
    ///
    /// # Errors
    ///
    /// In another mode, within a primitive, or if its vertices do not fit the registers.
    pub fn begin(&mut self, count: u8) -> Result<(), InputError> {
        let Mode::Variable { full, wanted, got } = &mut self.mode else {
            return Err(InputError::NotVariable);
        };
        if *wanted > *got {
            return Err(InputError::Unfinished { wanted: *wanted, got: *got });
        }
        if count == 0 {
            return Err(InputError::NoVertices);
        }
        let vertices = usize::from(count);
        let whole = vertices.min(*full);
        fits(1, whole * self.feed.attributes + (vertices - whole))?;
        (*wanted, *got) = (vertices, 0);
        self.register = 1;
        self.machine.set_float(0, [f32::from(count); 4]);
        Ok(())
    }

    /// Takes a vertex, and runs the program if it was the last one required.
    ///
    /// # Errors
    ///
    /// If the number of attributes is wrong, or no primitive was started in variable mode.
    pub fn push(&mut self, vertex: &Vertex, limits: &Limits) -> Result<Option<Stop>, InputError> {
        self.push_observed(vertex, limits, &mut ())
    }

    /// Like [`push`](Unit::push), with an observer.
    ///
    /// # Errors
    ///
    /// As [`push`](Unit::push).
    pub fn push_observed<O: Observer>(
        &mut self,
        vertex: &Vertex,
        limits: &Limits,
        observer: &mut O,
    ) -> Result<Option<Stop>, InputError> {
        let attributes = vertex.attributes();
        if attributes.len() != self.feed.attributes {
            return Err(InputError::Vertex { found: attributes.len(), expected: self.feed.attributes });
        }
        let full = match &mut self.mode {
            Mode::Point { filled } => {
                let registers = self.feed.permutation.iter().skip(*filled);
                for (value, &register) in attributes.iter().zip(registers) {
                    self.inputs[usize::from(register & 15)] = *value;
                }
                *filled += attributes.len();
                *filled >= self.feed.input_count
            }
            Mode::Variable { wanted, got, .. } if *got >= *wanted => return Err(InputError::NotBegun),
            Mode::Variable { full, wanted, got } => {
                let stored = if *got < *full { attributes.len() } else { 1 };
                *got += 1;
                let full = *got == *wanted;
                self.store(attributes.iter().take(stored));
                full
            }
            Mode::Fixed { wanted, got, .. } => {
                *got += 1;
                let full = *got >= *wanted;
                self.store(attributes.iter());
                full
            }
        };
        Ok(full.then(|| self.invoke(limits, observer)))
    }

    fn store<'a>(&mut self, attributes: impl Iterator<Item = &'a [f32; 4]>) {
        for &value in attributes {
            self.machine.set_float(self.register, value);
            self.register += 1;
        }
    }

    fn invoke<O: Observer>(&mut self, limits: &Limits, observer: &mut O) -> Stop {
        self.machine.restart(&self.inputs);
        let stop = self.machine.run_observed(limits, observer);
        self.machine.set_bool(RAN_BEFORE, true);
        match &mut self.mode {
            Mode::Point { filled } => *filled = 0,
            Mode::Variable { .. } => {}
            Mode::Fixed { start, got, .. } => {
                *got = 0;
                self.register = *start;
            }
        }
        stop
    }

    /// Shader unit.
    #[must_use]
    pub const fn machine(&self) -> &Machine<'p> {
        &self.machine
    }

    /// Removes and returns the triangles submitted so far.
    pub fn take_triangles(&mut self) -> Vec<Triangle> {
        std::mem::take(&mut self.machine.emitter_mut().triangles)
    }
}

fn fits(start: usize, registers: usize) -> Result<(), InputError> {
    if start + registers <= UNIFORMS { Ok(()) } else { Err(InputError::Registers { start, registers }) }
}

/// Reason why vertices cannot be fed to a geometry program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputError {
    /// Unknown input mode of the executable.
    Mode {
        /// Value of the mode field.
        mode: u8,
    },
    /// A vertex has no attributes, or more than 16.
    Attributes {
        /// Number of attributes.
        count: usize,
    },
    /// Point mode: the input count is not a multiple of the attributes, or not from 1 to 16.
    InputCount {
        /// Attributes per invocation.
        input_count: usize,
        /// Attributes per vertex.
        attributes: usize,
    },
    /// Primitive without vertices.
    NoVertices,
    /// Vertices do not fit between their first register and c95.
    Registers {
        /// First register.
        start: usize,
        /// Number of registers required.
        registers: usize,
    },
    /// Primitive started outside variable mode.
    NotVariable,
    /// Primitive started before the previous one is complete.
    Unfinished {
        /// Vertices of the previous primitive.
        wanted: usize,
        /// Vertices received.
        got: usize,
    },
    /// Variable mode: vertex outside a primitive.
    NotBegun,
    /// The number of attributes differs from the feed.
    Vertex {
        /// Attributes of the vertex.
        found: usize,
        /// Attributes of the feed.
        expected: usize,
    },
}

impl InputError {
    /// Converts the error to a finding.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let (message, help) = match *self {
            InputError::Mode { mode } => (
                format!("the geometry mode is {mode}, expected point (0), variable (1) or fixed (2)"),
                "set the mode of the executable",
            ),
            InputError::Attributes { count } => (
                format!("a vertex has {count} attributes, expected 1 to 16"),
                "enable between 1 and 16 outputs of the vertex program",
            ),
            InputError::InputCount { input_count, attributes } => (
                format!(
                    "the input count is {input_count}, expected a multiple of the {attributes} attributes of a vertex, at most 16"
                ),
                "set the input count to the attributes of one invocation",
            ),
            InputError::NoVertices => (
                "a primitive of the geometry program has no vertices".to_owned(),
                "give it at least one vertex",
            ),
            InputError::Registers { start, registers } => (
                format!("{registers} registers of vertices from c{start} on do not fit: c95 is the last"),
                "give fewer vertices or attributes, or start at a lower register",
            ),
            InputError::NotVariable => (
                "a vertex count is given, but the program does not take primitives of variable size"
                    .to_owned(),
                "give the vertices without a count",
            ),
            InputError::Unfinished { wanted, got } => (
                format!("a primitive of {wanted} vertices has {got} when the next one begins"),
                "give the missing vertices first",
            ),
            InputError::NotBegun => (
                "a vertex comes before the vertex count of its primitive".to_owned(),
                "give the vertex count of each primitive first",
            ),
            InputError::Vertex { found, expected } => (
                format!("a vertex has {found} attributes, expected {expected}"),
                "give each vertex the enabled outputs of the vertex program",
            ),
        };
        Diagnostic::new(&rules::GEOMETRY_INPUT, Location::default(), message).help(help)
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic().message)
    }
}

impl std::error::Error for InputError {}

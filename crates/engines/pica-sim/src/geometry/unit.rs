//! How vertices reach a geometry program: the three input modes.
//!
//! Facts: PICA200 brief, section 7; the mode and its numbers stand in the executable (SHBIN brief, section 1.3).

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

/// Float uniforms that vertices can be stored in.
const UNIFORMS: usize = 96;

/// The bool uniform that the hardware sets after the first invocation.
const RAN_BEFORE: u8 = 15;

/// What the application sets beside the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feed {
    /// Attributes of a vertex: the enabled outputs of the vertex program.
    pub attributes: usize,
    /// Point mode: attributes of one invocation, a multiple of those of a vertex.
    pub input_count: usize,
    /// Point mode: the input register of each attribute of an invocation.
    pub permutation: [u8; 16],
}

impl Feed {
    /// Attributes in order, one vertex an invocation.
    #[must_use]
    pub const fn of(attributes: usize) -> Feed {
        Feed {
            attributes,
            input_count: attributes,
            permutation: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        }
    }
}

/// Where vertices go, and how many are there.
#[derive(Clone, PartialEq, Debug)]
enum Mode {
    /// Into input registers; the count of attributes there.
    Point { filled: usize },
    /// Into uniforms behind c0, `wanted` vertices, of which the first `full` bring all attributes.
    Variable { full: usize, wanted: usize, got: usize },
    /// Into uniforms from `start` on.
    Fixed { start: usize, wanted: usize, got: usize },
}

/// A geometry unit that takes vertices.
#[derive(Clone, Debug)]
pub struct Unit<'p> {
    machine: Machine<'p>,
    feed: Feed,
    mode: Mode,
    inputs: Inputs,
    /// The next float uniform to store an attribute in.
    register: usize,
}

impl<'p> Unit<'p> {
    /// A unit before its first vertex. The input mode is the program's.
    ///
    /// # Errors
    ///
    /// When the numbers of the mode do not fit the registers, or each other.
    pub fn new(
        program: &'p Program,
        uniforms: &Uniforms,
        precision: Precision,
        feed: Feed,
    ) -> Result<Unit<'p>, InputError> {
        let geometry = program.geometry();
        if feed.attributes == 0 || feed.attributes > 16 {
            return Err(InputError::Attributes {
                count: feed.attributes,
            });
        }
        let mode = match geometry.mode {
            GeometryMode::POINT => {
                let Feed {
                    attributes,
                    input_count,
                    ..
                } = feed;
                if input_count == 0 || input_count > 16 || input_count % attributes != 0 {
                    return Err(InputError::InputCount {
                        input_count,
                        attributes,
                    });
                }
                Mode::Point { filled: 0 }
            }
            GeometryMode::VARIABLE => Mode::Variable {
                full: usize::from(geometry.full_vertices),
                wanted: 0,
                got: 0,
            },
            GeometryMode::FIXED => {
                let start = usize::from(geometry.fixed_start);
                let wanted = usize::from(geometry.fixed_vertices);
                fits(start, wanted * feed.attributes)?;
                if wanted == 0 {
                    return Err(InputError::NoVertices);
                }
                Mode::Fixed {
                    start,
                    wanted,
                    got: 0,
                }
            }
            GeometryMode(mode) => return Err(InputError::Mode { mode }),
        };
        let register = if let Mode::Fixed { start, .. } = mode {
            start
        } else {
            0
        };
        Ok(Unit {
            machine: Machine::new(program, uniforms, precision),
            feed,
            mode,
            inputs: [[0.0; 4]; 16],
            register,
        })
    }

    /// Variable mode: begins a primitive of `count` vertices.
    ///
    /// # Errors
    ///
    /// In another mode, inside a primitive, or when its vertices do not fit the registers.
    pub fn begin(&mut self, count: u8) -> Result<(), InputError> {
        let Mode::Variable { full, wanted, got } = &mut self.mode else {
            return Err(InputError::NotVariable);
        };
        if *wanted > *got {
            return Err(InputError::Unfinished {
                wanted: *wanted,
                got: *got,
            });
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

    /// Takes a vertex, and runs the program if that was the last one it waits for.
    ///
    /// # Errors
    ///
    /// When the vertex has another number of attributes, or no primitive has begun in variable mode.
    pub fn push(&mut self, vertex: &Vertex, limits: &Limits) -> Result<Option<Stop>, InputError> {
        self.push_observed(vertex, limits, &mut ())
    }

    /// Takes a vertex while somebody watches the run.
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
            return Err(InputError::Vertex {
                found: attributes.len(),
                expected: self.feed.attributes,
            });
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

    /// The shader unit.
    #[must_use]
    pub const fn machine(&self) -> &Machine<'p> {
        &self.machine
    }

    /// The triangles submitted so far; the unit forgets them.
    pub fn take_triangles(&mut self) -> Vec<Triangle> {
        std::mem::take(&mut self.machine.emitter_mut().triangles)
    }
}

fn fits(start: usize, registers: usize) -> Result<(), InputError> {
    if start + registers <= UNIFORMS {
        Ok(())
    } else {
        Err(InputError::Registers { start, registers })
    }
}

/// Why vertices cannot reach a geometry program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputError {
    /// The executable has an input mode that nobody knows.
    Mode {
        /// Its value.
        mode: u8,
    },
    /// A vertex has no attribute, or more than 16.
    Attributes {
        /// How many.
        count: usize,
    },
    /// Point mode: the input count is no multiple of the attributes, or not from 1 to 16.
    InputCount {
        /// The input count.
        input_count: usize,
        /// Attributes of a vertex.
        attributes: usize,
    },
    /// A primitive of no vertices.
    NoVertices,
    /// Vertices do not fit between their first register and c95.
    Registers {
        /// The first register.
        start: usize,
        /// How many are needed.
        registers: usize,
    },
    /// A primitive is begun in a mode that has none.
    NotVariable,
    /// A primitive is begun before the last one has all its vertices.
    Unfinished {
        /// Vertices of the last one.
        wanted: usize,
        /// Vertices that came.
        got: usize,
    },
    /// Variable mode: a vertex comes before a primitive has begun.
    NotBegun,
    /// A vertex has another number of attributes than the feed says.
    Vertex {
        /// Its attributes.
        found: usize,
        /// Those of the feed.
        expected: usize,
    },
}

impl InputError {
    /// The error as a finding.
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
            InputError::InputCount {
                input_count,
                attributes,
            } => (
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
                format!("{registers} registers of vertices from c{start} on do not fit, for c95 is the last"),
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

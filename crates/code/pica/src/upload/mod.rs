//! Generates the register writes that load shaders: code, descriptors, constants and stage configuration.
//!
//! [`commands`] reproduces the writes of the homebrew runtime in its order; inputs it would silently truncate
//! or lose give a [`UploadError`] instead. [`encode()`] packs them into a command list, [`decode()`] splits any
//! list.
//!
//! Facts: SHBIN container brief, sections 3.3, 4.1 and 4.2. The command header, the registers 253 and 25E and
//! the order of the writes are from the public notes on the chip's commands and from the runtime's behaviour.

mod command;
mod output_map;
mod registers;

pub use command::{Command, decode, encode};
pub use output_map::OutputMap;
pub use registers::{Register, register_name};

use std::fmt;

use crate::check::{OutputMapping, Stage};
use crate::float24;

/// Code size limit of the vertex unit in words.
pub const VERTEX_WORDS: usize = 512;
/// Code size limit of the geometry unit in words.
pub const GEOMETRY_WORDS: usize = 4096;
/// Words of code per command.
const CODE_CHUNK: usize = 0x80;

/// Vertex input mode of a geometry shader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GeometryMode {
    /// A fixed number of attributes per run.
    #[default]
    Point,
    /// Primitives of variable size; `full_vertices` vertices have all attributes.
    Variable {
        /// Number of vertices with all attributes.
        full_vertices: u8,
    },
    /// Primitives of fixed size, stored in float uniforms.
    Fixed {
        /// First float uniform.
        start: u8,
        /// Vertices per primitive.
        vertices: u8,
    },
}

/// Input of one unit.
#[derive(Clone, Debug)]
pub struct Shader<'s> {
    /// Target unit.
    pub stage: Stage,
    /// Code words.
    pub code: &'s [u32],
    /// Operand descriptors, first words only; the second words are not sent.
    pub descriptors: &'s [u32],
    /// Entry point as word index.
    pub entry: u32,
    /// Bool registers, bit 0 for b0.
    pub bools: u16,
    /// Integer registers, x in the low byte.
    pub integers: [u32; 4],
    /// Float registers and their float24 values, in sending order.
    pub floats: Vec<(u8, [u32; 4])>,
    /// Output table.
    pub outputs: Vec<OutputMapping>,
    /// Geometry only: true to merge the vertex shader's outputs with its own.
    pub merge: bool,
    /// Geometry only: vertex input mode.
    pub mode: GeometryMode,
}

/// Reason that shaders cannot be loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UploadError {
    /// More code than the unit holds; the runtime would send the first 512 words of vertex code.
    Code {
        /// Unit concerned.
        stage: Stage,
        /// Actual number of words.
        words: usize,
    },
    /// More operand descriptors than the unit holds.
    Descriptors {
        /// Unit concerned.
        stage: Stage,
        /// Actual number of descriptors.
        count: usize,
    },
    /// The entry point is outside the code.
    Entry {
        /// Unit concerned.
        stage: Stage,
        /// Entry point as word index.
        entry: u32,
    },
    /// More output registers than the output map of the last stage holds.
    Outputs {
        /// Actual number of registers.
        count: usize,
    },
    /// The number of vertex attributes for the geometry unit is not 1 to 16.
    Stride {
        /// Actual number of attributes.
        stride: u32,
    },
    /// A float constant for a register that does not exist.
    Float {
        /// Register number.
        register: u8,
    },
}

impl fmt::Display for UploadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = |stage: Stage| match stage {
            Stage::Vertex => "vertex",
            Stage::Geometry => "geometry",
        };
        match *self {
            UploadError::Code { stage, words } => {
                let most = most_words(stage);
                write!(f, "found {words} code words, expected at most {most} for the {} unit", unit(stage))
            }
            UploadError::Descriptors { stage, count } => write!(
                f,
                "found {count} operand descriptors, expected at most 128 for the {} unit",
                unit(stage)
            ),
            UploadError::Entry { stage, entry } => {
                write!(f, "found entry point {entry} of the {} unit outside its code", unit(stage))
            }
            UploadError::Outputs { count } => {
                write!(f, "found {count} output registers in the last stage, expected at most 7")
            }
            UploadError::Stride { stride } => {
                write!(f, "found {stride} attributes a vertex for the geometry unit, expected 1 to 16")
            }
            UploadError::Float { register } => {
                write!(f, "found a constant for c{register}, expected c0 to c95")
            }
        }
    }
}

impl std::error::Error for UploadError {}

const fn most_words(stage: Stage) -> usize {
    match stage {
        Stage::Vertex => VERTEX_WORDS,
        Stage::Geometry => GEOMETRY_WORDS,
    }
}

/// Writes for a vertex shader, for both shaders of a pair, or for a geometry shader whose vertex shader is
/// sent separately. `stride` is the number of attributes per vertex that reach the geometry unit; by default
/// that of the vertex shader's outputs.
///
/// # Errors
///
/// The first limit exceeded.
pub fn commands(
    vertex: Option<&Shader<'_>>,
    geometry: Option<&Shader<'_>>,
    stride: Option<u32>,
) -> Result<Vec<Command>, UploadError> {
    let mut writes = Writes::default();
    for shader in vertex.into_iter().chain(geometry) {
        check(shader)?;
    }
    if let Some(vertex) = vertex {
        let has_geometry = geometry.is_some();
        writes.write_masked(Register::GEOMETRY_CONFIG, 0x3, if has_geometry { 2 } else { 0 });
        writes.write_masked(Register::GEOMETRY_CONFIG2, 0x3, 0);
        writes.write_masked(Register::VERTEX_COMMON, 0x1, u32::from(has_geometry));
        writes.program(vertex);
        let map = OutputMap::new(&vertex.outputs);
        writes.one(Register::OUTPUT_MASK.of(Stage::Vertex), u32::from(map.mask));
        writes.one(Register::VERTEX_OUTPUTS1, (map.registers().max(1) - 1) as u32);
        writes.one(Register::VERTEX_OUTPUTS2, (map.registers().max(1) - 1) as u32);
    }
    if let Some(geometry) = geometry {
        writes.program(geometry);
        let map = OutputMap::new(&geometry.outputs);
        writes.one(Register::OUTPUT_MASK.of(Stage::Geometry), u32::from(map.mask));
    }
    if let Some(last) = geometry.or(vertex) {
        let own = OutputMap::new(&last.outputs);
        let map = match (vertex, geometry) {
            (Some(vertex), Some(geometry)) if geometry.merge => own.merged(&OutputMap::new(&vertex.outputs)),
            _ => own,
        };
        let words = map.words().ok_or(UploadError::Outputs { count: map.registers() })?;
        writes.write_masked(Register::PRIMITIVE_CONFIG, 0x1, words[0].max(1) - 1);
        writes.run(Register::OUTPUT_TOTAL, words.to_vec());
        writes.one(Register::OUTPUT_MODE, u32::from(map.has_texture));
        writes.one(Register::OUTPUT_CLOCK, map.clock);
    }
    match geometry {
        Some(geometry) => writes.geometry(geometry, vertex, stride)?,
        None => {
            writes.write_masked(Register::GEOMETRY_CONFIG, 0xA, 0);
            writes.one(Register::GEOMETRY_MISC0, 0);
            writes.one(Register::GEOMETRY_MISC1, 0);
            writes.one(Register::INPUT_BUFFER.of(Stage::Geometry), 0xA000_0000);
        }
    }
    for shader in vertex.into_iter().chain(geometry) {
        writes.uniforms(shader)?;
    }
    Ok(writes.commands)
}

fn check(shader: &Shader<'_>) -> Result<(), UploadError> {
    let (stage, words) = (shader.stage, shader.code.len());
    if words > most_words(stage) {
        return Err(UploadError::Code { stage, words });
    }
    if shader.descriptors.len() > crate::sharing::LIMIT {
        let count = shader.descriptors.len();
        return Err(UploadError::Descriptors { stage, count });
    }
    if shader.entry as usize >= words {
        let entry = shader.entry;
        return Err(UploadError::Entry { stage, entry });
    }
    Ok(())
}

#[derive(Default)]
struct Writes {
    commands: Vec<Command>,
}

impl Writes {
    fn one(&mut self, register: Register, value: u32) {
        self.write_masked(register, 0xF, value);
    }

    fn write_masked(&mut self, register: Register, mask: u8, value: u32) {
        self.commands.push(Command {
            register: register.0,
            mask,
            is_consecutive: false,
            parameters: vec![value],
        });
    }

    /// Writes values to consecutive registers.
    fn run(&mut self, register: Register, parameters: Vec<u32>) {
        self.commands.push(Command { register: register.0, mask: 0xF, is_consecutive: true, parameters });
    }

    /// Writes values to one register, at most `chunk` per command.
    fn stream(&mut self, register: Register, values: &[u32], chunk: usize) {
        for values in values.chunks(chunk.max(1)) {
            self.commands.push(Command {
                register: register.0,
                mask: 0xF,
                is_consecutive: false,
                parameters: values.to_vec(),
            });
        }
    }

    /// Writes code, descriptors and entry point.
    fn program(&mut self, shader: &Shader<'_>) {
        let of = |register: Register| register.of(shader.stage);
        self.one(of(Register::CODE_INDEX), 0);
        self.stream(of(Register::CODE_DATA), shader.code, CODE_CHUNK);
        self.one(of(Register::CODE_END), 1);
        self.one(of(Register::DESCRIPTOR_INDEX), 0);
        self.stream(of(Register::DESCRIPTOR_DATA), shader.descriptors, crate::sharing::LIMIT);
        self.one(of(Register::ENTRY), 0x7FFF_0000 | (shader.entry & 0xFFFF));
    }

    /// Configures the vertex input of the geometry unit.
    fn geometry(
        &mut self,
        shader: &Shader<'_>,
        vertex: Option<&Shader<'_>>,
        stride: Option<u32>,
    ) -> Result<(), UploadError> {
        let outputs = vertex.map(|vertex| OutputMap::new(&vertex.outputs).registers() as u32);
        let stride = stride.or(outputs).unwrap_or(1);
        if !(1..=16).contains(&stride) {
            return Err(UploadError::Stride { stride });
        }
        let (variable, misc0, misc1) = match shader.mode {
            GeometryMode::Point => (0, 0, 0),
            GeometryMode::Variable { full_vertices } => {
                (0x8000_0000, 1, u32::from(full_vertices).wrapping_sub(1))
            }
            GeometryMode::Fixed { start, vertices } => {
                let count = u32::from(vertices).wrapping_sub(1) & 0xFF;
                (0, 0x0100_0002 | u32::from(start) << 16 | (stride - 1) << 12 | count << 8, 0)
            }
        };
        self.write_masked(Register::GEOMETRY_CONFIG, 0xA, variable);
        self.one(Register::GEOMETRY_MISC0, misc0);
        self.one(Register::GEOMETRY_MISC1, misc1);
        let collects = if shader.mode == GeometryMode::Point { 0 } else { 0x100 };
        self.one(Register::INPUT_BUFFER.of(Stage::Geometry), 0x0800_0000 | collects | (stride - 1));
        // Attribute n goes to vn.
        self.run(Register::PERMUTATION.of(Stage::Geometry), vec![0x7654_3210, 0xFEDC_BA98]);
        Ok(())
    }

    /// Writes the uniforms set by the file.
    fn uniforms(&mut self, shader: &Shader<'_>) -> Result<(), UploadError> {
        let of = |register: Register| register.of(shader.stage);
        self.one(of(Register::BOOLS), 0x7FFF_0000 | u32::from(shader.bools));
        self.run(of(Register::INTEGERS), shader.integers.to_vec());
        for &(register, value) in &shader.floats {
            if register > 95 {
                return Err(UploadError::Float { register });
            }
            let [first, second, third] = float24::pack(value);
            let words = vec![u32::from(register), first, second, third];
            self.run(of(Register::FLOAT_INDEX), words);
        }
        Ok(())
    }
}

//! Runs shaders: the interface of engines, and the parsing of their input values.
//!
//! An engine splits a file of its format into entry points ([`Runnable`]); a prepared entry point is a [`Runner`]: it
//! has slots for values, accepts them, and runs. This module and its submodules are independent of formats; [`load`]
//! holds the list of engines.
//!
//! ```
//! use glassbox::run::{self, Options};
//!
//! // Bytes of no format that runs.
//! assert!(run::load(b"not a shader", None).is_none());
//! # let _ = Options::default();
//! ```

mod argument;
mod columns;
mod pica;
mod rules;
mod source;

pub(crate) use argument::rows;
pub use argument::{Argument, ArgumentValue, argument, values};
pub use columns::{Columns, Component, Mapped, map, map_all};
pub use rules::*;
pub use source::{Built, SourceMap, build};

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::format::Format;
use glassbox_core::stage::is_same;

/// A file with runnable shaders.
pub trait Runnable {
    /// The entry points, in the order of the file.
    fn entries(&self) -> &[Entry];

    /// Prepares entry point `entry`. `Err` gives the reason it does not run.
    fn start(&self, entry: usize, options: &Options) -> Result<Box<dyn Runner + '_>, Box<Diagnostic>>;
}

/// An entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Name; not always different from the others' names.
    pub name: String,
    /// Stage, one of [`glassbox_core::interface::stage`].
    pub stage: &'static str,
    /// Path of its definition, such as `dvle[0]`.
    pub path: String,
}

/// Options for running a shader.
#[derive(Clone, Debug)]
pub struct Options {
    /// Use 32-bit floats where the hardware has fewer bits.
    pub float32: bool,
    /// Engine to use.
    pub engine: Engine,
    /// Maximum number of instructions per run.
    pub steps: u64,
    /// Rows per run of a geometry program; `None` uses the number the program states.
    pub group: Option<usize>,
}

impl Default for Options {
    fn default() -> Options {
        Options { float32: false, engine: Engine::Interpreter, steps: 1_000_000, group: None }
    }
}

/// Engine that runs a shader. All give the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// An instruction at a time. It is the only one that can be watched.
    #[default]
    Interpreter,
    /// Many vertices at once.
    Batch,
    /// As native code; only in programs that were built with the feature `jit`.
    Jit,
}

impl Engine {
    /// `interpreter`, `batch` or `jit`.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Interpreter => "interpreter",
            Engine::Batch => "batch",
            Engine::Jit => "jit",
        }
    }
}

impl std::fmt::Display for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// An input, uniform or output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Role of the slot.
    pub role: Role,
    /// Name in the file; may be empty.
    pub name: String,
    /// Its registers in the spelling of the format, such as `c0-c3`.
    pub register: String,
    /// Semantic of an output, such as `position`; empty for others.
    pub semantic: String,
    /// Type of its components.
    pub scalar: Scalar,
    /// Components that count, bit 0 for the first.
    pub mask: u8,
    /// Number of vectors.
    pub count: usize,
    /// True if all vectors must be set: a declared matrix is set whole, a register is where values begin.
    pub whole: bool,
    /// Number used by the engine.
    pub id: u32,
}

impl Slot {
    /// Its name, or else its register.
    pub fn title(&self) -> &str {
        match self.name.as_str() {
            "" => &self.register,
            name => name,
        }
    }
}

/// Role of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Another value for every vertex.
    Input,
    /// One value for all vertices.
    Uniform,
    /// A result of the run.
    Output,
}

/// Type of components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// Floating-point numbers.
    Float,
    /// Whole numbers up to this one.
    Int {
        /// Maximum value.
        most: u32,
    },
    /// Truth values, one a vector.
    Bool,
}

/// The value of a vector.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Floating-point components.
    Float([f32; 4]),
    /// Integer components.
    Int([u32; 4]),
    /// A truth value.
    Bool(bool),
}

/// An entry point that is ready to run.
pub trait Runner {
    /// The declared inputs, or the inputs the code reads if the file declares none.
    fn inputs(&self) -> &[Slot];

    /// The declared uniforms.
    fn uniforms(&self) -> &[Slot];

    /// Outputs of the run.
    fn outputs(&self) -> &[Slot];

    /// The slot denoted by a name or a register, with an index such as `[2]` or without. The finding has no location;
    /// the caller has that of the name.
    fn find(&self, name: &str) -> Result<Slot, Box<Diagnostic>>;

    /// Sets vectors of a slot, from its first one on. Inputs stay for every run that does not set them itself.
    fn set(&mut self, slot: &Slot, values: &[Value]);

    /// The selected engine.
    fn engine(&self) -> Engine;

    /// Inputs and uniforms set neither by the caller nor by the file.
    fn unset(&self) -> Vec<&Slot>;

    /// Runs once with the inputs that are set.
    fn run(&mut self, watcher: &mut dyn Observer) -> Run;

    /// Runs for many vertices. Each row holds a vector for each of `slots`, or is ignored if there are none; other
    /// inputs keep their values. Runs follow the order of the rows, one per row or per group of rows. Watched runs use
    /// the interpreter, whatever engine is selected; a program the engine cannot run is refused.
    fn run_rows(
        &mut self,
        slots: &[Slot],
        rows: &[[f32; 4]],
        watcher: &mut dyn Observer,
    ) -> Result<Vec<Run>, Box<Diagnostic>>;

    /// Number of words or instructions in the program; traces and profiles count positions below it.
    fn places(&self) -> u32;

    /// The instruction at a position, as text.
    fn text(&self, place: u32) -> String;

    /// The label at a position, such as a procedure.
    fn label(&self, place: u32) -> Option<&str>;
}

/// Result of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The values of the runner's outputs, in their order.
    pub outputs: Vec<[f32; 4]>,
    /// The triangles of a geometry program.
    pub triangles: Vec<Triangle>,
    /// Instructions that ran.
    pub steps: u64,
    /// Reason it stopped early. The results are then those so far.
    pub failure: Option<Box<Diagnostic>>,
}

/// A triangle emitted by a geometry program.
#[derive(Clone, PartialEq, Debug)]
pub struct Triangle {
    /// Its vertices in drawing order, each with the values of the runner's outputs.
    pub corners: [Vec<[f32; 4]>; 3],
}

/// An instruction that ran, or a remark about the run.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Position of the instruction.
    pub place: Option<u32>,
    /// Its effect as a line of text, without the position.
    pub line: String,
}

/// Callbacks invoked while a program runs.
pub trait Observer {
    /// A run begins.
    fn begin(&mut self) {}

    /// True to receive every instruction.
    fn wants_steps(&self) -> bool;

    /// An instruction ran.
    fn step(&mut self, step: &Step);

    /// True to receive counts.
    fn wants_counts(&self) -> bool;

    /// Called after a run with the execution count of the instruction at a position.
    fn count(&mut self, place: u32, times: u64);

    /// True to receive findings on behaviour the hardware may not share.
    fn wants_findings(&self) -> bool;

    /// Receives a finding on behaviour the hardware may not share, after the run.
    fn finding(&mut self, finding: Diagnostic);
}

/// Ignores everything.
pub struct NoObserver;

impl Observer for NoObserver {
    fn wants_steps(&self) -> bool {
        false
    }

    fn step(&mut self, _: &Step) {}

    fn wants_counts(&self) -> bool {
        false
    }

    fn count(&mut self, _: u32, _: u64) {}

    fn wants_findings(&self) -> bool {
        false
    }

    fn finding(&mut self, _: Diagnostic) {}
}

/// Creates a [`Runnable`] from a file.
type Loader = for<'a> fn(&'a [u8]) -> Result<Box<dyn Runnable + 'a>, Box<Diagnostic>>;

/// The formats that run.
static ENGINES: &[(&str, Loader)] = &[("shbin", pica::load)];

/// Loads a file to run, in the given or the detected format; `None` if files of its kind cannot run.
pub fn load<'a>(
    bytes: &'a [u8],
    as_format: Option<&'static dyn Format>,
) -> Option<Result<Box<dyn Runnable + 'a>, Box<Diagnostic>>> {
    let format = as_format.or_else(|| crate::detect(bytes))?;
    let (_, loader) = ENGINES.iter().find(|(id, _)| *id == format.id())?;
    Some(loader(bytes))
}

/// Ids of the formats that run.
pub fn formats() -> impl Iterator<Item = &'static str> {
    ENGINES.iter().map(|(id, _)| *id)
}

/// The number of the entry point that a text means: its number, its name or its stage. `Err` when there is none, or
/// several of that name or stage.
pub fn entry(entries: &[Entry], wanted: &str) -> Result<usize, Box<Diagnostic>> {
    let place = || glassbox_core::diagnostic::Location::in_text(wanted, 0..wanted.len());
    let listed: Vec<String> = entries
        .iter()
        .enumerate()
        .take(8)
        .map(|(number, entry)| format!("{number} ({} {})", entry.stage, entry.name))
        .collect();
    let help = format!("choose one by its number: {}", listed.join(", "));
    if let Ok(number) = wanted.parse::<usize>()
        && number < entries.len()
    {
        return Ok(number);
    }
    let found: Vec<usize> = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.name == wanted || entry.path == wanted || is_same(entry.stage, wanted))
        .map(|(number, _)| number)
        .collect();
    let message = match (found.as_slice(), entries.len()) {
        ([one], _) => return Ok(*one),
        ([], 1) => format!("found no entry point `{wanted}`; the file has one"),
        ([], count) => format!("found no entry point `{wanted}` among {count}"),
        (several, _) => format!("found {} entry points that are `{wanted}`", several.len()),
    };
    Err(Box::new(Diagnostic::new(&ENTRY, place(), message).help(help)))
}

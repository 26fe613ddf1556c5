//! Running shaders: what every engine offers, and how values get into it.
//!
//! An engine takes a file of its format apart into entry points ([`Runnable`]); an entry point made ready is a [`Runner`]:
//! it has places for values, takes them, and runs. This module and those below it know no format; the engines are in the
//! list [`load`] goes through.
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
pub use argument::{Argument, Given, argument, values};
pub use columns::{Columns, Component, Mapped, map, map_all};
pub use rules::*;
pub use source::{Built, SourceMap, build};

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::format::Format;
use glassbox_core::stage::is_same;

/// A file whose shaders run.
pub trait Runnable {
    /// The entry points, in the order of the file.
    fn entries(&self) -> &[Entry];

    /// Makes an entry point ready, by its number. `Err` says why it does not run.
    fn start(&self, entry: usize, options: &Options) -> Result<Box<dyn Runner + '_>, Box<Diagnostic>>;
}

/// An entry point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Name; not always different from the others' names.
    pub name: String,
    /// Stage, one of [`glassbox_core::interface::stage`].
    pub stage: &'static str,
    /// Path of what defines it, such as `dvle[0]`.
    pub path: String,
}

/// How a shader is to be run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Calculate with 32-bit floats where the hardware has fewer bits.
    pub float32: bool,
    /// What runs it.
    pub engine: Engine,
    /// Most instructions that one run may take.
    pub steps: u64,
    /// Rows that make one run of a geometry program; `None` takes what the program itself says.
    pub group: Option<usize>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            float32: false,
            engine: Engine::Interpreter,
            steps: 1_000_000,
            group: None,
        }
    }
}

/// What runs a shader. All of them give the same bits.
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

/// Where a value goes in or comes out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// What it is for.
    pub role: Role,
    /// Name that the file gives it; empty without one.
    pub name: String,
    /// Its registers in the spelling of the format, such as `c0-c3`.
    pub register: String,
    /// What an output feeds, such as `position`; empty for others.
    pub semantic: String,
    /// What its components are.
    pub scalar: Scalar,
    /// Components that count, bit 0 for the first.
    pub mask: u8,
    /// How many vectors it has.
    pub count: usize,
    /// Whether all vectors have to be given: a declared matrix is whole, a register is where values begin.
    pub whole: bool,
    /// Number that the engine knows it by.
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

/// What a slot is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Another value for every vertex.
    Input,
    /// One value for all vertices.
    Uniform,
    /// A result.
    Output,
}

/// What components are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// Numbers.
    Float,
    /// Whole numbers up to this one.
    Int {
        /// The largest.
        most: u32,
    },
    /// Truth values, one a vector.
    Bool,
}

/// The value of a vector.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Numbers.
    Float([f32; 4]),
    /// Whole numbers.
    Int([u32; 4]),
    /// A truth value.
    Bool(bool),
}

/// An entry point that is ready to run.
pub trait Runner {
    /// The declared inputs, or where the file declares none those that the code reads.
    fn inputs(&self) -> &[Slot];

    /// The declared uniforms.
    fn uniforms(&self) -> &[Slot];

    /// What comes out.
    fn outputs(&self) -> &[Slot];

    /// The slot that a name or a register means, with an index such as `[2]` or without. The finding has no place; the
    /// caller knows where the name stands.
    fn find(&self, name: &str) -> Result<Slot, Box<Diagnostic>>;

    /// Sets vectors of a slot, from its first one on. Inputs stay for every run that does not set them itself.
    fn set(&mut self, slot: &Slot, values: &[Value]);

    /// The engine that was asked for.
    fn engine(&self) -> Engine;

    /// The inputs and uniforms that nobody has set, and the file does not either.
    fn unset(&self) -> Vec<&Slot>;

    /// Runs once with the inputs that are set.
    fn run(&mut self, watcher: &mut dyn Watcher) -> Run;

    /// Runs for many vertices. Each row holds a vector for each of `slots`, or anything where there are none; inputs that are in none of them keep the value
    /// that was set. Runs come in the order of the rows, one for each row or for each group of rows. What is watched runs
    /// in the interpreter, whatever engine was asked for; a program that the engine cannot run is refused.
    fn run_rows(
        &mut self,
        slots: &[Slot],
        rows: &[[f32; 4]],
        watcher: &mut dyn Watcher,
    ) -> Result<Vec<Run>, Box<Diagnostic>>;

    /// How many words or instructions the program has; traces and profiles count places below it.
    fn places(&self) -> u32;

    /// The instruction at a place, as text.
    fn text(&self, place: u32) -> String;

    /// The name that stands at a place, such as a procedure.
    fn label(&self, place: u32) -> Option<&str>;
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Run {
    /// The values of the runner's outputs, in their order.
    pub outputs: Vec<[f32; 4]>,
    /// The triangles of a geometry program.
    pub triangles: Vec<Triangle>,
    /// Instructions that ran.
    pub steps: u64,
    /// Why it ended before its end. The results are then what there was.
    pub failure: Option<Box<Diagnostic>>,
}

/// A triangle that a geometry program made.
#[derive(Clone, PartialEq, Debug)]
pub struct Triangle {
    /// Its corners in the order in which it is drawn, each with the values of the runner's outputs.
    pub corners: [Vec<[f32; 4]>; 3],
}

/// An instruction that ran, or a remark about the run.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Where the instruction stands.
    pub place: Option<u32>,
    /// What it did, in words: a line without its place.
    pub line: String,
}

/// Who is told what happens in a run.
pub trait Watcher {
    /// A run begins.
    fn begin(&mut self) {}

    /// Whether it wants to know of every instruction.
    fn wants_steps(&self) -> bool;

    /// An instruction ran.
    fn step(&mut self, step: &Step);

    /// Whether it wants to count.
    fn wants_counts(&self) -> bool;

    /// How often the instruction at a place ran, once the run is over.
    fn count(&mut self, place: u32, times: u64);

    /// Whether it wants to know what the hardware would not take as well as this.
    fn wants_findings(&self) -> bool;

    /// Something that the hardware would not take as well, once the run is over.
    fn finding(&mut self, finding: Diagnostic);
}

/// Watches nothing.
pub struct Unwatched;

impl Watcher for Unwatched {
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

/// What makes a [`Runnable`] of a file.
type Loader = for<'a> fn(&'a [u8]) -> Result<Box<dyn Runnable + 'a>, Box<Diagnostic>>;

/// The formats that run.
static ENGINES: &[(&str, Loader)] = &[("shbin", pica::load)];

/// Loads a file to be run, as the given format or as what it is; `None` when files of its kind do not run.
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

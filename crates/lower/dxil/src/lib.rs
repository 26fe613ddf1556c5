#![doc = include_str!("../README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | `source` | the program: module, bodies, shader metadata |
//! | `views` | resources as the program declares or annotates them, and what each handle stands for |
//! | `rows` | addresses in buffers as sums of values |
//! | `merge` | handles that come from several places |
//! | `survey` | how resources, inputs and memory are used, before anything is written |
//! | `writer` | the module while it is written; values of the function that is written |
//! | `types`, `constants`, `memory` | types, constants, pointers |
//! | `function`, `instruction` | functions out of blocks; LLVM instructions |
//! | `resources` | variables of resources, declared where they are first used |
//! | `ops` | the table of DXIL operations, and what each becomes |
//! | `entry` | the entry point: interface, execution modes, what stages have of their own |
//! | `debug` | names and source lines |
//! | `finish` | structured control flow, the check |

mod constants;
mod debug;
mod entry;
mod finish;
mod function;
mod instruction;
mod memory;
mod merge;
mod ops;
mod resources;
mod rows;
mod source;
mod survey;
mod types;
mod views;
mod writer;

use glassbox_core::interface::Interface;
use glassbox_core::stage::Stage;
use glassbox_spirv::module::Module;

pub use glassbox_lower_directx::bindings::{Bindings, Bound, Range, RegisterClass};
pub use glassbox_lower_directx::{Outcome, Refusal, rules};
pub use source::{EntryPoint, EntryPoints, entry_points, read};

/// What is written.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where registers are bound.
    pub bindings: Bindings,
    /// The reflection of the container: names of resources that the program does not have, members of constant buffers.
    pub interface: Interface,
    /// Leaves constant buffers rows of numbers, whatever is known of their members.
    pub without_members: bool,
    /// Makes buffers of structures arrays of these, as HLSL declares them, in the scalar layout of blocks. Else they are arrays of words.
    pub structures: bool,
    /// Name of the entry point; of a library the only one, if nothing is stated.
    pub entry: Option<String>,
    /// Leaves out the source lines that the program states.
    pub without_lines: bool,
}

/// A program as a module.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The module, with one entry point. [`Module::origin`] of an instruction gives the bytes of the bitcode that it was made from.
    pub module: Module,
    /// Stage of the entry point.
    pub stage: Stage,
    /// Name of the entry point in the program; in the module it is `main`.
    pub entry: String,
}

/// Makes a module of the bitcode of a program.
///
/// # Errors
///
/// The first reason for which there is no module, with bytes of the bitcode.
pub fn lower(bitcode: &[u8], options: &Options) -> Outcome<Lowered> {
    EntryPoints::read(&read(bitcode)?)?.lower(options)
}

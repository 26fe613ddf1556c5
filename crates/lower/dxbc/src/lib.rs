#![doc = include_str!("../README.md")]
//!
//! | module | holds |
//! | --- | --- |
//! | `source` | the program: instructions, declarations, phases |
//! | `signature`, `names` | signatures and reflection in the terms of interfaces and resources |
//! | `plan` | where blocks end, found before anything is written |
//! | `uses` | how registers and resources are used: found by lowering once, followed by lowering again |
//! | `writer` | the module while it is written, the check |
//! | `part`, `registers`, `arrays` | components as values; registers; those that are indexed |
//! | `elements` | elements of buffers of structures, as members that are known |
//! | `operand` | what operands read and write |
//! | `resources`, `ports` | variables of resources and of the interface |
//! | `classes` | instances of classes that are chosen when the program is bound |
//! | `flow`, `stages` | structured control flow; the entry point, and what stages have of their own |
//! | `ops` | the table of opcodes, and what each becomes |

mod arrays;
mod classes;
mod elements;
mod flow;
mod names;
mod operand;
mod ops;
mod part;
mod plan;
mod ports;
mod registers;
mod resources;
mod signature;
mod source;
mod stages;
mod uses;
mod writer;

use glassbox_core::interface::Interface;
use glassbox_core::stage::Stage;
use glassbox_lower_directx::bindings::Bindings;
use glassbox_spirv::module::Module;

pub use glassbox_lower_directx::{Outcome, Refusal, rules};

/// What is written.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where registers are bound.
    pub bindings: Bindings,
    /// The reflection of the container: members of constant buffers.
    pub interface: Interface,
    /// Leaves constant buffers rows of numbers, whatever is known of their members.
    pub without_members: bool,
    /// Makes buffers of structures arrays of these, as HLSL declares them, in the scalar layout of blocks. Else they are arrays of words.
    pub structures: bool,
}

/// A program as a module.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The module, with the entry point `main`. [`Module::origin`] of an instruction gives the bytes of the container that it was made from.
    pub module: Module,
    /// Stage of the entry point.
    pub stage: Stage,
}

/// Makes a module of the program of a container.
///
/// # Errors
///
/// The first reason for which there is no module, with bytes of the container.
pub fn lower(container: &[u8], options: &Options) -> Outcome<Lowered> {
    let source = source::read(container)?;
    writer::lower(&source, options)
}

/// Stage of the program of a container.
///
/// # Errors
///
/// If the container has no program that can be read.
pub fn stage(container: &[u8]) -> Outcome<Stage> {
    Ok(source::read(container)?.stage)
}

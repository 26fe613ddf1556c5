//! Makes the control flow of a function structured without changing what it computes.
//!
//! Four steps: flow with several entries to a cycle becomes flow with one ([`reduce`]); selections and loops are found
//! from dominators ([`plan`]); the blocks are written with merges, and branches out of several constructs go from merge
//! to merge with their goal in a variable ([`emit`]); values that no longer dominate their uses are carried in
//! variables ([`carry`]).

mod carry;
mod emit;
mod plan;
mod reduce;
mod work;

use std::fmt;

use super::graph::{Graph, Labels};
use crate::grammar::op;
use crate::module::{Function, Module};
use work::Work;

/// Reason for a function that cannot be made structured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestructureError {
    /// The module has no function with this index.
    Function,
    /// A block branches to a label that the function does not have.
    Terminator,
    /// A value that variables cannot hold, such as an image, does not reach its use anymore.
    Value,
    /// The function would grow out of proportion.
    Size,
}

impl fmt::Display for RestructureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RestructureError::Function => "the module has no such function",
            RestructureError::Terminator => "a block branches to a block that the function does not have",
            RestructureError::Value => "a value that variables cannot hold does not reach its use",
            RestructureError::Size => "the function would grow out of proportion",
        })
    }
}

impl std::error::Error for RestructureError {}

/// Replaces the merges of a function with ones that are true, adding blocks and branches where its flow is not
/// structured. Unreachable blocks are removed. Afterwards [`Structure::of`](super::Structure::of) succeeds, and the
/// function does the same, loads and stores of new variables aside.
///
/// # Errors
///
/// See [`RestructureError`]; the function is then as it was.
pub fn restructure(module: &mut Module, function: usize) -> Result<(), RestructureError> {
    let Some(source) = module.functions.get(function) else {
        return Err(RestructureError::Function);
    };
    if source.blocks.is_empty() {
        return Ok(());
    }
    let labels = Labels::of(source);
    let is_known = |label| labels.find(label).is_some();
    if !source.blocks.iter().all(|block| super::graph::targets(module, block).all(is_known)) {
        return Err(RestructureError::Terminator);
    }
    if is_straight(module, source) {
        return Ok(());
    }
    let source = source.clone();
    let mut work = Work::new(module, source.clone());
    match run(&mut work) {
        Ok(()) => {
            let done = work.finish();
            module.functions[function] = done;
            Ok(())
        }
        Err(error) => {
            // Copies of its instructions have taken over the ids.
            for at in source.walk() {
                let instruction = module.get(at);
                if instruction.result != 0 {
                    module.set_result(at, instruction.ty, instruction.result);
                }
            }
            Err(error)
        }
    }
}

/// True for a function of one block that ends.
fn is_straight(module: &Module, function: &Function) -> bool {
    let [block] = function.blocks.as_slice() else { return false };
    super::graph::targets(module, block).next().is_none()
        && !block
            .body
            .iter()
            .any(|at| matches!(module.opcode(*at), op::PHI | op::SELECTION_MERGE | op::LOOP_MERGE))
}

fn run(work: &mut Work<'_>) -> Result<(), RestructureError> {
    work.strip();
    work.remove_unreachable();
    work.separate_entry();
    reduce::reduce(work)?;
    let graph = Graph::of(work.module, &work.function);
    let plan = plan::Plan::of(work, &graph);
    let origins = emit::emit(work, &graph, &plan);
    carry::repair(work, &origins)
}

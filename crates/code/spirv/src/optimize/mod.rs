//! Optimizes modules for size without changing results.
//!
//! [`optimize`] runs these passes over a module until nothing changes, at most [`ROUNDS`] times:
//!
//! | pass | file | removes |
//! | --- | --- | --- |
//! | 1 | `unreachable.rs` | unreachable blocks |
//! | 2 | `promote/` | local variables that are only loaded and stored, whole or by constant components |
//! | 3 | `simplify.rs` | copies, extracts of known composites, trivial phis and selects |
//! | 4 | `common.rs` | common subexpressions within a block |
//! | 5 | `branches.rs` | trivial selections; merges straight-line blocks |
//! | 6 | `dead.rs` | dead instructions, stores, functions, variables, types, constants, names, decorations |
//!
//! The first five work on one function at a time, the last on the module. Then ids are renumbered in definition order
//! ([`Module::compact_ids`]). Capabilities, extensions and the generator word stay unchanged.
//!
//! A module is returned unchanged if [`Module::read`] refuses it or it is not structured as a shader: ids that are never
//! defined, physical pointers, exported functions, functions without blocks; likewise if a pass meets something impossible in a valid
//! module. Types are not checked; a module with type errors gives a wrong result. Within a module, values with a
//! decoration other than `RelaxedPrecision` and `Volatile` memory are left alone.

mod branches;
mod common;
mod dead;
mod promote;
mod rewriter;
mod simplify;
mod structure;
mod unreachable;

use crate::module::Module;
use rewriter::Rewriter;

/// Maximum number of rounds. Two are usual, the second confirming that nothing changes.
pub const ROUNDS: usize = 16;

/// Returns a smaller module with the same results, or the input if it is not a shader module.
///
/// Deterministic, and idempotent if [`ROUNDS`] were enough. Time is proportional to the number of words; promotion
/// of variables stops at a budget that is.
///
/// ```
/// use glassbox_spirv::{assemble, optimize};
///
/// let text = "
///            OpCapability Shader
///            OpMemoryModel Logical GLSL450
///            OpEntryPoint Fragment %main \"main\" %color
///            OpExecutionMode %main OriginUpperLeft
///            OpDecorate %color Location 0
///    %void = OpTypeVoid
///      %fn = OpTypeFunction %void
///   %float = OpTypeFloat 32
///     %out = OpTypePointer Output %float
///   %local = OpTypePointer Function %float
///   %color = OpVariable %out Output
///     %one = OpConstant %float 1
///    %main = OpFunction %void None %fn
///   %entry = OpLabel
///       %x = OpVariable %local Function
///            OpStore %x %one
///       %y = OpLoad %float %x
///            OpStore %color %y
///            OpReturn
///            OpFunctionEnd
/// ";
/// let bytes = assemble(text).map_err(|errors| errors[0].to_string())?;
/// let words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
/// let smaller = optimize(&words);
/// // The variable, its pointer type, the load and one store are gone.
/// assert_eq!(words.len() - smaller.len(), 4 + 4 + 4 + 3);
/// assert_eq!(optimize(&smaller), smaller);
/// # Ok::<(), String>(())
/// ```
pub fn optimize(module: &[u32]) -> Vec<u32> {
    run(module).unwrap_or_else(|| module.to_vec())
}

/// Removes dead code: unused values, stores to local variables that are never read, unreachable functions. Ids stay the same. Returns a
/// module that is not a shader module unchanged.
pub fn remove_dead(module: Module) -> Module {
    if structure::check(&module).is_none() || !Rewriter::understands(&module) {
        return module;
    }
    let mut code = Rewriter::new(module);
    dead::run(&mut code);
    code.module
}

fn run(module: &[u32]) -> Option<Vec<u32>> {
    if module.first() != Some(&crate::walk::MAGIC) {
        return None;
    }
    let module = Module::from_words(module).ok()?;
    structure::check(&module)?;
    let mut code = Rewriter::understands(&module).then(|| Rewriter::new(module))?;
    for _ in 0..ROUNDS {
        let before = code.changes;
        let mut functions = std::mem::take(&mut code.module.functions);
        for function in &mut functions {
            unreachable::run(&mut code, function);
            promote::run(&mut code, function);
            simplify::run(&mut code, function);
            common::run(&mut code, function);
            branches::run(&mut code, function);
        }
        code.module.functions = functions;
        dead::run(&mut code);
        if code.is_inconsistent {
            return None;
        }
        if code.changes == before {
            break;
        }
    }
    code.module.compact_ids()?;
    code.module.words()
}

//! Smaller modules that compute the same.
//!
//! [`optimize`] runs these passes over a module until none changes anything, at most [`ROUNDS`] times:
//!
//! | pass | file | what goes |
//! | --- | --- | --- |
//! | 1 | `unreachable.rs` | blocks that nothing leads to |
//! | 2 | `promote/` | variables of functions that are only loaded and stored, whole or by constant parts |
//! | 3 | `simplify.rs` | copies, parts of what was just put together, phis and selections of one value |
//! | 4 | `common.rs` | computations that a block makes twice |
//! | 5 | `branches.rs` | selections that select nothing; blocks that follow each other become one |
//! | 6 | `dead.rs` | what nothing needs: instructions, stores, functions, variables, types, constants, names, decorations |
//!
//! The first five look at one function each, the last at the module. Then ids are numbered in the order of their definitions
//! (`write.rs`). Capabilities, extensions and the generator word stay as they are.
//!
//! A module that is not built as shaders are comes back as it was: an instruction that the grammar does not know or that stands
//! where none may, an id that is defined twice or never, pointers that are numbers, functions for other modules. So does
//! one where a pass meets what no valid module has. Whether types fit is not checked; in a module that is wrong in that way the
//! result is wrong too. Within a module, what carries a decoration other than `RelaxedPrecision` stays itself, and so does memory
//! that changes by itself (`Volatile`).

mod branches;
mod code;
mod common;
mod dead;
mod flow;
mod opcode;
mod promote;
mod read;
mod simplify;
mod unreachable;
mod write;

/// How often the passes run at most. Two rounds are usual, the second to see that nothing is left.
pub const ROUNDS: usize = 16;

/// A smaller module that computes the same; the words as they were where they are no module of shaders.
///
/// The same words give the same result everywhere, and the result of a result is itself where [`ROUNDS`] were enough.
/// Time is in proportion to the number of words; promotion of variables stops at a budget that is.
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

fn run(module: &[u32]) -> Option<Vec<u32>> {
    let mut code = read::read(module)?;
    for _ in 0..ROUNDS {
        let before = code.changes;
        let mut functions = std::mem::take(&mut code.functions);
        for function in &mut functions {
            unreachable::run(&mut code, function);
            promote::run(&mut code, function);
            simplify::run(&mut code, function);
            common::run(&mut code, function);
            branches::run(&mut code, function);
        }
        code.functions = functions;
        dead::run(&mut code);
        if code.contradiction {
            return None;
        }
        if code.changes == before {
            break;
        }
    }
    write::write(&code)
}

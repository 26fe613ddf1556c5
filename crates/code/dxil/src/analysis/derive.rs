//! Everything that the metadata of a shader repeats of its instructions, at once: what has to be written anew when a shader
//! was changed, or made out of the functions of libraries.

use super::atomics;
use super::compatibility;
use super::dependence::{self, DependenceError};
use super::flags::Choices;
use super::program::Program;
use super::usage::{Usage, usage};
use crate::features::flag;
use crate::ir::FunctionId;
use crate::shader::Shader;

/// What metadata repeats of instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derived {
    /// Flags, the property 0 of the entry point; left out when they are 0.
    pub flags: u64,
    /// Components of signature elements that are used: the property 3 of an element; and that are indexed dynamically: the
    /// property 2, before it. Both are left out when they are 0.
    pub usage: Usage,
    /// The words of `dx.viewIdState`; `None` for shaders without signatures.
    pub view_state: Option<Vec<u32>>,
    /// For each resource of [`Shader::resources`] whether 64-bit atomics are used on it, the property 3 of a resource.
    pub atomic64: Vec<bool>,
}

/// Derives what the metadata of a shader, no library, repeats of its instructions. The signatures, the resources and the
/// rest of its entry point stand in `shader`; its own flags, usage and state are not looked at, `choices` say what of them is
/// no consequence of instructions. `None` without an entry point.
///
/// # Errors
///
/// When the instructions take too much work.
pub fn derive(
    program: &Program<'_>,
    shader: &Shader,
    choices: Choices,
) -> Result<Option<Derived>, DependenceError> {
    let Some(entry) = shader.entry() else {
        return Ok(None);
    };
    let functions = compatibility::functions(program, shader, choices, &[]);
    let flags = compatibility::module_flags(shader, choices, &functions);
    let patch = entry.properties.hull.and_then(|hull| hull.patch_function);
    let entries: Vec<FunctionId> = entry
        .function
        .into_iter()
        .chain(patch)
        .map(FunctionId::at)
        .collect();
    let uses_view = flags & flag::VIEW_ID != 0;
    let state = dependence::view_state(program, shader.kind, entry, uses_view)?;
    Ok(Some(Derived {
        flags,
        usage: usage(program, &entry.signatures, &entries),
        view_state: state.map(|state| state.words()),
        atomic64: atomics::atomic64(program, shader),
    }))
}

//! Derives all shader metadata that repeats facts of the instructions, as needed after a shader is changed or
//! linked from library functions.

use super::atomics;
use super::compatibility;
use super::dependence::{self, DependenceError};
use super::flags::Choices;
use super::program::Program;
use super::usage::{Usage, usage};
use crate::features::flag;
use crate::ir::FunctionId;
use crate::shader::Shader;

/// Metadata derived from instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derived {
    /// Shader flags, property 0 of the entry point; omitted if 0.
    pub flags: u64,
    /// Used components of signature elements (element property 3) and dynamically indexed ones (property 2,
    /// before it). Both are omitted if 0.
    pub usage: Usage,
    /// Words of `dx.viewIdState`; `None` for shaders without signatures.
    pub view_state: Option<Vec<u32>>,
    /// For each resource of [`Shader::resources`], true if 64-bit atomics are used on it (resource property
    /// 3).
    pub atomic64: Vec<bool>,
}

/// Derives the metadata of a shader other than a library. Signatures, resources and other properties come
/// from `shader`; its own flags, usage and view state are ignored except for the `choices` that do not follow
/// from instructions. `None` without an entry point.
///
/// # Errors
///
/// If the dependence analysis exceeds its work limit.
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
    let entries: Vec<FunctionId> = entry.function.into_iter().chain(patch).map(FunctionId::at).collect();
    let uses_view = flags & flag::VIEW_ID != 0;
    let state = dependence::view_state(program, shader.kind, entry, uses_view)?;
    Ok(Some(Derived {
        flags,
        usage: usage(program, &entry.signatures, &entries),
        view_state: state.map(|state| state.words()),
        atomic64: atomics::atomic64(program, shader),
    }))
}

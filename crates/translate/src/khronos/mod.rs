//! Geometry and tessellation stages, through Khronos' own compilers: glslang reads them, SPIRV-Cross writes them.
//!
//! Both are C++ and take a build with the feature `khronos`. Without it there is no [`compiler`] and [`write()`] refuses; the rules are there in
//! every build.
//!
//! Neither is made for hostile input: a fault in them ends the process. They run on a thread with a large stack, texts have a largest
//! size and depth, and panics become findings; that is all that can be done inside of one process.

pub mod rules;

#[cfg(feature = "khronos")]
mod blocks;
#[cfg(feature = "khronos")]
mod clip;
#[cfg(feature = "khronos")]
pub mod front;
#[cfg(feature = "khronos")]
mod glsl;
#[cfg(feature = "khronos")]
mod hlsl;
#[cfg(feature = "khronos")]
mod interface;
#[cfg(feature = "khronos")]
mod map;
#[cfg(feature = "khronos")]
mod names;
#[cfg(feature = "khronos")]
mod refusal;
#[cfg(feature = "khronos")]
mod resources;
#[cfg(feature = "khronos")]
mod root;
#[cfg(feature = "khronos")]
mod spirv;
#[cfg(feature = "khronos")]
mod varyings;
#[cfg(feature = "khronos")]
mod words;
#[cfg(feature = "khronos")]
mod writer;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;

use crate::back::{WriteOptions, Written};
use crate::front::StageCompiler;
use crate::output::Target;
use crate::shader::{Shader, Slots};

/// Whether this build has the compilers.
pub const AVAILABLE: bool = cfg!(feature = "khronos");

/// The compiler of stages that naga does not have; `None` in builds without it.
#[cfg(feature = "khronos")]
#[must_use]
pub fn compiler() -> Option<&'static dyn StageCompiler> {
    Some(&front::Glslang)
}

/// The compiler of stages that naga does not have; `None` in builds without it.
#[cfg(not(feature = "khronos"))]
#[must_use]
pub fn compiler() -> Option<&'static dyn StageCompiler> {
    None
}

/// Writes a shader from its words. [`back::write`](crate::back::write()) does so for stages that naga does not have; for vertex and fragment
/// shaders this is another way to GLSL and SPIR-V.
///
/// # Errors
/// A finding of [`rules`] or [`back::rules`](crate::back::rules): the target has no form for what the shader does, or this build lacks the
/// feature `khronos`.
#[cfg(feature = "khronos")]
pub fn write(
    shader: &Shader,
    slots: &Slots,
    target: Target,
    options: &WriteOptions<'_>,
) -> Result<Written, ErrorList<Diagnostic>> {
    writer::write(shader, slots, target, options).map_err(|refusal| Diagnostic::from(refusal).into())
}

/// Refuses a shader: this build lacks the feature `khronos`.
///
/// # Errors
/// Always [`NEEDS_KHRONOS`](crate::back::rules::NEEDS_KHRONOS).
#[cfg(not(feature = "khronos"))]
pub fn write(
    shader: &Shader,
    _: &Slots,
    _: Target,
    _: &WriteOptions<'_>,
) -> Result<Written, ErrorList<Diagnostic>> {
    let rule = &crate::back::rules::NEEDS_KHRONOS;
    let message =
        format!("found a {} shader, expected a build with the feature `khronos` for it", shader.stage);
    let location = glassbox_core::diagnostic::Location::default();
    Err(Diagnostic::new(rule, location, message).help(rule.cure).into())
}

/// [`back::make_root`](crate::back::make_root) for shaders that are words only.
#[cfg(feature = "khronos")]
pub(crate) fn make_root(shader: &mut Shader) {
    root::mark(shader);
}

/// [`back::make_root`](crate::back::make_root) for shaders that are words only: none is written by this build.
#[cfg(not(feature = "khronos"))]
pub(crate) fn make_root(_: &mut Shader) {}

/// Words of another program in the form of ours: on one line, without the full stop.
#[cfg(feature = "khronos")]
fn sentence(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_owned()
}

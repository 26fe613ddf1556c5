//! glslang, Khronos' own compiler, which reads geometry and tessellation stages in GLSL.
//!
//! It is C++ and takes a build with the feature `khronos`. Without it there is no [`compiler`], and such stages are refused.
//!
//! It is not made for hostile input: a fault in it ends the process. It runs on a thread with a large stack, texts have a largest
//! size and depth, and panics become findings; that is all that can be done inside of one process.

#[cfg(feature = "khronos")]
pub mod front;

use crate::front::StageCompiler;

/// Whether this build has the compiler.
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

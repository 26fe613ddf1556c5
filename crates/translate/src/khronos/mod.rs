//! Geometry and tessellation stages, through Khronos' own compilers: glslang reads them, SPIRV-Cross writes them.
//!
//! Both are C++ and take a build with the feature `khronos`. Without it [`write()`] refuses with [`rules::FEATURE`]; the rules are there in
//! every build.
//!
//! Neither is made for hostile input: a fault in them ends the process. They run on a thread with a large stack, texts have a largest
//! size and depth, and panics become findings; that is all that can be done inside of one process.

pub mod rules;
mod stages;

#[cfg(feature = "khronos")]
mod blocks;
#[cfg(feature = "khronos")]
pub mod front;
#[cfg(feature = "khronos")]
mod glsl;
#[cfg(feature = "khronos")]
mod guard;
#[cfg(feature = "khronos")]
mod hlsl;
#[cfg(feature = "khronos")]
mod interface;
#[cfg(feature = "khronos")]
mod names;
mod refusal;
#[cfg(feature = "khronos")]
mod resources;
#[cfg(feature = "khronos")]
mod spirv;
#[cfg(feature = "khronos")]
mod words;
#[cfg(feature = "khronos")]
mod writer;

use glassbox_core::diagnostic::Diagnostic;

use crate::output::{Output, Target};
use crate::shader::{Shader, Slots};

/// Whether this build has the compilers.
pub const AVAILABLE: bool = cfg!(feature = "khronos");

/// Writes a shader for a target.
///
/// `partners` are the other shaders of its program, in any order: HLSL says in one tessellation stage what GLSL says in the other, and inputs of
/// Direct3D have the order of the outputs that they come from.
///
/// # Errors
/// A finding of [`rules`]: the target has no such stage, or no form for what the shader does, or this build lacks the feature `khronos`.
pub fn write(
    shader: &Shader,
    partners: &[Shader],
    slots: &Slots,
    target: Target,
) -> Result<Output, Vec<Diagnostic>> {
    stages::check(shader.stage, target).map_err(|refusal| vec![refusal.into()])?;
    #[cfg(feature = "khronos")]
    return writer::write(shader, partners, slots, target).map_err(|refusal| vec![refusal.into()]);
    #[cfg(not(feature = "khronos"))]
    {
        let _ = (partners, slots);
        Err(vec![
            refusal::Refusal::new(
                &rules::FEATURE,
                format!(
                    "found a {} shader, expected a build with the feature `khronos` for it",
                    shader.stage
                ),
            )
            .into(),
        ])
    }
}

/// Words of another program in the form of ours: on one line, without the full stop.
#[cfg(feature = "khronos")]
fn sentence(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_owned()
}

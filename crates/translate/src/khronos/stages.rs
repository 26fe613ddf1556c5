//! Which target has which stage.

use super::refusal::Refusal;
use super::rules;
use crate::output::{GlslVersion, Target};
use crate::shader::Stage;

/// Says whether the target has the stage at all.
///
/// # Errors
/// It has not.
pub(super) fn check(stage: Stage, target: Target) -> Result<(), Refusal> {
    use Stage::{Geometry, TessellationControl, TessellationEvaluation};
    let tessellation = matches!(stage, TessellationControl | TessellationEvaluation);
    if !tessellation && stage != Geometry {
        return Ok(());
    }
    let missing = |what: &str, cure: &str| {
        Err(Refusal::new(
            &rules::STAGE,
            format!("found a {stage} shader, expected a target with that stage: {what}"),
        )
        .help(cure))
    };
    match target {
        Target::Wgsl => missing(
            "WebGPU has vertex, fragment and compute only",
            "choose another target",
        ),
        Target::Msl(..) if tessellation => Err(Refusal::new(
            &rules::METAL_PATCH,
            format!("found a {stage} shader, expected a program without tessellation for Metal"),
        )),
        Target::Msl(..) => missing(
            "Metal never had it",
            "draw instances instead, or give this target a program without the stage",
        ),
        Target::Glsl(GlslVersion::Es(..320)) => missing("OpenGL ES has it from 3.2 on", "choose ES 3.2"),
        Target::Glsl(GlslVersion::Core(..400)) if tessellation => {
            missing("OpenGL has it from 4.0 on", "choose OpenGL 4.0 or later")
        }
        Target::Glsl(_) | Target::Hlsl(..) | Target::Spirv(..) => Ok(()),
    }
}

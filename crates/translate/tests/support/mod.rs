//! Shaders out of WGSL, for the tests of the writers.
#![allow(dead_code)]

use glassbox_translate::output::{GlslVersion, Target};
use glassbox_translate::shader::{Shader, Stage};

/// The shader of an entry point, or of another one that says that it is called so.
pub(crate) fn shader(source: &str, stage: Stage, entry: &str) -> Shader {
    let reading = glassbox_translate::front::wgsl::read("shader.wgsl", source);
    assert!(reading.findings.is_empty(), "{:?}\n{source}", reading.findings);
    let mut shaders = reading.shaders;
    let own = shaders.iter().position(|shader| shader.stage == stage && shader.entry == entry);
    Shader { stage, entry: entry.to_owned(), ..shaders.swap_remove(own.unwrap_or(0)) }
}

/// Short name of a stage, as file extensions have it.
pub(crate) fn named(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vert",
        Stage::TessellationControl => "tesc",
        Stage::TessellationEvaluation => "tese",
        Stage::Geometry => "geom",
        Stage::Fragment => "frag",
        Stage::Compute => "comp",
        other => other.name(),
    }
}

/// A language as the page has it.
pub(crate) fn language(target: Target) -> String {
    match target {
        Target::Wgsl => "WGSL".to_owned(),
        Target::Glsl(version @ GlslVersion::Core(_)) => format!("GLSL {version}"),
        Target::Glsl(version) => format!("GLSL {version}"),
        Target::Hlsl(major, minor) => format!("HLSL, shader model {major}.{minor}"),
        Target::Msl(major, minor) => format!("MSL {major}.{minor}"),
        Target::Spirv(major, minor) => format!("SPIR-V {major}.{minor}"),
    }
}

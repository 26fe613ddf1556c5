//! Shaders out of WGSL, for the tests of the writers.
#![allow(dead_code)]

use glassbox_translate::output::{GlslVersion, Target};
use glassbox_translate::shader::{Shader, Stage};

/// The shader of an entry point.
pub(crate) fn shader(source: &str, stage: Stage, entry: &str) -> Shader {
    let module = match naga::front::wgsl::parse_str(source) {
        Ok(module) => module,
        Err(error) => panic!("{}", error.emit_to_string(source)),
    };
    Shader {
        stage,
        entry: entry.to_owned(),
        words: Vec::new(),
        module: Some(Box::new(module)),
        combined: Vec::new(),
        explicit: Vec::new(),
    }
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

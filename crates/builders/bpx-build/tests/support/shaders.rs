//! Shaders for the tests of what is written.
#![allow(dead_code, reason = "not every test needs all of it")]

use glassbox_bpx_build::code::{Language, WriteOptions, Written, prepare};
use glassbox_bpx_build::read;
use glassbox_bpx_build::shader::{Shader, Slots, Stage};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_decompile::Target;

/// The shader of an entry point in WGSL, or of another one that says that it is called so.
pub(crate) fn shader(source: &str, stage: Stage, entry: &str) -> Shader {
    let reading = read::wgsl::read("shader.wgsl", source);
    assert!(reading.findings.is_empty(), "{:?}\n{source}", reading.findings);
    let mut shaders = reading.shaders;
    let own = shaders.iter().position(|shader| shader.stage == stage && shader.entry == entry);
    Shader { stage, entry: entry.to_owned(), ..shaders.swap_remove(own.unwrap_or(0)) }
}

/// The one shader of a module in assembly.
pub(crate) fn of_module(text: &str) -> Shader {
    let bytes = glassbox_spirv::assemble(text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let mut reading = read::spirv::read("module", &bytes);
    assert!(reading.findings.is_empty(), "{:?}", reading.findings);
    assert_eq!(reading.shaders.len(), 1);
    reading.shaders.remove(0)
}

/// Writes a shader as part of a pack, or else on its own.
pub(crate) fn write(
    shader: &Shader,
    slots: &Slots,
    language: Language,
    options: &WriteOptions<'_>,
    is_pack: bool,
) -> Result<Written, ErrorList<Diagnostic>> {
    prepare(shader, slots, is_pack)?.write(language, options)
}

/// The words of what is SPIR-V.
pub(crate) fn words(written: &Written) -> Vec<u32> {
    assert!(!written.is_text, "it is text");
    written.bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
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
pub(crate) fn language(language: Language) -> String {
    match language {
        Language::Text(Target::Hlsl(version)) => {
            format!("HLSL, shader model {}.{}", version / 10, version % 10)
        }
        other => other.to_string(),
    }
}

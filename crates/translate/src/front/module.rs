//! A module of naga to a shader: checked, and written as SPIR-V with its names.

use naga::valid::{Capabilities, ModuleInfo};
use naga::{Module, ShaderStage, Span};

use super::covered;
use crate::shader::Stage;

/// Why a module is none that targets are written from.
pub(super) struct Refusal {
    /// The part of the text that it is about, if that is known.
    pub(super) span: Option<std::ops::Range<usize>>,
    /// What naga says.
    pub(super) message: String,
}

/// What modules may use. Whatever a target lacks is refused when that target is written.
const CAPABILITIES: Capabilities = Capabilities::all();

/// Checks a module.
pub(super) fn check(module: &Module) -> Result<ModuleInfo, Refusal> {
    super::limits::check_module(module)?;
    crate::module::check(module, CAPABILITIES).map_err(|error| {
        // The outermost part comes first; the smallest is the mistake.
        let spans = error.spans().filter_map(|(span, _)| range(*span));
        let span = spans.min_by_key(|span| span.len());
        Refusal { span, message: crate::module::chain(error.as_inner()) }
    })
}

/// The module as SPIR-V 1.3, with names.
pub(super) fn words(
    module: &Module,
    info: &ModuleInfo,
    stage: ShaderStage,
    entry: &str,
) -> Result<Vec<u32>, String> {
    crate::module::words(module, info, stage, entry).map(covered::as_arrays)
}

/// The bytes that a span of naga is about; `None` where it is about none.
pub(super) fn range(span: Span) -> Option<std::ops::Range<usize>> {
    span.to_range()
}

/// What naga calls a stage; `None` for those that it does not have.
pub(super) fn naga_stage(stage: Stage) -> Option<ShaderStage> {
    match stage {
        Stage::Vertex => Some(ShaderStage::Vertex),
        Stage::Fragment => Some(ShaderStage::Fragment),
        Stage::Compute => Some(ShaderStage::Compute),
        _ => None,
    }
}

/// The name of a stage of naga in reports.
pub(super) fn stage_name(stage: ShaderStage) -> &'static str {
    let name = format!("{stage:?}");
    glassbox_core::stage::named(&name).unwrap_or(glassbox_core::interface::stage::OTHER)
}

/// The stage that naga calls so; `None` for those that programs here do not have.
pub(super) fn stage(stage: ShaderStage) -> Option<Stage> {
    match stage {
        ShaderStage::Vertex => Some(Stage::Vertex),
        ShaderStage::Fragment => Some(Stage::Fragment),
        ShaderStage::Compute => Some(Stage::Compute),
        _ => None,
    }
}

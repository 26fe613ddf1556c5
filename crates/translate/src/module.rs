//! Checks modules of naga's IR, and writes them as SPIR-V.

use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ModuleInfo, ValidationError, ValidationFlags, Validator};
use naga::{Module, ShaderStage, WithSpan};

use crate::plain::plain;
use crate::push;

const NO_CHECKS: BoundsCheckPolicies = BoundsCheckPolicies {
    index: BoundsCheckPolicy::Unchecked,
    buffer: BoundsCheckPolicy::Unchecked,
    image_load: BoundsCheckPolicy::Unchecked,
    binding_array: BoundsCheckPolicy::Unchecked,
};

/// Checks a module that may use these capabilities.
pub(crate) fn check(
    module: &Module,
    capabilities: Capabilities,
) -> Result<ModuleInfo, Box<WithSpan<ValidationError>>> {
    let block = push::as_block(module);
    Validator::new(ValidationFlags::all(), capabilities)
        .validate(block.as_ref().unwrap_or(module))
        .map_err(Box::new)
}

/// The words of an entry point in SPIR-V 1.3, with names.
///
/// They do what the module says and nothing else: there are no bounds checks, no bounded loops and no change of the position or the depth.
/// What the module's language defines stays defined: a division by zero gives what WGSL says, workgroup memory begins as zero.
pub(crate) fn words(
    module: &Module,
    info: &ModuleInfo,
    stage: ShaderStage,
    entry: &str,
) -> Result<Vec<u32>, String> {
    let options = spv::Options {
        lang_version: (1, 3),
        flags: spv::WriterFlags::DEBUG | spv::WriterFlags::LABEL_VARYINGS,
        bounds_check_policies: NO_CHECKS,
        force_loop_bounding: false,
        ..spv::Options::default()
    };
    let pipeline = spv::PipelineOptions { shader_stage: stage, entry_point: entry.to_owned() };
    let write = |module: &Module| {
        spv::write_vec(module, info, &options, Some(&pipeline)).map_err(|error| chain(&error))
    };
    match push::as_block(module) {
        None => write(module),
        // The information is about the block, too.
        Some(block) => push::as_push_constants(&write(&block)?),
    }
}

/// An error with what caused it.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    plain(&text)
}

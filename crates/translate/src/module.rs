//! Writes modules of naga's IR as SPIR-V.

use glassbox_lower_wgsl::reader::check::{as_block, chain};
use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::ModuleInfo;
use naga::{Module, ShaderStage};

use crate::push;

const NO_CHECKS: BoundsCheckPolicies = BoundsCheckPolicies {
    index: BoundsCheckPolicy::Unchecked,
    buffer: BoundsCheckPolicy::Unchecked,
    image_load: BoundsCheckPolicy::Unchecked,
    binding_array: BoundsCheckPolicy::Unchecked,
};

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
    match as_block(module) {
        None => write(module),
        // The information is about the block, too.
        Some(block) => push::as_push_constants(&write(&block)?),
    }
}

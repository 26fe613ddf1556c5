//! The writers of naga, with every option that changes code stated here.
//!
//! They are asked for what the module says and nothing else: no bounds checks, no bounded loops, no change of the position or the depth.
//! What the module's language defines stays defined: a division by zero gives what WGSL says, workgroup memory begins as zero.

use std::collections::BTreeMap;

use naga::back::{glsl, hlsl, msl, spv, wgsl};
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::ModuleInfo;
use naga::{Module, ShaderStage};

use crate::output::{GlslVersion, chain};
use crate::push;

const NO_CHECKS: BoundsCheckPolicies = BoundsCheckPolicies {
    index: BoundsCheckPolicy::Unchecked,
    buffer: BoundsCheckPolicy::Unchecked,
    image_load: BoundsCheckPolicy::Unchecked,
    binding_array: BoundsCheckPolicy::Unchecked,
};

/// The stage and name of the entry point that is written: the first.
fn entry(module: &Module) -> Result<(ShaderStage, String), String> {
    match module.entry_points.first() {
        Some(entry) => Ok((entry.stage, entry.name.clone())),
        None => Err("the module has no entry point".to_owned()),
    }
}

pub(crate) fn wgsl(module: &Module, info: &ModuleInfo) -> Result<String, String> {
    wgsl::write_string(module, info, wgsl::WriterFlags::empty()).map_err(|error| chain(&error))
}

/// Writes GLSL with these bindings, where the version has them.
pub(crate) fn glsl(
    module: &Module,
    info: &ModuleInfo,
    version: GlslVersion,
    bindings: glsl::BindingMap,
) -> Result<(String, glsl::ReflectionInfo), String> {
    let (stage, entry) = entry(module)?;
    let options = glsl::Options {
        version: match version {
            GlslVersion::Core(version) => glsl::Version::Desktop(version),
            GlslVersion::Es(version) => glsl::Version::Embedded { version, is_webgl: false },
        },
        writer_flags: glsl::WriterFlags::empty(),
        binding_map: bindings,
        zero_initialize_workgroup_memory: true,
    };
    let pipeline = glsl::PipelineOptions { shader_stage: stage, entry_point: entry, multiview: None };
    let mut text = String::new();
    let mut writer = glsl::Writer::new(&mut text, module, info, &options, &pipeline, NO_CHECKS)
        .map_err(|error| chain(&error))?;
    let reflection = writer.write().map_err(|error| chain(&error))?;
    drop(writer);
    Ok((text, reflection))
}

/// Writes HLSL with these registers, and gives the name of the entry point. What is not in the table is bound as in the module.
pub(crate) fn hlsl(
    module: &Module,
    info: &ModuleInfo,
    (major, minor): (u8, u8),
    registers: hlsl::BindingMap,
) -> Result<(String, String), String> {
    let options = hlsl::Options {
        shader_model: shader_model(major, minor)?,
        binding_map: registers,
        fake_missing_bindings: true,
        zero_initialize_workgroup_memory: true,
        restrict_indexing: false,
        force_loop_bounding: false,
        ..hlsl::Options::default()
    };
    let pipeline = hlsl::PipelineOptions { entry_point: None };
    let mut text = String::new();
    let mut writer = hlsl::Writer::new(&mut text, &options, &pipeline);
    let reflection = writer.write(module, info, None).map_err(|error| chain(&error))?;
    match reflection.entry_point_names.into_iter().next() {
        Some(Ok(name)) => Ok((text, name)),
        Some(Err(error)) => Err(chain(&error)),
        None => Err("the module has no entry point".to_owned()),
    }
}

/// Writes MSL with these indices, and gives the name of the entry point.
pub(crate) fn msl(
    module: &Module,
    info: &ModuleInfo,
    version: (u8, u8),
    indices: msl::BindingMap,
) -> Result<(String, String), String> {
    let (_, entry) = entry(module)?;
    let resources = msl::EntryPointResources {
        resources: indices,
        // Behind every buffer that a shader here can have.
        sizes_buffer: Some(30),
        ..msl::EntryPointResources::default()
    };
    let options = msl::Options {
        lang_version: version,
        per_entry_point_map: BTreeMap::from([(entry, resources)]),
        spirv_cross_compatibility: false,
        fake_missing_bindings: false,
        bounds_check_policies: NO_CHECKS,
        zero_initialize_workgroup_memory: true,
        force_loop_bounding: false,
        ..msl::Options::default()
    };
    let pipeline = msl::PipelineOptions::default();
    let (text, translation) =
        msl::write_string(module, info, &options, &pipeline).map_err(|error| chain(&error))?;
    match translation.entry_point_names.into_iter().next() {
        Some(Ok(name)) => Ok((text, name)),
        Some(Err(error)) => Err(chain(&error)),
        None => Err("the module has no entry point".to_owned()),
    }
}

/// Writes SPIR-V with these descriptors. What is not in the table is bound as in the module.
pub(crate) fn spirv(
    module: &Module,
    info: &ModuleInfo,
    version: (u8, u8),
    descriptors: spv::BindingMap,
) -> Result<Vec<u32>, String> {
    let (stage, entry) = entry(module)?;
    let options = spv::Options {
        lang_version: version,
        flags: spv::WriterFlags::DEBUG | spv::WriterFlags::LABEL_VARYINGS,
        binding_map: descriptors,
        fake_missing_bindings: true,
        bounds_check_policies: NO_CHECKS,
        force_loop_bounding: false,
        ..spv::Options::default()
    };
    let pipeline = spv::PipelineOptions { shader_stage: stage, entry_point: entry };
    spirv_with(module, info, &options, &pipeline)
}

/// Writes SPIR-V with these options.
pub(crate) fn spirv_with(
    module: &Module,
    info: &ModuleInfo,
    options: &spv::Options<'_>,
    pipeline: &spv::PipelineOptions,
) -> Result<Vec<u32>, String> {
    let write = |module: &Module| {
        spv::write_vec(module, info, options, Some(pipeline)).map_err(|error| chain(&error))
    };
    match push::as_block(module) {
        None => write(module),
        // The information is about the block, too.
        Some(block) => push::as_push_constants(&write(&block)?),
    }
}

fn shader_model(major: u8, minor: u8) -> Result<hlsl::ShaderModel, String> {
    use hlsl::ShaderModel;
    Ok(match (major, minor) {
        (5, 0) => ShaderModel::V5_0,
        (5, 1) => ShaderModel::V5_1,
        (6, 0) => ShaderModel::V6_0,
        (6, 1) => ShaderModel::V6_1,
        (6, 2) => ShaderModel::V6_2,
        (6, 3) => ShaderModel::V6_3,
        (6, 4) => ShaderModel::V6_4,
        (6, 5) => ShaderModel::V6_5,
        (6, 6) => ShaderModel::V6_6,
        (6, 7) => ShaderModel::V6_7,
        _ => {
            return Err(format!(
                "there is no shader model {major}.{minor} that can be written; there are 5.0 to 6.7"
            ));
        }
    })
}

//! Checks what an environment allows: capabilities, memory and addressing models.

use super::{Checker, Environment, OpenCl, Profile, Vulkan, rules};
use crate::grammar::value::{addressing_model, capability as cap, memory_model};
use crate::grammar::{self, enums, op};
use crate::module::At;

/// Checks declarations against the environment.
pub(super) fn check(checker: &mut Checker<'_>) {
    let module = checker.module;
    for &at in &module.globals {
        match module.opcode(at) {
            op::CAPABILITY => capability(checker, at, module.word(at, 0)),
            op::CONDITIONAL_CAPABILITY_INTEL => capability(checker, at, module.word(at, 1)),
            op::MEMORY_MODEL => memory(checker, at),
            op::EXTENSION => extension(checker, at, 0),
            op::CONDITIONAL_EXTENSION_INTEL => extension(checker, at, 1),
            op::EXT_INST_IMPORT => import(checker, at),
            _ => {}
        }
    }
}

fn capability(checker: &mut Checker<'_>, at: At, value: u32) {
    let kind = grammar::enumeration(enums::CAPABILITY);
    let Some(row) = kind.and_then(|kind| kind.enumerant(value)) else { return };
    let is_listed = match checker.environment {
        Environment::Vulkan(version) => vulkan_has(value, version),
        Environment::OpenCl(version, profile) => open_cl_has(checker, value, (version, profile)),
        _ => true,
    };
    if !is_listed && !row.needs.extensions.iter().any(|name| checker.has_extension(name)) {
        let message = format!("{} is not part of {}", row.name, checker.environment.name());
        checker.report_operand(&rules::CAPABILITY_ENVIRONMENT, at, 0, message);
    }
    let needs_model = value == cap::COOPERATIVE_MATRIX_KHR && checker.has(cap::SHADER);
    if needs_model && !checker.has(cap::VULKAN_MEMORY_MODEL) {
        let message = "CooperativeMatrixKHR in shaders requires the capability VulkanMemoryModel";
        checker.report_operand(&rules::CAPABILITY_MISSING, at, 0, message.into());
    }
}

/// True if a version of Vulkan has a capability without an extension.
fn vulkan_has(value: u32, version: Vulkan) -> bool {
    let minor = match version {
        Vulkan::V1_0 => 0,
        Vulkan::V1_1 => 1,
        // Any capability may come with the extension that allows these modules.
        Vulkan::V1_1Spirv1_4 => return true,
        Vulkan::V1_2 => 2,
        Vulkan::V1_3 => 3,
        Vulkan::V1_4 => 4,
    };
    VULKAN.iter().any(|(capability, since)| *capability == value && *since <= minor)
}

/// Capabilities with the minor version of Vulkan 1 that first has them; Vulkan, appendix "SPIR-V environment".
const VULKAN: &[(u32, u8)] = &[
    // Vulkan 1.0
    (cap::BITCAST_EXTRACT_EXT, 0),
    (cap::B_FLOAT16_TYPE_KHR, 0),
    (cap::CLIP_DISTANCE, 0),
    (cap::CULL_DISTANCE, 0),
    (cap::DERIVATIVE_CONTROL, 0),
    (cap::FLOAT16, 0),
    (cap::FLOAT4_EXT, 0),
    (cap::FLOAT64, 0),
    (cap::FLOAT6_EXT, 0),
    (cap::FLOAT8_EXT, 0),
    (cap::FLOAT8_UNSIGNED_E8_M0_EXT, 0),
    (cap::GEOMETRY, 0),
    (cap::GEOMETRY_POINT_SIZE, 0),
    (cap::GEOMETRY_STREAMS, 0),
    (cap::IMAGE_1D, 0),
    (cap::IMAGE_BUFFER, 0),
    (cap::IMAGE_CUBE_ARRAY, 0),
    (cap::IMAGE_GATHER_EXTENDED, 0),
    (cap::IMAGE_MS_ARRAY, 0),
    (cap::IMAGE_QUERY, 0),
    (cap::INPUT_ATTACHMENT, 0),
    (cap::INT16, 0),
    (cap::INT64, 0),
    (cap::INT64_ATOMICS, 0),
    (cap::INT8, 0),
    (cap::INTERPOLATION_FUNCTION, 0),
    (cap::MATRIX, 0),
    (cap::MIN_LOD, 0),
    (cap::MULTI_VIEWPORT, 0),
    (cap::MX_INT8_EXT, 0),
    (cap::PUSH_CONSTANT_BANKS_NV, 0),
    (cap::SAMPLED_1D, 0),
    (cap::SAMPLED_BUFFER, 0),
    (cap::SAMPLED_CUBE_ARRAY, 0),
    (cap::SAMPLED_IMAGE_ARRAY_DYNAMIC_INDEXING, 0),
    (cap::SAMPLE_RATE_SHADING, 0),
    (cap::SHADER, 0),
    (cap::SPARSE_RESIDENCY, 0),
    (cap::STORAGE_BUFFER_ARRAY_DYNAMIC_INDEXING, 0),
    (cap::STORAGE_IMAGE_ARRAY_DYNAMIC_INDEXING, 0),
    (cap::STORAGE_IMAGE_EXTENDED_FORMATS, 0),
    (cap::STORAGE_IMAGE_MULTISAMPLE, 0),
    (cap::STORAGE_IMAGE_READ_WITHOUT_FORMAT, 0),
    (cap::STORAGE_IMAGE_WRITE_WITHOUT_FORMAT, 0),
    (cap::TESSELLATION, 0),
    (cap::TESSELLATION_POINT_SIZE, 0),
    (cap::TRANSFORM_FEEDBACK, 0),
    (cap::UNIFORM_BUFFER_ARRAY_DYNAMIC_INDEXING, 0),
    // Vulkan 1.1
    (cap::DEVICE_GROUP, 1),
    (cap::DRAW_PARAMETERS, 1),
    (cap::GROUP_NON_UNIFORM, 1),
    (cap::GROUP_NON_UNIFORM_ARITHMETIC, 1),
    (cap::GROUP_NON_UNIFORM_BALLOT, 1),
    (cap::GROUP_NON_UNIFORM_CLUSTERED, 1),
    (cap::GROUP_NON_UNIFORM_QUAD, 1),
    (cap::GROUP_NON_UNIFORM_SHUFFLE, 1),
    (cap::GROUP_NON_UNIFORM_SHUFFLE_RELATIVE, 1),
    (cap::GROUP_NON_UNIFORM_VOTE, 1),
    (cap::MULTI_VIEW, 1),
    (cap::STORAGE_BUFFER16_BIT_ACCESS, 1),
    (cap::STORAGE_INPUT_OUTPUT16, 1),
    (cap::STORAGE_PUSH_CONSTANT16, 1),
    (cap::UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS, 1),
    (cap::VARIABLE_POINTERS, 1),
    (cap::VARIABLE_POINTERS_STORAGE_BUFFER, 1),
    // Vulkan 1.2
    (cap::DENORM_FLUSH_TO_ZERO, 2),
    (cap::DENORM_PRESERVE, 2),
    (cap::INPUT_ATTACHMENT_ARRAY_DYNAMIC_INDEXING, 2),
    (cap::INPUT_ATTACHMENT_ARRAY_NON_UNIFORM_INDEXING, 2),
    (cap::PHYSICAL_STORAGE_BUFFER_ADDRESSES, 2),
    (cap::ROUNDING_MODE_RTE, 2),
    (cap::ROUNDING_MODE_RTZ, 2),
    (cap::RUNTIME_DESCRIPTOR_ARRAY, 2),
    (cap::SAMPLED_IMAGE_ARRAY_NON_UNIFORM_INDEXING, 2),
    (cap::SHADER_LAYER, 2),
    (cap::SHADER_NON_UNIFORM, 2),
    (cap::SHADER_VIEWPORT_INDEX, 2),
    (cap::SIGNED_ZERO_INF_NAN_PRESERVE, 2),
    (cap::STORAGE_BUFFER8_BIT_ACCESS, 2),
    (cap::STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING, 2),
    (cap::STORAGE_IMAGE_ARRAY_NON_UNIFORM_INDEXING, 2),
    (cap::STORAGE_PUSH_CONSTANT8, 2),
    (cap::STORAGE_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING, 2),
    (cap::STORAGE_TEXEL_BUFFER_ARRAY_NON_UNIFORM_INDEXING, 2),
    (cap::UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS, 2),
    (cap::UNIFORM_BUFFER_ARRAY_NON_UNIFORM_INDEXING, 2),
    (cap::UNIFORM_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING, 2),
    (cap::UNIFORM_TEXEL_BUFFER_ARRAY_NON_UNIFORM_INDEXING, 2),
    (cap::VULKAN_MEMORY_MODEL, 2),
    (cap::VULKAN_MEMORY_MODEL_DEVICE_SCOPE, 2),
    // Vulkan 1.3
    (cap::DEMOTE_TO_HELPER_INVOCATION, 3),
    (cap::DOT_PRODUCT, 3),
    (cap::DOT_PRODUCT_INPUT4X8_BIT, 3),
    (cap::DOT_PRODUCT_INPUT4X8_BIT_PACKED, 3),
    (cap::DOT_PRODUCT_INPUT_ALL, 3),
    // Vulkan 1.4
    (cap::FLOAT_CONTROLS2, 4),
];

/// True if a version of OpenCL has a capability without an extension.
fn open_cl_has(checker: &Checker<'_>, value: u32, (version, profile): (OpenCl, Profile)) -> bool {
    let since = match value {
        cap::ADDRESSES
        | cap::FLOAT16_BUFFER
        | cap::INT16
        | cap::INT8
        | cap::KERNEL
        | cap::LINKAGE
        | cap::VECTOR16
        | cap::IMAGE_BASIC
        | cap::FLOAT64
        | cap::FLOAT16 => OpenCl::V1_2,
        cap::INT64 if profile == Profile::Full => OpenCl::V1_2,
        cap::DEVICE_ENQUEUE | cap::GENERIC_POINTER | cap::GROUPS | cap::PIPES => OpenCl::V2_0,
        cap::SUBGROUP_DISPATCH | cap::PIPE_STORAGE => OpenCl::V2_2,
        cap::LITERAL_SAMPLER | cap::SAMPLED_1D | cap::IMAGE_1D | cap::SAMPLED_BUFFER | cap::IMAGE_BUFFER
            if checker.has(cap::IMAGE_BASIC) =>
        {
            OpenCl::V1_2
        }
        cap::IMAGE_READ_WRITE if checker.has(cap::IMAGE_BASIC) => OpenCl::V2_0,
        _ => return false,
    };
    since <= version
}

fn memory(checker: &mut Checker<'_>, at: At) {
    let (addressing, memory) = (checker.module.word(at, 0), checker.module.word(at, 1));
    if checker.has(cap::VULKAN_MEMORY_MODEL) && memory != memory_model::VULKAN {
        let message = "the capability VulkanMemoryModel requires the memory model Vulkan";
        checker.report_operand(&rules::MEMORY_MODEL, at, 1, message.into());
    }
    let is_physical = matches!(addressing, addressing_model::PHYSICAL32 | addressing_model::PHYSICAL64);
    match checker.environment {
        Environment::OpenCl(..) if !is_physical => {
            let message = "OpenCL requires the addressing model Physical32 or Physical64";
            checker.report_operand(&rules::MEMORY_MODEL, at, 0, message.into());
        }
        Environment::OpenCl(..) if memory != memory_model::OPEN_CL => {
            checker.report_operand(
                &rules::MEMORY_MODEL,
                at,
                1,
                "OpenCL requires the memory model OpenCL".into(),
            );
        }
        Environment::Vulkan(_) if is_physical => {
            let message = "Vulkan requires the addressing model Logical or PhysicalStorageBuffer64";
            checker.report_operand(&rules::MEMORY_MODEL, at, 0, message.into());
        }
        _ => {}
    }
}

/// Extensions with the minor version that they require.
const EXTENSIONS: &[(&str, u8)] = &[
    ("SPV_KHR_vulkan_memory_model", 3),
    ("SPV_QCOM_cooperative_matrix_conversion", 3),
    ("SPV_KHR_workgroup_memory_explicit_layout", 4),
    ("SPV_KHR_opacity_micromap", 4),
    ("SPV_EXT_mesh_shader", 4),
    ("SPV_NV_shader_invocation_reorder", 4),
    ("SPV_EXT_shader_invocation_reorder", 4),
    ("SPV_NV_cluster_acceleration_structure", 4),
    ("SPV_NV_linear_swept_spheres", 4),
    ("SPV_QCOM_image_processing", 4),
    ("SPV_QCOM_image_processing2", 4),
];

fn extension(checker: &mut Checker<'_>, at: At, index: usize) {
    if EXTENSIONS.iter().all(|(_, minor)| *minor <= checker.minor()) {
        return;
    }
    let name = checker.module.string(at, index);
    let row = EXTENSIONS.iter().find(|row| row.0 == name);
    if let Some((_, minor)) = row.filter(|(_, minor)| *minor > checker.minor()) {
        let message = format!("{name} requires SPIR-V 1.{minor}");
        checker.report(&rules::EXTENSION_VERSION, at, message);
    }
}

/// Checks the name of an imported set.
fn import(checker: &mut Checker<'_>, at: At) {
    if !checker.module.string_starts(at, "NonSemantic.") {
        return;
    }
    let name = checker.module.string(at, 0);
    let is_declared = checker.minor() > 5 || checker.has_extension("SPV_KHR_non_semantic_info");
    let version = name.strip_prefix("NonSemantic.Shader.DebugInfo.");
    let message = if !is_declared {
        "sets of non-semantic instructions require SPV_KHR_non_semantic_info".to_string()
    } else if version.is_some_and(|version| version.parse().unwrap_or(0) < 100) {
        format!("{name} has no version from 100 on")
    } else {
        return;
    };
    checker.report(&rules::IMPORT, at, message);
}

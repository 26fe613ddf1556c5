//! Lists the built-in variables of GLSL.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::built_in;

use super::features::{Features, NEVER};
use super::rays::{MESH, MOTION, POSITIONS, TRACING};
use crate::text::Sign;

/// A built-in variable in a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BuiltIn {
    pub(super) name: &'static str,
    pub(super) sign: Sign,
    /// An array in GLSL even where it is none in the module.
    pub(super) extension: Option<&'static str>,
}

struct Row {
    number: u32,
    name: &'static str,
    sign: Sign,
    desktop: u16,
    es: u16,
    extension: Option<&'static str>,
}

const fn row(number: u32, name: &'static str, sign: Sign, desktop: u16, es: u16) -> Row {
    Row { number, name, sign, desktop, es, extension: None }
}

const fn extended(number: u32, name: &'static str, sign: Sign, extension: &'static str) -> Row {
    Row { number, name, sign, desktop: 140, es: 310, extension: Some(extension) }
}

/// One whose extension is written for the last versions.
const fn late(number: u32, name: &'static str, extension: &'static str) -> Row {
    Row { desktop: 450, ..extended(number, name, Sign::Signed, extension) }
}

/// One whose extension is not of GLSL ES.
const fn of_desktop(number: u32, name: &'static str, sign: Sign, extension: &'static str) -> Row {
    Row { number, name, sign, desktop: 140, es: NEVER, extension: Some(extension) }
}

const fn barycentric(number: u32, name: &'static str) -> Row {
    Row { desktop: 450, es: 320, ..extended(number, name, Sign::Own, "GL_EXT_fragment_shader_barycentric") }
}

const BASIC: &str = "GL_KHR_shader_subgroup_basic";
const DRAW: &str = "GL_ARB_shader_draw_parameters";
const RATE: &str = "GL_EXT_fragment_shading_rate";
const DENSITY: &str = "GL_EXT_fragment_invocation_density";
const PROCESSORS: &str = "GL_NV_shader_sm_builtins";
const SAMPLES: &str = "GL_OES_sample_variables";
const BALLOT: &str = "GL_KHR_shader_subgroup_ballot";

static ROWS: &[Row] = &[
    row(built_in::POSITION, "gl_Position", Sign::Own, 110, 100),
    row(built_in::POINT_SIZE, "gl_PointSize", Sign::Own, 110, 100),
    row(built_in::CLIP_DISTANCE, "gl_ClipDistance", Sign::Own, 130, NEVER),
    row(built_in::CULL_DISTANCE, "gl_CullDistance", Sign::Own, 450, NEVER),
    row(built_in::VERTEX_ID, "gl_VertexID", Sign::Signed, 130, 300),
    row(built_in::INSTANCE_ID, "gl_InstanceID", Sign::Signed, 140, 300),
    row(built_in::PRIMITIVE_ID, "gl_PrimitiveID", Sign::Signed, 150, 320),
    row(built_in::INVOCATION_ID, "gl_InvocationID", Sign::Signed, 400, 320),
    row(built_in::LAYER, "gl_Layer", Sign::Signed, 430, 320),
    row(built_in::VIEWPORT_INDEX, "gl_ViewportIndex", Sign::Signed, 430, NEVER),
    row(built_in::TESS_LEVEL_OUTER, "gl_TessLevelOuter", Sign::Own, 400, 320),
    row(built_in::TESS_LEVEL_INNER, "gl_TessLevelInner", Sign::Own, 400, 320),
    row(built_in::TESS_COORD, "gl_TessCoord", Sign::Own, 400, 320),
    row(built_in::PATCH_VERTICES, "gl_PatchVerticesIn", Sign::Signed, 400, 320),
    row(built_in::FRAG_COORD, "gl_FragCoord", Sign::Own, 110, 100),
    row(built_in::POINT_COORD, "gl_PointCoord", Sign::Own, 120, 100),
    row(built_in::FRONT_FACING, "gl_FrontFacing", Sign::Own, 110, 100),
    row(built_in::SAMPLE_ID, "gl_SampleID", Sign::Signed, 400, 320),
    row(built_in::SAMPLE_POSITION, "gl_SamplePosition", Sign::Own, 400, 320),
    row(built_in::FRAG_DEPTH, "gl_FragDepth", Sign::Own, 110, 300),
    row(built_in::HELPER_INVOCATION, "gl_HelperInvocation", Sign::Own, 450, 310),
    row(built_in::NUM_WORKGROUPS, "gl_NumWorkGroups", Sign::Unsigned, 430, 310),
    row(built_in::WORKGROUP_SIZE, "gl_WorkGroupSize", Sign::Unsigned, 430, 310),
    row(built_in::WORKGROUP_ID, "gl_WorkGroupID", Sign::Unsigned, 430, 310),
    row(built_in::LOCAL_INVOCATION_ID, "gl_LocalInvocationID", Sign::Unsigned, 430, 310),
    row(built_in::GLOBAL_INVOCATION_ID, "gl_GlobalInvocationID", Sign::Unsigned, 430, 310),
    row(built_in::LOCAL_INVOCATION_INDEX, "gl_LocalInvocationIndex", Sign::Unsigned, 430, 310),
    row(built_in::VERTEX_INDEX, "gl_VertexID", Sign::Signed, 130, 300),
    row(built_in::INSTANCE_INDEX, "gl_InstanceID", Sign::Signed, 140, 300),
    of_desktop(built_in::BASE_VERTEX, "gl_BaseVertexARB", Sign::Signed, DRAW),
    of_desktop(built_in::BASE_INSTANCE, "gl_BaseInstanceARB", Sign::Signed, DRAW),
    of_desktop(built_in::DRAW_INDEX, "gl_DrawIDARB", Sign::Signed, DRAW),
    late(built_in::SHADING_RATE_KHR, "gl_ShadingRateEXT", RATE),
    late(built_in::PRIMITIVE_SHADING_RATE_KHR, "gl_PrimitiveShadingRateEXT", RATE),
    late(built_in::FRAG_SIZE_EXT, "gl_FragSizeEXT", DENSITY),
    late(built_in::FRAG_INVOCATION_COUNT_EXT, "gl_FragInvocationCountEXT", DENSITY),
    extended(
        built_in::FULLY_COVERED_EXT,
        "gl_FragFullyCoveredNV",
        Sign::Own,
        "GL_NV_conservative_raster_underestimation",
    ),
    extended(built_in::SUBGROUP_SIZE, "gl_SubgroupSize", Sign::Unsigned, BASIC),
    extended(built_in::NUM_SUBGROUPS, "gl_NumSubgroups", Sign::Unsigned, BASIC),
    extended(built_in::SUBGROUP_ID, "gl_SubgroupID", Sign::Unsigned, BASIC),
    extended(built_in::SUBGROUP_LOCAL_INVOCATION_ID, "gl_SubgroupInvocationID", Sign::Unsigned, BASIC),
    extended(built_in::SUBGROUP_EQ_MASK, "gl_SubgroupEqMask", Sign::Unsigned, BALLOT),
    extended(built_in::SUBGROUP_GE_MASK, "gl_SubgroupGeMask", Sign::Unsigned, BALLOT),
    extended(built_in::SUBGROUP_GT_MASK, "gl_SubgroupGtMask", Sign::Unsigned, BALLOT),
    extended(built_in::SUBGROUP_LE_MASK, "gl_SubgroupLeMask", Sign::Unsigned, BALLOT),
    extended(built_in::SUBGROUP_LT_MASK, "gl_SubgroupLtMask", Sign::Unsigned, BALLOT),
    extended(built_in::VIEW_INDEX, "gl_ViewIndex", Sign::Signed, "GL_EXT_multiview"),
    of_desktop(
        built_in::FRAG_STENCIL_REF_EXT,
        "gl_FragStencilRefARB",
        Sign::Signed,
        "GL_ARB_shader_stencil_export",
    ),
    barycentric(built_in::BARY_COORD_KHR, "gl_BaryCoordEXT"),
    barycentric(built_in::BARY_COORD_NO_PERSP_KHR, "gl_BaryCoordNoPerspEXT"),
    extended(built_in::PRIMITIVE_POINT_INDICES_EXT, "gl_PrimitivePointIndicesEXT", Sign::Unsigned, MESH),
    extended(built_in::PRIMITIVE_LINE_INDICES_EXT, "gl_PrimitiveLineIndicesEXT", Sign::Unsigned, MESH),
    extended(
        built_in::PRIMITIVE_TRIANGLE_INDICES_EXT,
        "gl_PrimitiveTriangleIndicesEXT",
        Sign::Unsigned,
        MESH,
    ),
    extended(built_in::CULL_PRIMITIVE_EXT, "gl_CullPrimitiveEXT", Sign::Own, MESH),
    extended(built_in::LAUNCH_ID_KHR, "gl_LaunchIDEXT", Sign::Unsigned, TRACING),
    extended(built_in::LAUNCH_SIZE_KHR, "gl_LaunchSizeEXT", Sign::Unsigned, TRACING),
    extended(built_in::WORLD_RAY_ORIGIN_KHR, "gl_WorldRayOriginEXT", Sign::Own, TRACING),
    extended(built_in::WORLD_RAY_DIRECTION_KHR, "gl_WorldRayDirectionEXT", Sign::Own, TRACING),
    extended(built_in::OBJECT_RAY_ORIGIN_KHR, "gl_ObjectRayOriginEXT", Sign::Own, TRACING),
    extended(built_in::OBJECT_RAY_DIRECTION_KHR, "gl_ObjectRayDirectionEXT", Sign::Own, TRACING),
    extended(built_in::RAY_TMIN_KHR, "gl_RayTminEXT", Sign::Own, TRACING),
    extended(built_in::RAY_TMAX_KHR, "gl_RayTmaxEXT", Sign::Own, TRACING),
    extended(built_in::HIT_T_NV, "gl_RayTmaxEXT", Sign::Own, TRACING),
    extended(built_in::INSTANCE_CUSTOM_INDEX_KHR, "gl_InstanceCustomIndexEXT", Sign::Signed, TRACING),
    extended(built_in::OBJECT_TO_WORLD_KHR, "gl_ObjectToWorldEXT", Sign::Own, TRACING),
    extended(built_in::WORLD_TO_OBJECT_KHR, "gl_WorldToObjectEXT", Sign::Own, TRACING),
    extended(built_in::HIT_KIND_KHR, "gl_HitKindEXT", Sign::Unsigned, TRACING),
    extended(built_in::INCOMING_RAY_FLAGS_KHR, "gl_IncomingRayFlagsEXT", Sign::Unsigned, TRACING),
    extended(built_in::RAY_GEOMETRY_INDEX_KHR, "gl_GeometryIndexEXT", Sign::Signed, TRACING),
    extended(built_in::CURRENT_RAY_TIME_NV, "gl_CurrentRayTimeNV", Sign::Own, MOTION),
    extended(built_in::WARPS_PER_SM_NV, "gl_WarpsPerSMNV", Sign::Unsigned, PROCESSORS),
    extended(built_in::SM_COUNT_NV, "gl_SMCountNV", Sign::Unsigned, PROCESSORS),
    extended(built_in::WARP_ID_NV, "gl_WarpIDNV", Sign::Unsigned, PROCESSORS),
    extended(built_in::SMID_NV, "gl_SMIDNV", Sign::Unsigned, PROCESSORS),
    extended(built_in::CULL_MASK_KHR, "gl_CullMaskEXT", Sign::Unsigned, "GL_EXT_ray_cull_mask"),
    extended(
        built_in::HIT_TRIANGLE_VERTEX_POSITIONS_KHR,
        "gl_HitTriangleVertexPositionsEXT",
        Sign::Own,
        POSITIONS,
    ),
    extended(built_in::DEVICE_INDEX, "gl_DeviceIndex", Sign::Signed, "GL_EXT_device_group"),
];

/// The built-in variable of a number, as a version names it; `None` if it has none.
pub(super) fn built_in(
    number: u32,
    features: &Features,
    (stage, is_output): (Stage, bool),
) -> Option<BuiltIn> {
    if number == built_in::SAMPLE_MASK {
        let name = if is_output { "gl_SampleMask" } else { "gl_SampleMaskIn" };
        let is_late = features.is_extended_310();
        let known = is_late || features.has(400, 320);
        let extension = is_late.then_some(SAMPLES);
        return known.then_some(BuiltIn { name, sign: Sign::Signed, extension });
    }
    let row = ROWS.iter().find(|row| row.number == number)?;
    let mut found = BuiltIn { name: row.name, sign: row.sign, extension: row.extension };
    if features.is_vulkan() {
        match number {
            built_in::VERTEX_INDEX => found.name = "gl_VertexIndex",
            built_in::INSTANCE_INDEX => found.name = "gl_InstanceIndex",
            built_in::INSTANCE_ID if stage.is_ray_tracing() => {}
            built_in::VERTEX_ID | built_in::INSTANCE_ID => return None,
            _ => {}
        }
    }
    // From this version on they need no extension.
    if found.extension == Some(DRAW) && features.version >= 460 {
        found.name = found.name.trim_end_matches("ARB");
        found.extension = None;
    }
    let is_late = matches!(stage, Stage::Vertex | Stage::TessellationEvaluation) && is_output;
    if matches!(number, built_in::LAYER | built_in::VIEWPORT_INDEX) && is_late {
        found.extension = Some("GL_ARB_shader_viewport_layer_array");
    }
    if found.name == "gl_RayTmaxEXT" && matches!(stage, Stage::AnyHit | Stage::ClosestHit) {
        found.name = "gl_HitTEXT";
    }
    if number == built_in::PRIMITIVE_ID && stage == Stage::Geometry && !is_output {
        found.name = "gl_PrimitiveIDIn";
    }
    if number == built_in::FRAG_DEPTH && features.is_es() && features.version == 100 {
        found.name = "gl_FragDepthEXT";
        found.extension = Some("GL_EXT_frag_depth");
        return Some(found);
    }
    if features.is_extended_310() && stage == Stage::Fragment {
        let late = match number {
            built_in::SAMPLE_ID | built_in::SAMPLE_POSITION => Some(SAMPLES),
            built_in::PRIMITIVE_ID | built_in::LAYER => Some("GL_EXT_geometry_shader"),
            _ => None,
        };
        if late.is_some() {
            return Some(BuiltIn { extension: late, ..found });
        }
    }
    if number == built_in::POINT_SIZE && features.is_es() {
        found.extension = match stage {
            Stage::Geometry => Some("GL_EXT_geometry_point_size"),
            Stage::TessellationControl | Stage::TessellationEvaluation => {
                Some("GL_EXT_tessellation_point_size")
            }
            _ => None,
        };
    }
    features.has(row.desktop, row.es).then_some(found)
}

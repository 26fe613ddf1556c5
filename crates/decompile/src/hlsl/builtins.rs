//! Lists the system values of HLSL.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::built_in;

/// A system value.
#[derive(Clone, Copy, Debug)]
pub(super) struct SystemValue {
    /// What its member is called.
    pub(super) name: &'static str,
    pub(super) semantic: &'static str,
    /// Shader model that has it first, times ten.
    pub(super) version: u16,
}

/// The system value of a built-in variable.
pub(super) fn system_value(number: u32, stage: Stage, is_output: bool) -> Option<SystemValue> {
    let (name, semantic, version) = match (number, stage, is_output) {
        (built_in::POSITION, _, true) => ("position", "SV_Position", 40),
        (built_in::POINT_SIZE, _, true) => ("pointSize", "PSIZE", 40),
        (built_in::CLIP_DISTANCE, _, true) | (built_in::CLIP_DISTANCE, Stage::Fragment, false) => {
            ("clipDistance", "SV_ClipDistance", 40)
        }
        (built_in::CULL_DISTANCE, _, true) | (built_in::CULL_DISTANCE, Stage::Fragment, false) => {
            ("cullDistance", "SV_CullDistance", 40)
        }
        (built_in::VERTEX_ID | built_in::VERTEX_INDEX, Stage::Vertex, false) => {
            ("vertexID", "SV_VertexID", 40)
        }
        (built_in::INSTANCE_ID | built_in::INSTANCE_INDEX, Stage::Vertex, false) => {
            ("instanceID", "SV_InstanceID", 40)
        }
        (built_in::BASE_VERTEX, Stage::Vertex, false) => ("startVertex", "SV_StartVertexLocation", 68),
        (built_in::BASE_INSTANCE, Stage::Vertex, false) => ("startInstance", "SV_StartInstanceLocation", 68),
        (built_in::FRAG_COORD, Stage::Fragment, false) => ("position", "SV_Position", 40),
        (built_in::FRONT_FACING, Stage::Fragment, false) => ("isFrontFace", "SV_IsFrontFace", 40),
        (built_in::SAMPLE_ID, Stage::Fragment, false) => ("sampleIndex", "SV_SampleIndex", 41),
        (built_in::SAMPLE_MASK, Stage::Fragment, false) => ("coverage", "SV_Coverage", 50),
        (built_in::FULLY_COVERED_EXT, Stage::Fragment, false) => ("innerCoverage", "SV_InnerCoverage", 50),
        (built_in::SAMPLE_MASK, Stage::Fragment, true) => ("coverage", "SV_Coverage", 41),
        (
            built_in::PRIMITIVE_ID,
            Stage::Fragment | Stage::Geometry | Stage::TessellationControl | Stage::TessellationEvaluation,
            false,
        )
        | (built_in::PRIMITIVE_ID, Stage::Geometry, true) => ("primitiveID", "SV_PrimitiveID", 40),
        (built_in::INVOCATION_ID, Stage::Geometry, false) => ("instanceID", "SV_GSInstanceID", 50),
        (built_in::INVOCATION_ID, Stage::TessellationControl, false) => {
            ("pointID", "SV_OutputControlPointID", 50)
        }
        (built_in::TESS_COORD, Stage::TessellationEvaluation, false) => {
            ("domainLocation", "SV_DomainLocation", 50)
        }
        (built_in::LAYER, Stage::Fragment, false) | (built_in::LAYER, Stage::Geometry, true) => {
            ("layer", "SV_RenderTargetArrayIndex", 40)
        }
        (built_in::LAYER, Stage::Vertex | Stage::TessellationEvaluation, true) => {
            ("layer", "SV_RenderTargetArrayIndex", 60)
        }
        (built_in::VIEWPORT_INDEX, Stage::Fragment, false)
        | (built_in::VIEWPORT_INDEX, Stage::Geometry, true) => ("viewport", "SV_ViewportArrayIndex", 40),
        (built_in::VIEWPORT_INDEX, Stage::Vertex | Stage::TessellationEvaluation, true) => {
            ("viewport", "SV_ViewportArrayIndex", 60)
        }
        (built_in::FRAG_DEPTH, Stage::Fragment, true) => ("depth", "SV_Depth", 40),
        (built_in::FRAG_STENCIL_REF_EXT, Stage::Fragment, true) => ("stencil", "SV_StencilRef", 51),
        (built_in::VIEW_INDEX, Stage::Compute | Stage::Task, _) => return None,
        (built_in::VIEW_INDEX, stage, false) if !stage.is_ray_tracing() => ("viewID", "SV_ViewID", 61),
        (built_in::BARY_COORD_KHR, Stage::Fragment, false) => ("barycentrics", "SV_Barycentrics", 61),
        (built_in::BARY_COORD_NO_PERSP_KHR, Stage::Fragment, false) => {
            ("linearBarycentrics", "SV_Barycentrics1", 61)
        }
        (built_in::SHADING_RATE_KHR, Stage::Fragment, false)
        | (built_in::PRIMITIVE_SHADING_RATE_KHR, Stage::Vertex | Stage::Geometry, true) => {
            ("shadingRate", "SV_ShadingRate", 64)
        }
        (built_in::GLOBAL_INVOCATION_ID, Stage::Compute | Stage::Task | Stage::Mesh, false) => {
            ("dispatchThreadID", "SV_DispatchThreadID", 40)
        }
        (built_in::WORKGROUP_ID, Stage::Compute | Stage::Task | Stage::Mesh, false) => {
            ("groupID", "SV_GroupID", 40)
        }
        (built_in::LOCAL_INVOCATION_ID, Stage::Compute | Stage::Task | Stage::Mesh, false) => {
            ("groupThreadID", "SV_GroupThreadID", 40)
        }
        (built_in::LOCAL_INVOCATION_INDEX, Stage::Compute | Stage::Task | Stage::Mesh, false) => {
            ("groupIndex", "SV_GroupIndex", 40)
        }
        (built_in::PRIMITIVE_ID, Stage::Mesh, true) => ("primitiveID", "SV_PrimitiveID", 65),
        (built_in::LAYER, Stage::Mesh, true) => ("layer", "SV_RenderTargetArrayIndex", 65),
        (built_in::VIEWPORT_INDEX, Stage::Mesh, true) => ("viewport", "SV_ViewportArrayIndex", 65),
        (built_in::CULL_PRIMITIVE_EXT, Stage::Mesh, true) => ("cull", "SV_CullPrimitive", 65),
        (built_in::PRIMITIVE_SHADING_RATE_KHR, Stage::Mesh, true) => ("shadingRate", "SV_ShadingRate", 65),
        _ => return None,
    };
    Some(SystemValue { name, semantic, version })
}

/// The function of a built-in variable that is none in HLSL, and the shader model that has it first.
pub(super) fn function(number: u32, stage: Stage) -> Option<(&'static str, u16)> {
    if stage.is_ray_tracing()
        && let Some(found) = of_rays(number)
    {
        return Some(found);
    }
    Some(match number {
        built_in::SUBGROUP_SIZE => ("WaveGetLaneCount()", 60),
        built_in::SUBGROUP_LOCAL_INVOCATION_ID => ("WaveGetLaneIndex()", 60),
        built_in::HELPER_INVOCATION => ("IsHelperLane()", 66),
        built_in::SAMPLE_POSITION => return None,
        _ => return None,
    })
}

/// The function of a built-in variable of the stages of ray tracing.
fn of_rays(number: u32) -> Option<(&'static str, u16)> {
    Some(match number {
        built_in::LAUNCH_ID_KHR => ("DispatchRaysIndex()", 63),
        built_in::LAUNCH_SIZE_KHR => ("DispatchRaysDimensions()", 63),
        built_in::WORLD_RAY_ORIGIN_KHR => ("WorldRayOrigin()", 63),
        built_in::WORLD_RAY_DIRECTION_KHR => ("WorldRayDirection()", 63),
        built_in::OBJECT_RAY_ORIGIN_KHR => ("ObjectRayOrigin()", 63),
        built_in::OBJECT_RAY_DIRECTION_KHR => ("ObjectRayDirection()", 63),
        built_in::RAY_TMIN_KHR => ("RayTMin()", 63),
        built_in::RAY_TMAX_KHR | built_in::HIT_T_NV => ("RayTCurrent()", 63),
        built_in::INSTANCE_CUSTOM_INDEX_KHR => ("InstanceID()", 63),
        built_in::INSTANCE_ID => ("InstanceIndex()", 63),
        built_in::PRIMITIVE_ID => ("PrimitiveIndex()", 63),
        built_in::RAY_GEOMETRY_INDEX_KHR => ("GeometryIndex()", 65),
        built_in::HIT_KIND_KHR => ("HitKind()", 63),
        built_in::INCOMING_RAY_FLAGS_KHR => ("RayFlags()", 63),
        // A column of the module is a row here.
        built_in::OBJECT_TO_WORLD_KHR => ("ObjectToWorld4x3()", 63),
        built_in::WORLD_TO_OBJECT_KHR => ("WorldToObject4x3()", 63),
        _ => return None,
    })
}

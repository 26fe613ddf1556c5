//! Names system values in signature tables, for the listings of both compilers.

use glassbox_dxcontainer::part::signature::raw::SystemValue;

/// Name of a system value; `None` if there is none or it is unknown.
pub(crate) fn word(value: SystemValue) -> Option<&'static str> {
    Some(match value {
        SystemValue::POSITION => "POS",
        SystemValue::CLIP_DISTANCE => "CLIPDST",
        SystemValue::CULL_DISTANCE => "CULLDST",
        SystemValue::RENDER_TARGET_ARRAY_INDEX => "RTINDEX",
        SystemValue::VIEWPORT_ARRAY_INDEX => "VPINDEX",
        SystemValue::VERTEX_ID => "VERTID",
        SystemValue::PRIMITIVE_ID => "PRIMID",
        SystemValue::INSTANCE_ID => "INSTID",
        SystemValue::IS_FRONT_FACE => "FFACE",
        SystemValue::SAMPLE_INDEX => "SAMPLE",
        SystemValue::FINAL_QUAD_EDGE_TESS_FACTOR => "QUADEDGE",
        SystemValue::FINAL_QUAD_INSIDE_TESS_FACTOR => "QUADINT",
        SystemValue::FINAL_TRI_EDGE_TESS_FACTOR => "TRIEDGE",
        SystemValue::FINAL_TRI_INSIDE_TESS_FACTOR => "TRIINT",
        SystemValue::FINAL_LINE_DETAIL_TESS_FACTOR => "LINEDET",
        SystemValue::FINAL_LINE_DENSITY_TESS_FACTOR => "LINEDEN",
        SystemValue::BARYCENTRICS => "BARYCEN",
        SystemValue::SHADING_RATE => "SHDINGRATE",
        SystemValue::CULL_PRIMITIVE => "CULLPRIM",
        SystemValue::TARGET => "TARGET",
        SystemValue::DEPTH => "DEPTH",
        SystemValue::COVERAGE => "COVERAGE",
        SystemValue::DEPTH_GREATER_EQUAL => "DEPTHGE",
        SystemValue::DEPTH_LESS_EQUAL => "DEPTHLE",
        SystemValue::STENCIL_REF => "STENCILREF",
        SystemValue::INNER_COVERAGE => "INNERCOV",
        _ => return None,
    })
}

//! Converts semantics and types of signature elements from DXIL metadata to the numbering of the other parts.
//!
//! Sources: corpus metadata compared with its signature parts; `DxilSigPoint.inl` of the DirectX shader compiler for
//! the semantics included in signatures at each stage.

use crate::part::psv::raw::{Domain, SemanticKind};
use crate::part::rdat::raw::DxilType;
use crate::part::signature::raw::{ComponentType, MinPrecision, SystemValue};

/// System value of a semantic in a signature part. Tessellation factors depend on the domain; for isolines this is the
/// first factor, [`later`] gives the others.
pub(super) fn system_value(kind: SemanticKind, domain: Option<Domain>) -> SystemValue {
    match kind {
        SemanticKind::POSITION => SystemValue::POSITION,
        SemanticKind::CLIP_DISTANCE => SystemValue::CLIP_DISTANCE,
        SemanticKind::CULL_DISTANCE => SystemValue::CULL_DISTANCE,
        SemanticKind::RENDER_TARGET_ARRAY_INDEX => SystemValue::RENDER_TARGET_ARRAY_INDEX,
        SemanticKind::VIEWPORT_ARRAY_INDEX => SystemValue::VIEWPORT_ARRAY_INDEX,
        SemanticKind::VERTEX_ID => SystemValue::VERTEX_ID,
        SemanticKind::PRIMITIVE_ID => SystemValue::PRIMITIVE_ID,
        SemanticKind::INSTANCE_ID => SystemValue::INSTANCE_ID,
        SemanticKind::IS_FRONT_FACE => SystemValue::IS_FRONT_FACE,
        SemanticKind::SAMPLE_INDEX => SystemValue::SAMPLE_INDEX,
        SemanticKind::TESS_FACTOR => match domain {
            Some(Domain::ISOLINE) => SystemValue::FINAL_LINE_DENSITY_TESS_FACTOR,
            Some(Domain::TRIANGLE) => SystemValue::FINAL_TRI_EDGE_TESS_FACTOR,
            Some(Domain::QUAD) => SystemValue::FINAL_QUAD_EDGE_TESS_FACTOR,
            _ => SystemValue::NONE,
        },
        SemanticKind::INSIDE_TESS_FACTOR => match domain {
            Some(Domain::TRIANGLE) => SystemValue::FINAL_TRI_INSIDE_TESS_FACTOR,
            Some(Domain::QUAD) => SystemValue::FINAL_QUAD_INSIDE_TESS_FACTOR,
            _ => SystemValue::NONE,
        },
        SemanticKind::BARYCENTRICS => SystemValue::BARYCENTRICS,
        SemanticKind::SHADING_RATE => SystemValue::SHADING_RATE,
        SemanticKind::CULL_PRIMITIVE => SystemValue::CULL_PRIMITIVE,
        SemanticKind::TARGET => SystemValue::TARGET,
        SemanticKind::DEPTH => SystemValue::DEPTH,
        SemanticKind::COVERAGE => SystemValue::COVERAGE,
        SemanticKind::DEPTH_GREATER_EQUAL => SystemValue::DEPTH_GREATER_EQUAL,
        SemanticKind::DEPTH_LESS_EQUAL => SystemValue::DEPTH_LESS_EQUAL,
        SemanticKind::STENCIL_REF => SystemValue::STENCIL_REF,
        SemanticKind::INNER_COVERAGE => SystemValue::INNER_COVERAGE,
        _ => SystemValue::NONE,
    }
}

/// System value of the rows after an element's first.
pub(super) fn later(first: SystemValue) -> SystemValue {
    match first {
        SystemValue::FINAL_LINE_DENSITY_TESS_FACTOR => SystemValue::FINAL_LINE_DETAIL_TESS_FACTOR,
        other => other,
    }
}

/// True if a shader reads the semantic by a dedicated instruction, so that it is absent from signature parts.
pub(super) fn is_outside(kind: SemanticKind, is_pixel_input: bool) -> bool {
    match kind {
        SemanticKind::OUTPUT_CONTROL_POINT_ID
        | SemanticKind::DOMAIN_LOCATION
        | SemanticKind::GS_INSTANCE_ID
        | SemanticKind::DISPATCH_THREAD_ID
        | SemanticKind::GROUP_ID
        | SemanticKind::GROUP_INDEX
        | SemanticKind::GROUP_THREAD_ID
        | SemanticKind::VIEW_ID
        | SemanticKind::START_VERTEX_LOCATION
        | SemanticKind::START_INSTANCE_LOCATION => true,
        SemanticKind::COVERAGE | SemanticKind::INNER_COVERAGE => is_pixel_input,
        _ => false,
    }
}

/// Component type in signature numbering. Bool exists only since validator version 1.5.
pub(super) fn component_type(kind: u8, has_bool: bool) -> ComponentType {
    match DxilType(kind) {
        DxilType::I1 if has_bool => ComponentType::U32,
        DxilType::I16 => ComponentType::I16,
        DxilType::U16 => ComponentType::U16,
        DxilType::I32 | DxilType::PACKED_S8X4 => ComponentType::I32,
        DxilType::U32 | DxilType::PACKED_U8X4 => ComponentType::U32,
        DxilType::I64 => ComponentType::I64,
        DxilType::U64 => ComponentType::U64,
        DxilType::F16 | DxilType::SNORM16 | DxilType::UNORM16 => ComponentType::F16,
        DxilType::F32 | DxilType::SNORM32 | DxilType::UNORM32 => ComponentType::F32,
        DxilType::F64 | DxilType::SNORM64 | DxilType::UNORM64 => ComponentType::F64,
        _ => ComponentType::UNKNOWN,
    }
}

/// Minimum precision of a component type if 16-bit types are not native.
pub(super) fn min_precision(kind: u8) -> MinPrecision {
    match DxilType(kind) {
        DxilType::I16 => MinPrecision::I16,
        DxilType::U16 => MinPrecision::U16,
        DxilType::F16 | DxilType::SNORM16 | DxilType::UNORM16 => MinPrecision::F16,
        _ => MinPrecision::DEFAULT,
    }
}

#[cfg(test)]
mod tests {
    use super::{component_type, min_precision};

    /// Numbers of a type in signatures and its minimum precision by its number in metadata, as the DirectX shader compiler converts
    /// them.
    const TYPES: [[u32; 2]; 24] = [
        [0, 0],
        [0, 0],
        [5, 4],
        [4, 5],
        [2, 0],
        [1, 0],
        [8, 0],
        [7, 0],
        [6, 1],
        [3, 0],
        [9, 0],
        [6, 1],
        [6, 1],
        [3, 0],
        [3, 0],
        [9, 0],
        [9, 0],
        [2, 0],
        [1, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
    ];

    #[test]
    fn types_have_their_numbers_in_signatures() {
        for (kind, expected) in (0..).zip(TYPES) {
            assert_eq!([component_type(kind, false).0, min_precision(kind).0], expected, "type {kind}");
        }
        assert_eq!(component_type(1, true).0, 1);
    }
}

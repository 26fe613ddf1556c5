//! Lists the built-in variables of MSL.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::built_in;

use crate::text::Scalar;

/// A built-in parameter or member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BuiltIn {
    /// What it is called where that is free.
    pub(super) name: &'static str,
    pub(super) attribute: &'static str,
    pub(super) scalar: Scalar,
    pub(super) count: u32,
    /// First version that has it.
    since: u16,
}

const fn row(
    name: &'static str,
    attribute: &'static str,
    scalar: Scalar,
    count: u32,
    since: u16,
) -> Option<BuiltIn> {
    Some(BuiltIn { name, attribute, scalar, count, since })
}

const UINT: Scalar = Scalar::Uint(32);
const FLOAT: Scalar = Scalar::Float(32);

/// The built-in variable of a number in a stage; `None` if a version has none.
pub(super) fn built_in(number: u32, stage: Stage, is_output: bool, version: u16) -> Option<BuiltIn> {
    let found = if is_output { output(number, stage) } else { input(number, stage) };
    found.filter(|found| version >= found.since)
}

fn output(number: u32, stage: Stage) -> Option<BuiltIn> {
    match (number, stage) {
        (_, Stage::TessellationEvaluation) => output(number, Stage::Vertex),
        (
            built_in::POSITION
            | built_in::POINT_SIZE
            | built_in::CLIP_DISTANCE
            | built_in::LAYER
            | built_in::VIEWPORT_INDEX,
            Stage::Mesh,
        ) => output(number, Stage::Vertex),
        (built_in::PRIMITIVE_ID, Stage::Mesh) => row("primitive_id", "primitive_id", UINT, 1, 30),
        (built_in::CULL_PRIMITIVE_EXT, Stage::Mesh) => {
            row("is_culled", "primitive_culled", Scalar::Bool, 1, 30)
        }
        (built_in::POSITION, Stage::Vertex) => row("position", "position", FLOAT, 4, 0),
        (built_in::POINT_SIZE, Stage::Vertex) => row("point_size", "point_size", FLOAT, 1, 0),
        (built_in::CLIP_DISTANCE, Stage::Vertex) => row("clip_distance", "clip_distance", FLOAT, 1, 0),
        (built_in::LAYER, Stage::Vertex) => row("layer", "render_target_array_index", UINT, 1, 20),
        (built_in::VIEWPORT_INDEX, Stage::Vertex) => row("viewport", "viewport_array_index", UINT, 1, 20),
        (built_in::FRAG_DEPTH, Stage::Fragment) => row("depth", "depth(any)", FLOAT, 1, 0),
        (built_in::SAMPLE_MASK, Stage::Fragment) => row("sample_mask", "sample_mask", UINT, 1, 0),
        (built_in::FRAG_STENCIL_REF_EXT, Stage::Fragment) => row("stencil", "stencil", UINT, 1, 21),
        _ => None,
    }
}

fn input(number: u32, stage: Stage) -> Option<BuiltIn> {
    if number == built_in::DEVICE_INDEX {
        return row("device_index", "", UINT, 1, 0);
    }
    match stage {
        Stage::Vertex => match number {
            built_in::VERTEX_INDEX | built_in::VERTEX_ID => row("vertex_id", "vertex_id", UINT, 1, 0),
            built_in::INSTANCE_INDEX | built_in::INSTANCE_ID => row("instance_id", "instance_id", UINT, 1, 0),
            built_in::BASE_VERTEX => row("base_vertex", "base_vertex", UINT, 1, 0),
            built_in::BASE_INSTANCE => row("base_instance", "base_instance", UINT, 1, 0),
            built_in::VIEW_INDEX => row("view", "amplification_id", UINT, 1, 23),
            _ => None,
        },
        Stage::TessellationControl => match number {
            built_in::INVOCATION_ID => row("invocation_id", "thread_index_in_threadgroup", UINT, 1, 0),
            built_in::PRIMITIVE_ID => row("patch_id", "threadgroup_position_in_grid", UINT, 1, 0),
            built_in::PATCH_VERTICES => row("patch_points", "", UINT, 1, 0),
            built_in::SUBGROUP_LOCAL_INVOCATION_ID | built_in::SUBGROUP_SIZE => input(number, Stage::Compute),
            _ => None,
        },
        Stage::TessellationEvaluation => match number {
            built_in::TESS_COORD => row("tess_coord", "position_in_patch", FLOAT, 3, 0),
            built_in::PRIMITIVE_ID => row("patch_id", "patch_id", UINT, 1, 0),
            built_in::PATCH_VERTICES => row("patch_points", "", UINT, 1, 0),
            _ => None,
        },
        Stage::Fragment => match number {
            built_in::FRAG_COORD => row("frag_coord", "position", FLOAT, 4, 0),
            built_in::POINT_COORD => row("point_coord", "point_coord", FLOAT, 2, 0),
            built_in::FRONT_FACING => row("is_front", "front_facing", Scalar::Bool, 1, 0),
            // What has no attribute is asked of a function.
            built_in::HELPER_INVOCATION => row("is_helper", "", Scalar::Bool, 1, 23),
            built_in::SAMPLE_POSITION => row("sample_position", "", FLOAT, 2, 0),
            built_in::SAMPLE_ID => row("sample_id", "sample_id", UINT, 1, 0),
            built_in::SAMPLE_MASK => row("coverage", "sample_mask", UINT, 1, 0),
            built_in::LAYER => row("layer", "render_target_array_index", UINT, 1, 20),
            built_in::VIEWPORT_INDEX => row("viewport", "viewport_array_index", UINT, 1, 20),
            built_in::PRIMITIVE_ID => row("primitive_id", "primitive_id", UINT, 1, 22),
            built_in::VIEW_INDEX => row("view", "amplification_id", UINT, 1, 23),
            built_in::BARY_COORD_KHR => row("barycentric", "barycentric_coord", FLOAT, 3, 22),
            built_in::BARY_COORD_NO_PERSP_KHR => {
                row("barycentric", "barycentric_coord, center_no_perspective", FLOAT, 3, 22)
            }
            built_in::SUBGROUP_LOCAL_INVOCATION_ID => row("lane", "thread_index_in_simdgroup", UINT, 1, 22),
            built_in::SUBGROUP_SIZE => row("simd_width", "threads_per_simdgroup", UINT, 1, 22),
            _ => None,
        },
        Stage::Task | Stage::Mesh => input(number, Stage::Compute),
        Stage::Compute => match number {
            built_in::NUM_WORKGROUPS => row("grid_groups", "threadgroups_per_grid", UINT, 3, 0),
            built_in::WORKGROUP_SIZE => row("group_size", "threads_per_threadgroup", UINT, 3, 0),
            built_in::WORKGROUP_ID => row("group_id", "threadgroup_position_in_grid", UINT, 3, 0),
            built_in::LOCAL_INVOCATION_ID => row("local_id", "thread_position_in_threadgroup", UINT, 3, 0),
            built_in::GLOBAL_INVOCATION_ID => row("global_id", "thread_position_in_grid", UINT, 3, 0),
            built_in::LOCAL_INVOCATION_INDEX => row("local_index", "thread_index_in_threadgroup", UINT, 1, 0),
            built_in::SUBGROUP_SIZE => row("simd_width", "thread_execution_width", UINT, 1, 0),
            built_in::NUM_SUBGROUPS => row("simd_groups", "simdgroups_per_threadgroup", UINT, 1, 20),
            built_in::SUBGROUP_ID => row("simd_group", "simdgroup_index_in_threadgroup", UINT, 1, 20),
            built_in::SUBGROUP_LOCAL_INVOCATION_ID => row("lane", "thread_index_in_simdgroup", UINT, 1, 20),
            _ => None,
        },
        _ => None,
    }
}

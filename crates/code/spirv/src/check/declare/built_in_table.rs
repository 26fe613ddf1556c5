//! The variables that Vulkan defines: type, storage classes and execution models of each built-in.

use super::entries::Models;
use crate::grammar::value::{built_in, execution_model as model, storage_class as class};

/// Type of a built-in. Numbers have 32 bits unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Checked elsewhere.
    Any,
    /// A boolean.
    Bool,
    /// An integer of any width.
    Int,
    /// An integer.
    Int32,
    /// A vector of integers.
    IntVector(u32),
    /// A vector of unsigned integers.
    UnsignedVector(u32),
    /// An array of integers.
    IntArray,
    /// An array of vectors of integers.
    IntVectorArray(u32),
    /// A float.
    Float,
    /// A vector of floats.
    FloatVector(u32),
    /// An array of floats; 0 for any length.
    FloatArray(u32),
    /// An array of vectors of floats: components, length.
    FloatVectorArray(u32, u32),
    /// A matrix of floats: rows, columns.
    FloatMatrix(u32, u32),
}

/// What the type is checked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// For every variable and member.
    Definition,
    /// For the models that use it; in stages with arrays of vertices a variable may be an array.
    Models,
    /// For functions that mesh shaders do not call; a variable may be an array.
    OutsideMesh,
}

/// A built-in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// `BuiltIn`.
    pub(super) built_in: u32,
    /// Its type.
    pub(super) shape: Shape,
    /// What the type is checked for.
    pub(super) when: When,
    /// Storage classes it may have; empty for any.
    pub(super) classes: &'static [u32],
    /// Models that may use it.
    pub(super) models: Models,
    /// Of these, those that may not use it as input.
    pub(super) not_input: Models,
    /// Of these, those that may not use it as output.
    pub(super) not_output: Models,
    /// Numbers of the statements in the Vulkan specification on model, storage class, type, input and output; 0 if
    /// it makes none.
    pub(super) statements: [u32; 5],
}

impl Row {
    /// True if variables of a storage class may be this built-in.
    pub(super) fn has_class(&self, storage: u32) -> bool {
        self.classes.is_empty() || self.classes.contains(&storage)
    }
}

impl PartialEq for Row {
    /// Each built-in has one row.
    fn eq(&self, other: &Row) -> bool {
        self.built_in == other.built_in
    }
}

impl Eq for Row {}

/// The row of a built-in.
pub(super) fn row(built_in: u32) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.built_in == built_in)
}

const INPUT: &[u32] = &[class::INPUT];
const OUTPUT: &[u32] = &[class::OUTPUT];
const INPUT_OUTPUT: &[u32] = &[class::INPUT, class::OUTPUT];

const NONE: Models = Models::NONE;
const ANY: Models = Models::all();
const VERTEX: Models = Models::of(&[model::VERTEX]);
const FRAGMENT: Models = Models::of(&[model::FRAGMENT]);
const CONTROL: Models = Models::of(&[model::TESSELLATION_CONTROL]);
const EVALUATION: Models = Models::of(&[model::TESSELLATION_EVALUATION]);
const TESSELLATION: Models = CONTROL.union(EVALUATION);
const CONTROL_OR_GEOMETRY: Models = Models::of(&[model::TESSELLATION_CONTROL, model::GEOMETRY]);
const MESH: Models = Models::of(&[model::MESH_EXT]);
const MESHES: Models = Models::of(&[model::MESH_NV, model::MESH_EXT]);
const POSITIONS: Models = VERTEX.union(TESSELLATION).union(Models::of(&[model::GEOMETRY])).union(MESHES);
const NOT_POSITION_INPUT: Models = VERTEX.union(MESHES);
const DISTANCES: Models = POSITIONS.union(FRAGMENT);
const DRAWS: Models = VERTEX.union(MESHES).union(Models::of(&[model::TASK_NV, model::TASK_EXT]));
const NOT_COMPUTE: Models = ANY.without(Models::of(&[model::GL_COMPUTE]));
const WORKGROUPS: Models = MESHES.union(Models::of(&[model::GL_COMPUTE, model::TASK_NV, model::TASK_EXT]));
const HITS: Models = Models::of(&[model::ANY_HIT_KHR, model::CLOSEST_HIT_KHR]);
const INTERSECTIONS: Models = HITS.union(Models::of(&[model::INTERSECTION_KHR]));
const TRACED: Models = INTERSECTIONS.union(Models::of(&[model::MISS_KHR]));
const LAUNCHES: Models = TRACED.union(Models::of(&[model::RAY_GENERATION_KHR, model::CALLABLE_KHR]));
const PRIMITIVES: Models =
    INTERSECTIONS.union(FRAGMENT).union(TESSELLATION).union(Models::of(&[model::GEOMETRY])).union(MESHES);
const NOT_PRIMITIVE_OUTPUT: Models = INTERSECTIONS.union(FRAGMENT).union(TESSELLATION);
const LAYERS: Models =
    VERTEX.union(EVALUATION).union(FRAGMENT).union(Models::of(&[model::GEOMETRY])).union(MESHES);
const NOT_LAYER_INPUT: Models = VERTEX.union(EVALUATION).union(Models::of(&[model::GEOMETRY])).union(MESHES);
const RATES: Models = VERTEX.union(Models::of(&[model::GEOMETRY])).union(MESHES);
const TILES: Models = FRAGMENT.union(Models::of(&[model::GL_COMPUTE]));

/// A row whose type is checked where it is defined, for all uses alike.
const fn row_of(
    built_in: u32,
    shape: Shape,
    classes: &'static [u32],
    models: Models,
    [model, class, ty]: [u32; 3],
) -> Row {
    Row {
        built_in,
        shape,
        when: When::Definition,
        classes,
        models,
        not_input: NONE,
        not_output: NONE,
        statements: [model, class, ty, 0, 0],
    }
}

/// Vulkan, section "Built-In Variables".
static ROWS: &[Row] = &[
    Row {
        built_in: built_in::POSITION,
        shape: Shape::FloatVector(4),
        when: When::Models,
        classes: INPUT_OUTPUT,
        models: POSITIONS,
        not_input: NOT_POSITION_INPUT,
        not_output: NONE,
        statements: [4318, 4320, 4321, 4319, 0],
    },
    Row {
        built_in: built_in::POINT_SIZE,
        shape: Shape::Float,
        when: When::Models,
        classes: INPUT_OUTPUT,
        models: POSITIONS,
        not_input: VERTEX,
        not_output: NONE,
        statements: [4314, 4316, 4317, 4315, 0],
    },
    Row {
        built_in: built_in::CLIP_DISTANCE,
        shape: Shape::FloatArray(0),
        when: When::Models,
        classes: INPUT_OUTPUT,
        models: DISTANCES,
        not_input: NOT_POSITION_INPUT,
        not_output: FRAGMENT,
        statements: [4187, 4190, 4191, 4188, 4189],
    },
    Row {
        built_in: built_in::CULL_DISTANCE,
        shape: Shape::FloatArray(0),
        when: When::Models,
        classes: INPUT_OUTPUT,
        models: DISTANCES,
        not_input: NOT_POSITION_INPUT,
        not_output: FRAGMENT,
        statements: [4196, 4199, 4200, 4197, 4198],
    },
    row_of(built_in::FRAG_COORD, Shape::FloatVector(4), INPUT, FRAGMENT, [4210, 4211, 4212]),
    row_of(built_in::FRAG_DEPTH, Shape::Float, OUTPUT, FRAGMENT, [4213, 4214, 4215]),
    row_of(built_in::FRONT_FACING, Shape::Bool, INPUT, FRAGMENT, [4229, 4230, 4231]),
    row_of(built_in::HELPER_INVOCATION, Shape::Bool, INPUT, FRAGMENT, [4239, 4240, 4241]),
    row_of(built_in::POINT_COORD, Shape::FloatVector(2), INPUT, FRAGMENT, [4311, 4312, 4313]),
    row_of(built_in::SAMPLE_ID, Shape::Int32, INPUT, FRAGMENT, [4354, 4355, 4356]),
    row_of(built_in::SAMPLE_MASK, Shape::IntArray, INPUT_OUTPUT, FRAGMENT, [4357, 4358, 4359]),
    row_of(built_in::SAMPLE_POSITION, Shape::FloatVector(2), INPUT, FRAGMENT, [4360, 4361, 4362]),
    row_of(built_in::BARY_COORD_KHR, Shape::FloatVector(3), INPUT, FRAGMENT, [4154, 4155, 4156]),
    row_of(built_in::BARY_COORD_NO_PERSP_KHR, Shape::FloatVector(3), INPUT, FRAGMENT, [4160, 4161, 4162]),
    row_of(built_in::FRAG_INVOCATION_COUNT_EXT, Shape::Int32, INPUT, FRAGMENT, [4217, 4218, 4219]),
    row_of(built_in::FRAG_SIZE_EXT, Shape::IntVector(2), INPUT, FRAGMENT, [4220, 4221, 4222]),
    row_of(built_in::FRAG_STENCIL_REF_EXT, Shape::Int, OUTPUT, FRAGMENT, [4223, 4224, 4225]),
    row_of(built_in::FULLY_COVERED_EXT, Shape::Bool, INPUT, FRAGMENT, [4232, 4233, 4234]),
    row_of(built_in::SHADING_RATE_KHR, Shape::Int32, INPUT, FRAGMENT, [4490, 4491, 4492]),
    row_of(built_in::INVOCATION_ID, Shape::Int32, INPUT, CONTROL_OR_GEOMETRY, [4257, 4258, 4259]),
    row_of(built_in::PATCH_VERTICES, Shape::Int32, INPUT, TESSELLATION, [4308, 4309, 4310]),
    row_of(built_in::TESS_COORD, Shape::FloatVector(3), INPUT, EVALUATION, [4387, 4388, 4389]),
    Row {
        built_in: built_in::TESS_LEVEL_OUTER,
        shape: Shape::FloatArray(4),
        when: When::Definition,
        classes: INPUT_OUTPUT,
        models: TESSELLATION,
        not_input: CONTROL,
        not_output: EVALUATION,
        statements: [4390, 0, 4393, 4391, 4392],
    },
    Row {
        built_in: built_in::TESS_LEVEL_INNER,
        shape: Shape::FloatArray(2),
        when: When::Definition,
        classes: INPUT_OUTPUT,
        models: TESSELLATION,
        not_input: CONTROL,
        not_output: EVALUATION,
        statements: [4394, 0, 4397, 4395, 4396],
    },
    row_of(built_in::VERTEX_INDEX, Shape::Int32, INPUT, VERTEX, [4398, 4399, 4400]),
    row_of(built_in::INSTANCE_INDEX, Shape::Int32, INPUT, VERTEX, [4263, 4264, 4265]),
    row_of(built_in::BASE_INSTANCE, Shape::Int32, INPUT, VERTEX, [4181, 4182, 4183]),
    row_of(built_in::BASE_VERTEX, Shape::Int32, INPUT, VERTEX, [4184, 4185, 4186]),
    row_of(built_in::DRAW_INDEX, Shape::Int32, INPUT, DRAWS, [4207, 4208, 4209]),
    row_of(built_in::VIEW_INDEX, Shape::Int32, INPUT, NOT_COMPUTE, [4401, 4402, 4403]),
    row_of(built_in::DEVICE_INDEX, Shape::Int32, INPUT, ANY, [0, 4205, 4206]),
    row_of(built_in::GLOBAL_INVOCATION_ID, Shape::IntVector(3), INPUT, WORKGROUPS, [4236, 4237, 4238]),
    row_of(built_in::LOCAL_INVOCATION_ID, Shape::IntVector(3), INPUT, WORKGROUPS, [4281, 4282, 4283]),
    row_of(built_in::NUM_WORKGROUPS, Shape::IntVector(3), INPUT, WORKGROUPS, [4296, 4297, 4298]),
    row_of(built_in::WORKGROUP_ID, Shape::IntVector(3), INPUT, WORKGROUPS, [4422, 4423, 4424]),
    row_of(built_in::WORKGROUP_SIZE, Shape::Any, &[], WORKGROUPS, [4425, 0, 0]),
    row_of(built_in::LOCAL_INVOCATION_INDEX, Shape::Int32, INPUT, WORKGROUPS, [4284, 4285, 4286]),
    row_of(built_in::NUM_SUBGROUPS, Shape::Int32, INPUT, WORKGROUPS, [4293, 4294, 4295]),
    row_of(built_in::SUBGROUP_ID, Shape::Int32, INPUT, WORKGROUPS, [4367, 4368, 4369]),
    row_of(built_in::SUBGROUP_EQ_MASK, Shape::IntVector(4), INPUT, ANY, [0, 4370, 4371]),
    row_of(built_in::SUBGROUP_GE_MASK, Shape::IntVector(4), INPUT, ANY, [0, 4372, 4373]),
    row_of(built_in::SUBGROUP_GT_MASK, Shape::IntVector(4), INPUT, ANY, [0, 4374, 4375]),
    row_of(built_in::SUBGROUP_LE_MASK, Shape::IntVector(4), INPUT, ANY, [0, 4376, 4377]),
    row_of(built_in::SUBGROUP_LT_MASK, Shape::IntVector(4), INPUT, ANY, [0, 4378, 4379]),
    row_of(built_in::SUBGROUP_LOCAL_INVOCATION_ID, Shape::Int32, INPUT, ANY, [0, 4380, 4381]),
    row_of(built_in::SUBGROUP_SIZE, Shape::Int32, INPUT, ANY, [0, 4382, 4383]),
    row_of(built_in::CORE_ID_ARM, Shape::Int32, INPUT, ANY, [0, 0, 0]),
    row_of(built_in::CORE_COUNT_ARM, Shape::Int32, INPUT, ANY, [0, 0, 0]),
    row_of(built_in::CORE_MAX_ID_ARM, Shape::Int32, INPUT, ANY, [0, 0, 0]),
    row_of(built_in::WARP_ID_ARM, Shape::Int32, INPUT, ANY, [0, 0, 0]),
    row_of(built_in::WARP_MAX_ID_ARM, Shape::Int32, INPUT, ANY, [0, 0, 0]),
    row_of(built_in::WARPS_PER_SM_NV, Shape::Int32, INPUT, ANY, [0, 0, 0]),
    row_of(built_in::SM_COUNT_NV, Shape::Int32, INPUT, ANY, [0, 0, 0]),
    row_of(built_in::WARP_ID_NV, Shape::Int32, INPUT, ANY, [0, 0, 0]),
    row_of(built_in::SMID_NV, Shape::Int32, INPUT, ANY, [0, 0, 0]),
    Row {
        built_in: built_in::PRIMITIVE_ID,
        shape: Shape::Int32,
        when: When::OutsideMesh,
        classes: INPUT_OUTPUT,
        models: PRIMITIVES,
        not_input: NONE,
        not_output: NOT_PRIMITIVE_OUTPUT,
        statements: [4330, 0, 4337, 0, 4334],
    },
    Row {
        built_in: built_in::LAYER,
        shape: Shape::Int32,
        when: When::OutsideMesh,
        classes: INPUT_OUTPUT,
        models: LAYERS,
        not_input: NOT_LAYER_INPUT,
        not_output: FRAGMENT,
        statements: [4272, 0, 4276, 4274, 4275],
    },
    Row {
        built_in: built_in::VIEWPORT_INDEX,
        shape: Shape::Int32,
        when: When::OutsideMesh,
        classes: INPUT_OUTPUT,
        models: LAYERS,
        not_input: NOT_LAYER_INPUT,
        not_output: FRAGMENT,
        statements: [4404, 0, 4408, 4406, 4407],
    },
    Row {
        built_in: built_in::PRIMITIVE_SHADING_RATE_KHR,
        shape: Shape::Int32,
        when: When::OutsideMesh,
        classes: OUTPUT,
        models: RATES,
        not_input: NONE,
        not_output: NONE,
        statements: [4484, 4485, 4486, 0, 0],
    },
    row_of(built_in::CULL_PRIMITIVE_EXT, Shape::Any, OUTPUT, MESH, [7034, 7035, 7036]),
    row_of(built_in::PRIMITIVE_POINT_INDICES_EXT, Shape::IntArray, OUTPUT, MESH, [7041, 7043, 7044]),
    row_of(built_in::PRIMITIVE_LINE_INDICES_EXT, Shape::IntVectorArray(2), OUTPUT, MESH, [7047, 7049, 7050]),
    row_of(
        built_in::PRIMITIVE_TRIANGLE_INDICES_EXT,
        Shape::IntVectorArray(3),
        OUTPUT,
        MESH,
        [7053, 7055, 7056],
    ),
    row_of(built_in::HIT_KIND_KHR, Shape::Int32, INPUT, HITS, [4242, 4243, 4244]),
    row_of(built_in::HIT_T_NV, Shape::Float, INPUT, HITS, [4245, 4246, 4247]),
    row_of(
        built_in::HIT_TRIANGLE_VERTEX_POSITIONS_KHR,
        Shape::FloatVectorArray(3, 3),
        INPUT,
        HITS,
        [8747, 8748, 8749],
    ),
    row_of(built_in::INSTANCE_CUSTOM_INDEX_KHR, Shape::Int32, INPUT, INTERSECTIONS, [4251, 4252, 4253]),
    row_of(built_in::INSTANCE_ID, Shape::Int32, INPUT, INTERSECTIONS, [4254, 4255, 4256]),
    row_of(built_in::RAY_GEOMETRY_INDEX_KHR, Shape::Int32, INPUT, INTERSECTIONS, [4345, 4346, 4347]),
    row_of(
        built_in::OBJECT_RAY_DIRECTION_KHR,
        Shape::FloatVector(3),
        INPUT,
        INTERSECTIONS,
        [4299, 4300, 4301],
    ),
    row_of(built_in::OBJECT_RAY_ORIGIN_KHR, Shape::FloatVector(3), INPUT, INTERSECTIONS, [4302, 4303, 4304]),
    row_of(built_in::OBJECT_TO_WORLD_KHR, Shape::FloatMatrix(3, 4), INPUT, INTERSECTIONS, [4305, 4306, 4307]),
    row_of(built_in::WORLD_TO_OBJECT_KHR, Shape::FloatMatrix(3, 4), INPUT, INTERSECTIONS, [4434, 4435, 4436]),
    row_of(built_in::INCOMING_RAY_FLAGS_KHR, Shape::Int32, INPUT, TRACED, [4248, 4249, 4250]),
    row_of(built_in::RAY_TMIN_KHR, Shape::Float, INPUT, TRACED, [4351, 4352, 4353]),
    row_of(built_in::RAY_TMAX_KHR, Shape::Float, INPUT, TRACED, [4348, 4349, 4350]),
    row_of(built_in::WORLD_RAY_DIRECTION_KHR, Shape::FloatVector(3), INPUT, TRACED, [4428, 4429, 4430]),
    row_of(built_in::WORLD_RAY_ORIGIN_KHR, Shape::FloatVector(3), INPUT, TRACED, [4431, 4432, 4433]),
    row_of(built_in::CULL_MASK_KHR, Shape::Int32, INPUT, TRACED, [6735, 6736, 6737]),
    row_of(built_in::LAUNCH_ID_KHR, Shape::IntVector(3), INPUT, LAUNCHES, [4266, 4267, 4268]),
    row_of(built_in::LAUNCH_SIZE_KHR, Shape::IntVector(3), INPUT, LAUNCHES, [4269, 4270, 4271]),
    row_of(built_in::TILE_OFFSET_QCOM, Shape::UnsignedVector(2), INPUT, TILES, [10626, 10627, 10628]),
    row_of(built_in::TILE_DIMENSION_QCOM, Shape::UnsignedVector(3), INPUT, TILES, [10629, 10630, 10631]),
    row_of(built_in::TILE_APRON_SIZE_QCOM, Shape::UnsignedVector(2), INPUT, TILES, [10632, 10633, 10634]),
];

//! What a stage states as a whole.

use foldhash::HashMap;

use super::{At, ExpressionId, SpirvInstruction};

/// What `layout(…) in;` and `layout(…) out;` say of the stage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Modes {
    /// Size of a workgroup, with the token that states it first. Components not stated are 1.
    pub(crate) local_size: Option<([u32; 3], At)>,
    /// `local_size_x_id` and so on.
    pub(crate) local_size_id: [Option<u32>; 3],
    /// Primitive that geometry and tessellation evaluation shaders read.
    pub(crate) input_primitive: Option<(Primitive, At)>,
    /// Primitive that geometry and mesh shaders write.
    pub(crate) output_primitive: Option<(Primitive, At)>,
    /// Geometry: `invocations`.
    pub(crate) invocations: Option<u32>,
    /// `max_vertices` of geometry and mesh shaders, `vertices` of tessellation control.
    pub(crate) vertices: Option<(u32, At)>,
    /// `max_primitives` of mesh shaders.
    pub(crate) primitives: Option<u32>,
    pub(crate) spacing: Option<Spacing>,
    /// Tessellation: whether `cw` is stated; `Some(false)` is `ccw`.
    pub(crate) is_clockwise: Option<bool>,
    pub(crate) is_point_mode: bool,
    pub(crate) is_origin_upper_left: bool,
    pub(crate) is_pixel_center_integer: bool,
    pub(crate) early_fragment_tests: bool,
    /// SPIR-V execution modes without operands that a word of `layout(…)` stands for: depth, interlock, derivative groups,
    /// `post_depth_coverage`, stencil, quad control, `xfb`.
    pub(crate) others: Vec<u32>,
    /// Transform feedback strides by buffer.
    pub(crate) xfb_strides: HashMap<u32, u32>,
    /// Whether an `xfb_…` word occurs.
    pub(crate) is_captured: bool,
    /// `spirv_execution_mode`: mode, literals.
    pub(crate) spirv_modes: Vec<(u32, Vec<u32>)>,
    /// `spirv_execution_mode_id`: mode, constant expressions.
    pub(crate) spirv_mode_ids: Vec<(u32, Vec<ExpressionId>)>,
    /// Extensions and capabilities that modes, decorations, storage classes and types of GL_EXT_spirv_intrinsics name.
    pub(crate) spirv_needs: SpirvInstruction,
    /// Equations of `blend_support_…`, which SPIR-V has no word for.
    pub(crate) blend_equations: Vec<&'static str>,
    /// Number of views of `layout(num_views = N)`.
    pub(crate) views: Option<u32>,
    /// `#pragma use_vulkan_memory_model`
    pub(crate) uses_vulkan_memory_model: bool,
    /// `#pragma use_variable_pointers`
    pub(crate) uses_variable_pointers: bool,
    /// `#pragma shader_64bit_indexing`
    pub(crate) uses_64bit_indexing: bool,
    /// `layout(primitive_culling)` of GL_EXT_ray_flags_primitive_culling.
    pub(crate) culls_primitives: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Primitive {
    Points,
    Lines,
    LinesAdjacency,
    LineStrip,
    Triangles,
    TrianglesAdjacency,
    TriangleStrip,
    Quads,
    Isolines,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Spacing {
    Equal,
    FractionalEven,
    FractionalOdd,
}

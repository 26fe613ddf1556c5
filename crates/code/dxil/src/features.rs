//! Shader flags, as entry points state them, and the features that they ask of a device.
//!
//! Source: the flags in the modules of the corpus beside the parts `SFI0` and the rows of `RDAT`; `DxilShaderFlags.h` of the
//! DirectX shader compiler.

/// Flags of a shader, bits of the property 0 of an entry point.
pub mod flag {
    /// The compiler did not optimise.
    pub const DISABLE_OPTIMIZATIONS: u64 = 1 << 0;
    /// Arithmetic is not reordered.
    pub const DISABLE_MATH_REFACTORING: u64 = 1 << 1;
    /// Doubles.
    pub const DOUBLES: u64 = 1 << 2;
    /// Depth and stencil tests come before the shader.
    pub const EARLY_DEPTH_STENCIL: u64 = 1 << 3;
    /// Raw and structured buffers.
    pub const RAW_AND_STRUCTURED_BUFFERS: u64 = 1 << 4;
    /// 16-bit types, native or as minimum precision.
    pub const LOW_PRECISION: u64 = 1 << 5;
    /// Double extensions of 11.1.
    pub const DOUBLE_EXTENSIONS: u64 = 1 << 6;
    /// Masked sum of absolute differences.
    pub const MSAD: u64 = 1 << 7;
    /// All resources are bound.
    pub const ALL_RESOURCES_BOUND: u64 = 1 << 8;
    /// Viewport and array index from any stage before the rasterizer.
    pub const VIEWPORT_AND_ARRAY_INDEX: u64 = 1 << 9;
    /// Inner coverage.
    pub const INNER_COVERAGE: u64 = 1 << 10;
    /// Stencil reference from the shader.
    pub const STENCIL_REF: u64 = 1 << 11;
    /// Tiled resources.
    pub const TILED_RESOURCES: u64 = 1 << 12;
    /// More formats for typed loads.
    pub const TYPED_LOADS: u64 = 1 << 13;
    /// Comparison filtering of level 9.
    pub const LEVEL_9_COMPARISON: u64 = 1 << 14;
    /// More than 8 unordered access views.
    pub const UAVS_64: u64 = 1 << 15;
    /// Unordered access views at stages other than pixel and compute.
    pub const UAVS_EVERYWHERE: u64 = 1 << 16;
    /// Raw and structured buffers in compute shaders of model 4.
    pub const COMPUTE_4: u64 = 1 << 17;
    /// Rasterizer ordered views.
    pub const ROVS: u64 = 1 << 18;
    /// Wave operations.
    pub const WAVE_OPS: u64 = 1 << 19;
    /// 64-bit integers.
    pub const INT64: u64 = 1 << 20;
    /// View id.
    pub const VIEW_ID: u64 = 1 << 21;
    /// Barycentrics.
    pub const BARYCENTRICS: u64 = 1 << 22;
    /// 16-bit types are native.
    pub const NATIVE_LOW_PRECISION: u64 = 1 << 23;
    /// Shading rate.
    pub const SHADING_RATE: u64 = 1 << 24;
    /// Ray tracing, tier 1.1.
    pub const RAYTRACING_1_1: u64 = 1 << 25;
    /// Sampler feedback.
    pub const SAMPLER_FEEDBACK: u64 = 1 << 26;
    /// 64-bit atomics on typed resources.
    pub const ATOMIC64_TYPED: u64 = 1 << 27;
    /// 64-bit atomics on group-shared memory.
    pub const ATOMIC64_SHARED: u64 = 1 << 28;
    /// Derivatives in mesh and amplification shaders.
    pub const MESH_DERIVATIVES: u64 = 1 << 29;
    /// Resource heap indexing.
    pub const RESOURCE_HEAP: u64 = 1 << 30;
    /// Sampler heap indexing.
    pub const SAMPLER_HEAP: u64 = 1 << 31;
    /// 64-bit atomics on heap resources.
    pub const ATOMIC64_HEAP: u64 = 1 << 32;
    /// No two resources that are written share memory.
    pub const RESOURCES_DO_NOT_ALIAS: u64 = 1 << 33;
    /// Advanced texture operations.
    pub const TEXTURE_OPS: u64 = 1 << 34;
    /// Writeable multisampled textures.
    pub const WRITEABLE_MSAA: u64 = 1 << 35;
    /// Gradient or bias with comparison.
    pub const COMPARE_GRADIENT: u64 = 1 << 37;
    /// Extended command information.
    pub const EXTENDED_COMMAND: u64 = 1 << 38;
    /// Uses derivatives; of functions in libraries.
    pub const USES_DERIVATIVES: u64 = 1 << 39;
    /// Requires a group; of functions in libraries.
    pub const REQUIRES_GROUP: u64 = 1 << 40;
}

/// Flags that stand for a feature by themselves, with the bit of the feature.
const FEATURES: [(u64, u32); 31] = [
    (flag::DOUBLES, 0),
    (flag::COMPUTE_4, 1),
    (flag::UAVS_EVERYWHERE, 2),
    (flag::UAVS_64, 3),
    (flag::DOUBLE_EXTENSIONS, 5),
    (flag::MSAD, 6),
    (flag::LEVEL_9_COMPARISON, 7),
    (flag::TILED_RESOURCES, 8),
    (flag::STENCIL_REF, 9),
    (flag::INNER_COVERAGE, 10),
    (flag::TYPED_LOADS, 11),
    (flag::ROVS, 12),
    (flag::VIEWPORT_AND_ARRAY_INDEX, 13),
    (flag::WAVE_OPS, 14),
    (flag::INT64, 15),
    (flag::VIEW_ID, 16),
    (flag::BARYCENTRICS, 17),
    (flag::SHADING_RATE, 19),
    (flag::RAYTRACING_1_1, 20),
    (flag::SAMPLER_FEEDBACK, 21),
    (flag::ATOMIC64_TYPED, 22),
    (flag::ATOMIC64_SHARED, 23),
    (flag::MESH_DERIVATIVES, 24),
    (flag::RESOURCE_HEAP, 25),
    (flag::SAMPLER_HEAP, 26),
    (flag::ATOMIC64_HEAP, 28),
    (flag::TEXTURE_OPS, 29),
    (flag::WRITEABLE_MSAA, 30),
    (flag::COMPARE_GRADIENT, 31),
    (flag::EXTENDED_COMMAND, 32),
    (flag::USES_DERIVATIVES, 40),
];

/// The features that flags ask for, in the numbering of the part `SFI0`. Bits 40 and 41 are for functions of libraries only.
pub fn features(flags: u64) -> u64 {
    let simple = FEATURES
        .iter()
        .filter(|(flag, _)| flags & flag != 0)
        .fold(0, |features, (_, bit)| features | 1 << bit);
    // 16-bit types are one feature or another.
    let low = match (
        flags & flag::LOW_PRECISION != 0,
        flags & flag::NATIVE_LOW_PRECISION != 0,
    ) {
        (true, false) => 1 << 4,
        (true, true) => 1 << 18,
        _ => 0,
    };
    let group = u64::from(flags & flag::REQUIRES_GROUP != 0) << 41;
    simple | low | group
}

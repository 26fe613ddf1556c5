//! Defines shader flags and maps them to device features.
//!
//! Source: the flags in the modules of the corpus compared with `SFI0` and `RDAT`; `DxilShaderFlags.h` of the
//! DirectX shader compiler.

/// Shader flags, property 0 of an entry point.
pub mod flag {
    /// Compiled without optimization.
    pub const DISABLE_OPTIMIZATIONS: u64 = 1 << 0;
    /// Math must not be reassociated.
    pub const DISABLE_MATH_REFACTORING: u64 = 1 << 1;
    /// Uses doubles.
    pub const DOUBLES: u64 = 1 << 2;
    /// Forces early depth and stencil tests.
    pub const EARLY_DEPTH_STENCIL: u64 = 1 << 3;
    /// Uses raw and structured buffers.
    pub const RAW_AND_STRUCTURED_BUFFERS: u64 = 1 << 4;
    /// Uses 16-bit types, native or minimum-precision.
    pub const LOW_PRECISION: u64 = 1 << 5;
    /// Uses the 11.1 double extensions.
    pub const DOUBLE_EXTENSIONS: u64 = 1 << 6;
    /// Uses masked sum of absolute differences.
    pub const MSAD: u64 = 1 << 7;
    /// All resources are bound.
    pub const ALL_RESOURCES_BOUND: u64 = 1 << 8;
    /// Writes viewport or array index from any stage before the rasterizer.
    pub const VIEWPORT_AND_ARRAY_INDEX: u64 = 1 << 9;
    /// Uses inner coverage.
    pub const INNER_COVERAGE: u64 = 1 << 10;
    /// Writes the stencil reference.
    pub const STENCIL_REF: u64 = 1 << 11;
    /// Uses tiled resources.
    pub const TILED_RESOURCES: u64 = 1 << 12;
    /// Loads from typed UAVs of additional formats.
    pub const TYPED_LOADS: u64 = 1 << 13;
    /// Uses level 9 comparison filtering.
    pub const LEVEL_9_COMPARISON: u64 = 1 << 14;
    /// Uses more than 8 UAVs.
    pub const UAVS_64: u64 = 1 << 15;
    /// Uses UAVs at stages other than pixel and compute.
    pub const UAVS_EVERYWHERE: u64 = 1 << 16;
    /// Uses raw and structured buffers in shader model 4 compute shaders.
    pub const COMPUTE_4: u64 = 1 << 17;
    /// Uses rasterizer ordered views.
    pub const ROVS: u64 = 1 << 18;
    /// Uses wave operations.
    pub const WAVE_OPS: u64 = 1 << 19;
    /// Uses 64-bit integers.
    pub const INT64: u64 = 1 << 20;
    /// Uses the view id.
    pub const VIEW_ID: u64 = 1 << 21;
    /// Uses barycentrics.
    pub const BARYCENTRICS: u64 = 1 << 22;
    /// Uses native 16-bit types.
    pub const NATIVE_LOW_PRECISION: u64 = 1 << 23;
    /// Uses shading rate.
    pub const SHADING_RATE: u64 = 1 << 24;
    /// Uses ray tracing tier 1.1.
    pub const RAYTRACING_1_1: u64 = 1 << 25;
    /// Uses sampler feedback.
    pub const SAMPLER_FEEDBACK: u64 = 1 << 26;
    /// Uses 64-bit atomics on typed resources.
    pub const ATOMIC64_TYPED: u64 = 1 << 27;
    /// Uses 64-bit atomics on group-shared memory.
    pub const ATOMIC64_SHARED: u64 = 1 << 28;
    /// Uses derivatives in mesh or amplification shaders.
    pub const MESH_DERIVATIVES: u64 = 1 << 29;
    /// Indexes the resource heap.
    pub const RESOURCE_HEAP: u64 = 1 << 30;
    /// Indexes the sampler heap.
    pub const SAMPLER_HEAP: u64 = 1 << 31;
    /// Uses 64-bit atomics on heap resources.
    pub const ATOMIC64_HEAP: u64 = 1 << 32;
    /// UAVs do not alias.
    pub const RESOURCES_DO_NOT_ALIAS: u64 = 1 << 33;
    /// Uses advanced texture operations.
    pub const TEXTURE_OPS: u64 = 1 << 34;
    /// Writes multisampled textures.
    pub const WRITEABLE_MSAA: u64 = 1 << 35;
    /// Samples with gradient or bias and comparison.
    pub const COMPARE_GRADIENT: u64 = 1 << 37;
    /// Uses extended command information.
    pub const EXTENDED_COMMAND: u64 = 1 << 38;
    /// Uses derivatives; library functions only.
    pub const USES_DERIVATIVES: u64 = 1 << 39;
    /// Requires a thread group; library functions only.
    pub const REQUIRES_GROUP: u64 = 1 << 40;
}

/// Flags that map one-to-one to a feature bit.
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

/// Features implied by flags, as numbered in `SFI0`. Bits 40 and 41 apply to library functions only.
pub fn features(flags: u64) -> u64 {
    let simple = FEATURES
        .iter()
        .filter(|(flag, _)| flags & flag != 0)
        .fold(0, |features, (_, bit)| features | 1 << bit);
    // 16-bit types map to one of two features.
    let low = match (flags & flag::LOW_PRECISION != 0, flags & flag::NATIVE_LOW_PRECISION != 0) {
        (true, false) => 1 << 4,
        (true, true) => 1 << 18,
        _ => 0,
    };
    let group = u64::from(flags & flag::REQUIRES_GROUP != 0) << 41;
    simple | low | group
}

/// A shader flag that a device must support.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureName {
    /// The flag.
    pub flag: u64,
    /// What the program does.
    pub name: &'static str,
    /// What Direct3D 12 reports of a device that supports it.
    pub capability: &'static str,
    /// First minor version of shader model 6 that has it.
    pub minor: u32,
}

impl FeatureName {
    /// Features among flags; `native` tells 16-bit types from minimum precision.
    pub fn of(flags: u64, native: bool) -> impl Iterator<Item = &'static FeatureName> {
        NAMES.iter().filter(move |name| {
            let is_low = name.flag == flag::LOW_PRECISION || name.flag == flag::NATIVE_LOW_PRECISION;
            if is_low {
                flags & flag::LOW_PRECISION != 0 && native == (name.flag == flag::NATIVE_LOW_PRECISION)
            } else {
                flags & name.flag != 0
            }
        })
    }

    /// Feature of a flag.
    pub fn of_flag(flag: u64) -> Option<&'static FeatureName> {
        NAMES.iter().find(|name| name.flag == flag)
    }
}

macro_rules! names {
    ($($flag:ident $minor:literal $name:literal $capability:literal,)*) => {
        /// Features by flag. Source: the DXIL documentation; capabilities: Direct3D 12, `D3D12_FEATURE_DATA`.
        const NAMES: &[FeatureName] = &[
            $(FeatureName { flag: flag::$flag, name: $name, capability: $capability, minor: $minor },)*
        ];
    };
}

names! {
    DOUBLES 0 "doubles" "DoublePrecisionFloatShaderOps",
    LOW_PRECISION 0 "minimum precision" "MinPrecisionSupport",
    NATIVE_LOW_PRECISION 2 "16-bit types" "Native16BitShaderOpsSupported",
    DOUBLE_EXTENSIONS 0 "division, conversion or fma of doubles" "DoublePrecisionFloatShaderOps",
    MSAD 0 "msad4" "feature level 11.1",
    VIEWPORT_AND_ARRAY_INDEX 0 "viewport or array index before the rasterizer"
        "VPAndRTArrayIndexFromAnyShaderFeedingRasterizerSupportedWithoutGSEmulation",
    INNER_COVERAGE 0 "inner coverage" "ConservativeRasterizationTier 3",
    STENCIL_REF 0 "stencil reference of a pixel shader" "PSSpecifiedStencilRefSupported",
    TILED_RESOURCES 0 "status or level clamp of tiled resources" "TiledResourcesTier 2",
    TYPED_LOADS 0 "loads from typed UAVs of more than one component" "TypedUAVLoadAdditionalFormats",
    UAVS_64 0 "more than 8 UAVs" "ResourceBindingTier 2",
    UAVS_EVERYWHERE 0 "UAVs before the rasterizer" "feature level 11.1",
    ROVS 0 "rasterizer ordered views" "ROVsSupported",
    WAVE_OPS 0 "wave operations" "WaveOps",
    INT64 0 "64-bit integers" "Int64ShaderOps",
    VIEW_ID 1 "view id" "ViewInstancingTier 1",
    BARYCENTRICS 1 "barycentrics" "BarycentricsSupported",
    SHADING_RATE 4 "shading rate" "VariableShadingRateTier 2",
    RAYTRACING_1_1 5 "inline ray tracing or geometry index" "RaytracingTier 1.1",
    SAMPLER_FEEDBACK 5 "sampler feedback" "SamplerFeedbackTier 0.9",
    ATOMIC64_TYPED 6 "64-bit atomics on typed resources" "AtomicInt64OnTypedResourceSupported",
    ATOMIC64_SHARED 6 "64-bit atomics on group-shared memory" "AtomicInt64OnGroupSharedSupported",
    MESH_DERIVATIVES 6 "derivatives in mesh or amplification shaders" "DerivativesInMeshAndAmplificationShadersSupported",
    RESOURCE_HEAP 6 "ResourceDescriptorHeap" "ResourceBindingTier 3",
    SAMPLER_HEAP 6 "SamplerDescriptorHeap" "ResourceBindingTier 3",
    ATOMIC64_HEAP 6 "64-bit atomics on heap resources" "AtomicInt64OnDescriptorHeapResourceSupported",
    TEXTURE_OPS 7 "advanced texture operations" "AdvancedTextureOpsSupported",
    WRITEABLE_MSAA 7 "writes to multisampled textures" "WriteableMSAATexturesSupported",
    COMPARE_GRADIENT 8 "comparisons with gradient or bias" "SampleCmpGradientAndBiasSupported",
    EXTENDED_COMMAND 8 "start vertex or instance location" "ExtendedCommandInfoSupported",
}

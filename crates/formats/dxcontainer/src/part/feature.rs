//! Parses `SFI0`, the features required by a shader.
//!
//! Source: `DxilConstants.h` (`ShaderFeatureInfo`) of the DirectX shader compiler.

use glassbox_core::reader::{Reader, Recorder};

use super::PartData;
use crate::rules::small as rules;

glassbox_core::named! {
    /// Features required by a shader.
    pub flags Features: u64 {
        /// Double-precision arithmetic.
        DOUBLES = 0x1 "Doubles",
        /// Compute shaders with raw and structured buffers on shader model 4.
        COMPUTE_4 = 0x2 "ComputeShadersPlusRawAndStructuredBuffersViaShader4X",
        /// Unordered access views at every stage.
        UAVS_EVERYWHERE = 0x4 "UAVsAtEveryStage",
        /// 64 unordered access views.
        UAVS_64 = 0x8 "64UAVs",
        /// Minimum precision.
        MINIMUM_PRECISION = 0x10 "MinimumPrecision",
        /// Double extensions of Direct3D 11.1.
        DOUBLE_EXTENSIONS = 0x20 "11_1_DoubleExtensions",
        /// Shader extensions of Direct3D 11.1.
        SHADER_EXTENSIONS = 0x40 "11_1_ShaderExtensions",
        /// Comparison filtering on feature level 9.
        LEVEL_9_COMPARISON = 0x80 "LEVEL9ComparisonFiltering",
        /// Tiled resources.
        TILED_RESOURCES = 0x100 "TiledResources",
        /// Stencil reference output by the shader.
        STENCIL_REF = 0x200 "StencilRef",
        /// Inner coverage input.
        INNER_COVERAGE = 0x400 "InnerCoverage",
        /// Additional formats for typed UAV loads.
        TYPED_LOADS = 0x800 "TypedUAVLoadAdditionalFormats",
        /// Rasterizer-ordered views.
        ROVS = 0x1000 "ROVs",
        /// Viewport and array index from any stage before the rasterizer.
        VIEWPORT_INDEX = 0x2000 "ViewportAndRTArrayIndexFromAnyShaderFeedingRasterizer",
        /// Wave operations.
        WAVE_OPS = 0x4000 "WaveOps",
        /// 64-bit integer arithmetic.
        INT64 = 0x8000 "Int64Ops",
        /// View id.
        VIEW_ID = 0x1_0000 "ViewID",
        /// Barycentrics.
        BARYCENTRICS = 0x2_0000 "Barycentrics",
        /// Native 16-bit types.
        NATIVE_LOW_PRECISION = 0x4_0000 "NativeLowPrecision",
        /// Shading rate.
        SHADING_RATE = 0x8_0000 "ShadingRate",
        /// Ray tracing, tier 1.1.
        RAYTRACING_1_1 = 0x10_0000 "Raytracing_Tier_1_1",
        /// Sampler feedback.
        SAMPLER_FEEDBACK = 0x20_0000 "SamplerFeedback",
        /// 64-bit atomics on typed resources.
        ATOMIC64_TYPED = 0x40_0000 "AtomicInt64OnTypedResource",
        /// 64-bit atomics on group-shared memory.
        ATOMIC64_SHARED = 0x80_0000 "AtomicInt64OnGroupShared",
        /// Derivatives in mesh and amplification shaders.
        MESH_DERIVATIVES = 0x100_0000 "DerivativesInMeshAndAmpShaders",
        /// Resource heap indexing.
        RESOURCE_HEAP = 0x200_0000 "ResourceDescriptorHeapIndexing",
        /// Sampler heap indexing.
        SAMPLER_HEAP = 0x400_0000 "SamplerDescriptorHeapIndexing",
        /// 64-bit atomics on heap resources.
        ATOMIC64_HEAP = 0x1000_0000 "AtomicInt64OnHeapResource",
        /// Advanced texture operations.
        TEXTURE_OPS = 0x2000_0000 "AdvancedTextureOps",
        /// Writeable multisampled textures.
        WRITEABLE_MSAA = 0x4000_0000 "WriteableMSAATextures",
        /// Comparison sampling with gradient or bias.
        COMPARE_GRADIENT = 0x8000_0000 "SampleCmpGradientOrBias",
        /// Extended command information.
        EXTENDED_COMMAND = 0x1_0000_0000 "ExtendedCommandInfo",
        /// Derivatives are used; only in `RDAT`.
        USES_DERIVATIVES = 0x100_0000_0000 "UsesDerivatives",
        /// A thread group is required; only in `RDAT`.
        REQUIRES_GROUP = 0x200_0000_0000 "RequiresGroup",
    }
}

impl Features {
    /// Bits invalid in `SFI0`: undefined ones and those specific to `RDAT`.
    pub const UNDEFINED: u64 = !0x1_F7FF_FFFF;
}

/// Parsed `SFI0`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Model {
    /// Required features.
    pub features: Features,
}

/// Parses the part and names its nodes.
pub fn read<R: Recorder>(reader: &mut Reader<'_, R>, part: &PartData) -> Option<Model> {
    let features = if part.size() >= 8 {
        reader.value::<Features>(part.node.name("flags"), part.start).ok().map(|(features, _)| features)
    } else {
        None
    };
    super::area::rest(reader, part, part.start + if features.is_some() { 8 } else { 0 });
    if part.size() != 8 {
        let location = part.location(reader.window(), part.start, part.end, "");
        let message = format!("found {} bytes, expected 8", part.size());
        reader
            .report(&rules::FEATURES_SIZE, location, message)
            .help("write one 64-bit number of feature flags");
    }
    features.map(|features| Model { features })
}

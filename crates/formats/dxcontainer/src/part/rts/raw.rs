//! Records of `RTS0`, little-endian. Offsets are relative to the start of the root signature.

use glassbox_core::{named, record};

record! {
    /// Header of a root signature.
    pub struct Header: 24 {
        /// Version.
        0x00 version: Version,
        /// Number of root parameters.
        0x04 parameter_count: u32,
        /// Offset of the root parameters, bytes.
        0x08 parameters: u32,
        /// Number of static samplers.
        0x0c sampler_count: u32,
        /// Offset of the static samplers, bytes.
        0x10 samplers: u32,
        /// Root signature flags.
        0x14 flags: RootFlags,
    }
}

record! {
    /// A root parameter.
    pub struct Parameter: 12 {
        /// Parameter type; determines the payload record.
        0x0 parameter_type: ParameterType,
        /// Shader stages that have access.
        0x4 visibility: Visibility,
        /// Offset of the payload, bytes.
        0x8 payload: u32,
    }
}

record! {
    /// 32-bit constants.
    pub struct Constants: 12 {
        /// Register number.
        0x0 register: u32,
        /// Register space.
        0x4 space: u32,
        /// Number of 32-bit constants.
        0x8 count: u32,
    }
}

record! {
    /// A root descriptor of version 1.0.
    pub struct Descriptor: 8 {
        /// Register number.
        0x0 register: u32,
        /// Register space.
        0x4 space: u32,
    }
}

record! {
    /// A root descriptor since version 1.1.
    pub struct Descriptor12: 12 {
        /// Register number.
        0x0 register: u32,
        /// Register space.
        0x4 space: u32,
        /// Descriptor flags.
        0x8 flags: DescriptorFlags,
    }
}

record! {
    /// A descriptor table.
    pub struct Table: 8 {
        /// Number of ranges.
        0x0 count: u32,
        /// Offset of the ranges, bytes.
        0x4 ranges: u32,
    }
}

record! {
    /// A range of a descriptor table, version 1.0.
    pub struct Range: 20 {
        /// Descriptor type.
        0x00 range_type: RangeType,
        /// Number of descriptors; 0xFFFFFFFF if unbounded.
        0x04 count: Count,
        /// First register.
        0x08 base: u32,
        /// Register space.
        0x0c space: u32,
        /// Offset in the table, descriptors; 0xFFFFFFFF to append to the preceding range.
        0x10 offset: TableOffset,
    }
}

record! {
    /// A range of a descriptor table since version 1.1.
    pub struct Range24: 24 {
        /// Descriptor type.
        0x00 range_type: RangeType,
        /// Number of descriptors; 0xFFFFFFFF if unbounded.
        0x04 count: Count,
        /// First register.
        0x08 base: u32,
        /// Register space.
        0x0c space: u32,
        /// Range flags.
        0x10 flags: RangeFlags,
        /// Offset in the table, descriptors; 0xFFFFFFFF to append to the preceding range.
        0x14 offset: TableOffset,
    }
}

record! {
    /// A static sampler.
    pub struct Sampler: 52 {
        /// Filter mode.
        0x00 filter: Filter,
        /// Addressing along u.
        0x04 address_u: Address,
        /// Addressing along v.
        0x08 address_v: Address,
        /// Addressing along w.
        0x0c address_w: Address,
        /// Mip level bias.
        0x10 mip_bias: f32,
        /// Maximum anisotropy.
        0x14 max_anisotropy: u32,
        /// Comparison function.
        0x18 comparison: Comparison,
        /// Border colour.
        0x1c border: Border,
        /// Minimum mip level.
        0x20 min_lod: f32,
        /// Maximum mip level.
        0x24 max_lod: f32,
        /// Register number.
        0x28 register: u32,
        /// Register space.
        0x2c space: u32,
        /// Shader stages that have access.
        0x30 visibility: Visibility,
    }
}

record! {
    /// A static sampler since version 1.2.
    pub struct Sampler56: 56 {
        /// Filter mode.
        0x00 filter: Filter,
        /// Addressing along u.
        0x04 address_u: Address,
        /// Addressing along v.
        0x08 address_v: Address,
        /// Addressing along w.
        0x0c address_w: Address,
        /// Mip level bias.
        0x10 mip_bias: f32,
        /// Maximum anisotropy.
        0x14 max_anisotropy: u32,
        /// Comparison function.
        0x18 comparison: Comparison,
        /// Border colour.
        0x1c border: Border,
        /// Minimum mip level.
        0x20 min_lod: f32,
        /// Maximum mip level.
        0x24 max_lod: f32,
        /// Register number.
        0x28 register: u32,
        /// Register space.
        0x2c space: u32,
        /// Shader stages that have access.
        0x30 visibility: Visibility,
        /// Sampler flags.
        0x34 flags: SamplerFlags,
    }
}

named! {
    /// Version of a root signature.
    pub enum Version: u32 {
        /// 1.0.
        V1_0 = 1 "1.0",
        /// 1.1.
        V1_1 = 2 "1.1",
        /// 1.2.
        V1_2 = 3 "1.2",
    }
}

named! {
    /// Type of a root parameter.
    pub enum ParameterType: u32 {
        /// Descriptor table.
        TABLE = 0 "table",
        /// 32-bit constants.
        CONSTANTS = 1 "constants",
        /// Root descriptor of a constant buffer.
        CBV = 2 "cbv",
        /// Root descriptor of a read-only view (SRV).
        SRV = 3 "srv",
        /// Root descriptor of a read-write view (UAV).
        UAV = 4 "uav",
    }
}

named! {
    /// Shader stages that can access a root parameter.
    pub enum Visibility: u32 {
        /// All stages.
        ALL = 0 "all",
        /// Vertex shader only.
        VERTEX = 1 "vertex",
        /// Hull shader only.
        HULL = 2 "hull",
        /// Domain shader only.
        DOMAIN = 3 "domain",
        /// Geometry shader only.
        GEOMETRY = 4 "geometry",
        /// Pixel shader only.
        PIXEL = 5 "pixel",
        /// Amplification shader only.
        AMPLIFICATION = 6 "amplification",
        /// Mesh shader only.
        MESH = 7 "mesh",
    }
}

named! {
    /// Descriptor type of a range.
    pub enum RangeType: u32 {
        /// Read-only views (SRV).
        SRV = 0 "srv",
        /// Read-write views (UAV).
        UAV = 1 "uav",
        /// Constant buffers.
        CBV = 2 "cbv",
        /// Samplers.
        SAMPLER = 3 "sampler",
    }
}

named! {
    /// Number of descriptors in a range.
    pub enum Count: u32 {
        /// Unbounded.
        UNBOUNDED = 0xFFFF_FFFF "unbounded",
    }
}

named! {
    /// Offset of a range in its table.
    pub enum TableOffset: u32 {
        /// Append to the preceding range.
        APPEND = 0xFFFF_FFFF "append",
    }
}

named! {
    /// Flags of a root signature.
    pub flags RootFlags: u32 {
        /// The input assembler may use an input layout.
        ALLOW_INPUT_LAYOUT = 0x1 "allow-input-layout",
        /// No access from vertex shaders.
        DENY_VERTEX = 0x2 "deny-vertex",
        /// No access from hull shaders.
        DENY_HULL = 0x4 "deny-hull",
        /// No access from domain shaders.
        DENY_DOMAIN = 0x8 "deny-domain",
        /// No access from geometry shaders.
        DENY_GEOMETRY = 0x10 "deny-geometry",
        /// No access from pixel shaders.
        DENY_PIXEL = 0x20 "deny-pixel",
        /// Stream output is allowed.
        ALLOW_STREAM_OUTPUT = 0x40 "allow-stream-output",
        /// Local root signature for ray tracing.
        LOCAL = 0x80 "local",
        /// No access from amplification shaders.
        DENY_AMPLIFICATION = 0x100 "deny-amplification",
        /// No access from mesh shaders.
        DENY_MESH = 0x200 "deny-mesh",
        /// The CBV/SRV/UAV heap is indexed directly.
        VIEW_HEAP_INDEXED = 0x400 "cbv-srv-uav-heap-directly-indexed",
        /// The sampler heap is indexed directly.
        SAMPLER_HEAP_INDEXED = 0x800 "sampler-heap-directly-indexed",
        /// The reserved hardware constant buffer limit of low tiers is allowed.
        ALLOW_LOW_TIER_LIMIT = 0x8000_0000 "allow-low-tier-reserved-hw-cb-limit",
    }
}

/// Defined bits of [`RootFlags`].
pub const ROOT_FLAGS: u32 = 0x8000_0FFF;

named! {
    /// Flags of a root descriptor.
    pub flags DescriptorFlags: u32 {
        /// The data may change at any time.
        DATA_VOLATILE = 2 "data-volatile",
        /// The data is static from setting until execution.
        DATA_STATIC_WHILE_SET = 4 "data-static-while-set-at-execute",
        /// The data is static.
        DATA_STATIC = 8 "data-static",
    }
}

/// Defined bits of [`DescriptorFlags`].
pub const DESCRIPTOR_FLAGS: u32 = 0xE;

named! {
    /// Flags of a range.
    pub flags RangeFlags: u32 {
        /// The descriptors may change at any time.
        DESCRIPTORS_VOLATILE = 1 "descriptors-volatile",
        /// The data may change at any time.
        DATA_VOLATILE = 2 "data-volatile",
        /// The data is static from setting until execution.
        DATA_STATIC_WHILE_SET = 4 "data-static-while-set-at-execute",
        /// The data is static.
        DATA_STATIC = 8 "data-static",
        /// The descriptors are static; buffers keep their bounds checks.
        DESCRIPTORS_STATIC_CHECKED = 0x10000 "descriptors-static-keeping-buffer-bounds-checks",
    }
}

/// Defined bits of [`RangeFlags`].
pub const RANGE_FLAGS: u32 = 0x1000F;

named! {
    /// Flags of a static sampler.
    pub flags SamplerFlags: u32 {
        /// The border colour is an integer.
        UINT_BORDER = 1 "uint-border-color",
        /// Coordinates are texels, not normalized.
        NON_NORMALIZED = 2 "non-normalized-coordinates",
    }
}

/// Defined bits of [`SamplerFlags`].
pub const SAMPLER_FLAGS: u32 = 0x3;

named! {
    /// Addressing mode outside a texture.
    pub enum Address: u32 {
        /// Repeat.
        WRAP = 1 "wrap",
        /// Repeat, mirroring every other tile.
        MIRROR = 2 "mirror",
        /// Clamp to the edge.
        CLAMP = 3 "clamp",
        /// Use the border colour.
        BORDER = 4 "border",
        /// Mirror once, then clamp to the edge.
        MIRROR_ONCE = 5 "mirror-once",
    }
}

named! {
    /// Comparison function of a sampler.
    pub enum Comparison: u32 {
        /// None.
        NONE = 0 "none",
        /// Never.
        NEVER = 1 "never",
        /// Less.
        LESS = 2 "less",
        /// Equal.
        EQUAL = 3 "equal",
        /// Less or equal.
        LESS_EQUAL = 4 "less-equal",
        /// Greater.
        GREATER = 5 "greater",
        /// Not equal.
        NOT_EQUAL = 6 "not-equal",
        /// Greater or equal.
        GREATER_EQUAL = 7 "greater-equal",
        /// Always.
        ALWAYS = 8 "always",
    }
}

named! {
    /// Border colour.
    pub enum Border: u32 {
        /// Transparent black.
        TRANSPARENT_BLACK = 0 "transparent-black",
        /// Opaque black.
        OPAQUE_BLACK = 1 "opaque-black",
        /// Opaque white.
        OPAQUE_WHITE = 2 "opaque-white",
        /// Opaque black, integer.
        OPAQUE_BLACK_UINT = 3 "opaque-black-uint",
        /// Opaque white, integer.
        OPAQUE_WHITE_UINT = 4 "opaque-white-uint",
    }
}

named! {
    /// Sampler filter: 0x01 linear between mip levels, 0x04 linear magnification, 0x10 linear minification, 0x40
    /// anisotropic; 0x80 comparison, 0x100 minimum, 0x180 maximum.
    pub enum Filter: u32 {
        /// Nearest.
        POINT = 0x00 "point",
        /// Linear between mip levels.
        MIP_LINEAR = 0x01 "mip-linear",
        /// Linear magnification.
        MAG_LINEAR = 0x04 "mag-linear",
        /// Linear magnification and mip selection.
        MAG_MIP_LINEAR = 0x05 "mag-mip-linear",
        /// Linear minification.
        MIN_LINEAR = 0x10 "min-linear",
        /// Linear minification and mip selection.
        MIN_MIP_LINEAR = 0x11 "min-mip-linear",
        /// Linear minification and magnification.
        MIN_MAG_LINEAR = 0x14 "min-mag-linear",
        /// Linear.
        LINEAR = 0x15 "linear",
        /// Anisotropic, nearest mip level.
        ANISOTROPIC_MIP_POINT = 0x54 "anisotropic-mip-point",
        /// Anisotropic.
        ANISOTROPIC = 0x55 "anisotropic",
        /// Nearest, compared.
        COMPARISON_POINT = 0x80 "comparison-point",
        /// Linear between mip levels, compared.
        COMPARISON_MIP_LINEAR = 0x81 "comparison-mip-linear",
        /// Linear magnification, compared.
        COMPARISON_MAG_LINEAR = 0x84 "comparison-mag-linear",
        /// Linear magnification and mip selection, compared.
        COMPARISON_MAG_MIP_LINEAR = 0x85 "comparison-mag-mip-linear",
        /// Linear minification, compared.
        COMPARISON_MIN_LINEAR = 0x90 "comparison-min-linear",
        /// Linear minification and mip selection, compared.
        COMPARISON_MIN_MIP_LINEAR = 0x91 "comparison-min-mip-linear",
        /// Linear minification and magnification, compared.
        COMPARISON_MIN_MAG_LINEAR = 0x94 "comparison-min-mag-linear",
        /// Linear, compared.
        COMPARISON_LINEAR = 0x95 "comparison-linear",
        /// Anisotropic, nearest mip level, compared.
        COMPARISON_ANISOTROPIC_MIP_POINT = 0xd4 "comparison-anisotropic-mip-point",
        /// Anisotropic, compared.
        COMPARISON_ANISOTROPIC = 0xd5 "comparison-anisotropic",
        /// Nearest, minimum.
        MINIMUM_POINT = 0x100 "minimum-point",
        /// Linear between mip levels, minimum.
        MINIMUM_MIP_LINEAR = 0x101 "minimum-mip-linear",
        /// Linear magnification, minimum.
        MINIMUM_MAG_LINEAR = 0x104 "minimum-mag-linear",
        /// Linear magnification and mip selection, minimum.
        MINIMUM_MAG_MIP_LINEAR = 0x105 "minimum-mag-mip-linear",
        /// Linear minification, minimum.
        MINIMUM_MIN_LINEAR = 0x110 "minimum-min-linear",
        /// Linear minification and mip selection, minimum.
        MINIMUM_MIN_MIP_LINEAR = 0x111 "minimum-min-mip-linear",
        /// Linear minification and magnification, minimum.
        MINIMUM_MIN_MAG_LINEAR = 0x114 "minimum-min-mag-linear",
        /// Linear, minimum.
        MINIMUM_LINEAR = 0x115 "minimum-linear",
        /// Anisotropic, nearest mip level, minimum.
        MINIMUM_ANISOTROPIC_MIP_POINT = 0x154 "minimum-anisotropic-mip-point",
        /// Anisotropic, minimum.
        MINIMUM_ANISOTROPIC = 0x155 "minimum-anisotropic",
        /// Nearest, maximum.
        MAXIMUM_POINT = 0x180 "maximum-point",
        /// Linear between mip levels, maximum.
        MAXIMUM_MIP_LINEAR = 0x181 "maximum-mip-linear",
        /// Linear magnification, maximum.
        MAXIMUM_MAG_LINEAR = 0x184 "maximum-mag-linear",
        /// Linear magnification and mip selection, maximum.
        MAXIMUM_MAG_MIP_LINEAR = 0x185 "maximum-mag-mip-linear",
        /// Linear minification, maximum.
        MAXIMUM_MIN_LINEAR = 0x190 "maximum-min-linear",
        /// Linear minification and mip selection, maximum.
        MAXIMUM_MIN_MIP_LINEAR = 0x191 "maximum-min-mip-linear",
        /// Linear minification and magnification, maximum.
        MAXIMUM_MIN_MAG_LINEAR = 0x194 "maximum-min-mag-linear",
        /// Linear, maximum.
        MAXIMUM_LINEAR = 0x195 "maximum-linear",
        /// Anisotropic, nearest mip level, maximum.
        MAXIMUM_ANISOTROPIC_MIP_POINT = 0x1d4 "maximum-anisotropic-mip-point",
        /// Anisotropic, maximum.
        MAXIMUM_ANISOTROPIC = 0x1d5 "maximum-anisotropic",
    }
}

impl Filter {
    /// True if the bits form a defined filter.
    pub fn is_defined(self) -> bool {
        self.name().is_some()
    }
}

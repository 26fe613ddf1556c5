//! Records of `RTS0`, little-endian. Offsets count from the start of the root signature.

use glassbox_core::{named, record};

record! {
    /// Start of a root signature.
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
        /// Flags.
        0x14 flags: RootFlags,
    }
}

record! {
    /// A root parameter.
    pub struct Parameter: 12 {
        /// What it is.
        0x0 parameter_type: ParameterType,
        /// Stages that see it.
        0x4 visibility: Visibility,
        /// Offset of its content, bytes.
        0x8 payload: u32,
    }
}

record! {
    /// 32-bit constants.
    pub struct Constants: 12 {
        /// Register.
        0x0 register: u32,
        /// Register space.
        0x4 space: u32,
        /// Number of constants.
        0x8 count: u32,
    }
}

record! {
    /// A root descriptor of version 1.0.
    pub struct Descriptor: 8 {
        /// Register.
        0x0 register: u32,
        /// Register space.
        0x4 space: u32,
    }
}

record! {
    /// A root descriptor since version 1.1.
    pub struct Descriptor12: 12 {
        /// Register.
        0x0 register: u32,
        /// Register space.
        0x4 space: u32,
        /// Flags.
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
        /// What the descriptors are.
        0x00 range_type: RangeType,
        /// Number of descriptors; 0xFFFFFFFF when there is no end.
        0x04 count: Count,
        /// First register.
        0x08 base: u32,
        /// Register space.
        0x0c space: u32,
        /// Place in the table, descriptors; 0xFFFFFFFF for behind the range before.
        0x10 offset: TableOffset,
    }
}

record! {
    /// A range of a descriptor table since version 1.1.
    pub struct Range24: 24 {
        /// What the descriptors are.
        0x00 range_type: RangeType,
        /// Number of descriptors; 0xFFFFFFFF when there is no end.
        0x04 count: Count,
        /// First register.
        0x08 base: u32,
        /// Register space.
        0x0c space: u32,
        /// Flags.
        0x10 flags: RangeFlags,
        /// Place in the table, descriptors; 0xFFFFFFFF for behind the range before.
        0x14 offset: TableOffset,
    }
}

record! {
    /// A static sampler.
    pub struct Sampler: 52 {
        /// Filter.
        0x00 filter: Filter,
        /// Addressing along u.
        0x04 address_u: Address,
        /// Addressing along v.
        0x08 address_v: Address,
        /// Addressing along w.
        0x0c address_w: Address,
        /// Bias of the mip level.
        0x10 mip_bias: f32,
        /// Most samples of anisotropic filtering.
        0x14 max_anisotropy: u32,
        /// Comparison.
        0x18 comparison: Comparison,
        /// Colour of the border.
        0x1c border: Border,
        /// Smallest mip level.
        0x20 min_lod: f32,
        /// Largest mip level.
        0x24 max_lod: f32,
        /// Register.
        0x28 register: u32,
        /// Register space.
        0x2c space: u32,
        /// Stages that see it.
        0x30 visibility: Visibility,
    }
}

record! {
    /// A static sampler since version 1.2.
    pub struct Sampler56: 56 {
        /// Filter.
        0x00 filter: Filter,
        /// Addressing along u.
        0x04 address_u: Address,
        /// Addressing along v.
        0x08 address_v: Address,
        /// Addressing along w.
        0x0c address_w: Address,
        /// Bias of the mip level.
        0x10 mip_bias: f32,
        /// Most samples of anisotropic filtering.
        0x14 max_anisotropy: u32,
        /// Comparison.
        0x18 comparison: Comparison,
        /// Colour of the border.
        0x1c border: Border,
        /// Smallest mip level.
        0x20 min_lod: f32,
        /// Largest mip level.
        0x24 max_lod: f32,
        /// Register.
        0x28 register: u32,
        /// Register space.
        0x2c space: u32,
        /// Stages that see it.
        0x30 visibility: Visibility,
        /// Flags.
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
    /// What a root parameter is.
    pub enum ParameterType: u32 {
        /// Descriptor table.
        TABLE = 0 "table",
        /// 32-bit constants.
        CONSTANTS = 1 "constants",
        /// Root descriptor of a constant buffer.
        CBV = 2 "cbv",
        /// Root descriptor to read.
        SRV = 3 "srv",
        /// Root descriptor to read and write.
        UAV = 4 "uav",
    }
}

named! {
    /// Stages that see a root parameter.
    pub enum Visibility: u32 {
        /// All stages.
        ALL = 0 "all",
        /// Vertex.
        VERTEX = 1 "vertex",
        /// Hull.
        HULL = 2 "hull",
        /// Domain.
        DOMAIN = 3 "domain",
        /// Geometry.
        GEOMETRY = 4 "geometry",
        /// Pixel.
        PIXEL = 5 "pixel",
        /// Amplification.
        AMPLIFICATION = 6 "amplification",
        /// Mesh.
        MESH = 7 "mesh",
    }
}

named! {
    /// What the descriptors of a range are.
    pub enum RangeType: u32 {
        /// Views to read.
        SRV = 0 "srv",
        /// Views to read and write.
        UAV = 1 "uav",
        /// Constant buffers.
        CBV = 2 "cbv",
        /// Samplers.
        SAMPLER = 3 "sampler",
    }
}

named! {
    /// Number of descriptors of a range.
    pub enum Count: u32 {
        /// No end.
        UNBOUNDED = 0xFFFF_FFFF "unbounded",
    }
}

named! {
    /// Place of a range in its table.
    pub enum TableOffset: u32 {
        /// Behind the range before.
        APPEND = 0xFFFF_FFFF "append",
    }
}

named! {
    /// Flags of a root signature.
    pub flags RootFlags: u32 {
        /// The input assembler may take an input layout.
        ALLOW_INPUT_LAYOUT = 0x1 "allow-input-layout",
        /// Vertex shaders see nothing.
        DENY_VERTEX = 0x2 "deny-vertex",
        /// Hull shaders see nothing.
        DENY_HULL = 0x4 "deny-hull",
        /// Domain shaders see nothing.
        DENY_DOMAIN = 0x8 "deny-domain",
        /// Geometry shaders see nothing.
        DENY_GEOMETRY = 0x10 "deny-geometry",
        /// Pixel shaders see nothing.
        DENY_PIXEL = 0x20 "deny-pixel",
        /// Stream output is allowed.
        ALLOW_STREAM_OUTPUT = 0x40 "allow-stream-output",
        /// A local root signature of ray tracing.
        LOCAL = 0x80 "local",
        /// Amplification shaders see nothing.
        DENY_AMPLIFICATION = 0x100 "deny-amplification",
        /// Mesh shaders see nothing.
        DENY_MESH = 0x200 "deny-mesh",
        /// The heap of views is indexed directly.
        VIEW_HEAP_INDEXED = 0x400 "cbv-srv-uav-heap-directly-indexed",
        /// The heap of samplers is indexed directly.
        SAMPLER_HEAP_INDEXED = 0x800 "sampler-heap-directly-indexed",
        /// The limit of reserved hardware constant buffers of low tiers is allowed.
        ALLOW_LOW_TIER_LIMIT = 0x8000_0000 "allow-low-tier-reserved-hw-cb-limit",
    }
}

/// The bits of [`RootFlags`] that are defined.
pub const ROOT_FLAGS: u32 = 0x8000_0FFF;

named! {
    /// Flags of a root descriptor.
    pub flags DescriptorFlags: u32 {
        /// The data may change at any time.
        DATA_VOLATILE = 2 "data-volatile",
        /// The data stays from when it is set until it is executed.
        DATA_STATIC_WHILE_SET = 4 "data-static-while-set-at-execute",
        /// The data stays.
        DATA_STATIC = 8 "data-static",
    }
}

/// The bits of [`DescriptorFlags`] that are defined.
pub const DESCRIPTOR_FLAGS: u32 = 0xE;

named! {
    /// Flags of a range.
    pub flags RangeFlags: u32 {
        /// The descriptors may change at any time.
        DESCRIPTORS_VOLATILE = 1 "descriptors-volatile",
        /// The data may change at any time.
        DATA_VOLATILE = 2 "data-volatile",
        /// The data stays from when it is set until it is executed.
        DATA_STATIC_WHILE_SET = 4 "data-static-while-set-at-execute",
        /// The data stays.
        DATA_STATIC = 8 "data-static",
        /// The descriptors stay, and buffers keep their bounds checks.
        DESCRIPTORS_STATIC_CHECKED = 0x10000 "descriptors-static-keeping-buffer-bounds-checks",
    }
}

/// The bits of [`RangeFlags`] that are defined.
pub const RANGE_FLAGS: u32 = 0x1000F;

named! {
    /// Flags of a static sampler.
    pub flags SamplerFlags: u32 {
        /// The border colour is an integer.
        UINT_BORDER = 1 "uint-border-color",
        /// Coordinates are texels.
        NON_NORMALIZED = 2 "non-normalized-coordinates",
    }
}

/// The bits of [`SamplerFlags`] that are defined.
pub const SAMPLER_FLAGS: u32 = 0x3;

named! {
    /// Addressing outside a texture.
    pub enum Address: u32 {
        /// Repeat.
        WRAP = 1 "wrap",
        /// Repeat, every other one mirrored.
        MIRROR = 2 "mirror",
        /// The edge goes on.
        CLAMP = 3 "clamp",
        /// The border colour.
        BORDER = 4 "border",
        /// Mirror once, then the edge goes on.
        MIRROR_ONCE = 5 "mirror-once",
    }
}

named! {
    /// Comparison of a sampler.
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
    /// Colour of a border.
    pub enum Border: u32 {
        /// Transparent black.
        TRANSPARENT_BLACK = 0 "transparent-black",
        /// Opaque black.
        OPAQUE_BLACK = 1 "opaque-black",
        /// Opaque white.
        OPAQUE_WHITE = 2 "opaque-white",
        /// Opaque black of integers.
        OPAQUE_BLACK_UINT = 3 "opaque-black-uint",
        /// Opaque white of integers.
        OPAQUE_WHITE_UINT = 4 "opaque-white-uint",
    }
}

named! {
    /// Filter of a sampler: 0x01 linear between mip levels, 0x04 when magnified, 0x10 when minified, 0x40 anisotropic; 0x80
    /// compares, 0x100 takes the minimum, 0x180 the maximum.
    pub enum Filter: u32 {
        /// Nearest.
        POINT = 0x00 "point",
        /// Linear between mip levels.
        MIP_LINEAR = 0x01 "mip-linear",
        /// Linear when magnified.
        MAG_LINEAR = 0x04 "mag-linear",
        /// Linear when magnified and between mip levels.
        MAG_MIP_LINEAR = 0x05 "mag-mip-linear",
        /// Linear when minified.
        MIN_LINEAR = 0x10 "min-linear",
        /// Linear when minified and between mip levels.
        MIN_MIP_LINEAR = 0x11 "min-mip-linear",
        /// Linear when minified and magnified.
        MIN_MAG_LINEAR = 0x14 "min-mag-linear",
        /// Linear.
        LINEAR = 0x15 "linear",
        /// Anisotropic, with nearest mip level.
        ANISOTROPIC_MIP_POINT = 0x54 "anisotropic-mip-point",
        /// Anisotropic.
        ANISOTROPIC = 0x55 "anisotropic",
        /// Nearest, compared.
        COMPARISON_POINT = 0x80 "comparison-point",
        /// Linear between mip levels, compared.
        COMPARISON_MIP_LINEAR = 0x81 "comparison-mip-linear",
        /// Linear when magnified, compared.
        COMPARISON_MAG_LINEAR = 0x84 "comparison-mag-linear",
        /// Linear when magnified and between mip levels, compared.
        COMPARISON_MAG_MIP_LINEAR = 0x85 "comparison-mag-mip-linear",
        /// Linear when minified, compared.
        COMPARISON_MIN_LINEAR = 0x90 "comparison-min-linear",
        /// Linear when minified and between mip levels, compared.
        COMPARISON_MIN_MIP_LINEAR = 0x91 "comparison-min-mip-linear",
        /// Linear when minified and magnified, compared.
        COMPARISON_MIN_MAG_LINEAR = 0x94 "comparison-min-mag-linear",
        /// Linear, compared.
        COMPARISON_LINEAR = 0x95 "comparison-linear",
        /// Anisotropic, with nearest mip level, compared.
        COMPARISON_ANISOTROPIC_MIP_POINT = 0xd4 "comparison-anisotropic-mip-point",
        /// Anisotropic, compared.
        COMPARISON_ANISOTROPIC = 0xd5 "comparison-anisotropic",
        /// Nearest, minimum.
        MINIMUM_POINT = 0x100 "minimum-point",
        /// Linear between mip levels, minimum.
        MINIMUM_MIP_LINEAR = 0x101 "minimum-mip-linear",
        /// Linear when magnified, minimum.
        MINIMUM_MAG_LINEAR = 0x104 "minimum-mag-linear",
        /// Linear when magnified and between mip levels, minimum.
        MINIMUM_MAG_MIP_LINEAR = 0x105 "minimum-mag-mip-linear",
        /// Linear when minified, minimum.
        MINIMUM_MIN_LINEAR = 0x110 "minimum-min-linear",
        /// Linear when minified and between mip levels, minimum.
        MINIMUM_MIN_MIP_LINEAR = 0x111 "minimum-min-mip-linear",
        /// Linear when minified and magnified, minimum.
        MINIMUM_MIN_MAG_LINEAR = 0x114 "minimum-min-mag-linear",
        /// Linear, minimum.
        MINIMUM_LINEAR = 0x115 "minimum-linear",
        /// Anisotropic, with nearest mip level, minimum.
        MINIMUM_ANISOTROPIC_MIP_POINT = 0x154 "minimum-anisotropic-mip-point",
        /// Anisotropic, minimum.
        MINIMUM_ANISOTROPIC = 0x155 "minimum-anisotropic",
        /// Nearest, maximum.
        MAXIMUM_POINT = 0x180 "maximum-point",
        /// Linear between mip levels, maximum.
        MAXIMUM_MIP_LINEAR = 0x181 "maximum-mip-linear",
        /// Linear when magnified, maximum.
        MAXIMUM_MAG_LINEAR = 0x184 "maximum-mag-linear",
        /// Linear when magnified and between mip levels, maximum.
        MAXIMUM_MAG_MIP_LINEAR = 0x185 "maximum-mag-mip-linear",
        /// Linear when minified, maximum.
        MAXIMUM_MIN_LINEAR = 0x190 "maximum-min-linear",
        /// Linear when minified and between mip levels, maximum.
        MAXIMUM_MIN_MIP_LINEAR = 0x191 "maximum-min-mip-linear",
        /// Linear when minified and magnified, maximum.
        MAXIMUM_MIN_MAG_LINEAR = 0x194 "maximum-min-mag-linear",
        /// Linear, maximum.
        MAXIMUM_LINEAR = 0x195 "maximum-linear",
        /// Anisotropic, with nearest mip level, maximum.
        MAXIMUM_ANISOTROPIC_MIP_POINT = 0x1d4 "maximum-anisotropic-mip-point",
        /// Anisotropic, maximum.
        MAXIMUM_ANISOTROPIC = 0x1d5 "maximum-anisotropic",
    }
}

impl Filter {
    /// Whether the bits make a filter.
    pub fn is_defined(self) -> bool {
        self.name().is_some()
    }
}

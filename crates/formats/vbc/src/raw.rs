//! Defines the records and constants of VBC files: layout only.
//!
//! Source: the VSL compiler's wiki pages "Compiled Shader Format" and "Reflection Info", and the compiler and
//! runtime sources. The names of the older layouts (A to D) are this crate's; see [`legacy`](crate::legacy).
//! All integers are little-endian and unaligned.

use glassbox_core::value::Tag;
use glassbox_core::{named, record};

/// First three bytes of every file.
pub const MAGIC: Tag<3> = Tag(*b"VBC");
/// The only version ever written.
pub const VERSION: u8 = 1;
/// Size of the released header, in bytes.
pub const HEADER_SIZE: u64 = 25;
/// Default table sizes: combined image samplers, storage images, buffers, read-only and read-write texel buffers.
pub const DEFAULT_TABLES: [u16; 5] = [8192, 128, 512, 128, 128];
/// First word of a SPIR-V module, as bytes.
pub const SPIRV_MAGIC: [u8; 4] = [0x03, 0x02, 0x23, 0x07];

/// Maximum location of a vertex input (Compiled Shader Format, limits).
pub const MAX_INPUT_LOCATION: u32 = 15;
/// Maximum array size of a vertex input.
pub const MAX_INPUT_ARRAY: u8 = 16;
/// Maximum location of a fragment output.
pub const MAX_OUTPUT_LOCATION: u8 = 7;
/// Maximum number of vertex inputs, given the available locations.
pub const MAX_INPUTS: u32 = 16;
/// Maximum number of fragment outputs.
pub const MAX_OUTPUTS: u32 = 8;
/// Maximum number of bindings, and the number of slots.
pub const MAX_BINDINGS: u32 = 32;
/// Maximum structured buffer element accepted by the compiler, in bytes.
pub const MAX_ELEMENT_SIZE: u16 = 1024;
/// Maximum uniform size accepted by the compiler and bound by the runtime, in bytes.
pub const MAX_UNIFORM_SIZE: u16 = 1024;
/// Maximum array size in a uniform.
pub const MAX_MEMBER_ARRAY: u8 = 64;
/// Maximum member name length accepted by the compiler, in bytes.
pub const MAX_NAME: u8 = 32;
/// Maximum member name length that fits the runtime's scratch buffer, in bytes.
pub const MAX_LOADED_NAME: u8 = 64;
/// Maximum number of subpass inputs.
pub const MAX_SUBPASS_INPUTS: u32 = 4;
/// Maximum number of uniform members read: a uniform of 65535 bytes cannot hold more.
pub const MAX_MEMBERS: u32 = 16384;
/// Maximum module size that the 16-bit length fields can state, in words.
pub const MAX_MODULE_WORDS: usize = 65535;

named! {
    /// Kind of program.
    pub enum ShaderType: u8 {
        /// Vertex to fragment pipeline.
        GRAPHICS = 1 "graphics",
    }
}

named! {
    /// Base type (Reflection Info, base types; released values).
    pub enum BaseType: u8 {
        /// No type.
        VOID = 0 "void",
        /// 32-bit boolean.
        BOOLEAN = 1 "boolean",
        /// 32-bit signed integer.
        SIGNED = 2 "signed",
        /// 32-bit unsigned integer.
        UNSIGNED = 3 "unsigned",
        /// 32-bit float.
        FLOAT = 4 "float",
        /// Combined image and sampler.
        SAMPLER = 5 "sampler",
        /// Storage image.
        IMAGE = 6 "image",
        /// Read-only structured buffer.
        RO_BUFFER = 7 "ro-buffer",
        /// Read-write structured buffer.
        RW_BUFFER = 8 "rw-buffer",
        /// Read-only (uniform) texel buffer.
        RO_TEXELS = 9 "ro-texels",
        /// Read-write (storage) texel buffer.
        RW_TEXELS = 10 "rw-texels",
        /// Subpass input; never in a file.
        SUBPASS_INPUT = 11 "subpass-input",
        /// Uniform; never in a file.
        UNIFORM = 12 "uniform",
        /// Structure; never in a file.
        STRUCT = 13 "struct",
    }
}

impl BaseType {
    /// True for 32-bit integers and floats.
    pub fn is_number(self) -> bool {
        matches!(self, BaseType::SIGNED | BaseType::UNSIGNED | BaseType::FLOAT)
    }

    /// True if bindings of this type store an element size.
    pub fn is_buffer(self) -> bool {
        matches!(self, BaseType::RO_BUFFER | BaseType::RW_BUFFER)
    }

    /// True if bindings of this type store a texel format.
    pub fn is_texel(self) -> bool {
        matches!(self, BaseType::SAMPLER | BaseType::IMAGE | BaseType::RO_TEXELS | BaseType::RW_TEXELS)
    }

    /// Index of the descriptor table in set 0 for bindings of this type.
    pub fn table(self) -> Option<usize> {
        Some(match self {
            BaseType::SAMPLER => 0,
            BaseType::IMAGE => 1,
            BaseType::RO_BUFFER | BaseType::RW_BUFFER => 2,
            BaseType::RO_TEXELS => 3,
            BaseType::RW_TEXELS => 4,
            _ => return None,
        })
    }

    /// Scalar name in reflection.
    pub fn scalar(self) -> &'static str {
        match self {
            BaseType::BOOLEAN => "bool",
            BaseType::SIGNED => "int",
            BaseType::UNSIGNED => "uint",
            BaseType::FLOAT => "float",
            _ => "unknown",
        }
    }
}

named! {
    /// Dimensionality of a texel object (Reflection Info, ranks; released values).
    pub enum Rank: u8 {
        /// One dimension.
        D1 = 0 "1D",
        /// Two dimensions.
        D2 = 1 "2D",
        /// Three dimensions.
        D3 = 2 "3D",
        /// Array of one dimension.
        D1_ARRAY = 3 "1D-array",
        /// Array of two dimensions.
        D2_ARRAY = 4 "2D-array",
        /// Cube.
        CUBE = 5 "cube",
        /// Texel buffer.
        BUFFER = 6 "buffer",
    }
}

named! {
    /// Numeric class of a texel (Reflection Info, texel types; released values).
    pub enum TexelType: u8 {
        /// Signed integers.
        SIGNED = 0 "signed",
        /// Unsigned integers.
        UNSIGNED = 1 "unsigned",
        /// Floats.
        FLOAT = 2 "float",
        /// Unsigned normalized.
        UNORM = 3 "unorm",
        /// Signed normalized.
        SNORM = 4 "snorm",
    }
}

named! {
    /// Stages that use an item in the source; same bits as Vulkan's.
    pub flags StageMask: u16 {
        /// Vertex.
        VERTEX = 0x01 "vertex",
        /// Tessellation control.
        TESS_CONTROL = 0x02 "tess_control",
        /// Tessellation evaluation.
        TESS_EVALUATION = 0x04 "tess_evaluation",
        /// Geometry.
        GEOMETRY = 0x08 "geometry",
        /// Fragment.
        FRAGMENT = 0x10 "fragment",
    }
}

record! {
    /// The released header (Compiled Shader Format, file header).
    pub struct Header: 25 {
        /// `VBC`.
        0 magic: Tag<3>,
        /// Format version, 1.
        3 version: u8,
        /// Kind of program.
        4 shader_type: ShaderType,
        /// Words of the vertex module; 0 if the stage is absent.
        5 vertex_length: u16,
        /// Words of the tessellation control module.
        7 tess_control_length: u16,
        /// Words of the tessellation evaluation module.
        9 tess_evaluation_length: u16,
        /// Words of the geometry module.
        11 geometry_length: u16,
        /// Words of the fragment module.
        13 fragment_length: u16,
        /// Table size for combined image samplers.
        15 sampler_table: u16,
        /// Table size for storage images.
        17 image_table: u16,
        /// Table size for structured buffers.
        19 buffer_table: u16,
        /// Table size for read-only texel buffers.
        21 ro_texel_table: u16,
        /// Table size for read-write texel buffers.
        23 rw_texel_table: u16,
    }
}

impl Header {
    /// Words of each module in stage order.
    pub fn lengths(&self) -> [u16; 5] {
        [
            self.vertex_length,
            self.tess_control_length,
            self.tess_evaluation_length,
            self.geometry_length,
            self.fragment_length,
        ]
    }

    /// Table sizes in the order of the descriptor bindings of set 0.
    pub fn tables(&self) -> [u16; 5] {
        [self.sampler_table, self.image_table, self.buffer_table, self.ro_texel_table, self.rw_texel_table]
    }
}

record! {
    /// Header of layout A: as released, without the shader type.
    pub struct HeaderA: 24 {
        /// `VBC`.
        0 magic: Tag<3>,
        /// Format version, 1.
        3 version: u8,
        /// Words of the vertex module; 0 if the stage is absent.
        4 vertex_length: u16,
        /// Words of the tessellation control module.
        6 tess_control_length: u16,
        /// Words of the tessellation evaluation module.
        8 tess_evaluation_length: u16,
        /// Words of the geometry module.
        10 geometry_length: u16,
        /// Words of the fragment module.
        12 fragment_length: u16,
        /// Table size for combined image samplers.
        14 sampler_table: u16,
        /// Table size for storage images.
        16 image_table: u16,
        /// Table size for structured buffers.
        18 buffer_table: u16,
        /// Table size for read-only texel buffers.
        20 ro_texel_table: u16,
        /// Table size for read-write texel buffers.
        22 rw_texel_table: u16,
    }
}

record! {
    /// A vertex input or fragment output (Reflection Info, interface variables).
    pub struct InterfaceRecord: 8 {
        /// First location; for outputs, the colour attachment.
        0 location: u8,
        /// Base type: signed, unsigned or float.
        1 base_type: BaseType,
        /// Components of a vector, rows of a matrix ("dim 0").
        2 rows: u8,
        /// 1, or columns of a matrix ("dim 1").
        3 columns: u8,
        /// Number of array elements; 1 if not an array.
        4 array_size: u8,
        /// Zero.
        5 padding: [u8; 3],
    }
}

record! {
    /// A binding of any kind; the base type determines the layout of `detail`.
    pub struct Binding: 8 {
        /// Slot, 0 to 31.
        0 slot: u8,
        /// Base type; determines the layout of `detail`.
        1 base_type: BaseType,
        /// Stages that use it in the source.
        2 stages: StageMask,
        /// Element size or texel format; undecoded for unknown base types.
        4 detail: [u8; 4],
    }
}

record! {
    /// A binding of a sampler, image or texel buffer (Reflection Info, texel bindings).
    pub struct TexelBinding: 8 {
        /// Slot, 0 to 31.
        0 slot: u8,
        /// Base type: sampler, image or texel buffer.
        1 base_type: BaseType,
        /// Stages that use it in the source.
        2 stages: StageMask,
        /// Image dimensionality.
        4 rank: Rank,
        /// Numeric class of the texels.
        5 texel_type: TexelType,
        /// Component size in bytes.
        6 component_size: u8,
        /// Components per texel.
        7 components: u8,
    }
}

record! {
    /// A binding of a structured buffer (Reflection Info, buffer bindings).
    pub struct BufferBinding: 8 {
        /// Slot, 0 to 31.
        0 slot: u8,
        /// Base type: read-only or read-write buffer.
        1 base_type: BaseType,
        /// Stages that use it in the source.
        2 stages: StageMask,
        /// Element size in bytes.
        4 element_size: u16,
        /// Zero.
        6 padding: [u8; 2],
    }
}

record! {
    /// A subpass input; its index is its list index (Reflection Info, subpass inputs).
    pub struct SubpassInput: 4 {
        /// Numeric class: signed, unsigned or float.
        0 texel_type: TexelType,
        /// Number of components, 4.
        1 components: u8,
        /// Zero.
        2 padding: [u8; 2],
    }
}

record! {
    /// Host object that the released compiler writes instead of a subpass record, in the layout of libstdc++
    /// and of Microsoft's library.
    pub struct LibstdcxxObject: 48 {
        /// Address of the name's characters.
        0x00 name_pointer: u64,
        /// Length of the name, in bytes.
        0x08 name_length: u64,
        /// Inline storage for names of up to 15 bytes.
        0x10 name_inline: [u8; 16],
        /// Index of the input.
        0x20 index: u32,
        /// Uninitialised padding.
        0x24 undefined: [u8; 4],
        /// Address of the type object.
        0x28 type_pointer: u64,
    }
}

record! {
    /// The same host object in the layout of libc++.
    pub struct LibcxxObject: 40 {
        /// libc++ string: for short names, twice the length in the first byte, then the characters.
        0x00 name: [u8; 24],
        /// Index of the input.
        0x18 index: u32,
        /// Uninitialised padding.
        0x1c undefined: [u8; 4],
        /// Address of the type object.
        0x20 type_pointer: u64,
    }
}

named! {
    /// Base type in layouts A to D.
    pub enum LegacyBaseType: u8 {
        /// No type.
        VOID = 0 "void",
        /// 32-bit boolean.
        BOOLEAN = 1 "boolean",
        /// 32-bit signed integer.
        SIGNED = 2 "signed",
        /// 32-bit unsigned integer.
        UNSIGNED = 3 "unsigned",
        /// 32-bit float.
        FLOAT = 4 "float",
        /// Combined image and sampler.
        SAMPLER = 5 "sampler",
        /// Storage image.
        IMAGE = 6 "image",
        /// Uniform; never in a file.
        UNIFORM = 7 "uniform",
        /// Read-only structured buffer.
        RO_BUFFER = 8 "ro-buffer",
        /// Read-write structured buffer.
        RW_BUFFER = 9 "rw-buffer",
        /// Read-only texel buffer.
        RO_TEXELS = 10 "ro-texels",
        /// Read-write texel buffer.
        RW_TEXELS = 11 "rw-texels",
        /// Subpass input; never in a file.
        INPUT = 12 "input",
        /// Structure; never in a file.
        STRUCT = 13 "struct",
    }
}

named! {
    /// Dimensionality of a texel object in layouts A to D: the released value plus one.
    pub enum LegacyRank: u8 {
        /// None.
        NONE = 0 "none",
        /// One dimension.
        D1 = 1 "1D",
        /// Two dimensions.
        D2 = 2 "2D",
        /// Three dimensions.
        D3 = 3 "3D",
        /// Array of one dimension.
        D1_ARRAY = 4 "1D-array",
        /// Array of two dimensions.
        D2_ARRAY = 5 "2D-array",
        /// Cube.
        CUBE = 6 "cube",
        /// Texel buffer.
        BUFFER = 7 "buffer",
    }
}

record! {
    /// A binding in layouts A to D, any shape.
    pub struct LegacyBinding: 8 {
        /// Slot, 0 to 31.
        0 slot: u8,
        /// Base type.
        1 base_type: LegacyBaseType,
        /// The remaining fields, in one of four shapes.
        2 detail: [u8; 6],
    }
}

record! {
    /// A texel binding of the layouts B to D.
    pub struct LegacyTexelBinding: 8 {
        /// Slot, 0 to 31.
        0 slot: u8,
        /// Base type: sampler, image or texel buffer.
        1 base_type: LegacyBaseType,
        /// Stages that use it in the source.
        2 stages: StageMask,
        /// Image dimensionality.
        4 rank: LegacyRank,
        /// Texel type: signed, unsigned or float.
        5 texel_type: LegacyBaseType,
        /// Component size in bytes; 1 for normalized formats, 0 for samplers and read-only texel buffers.
        6 component_size: u8,
        /// Components per texel; 0 for samplers and read-only texel buffers.
        7 components: u8,
    }
}

record! {
    /// A structured buffer binding of the layouts B to D.
    pub struct LegacyBufferBinding: 8 {
        /// Slot, 0 to 31.
        0 slot: u8,
        /// Base type: read-only or read-write buffer.
        1 base_type: LegacyBaseType,
        /// Stages that use it in the source.
        2 stages: StageMask,
        /// Element size in bytes.
        4 element_size: u16,
        /// Zero.
        6 padding: [u8; 2],
    }
}

record! {
    /// A texel binding of layout A, which has no stage masks.
    pub struct TexelBindingA: 8 {
        /// Slot, 0 to 31.
        0 slot: u8,
        /// Base type: sampler, image or texel buffer.
        1 base_type: LegacyBaseType,
        /// Image dimensionality; 0 for read-only texel buffers.
        2 rank: LegacyRank,
        /// Texel type; 0 for samplers and read-only texel buffers.
        3 texel_type: LegacyBaseType,
        /// Component size in bytes; 1 for normalized formats.
        4 component_size: u8,
        /// Components per texel.
        5 components: u8,
        /// Zero.
        6 padding: [u8; 2],
    }
}

record! {
    /// A structured buffer binding of layout A.
    pub struct BufferBindingA: 8 {
        /// Slot, 0 to 31.
        0 slot: u8,
        /// Base type: read-only or read-write buffer.
        1 base_type: LegacyBaseType,
        /// Zero.
        2 padding: u8,
        /// Element size in bytes.
        3 element_size: u16,
        /// Zero.
        5 padding_end: [u8; 3],
    }
}

record! {
    /// A vertex input or fragment output of the layouts A to D.
    pub struct LegacyInterface: 8 {
        /// First location.
        0 location: u8,
        /// Base type.
        1 base_type: LegacyBaseType,
        /// Components of a vector, rows of a matrix.
        2 rows: u8,
        /// 1, or columns of a matrix.
        3 columns: u8,
        /// Number of array elements.
        4 array_size: u8,
        /// Zero.
        5 padding: [u8; 3],
    }
}

record! {
    /// A subpass input of the layouts A to D.
    pub struct LegacySubpassInput: 4 {
        /// Texel type: signed, unsigned or float.
        0 texel_type: LegacyBaseType,
        /// Number of components, 4.
        1 components: u8,
        /// Zero.
        2 padding: [u8; 2],
    }
}

//! Defines the records and constants of BPX containers and shader packages: layout only.
//!
//! Source: the BPX specification of BlockProject 3D, revision 2, text of 2022-03-30; [`DraftTarget`] has the
//! target numbering of its text of 2021-10-09. All integers are little-endian and unaligned.

use glassbox_core::value::Tag;
use glassbox_core::{named, record};

/// First three bytes of every container.
pub const SIGNATURE: Tag<3> = Tag(*b"BPX");
/// Size of the main header with its type extension, in bytes.
pub const HEADER_SIZE: u64 = 40;
/// Size of a section header, in bytes.
pub const SECTION_HEADER_SIZE: u64 = 24;
/// The version written, and the only version of shader packages.
pub const VERSION: u32 = 2;
/// Default compression threshold: larger contents are compressed, in bytes.
pub const COMPRESSION_THRESHOLD: usize = 65536;
/// Conventional offset of a symbol without extended data: 24 one bits.
pub const NO_EXTENDED_DATA: u32 = 0x00ff_ffff;
/// Conventional register of a symbol without one.
pub const NO_REGISTER: u8 = 0xff;
/// First word of a SPIR-V module, as bytes.
pub const SPIRV_MAGIC: [u8; 4] = [0x03, 0x02, 0x23, 0x07];
/// First bytes of a DXBC or DXIL container.
pub const DXBC_MAGIC: [u8; 4] = *b"DXBC";
/// First bytes of a Metal library.
pub const METALLIB_MAGIC: [u8; 4] = *b"MTLB";

named! {
    /// Container type: an ASCII character.
    pub enum ContainerType: u8 {
        /// Shader package.
        SHADER = 0x53 "S, shader package",
        /// Texture.
        TEXTURE = 0x54 "T, texture",
        /// Model.
        MODEL = 0x4d "M, model",
        /// Scene.
        SCENE = 0x43 "C, scene",
        /// Package.
        PACKAGE = 0x50 "P, package",
    }
}

named! {
    /// Storage of a section.
    pub flags SectionFlags: u8 {
        /// The body is a zlib stream.
        ZLIB = 0x01 "CompressedZlib",
        /// The body is an XZ stream.
        XZ = 0x02 "CompressedXZ",
        /// The checksum is the reference's CRC.
        CRC = 0x04 "CheckCrc32",
        /// The checksum is the sum of the bytes.
        WEAK = 0x08 "CheckWeak",
    }
}

impl SectionFlags {
    /// Unassigned bits.
    pub const UNASSIGNED: u8 = 0xf0;

    /// True if any of the bits is set.
    pub const fn has(self, bits: SectionFlags) -> bool {
        self.0 & bits.0 != 0
    }

    /// Codec of the body: XZ takes precedence over zlib, as in the reference.
    pub const fn codec(self) -> Option<&'static str> {
        if self.has(SectionFlags::XZ) {
            Some(glassbox_compress::XZ)
        } else if self.has(SectionFlags::ZLIB) {
            Some(glassbox_compress::ZLIB)
        } else {
            None
        }
    }
}

named! {
    /// Section types of shader packages and of any container.
    pub enum SectionType: u8 {
        /// One shader stage.
        SHADER = 0x01 "Shader",
        /// Symbols.
        SYMBOL_TABLE = 0x02 "SymbolTable",
        /// Structured data of the symbols.
        EXTENDED_DATA = 0x03 "ExtendedData",
        /// Hash of the parent assembly; specific to the SDK.
        PARENT = 0xfd "ParentAssembly",
        /// One structured data object, in any container.
        STRUCTURED_DATA = 0xfe "StructuredData",
        /// Strings, in any container.
        STRINGS = 0xff "Strings",
    }
}

named! {
    /// Section types valid in any container; other values depend on the container type.
    pub enum AnySectionType: u8 {
        /// One structured data object.
        STRUCTURED_DATA = 0xfe "StructuredData",
        /// Strings.
        STRINGS = 0xff "Strings",
    }
}

named! {
    /// Rendering platform (text of 2022-03-30, and every released reader).
    pub enum Target: u8 {
        /// Direct3D 11.
        DX11 = 0x01 "DX11",
        /// Direct3D 12.
        DX12 = 0x02 "DX12",
        /// OpenGL 3.3.
        GL33 = 0x03 "GL33",
        /// OpenGL 4.0.
        GL40 = 0x04 "GL40",
        /// OpenGL 4.1.
        GL41 = 0x05 "GL41",
        /// OpenGL 4.2.
        GL42 = 0x06 "GL42",
        /// OpenGL 4.3.
        GL43 = 0x07 "GL43",
        /// OpenGL 4.4.
        GL44 = 0x08 "GL44",
        /// OpenGL 4.5.
        GL45 = 0x09 "GL45",
        /// OpenGL 4.6.
        GL46 = 0x0a "GL46",
        /// OpenGL ES 3.0.
        ES30 = 0x0b "ES30",
        /// OpenGL ES 3.1.
        ES31 = 0x0c "ES31",
        /// OpenGL ES 3.2.
        ES32 = 0x0d "ES32",
        /// Vulkan 1.0.
        VK10 = 0x0e "VK10",
        /// Vulkan 1.1.
        VK11 = 0x0f "VK11",
        /// Vulkan 1.2.
        VK12 = 0x10 "VK12",
        /// Metal.
        MT = 0x11 "MT",
        /// Any platform: an assembly.
        ANY = 0xff "Any",
    }
}

named! {
    /// Rendering platform in the numbering of the text of 2021-10-09, used by no released program. It assigns
    /// 2 to both Direct3D 12 and OpenGL 3.3.
    pub enum DraftTarget: u8 {
        /// Direct3D 11.
        DX11 = 0x01 "DX11",
        /// Direct3D 12.
        DX12 = 0x02 "DX12 or GL33",
        /// OpenGL 4.0.
        GL40 = 0x03 "GL40",
        /// Vulkan 1.0.
        VK10 = 0x04 "VK10",
        /// Metal.
        MT = 0x05 "MT",
        /// Any platform: an assembly.
        ANY = 0xff "Any",
    }
}

named! {
    /// Kind of shader package: an ASCII character.
    pub enum PackType: u8 {
        /// Symbols shared by programs.
        ASSEMBLY = 0x41 "A, assembly",
        /// A whole pipeline with its shaders.
        PROGRAM = 0x50 "P, program",
    }
}

named! {
    /// Shader stage.
    pub enum Stage: u8 {
        /// Vertex.
        VERTEX = 0 "Vertex",
        /// Tessellation control.
        HULL = 1 "Hull",
        /// Tessellation evaluation.
        DOMAIN = 2 "Domain",
        /// Geometry.
        GEOMETRY = 3 "Geometry",
        /// Fragment.
        PIXEL = 4 "Pixel",
    }
}

impl Stage {
    /// Every stage in order.
    pub const ALL: [Stage; 5] = [Stage::VERTEX, Stage::HULL, Stage::DOMAIN, Stage::GEOMETRY, Stage::PIXEL];

    /// The stage's bit in symbol flags.
    pub const fn bit(self) -> u16 {
        if self.0 < 5 { 1 << self.0 } else { 0 }
    }
}

named! {
    /// Stages that use a symbol, its origin, and its valid fields.
    pub flags SymbolFlags: u16 {
        /// The vertex stage uses it.
        VERTEX = 0x001 "VertexStage",
        /// The hull stage uses it.
        HULL = 0x002 "HullStage",
        /// The domain stage uses it.
        DOMAIN = 0x004 "DomainStage",
        /// The geometry stage uses it.
        GEOMETRY = 0x008 "GeometryStage",
        /// The pixel stage uses it.
        PIXEL = 0x010 "PixelStage",
        /// Provided by the linked assembly.
        ASSEMBLY = 0x020 "Assembly",
        /// Not defined in this package.
        EXTERNAL = 0x040 "External",
        /// Defined in this package.
        INTERNAL = 0x080 "Internal",
        /// The extended data offset is valid.
        EXTENDED_DATA = 0x100 "ExtendedData",
        /// The register is valid.
        REGISTER = 0x200 "Register",
    }
}

impl SymbolFlags {
    /// All stage bits.
    pub const STAGES: u16 = 0x01f;
    /// Unassigned bits.
    pub const UNASSIGNED: u16 = 0xfc00;

    /// True if all of the bits are set.
    pub const fn has(self, bits: SymbolFlags) -> bool {
        self.0 & bits.0 == bits.0
    }

    /// Union of both.
    pub const fn with(self, bits: SymbolFlags) -> SymbolFlags {
        SymbolFlags(self.0 | bits.0)
    }
}

named! {
    /// Kind of symbol.
    pub enum SymbolType: u8 {
        /// Texture.
        TEXTURE = 0 "Texture",
        /// Sampler.
        SAMPLER = 1 "Sampler",
        /// Constant buffer, or a structure used in one.
        CONSTANT_BUFFER = 2 "ConstantBuffer",
        /// Root constant.
        CONSTANT = 3 "Constant",
        /// Vertex format; at most one in a program.
        VERTEX_FORMAT = 4 "VertexFormat",
        /// Pipeline; at most one in a program.
        PIPELINE = 5 "Pipeline",
        /// Render target; since 2022-02.
        OUTPUT = 6 "Output",
    }
}

record! {
    /// The main header without its type extension.
    pub struct MainHeader: 24 {
        /// `BPX`.
        0 signature: Tag<3>,
        /// Container type; determines the type extension.
        3 container_type: ContainerType,
        /// Sum of all bytes of the main header and the section headers except this field.
        4 checksum: u32,
        /// Size of the whole file in bytes; 0 if the writer did not state it.
        8 file_size: u64,
        /// Number of sections.
        16 section_count: u32,
        /// 1 or 2; 2 for shader packages.
        20 version: u32,
    }
}

record! {
    /// The type extension of shader packages.
    pub struct ShaderExt: 16 {
        /// In a program, the hash of the linked assembly's name, 0 before linking; in an assembly, of its own
        /// name.
        0 assembly: NameHash,
        /// Number of symbols.
        8 symbol_count: u16,
        /// Rendering platform.
        10 target: Target,
        /// Assembly or program.
        11 pack_type: PackType,
        /// Zero.
        12 reserved: u32,
    }
}

record! {
    /// The type extension of shader packages with a target number of 2021-10-09.
    pub struct DraftShaderExt: 16 {
        /// Hash of the assembly's name; 0 in an assembly.
        0 assembly: NameHash,
        /// Number of symbols.
        8 symbol_count: u16,
        /// Rendering platform.
        10 target: DraftTarget,
        /// Assembly or program.
        11 pack_type: PackType,
        /// Zero.
        12 reserved: u32,
    }
}

record! {
    /// A section header of a shader package.
    pub struct SectionHeader: 24 {
        /// File offset of the body, in bytes.
        0 pointer: u64,
        /// Size of the body in the file, in bytes.
        8 stored_size: u32,
        /// Size of the decompressed content, in bytes.
        12 size: u32,
        /// Checksum of the content, of the kind given by the flags.
        16 checksum: u32,
        /// Determines the meaning of the content.
        20 section_type: SectionType,
        /// Compression and checksum.
        21 flags: SectionFlags,
        /// Zero.
        22 reserved: u16,
    }
}

record! {
    /// A section header of any other container.
    pub struct AnySectionHeader: 24 {
        /// File offset of the body, in bytes.
        0 pointer: u64,
        /// Size of the body in the file, in bytes.
        8 stored_size: u32,
        /// Size of the decompressed content, in bytes.
        12 size: u32,
        /// Checksum of the content, of the kind given by the flags.
        16 checksum: u32,
        /// Determines the meaning of the content.
        20 section_type: AnySectionType,
        /// Compression and checksum.
        21 flags: SectionFlags,
        /// Zero.
        22 reserved: u16,
    }
}

record! {
    /// A symbol.
    pub struct Symbol: 12 {
        /// Offset of the name in the strings, in bytes.
        0 name: u32,
        /// Offset of the object in the extended data, in bytes; valid only with its flag.
        4 extended_data: u32,
        /// Stages, origin and valid fields.
        8 flags: SymbolFlags,
        /// Kind of symbol.
        10 symbol_type: SymbolType,
        /// Register, slot or render target; valid only with its flag.
        11 register: u8,
    }
}

/// A name hash, displayed with the name if known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct NameHash(pub u64);

impl glassbox_core::value::Value for NameHash {
    const FORM: glassbox_core::value::FieldFormat = glassbox_core::value::FieldFormat {
        meaning: Some(crate::sd::names::describe),
        hex: true,
        ..<u64 as glassbox_core::value::Value>::FORM
    };

    #[inline(always)]
    fn load(bytes: &[u8]) -> Self {
        NameHash(<u64 as glassbox_core::value::Value>::load(bytes))
    }

    #[inline(always)]
    fn store(self, out: &mut [u8]) {
        self.0.store(out);
    }
}

//! Records and constants of MSF 7.00 and of stream 1 of a program database. Little-endian.
//!
//! Sources: Microsoft's published sources of MSF and PDB, LLVM's documentation of both.

use glassbox_core::value::Tag;

/// Magic at offset 0.
pub const MAGIC: [u8; 32] = *b"Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0";
/// Size of [`SuperBlock`], bytes.
pub const SUPERBLOCK_SIZE: u64 = 56;
/// Size of an absent stream.
pub const NIL: u32 = 0xffff_ffff;
/// Magic of a DirectX container.
pub const CONTAINER_MAGIC: [u8; 4] = *b"DXBC";
/// Id of the DirectX container format.
pub const CONTAINER: &str = "dxcontainer";

glassbox_core::record! {
    /// Header of block 0.
    pub struct SuperBlock: 56 {
        /// [`MAGIC`].
        0x00 magic: Tag<32>,
        /// Size of a block, bytes: a power of two, 512 to 4096 in most files.
        0x20 block_size: u32,
        /// Block number of the active free block map: 1 or 2.
        0x24 free_map: u32,
        /// Number of blocks in the file.
        0x28 block_count: u32,
        /// Size of the stream directory, bytes.
        0x2c directory_size: u32,
        /// Zero.
        0x30 reserved: u32,
        /// Block number of the directory map, which lists the blocks of the directory. If it takes several
        /// blocks, the numbers of the others follow.
        0x34 directory_map: u32,
    }
}

glassbox_core::named! {
    /// Database version, the date of its definition.
    pub enum PdbVersion: u32 {
        /// Visual C++ 2.
        VC2 = 19941610 "VC2",
        /// Visual C++ 4.
        VC4 = 19950623 "VC4",
        /// Visual C++ 5.
        VC50 = 19960307 "VC50",
        /// Visual C++ 6.
        VC98 = 19970604 "VC98",
        /// Visual C++ 7, beta.
        VC70_DEPRECATED = 19990604 "VC70 (deprecated)",
        /// Visual C++ 7 and later, and the shader compilers.
        VC70 = 20000404 "VC70",
        /// Visual C++ 8.
        VC80 = 20030901 "VC80",
        /// Visual C++ 11.
        VC110 = 20091201 "VC110",
        /// Visual C++ 14.
        VC140 = 20140508 "VC140",
    }
}

glassbox_core::named! {
    /// Feature word at the end of stream 1.
    pub enum Feature: u32 {
        /// An IPI stream is present; no other feature words follow.
        VC110 = 20091201 "VC110",
        /// An IPI stream is present; other feature words may follow.
        VC140 = 20140508 "VC140",
        /// Types are not merged.
        NO_TYPE_MERGE = 0x4d54_4f4e "NoTypeMerge",
        /// Linked with /DEBUG:FASTLINK: type information stays in the object files.
        MINIMAL_DEBUG_INFO = 0x494e_494d "MinimalDebugInfo",
    }
}

glassbox_core::record! {
    /// Header of stream 1.
    pub struct PdbHeader: 28 {
        /// Version.
        0x00 version: PdbVersion,
        /// Creation time, seconds since 1970, or another number unique to the build; 0 from shader compilers.
        0x04 signature: u32,
        /// Number of times written, from 1.
        0x08 age: u32,
        /// Unique id. Shader compilers write the shader hash.
        0x0c guid: [u8; 16],
    }
}

glassbox_core::record! {
    /// Entry of the named-stream table.
    pub struct NamedStream: 8 {
        /// Offset of the name in the string buffer, bytes.
        0x0 name: u32,
        /// Stream number.
        0x4 stream: u32,
    }
}

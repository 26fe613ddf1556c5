//! Records and constants of the container and its small parts.
//!
//! Little-endian. Sources: the container headers of the DirectX shader compiler (`DxilContainer.h`) and of LLVM
//! (`BinaryFormat/DXContainer.h`).

use glassbox_core::value::Tag;

/// Magic at offset 0.
pub const MAGIC: [u8; 4] = *b"DXBC";
/// Size of the container header, bytes; the offset table follows.
pub const HEADER_SIZE: u64 = 32;
/// First offset covered by the digest.
pub const DIGEST_FROM: u64 = 20;
/// Maximum container size supported by the DirectX shader compiler, bytes.
pub const MAX_SIZE: u64 = 0x8000_0000;
/// Size of a part header, bytes.
pub const PART_HEADER_SIZE: u64 = 8;

glassbox_core::record! {
    /// Start of a container, not covered by the digest.
    pub struct Magic: 20 {
        /// `DXBC`, also in DXIL containers.
        0 magic: Tag<4>,
        /// Digest over everything from the version field on; zero if unsigned.
        4 digest: [u8; 16],
    }
}

glassbox_core::record! {
    /// Rest of the container header.
    pub struct Header: 12 {
        /// Major version, 1.
        0 major: u16,
        /// Minor version, 0.
        2 minor: u16,
        /// Container size including the magic, bytes.
        4 size: u32,
        /// Number of parts.
        8 part_count: u32,
    }
}

glassbox_core::record! {
    /// Header of a part.
    pub struct PartHeader: 8 {
        /// Four-character code.
        0 code: Tag<4>,
        /// Size of the data after the header, bytes.
        4 size: u32,
    }
}

/// Format id.
pub const ID: &str = "dxcontainer";

//! Records and constants of the container and of its small parts: layout, no logic.
//!
//! All integers are little-endian. Source: the container headers of the DirectX shader compiler (`DxilContainer.h`) and of
//! LLVM (`BinaryFormat/DXContainer.h`).

use glassbox_core::value::Tag;

/// Magic of every container.
pub const MAGIC: [u8; 4] = *b"DXBC";
/// Size of the container header, bytes; the offset table follows.
pub const HEADER_SIZE: u64 = 32;
/// First byte that the digest covers.
pub const DIGEST_FROM: u64 = 20;
/// Largest container that the DirectX shader compiler handles, bytes.
pub const MAX_SIZE: u64 = 0x8000_0000;
/// Size of a part's header, bytes.
pub const PART_HEADER_SIZE: u64 = 8;

glassbox_core::record! {
    /// The first bytes of a container, which the digest does not cover.
    pub struct Magic: 20 {
        /// `DXBC`, for DXIL containers too.
        0 magic: Tag<4>,
        /// Digest over everything from the version on; zero when the container was never signed.
        4 digest: [u8; 16],
    }
}

glassbox_core::record! {
    /// The rest of the container header.
    pub struct Header: 12 {
        /// Major version, 1.
        0 major: u16,
        /// Minor version, 0.
        2 minor: u16,
        /// Size of the container, bytes, from the magic on.
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
        /// Size of the data behind the header, bytes.
        4 size: u32,
    }
}

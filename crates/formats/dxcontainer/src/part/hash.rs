//! Parses `HASH`, the identity of a shader for caches and debug files.
//!
//! Source: `DxilContainer.h` (`DxilShaderHash`) of the DirectX shader compiler; the algorithm is plain MD5 over the
//! bitcode.

use glassbox_core::reader::{NodeId, Reader, Recorder};
use glassbox_core::record::Record;

use super::PartData;
use crate::rules::small as rules;

glassbox_core::named! {
    /// Data covered by the hash.
    pub flags HashFlags: u32 {
        /// Covers the bitcode with debug information, and therefore the source.
        INCLUDES_SOURCE = 1 "includes-source",
    }
}

glassbox_core::record! {
    /// Content of the part.
    pub struct ShaderHash: 20 {
        /// Data covered by the hash.
        0 flags: HashFlags,
        /// MD5 of the bitcode.
        4 md5: [u8; 16],
    }
}

/// Parsed `HASH`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// Hash record.
    pub hash: ShaderHash,
    pub(crate) node: NodeId,
}

/// Encodes the part for a program without debug information.
pub fn encode(bitcode: &[u8]) -> Vec<u8> {
    let hash = ShaderHash { flags: HashFlags(0), md5: crate::digest::md5(bitcode) };
    let mut out = Vec::new();
    hash.encode(&mut out);
    out
}

/// Parses the part and names its nodes.
pub fn read<R: Recorder>(reader: &mut Reader<'_, R>, part: &PartData) -> Option<Model> {
    let size = ShaderHash::SIZE as u64;
    let found = if part.size() >= size {
        reader.record::<ShaderHash>(part.node.name("hash"), part.start).ok()
    } else {
        None
    };
    super::area::rest(reader, part, part.start + if found.is_some() { size } else { 0 });
    if part.size() != size {
        let location = part.location(reader.window(), part.start, part.end, "");
        let message = format!("found {} bytes, expected {size}", part.size());
        reader
            .report(&rules::HASH_SIZE, location, message)
            .help("write 32-bit flags and the 16 bytes of the MD5");
    }
    let (hash, node) = found?;
    Some(Model { hash, node })
}

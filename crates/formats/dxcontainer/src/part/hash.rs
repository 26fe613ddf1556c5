//! `HASH`: the identity of a shader for caches and debug files.
//!
//! Source: `DxilContainer.h` (`DxilShaderHash`) of the DirectX shader compiler; the algorithm is plain MD5 over bitcode.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::reader::{NodeId, Reader, Recorder};
use glassbox_core::record::Record;

use super::PartData;
use crate::rules::small as rules;

glassbox_core::named! {
    /// What the hash covers.
    pub flags HashFlags: u32 {
        /// The bitcode with debug information, and so the source.
        INCLUDES_SOURCE = 1 "includes-source",
    }
}

glassbox_core::record! {
    /// A shader hash.
    pub struct ShaderHash: 20 {
        /// What it covers.
        0 flags: HashFlags,
        /// MD5 of the bitcode.
        4 md5: [u8; 16],
    }
}

/// A shader hash with its node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The hash.
    pub hash: ShaderHash,
    pub(crate) node: NodeId,
}

/// The data of the part for a program without debug information.
pub fn encode(bitcode: &[u8]) -> Vec<u8> {
    let hash = ShaderHash {
        flags: HashFlags(0),
        md5: crate::digest::md5(bitcode),
    };
    let mut out = Vec::new();
    hash.encode(&mut out);
    out
}

/// Reads the part.
pub fn read<R: Recorder>(reader: &mut Reader<'_, R>, part: &PartData) -> Option<Model> {
    let size = ShaderHash::SIZE as u64;
    let found = if part.size() >= size {
        reader
            .record::<ShaderHash>(part.node.name("hash"), part.start)
            .ok()
    } else {
        None
    };
    super::rest(reader, part, part.start + if found.is_some() { size } else { 0 });
    if part.size() != size {
        let location = part.location(reader.window(), part.start, part.end, "");
        let message = format!("found {} bytes, expected {size}", part.size());
        reader.report(
            Diagnostic::new(&rules::HASH_SIZE, location, message)
                .help("write 32-bit flags and the 16 bytes of the MD5"),
        );
    }
    let (hash, node) = found?;
    Some(Model { hash, node })
}

//! Parses `Aon9`, shader model 2 code for the 10level9 profiles.
//!
//! Source: layout determined by comparing output of the legacy compiler. The data between header and code (constant and
//! sampler maps) is preserved uninterpreted.

use glassbox_core::reader::{LinkKind, NodeKind, Reader, Recorder};
use glassbox_core::record::Record;

use super::PartData;

glassbox_core::record! {
    /// Header of the part.
    pub struct Level9Header: 16 {
        /// Size of the part's data, bytes.
        0 size: u32,
        /// Version token of the code: 0xFFFE0200 for vertex, 0xFFFF0200 for pixel shaders.
        4 version: u32,
        /// Unknown.
        8 unknown: u32,
        /// Offset of the code, bytes from the start of the data.
        12 code: u32,
    }
}

/// Parsed `Aon9`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model<'a> {
    /// Part header.
    pub head: Level9Header,
    /// Code, clamped to the part.
    pub code: &'a [u8],
}

/// Parses the part and names its nodes.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    let size = Level9Header::SIZE as u64;
    if part.size() < size {
        super::area::rest(reader, part, part.start);
        return None;
    }
    let (head, node) = reader.record::<Level9Header>(part.node.name("head"), part.start).ok()?;
    reader.link(node, &Level9Header::size, LinkKind::Pointer { base: part.node, unit: 1 });
    let start = part.start + u64::from(head.code);
    let mut code = &[][..];
    if u64::from(head.code) >= size && start < part.end {
        let (bytes, code_node) =
            reader.bytes(part.node.name("code"), start, part.end - start, NodeKind::Bytes).ok()?;
        code = bytes;
        reader.link(node, &Level9Header::code, LinkKind::Offset { target: code_node, base: node, unit: 1 });
        let maps = part.start + size;
        if maps < start {
            let _ = reader.bytes(part.node.name("maps"), maps, start - maps, NodeKind::Bytes);
        }
    } else {
        super::area::rest(reader, part, part.start + size);
    }
    Some(Model { head, code })
}

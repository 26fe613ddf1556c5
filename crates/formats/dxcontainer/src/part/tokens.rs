//! Parses `SHDR` and `SHEX`, the token streams of shader models 4 and 5.
//!
//! Source: `d3d11TokenizedProgramFormat.hpp` of the Windows driver kit for the version token and the length token.

use glassbox_core::reader::{LinkKind, NodeKind, Reader, Recorder, Window};
use glassbox_core::record::Record;
use glassbox_dxbc::meaning;

use super::PartData;
use crate::program::{ShaderKind, Version};
use crate::rules::tokens as rules;

glassbox_core::packed! {
    /// Version token.
    pub struct TokenVersion: u32 {
        /// Minor shader model.
        minor: 4,
        /// Major shader model.
        major: 4,
        /// Zero.
        reserved: 8,
        /// Program type: as [`ShaderKind`] up to compute, 0xFFF0 for a library function.
        kind: 16,
    }
}

/// Program type of a library function.
pub const LIBRARY_FUNCTION: u32 = 0xFFF0;

impl TokenVersion {
    /// Shader model.
    pub fn shader_model(self) -> Version {
        Version::new(self.major(), self.minor())
    }

    /// Shader kind; library for library functions.
    pub fn shader_kind(self) -> Option<ShaderKind> {
        match self.kind() {
            kind @ 0..=5 => Some(ShaderKind(kind as u16)),
            LIBRARY_FUNCTION => Some(ShaderKind::LIBRARY),
            _ => None,
        }
    }

    /// Profile, such as `ps_5_0`.
    pub fn profile(self) -> String {
        let prefix = match self.shader_kind().and_then(ShaderKind::prefix) {
            Some(prefix) => prefix.to_owned(),
            None => format!("kind{}", self.kind()),
        };
        format!("{prefix}_{}_{}", self.major(), self.minor())
    }
}

glassbox_core::record! {
    /// First two tokens of the stream.
    pub struct TokenHeader: 8 {
        /// Version token.
        0 version: TokenVersion,
        /// Number of tokens, including these two.
        4 length: u32,
    }
}

/// Parsed token stream.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model<'a> {
    /// First two tokens.
    pub head: TokenHeader,
    /// Tokens after the first two, clamped to the part.
    pub code: &'a [u8],
    /// First byte of the code; window offset.
    pub code_start: u64,
    /// True if all tokens are inside the part.
    pub whole: bool,
}

/// Parses the part and names its nodes.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    let size = TokenHeader::SIZE as u64;
    let window = reader.window();
    let found = if part.size() >= size {
        reader.record::<TokenHeader>(part.node.name("head"), part.start).ok()
    } else {
        None
    };
    let Some((head, node)) = found else {
        super::area::rest(reader, part, part.start);
        let message = format!("found {} bytes, expected at least two tokens of 4", part.size());
        let location = part.location(window, part.start, part.end, "");
        reader
            .report(&rules::LENGTH, location, message)
            .help("the part is cut off; get a complete copy of the file, or rebuild it");
        return None;
    };
    let start = part.start + size;
    let end = part.start + 4 * u64::from(head.length);
    let stop = end.clamp(start, part.end);
    let whole = end >= start && end <= part.end;
    // If the length is wrong, the code extends to the end of the part.
    let stop = if whole { stop } else { part.end };
    let kind = NodeKind::Code { language: meaning::LANGUAGE, side_table: Some(node) };
    let (code, _) = reader.bytes(part.node.name("code"), start, stop - start, kind).ok()?;
    if whole {
        reader.link(node, &TokenHeader::length, LinkKind::Pointer { base: part.node, unit: 4 });
        super::area::rest(reader, part, stop);
    }
    Some(Model { head, code, code_start: start, whole })
}

/// Version token of a part; reads nothing else.
pub fn peek(window: Window<'_>, part: &PartData) -> Option<TokenVersion> {
    TokenHeader::decode(part.data(window)).map(|head| head.version)
}

//! Parses `DXIL`, `ILDB`, and `STAT` as written by the DirectX shader compiler: a program header and LLVM 3.7 bitcode.
//!
//! Source: `DxilContainer.h` of the DirectX shader compiler, `DxilProgramHeader` and `DxilBitcodeHeader`.

use glassbox_core::format::WriteError;
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, Reader, Recorder, Window};
use glassbox_core::record::{Field, Record};
use glassbox_core::value::Tag;

use super::PartData;
use crate::program::{ShaderKind, Version};
use crate::rules::program as rules;

glassbox_core::packed! {
    /// Shader kind and shader model of a program.
    pub struct ProgramVersion: u32 {
        /// Minor shader model; 15 marks libraries for linking only.
        minor: 4,
        /// Major shader model.
        major: 4,
        /// Zero.
        reserved: 8,
        /// Shader kind, see [`ShaderKind`].
        kind: 16,
    }
}

impl ProgramVersion {
    /// Shader model.
    pub fn shader_model(self) -> Version {
        Version::new(self.major(), self.minor())
    }

    /// Version word of a shader kind and shader model.
    pub fn new(kind: ShaderKind, model: Version) -> ProgramVersion {
        ProgramVersion(u32::from(kind.0) << 16 | (model.major & 0xF) << 4 | model.minor & 0xF)
    }

    /// Shader kind.
    pub fn shader_kind(self) -> ShaderKind {
        ShaderKind(self.kind() as u16)
    }

    /// Profile, such as `ps_6_0`.
    pub fn profile(self) -> String {
        let prefix = match self.shader_kind().prefix() {
            Some(prefix) => prefix.to_owned(),
            None => format!("kind{}", self.kind()),
        };
        match self.minor() {
            15 => format!("{prefix}_{}_x", self.major()),
            minor => format!("{prefix}_{}_{minor}", self.major()),
        }
    }
}

glassbox_core::packed! {
    /// DXIL version.
    pub struct DxilVersion: u32 {
        /// Minor DXIL version.
        minor: 8,
        /// Major DXIL version.
        major: 8,
        /// Zero.
        reserved: 16,
    }
}

glassbox_core::record! {
    /// First half of the program header.
    pub struct ProgramHeader: 8 {
        /// Shader kind and shader model.
        0 version: ProgramVersion,
        /// Size of the part's data, including these 8 bytes, in 32-bit words.
        4 words: u32,
    }
}

glassbox_core::record! {
    /// Second half of the program header, the base of the bitcode offset.
    pub struct BitcodeHeader: 16 {
        /// `DXIL`.
        0 magic: Tag<4>,
        /// DXIL version.
        4 version: DxilVersion,
        /// Offset of the bitcode from this magic, bytes; 16.
        8 offset: u32,
        /// Size of the bitcode, bytes.
        12 size: u32,
    }
}

/// Magic of the second half of the program header.
pub const DXIL: [u8; 4] = *b"DXIL";
/// Size of both halves of the program header, bytes.
pub const HEAD_SIZE: u64 = 24;
/// Node kind of bitcode.
const BITCODE_KIND: NodeKind = NodeKind::Code { language: glassbox_dxil::view::LANGUAGE, side_table: None };

/// Magic of bitcode.
pub const BITCODE: [u8; 4] = *b"BC\xC0\xDE";

/// Parsed program part.
#[derive(Clone, Debug)]
pub struct Model<'a> {
    /// First half of the header.
    pub program: ProgramHeader,
    /// Second half of the header.
    pub head: BitcodeHeader,
    /// First byte of the bitcode; window offset.
    pub bitcode_start: u64,
    /// Bitcode, clamped to the part.
    pub bitcode: &'a [u8],
    /// True if the bitcode is complete.
    pub whole: bool,
    /// Bitcode node.
    pub(crate) node: NodeId,
}

impl Model<'_> {
    /// True if there is bitcode.
    pub fn has_bitcode(&self) -> bool {
        self.whole && self.bitcode.starts_with(&BITCODE)
    }
}

/// Program header of a part, even if the bitcode is out of bounds.
pub fn heads(window: Window<'_>, part: &PartData) -> Option<(ProgramHeader, BitcodeHeader)> {
    let data = part.data(window);
    Some((ProgramHeader::decode(data)?, BitcodeHeader::decode(data.get(8..)?)?))
}

/// Program header and bitcode of a part; reads only the header.
pub fn peek<'a>(window: Window<'a>, part: &PartData) -> Option<(ProgramHeader, BitcodeHeader, &'a [u8])> {
    let data = part.data(window);
    let (program, head) = heads(window, part)?;
    let start = 8u64.checked_add(u64::from(head.offset))?;
    let end = start.checked_add(u64::from(head.size))?;
    let bitcode = data.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?;
    Some((program, head, bitcode))
}

/// Encodes a program part. `Err` if the bitcode exceeds the maximum part size.
pub fn encode(version: ProgramVersion, dxil: DxilVersion, bitcode: &[u8]) -> Result<Vec<u8>, WriteError> {
    let padded = (bitcode.len() as u64).next_multiple_of(4) + HEAD_SIZE;
    let (Ok(size), Ok(words)) = (u32::try_from(bitcode.len()), u32::try_from(padded / 4)) else {
        return Err(WriteError::new(format!(
            "found bitcode of {} bytes, expected less than 4 GiB",
            bitcode.len()
        )));
    };
    let mut out = Vec::with_capacity(padded as usize);
    ProgramHeader { version, words }.encode(&mut out);
    let head = BitcodeHeader { magic: Tag(DXIL), version: dxil, offset: BitcodeHeader::SIZE as u32, size };
    head.encode(&mut out);
    out.extend_from_slice(bitcode);
    out.resize(padded as usize, 0);
    Ok(out)
}

/// True if the data of a `STAT` part is a program rather than the legacy compiler's counters.
pub fn is_program(data: &[u8]) -> bool {
    data.len() as u64 >= HEAD_SIZE && data.get(8..12) == Some(&DXIL[..])
}

/// Parses a program part.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    let node = part.node;
    let window = reader.window();
    if part.size() < HEAD_SIZE {
        let message = format!("found {} bytes, expected a program header of 24", part.size());
        let location = part.location(window, part.start, part.end, "");
        reader.report(&rules::SHORT, location, message).help("regenerate the part from its program");
        return None;
    }
    let (program, program_node) = reader.record::<ProgramHeader>(node.name("program"), part.start).ok()?;
    reader.link(program_node, &ProgramHeader::words, LinkKind::Pointer { base: node, unit: 4 });
    let at = part.start + 8;
    let (head, head_node) = reader.record::<BitcodeHeader>(node.name("head"), at).ok()?;
    let field = |field: Field| part.field(window, at, "head", field);
    let start = at + u64::from(head.offset);
    let end = start + u64::from(head.size);
    let mut model =
        Model { program, head, bitcode_start: start, bitcode: &[], whole: false, node: NodeId::ROOT };
    if head.magic.0 != DXIL {
        let message = format!("found magic \"{}\", expected \"DXIL\"", head.magic);
        reader
            .report(&rules::MAGIC, field(BitcodeHeader::magic), message)
            .help("set the magic, or replace the part by a program");
    }
    if u64::from(head.offset) < BitcodeHeader::SIZE as u64 {
        let message = format!("found bitcode at {} from the magic, expected 16", head.offset);
        reader
            .report(&rules::RANGE, field(BitcodeHeader::offset), message)
            .note("the bitcode would begin inside the header")
            .help("set the offset to 16");
        return Some(model);
    }
    if head.size == 0 || end > part.end {
        let offset_is_wrong = start > part.end;
        let (wrong, message) = if head.size == 0 {
            (BitcodeHeader::size, "found bitcode of 0 bytes, expected at least its magic".to_owned())
        } else {
            (
                if offset_is_wrong { BitcodeHeader::offset } else { BitcodeHeader::size },
                format!(
                    "found bitcode at {:#x}..{:#x} of the part, expected it within its {:#x} bytes",
                    8 + u64::from(head.offset),
                    8 + u64::from(head.offset) + u64::from(head.size),
                    part.size()
                ),
            )
        };
        let help = if offset_is_wrong {
            "the offset counts from the magic `DXIL` and is 16 in every known file".to_owned()
        } else {
            format!("at most {} bytes fit", part.end.saturating_sub(start))
        };
        reader.report(&rules::RANGE, field(wrong), message).help(help);
        if offset_is_wrong || head.size == 0 {
            return Some(model);
        }
    }
    let stop = end.min(part.end);
    let Ok((bitcode, bitcode_node)) = reader.bytes(node.name("bitcode"), start, stop - start, BITCODE_KIND)
    else {
        return Some(model);
    };
    reader.link(
        head_node,
        &BitcodeHeader::offset,
        LinkKind::Offset { target: bitcode_node, base: head_node, unit: 1 },
    );
    reader.link(head_node, &BitcodeHeader::size, LinkKind::Size { of: bitcode_node, unit: 1 });
    super::area::padding(reader, node, stop, part.end);
    model.bitcode = bitcode;
    model.whole = stop == end;
    model.node = bitcode_node;
    Some(model)
}

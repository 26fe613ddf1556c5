//! Parses the parts of a container.
//!
//! Each part has a submodule with `Model`, the parsed content, and `read`, which parses the part and names its nodes; a
//! submodule of [`check`](crate::check) with the same name has its `check`.

pub mod area;
pub mod debug_name;
pub mod feature;
pub mod hash;
pub mod level9;
pub mod library;
pub mod program;
pub mod psv;
pub mod rdat;
pub mod rdef;
pub mod rts;
pub mod signature;
pub mod srci;
pub mod stat;
pub mod string_table;
pub mod symbol;
pub mod tokens;
pub mod version;

use glassbox_core::diagnostic::Location;
use glassbox_core::reader::{NodeId, NodeKind, Reader, Recorder, Window};
use glassbox_core::record::Field;
use glassbox_core::value::Tag;

use crate::code;
use crate::raw::{ID, MAGIC};

/// Node name of the part header (code and size) that precedes the data of every part.
pub const HEADER: &str = "header";

/// Position and identity of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartData {
    /// Group node of the part; parent of its content nodes.
    pub node: NodeId,
    /// Path of the group node.
    pub path: String,
    /// Four-character code.
    pub code: Tag<4>,
    /// Index in the offset table.
    pub index: u32,
    /// Size stated by the part header, bytes. Exceeds [`size`](Self::size) if the file is truncated.
    pub stated: u32,
    /// First byte of the data, after the part header; window offset.
    pub start: u64,
    /// One past the last byte of the data; window offset.
    pub end: u64,
}

impl PartData {
    /// Size of the data, bytes.
    pub fn size(&self) -> u64 {
        self.end.saturating_sub(self.start)
    }

    /// Data of the part.
    pub fn data<'a>(&self, window: Window<'a>) -> &'a [u8] {
        window.part(self.start, self.end).bytes
    }

    /// File name for an extracted part: its path in the tree, or its index if the code is unknown.
    pub(crate) fn file_name(&self) -> String {
        match code::lookup(self.code) {
            Some(_) => self.path.replace(['[', ']'], ""),
            None if self.code.0.iter().all(u8::is_ascii_alphanumeric) => {
                format!("part{}-{}", self.index, self.code)
            }
            None => format!("part{}", self.index),
        }
    }

    /// Path of a child of the group node; the group itself if the name is empty.
    pub fn child(&self, name: &str) -> String {
        if name.is_empty() { self.path.clone() } else { format!("{}.{name}", self.path) }
    }

    /// Location of the window offsets `start..end`, with the path of the child `name`.
    pub fn location(&self, window: Window<'_>, start: u64, end: u64, name: &str) -> Location {
        let base = window.base;
        Location::new(base.saturating_add(start), base.saturating_add(end), self.child(name))
    }

    /// Location of a field of the child record `name` at window offset `start`.
    pub fn field(&self, window: Window<'_>, start: u64, name: &str, field: Field) -> Location {
        let from = start.saturating_add(field.offset as u64);
        let to = from.saturating_add(field.form.size() as u64);
        self.location(window, from, to, &format!("{name}.{}", field.name))
    }
}

/// Parsed content of a part.
#[derive(Clone, Debug)]
pub enum Content<'a> {
    /// `ISGN`, `OSGN`, `PCSG`, `OSG5`, `ISG1`, `OSG1`, `PSG1`.
    Signature(signature::Model<'a>),
    /// `PSV0`.
    Psv(psv::Model<'a>),
    /// `RTS0`.
    Rts(rts::Model<'a>),
    /// `RDAT`.
    Rdat(rdat::Model<'a>),
    /// `RDEF`.
    Rdef(rdef::Model<'a>),
    /// `STAT` as written by the legacy compiler.
    Counters(stat::Model<'a>),
    /// `SRCI` and `PDBI`.
    Srci(srci::Model<'a>),
    /// `DXIL`, `ILDB`, and `STAT` as written by the DirectX shader compiler.
    Program(program::Model<'a>),
    /// `SHDR` and `SHEX`.
    Tokens(tokens::Model<'a>),
    /// `SFI0`.
    Features(feature::Model),
    /// `HASH`.
    Hash(hash::Model),
    /// `VERS`.
    Version(version::Model<'a>),
    /// `ILDN`.
    DebugName(debug_name::Model<'a>),
    /// `Aon9`.
    Level9(level9::Model<'a>),
    /// `LIBH`.
    LibraryHeader(library::Head<'a>),
    /// `LFS0`.
    Parameters(library::Parameters<'a>),
    /// `SYM0`.
    Symbols(symbol::Model<'a>),
    /// `STR0`.
    Strings(string_table::Model<'a>),
    /// Unknown or unreadable content.
    Opaque,
}

/// Parses a part and names its nodes under the part's group.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Content<'a> {
    let data = part.data(reader.window());
    let content = match &part.code.0 {
        b"ISGN" | b"OSGN" | b"PCSG" | b"OSG5" | b"ISG1" | b"OSG1" | b"PSG1" => {
            signature::read(reader, part).map(Content::Signature)
        }
        b"PSV0" => psv::read(reader, part).map(Content::Psv),
        b"RTS0" => rts::read(reader, part).map(Content::Rts),
        b"RDAT" => rdat::read(reader, part).map(Content::Rdat),
        b"RDEF" => rdef::read(reader, part).map(Content::Rdef),
        b"SRCI" | b"PDBI" => srci::read(reader, part).map(Content::Srci),
        b"DXIL" | b"ILDB" => program::read(reader, part).map(Content::Program),
        b"STAT" if program::is_program(data) => program::read(reader, part).map(Content::Program),
        b"STAT" => stat::read(reader, part).map(Content::Counters),
        b"SHDR" | b"SHEX" => tokens::read(reader, part).map(Content::Tokens),
        b"SFI0" => feature::read(reader, part).map(Content::Features),
        b"HASH" => hash::read(reader, part).map(Content::Hash),
        b"VERS" => version::read(reader, part).map(Content::Version),
        b"ILDN" => debug_name::read(reader, part).map(Content::DebugName),
        b"Aon9" => level9::read(reader, part).map(Content::Level9),
        b"LIBH" => library::read_head(reader, part).map(Content::LibraryHeader),
        b"LFS0" => library::read_parameters(reader, part).map(Content::Parameters),
        b"SYM0" => symbol::read(reader, part).map(Content::Symbols),
        b"STR0" => string_table::read(reader, part).map(Content::Strings),
        _ => {
            let (name, kind) = match file_format(part.code.0, data) {
                Some(format) => ("file", NodeKind::File { format }),
                None => ("data", NodeKind::Bytes),
            };
            let _ = reader.bytes(part.node.name(name), part.start, part.size(), kind);
            None
        }
    };
    content.unwrap_or(Content::Opaque)
}

/// Magic of a program database.
const PDB: &[u8] = b"Microsoft C/C++ MSF 7.00\r\n";

/// Format of a part's data if it is a complete file.
pub(crate) fn file_format(code: [u8; 4], data: &[u8]) -> Option<&'static str> {
    match &code {
        b"LIBF" if data.starts_with(&MAGIC) => Some(ID),
        b"PRIV" | b"SPDB" if data.starts_with(PDB) => Some("pdb"),
        b"PRIV" if data.starts_with(&MAGIC) => Some(ID),
        _ => None,
    }
}

/// Parses the content of a part. If the file truncates the part, only the truncation is reported, not its consequences.
pub(crate) fn content<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Content<'a> {
    if part.size() == u64::from(part.stated) {
        return read(reader, part);
    }
    let before = std::mem::take(&mut reader.diagnostics);
    read(reader, part);
    reader.diagnostics = before;
    Content::Opaque
}

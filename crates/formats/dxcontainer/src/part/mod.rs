//! The parts of a container: where each lies, and what its content means.
//!
//! Each part has a module with the same three names: `Model`, what the content means; `read`, bytes to model and names to
//! the recorder; and in [`check`](crate::check) a module of the same name with `check`.

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
use glassbox_core::reader::{Kind, NodeId, Reader, Recorder, Window};
use glassbox_core::record::Field;
use glassbox_core::value::Tag;

use crate::pieces::file_format;

/// Name of the record with code and size, which stands before the data of every part.
pub const HEADER: &str = "header";

/// A part as the readers of its content see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartData {
    /// Node of the part's group; names of its content hang under it.
    pub node: NodeId,
    /// Path of that group.
    pub path: String,
    /// Four-character code.
    pub code: Tag<4>,
    /// Place in the offset table.
    pub index: u32,
    /// Size that the header of the part states, bytes. Where it differs from [`size`](Self::size) the file ends first.
    pub stated: u32,
    /// First byte of the data, behind the header of the part; from the start of the window.
    pub start: u64,
    /// One past the last byte of the data; from the start of the window.
    pub end: u64,
}

impl PartData {
    /// Size of the data, bytes.
    pub fn size(&self) -> u64 {
        self.end.saturating_sub(self.start)
    }

    /// The data.
    pub fn data<'a>(&self, window: Window<'a>) -> &'a [u8] {
        window.part(self.start, self.end).bytes
    }

    /// The path of something under the part's group; the group itself for an empty name.
    pub fn child(&self, name: &str) -> String {
        if name.is_empty() {
            self.path.clone()
        } else {
            format!("{}.{name}", self.path)
        }
    }

    /// The location of the window offsets `start..end`, with the path of `name` under the part's group.
    pub fn location(&self, window: Window<'_>, start: u64, end: u64, name: &str) -> Location {
        let base = window.base;
        Location::new(
            base.saturating_add(start),
            base.saturating_add(end),
            self.child(name),
        )
    }

    /// The location of a field of the record `name` under the part's group, which begins at the window offset `start`.
    pub fn field(&self, window: Window<'_>, start: u64, name: &str, field: Field) -> Location {
        let from = start.saturating_add(field.offset as u64);
        let to = from.saturating_add(field.form.size() as u64);
        self.location(window, from, to, &format!("{name}.{}", field.name))
    }
}

/// What a part means.
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
    /// `STAT` of the legacy compiler.
    Counters(stat::Model<'a>),
    /// `SRCI` and `PDBI`.
    Srci(srci::Model<'a>),
    /// `DXIL`, `ILDB` and the `STAT` of the DirectX shader compiler.
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
    LibraryHead(library::Head<'a>),
    /// `LFS0`.
    Parameters(library::Parameters<'a>),
    /// `SYM0`.
    Symbols(symbol::Model<'a>),
    /// `STR0`.
    Strings(string_table::Model<'a>),
    /// Nothing that is known, or nothing that could be read.
    Opaque,
}

/// Reads the content of a part and names it under the part's group.
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
        b"LIBH" => library::read_head(reader, part).map(Content::LibraryHead),
        b"LFS0" => library::read_parameters(reader, part).map(Content::Parameters),
        b"SYM0" => symbol::read(reader, part).map(Content::Symbols),
        b"STR0" => string_table::read(reader, part).map(Content::Strings),
        _ => {
            let (name, kind) = match file_format(part.code.0, data) {
                Some(format) => ("file", Kind::File { format }),
                None => ("data", Kind::Bytes),
            };
            let _ = reader.bytes(part.node.name(name), part.start, part.size(), kind);
            None
        }
    };
    content.unwrap_or(Content::Opaque)
}

/// Names the bytes between the end of a part's content and the end of the part as padding.
pub(crate) fn padding<R: Recorder>(reader: &mut Reader<'_, R>, group: NodeId, start: u64, end: u64) {
    if start < end {
        reader.node(group.name("padding"), start, end, Kind::Padding);
    }
}

/// Names the bytes from an offset to the end of a part that mean nothing.
pub(crate) fn rest<R: Recorder>(reader: &mut Reader<'_, R>, part: &PartData, start: u64) {
    if start < part.end {
        reader.node(part.node.name("rest"), start, part.end, Kind::Bytes);
    }
}

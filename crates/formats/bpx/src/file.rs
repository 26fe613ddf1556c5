//! Defines a container as read: headers, sections with their contents, and locations.

use std::borrow::Cow;

use glassbox_compress::DecompressError;
use glassbox_core::diagnostic::Location;
use glassbox_core::reader::Window;
use glassbox_core::record::{Field, Record, Records};
use glassbox_core::space::Spaces;

use crate::payload::{Payload, draft_proof};
use crate::raw::{
    ContainerType, HEADER_SIZE, MainHeader, NO_EXTENDED_DATA, PackType, SectionFlags, SectionHeader,
    SectionType, ShaderExt, Stage, Symbol, SymbolFlags,
};
use crate::sd::{Document, MAX_NESTING};

/// Numbering scheme of targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbering {
    /// Numbering of every released program.
    #[default]
    Released,
    /// Numbering of the specification text of 2021-10-09.
    Draft,
}

/// A container.
#[derive(Clone, PartialEq, Debug)]
pub struct File<'a> {
    /// The file's bytes.
    pub window: SourceWindow<'a>,
    /// The main header.
    pub header: MainHeader,
    /// The type extension, undecoded.
    pub type_ext: [u8; 16],
    /// Section headers present in the file; may be fewer than stated.
    pub table: Records<'a, SectionHeader>,
    /// The sections, one for each header.
    pub sections: Vec<Section<'a>>,
    /// Numbering scheme of targets.
    pub numbering: Numbering,
    /// Ranges of bytes outside all sections, in file order: first byte, one past the last.
    pub gaps: Vec<(u64, u64)>,
    /// Address spaces of decompressed contents.
    pub spaces: Spaces,
    /// First address used by neither the file nor its decompressed contents.
    pub free: u64,
}

/// A window compared by its bytes.
#[derive(Clone, Copy, Debug)]
pub struct SourceWindow<'a>(pub Window<'a>);

impl PartialEq for SourceWindow<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.bytes == other.0.bytes
    }
}

/// Role of a section. If several claim a unique role, the first wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Symbol table of a shader package.
    SymbolTable,
    /// String section.
    Strings,
    /// Extended data of a shader package.
    ExtendedData,
    /// Shader with this index.
    Shader(u32),
    /// Hash of an assembly's parent.
    Parent,
    /// Structured data object with this index.
    StructuredData(u32),
    /// Anything else.
    Other,
}

/// Outcome of reading a section's content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// Content available.
    Read,
    /// The body lies outside the file.
    Outside,
    /// The body could not be decompressed.
    Failed(DecompressError),
    /// Skipped: bodies overlap so much that reading on would take disproportionate work.
    Skipped,
}

/// Result of verifying a section's checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// No checksum, or no content to check.
    None,
    /// Correct.
    Right,
    /// Computed with the real CRC-32 instead of the reference's CRC.
    Usual,
    /// Wrong; holds the correct value.
    Wrong(u32),
}

/// A section.
#[derive(Clone, PartialEq, Debug)]
pub struct Section<'a> {
    /// Index in the section table.
    pub index: u32,
    /// Its section header.
    pub header: SectionHeader,
    /// Role in the container.
    pub role: Role,
    /// Outcome of reading the content.
    pub state: State,
    /// Stored bytes, possibly compressed.
    pub stored: &'a [u8],
    /// Decompressed content. Empty if it could not be read.
    pub content: Cow<'a, [u8]>,
    /// Address of the content: its file offset, or past the file if it was compressed.
    pub address: u64,
    /// Result of verifying the checksum.
    pub check: Check,
}

impl Section<'_> {
    /// Path of its node in the field tree.
    pub fn path(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self.role {
            Role::SymbolTable => "symbol_table",
            Role::Strings => "strings",
            Role::ExtendedData => "extended_data",
            Role::Parent => "parent",
            Role::Shader(number) => return Cow::Owned(format!("shader[{number}]")),
            Role::StructuredData(number) => return Cow::Owned(format!("structured_data[{number}]")),
            Role::Other => return Cow::Owned(format!("section[{}]", self.index)),
        })
    }

    /// True if the content is available.
    pub fn is_read(&self) -> bool {
        self.state == State::Read
    }

    /// Codec of a compressed body.
    pub fn codec(&self) -> Option<&'static str> {
        self.header.flags.codec()
    }

    /// Stated file range: first byte and one past the last; `None` on overflow.
    pub fn range(&self) -> Option<(u64, u64)> {
        let end = self.header.pointer.checked_add(u64::from(self.header.stored_size))?;
        Some((self.header.pointer, end))
    }
}

impl<'a> File<'a> {
    /// True for a shader package.
    pub fn is_shader_pack(&self) -> bool {
        self.header.container_type == ContainerType::SHADER
    }

    /// Decodes the type extension of a shader package.
    pub fn shader_ext(&self) -> ShaderExt {
        ShaderExt::decode(&self.type_ext).unwrap_or_else(|| unreachable!("the extension has its size"))
    }

    /// True for a shader package with a whole pipeline.
    pub fn is_program(&self) -> bool {
        self.is_shader_pack() && self.shader_ext().pack_type == PackType::PROGRAM
    }

    /// True for a shader package of shared symbols.
    pub fn is_assembly(&self) -> bool {
        self.is_shader_pack() && self.shader_ext().pack_type == PackType::ASSEMBLY
    }

    /// The section with this role, if its content is available.
    pub fn content_of(&self, role: Role) -> Option<&Section<'a>> {
        self.sections.iter().find(|section| section.role == role).filter(|section| section.is_read())
    }

    /// Bytes covered by the header checksum: the main header and the section headers.
    pub fn header_bytes(&self) -> &'a [u8] {
        let end = HEADER_SIZE as usize + self.sections.len() * SectionHeader::SIZE;
        self.window.0.bytes.get(..end).unwrap_or_default()
    }

    /// The symbols; empty without a table.
    pub fn symbols(&self) -> Records<'_, Symbol> {
        match self.content_of(Role::SymbolTable) {
            Some(section) => Records::new(&section.content, 0),
            None => Records::default(),
        }
    }

    /// The strings; empty without a section.
    pub fn strings(&self) -> &[u8] {
        self.content_of(Role::Strings).map_or(&[], |section| &section.content)
    }

    /// The string at an offset, up to the next NUL or the end; `None` past the end.
    pub fn string(&self, offset: u32) -> Option<&[u8]> {
        let rest = self.strings().get(offset as usize..).filter(|rest| !rest.is_empty())?;
        let end = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
        rest.get(..end)
    }

    /// Name of a symbol for display.
    pub fn name_of(&self, symbol: &Symbol) -> Cow<'_, str> {
        match self.string(symbol.name) {
            Some(name) => String::from_utf8_lossy(name),
            None => Cow::Owned(format!("(name {:#x})", symbol.name)),
        }
    }

    /// Shaders with a stage byte: section, stage, payload.
    pub fn shaders(&self) -> impl Iterator<Item = (&Section<'a>, Stage, &[u8])> {
        self.sections.iter().filter_map(|section| {
            let (&stage, payload) = section.content.split_first()?;
            (matches!(section.role, Role::Shader(_)) && section.is_read()).then_some((
                section,
                Stage(stage),
                payload,
            ))
        })
    }

    /// Name of the target, in the selected numbering or the one proven by the payloads.
    pub fn target_name(&self) -> Cow<'static, str> {
        let target = self.shader_ext().target;
        let draft = crate::raw::DraftTarget(target.0);
        if self.numbering == Numbering::Draft {
            return draft.name().map_or_else(|| Cow::Owned(draft.0.to_string()), Cow::Borrowed);
        }
        if let Some(name) = self.proven_draft() {
            return Cow::Owned(format!("{name} in the numbering of 2021-10-09"));
        }
        target.name().map_or_else(|| Cow::Owned(target.0.to_string()), Cow::Borrowed)
    }

    /// The target in the numbering of 2021-10-09, if the payloads rule out any other.
    pub fn proven_draft(&self) -> Option<&'static str> {
        draft_proof(self.shader_ext().target, self.shaders().map(|(_, _, payload)| Payload::of(payload)))
    }

    /// Hash of the parent assembly.
    pub fn parent(&self) -> Option<u64> {
        let section = self.content_of(Role::Parent)?;
        section.content.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
    }

    /// Reads the structured data objects referenced by symbols, at most `most` values.
    pub fn objects(&self, most: usize) -> Objects<'_> {
        match self.content_of(Role::ExtendedData) {
            Some(section) => Objects::read(&section.content, self.symbols().iter(), most),
            None => Objects::default(),
        }
    }

    /// Location of a field of a section header.
    pub fn header_field(&self, index: u32, field: Field) -> Location {
        let start = HEADER_SIZE + u64::from(index) * SectionHeader::SIZE as u64 + field.offset as u64;
        let path = format!("section_headers[{index}].{}", field.name);
        self.location(start, start + field.form.size() as u64, path)
    }

    /// Location of a field of the main header.
    pub fn main_field(&self, field: Field) -> Location {
        let start = field.offset as u64;
        self.location(start, start + field.form.size() as u64, format!("header.{}", field.name))
    }

    /// Location of a field of the type extension.
    pub fn ext_field(&self, field: Field) -> Location {
        let start = MainHeader::SIZE as u64 + field.offset as u64;
        self.location(start, start + field.form.size() as u64, format!("type_ext.{}", field.name))
    }

    /// A location in the file.
    pub fn location(&self, start: u64, end: u64, path: impl Into<String>) -> Location {
        let base = self.window.0.base;
        let size = self.window.0.bytes.len() as u64;
        Location::new(base + start.min(size), base + end.min(size), path)
    }

    /// Location of a section's body, clamped to the file.
    pub fn body(&self, section: &Section<'_>) -> Location {
        let (start, end) = section.range().unwrap_or((u64::MAX, u64::MAX));
        self.location(start, end, section.path())
    }

    /// A location in a section's content; `path` is relative to the section's node.
    pub fn place(&self, section: &Section<'_>, start: u64, end: u64, path: &str) -> Location {
        if !section.is_read() {
            return self.body(section);
        }
        let most = section.content.len() as u64;
        let (start, end) = (section.address + start.min(most), section.address + end.min(most));
        Location::new(start, end, format!("{}.{path}", section.path()))
    }

    /// Location of a field of a symbol.
    pub fn symbol_field(&self, index: usize, field: Field) -> Location {
        let Some(section) = self.content_of(Role::SymbolTable) else {
            return self.location(0, HEADER_SIZE, "");
        };
        let start = (index * Symbol::SIZE + field.offset) as u64;
        let path = format!("symbols[{index}].{}", field.name);
        self.place(section, start, start + field.form.size() as u64, &path)
    }
}

/// The objects of an extended data section, by offset.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Objects<'f> {
    /// The objects in file order.
    pub documents: Vec<Document<'f>>,
    /// First symbol that refers to each object.
    pub symbols: Vec<u32>,
    /// True if values were omitted because of the limit.
    pub is_cut: bool,
}

impl<'f> Objects<'f> {
    fn read(bytes: &'f [u8], symbols: impl Iterator<Item = Symbol>, most: usize) -> Objects<'f> {
        let mut offsets: Vec<(u32, u32)> = symbols
            .enumerate()
            .filter(|(_, symbol)| has_object(symbol, bytes.len()))
            .map(|(index, symbol)| (symbol.extended_data, index as u32))
            .collect();
        offsets.sort_unstable();
        offsets.dedup_by_key(|entry| entry.0);
        let mut objects = Objects::default();
        let mut left = most;
        for (offset, symbol) in offsets {
            if left == 0 {
                objects.is_cut = true;
                break;
            }
            let document = Document::read(bytes, offset, left);
            // Overlapping objects are read again each time; charge the work done, not the bytes covered.
            left = left.saturating_sub(document.items().len() + MAX_NESTING.min(left / 1024));
            objects.documents.push(document);
            objects.symbols.push(symbol);
        }
        objects
    }

    /// Index of the object at an offset.
    pub fn at(&self, offset: u32) -> Option<usize> {
        self.documents.binary_search_by_key(&offset, |document| document.range().0).ok()
    }
}

/// True if a symbol has an object in an extended data section of this size.
pub fn has_object(symbol: &Symbol, size: usize) -> bool {
    symbol.flags.has(SymbolFlags::EXTENDED_DATA) && (symbol.extended_data as usize) < size
}

/// True if a symbol is flagged as having an object but has none; the vendor's compiler writes this for
/// samplers.
pub(crate) fn says_none(symbol: &Symbol, size: usize) -> bool {
    symbol.flags.has(SymbolFlags::EXTENDED_DATA)
        && symbol.extended_data == NO_EXTENDED_DATA
        && symbol.extended_data as usize >= size
}

/// True if the header marks a parent assembly section.
pub(crate) fn is_parent(header: &SectionHeader) -> bool {
    header.section_type == SectionType::PARENT && header.size == 8 && header.flags == SectionFlags(0)
}

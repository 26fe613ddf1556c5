//! A container as it was read: headers, sections with their contents, and where everything lies.

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

/// Which numbers targets have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbering {
    /// Those of every released program.
    #[default]
    Released,
    /// Those of the text of 2021-10-09.
    Draft,
}

/// A container.
#[derive(Clone, PartialEq, Debug)]
pub struct File<'a> {
    /// Where it lies.
    pub window: SourceWindow<'a>,
    /// The main header.
    pub header: MainHeader,
    /// The type extension.
    pub type_ext: [u8; 16],
    /// The section headers that the file has.
    pub table: Records<'a, SectionHeader>,
    /// The sections, one for each header.
    pub sections: Vec<Section<'a>>,
    /// Which numbers targets have.
    pub numbering: Numbering,
    /// Bytes that belong to no section, in file order: first byte, one past the last.
    pub gaps: Vec<(u64, u64)>,
    /// Where the contents of compressed sections come from.
    pub spaces: Spaces,
    /// First address that neither the file nor any of its contents takes.
    pub free: u64,
}

/// A window that compares by its bytes.
#[derive(Clone, Copy, Debug)]
pub struct SourceWindow<'a>(pub Window<'a>);

impl PartialEq for SourceWindow<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.bytes == other.0.bytes
    }
}

/// What a section is for. Of sections that may occur once the first counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The symbols of a shader package.
    SymbolTable,
    /// The strings.
    Strings,
    /// The extended data of a shader package.
    ExtendedData,
    /// The shader of this number.
    Shader(u32),
    /// The hash of an assembly's parent.
    Parent,
    /// The structured data object of this number.
    StructuredData(u32),
    /// Anything else.
    Other,
}

/// How far the content of a section could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// It is there.
    Read,
    /// The body does not lie in the file.
    Outside,
    /// The body could not be decompressed.
    Failed(DecompressError),
    /// Bodies overlap so often that reading on would take disproportionate work.
    Skipped,
}

/// What the checksum of a section turned out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// There is none, or no content to check.
    None,
    /// Right.
    Right,
    /// It is the usual CRC-32, where the reference has its own.
    Usual,
    /// Wrong; this would be right.
    Wrong(u32),
}

/// A section.
#[derive(Clone, PartialEq, Debug)]
pub struct Section<'a> {
    /// Place in the table, from 0.
    pub index: u32,
    /// Its header.
    pub header: SectionHeader,
    /// What it is for.
    pub role: Role,
    /// How far it could be read.
    pub state: State,
    /// The bytes in the file.
    pub stored: &'a [u8],
    /// The content: the stored bytes, or what they decompress to. Empty when it could not be read.
    pub content: Cow<'a, [u8]>,
    /// Address of the content: its place in the file, or past the file for what was compressed.
    pub address: u64,
    /// The checksum.
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

    /// Whether the content is there.
    pub fn is_read(&self) -> bool {
        self.state == State::Read
    }

    /// The codec of a compressed body.
    pub fn codec(&self) -> Option<&'static str> {
        self.header.flags.codec()
    }

    /// First byte and one past the last in the file, as the header states; `None` when the sum overflows.
    pub fn range(&self) -> Option<(u64, u64)> {
        let end = self
            .header
            .pointer
            .checked_add(u64::from(self.header.stored_size))?;
        Some((self.header.pointer, end))
    }
}

impl<'a> File<'a> {
    /// Whether it is a shader package.
    pub fn is_shader_pack(&self) -> bool {
        self.header.container_type == ContainerType::SHADER
    }

    /// The type extension of a shader package.
    pub fn shader_ext(&self) -> ShaderExt {
        ShaderExt::decode(&self.type_ext).unwrap_or_else(|| unreachable!("the extension has its size"))
    }

    /// Whether it is a shader package with a whole pipeline.
    pub fn is_program(&self) -> bool {
        self.is_shader_pack() && self.shader_ext().pack_type == PackType::PROGRAM
    }

    /// Whether it is a shader package with shared symbols.
    pub fn is_assembly(&self) -> bool {
        self.is_shader_pack() && self.shader_ext().pack_type == PackType::ASSEMBLY
    }

    /// The section of a role whose content is there.
    pub fn content_of(&self, role: Role) -> Option<&Section<'a>> {
        self.sections
            .iter()
            .find(|section| section.role == role)
            .filter(|section| section.is_read())
    }

    /// The bytes that the header checksum covers: the main header and the section headers.
    pub fn header_bytes(&self) -> &'a [u8] {
        let end = HEADER_SIZE as usize + self.sections.len() * SectionHeader::SIZE;
        self.window.0.bytes.get(..end).unwrap_or_default()
    }

    /// The symbols; none when there is no table.
    pub fn symbols(&self) -> Records<'_, Symbol> {
        match self.content_of(Role::SymbolTable) {
            Some(section) => Records::new(&section.content, 0),
            None => Records::default(),
        }
    }

    /// The strings; none when there is no section.
    pub fn strings(&self) -> &[u8] {
        self.content_of(Role::Strings)
            .map_or(&[], |section| &section.content)
    }

    /// The bytes of the string at an offset, up to the next NUL or the end; `None` behind the end.
    pub fn string(&self, offset: u32) -> Option<&[u8]> {
        let rest = self
            .strings()
            .get(offset as usize..)
            .filter(|rest| !rest.is_empty())?;
        let end = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
        rest.get(..end)
    }

    /// The name of a symbol, as far as it can be shown.
    pub fn name_of(&self, symbol: &Symbol) -> Cow<'_, str> {
        match self.string(symbol.name) {
            Some(name) => String::from_utf8_lossy(name),
            None => Cow::Owned(format!("(name {:#x})", symbol.name)),
        }
    }

    /// The shaders that have their stage byte: section, stage, payload.
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

    /// The name of the target, in the numbering in force or the one that the payloads prove.
    pub fn target_name(&self) -> Cow<'static, str> {
        let target = self.shader_ext().target;
        let draft = crate::raw::DraftTarget(target.0);
        if self.numbering == Numbering::Draft {
            return draft
                .name()
                .map_or_else(|| Cow::Owned(draft.0.to_string()), Cow::Borrowed);
        }
        if let Some(name) = self.proven_draft() {
            return Cow::Owned(format!("{name} in the numbering of 2021-10-09"));
        }
        target
            .name()
            .map_or_else(|| Cow::Owned(target.0.to_string()), Cow::Borrowed)
    }

    /// The target in the numbering of 2021-10-09, when the payloads can only be meant so.
    pub fn proven_draft(&self) -> Option<&'static str> {
        draft_proof(
            self.shader_ext().target,
            self.shaders().map(|(_, _, payload)| Payload::of(payload)),
        )
    }

    /// The hash of the parent assembly.
    pub fn parent(&self) -> Option<u64> {
        let section = self.content_of(Role::Parent)?;
        section
            .content
            .first_chunk()
            .map(|bytes| u64::from_le_bytes(*bytes))
    }

    /// The structured data objects that symbols refer to. At most `most` values are kept.
    pub fn objects(&self, most: usize) -> Objects<'_> {
        match self.content_of(Role::ExtendedData) {
            Some(section) => Objects::read(&section.content, self.symbols().iter(), most),
            None => Objects::default(),
        }
    }

    /// Where a field of a section header lies.
    pub fn header_field(&self, index: u32, field: Field) -> Location {
        let start = HEADER_SIZE + u64::from(index) * SectionHeader::SIZE as u64 + field.offset as u64;
        let path = format!("section_headers[{index}].{}", field.name);
        self.location(start, start + field.form.size() as u64, path)
    }

    /// Where a field of the main header lies.
    pub fn main_field(&self, field: Field) -> Location {
        let start = field.offset as u64;
        self.location(
            start,
            start + field.form.size() as u64,
            format!("header.{}", field.name),
        )
    }

    /// Where a field of the type extension lies.
    pub fn ext_field(&self, field: Field) -> Location {
        let start = MainHeader::SIZE as u64 + field.offset as u64;
        self.location(
            start,
            start + field.form.size() as u64,
            format!("type_ext.{}", field.name),
        )
    }

    /// A place in the file.
    pub fn location(&self, start: u64, end: u64, path: impl Into<String>) -> Location {
        let base = self.window.0.base;
        let size = self.window.0.bytes.len() as u64;
        Location::new(base + start.min(size), base + end.min(size), path)
    }

    /// Where a section's body lies, as far as it is in the file.
    pub fn body(&self, section: &Section<'_>) -> Location {
        let (start, end) = section.range().unwrap_or((u64::MAX, u64::MAX));
        self.location(start, end, section.path())
    }

    /// A place in the content of a section; `path` leads there from the section's node.
    pub fn place(&self, section: &Section<'_>, start: u64, end: u64, path: &str) -> Location {
        if !section.is_read() {
            return self.body(section);
        }
        let most = section.content.len() as u64;
        let (start, end) = (section.address + start.min(most), section.address + end.min(most));
        Location::new(start, end, format!("{}.{path}", section.path()))
    }

    /// Where a field of a symbol lies.
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
    /// The symbol that first refers to each.
    pub symbols: Vec<u32>,
    /// Whether values were left out because there are too many.
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
            // Objects that overlap are read anew each; what they cost is counted, not what they cover.
            left = left.saturating_sub(document.items().len() + MAX_NESTING.min(left / 1024));
            objects.documents.push(document);
            objects.symbols.push(symbol);
        }
        objects
    }

    /// The number of the object at an offset.
    pub fn at(&self, offset: u32) -> Option<usize> {
        self.documents
            .binary_search_by_key(&offset, |document| document.range().0)
            .ok()
    }
}

/// Whether a symbol has an object in an extended data section of this size.
pub fn has_object(symbol: &Symbol, size: usize) -> bool {
    symbol.flags.has(SymbolFlags::EXTENDED_DATA) && (symbol.extended_data as usize) < size
}

/// Whether a symbol says that it has an object and means none, as the vendor's compiler does for samplers.
pub fn says_none(symbol: &Symbol, size: usize) -> bool {
    symbol.flags.has(SymbolFlags::EXTENDED_DATA)
        && symbol.extended_data == NO_EXTENDED_DATA
        && symbol.extended_data as usize >= size
}

/// What a section of a shader package is for by its header alone.
pub(crate) fn is_parent(header: &SectionHeader) -> bool {
    header.section_type == SectionType::PARENT && header.size == 8 && header.flags == SectionFlags(0)
}

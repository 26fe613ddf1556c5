//! An opened container: header, offset table and part positions. Part contents are read on first use.

use std::cell::OnceCell;

use glassbox_core::diagnostic::{Diagnostics, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::{NoRecorder, Reader, Window};
use glassbox_core::record::Values;
use glassbox_core::space::Spaces;
use glassbox_core::value::Tag;
use glassbox_dxil::check::sound;
use glassbox_dxil::ir::Typed;
use glassbox_dxil::{Module, Statements as _};

use crate::context::Context;
use crate::digest::State;
use crate::part::program::{BitcodeHeader, ProgramHeader};
use crate::part::{self, Content, PartData, program, tokens};
use crate::program::{ShaderKind, Version};
use crate::raw::{self, Header, Magic, PartHeader};

/// Entry of the offset table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// Offset, bytes from the start of the container.
    pub offset: u32,
    /// Part header at that offset, if inside the window.
    pub header: Option<PartHeader>,
}

impl Entry {
    /// First byte of the part, including its header.
    pub fn start(&self) -> u64 {
        u64::from(self.offset)
    }

    /// One past the last byte of the part according to its header; the offset itself without one.
    pub fn end(&self) -> u64 {
        match self.header {
            Some(header) => self.start() + raw::PART_HEADER_SIZE + u64::from(header.size),
            None => self.start(),
        }
    }
}

/// Header and part directory of a container.
#[derive(Clone, Debug, Default)]
pub struct Directory<'a> {
    /// Magic and digest, if complete.
    pub magic: Option<Magic>,
    /// Rest of the header, if complete.
    pub header: Option<Header>,
    /// Offsets present in the file.
    pub offsets: Values<'a, u32>,
    /// Entry of each offset, up to the limit of parts.
    pub entries: Vec<Entry>,
    /// Parts whose header is present, in offset-table order.
    pub parts: Vec<PartData>,
}

impl Directory<'_> {
    /// First byte after header and offset table, according to the header.
    pub fn table_end(&self) -> u64 {
        let count = self.header.map_or(0, |header| header.part_count);
        raw::HEADER_SIZE + 4 * u64::from(count)
    }

    /// End of the container: the size in the header if plausible, otherwise the end of the window.
    pub fn end(&self, available: u64) -> u64 {
        let stated = self.header.map_or(0, |header| u64::from(header.size));
        if stated < self.table_end() { available } else { stated }
    }

    /// Part with an offset-table index.
    pub fn part(&self, index: u32) -> Option<&PartData> {
        let position = self.parts.binary_search_by_key(&index, |part| part.index).ok()?;
        self.parts.get(position)
    }

    /// First part with a code.
    pub fn find(&self, code: &[u8; 4]) -> Option<&PartData> {
        self.parts.iter().find(|part| part.code.0 == *code)
    }
}

/// Parsed contents of all parts.
#[derive(Debug)]
pub(crate) struct Contents<'a> {
    /// Contents, in the order of [`Directory::parts`].
    pub(crate) contents: Vec<Content<'a>>,
    /// Read findings.
    pub(crate) diagnostics: Diagnostics,
    /// Spaces of decoded data, such as decompressed sources.
    pub(crate) spaces: Spaces,
}

/// An opened container.
#[derive(Debug)]
pub struct Container<'a> {
    /// Bytes of the file; the container may end earlier.
    pub window: Window<'a>,
    /// Header and part directory.
    pub directory: Directory<'a>,
    /// Limits in force.
    pub limits: Limits,
    /// Read findings of the directory.
    pub(crate) diagnostics: Diagnostics,
    /// Remaining work budget for the contents, so that contents are read exactly as far as they are named.
    work: u64,
    contents: OnceCell<Contents<'a>>,
    state: OnceCell<State>,
    module: OnceCell<Option<Module<'a>>>,
    code: OnceCell<Option<Typed<'a>>>,
}

impl<'a> Container<'a> {
    pub(crate) fn new(reader: &mut Reader<'a, NoRecorder>, directory: Directory<'a>) -> Container<'a> {
        Container {
            window: reader.window(),
            directory,
            limits: reader.limits,
            diagnostics: std::mem::take(&mut reader.diagnostics),
            work: reader.work(),
            contents: OnceCell::new(),
            state: OnceCell::new(),
            module: OnceCell::new(),
            code: OnceCell::new(),
        }
    }

    /// Number of available bytes.
    pub fn available(&self) -> u64 {
        self.window.bytes.len() as u64
    }

    /// One past the last available byte of the container.
    pub fn end(&self) -> u64 {
        self.directory.end(self.available()).min(self.available())
    }

    /// Parts, in offset-table order.
    pub fn parts(&self) -> &[PartData] {
        &self.directory.parts
    }

    /// Data of the first part with a code.
    pub fn data(&self, code: &[u8; 4]) -> Option<&'a [u8]> {
        self.directory.find(code).map(|part| part.data(self.window))
    }

    fn read(&self) -> &Contents<'a> {
        self.contents.get_or_init(|| {
            let mut reader = Reader::new(self.window, NoRecorder, self.limits).with_work(self.work);
            let mut contents = Vec::with_capacity(self.directory.parts.len());
            for part in &self.directory.parts {
                contents.push(part::content(&mut reader, part));
            }
            Contents { contents, diagnostics: reader.diagnostics, spaces: reader.spaces }
        })
    }

    /// Part contents, in the order of [`parts`](Self::parts). Read on the first call.
    pub fn contents(&self) -> &[Content<'a>] {
        &self.read().contents
    }

    /// Read findings of the parts.
    pub(crate) fn content_diagnostics(&self) -> &Diagnostics {
        &self.read().diagnostics
    }

    /// Spaces of decoded part data, such as decompressed sources.
    pub(crate) fn spaces(&self) -> &Spaces {
        &self.read().spaces
    }

    /// Content of the first part with a code.
    pub fn content(&self, code: &[u8; 4]) -> Option<&Content<'a>> {
        let position = self.parts().iter().position(|part| part.code.0 == *code)?;
        self.contents().get(position)
    }

    /// State of the digest. The first call reads the whole container.
    pub fn digest_state(&self) -> State {
        *self.state.get_or_init(|| state(&self.directory, self.window))
    }

    /// Kind and shader model of the program, read from a program part's header only.
    pub fn program(&self) -> Option<Program> {
        for code in [b"DXIL", b"ILDB"] {
            if let Some(part) = self.directory.find(code)
                && let Some((program, head, _)) = program::peek(self.window, part)
            {
                return Some(Program::of(program, head));
            }
        }
        for code in [b"SHEX", b"SHDR"] {
            if let Some(part) = self.directory.find(code)
                && let Some(version) = tokens::peek(self.window, part)
            {
                return Some(Program {
                    kind: version.shader_kind(),
                    model: version.shader_model(),
                    dxil: None,
                    profile: version.profile(),
                });
            }
        }
        None
    }

    /// Functions and facts of the DXIL program, if it is readable. The first call reads it, except for function bodies.
    pub fn module(&self) -> Option<&Module<'a>> {
        self.module.get_or_init(|| self.read_module(b"DXIL")).as_ref()
    }

    /// The program of `ILDB` in a container without a `DXIL` part, as debug files have it.
    pub(crate) fn debug_module(&self) -> Option<Module<'a>> {
        if self.directory.find(b"DXIL").is_some() { None } else { self.read_module(b"ILDB") }
    }

    fn read_module(&self, code: &[u8; 4]) -> Option<Module<'a>> {
        Module::read(self.bitcode(code)?).ok()
    }

    fn bitcode(&self, code: &[u8; 4]) -> Option<&'a [u8]> {
        let part = self.directory.find(code)?;
        program::peek(self.window, part).map(|(_, _, bitcode)| bitcode)
    }

    /// The DXIL program, if its bitcode has no errors outside of function bodies. The first call reads it; bodies are decoded on
    /// demand.
    pub fn code(&self) -> Option<&Typed<'a>> {
        self.code.get_or_init(|| sound(self.bitcode(b"DXIL")?)).as_ref()
    }

    /// Context for checks and reflection.
    pub fn context(&self) -> Context<'_, 'a> {
        let program = self.program();
        Context {
            window: self.window,
            limits: &self.limits,
            parts: self.parts(),
            contents: self.contents(),
            kind: program.as_ref().and_then(|program| program.kind),
            model: program.as_ref().map(|program| program.model),
            environment: None,
            container: self,
        }
    }

    /// Validator version stated by the DXIL module.
    pub fn validator(&self) -> Option<Version> {
        // The module states the same; that which is read already serves.
        let version = match self.code.get() {
            Some(Some(code)) => code.validator()?,
            _ => self.module()?.validator()?,
        };
        Some(Version::new(version.major, version.minor))
    }

    /// Location of an offset-table entry.
    pub(crate) fn offset_location(&self, index: usize) -> Location {
        self.directory.offsets.location("offsets", index)
    }

    /// Location of a part's header.
    pub(crate) fn part_header(&self, part: &PartData) -> Location {
        let start = part.start - raw::PART_HEADER_SIZE;
        part.location(self.window, start, part.start, part::HEADER)
    }
}

/// Fields of a program part's header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Shader kind, if known.
    pub kind: Option<ShaderKind>,
    /// Shader model.
    pub model: Version,
    /// DXIL version; `None` for token streams.
    pub dxil: Option<Version>,
    /// Profile, such as `ps_6_0`.
    pub profile: String,
}

impl Program {
    /// Fields of a DXIL program header.
    pub(crate) fn of(program: ProgramHeader, head: BitcodeHeader) -> Program {
        Program {
            kind: Some(program.version.shader_kind()),
            model: program.version.shader_model(),
            dxil: Some(Version::new(head.version.major(), head.version.minor())),
            profile: program.version.profile(),
        }
    }
}

/// Compares the stored digest with the bytes it covers.
pub(crate) fn state(directory: &Directory<'_>, window: Window<'_>) -> State {
    let (Some(magic), Some(header)) = (directory.magic, directory.header) else {
        return State::Unknown;
    };
    let covered =
        usize::try_from(header.size).ok().and_then(|size| window.bytes.get(raw::DIGEST_FROM as usize..size));
    match covered {
        Some(covered) => State::of(magic.digest, covered),
        None if matches!(
            State::of(magic.digest, &[]),
            State::Unsigned | State::Bypass | State::PreviewBypass
        ) =>
        {
            State::of(magic.digest, &[])
        }
        None => State::Unknown,
    }
}

/// True if a container may hold several parts with this code: the functions of a legacy library.
pub(crate) fn may_repeat(code: Tag<4>) -> bool {
    code.0 == *b"LIBF"
}

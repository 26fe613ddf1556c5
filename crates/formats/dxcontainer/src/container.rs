//! A container as it was opened: its header, its offset table and where each part lies. What the parts mean is read when
//! somebody asks.

use std::cell::OnceCell;

use glassbox_core::diagnostic::{Diagnostics, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::{Reader, Silent, Window};
use glassbox_core::record::Values;
use glassbox_core::space::Spaces;
use glassbox_core::value::Tag;
use glassbox_dxil::Module;

use crate::check::Context;
use crate::digest::State;
use crate::part::program::{BitcodeHead, ProgramHead};
use crate::part::{self, Content, PartData, program, tokens};
use crate::program::{ShaderKind, Version};
use crate::raw::{self, Header, Magic, PartHeader};

/// An entry of the offset table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// The offset, bytes from the start of the container.
    pub offset: u32,
    /// The header of the part there, if the window has one.
    pub header: Option<PartHeader>,
}

impl Entry {
    /// First byte of the part, its header included.
    pub fn start(&self) -> u64 {
        u64::from(self.offset)
    }

    /// One past the last byte of the part as its header states it; the offset itself without one.
    pub fn end(&self) -> u64 {
        match self.header {
            Some(header) => self.start() + raw::PART_HEADER_SIZE + u64::from(header.size),
            None => self.start(),
        }
    }
}

/// The header and the part directory of a container.
#[derive(Clone, Debug, Default)]
pub struct Directory<'a> {
    /// Magic and digest, where they are there whole.
    pub magic: Option<Magic>,
    /// The rest of the header.
    pub header: Option<Header>,
    /// The offsets, as many as are there.
    pub offsets: Values<'a, u32>,
    /// What each offset leads to, as far as they were followed.
    pub entries: Vec<Entry>,
    /// The parts whose header is there, in the order of the offset table.
    pub parts: Vec<PartData>,
}

impl Directory<'_> {
    /// First byte behind header and offset table, as the header states it.
    pub fn table_end(&self) -> u64 {
        let count = self.header.map_or(0, |header| header.part_count);
        raw::HEADER_SIZE + 4 * u64::from(count)
    }

    /// Where the container ends: the size in the header where it can be right, or else the end of the window.
    pub fn end(&self, available: u64) -> u64 {
        let stated = self.header.map_or(0, |header| u64::from(header.size));
        if stated < self.table_end() {
            available
        } else {
            stated
        }
    }

    /// The part with an offset-table index.
    pub fn part(&self, index: u32) -> Option<&PartData> {
        let position = self.parts.binary_search_by_key(&index, |part| part.index).ok()?;
        self.parts.get(position)
    }

    /// The first part with a code.
    pub fn find(&self, code: &[u8; 4]) -> Option<&PartData> {
        self.parts.iter().find(|part| part.code.0 == *code)
    }
}

/// What the parts of a container mean.
#[derive(Debug)]
pub(crate) struct Contents<'a> {
    /// In the order of [`Directory::parts`].
    pub(crate) contents: Vec<Content<'a>>,
    /// What reading them found.
    pub(crate) diagnostics: Diagnostics,
    /// What is stored in them in another form.
    pub(crate) spaces: Spaces,
}

/// An opened container.
#[derive(Debug)]
pub struct Container<'a> {
    /// The bytes, as far as they were handed over; the container may end before them.
    pub window: Window<'a>,
    /// Header and part directory.
    pub directory: Directory<'a>,
    /// The limits in force.
    pub limits: Limits,
    /// What reading the directory found.
    pub(crate) diagnostics: Diagnostics,
    /// What is left for the contents, so that they are read as far as when their ranges are named.
    work: u64,
    contents: OnceCell<Contents<'a>>,
    state: OnceCell<State>,
    module: OnceCell<Option<Module<'a>>>,
}

impl<'a> Container<'a> {
    pub(crate) fn new(reader: &mut Reader<'a, Silent>, directory: Directory<'a>) -> Container<'a> {
        Container {
            window: reader.window(),
            directory,
            limits: reader.limits,
            diagnostics: std::mem::take(&mut reader.diagnostics),
            work: reader.work(),
            contents: OnceCell::new(),
            state: OnceCell::new(),
            module: OnceCell::new(),
        }
    }

    /// Bytes that are there.
    pub fn available(&self) -> u64 {
        self.window.bytes.len() as u64
    }

    /// One past the last byte of the container, as far as it is there.
    pub fn end(&self) -> u64 {
        self.directory.end(self.available()).min(self.available())
    }

    /// The parts in the order of the offset table.
    pub fn parts(&self) -> &[PartData] {
        &self.directory.parts
    }

    /// The data of the first part with a code.
    pub fn data(&self, code: &[u8; 4]) -> Option<&'a [u8]> {
        self.directory.find(code).map(|part| part.data(self.window))
    }

    fn read(&self) -> &Contents<'a> {
        self.contents.get_or_init(|| {
            let mut reader = Reader::new(self.window, Silent, self.limits).with_work(self.work);
            let mut contents = Vec::with_capacity(self.directory.parts.len());
            for part in &self.directory.parts {
                contents.push(crate::read::content(&mut reader, part));
            }
            Contents {
                contents,
                diagnostics: reader.diagnostics,
                spaces: reader.spaces,
            }
        })
    }

    /// What the parts mean, in the order of [`parts`](Self::parts). The first call reads them.
    pub fn contents(&self) -> &[Content<'a>] {
        &self.read().contents
    }

    /// What reading the parts found.
    pub(crate) fn content_diagnostics(&self) -> &Diagnostics {
        &self.read().diagnostics
    }

    /// What the parts store in another form, such as compressed sources.
    pub(crate) fn spaces(&self) -> &Spaces {
        &self.read().spaces
    }

    /// The content of the first part with a code.
    pub fn content(&self, code: &[u8; 4]) -> Option<&Content<'a>> {
        let position = self.parts().iter().position(|part| part.code.0 == *code)?;
        self.contents().get(position)
    }

    /// What the digest says. The first call reads the whole container.
    pub fn digest_state(&self) -> State {
        *self.state.get_or_init(|| state(&self.directory, self.window))
    }

    /// Kind and shader model of the program, from the header of a program part alone.
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

    /// The functions and facts of the DXIL program, if there is one that can be read. The first call reads it, but for the
    /// bodies of its functions.
    pub fn module(&self) -> Option<&Module<'a>> {
        let read = || {
            let part = self.directory.find(b"DXIL")?;
            let (_, _, bitcode) = program::peek(self.window, part)?;
            Module::read(bitcode).ok()
        };
        self.module.get_or_init(read).as_ref()
    }

    /// What checks and reflection look at.
    pub fn context(&self) -> Context<'_, 'a> {
        let program = self.program();
        Context {
            window: self.window,
            limits: &self.limits,
            parts: self.parts(),
            contents: self.contents(),
            kind: program.as_ref().and_then(|program| program.kind),
            model: program.as_ref().map(|program| program.model),
            module: self.module(),
            validator: self.validator(),
        }
    }

    /// Validator version that the DXIL module states.
    pub fn validator(&self) -> Option<Version> {
        let version = self.module()?.validator()?;
        Some(Version::new(version.major, version.minor))
    }

    /// Where the entry of the offset table with an index lies.
    pub(crate) fn offset_location(&self, index: usize) -> Location {
        self.directory.offsets.location("offsets", index)
    }

    /// Where the header of a part lies.
    pub(crate) fn part_header(&self, part: &PartData) -> Location {
        let start = part.start - raw::PART_HEADER_SIZE;
        part.location(self.window, start, part.start, part::HEADER)
    }
}

/// What the header of a program part states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Kind of the shader, if it is known.
    pub kind: Option<ShaderKind>,
    /// Shader model.
    pub model: Version,
    /// Version of DXIL, for DXIL programs.
    pub dxil: Option<Version>,
    /// Profile, such as `ps_6_0`.
    pub profile: String,
}

impl Program {
    /// What the header of a DXIL program states.
    pub(crate) fn of(program: ProgramHead, head: BitcodeHead) -> Program {
        Program {
            kind: Some(program.version.shader_kind()),
            model: program.version.shader_model(),
            dxil: Some(Version::new(head.version.major(), head.version.minor())),
            profile: program.version.profile(),
        }
    }
}

/// What the digest of a container says.
pub(crate) fn state(directory: &Directory<'_>, window: Window<'_>) -> State {
    let (Some(magic), Some(header)) = (directory.magic, directory.header) else {
        return State::Unknown;
    };
    let covered = usize::try_from(header.size)
        .ok()
        .and_then(|size| window.bytes.get(raw::DIGEST_FROM as usize..size));
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

/// Whether a code is that of a part which may stand several times: the functions of a legacy library.
pub fn may_repeat(code: Tag<4>) -> bool {
    code.0 == *b"LIBF"
}

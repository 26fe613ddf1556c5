//! Serialises library symbols: variable-length numbers and length-prefixed names.

use glassbox_dxcontainer::container::Program;
use glassbox_dxcontainer::part::feature::Features;
use glassbox_dxcontainer::part::program::ProgramVersion;
use glassbox_dxcontainer::part::psv::raw::ResourceKind;
use glassbox_dxcontainer::part::rdat::raw::{ResourceClass, ResourceFlags};
use glassbox_dxcontainer::program::{ShaderKind, Version};
use glassbox_dxcontainer::symbols::LibrarySymbols;
use glassbox_dxcontainer::symbols::library::{
    Compiler, FunctionSymbol, ImportSymbol, Origin, ResourceSymbol, Visibility,
};

const ORIGINS: [Origin; 6] = [
    Origin::SymbolTable,
    Origin::Code,
    Origin::DebugCode,
    Origin::RuntimeData,
    Origin::EntryName,
    Origin::LibraryHeader,
];
const VISIBILITIES: [Visibility; 3] = [Visibility::Exported, Visibility::Internal, Visibility::Unknown];

/// Writer of record contents.
#[derive(Default)]
pub(super) struct Packer {
    pub(super) bytes: Vec<u8>,
}

impl Packer {
    /// Writes a number in groups of seven bits, lowest first; the top bit marks a continuation.
    pub(super) fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// Writes a checksum as four little-endian bytes, so that sizes do not depend on contents.
    pub(super) fn checksum(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// Writes bytes with a length prefix.
    pub(super) fn text(&mut self, text: &[u8]) {
        self.number(text.len() as u64);
        self.bytes.extend_from_slice(text);
    }

    /// Writes an optional number: its successor, or zero for none.
    fn maybe(&mut self, value: Option<u64>) {
        match value {
            Some(value) => {
                self.bytes.push(1);
                self.number(value);
            }
            None => self.bytes.push(0),
        }
    }

    fn places(&mut self, places: Option<&[u32]>) {
        self.maybe(places.map(|places| places.len() as u64));
        for &place in places.unwrap_or_default() {
            self.number(place.into());
        }
    }

    fn version(&mut self, version: Option<Version>) {
        self.maybe(version.map(|version| u64::from(version.major) << 32 | u64::from(version.minor)));
    }
}

/// Reader of record contents. Malformed data gives `None`.
pub(super) struct Unpacker<'a> {
    pub(super) bytes: &'a [u8],
}

impl<'a> Unpacker<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    pub(super) fn checksum(&mut self) -> Option<u32> {
        let (value, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(u32::from_le_bytes(*value))
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7F);
            value |= bits.checked_shl(shift).filter(|shifted| shifted >> shift == bits)?;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    /// Reads an item count; each item takes at least one byte.
    pub(super) fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.bytes.len()).then_some(count)
    }

    pub(super) fn text(&mut self) -> Option<&'a [u8]> {
        let size = self.count()?;
        let (text, rest) = self.bytes.split_at_checked(size)?;
        self.bytes = rest;
        Some(text)
    }

    fn maybe(&mut self) -> Option<Option<u64>> {
        match self.byte()? {
            0 => Some(None),
            1 => Some(Some(self.number()?)),
            _ => None,
        }
    }

    fn maybe_small(&mut self) -> Option<Option<u32>> {
        match self.maybe()? {
            None => Some(None),
            Some(value) => Some(Some(u32::try_from(value).ok()?)),
        }
    }

    fn places(&mut self) -> Option<Option<Vec<u32>>> {
        let Some(count) = self.maybe()? else {
            return Some(None);
        };
        let count = usize::try_from(count).ok().filter(|&count| count <= self.bytes.len())?;
        (0..count).map(|_| self.small()).collect::<Option<Vec<u32>>>().map(Some)
    }

    fn version(&mut self) -> Option<Option<Version>> {
        let version = self.maybe()?;
        Some(version.map(|packed| Version::new((packed >> 32) as u32, packed as u32)))
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.count()?;
        (0..count).map(|_| item(self)).collect()
    }
}

/// Encodes symbols.
pub(super) fn pack(symbols: &LibrarySymbols, out: &mut Packer) {
    let position = |origin| ORIGINS.iter().position(|&other| other == origin).unwrap_or(0);
    out.number(position(symbols.origin) as u64);
    match &symbols.program {
        None => out.bytes.push(0),
        Some(program) => {
            out.bytes.push(1);
            out.maybe(program.kind.map(|kind| kind.0.into()));
            out.version(Some(program.model));
            out.version(program.dxil);
            out.text(program.profile.as_bytes());
        }
    }
    out.version(symbols.validator);
    match &symbols.compiler {
        None => out.bytes.push(0),
        Some(compiler) => {
            out.bytes.push(1);
            out.version(Some(compiler.version));
            out.number(compiler.flags.into());
            out.number(compiler.commits.into());
            out.text(&compiler.commit);
            out.text(&compiler.custom);
        }
    }
    out.number(symbols.functions.len() as u64);
    for function in &symbols.functions {
        out.text(&function.name);
        let visibility = VISIBILITIES.iter().position(|&other| other == function.visibility);
        out.number(visibility.unwrap_or(0) as u64);
        out.maybe(function.kind.map(|kind| kind.0.into()));
        out.maybe(function.min_target.map(|target| target.0.into()));
        out.maybe(function.stages.map(u64::from));
        out.maybe(function.features.map(|features| features.0));
        out.places(function.resources.as_deref());
        out.places(function.needs.as_deref());
        out.places(function.calls.as_deref());
        out.maybe(function.patch_constant.map(u64::from));
    }
    out.number(symbols.imports.len() as u64);
    for import in &symbols.imports {
        out.text(&import.name);
    }
    out.number(symbols.resources.len() as u64);
    for resource in &symbols.resources {
        out.text(&resource.name);
        let numbers = [
            resource.class.0,
            resource.kind.0,
            resource.id,
            resource.space,
            resource.lower,
            resource.upper,
            resource.flags.0,
        ];
        for number in numbers {
            out.number(number.into());
        }
    }
    out.number(symbols.notes.len() as u64);
    for note in &symbols.notes {
        out.text(note.as_bytes());
    }
}

/// Decodes symbols.
pub(super) fn unpack(from: &mut Unpacker<'_>) -> Option<LibrarySymbols> {
    let origin = *ORIGINS.get(usize::try_from(from.number()?).ok()?)?;
    let program = match from.byte()? {
        0 => None,
        _ => {
            let kind = match from.maybe()? {
                None => None,
                Some(kind) => Some(ShaderKind(u16::try_from(kind).ok()?)),
            };
            Some(Program {
                kind,
                model: from.version()??,
                dxil: from.version()?,
                profile: String::from_utf8(from.text()?.to_vec()).ok()?,
            })
        }
    };
    let validator = from.version()?;
    let compiler = match from.byte()? {
        0 => None,
        _ => Some(Compiler {
            version: from.version()??,
            flags: from.small()?,
            commits: from.small()?,
            commit: from.text()?.to_vec(),
            custom: from.text()?.to_vec(),
        }),
    };
    Some(LibrarySymbols {
        origin,
        program,
        validator,
        compiler,
        functions: from.list(function)?,
        imports: from.list(|from| Some(ImportSymbol { name: from.text()?.to_vec() }))?,
        resources: from.list(resource)?,
        notes: from.list(|from| String::from_utf8(from.text()?.to_vec()).ok())?,
    })
}

fn function(from: &mut Unpacker<'_>) -> Option<FunctionSymbol> {
    let name = from.text()?.to_vec();
    let visibility = *VISIBILITIES.get(usize::try_from(from.number()?).ok()?)?;
    let mut function = FunctionSymbol::named(name, visibility);
    function.kind = match from.maybe()? {
        None => None,
        Some(kind) => Some(ShaderKind(u16::try_from(kind).ok()?)),
    };
    function.min_target = from.maybe_small()?.map(ProgramVersion);
    function.stages = from.maybe_small()?;
    function.features = from.maybe()?.map(Features);
    function.resources = from.places()?;
    function.needs = from.places()?;
    function.calls = from.places()?;
    function.patch_constant = from.maybe_small()?;
    Some(function)
}

fn resource(from: &mut Unpacker<'_>) -> Option<ResourceSymbol> {
    Some(ResourceSymbol {
        name: from.text()?.to_vec(),
        class: ResourceClass(from.small()?),
        kind: ResourceKind(from.small()?),
        id: from.small()?,
        space: from.small()?,
        lower: from.small()?,
        upper: from.small()?,
        flags: ResourceFlags(from.small()?),
    })
}

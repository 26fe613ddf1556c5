//! Defines the contents of a file, independent of its layout: programs, executables, objects and their
//! tables.
//!
//! The model borrows from the file it was read from, or owns its data if built by a program. Two models are
//! equal if the files have the same contents, whatever their layout.

use std::borrow::Cow;

use glassbox_core::record::{Records, Values};

use crate::raw::{
    Constant, ConstantKind, DataWord, Descriptor, Export, GeometryMode, Hex32, Import, Label, OperandRecord,
    Operands, Output, SourceLine, Stage, Uniform,
};
use crate::register::{Class, Register};

/// A file: linked executables, or one unlinked object.
#[derive(Clone, PartialEq, Debug)]
pub enum Shbin<'a> {
    /// DVLB: a program and its executables.
    Binary(Binary<'a>),
    /// DVOJ: an unlinked object.
    Object(Object<'a>),
}

/// A linked file (DVLB; brief, section 1).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Binary<'a> {
    /// Code shared by all executables.
    pub program: Program<'a>,
    /// Executables, in offset table order.
    pub executables: Vec<Executable<'a>>,
    /// Paths of unreadable parts; empty for complete files.
    pub missing: Vec<String>,
}

/// The shared program (DVLP; brief, section 1.2).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program<'a> {
    /// Version word.
    pub version: u32,
    /// The code words.
    pub code: Values<'a, u32>,
    /// The operand descriptors.
    pub descriptors: Records<'a, Descriptor>,
    /// Names of source files, NUL-terminated.
    pub file_names: Cow<'a, [u8]>,
    /// Second word of what is probably a line table; zero in every known file.
    pub lines_count: u32,
}

/// One executable (DVLE; brief, section 1.3).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Executable<'a> {
    /// Version word.
    pub version: u16,
    /// Shader unit.
    pub stage: Stage,
    /// Bit 0: a geometry shader's outputs are merged with those of the vertex shader.
    pub merge: u8,
    /// Entry point, a word index into the code.
    pub main: u32,
    /// End of the entry procedure, an exclusive word index; zero if unknown.
    pub end_main: u32,
    /// Input registers in use; zero if unknown.
    pub input_mask: u16,
    /// Output registers in use; zero if unknown.
    pub output_mask: u16,
    /// Input configuration of a geometry shader.
    pub geometry: Geometry,
    /// Constants, labels, outputs, uniforms and symbols.
    pub tables: Tables<'a>,
}

/// Input configuration of a geometry shader (brief, section 1.3, DVLE +14 to +17).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Geometry {
    /// Input mode; determines which of the other fields are used.
    pub mode: GeometryMode,
    /// Fixed mode: first float uniform of the vertex array.
    pub fixed_start: u8,
    /// Variable mode: number of vertices given with all attributes.
    pub full_vertices: u8,
    /// Fixed mode: number of vertices in the array.
    pub fixed_vertices: u8,
}

/// The tables common to executables and objects.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tables<'a> {
    /// Registers set by the file.
    pub constants: Records<'a, Constant>,
    /// Named positions in the code.
    pub labels: Records<'a, Label>,
    /// Semantics of the output registers.
    pub outputs: Records<'a, Output>,
    /// Named inputs and uniforms.
    pub uniforms: Records<'a, Uniform>,
    /// String table of names.
    pub symbols: Symbols<'a>,
}

/// An unlinked object (DVOJ; brief, section 8).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Object<'a> {
    /// Version word.
    pub version: u16,
    /// Shader unit.
    pub stage: Stage,
    /// As in an executable.
    pub merge: u8,
    /// Input registers in use.
    pub input_mask: u16,
    /// Output registers in use.
    pub output_mask: u16,
    /// Probably the four geometry bytes of the executable; usually 0xffffffff.
    pub geometry: u32,
    /// The code words.
    pub code: Values<'a, u32>,
    /// The operand descriptors.
    pub descriptors: Records<'a, Descriptor>,
    /// Source position of each instruction.
    pub lines: Records<'a, SourceLine>,
    /// A record for each instruction with arguments.
    pub operands: Records<'a, OperandRecord>,
    /// Constants, labels, outputs, uniforms and symbols.
    pub tables: Tables<'a>,
    /// Exports and imports, in a section specific to this project.
    pub references: Option<Box<References<'a>>>,
    /// Paths of unreadable parts; empty for complete files.
    pub missing: Vec<String>,
}

/// Exports and imports of an object, in a section specific to this project, not part of the published format.
#[derive(Clone, PartialEq, Debug)]
pub struct References<'a> {
    /// Version of the section.
    pub version: u16,
    /// Bit 0: the object produces no executable.
    pub flags: u16,
    /// Name of the entry procedure, an offset in the symbols; [`NONE`](crate::raw::NONE) if there is none.
    pub entry_name: u32,
    /// First word of the entry procedure; [`NONE`](crate::raw::NONE) if the procedure is in another object.
    pub entry_start: u32,
    /// Size of the entry procedure in words.
    pub entry_size: u32,
    /// Procedures exported to other objects.
    pub exports: Records<'a, Export>,
    /// Calls to procedures in other objects.
    pub imports: Records<'a, Import>,
}

impl Default for References<'_> {
    /// No executable, procedures or calls.
    fn default() -> Self {
        References {
            version: crate::raw::REFERENCES_VERSION,
            flags: crate::raw::NO_EXECUTABLE,
            entry_name: crate::raw::NONE,
            entry_start: crate::raw::NONE,
            entry_size: 0,
            exports: Records::default(),
            imports: Records::default(),
        }
    }
}

impl References<'_> {
    /// True if the object produces an executable.
    pub fn has_executable(&self) -> bool {
        self.flags & crate::raw::NO_EXECUTABLE == 0
    }
}

/// NUL-terminated names, found by byte offset (brief, section 1.8).
#[derive(Clone, Debug, Default)]
pub struct Symbols<'a> {
    /// The original bytes.
    pub bytes: Cow<'a, [u8]>,
    /// File offset in bytes; zero if built by a program.
    pub start: u64,
}

impl PartialEq for Symbols<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<'a> Symbols<'a> {
    /// Symbols at `start` in a file.
    pub fn new(bytes: &'a [u8], start: u64) -> Self {
        Symbols { bytes: Cow::Borrowed(bytes), start }
    }

    /// Name at an offset, up to its terminator or the end of the table; `None` past the end.
    pub fn name(&self, offset: u32) -> Option<&[u8]> {
        let rest = self.bytes.get(offset as usize..).filter(|rest| !rest.is_empty())?;
        Some(rest.split(|&byte| byte == 0).next().unwrap_or(rest))
    }

    /// Name at an offset as text, with invalid UTF-8 replaced; empty past the end.
    pub fn text(&self, offset: u32) -> String {
        String::from_utf8_lossy(self.name(offset).unwrap_or_default()).into_owned()
    }

    /// Appends a name and returns its offset. Reuses an existing complete string.
    pub fn add(&mut self, name: &str) -> u32 {
        let mut at = 0;
        for string in self.bytes.split_inclusive(|&byte| byte == 0) {
            if string.strip_suffix(&[0]) == Some(name.as_bytes()) {
                return at as u32;
            }
            at += string.len();
        }
        let bytes = self.bytes.to_mut();
        let at = bytes.len() as u32;
        bytes.extend_from_slice(name.as_bytes());
        bytes.push(0);
        at
    }
}

impl Descriptor {
    /// A descriptor as written by picasso, with zero in the second word.
    pub fn new(operands: u32) -> Descriptor {
        Descriptor { operands: Operands(operands), second: Hex32(0) }
    }
}

impl Constant {
    /// A constant for a bool register.
    pub fn bool(register: u16, value: bool) -> Constant {
        Constant::with(ConstantKind::BOOL, register, [u32::from(value), 0, 0, 0])
    }

    /// A constant for an integer vector register.
    pub fn int(register: u16, value: [u8; 4]) -> Constant {
        Constant::with(ConstantKind::INT, register, [u32::from_le_bytes(value), 0, 0, 0])
    }

    /// A constant for a float vector register; the words are float24, x first.
    pub fn float(register: u16, words: [u32; 4]) -> Constant {
        Constant::with(ConstantKind::FLOAT, register, words)
    }

    fn with(kind: ConstantKind, register: u16, data: [u32; 4]) -> Constant {
        Constant { kind, register, data: data.map(DataWord) }
    }

    /// Register in the unified numbering, if kind and number are valid.
    pub fn unified(&self) -> Option<Register> {
        let class = match self.kind {
            ConstantKind::BOOL => Class::Bool,
            ConstantKind::INT => Class::Int,
            ConstantKind::FLOAT => Class::Float,
            _ => return None,
        };
        Register::new(class, self.register)
    }

    /// Formats the value: `true`, `(1, 2, 3, 4)`, or four floats.
    pub fn value(&self) -> String {
        match self.kind {
            ConstantKind::BOOL => (self.data[0].0 & 1 != 0).to_string(),
            ConstantKind::INT => {
                let [x, y, z, w] = self.data[0].0.to_le_bytes();
                format!("({x}, {y}, {z}, {w})")
            }
            ConstantKind::FLOAT => {
                let [x, y, z, w] = self.data.map(|word| glassbox_pica::float24::decode(word.0));
                format!("({x}, {y}, {z}, {w})")
            }
            _ => {
                let [x, y, z, w] = self.data.map(|word| word.0);
                format!("{x:#x} {y:#x} {z:#x} {w:#x}")
            }
        }
    }
}

impl Output {
    /// Formats the register with its components, such as `o0.xy`.
    pub fn place(&self) -> String {
        let mut place = format!("o{}", self.register);
        let letters = (0..4).filter(|bit| self.mask.0 >> bit & 1 != 0);
        for (count, bit) in letters.enumerate() {
            if count == 0 {
                place.push('.');
            }
            place.push(['x', 'y', 'z', 'w'][bit]);
        }
        place
    }
}

//! Defines the records and constants of DVLB, DVLP, DVLE and DVOJ: layout only.
//!
//! Source: SHBIN container brief, sections 1.1 to 1.8 (DVLB, DVLP, DVLE and their tables), 7 (worked example)
//! and 8 (DVOJ). All integers are little-endian.

use glassbox_core::value::{FieldFormat, Scalar, Tag, Type, Value};
use glassbox_core::{named, packed, record};

/// Magic of the file header.
pub const DVLB: Tag<4> = Tag(*b"DVLB");
/// Magic of the program shared by all executables of a file.
pub const DVLP: Tag<4> = Tag(*b"DVLP");
/// Magic of an executable.
pub const DVLE: Tag<4> = Tag(*b"DVLE");
/// Magic of an unlinked object.
pub const DVOJ: Tag<4> = Tag(*b"DVOJ");
/// Magic of the reference section, which this project adds after the tables of an object. It is not part of
/// the published format.
pub const REFERENCES: Tag<4> = Tag(*b"GBXR");

/// Maximum code words of the vertex unit (brief, section 5).
pub const VERTEX_CODE_WORDS: u64 = 512;
/// Maximum code words addressable by entry points and flow targets (brief, section 5).
pub const CODE_WORDS: u64 = 4096;
/// Maximum operand descriptors addressable by instructions (brief, section 5).
pub const DESCRIPTORS: u64 = 128;
/// Version word written by picasso 2.5 and later to every executable (brief, section 2).
pub const PICASSO_VERSION: u16 = 0x1002;
/// Label size meaning "no size" (brief, section 1.5).
pub const NO_SIZE: u32 = u32::MAX;
/// Supported version of the reference section.
pub const REFERENCES_VERSION: u16 = 1;
/// Bit of [`ReferencesHeader::flags`](struct@ReferencesHeader): the object exports procedures and produces no
/// executable.
pub const NO_EXECUTABLE: u16 = 1;
/// Null offset or word index in a reference section.
pub const NONE: u32 = u32::MAX;

named! {
    /// Shader unit of an executable (brief, section 1.3, DVLE +06).
    pub enum Stage: u8 {
        /// Vertex unit.
        VERTEX = 0 "vertex",
        /// Geometry unit.
        GEOMETRY = 1 "geometry",
    }
}

named! {
    /// Input mode of a geometry shader (brief, section 1.3, DVLE +14).
    pub enum GeometryMode: u8 {
        /// A fixed number of attributes per call.
        POINT = 0 "point",
        /// Variable-size primitives, as for subdivision.
        VARIABLE = 1 "variable",
        /// Fixed-size primitives stored in float uniforms, as for particles.
        FIXED = 2 "fixed",
    }
}

named! {
    /// Register class set by a constant (brief, section 1.4).
    pub enum ConstantKind: u16 {
        /// A bool register.
        BOOL = 0 "bool",
        /// An integer vector register.
        INT = 1 "int",
        /// A float vector register.
        FLOAT = 2 "float",
    }
}

named! {
    /// Semantic of an output register (brief, section 1.6).
    pub enum Semantic: u16 {
        /// Vertex position.
        POSITION = 0 "position",
        /// Quaternion of the normal.
        NORMAL_QUATERNION = 1 "normalquat",
        /// Vertex colour.
        COLOR = 2 "color",
        /// First texture coordinate, two components.
        TEXCOORD0 = 3 "texcoord0",
        /// Third component of the first texture coordinate.
        TEXCOORD0_W = 4 "texcoord0w",
        /// Second texture coordinate.
        TEXCOORD1 = 5 "texcoord1",
        /// Third texture coordinate.
        TEXCOORD2 = 6 "texcoord2",
        /// View vector.
        VIEW = 8 "view",
        /// Passed to the geometry unit without a fixed meaning.
        GENERIC = 9 "dummy",
    }
}

packed! {
    /// Operand descriptor: destination mask (bit 3 = x), and for each source a sign and a selector of two
    /// bits per component, first component in the high bits (PICA200 brief, section 2).
    pub struct Operands: u32 {
        mask: 4,
        negate1: 1,
        select1: 8,
        negate2: 1,
        select2: 8,
        negate3: 1,
        select3: 8,
        bit31: 1,
    }
}

/// One word of a constant's data: a float24, or up to four small integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct DataWord(pub u32);

impl Value for DataWord {
    const FORM: FieldFormat =
        FieldFormat { hex: true, meaning: Some(float_meaning), ..FieldFormat::plain(Type::One(Scalar::U32)) };

    #[inline(always)]
    fn load(bytes: &[u8]) -> Self {
        DataWord(u32::load(bytes))
    }

    #[inline(always)]
    fn store(self, out: &mut [u8]) {
        self.0.store(out);
    }
}

/// The word as float24 if plausible: the constant's type is in another field.
fn float_meaning(bits: u64) -> Option<String> {
    let word = u32::try_from(bits).ok().filter(|word| word >> 24 == 0)?;
    let value = glassbox_pica::float24::decode(word);
    (1e-9..1e12).contains(&value.abs()).then(|| value.to_string())
}

/// A version, type or flag word of unknown structure, shown as plain hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hex32(pub u32);

/// As [`Hex32`], 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hex16(pub u16);

macro_rules! hex {
    ($name:ident $repr:ident $scalar:ident) => {
        impl Value for $name {
            const FORM: FieldFormat =
                FieldFormat { hex: true, ..FieldFormat::plain(Type::One(Scalar::$scalar)) };

            #[inline(always)]
            fn load(bytes: &[u8]) -> Self {
                $name($repr::load(bytes))
            }

            #[inline(always)]
            fn store(self, out: &mut [u8]) {
                self.0.store(out);
            }
        }
    };
}

hex!(Hex32 u32 U32);
hex!(Hex16 u16 U16);

record! {
    /// Header of a file, followed by the offsets of the executables (brief, section 1.1).
    pub struct FileHeader: 8 {
        /// "DVLB".
        0x0 magic: Tag<4>,
        /// Number of executables.
        0x4 count: u32,
    }
}

record! {
    /// Header of the program (brief, section 1.2). Byte offsets are relative to its start.
    pub struct ProgramHeader: 0x28 {
        /// "DVLP".
        0x00 magic: Tag<4>,
        /// Version word; zero from all open tools.
        0x04 version: Hex32,
        /// Offset of the code.
        0x08 code_offset: u32,
        /// Size of the code in words.
        0x0C code_words: u32,
        /// Offset of the operand descriptors.
        0x10 descriptor_offset: u32,
        /// Number of operand descriptors.
        0x14 descriptor_count: u32,
        /// Probably the offset of a line table, empty in linked files; picasso writes the size of the
        /// program.
        0x18 lines_offset: u32,
        /// Probably the number of lines in that table.
        0x1C lines_count: u32,
        /// Offset of the names of the source files.
        0x20 file_names_offset: u32,
        /// Size of the names in bytes.
        0x24 file_names_size: u32,
    }
}

record! {
    /// Short header of the program, written by nihstro and emulators: the first executable follows directly
    /// (brief, section 1.2).
    pub struct ShortProgramHeader: 0x1C {
        /// "DVLP".
        0x00 magic: Tag<4>,
        /// Version word.
        0x04 version: Hex32,
        /// Offset of the code.
        0x08 code_offset: u32,
        /// Size of the code in words.
        0x0C code_words: u32,
        /// Offset of the operand descriptors.
        0x10 descriptor_offset: u32,
        /// Number of operand descriptors.
        0x14 descriptor_count: u32,
        /// As in the full header; zero.
        0x18 lines_offset: u32,
    }
}

impl ShortProgramHeader {
    /// Converts to the equivalent full header.
    pub fn widen(self) -> ProgramHeader {
        ProgramHeader {
            magic: self.magic,
            version: self.version,
            code_offset: self.code_offset,
            code_words: self.code_words,
            descriptor_offset: self.descriptor_offset,
            descriptor_count: self.descriptor_count,
            lines_offset: self.lines_offset,
            lines_count: 0,
            file_names_offset: 0,
            file_names_size: 0,
        }
    }
}

record! {
    /// Entry of the operand descriptor table (brief, section 1.2).
    pub struct Descriptor: 8 {
        /// Write mask and source selectors.
        0x0 operands: Operands,
        /// Unknown; zero from picasso and nihstro, 0xF from aemstro and the console maker's tools.
        0x4 second: Hex32,
    }
}

record! {
    /// Header of an executable (brief, section 1.3). Byte offsets are relative to its start.
    pub struct ExecutableHeader: 0x40 {
        /// "DVLE".
        0x00 magic: Tag<4>,
        /// Version word.
        0x04 version: Hex16,
        /// Shader unit.
        0x06 stage: Stage,
        /// Bit 0: a geometry shader's outputs are merged with those of the vertex shader.
        0x07 merge: u8,
        /// Entry point, a word index into the code.
        0x08 main: u32,
        /// End of the entry procedure, an exclusive word index; zero if unknown.
        0x0C end_main: u32,
        /// Input registers in use, bit i = v*i*; zero if unknown.
        0x10 input_mask: Hex16,
        /// Output registers in use, bit i = o*i*; zero if unknown.
        0x12 output_mask: Hex16,
        /// Input mode of a geometry shader.
        0x14 geometry_mode: GeometryMode,
        /// Fixed mode: first float uniform of the vertex array.
        0x15 fixed_start: u8,
        /// Variable mode: number of vertices given with all attributes.
        0x16 full_vertices: u8,
        /// Fixed mode: number of vertices in the array.
        0x17 fixed_vertices: u8,
        /// Offset of the constants.
        0x18 constants_offset: u32,
        /// Number of constants.
        0x1C constants_count: u32,
        /// Offset of the labels.
        0x20 labels_offset: u32,
        /// Number of labels.
        0x24 labels_count: u32,
        /// Offset of the outputs.
        0x28 outputs_offset: u32,
        /// Number of outputs.
        0x2C outputs_count: u32,
        /// Offset of the uniforms.
        0x30 uniforms_offset: u32,
        /// Number of uniforms.
        0x34 uniforms_count: u32,
        /// Offset of the symbols.
        0x38 symbols_offset: u32,
        /// Size of the symbols in bytes.
        0x3C symbols_size: u32,
    }
}

record! {
    /// Initial value of a register (brief, section 1.4).
    pub struct Constant: 0x14 {
        /// Register class.
        0x0 kind: ConstantKind,
        /// Register number in its class.
        0x2 register: u16,
        /// Bool: bit 0. Integers: x to w in the bytes of the first word. Floats: x to w as float24.
        0x4 data: [DataWord; 4],
    }
}

record! {
    /// A named position in the code (brief, section 1.5).
    pub struct Label: 0x10 {
        /// Label number.
        0x0 id: u16,
        /// Unknown; 1 from the console maker's tools, 0 from open ones.
        0x2 unknown: u16,
        /// Word index into the code.
        0x4 position: u32,
        /// Size in words; 0xffffffff for none.
        0x8 size: u32,
        /// Offset of the name in the symbols.
        0xC name: u32,
    }
}

record! {
    /// Semantic of some components of an output register (brief, section 1.6).
    pub struct Output: 8 {
        /// Semantic of the components.
        0x0 semantic: Semantic,
        /// Output register number.
        0x2 register: u16,
        /// Components, bit 0 = x to bit 3 = w.
        0x4 mask: Hex16,
        /// Unknown; the same in all entries of an executable.
        0x6 unknown: Hex16,
    }
}

record! {
    /// A named register range in the unified numbering (brief, section 1.7).
    pub struct Uniform: 8 {
        /// Offset of the name in the symbols.
        0x0 name: u32,
        /// First register, in unified numbering.
        0x4 first: Register,
        /// Last register, inclusive.
        0x6 last: Register,
    }
}

record! {
    /// Header of an unlinked object (brief, section 8). Byte offsets are relative to its start.
    pub struct ObjectHeader: 0x58 {
        /// "DVOJ".
        0x00 magic: Tag<4>,
        /// Version word.
        0x04 version: Hex16,
        /// Shader unit.
        0x06 stage: Stage,
        /// As in the executable.
        0x07 merge: u8,
        /// Input registers in use.
        0x08 input_mask: Hex16,
        /// Output registers in use; the published table gives an offset already taken, this is the free one.
        0x0A output_mask: Hex16,
        /// Usually 0xffffffff; probably the four geometry bytes of the executable.
        0x0C geometry: Hex32,
        /// Offset of the constants.
        0x10 constants_offset: u32,
        /// Number of constants.
        0x14 constants_count: u32,
        /// Offset of the labels.
        0x18 labels_offset: u32,
        /// Number of labels.
        0x1C labels_count: u32,
        /// Offset of the code.
        0x20 code_offset: u32,
        /// Size of the code in words.
        0x24 code_words: u32,
        /// Offset of the operand descriptors.
        0x28 descriptor_offset: u32,
        /// Number of operand descriptors.
        0x2C descriptor_count: u32,
        /// Offset of the source lines (block 1).
        0x30 lines_offset: u32,
        /// Number of source lines.
        0x34 lines_count: u32,
        /// Offset of the operand records (block 2).
        0x38 operands_offset: u32,
        /// Number of operand records.
        0x3C operands_count: u32,
        /// Offset of the outputs.
        0x40 outputs_offset: u32,
        /// Number of outputs.
        0x44 outputs_count: u32,
        /// Offset of the uniforms.
        0x48 uniforms_offset: u32,
        /// Number of uniforms.
        0x4C uniforms_count: u32,
        /// Offset of the symbols.
        0x50 symbols_offset: u32,
        /// Size of the symbols in bytes.
        0x54 symbols_size: u32,
    }
}

record! {
    /// Source position of an instruction; entry n belongs to instruction n (brief, section 8, block 1).
    pub struct SourceLine: 8 {
        /// Offset of the source file's name in the symbols.
        0x0 file: u32,
        /// Line number.
        0x4 line: u32,
    }
}

record! {
    /// A record for an instruction with arguments; meaning unknown (brief, section 8, block 2).
    pub struct OperandRecord: 12 {
        /// Word index of the instruction.
        0x0 instruction: u32,
        /// Unknown.
        0x4 unknown4: Hex32,
        /// Unknown.
        0x8 unknown8: Hex32,
    }
}

record! {
    /// Header of the reference section, specific to this project: exports and imports of an object. Follows
    /// the object's last table, aligned to 4 bytes. Table offsets are relative to its start, names are
    /// offsets in the object's symbols, words are indices into its code.
    pub struct ReferencesHeader: 0x24 {
        /// "GBXR".
        0x00 magic: Tag<4>,
        /// Version of the section, 1.
        0x04 version: u16,
        /// Bit 0: the object produces no executable.
        0x06 flags: Hex16,
        /// Name of the entry procedure; 0xffffffff if there is none.
        0x08 entry_name: u32,
        /// First word of the entry procedure; 0xffffffff if the procedure is in another object.
        0x0C entry_start: u32,
        /// Size of the entry procedure in words.
        0x10 entry_size: u32,
        /// Offset of the exported procedures.
        0x14 exports_offset: u32,
        /// Number of exported procedures.
        0x18 exports_count: u32,
        /// Offset of the calls to procedures in other objects.
        0x1C imports_offset: u32,
        /// Number of calls to procedures in other objects.
        0x20 imports_count: u32,
    }
}

record! {
    /// An exported procedure, in the reference section.
    pub struct Export: 12 {
        /// Offset of the name in the symbols.
        0x0 name: u32,
        /// First word, an index into the code.
        0x4 start: u32,
        /// Size in words.
        0x8 size: u32,
    }
}

record! {
    /// A call to a procedure in another object, in the reference section. NUM and DST of the word are zero.
    pub struct Import: 8 {
        /// Word index of the CALL, CALLC or CALLU.
        0x0 word: u32,
        /// Offset of the name in the symbols.
        0x4 name: u32,
    }
}

pub use crate::register::Register;

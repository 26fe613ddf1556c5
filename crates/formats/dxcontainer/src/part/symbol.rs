//! `SYM0`: the proposed symbol table, an array of records like those of COFF.
//!
//! Source: the proposal "DirectX Container Symbol and String Table" of the HLSL specifications; values of the type and
//! class fields are those of the PE/COFF specification.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::reader::{NodeId, Reader, Recorder};
use glassbox_core::record::{Record, Records};
use glassbox_core::value::Tag;

use super::PartData;
use crate::rules::symbols as rules;

glassbox_core::named! {
    /// Base type of a symbol. Where PE/COFF has two names for a value, both are known.
    pub enum BaseType: u8 {
        /// None; what the proposal asks for.
        NULL = 0 "null",
        /// No type.
        VOID = 1 "void",
        /// Signed byte.
        CHAR = 2 "char",
        /// Signed 2 bytes.
        SHORT = 3 "short",
        /// Integer.
        INT = 4 "int",
        /// Signed 4 bytes.
        LONG = 5 "long",
        /// 4-byte floating point.
        FLOAT = 6 "float",
        /// 8-byte floating point.
        DOUBLE = 7 "double",
        /// Structure.
        STRUCT = 8 "struct",
        /// Union.
        UNION = 9 "union",
        /// Enumeration.
        ENUM = 10 "enum",
        /// Member of an enumeration.
        MOE = 11 "moe",
        /// Unsigned byte.
        BYTE = 12 "byte",
        /// Unsigned 2 bytes.
        WORD = 13 "word",
        /// Unsigned integer.
        UINT = 14 "uint",
        /// Unsigned 4 bytes.
        DWORD = 15 "dword",
    }
}

glassbox_core::named! {
    /// Complex type of a symbol.
    pub enum ComplexType: u8 {
        /// None.
        NULL = 0 "null",
        /// Pointer.
        POINTER = 1 "pointer",
        /// Function; what the proposal asks for.
        FUNCTION = 2 "function",
        /// Array.
        ARRAY = 3 "array",
    }
}

glassbox_core::named! {
    /// Storage class of a symbol.
    pub enum StorageClass: u8 {
        /// None.
        NULL = 0 "null",
        /// Automatic variable.
        AUTOMATIC = 1 "automatic",
        /// External; what the proposal asks for.
        EXTERNAL = 2 "external",
        /// Static.
        STATIC = 3 "static",
        /// Register.
        REGISTER = 4 "register",
        /// External definition.
        EXTERNAL_DEF = 5 "external-definition",
        /// Label.
        LABEL = 6 "label",
        /// Label that is not defined.
        UNDEFINED_LABEL = 7 "undefined-label",
        /// Member of a structure.
        MEMBER_OF_STRUCT = 8 "member-of-struct",
        /// Argument.
        ARGUMENT = 9 "argument",
        /// Name of a structure.
        STRUCT_TAG = 10 "struct-tag",
        /// Member of a union.
        MEMBER_OF_UNION = 11 "member-of-union",
        /// Name of a union.
        UNION_TAG = 12 "union-tag",
        /// Type definition.
        TYPE_DEFINITION = 13 "type-definition",
        /// Static that is not defined.
        UNDEFINED_STATIC = 14 "undefined-static",
        /// Name of an enumeration.
        ENUM_TAG = 15 "enum-tag",
        /// Member of an enumeration.
        MEMBER_OF_ENUM = 16 "member-of-enum",
        /// Register parameter.
        REGISTER_PARAM = 17 "register-parameter",
        /// Bit field.
        BIT_FIELD = 18 "bit-field",
        /// Begin or end of a block.
        BLOCK = 100 "block",
        /// Begin or end of a function.
        FUNCTION = 101 "function",
        /// End of a structure.
        END_OF_STRUCT = 102 "end-of-struct",
        /// Source file.
        FILE = 103 "file",
        /// Section; PE/COFF formats its lines as symbols.
        SECTION = 104 "section",
        /// Weak external.
        WEAK_EXTERNAL = 105 "weak-external",
        /// Token of the common language runtime.
        CLR_TOKEN = 107 "clr-token",
        /// Physical end of a function.
        END_OF_FUNCTION = 0xFF "end-of-function",
        /// The proposal's other name for the same value.
        INVALID = 0xFF "invalid",
    }
}

glassbox_core::record! {
    /// A symbol whose name stands in the record.
    pub struct ShortSymbol: 20 {
        /// Name, filled up with NUL; without any when it has 8 bytes.
        0 name: Tag<8>,
        /// Not specified; 0.
        8 value: u32,
        /// Place of the part `DXIL` in the offset table, from 0.
        12 section_index: u32,
        /// Base type.
        16 base_type: BaseType,
        /// Complex type.
        17 complex_type: ComplexType,
        /// Storage class.
        18 storage_class: StorageClass,
        /// Zero; COFF has the number of auxiliary records here.
        19 unused: u8,
    }
}

glassbox_core::record! {
    /// A symbol whose name stands in `STR0`.
    pub struct LongSymbol: 20 {
        /// Zero: this tells the two kinds of symbols apart.
        0 zeros: u32,
        /// Offset of the name in `STR0`, bytes; its size field counts.
        4 name_offset: u32,
        /// Not specified; 0.
        8 value: u32,
        /// Place of the part `DXIL` in the offset table, from 0.
        12 section_index: u32,
        /// Base type.
        16 base_type: BaseType,
        /// Complex type.
        17 complex_type: ComplexType,
        /// Storage class.
        18 storage_class: StorageClass,
        /// Zero; COFF has the number of auxiliary records here.
        19 unused: u8,
    }
}

/// Size of a symbol, bytes.
pub const SYMBOL_SIZE: u64 = 20;
/// Most symbols that have a node of their own; longer tables are one node.
const MAX_SINGLE: u64 = 1 << 14;

impl ShortSymbol {
    /// The offset of the name in the string table, for symbols whose name stands there.
    pub fn name_offset(&self) -> Option<u32> {
        match self.name.0 {
            [0, 0, 0, 0, a, b, c, d] => Some(u32::from_le_bytes([a, b, c, d])),
            _ => None,
        }
    }

    /// The name up to its first NUL, for symbols whose name stands in the record.
    pub fn short_name(&self) -> &[u8] {
        let end = self.name.0.iter().position(|&byte| byte == 0);
        &self.name.0[..end.unwrap_or(8)]
    }
}

/// A symbol table.
#[derive(Clone, Debug)]
pub struct Model<'a> {
    /// The symbols; those with long names too, see [`ShortSymbol::name_offset`].
    pub symbols: Records<'a, ShortSymbol>,
    /// Nodes of the symbols with long names.
    pub(crate) long: Vec<NodeId>,
}

/// Reads the part.
pub fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Model<'a>> {
    let count = part.size() / SYMBOL_SIZE;
    let end = part.start + count * SYMBOL_SIZE;
    let bytes = reader.slice(part.start, end - part.start).ok()?;
    let symbols = Records::new(bytes, reader.absolute(part.start));
    let mut long = Vec::new();
    if count <= MAX_SINGLE {
        for (index, symbol) in symbols.iter().enumerate() {
            let name = part.node.item("symbols", index as u32);
            let at = part.start + SYMBOL_SIZE * index as u64;
            if ShortSymbol::name_offset(&symbol).is_some() {
                let (_, node) = reader.record::<LongSymbol>(name, at).ok()?;
                long.push(node);
            } else {
                reader.record::<ShortSymbol>(name, at).ok()?;
            }
        }
    } else {
        reader
            .records::<ShortSymbol>(part.node.name("symbols"), part.start, count)
            .ok()?;
    }
    super::rest(reader, part, end);
    if end < part.end {
        let message = format!("found {} bytes, expected a multiple of 20", part.size());
        let location = part.location(reader.window(), part.start, part.end, "");
        reader.report(
            Diagnostic::new(&rules::SIZE, location, message)
                .note("a symbol table is records of 20 bytes and nothing else")
                .help(format!("{} bytes are too many or missing", part.end - end)),
        );
    }
    Some(Model { symbols, long })
}

impl ShortSymbol {
    /// A symbol of the kind that the proposal knows: an exported function defined in the part at `section`.
    pub fn function(name: [u8; 8], section: u32) -> ShortSymbol {
        ShortSymbol {
            name: Tag(name),
            value: 0,
            section_index: section,
            base_type: BaseType::NULL,
            complex_type: ComplexType::FUNCTION,
            storage_class: StorageClass::EXTERNAL,
            unused: 0,
        }
    }
}

const _: () = assert!(ShortSymbol::SIZE == LongSymbol::SIZE);

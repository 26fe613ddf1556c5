//! Parses `SYM0`, the proposed symbol table, an array of COFF-like records.
//!
//! Sources: the proposal "DirectX Container Symbol and String Table" of the HLSL specifications; the PE/COFF
//! specification for values of the type and class fields.

use glassbox_core::reader::{NodeId, Reader, Recorder};
use glassbox_core::record::{Record, Records};
use glassbox_core::value::Tag;

use super::PartData;
use crate::rules::symbols as rules;

glassbox_core::named! {
    /// Base type of a symbol. PE/COFF has two names for some values; both are accepted.
    pub enum BaseType: u8 {
        /// No type; required by the proposal.
        NULL = 0 "null",
        /// No type.
        VOID = 1 "void",
        /// Signed byte.
        CHAR = 2 "char",
        /// Signed 2-byte integer.
        SHORT = 3 "short",
        /// Integer.
        INT = 4 "int",
        /// Signed 4-byte integer.
        LONG = 5 "long",
        /// 4-byte float.
        FLOAT = 6 "float",
        /// 8-byte float.
        DOUBLE = 7 "double",
        /// Structure.
        STRUCT = 8 "struct",
        /// Union.
        UNION = 9 "union",
        /// Enumeration.
        ENUM = 10 "enum",
        /// Enumeration member.
        MOE = 11 "moe",
        /// Unsigned byte.
        BYTE = 12 "byte",
        /// Unsigned 2-byte integer.
        WORD = 13 "word",
        /// Unsigned integer.
        UINT = 14 "uint",
        /// Unsigned 4-byte integer.
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
        /// Function; required by the proposal.
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
        /// External; required by the proposal.
        EXTERNAL = 2 "external",
        /// Static.
        STATIC = 3 "static",
        /// Register.
        REGISTER = 4 "register",
        /// External definition.
        EXTERNAL_DEF = 5 "external-definition",
        /// Label.
        LABEL = 6 "label",
        /// Undefined label.
        UNDEFINED_LABEL = 7 "undefined-label",
        /// Structure member.
        MEMBER_OF_STRUCT = 8 "member-of-struct",
        /// Argument.
        ARGUMENT = 9 "argument",
        /// Structure tag.
        STRUCT_TAG = 10 "struct-tag",
        /// Union member.
        MEMBER_OF_UNION = 11 "member-of-union",
        /// Union tag.
        UNION_TAG = 12 "union-tag",
        /// Type definition.
        TYPE_DEFINITION = 13 "type-definition",
        /// Undefined static.
        UNDEFINED_STATIC = 14 "undefined-static",
        /// Enumeration tag.
        ENUM_TAG = 15 "enum-tag",
        /// Enumeration member.
        MEMBER_OF_ENUM = 16 "member-of-enum",
        /// Register parameter.
        REGISTER_PARAM = 17 "register-parameter",
        /// Bit field.
        BIT_FIELD = 18 "bit-field",
        /// Beginning or end of a block.
        BLOCK = 100 "block",
        /// Beginning or end of a function.
        FUNCTION = 101 "function",
        /// End of a structure.
        END_OF_STRUCT = 102 "end-of-struct",
        /// Source file.
        FILE = 103 "file",
        /// Section; PE/COFF formats line numbers as symbols.
        SECTION = 104 "section",
        /// Weak external.
        WEAK_EXTERNAL = 105 "weak-external",
        /// Token of the common language runtime.
        CLR_TOKEN = 107 "clr-token",
        /// Physical end of a function.
        END_OF_FUNCTION = 0xFF "end-of-function",
        /// Alternative name in the proposal.
        INVALID = 0xFF "invalid",
    }
}

glassbox_core::record! {
    /// Symbol with its name in the record.
    pub struct ShortSymbol: 20 {
        /// Name, padded with NULs; unterminated if it has 8 bytes.
        0 name: Tag<8>,
        /// Unspecified; 0.
        8 value: u32,
        /// Offset-table index of the `DXIL` part, from 0.
        12 section_index: u32,
        /// Base type; the proposal requires 0.
        16 base_type: BaseType,
        /// Complex type; the proposal requires function.
        17 complex_type: ComplexType,
        /// Storage class; the proposal requires external.
        18 storage_class: StorageClass,
        /// Zero; COFF stores the number of auxiliary records here.
        19 unused: u8,
    }
}

glassbox_core::record! {
    /// Symbol with its name in `STR0`.
    pub struct LongSymbol: 20 {
        /// Zero; distinguishes the record from a short one.
        0 zeros: u32,
        /// Offset of the name from the start of `STR0`, size field included, bytes.
        4 name_offset: u32,
        /// Unspecified; 0.
        8 value: u32,
        /// Offset-table index of the `DXIL` part, from 0.
        12 section_index: u32,
        /// Base type; the proposal requires 0.
        16 base_type: BaseType,
        /// Complex type; the proposal requires function.
        17 complex_type: ComplexType,
        /// Storage class; the proposal requires external.
        18 storage_class: StorageClass,
        /// Zero; COFF stores the number of auxiliary records here.
        19 unused: u8,
    }
}

/// Size of a symbol record, bytes.
pub const SYMBOL_SIZE: u64 = 20;
/// Maximum number of symbols with a node each; larger tables are one node.
const MAX_SINGLE: u64 = 1 << 14;

impl ShortSymbol {
    /// Offset of the name in the string table; `None` for a short name.
    pub fn name_offset(&self) -> Option<u32> {
        match self.name.0 {
            [0, 0, 0, 0, a, b, c, d] => Some(u32::from_le_bytes([a, b, c, d])),
            _ => None,
        }
    }

    /// Short name up to its first NUL.
    pub fn short_name(&self) -> &[u8] {
        let end = self.name.0.iter().position(|&byte| byte == 0);
        &self.name.0[..end.unwrap_or(8)]
    }
}

/// Parsed `SYM0`.
#[derive(Clone, Debug)]
pub struct Model<'a> {
    /// Symbol records of both kinds, see [`ShortSymbol::name_offset`].
    pub symbols: Records<'a, ShortSymbol>,
    /// Nodes of the symbols with long names.
    pub(crate) long: Vec<NodeId>,
}

/// Parses the part and names its nodes.
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
        reader.records::<ShortSymbol>(part.node.name("symbols"), part.start, count).ok()?;
    }
    super::area::rest(reader, part, end);
    if end < part.end {
        let message = format!("found {} bytes, expected a multiple of 20", part.size());
        let location = part.location(reader.window(), part.start, part.end, "");
        reader
            .report(&rules::SIZE, location, message)
            .note("a symbol table is records of 20 bytes and nothing else")
            .help(format!("{} bytes are too many or missing", part.end - end));
    }
    Some(Model { symbols, long })
}

impl ShortSymbol {
    /// Symbol as the proposal defines it: an exported function defined in the part `section`.
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

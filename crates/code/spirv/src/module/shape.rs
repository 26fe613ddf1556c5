//! Says of each instruction what its words are, as far as its opcode tells, and where it stands in a module.

use crate::grammar::{self, Count, Kind, OPCODES, Opcode, Operand, op};
use crate::ids;

/// What follows the words that begin an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    Nothing,
    /// Any number of ids.
    Ids,
    /// Any number of integers.
    Integers,
    /// A string that ends the instruction.
    String,
    /// A number of the type of the instruction.
    Number,
    /// A value of the enumeration, and nothing behind its parameters.
    Value,
    /// Such a value and an id.
    ValueId,
    /// Such a value, and an id or nothing.
    ValueMaybeId,
    /// What the list of operands says.
    Other,
}

impl Tail {
    /// What the last operands of an instruction are.
    const fn of(operands: &[Operand]) -> Tail {
        match operands {
            [] => Tail::Nothing,
            [only] => match (only.kind, only.count) {
                (Kind::Id | Kind::Scope | Kind::Semantics, Count::Any) => Tail::Ids,
                (Kind::Integer, Count::Any) => Tail::Integers,
                (Kind::String, Count::One) => Tail::String,
                (Kind::Number, Count::One) => Tail::Number,
                (Kind::Enum(_), Count::One) => Tail::Value,
                _ => Tail::Other,
            },
            [first, second] => match (first.kind, first.count, second.kind, second.count) {
                (Kind::Enum(_), Count::One, Kind::Id, Count::One) => Tail::ValueId,
                (Kind::Enum(_), Count::One, Kind::Id, Count::Optional) => Tail::ValueMaybeId,
                _ => Tail::Other,
            },
            _ => Tail::Other,
        }
    }

    /// The words behind a value of an enumeration and its parameters; nothing where that takes a look at each word.
    #[inline]
    pub(super) fn behind_value(self, words: &[u32], place: usize, enumeration: u8) -> Option<&[u32]> {
        if !matches!(self, Tail::Value | Tail::ValueId | Tail::ValueMaybeId) {
            return None;
        }
        let count = grammar::plain_parameters(enumeration, *words.get(place)?)?;
        words.get(place + 1 + count..)
    }

    /// Whether there may be this many ids behind such a value.
    #[inline]
    pub(super) fn admits(self, ids: usize) -> bool {
        match self {
            Tail::ValueId => ids == 1,
            Tail::ValueMaybeId => ids <= 1,
            _ => ids == 0,
        }
    }
}

/// True for the words of a string, of which only the last has its terminator.
#[inline]
pub(super) fn is_string(words: &[u32]) -> bool {
    let Some((last, before)) = words.split_last() else { return false };
    ids::has_zero_byte(*last) && !before.iter().any(|word| ids::has_zero_byte(*word))
}

/// The words of an instruction and its place in a module, as far as its opcode tells.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) typed: bool,
    pub(super) result: bool,
    /// Number of ids that begin it, type and result included.
    pub(super) ids: u8,
    /// Number of words that begin it and are an operand each: these ids, and integers.
    pub(super) plain: u8,
    /// Whether the instruction may end after these.
    pub(super) may_end: bool,
    pub(super) tail: Tail,
    /// Of the value behind these words.
    pub(super) enumeration: u8,
    /// Whether literals of other instructions depend on it.
    pub(super) is_context: bool,
    pub(super) is_in_block: bool,
    pub(super) ends_block: bool,
    pub(super) is_global: bool,
    /// Of the places below, those where it may stand and begins and ends nothing.
    pub(super) stays: u8,
}

impl Shape {
    /// The shape of an instruction of the tables.
    #[inline]
    pub(super) fn get(opcode: u16) -> Option<&'static Shape> {
        SHAPES.get(grammar::row(opcode)?)
    }

    const fn of(row: &Opcode) -> Shape {
        let operands = row.operands;
        let (mut typed, mut result, mut ids) = (false, false, 0);
        while ids < operands.len() && matches!(operands[ids].count, Count::One) {
            match operands[ids].kind {
                Kind::ResultType => typed = true,
                Kind::Result => result = true,
                Kind::Id | Kind::Scope | Kind::Semantics => {}
                _ => break,
            }
            ids += 1;
        }
        let mut plain = ids;
        while plain < operands.len()
            && matches!((operands[plain].kind, operands[plain].count), (Kind::Integer, Count::One))
        {
            plain += 1;
        }
        let (mut may_end, mut index) = (true, plain);
        while index < operands.len() {
            may_end &= !matches!(operands[index].count, Count::One);
            index += 1;
        }
        let enumeration = match operands.split_at(plain).1 {
            [Operand { kind: Kind::Enum(enumeration), .. }, ..] => *enumeration,
            _ => 0,
        };
        let tail = match Tail::of(operands.split_at(plain).1) {
            // Only where the words are ids throughout.
            Tail::Ids if plain > ids => Tail::Other,
            tail => tail,
        };
        Shape {
            typed,
            result,
            ids: ids as u8,
            plain: plain as u8,
            may_end,
            tail,
            enumeration,
            is_context: matches!(row.number, op::TYPE_INT | op::TYPE_FLOAT | op::EXT_INST_IMPORT),
            is_in_block: is_in_block(row.number),
            ends_block: grammar::ends_block(row.number),
            is_global: is_global(row),
            stays: stays(row),
        }
    }
}

/// Shapes by row of the table of instructions.
static SHAPES: [Shape; OPCODES.len()] = {
    let mut shapes = [Shape::of(&OPCODES[0]); OPCODES.len()];
    let mut row = 0;
    while row < OPCODES.len() {
        shapes[row] = Shape::of(&OPCODES[row]);
        row += 1;
    }
    shapes
};

/// Before the first function.
pub(super) const GLOBAL: u8 = 1;
/// In a block.
pub(super) const BLOCK: u8 = 2;
/// Where each instruction begins or ends something.
pub(super) const ELSEWHERE: u8 = 0;

/// Places where an instruction may stand and begins and ends nothing.
const fn stays(row: &Opcode) -> u8 {
    let opcode = row.number;
    let global = if is_global(row) && opcode != op::GRAPH_ARM { GLOBAL } else { 0 };
    let block = if is_in_block(opcode) && !grammar::ends_block(opcode) { BLOCK } else { 0 };
    global | block
}

/// True if an instruction may precede the first function.
const fn is_global(row: &Opcode) -> bool {
    let is_type = !row.operands.is_empty() && matches!(row.operands[0].kind, Kind::Result);
    let opcode = row.number;
    matches!(
        opcode,
        op::NOP
            | op::UNDEF..=op::NAME
            | op::MEMBER_NAME..=op::LINE
            | op::EXTENSION
            | op::EXT_INST_IMPORT
            | op::MEMORY_MODEL..=op::CAPABILITY
            | op::TYPE_FORWARD_POINTER
            | op::CONSTANT_TRUE..=op::SPEC_CONSTANT_OP
            | op::VARIABLE
            | op::DECORATE..=op::GROUP_MEMBER_DECORATE
            | op::NO_LINE
            | op::MODULE_PROCESSED
            | op::EXECUTION_MODE_ID
            | op::DECORATE_ID
            | op::DECORATE_STRING
            | op::MEMBER_DECORATE_STRING
    ) || is_type && opcode != op::LABEL
        || is_extension_global(opcode)
}

/// What extensions add before the first function: constants, variables, modes, graphs.
const fn is_extension_global(opcode: u16) -> bool {
    matches!(
        opcode,
        op::UNTYPED_VARIABLE_KHR
            | op::CONSTANT_COMPOSITE_REPLICATE_EXT
            | op::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT
            | op::CONSTANT_COMPOSITE_CONTINUED_INTEL
            | op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL
            | op::TYPE_STRUCT_CONTINUED_INTEL
            | op::CONSTANT_FUNCTION_POINTER_INTEL
            | op::ASM_TARGET_INTEL
            | op::ASM_INTEL
            | op::ALIAS_DOMAIN_DECL_INTEL
            | op::ALIAS_SCOPE_DECL_INTEL
            | op::ALIAS_SCOPE_LIST_DECL_INTEL
            | op::CONDITIONAL_EXTENSION_INTEL
            | op::CONDITIONAL_ENTRY_POINT_INTEL
            | op::CONDITIONAL_CAPABILITY_INTEL
            | op::SPEC_CONSTANT_TARGET_INTEL
            | op::SPEC_CONSTANT_ARCHITECTURE_INTEL
            | op::SPEC_CONSTANT_CAPABILITIES_INTEL
            | op::EXT_INST_WITH_FORWARD_REFS_KHR
            | op::CONSTANT_SIZE_OF_EXT
            | op::MEMBER_DECORATE_ID_EXT
            | op::SAMPLER_IMAGE_ADDRESSING_MODE_NV
            | op::CONSTANT_DATA_KHR
            | op::SPEC_CONSTANT_DATA_KHR
            | op::POISON_KHR
            | op::GRAPH_CONSTANT_ARM..=op::GRAPH_ARM
    )
}

/// True if an instruction may stand after a label.
const fn is_in_block(opcode: u16) -> bool {
    !matches!(
        opcode,
        op::LABEL
            | op::FUNCTION
            | op::FUNCTION_PARAMETER
            | op::FUNCTION_END
            | op::CAPABILITY
            | op::EXTENSION
            | op::EXT_INST_IMPORT
            | op::MEMORY_MODEL
            | op::ENTRY_POINT
            | op::EXECUTION_MODE
            | op::EXECUTION_MODE_ID
    )
}

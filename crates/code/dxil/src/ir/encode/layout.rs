//! Defines the abbreviations of LLVM 3.7's writer and the widths that depend on table sizes.

use crate::abbreviation::{Abbreviation, Operand, Scalar};
use crate::ir::module::Typed;
use crate::ir::read::{constants, symbols, types};
use crate::ir::records::code;
use crate::metadata;
use crate::module::code as known;

/// Bits for numbers below `count`, rounded as LLVM does: the exponent of the next power of two.
pub(super) fn bits(count: u64) -> u8 {
    match count {
        0 | 1 => 0,
        _ => (64 - (count - 1).leading_zeros()) as u8,
    }
}

/// An abbreviation with its id.
pub(super) struct KnownAbbreviation {
    pub(super) id: u32,
    pub(super) form: Abbreviation,
}

const fn literal(value: u64) -> Operand {
    Operand::Scalar(Scalar::Literal(value))
}

const fn fixed(width: u8) -> Operand {
    Operand::Scalar(Scalar::Fixed(width))
}

const fn variable(width: u8) -> Operand {
    Operand::Scalar(Scalar::Variable(width))
}

const fn array(width: u8) -> Operand {
    Operand::Array(Scalar::Fixed(width))
}

const CHARACTERS: Operand = Operand::Array(Scalar::Char6);

/// First abbreviation id.
const FIRST: u32 = 4;

fn numbered(forms: &[&[Operand]], first: u32) -> Vec<KnownAbbreviation> {
    let known = |(index, form): (usize, &&[Operand])| KnownAbbreviation {
        id: first + index as u32,
        form: Abbreviation::new(form),
    };
    forms.iter().enumerate().map(known).collect()
}

/// Abbreviations of symbol tables, by id.
pub(super) const NAME_8: usize = 0;
pub(super) const NAME_7: usize = 1;
pub(super) const NAME_6: usize = 2;
pub(super) const BLOCK_NAME_6: usize = 3;

pub(super) fn names() -> Vec<KnownAbbreviation> {
    let entry = literal(symbols::code::ENTRY);
    let block = literal(symbols::code::BLOCK_ENTRY);
    numbered(
        &[
            &[fixed(3), variable(8), array(8)],
            &[entry, variable(8), array(7)],
            &[entry, variable(8), CHARACTERS],
            &[block, variable(8), CHARACTERS],
        ],
        FIRST,
    )
}

/// Abbreviations of constants, by id.
pub(super) const SETTYPE: usize = 0;
pub(super) const INTEGER: usize = 1;
pub(super) const CAST_EXPRESSION: usize = 2;

pub(super) fn constants(type_bits: u8) -> Vec<KnownAbbreviation> {
    numbered(
        &[
            &[literal(constants::code::SETTYPE), fixed(type_bits)],
            &[literal(constants::code::INTEGER), variable(8)],
            &[literal(constants::code::CAST), fixed(4), fixed(type_bits), variable(8)],
            &[literal(constants::code::NULL)],
        ],
        FIRST,
    )
}

/// Abbreviations of module constants, after the shared ones.
pub(super) const AGGREGATE: usize = 0;
pub(super) const STRING: usize = 1;
pub(super) const CSTRING_7: usize = 2;
pub(super) const CSTRING_6: usize = 3;

pub(super) fn module_constants(values: u64) -> Vec<KnownAbbreviation> {
    numbered(
        &[
            &[literal(constants::code::AGGREGATE), array(bits(values + 1))],
            &[literal(constants::code::STRING), array(8)],
            &[literal(constants::code::CSTRING), array(7)],
            &[literal(constants::code::CSTRING), CHARACTERS],
        ],
        FIRST + 4,
    )
}

/// Abbreviations of instructions, by id.
const LOAD: usize = 0;
const BINARY: usize = 1;
const BINARY_FLAGS: usize = 2;
const CAST: usize = 3;
const RETURN_VOID: usize = 4;
const RETURN: usize = 5;
const UNREACHABLE: usize = 6;
const GEP: usize = 7;

pub(super) fn instructions(type_bits: u8) -> Vec<KnownAbbreviation> {
    let ty = fixed(type_bits);
    numbered(
        &[
            &[literal(code::LOAD), variable(6), ty, variable(4), fixed(1)],
            &[literal(code::BINARY), variable(6), variable(6), fixed(4)],
            &[literal(code::BINARY), variable(6), variable(6), fixed(4), fixed(7)],
            &[literal(code::CAST), variable(6), ty, fixed(4)],
            &[literal(code::RETURN)],
            &[literal(code::RETURN), variable(6)],
            &[literal(code::UNREACHABLE)],
            &[literal(code::GEP), fixed(1), ty, Operand::Array(Scalar::Variable(6))],
        ],
        FIRST,
    )
}

/// Abbreviation of an instruction without forward references.
pub(super) fn instruction(code: u64, operands: usize) -> Option<usize> {
    Some(match (code, operands) {
        (code::LOAD, _) => LOAD,
        (code::BINARY, 3) => BINARY,
        (code::BINARY, _) => BINARY_FLAGS,
        (code::CAST, _) => CAST,
        (code::RETURN, 0) => RETURN_VOID,
        (code::RETURN, _) => RETURN,
        (code::UNREACHABLE, _) => UNREACHABLE,
        (code::GEP, _) => GEP,
        _ => return None,
    })
}

/// Abbreviations of types, by id.
pub(super) const POINTER: usize = 0;
pub(super) const FUNCTION: usize = 1;
pub(super) const STRUCT: usize = 2;
pub(super) const STRUCT_NAME: usize = 3;
pub(super) const STRUCT_NAMED: usize = 4;
pub(super) const ARRAY: usize = 5;

pub(super) fn types(type_bits: u8) -> Vec<KnownAbbreviation> {
    use types::code;
    numbered(
        &[
            &[literal(code::POINTER), fixed(type_bits), literal(0)],
            &[literal(code::FUNCTION), fixed(1), array(type_bits)],
            &[literal(code::STRUCT), fixed(1), array(type_bits)],
            &[literal(code::STRUCT_NAME), CHARACTERS],
            &[literal(code::STRUCT_NAMED), fixed(1), array(type_bits)],
            &[literal(code::ARRAY), variable(8), fixed(type_bits)],
        ],
        FIRST,
    )
}

/// Abbreviation of variables with few properties.
pub(super) fn variable_record(module: &Typed<'_>) -> KnownAbbreviation {
    let variables = &module.variables;
    let most = variables.iter().map(|variable| variable.ty.0).max().unwrap_or(0);
    let alignment = variables.iter().map(|variable| variable.alignment.0).max().unwrap_or(0);
    let or_nothing = |count: u64| match count {
        0 => literal(0),
        _ => fixed(bits(count + 1)),
    };
    let form = [
        literal(known::GLOBALVAR),
        fixed(bits(u64::from(most) + 1)),
        variable(6),
        variable(6),
        fixed(5),
        or_nothing(u64::from(alignment)),
        or_nothing(module.sections.len() as u64),
    ];
    KnownAbbreviation { id: FIRST, form: Abbreviation::new(&form) }
}

/// Abbreviations of a metadata block, as needed.
#[derive(Default)]
pub(super) struct MetadataForms {
    pub(super) string: Option<KnownAbbreviation>,
    pub(super) location: Option<KnownAbbreviation>,
    pub(super) generic: Option<KnownAbbreviation>,
    pub(super) name: Option<KnownAbbreviation>,
}

impl MetadataForms {
    /// Those for a block with strings, locations, generic nodes and named nodes, in definition order.
    pub(super) fn new(string: bool, location: bool, generic: bool, name: bool) -> MetadataForms {
        use crate::ir::debug::DebugKind;
        let mut id = FIRST;
        let mut form = |requested: bool, operands: &[Operand]| {
            let known = requested.then(|| KnownAbbreviation { id, form: Abbreviation::new(operands) });
            id += u32::from(requested);
            known
        };
        let wide = Operand::Array(Scalar::Variable(6));
        MetadataForms {
            string: form(string, &[literal(metadata::code::STRING), array(8)]),
            location: form(
                location,
                &[
                    literal(DebugKind::Location.code()),
                    fixed(1),
                    variable(6),
                    variable(8),
                    variable(6),
                    variable(6),
                ],
            ),
            generic: form(
                generic,
                &[literal(DebugKind::Generic.code()), fixed(1), variable(6), fixed(1), variable(6), wide],
            ),
            name: form(name, &[literal(metadata::code::NAME), array(8)]),
        }
    }

    /// Those present, by id.
    pub(super) fn all(&self) -> impl Iterator<Item = &KnownAbbreviation> {
        [&self.string, &self.location, &self.generic, &self.name].into_iter().flatten()
    }
}

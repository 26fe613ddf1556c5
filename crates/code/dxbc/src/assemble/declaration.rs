//! Assembles declarations.

use super::cursor::Cursor;
use super::error::AssembleError;
use super::instruction::{MAX_WORDS, finish};
use super::mnemonic::Mnemonic;
use super::operand::Operands;
use super::{lists, rules};
use crate::names::{
    Dimension, InputPrimitive, OpcodeToken, OperandType, OutputTopology, SamplerMode, TessellatorDomain,
    TessellatorOutput, TessellatorPartitioning,
};
use crate::opcode::Opcode;
use crate::print::declaration::{VIEW_FLAGS, default_interpolation};
use crate::role::Role;

/// Parses the rest of a declaration after its mnemonic and appends its words.
pub(super) fn declaration(
    cursor: &mut Cursor<'_>,
    mnemonic: &Mnemonic<'_>,
    operands: Operands,
    out: &mut Vec<u32>,
) -> Result<(), AssembleError> {
    let opcode = mnemonic.opcode;
    let start = out.len();
    out.push(0);
    let is_bound = matches!(
        opcode,
        Opcode::DCL_CONSTANTBUFFER
            | Opcode::DCL_SAMPLER
            | Opcode::DCL_RESOURCE
            | Opcode::DCL_RESOURCE_RAW
            | Opcode::DCL_RESOURCE_STRUCTURED
            | Opcode::DCL_UAV_TYPED
            | Opcode::DCL_UAV_RAW
            | Opcode::DCL_UAV_STRUCTURED
    );
    if is_bound {
        let bits = bound(cursor, mnemonic, operands.has_spaces, out)?;
        return finish(out, start, mnemonic, bits);
    }
    if opcode == Opcode::DCL_INTERFACE || opcode == Opcode::DCL_FUNCTION_TABLE {
        let bits = table(cursor, mnemonic, out)?;
        let length = out.len() - start;
        if length <= MAX_WORDS {
            return finish(out, start, mnemonic, bits);
        }
        // The length gets a word of its own.
        out.insert(start + 1, length as u32 + 1);
        if let Some(first) = out.get_mut(start) {
            *first = OpcodeToken::build(opcode, bits, 0).0 | 1 << 31;
        }
        return Ok(());
    }
    mnemonic.expect_no_suffix()?;
    let mut bits = 0;
    match opcode {
        Opcode::DCL_INPUT | Opcode::DCL_OUTPUT | Opcode::DCL_STREAM => {
            operands.read(cursor, Role::Declared, out)?;
        }
        Opcode::DCL_INPUT_PS | Opcode::DCL_INPUT_PS_SGV | Opcode::DCL_INPUT_PS_SIV => {
            let way = lists::interpolation(cursor)?;
            bits = way.unwrap_or(default_interpolation(opcode).0) << 11;
            operands.read(cursor, Role::Declared, out)?;
            if opcode != Opcode::DCL_INPUT_PS {
                system(cursor, out)?;
            }
        }
        Opcode::DCL_INPUT_SGV | Opcode::DCL_INPUT_SIV | Opcode::DCL_OUTPUT_SGV | Opcode::DCL_OUTPUT_SIV => {
            operands.read(cursor, Role::Declared, out)?;
            system(cursor, out)?;
        }
        Opcode::DCL_INDEXRANGE => {
            operands.read(cursor, Role::Declared, out)?;
            out.push(cursor.number()?);
        }
        Opcode::DCL_TGSM_RAW => {
            operands.read(cursor, Role::Declared, out)?;
            numbers(cursor, 1, true, out)?;
        }
        Opcode::DCL_TGSM_STRUCTURED => {
            operands.read(cursor, Role::Declared, out)?;
            numbers(cursor, 2, true, out)?;
        }
        Opcode::DCL_GLOBALFLAGS => bits = lists::flags(cursor)? << 11,
        Opcode::DCL_TEMPS
        | Opcode::DCL_MAXOUT
        | Opcode::DCL_GSINSTANCES
        | Opcode::DCL_HS_FORK_PHASE_INSTANCE_COUNT
        | Opcode::DCL_HS_JOIN_PHASE_INSTANCE_COUNT => numbers(cursor, 1, false, out)?,
        Opcode::DCL_THREAD_GROUP => numbers(cursor, 3, false, out)?,
        Opcode::DCL_INPUT_CONTROL_POINT_COUNT | Opcode::DCL_OUTPUT_CONTROL_POINT_COUNT => {
            bits = cursor.field(63)? << 11;
        }
        Opcode::DCL_INDEXABLETEMP => {
            out.push(numbered(cursor, "x")?);
            cursor.expect(b'[')?;
            out.push(cursor.number()?);
            cursor.expect(b']')?;
            numbers(cursor, 1, true, out)?;
        }
        Opcode::DCL_FUNCTION_BODY => out.push(numbered(cursor, "fb")?),
        Opcode::DCL_HS_MAX_TESSFACTOR => {
            let (word, span) = cursor.letters();
            if word != "l" {
                return Err(AssembleError::unknown(&rules::WORD, span, word, "`l(`", ["l("]));
            }
            cursor.expect(b'(')?;
            out.push(cursor.number()?);
            cursor.expect(b')')?;
        }
        Opcode::DCL_INPUTPRIMITIVE => bits = primitive(cursor)? << 11,
        Opcode::DCL_OUTPUTTOPOLOGY => bits = lists::next(cursor, OutputTopology::NAMES, "a topology")? << 11,
        Opcode::DCL_TESSELLATOR_DOMAIN => {
            bits = lists::next(cursor, TessellatorDomain::NAMES, "a domain")? << 11;
        }
        Opcode::DCL_TESSELLATOR_PARTITIONING => {
            bits = lists::next(cursor, TessellatorPartitioning::NAMES, "a partitioning")? << 11;
        }
        Opcode::DCL_TESSELLATOR_OUTPUT_PRIMITIVE => {
            bits = lists::next(cursor, TessellatorOutput::NAMES, "a primitive")? << 11;
        }
        _ => {}
    }
    finish(out, start, mnemonic, bits)
}

/// Comma-separated numbers, with a leading comma if `has_leading_comma`.
fn numbers(
    cursor: &mut Cursor<'_>,
    count: usize,
    has_leading_comma: bool,
    out: &mut Vec<u32>,
) -> Result<(), AssembleError> {
    for place in 0..count {
        if place > 0 || has_leading_comma {
            cursor.expect(b',')?;
        }
        out.push(cursor.number()?);
    }
    Ok(())
}

/// The number after a name, such as `fb` in `fb3`.
fn numbered(cursor: &mut Cursor<'_>, name: &'static str) -> Result<u32, AssembleError> {
    let (word, span) = cursor.letters();
    if word == name {
        cursor.digits()
    } else {
        Err(AssembleError::unknown(&rules::REGISTER, span, word, &format!("`{name}` and a number"), [name]))
    }
}

/// The system value after a register.
fn system(cursor: &mut Cursor<'_>, out: &mut Vec<u32>) -> Result<(), AssembleError> {
    cursor.expect(b',')?;
    out.push(lists::system(cursor)?);
    Ok(())
}

/// A primitive; patches have a number of control points.
fn primitive(cursor: &mut Cursor<'_>) -> Result<u32, AssembleError> {
    let (word, span) = cursor.word();
    let points = word.strip_prefix("patch").and_then(|points| points.parse().ok());
    match points {
        Some(points @ 1..=32u32) => Ok(points + 7),
        _ => lists::value(InputPrimitive::NAMES, word, span, "a primitive, or patch1 to patch32"),
    }
}

/// A bound resource; returns its bits of the first word.
fn bound(
    cursor: &mut Cursor<'_>,
    mnemonic: &Mnemonic<'_>,
    has_spaces: bool,
    out: &mut Vec<u32>,
) -> Result<u32, AssembleError> {
    let opcode = mnemonic.opcode;
    let is_typed = matches!(opcode, Opcode::DCL_RESOURCE | Opcode::DCL_UAV_TYPED);
    let mut bits = suffixes(mnemonic, is_typed)?;
    let mut returns = None;
    if is_typed {
        if opcode == Opcode::DCL_RESOURCE && cursor.peek() == b'(' {
            cursor.expect(b'(')?;
            bits |= cursor.field(127)? << 16;
            cursor.expect(b')')?;
        }
        cursor.expect(b'(')?;
        let types = lists::returns(cursor)?;
        cursor.expect(b')')?;
        let shifts = [0, 4, 8, 12];
        returns = Some(types.iter().zip(shifts).fold(0, |word, (kind, shift)| word | (kind.0 & 15) << shift));
    }
    let kind = match opcode {
        Opcode::DCL_CONSTANTBUFFER => OperandType::CONSTANT_BUFFER,
        Opcode::DCL_SAMPLER => OperandType::SAMPLER,
        Opcode::DCL_RESOURCE | Opcode::DCL_RESOURCE_RAW | Opcode::DCL_RESOURCE_STRUCTURED => {
            OperandType::RESOURCE
        }
        _ => OperandType::UNORDERED_ACCESS_VIEW,
    };
    let is_buffer = kind == OperandType::CONSTANT_BUFFER;
    registers(cursor, kind, has_spaces, out)?;
    let mut rows = None;
    if is_buffer {
        cursor.expect(b'[')?;
        rows = Some(cursor.number()?);
        cursor.expect(b']')?;
        cursor.expect(b',')?;
        let (word, span) = cursor.word();
        bits |= match word {
            "immediateIndexed" => 0,
            "dynamicIndexed" => 1 << 11,
            _ => {
                let known = ["immediateIndexed", "dynamicIndexed"];
                return Err(AssembleError::unknown(&rules::WORD, span, word, "how rows are chosen", known));
            }
        };
    } else if kind == OperandType::SAMPLER {
        cursor.expect(b',')?;
        let (word, span) = cursor.word();
        let mode = word.strip_prefix("mode_").unwrap_or(word);
        bits |= (lists::value(SamplerMode::NAMES, mode, span, "a mode, such as mode_default")? & 15) << 11;
    } else if matches!(opcode, Opcode::DCL_RESOURCE_STRUCTURED | Opcode::DCL_UAV_STRUCTURED) {
        cursor.expect(b',')?;
        rows = Some(cursor.number()?);
    }
    out.extend(rows);
    out.extend(returns);
    space(cursor, has_spaces, out)?;
    Ok(bits)
}

/// Splits a view flag off the end of the suffixes; returns its bit and the remaining suffixes.
fn flag(suffixes: &str) -> Option<(u32, &str)> {
    VIEW_FLAGS.iter().find_map(|(bit, name)| match suffixes.strip_suffix(name) {
        Some(rest) => Some((*bit, rest)),
        None if suffixes == name.trim_start_matches('_') => Some((*bit, "")),
        None => None,
    })
}

/// Decodes the suffixes of a resource declaration: dimension and view flags.
fn suffixes(mnemonic: &Mnemonic<'_>, is_typed: bool) -> Result<u32, AssembleError> {
    let is_view =
        matches!(mnemonic.opcode, Opcode::DCL_UAV_TYPED | Opcode::DCL_UAV_RAW | Opcode::DCL_UAV_STRUCTURED);
    let mut bits = 0;
    let mut shape = mnemonic.suffixes;
    while let Some((bit, rest)) = flag(shape).filter(|_| is_view) {
        bits |= 1 << bit;
        shape = rest;
    }
    match (is_typed, shape) {
        (true, shape) => {
            let shape =
                lists::value(Dimension::NAMES, shape, mnemonic.span.clone(), "the shape of a resource")?;
            Ok(bits | (shape & 31) << 11)
        }
        (false, "") => Ok(bits),
        (false, suffix) => {
            Err(mnemonic.unknown_suffix(suffix, "views can have _glc, _rov and _opc, others nothing"))
        }
    }
}

/// Registers and, from shader model 5.1 on, their range.
fn registers(
    cursor: &mut Cursor<'_>,
    kind: OperandType,
    has_spaces: bool,
    out: &mut Vec<u32>,
) -> Result<(), AssembleError> {
    let (word, span) = cursor.letters();
    let name = kind.name().unwrap_or_default();
    if !word.eq_ignore_ascii_case(name) {
        let what = format!("a register `{name}`");
        return Err(AssembleError::unknown(&rules::REGISTER, span, word, &what, [name]));
    }
    let is_buffer = kind == OperandType::CONSTANT_BUFFER;
    let type_bits = u32::from(kind.0) << 12;
    // Four components in order.
    const ALL: u32 = 2 | 1 << 2 | 0xe4 << 4;
    let number = cursor.digits()?;
    if !has_spaces {
        let shape = if is_buffer { ALL | 2 << 20 } else { 1 << 20 };
        out.extend([type_bits | shape, number]);
        return Ok(());
    }
    out.extend([type_bits | ALL | 3 << 20, number]);
    let start = cursor.place();
    cursor.expect(b'[')?;
    out.push(cursor.number()?);
    if !cursor.eat(b':') {
        let message = "found one register, expected a range such as [3:7]".to_owned();
        return Err(AssembleError::new(&rules::MODEL, start..cursor.place(), message)
            .help("shader model 5.1 declares the first and the last register; `*` means unbounded"));
    }
    out.push(if cursor.eat(b'*') { u32::MAX } else { cursor.number()? });
    cursor.expect(b']')
}

/// Register space: required from shader model 5.1 on, invalid before.
fn space(cursor: &mut Cursor<'_>, has_spaces: bool, out: &mut Vec<u32>) -> Result<(), AssembleError> {
    if !has_spaces {
        return if cursor.is_line_end() {
            Ok(())
        } else {
            let (span, found) = cursor.describe_next();
            let message = format!("found {found}, expected the end of the line before shader model 5.1");
            Err(AssembleError::new(&rules::MODEL, span, message).help(rules::MODEL.cure))
        };
    }
    let (span, found) = cursor.describe_next();
    let missing = |found: String| {
        let message = format!("found {found}, expected `, space=` in shader model 5.1");
        AssembleError::new(&rules::MODEL, span, message).help(rules::MODEL.cure)
    };
    if !cursor.eat(b',') || cursor.word().0 != "space" {
        return Err(missing(found));
    }
    cursor.expect(b'=')?;
    out.push(cursor.number()?);
    Ok(())
}

/// A function table or an interface; returns its bits of the first word.
fn table(cursor: &mut Cursor<'_>, mnemonic: &Mnemonic<'_>, out: &mut Vec<u32>) -> Result<u32, AssembleError> {
    let is_interface = mnemonic.opcode == Opcode::DCL_INTERFACE;
    let bits = match (is_interface, mnemonic.suffixes) {
        (_, "") => 0,
        (true, "dynamicindexed") => 1 << 11,
        (_, suffix) => return Err(mnemonic.unknown_suffix(suffix, "interfaces can have _dynamicindexed")),
    };
    let start = cursor.place();
    let (name, members) = if is_interface { ("fp", "ft") } else { ("ft", "fb") };
    out.push(numbered(cursor, name)?);
    let mut length = 0;
    if is_interface {
        cursor.expect(b'[')?;
        length = cursor.field(0xffff)?;
        cursor.expect(b']')?;
        cursor.expect(b'[')?;
        out.push(cursor.number()?);
        cursor.expect(b']')?;
    }
    cursor.expect(b'=')?;
    cursor.expect(b'{')?;
    let count = out.len();
    out.push(0);
    while !cursor.eat(b'}') {
        if out.len() > count + 1 {
            cursor.expect(b',')?;
        }
        out.push(numbered(cursor, members)?);
    }
    let listed = (out.len() - count - 1) as u32;
    if is_interface && listed > 0xffff {
        let message = format!("found {listed} tables, expected at most 65535");
        return Err(AssembleError::new(&rules::NUMBER, start..cursor.place(), message)
            .help("the field has no room for more"));
    }
    if let Some(word) = out.get_mut(count) {
        *word = listed | length << 16;
    }
    Ok(bits)
}

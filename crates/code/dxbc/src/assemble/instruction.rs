//! Text to instructions that are no declarations.

use super::cursor::{Cursor, Read};
use super::error::AssembleError;
use super::mnemonic::Mnemonic;
use super::operand::{self, Operands};
use super::{lists, rules};
use crate::extended::{Extended, SizeReturn, SyncFlags};
use crate::names::{Dimension, OpcodeToken, ReturnType};
use crate::opcode::Opcode;
use crate::print::operand::COMPONENTS;

/// Most words of an instruction whose length is stored with its opcode.
pub(super) const MAX_WORDS: usize = 127;

/// Reads what follows a mnemonic and adds the words of the instruction.
pub(super) fn instruction(
    cursor: &mut Cursor<'_>,
    mnemonic: &Mnemonic<'_>,
    operands: Operands,
    out: &mut Vec<u32>,
) -> Read<()> {
    let start = out.len();
    let mut specific = Endings::read(mnemonic)?;
    out.push(0);
    specific.bits |= precise(cursor)?;
    extensions(cursor, mnemonic, &specific, out)?;
    if cursor.peek() == b'_' {
        let (word, span) = cursor.word();
        let ending = word.trim_start_matches('_');
        let bits = size_bits(mnemonic.opcode, ending).ok_or_else(|| {
            AssembleError::new(
                &rules::SUFFIX,
                span,
                format!("`_{ending}` is no ending of `{}`", mnemonic.opcode),
            )
            .help("only `resinfo` and `sampleinfo` say what sizes are given as")
        })?;
        specific.bits |= bits;
    }
    arguments(cursor, mnemonic, operands, out)?;
    finish(out, start, mnemonic, specific.bits)
}

/// Puts down the first word of an instruction, when all others are there.
pub(super) fn finish(out: &mut [u32], start: usize, mnemonic: &Mnemonic<'_>, bits: u32) -> Read<()> {
    let length = out.len() - start;
    if length > MAX_WORDS {
        let message = format!(
            "`{}` has {length} words, expected at most {MAX_WORDS}",
            mnemonic.opcode
        );
        return Err(
            AssembleError::new(&rules::LENGTH, mnemonic.span.clone(), message).help(rules::LENGTH.cure)
        );
    }
    if let Some(first) = out.get_mut(start) {
        // What has extending words has put its bit already.
        *first |= OpcodeToken::build(mnemonic.opcode, bits, length as u32).0;
    }
    Ok(())
}

/// What the endings of a mnemonic say.
struct Endings {
    /// Bits of the first word.
    bits: u32,
    has_offsets: bool,
    has_shape: bool,
}

impl Endings {
    fn read(mnemonic: &Mnemonic<'_>) -> Read<Endings> {
        let opcode = mnemonic.opcode;
        let mut endings = Endings {
            bits: 0,
            has_offsets: false,
            has_shape: false,
        };
        let mut is_tested = false;
        for ending in mnemonic.endings() {
            match ending {
                "nz" | "z" if opcode.has_test() => {
                    is_tested = true;
                    endings.bits |= u32::from(ending == "nz") << 18;
                }
                "aoffimmi" => endings.has_offsets = true,
                "indexable" => endings.has_shape = true,
                _ if opcode == Opcode::SYNC => {
                    let flag = SyncFlags::NAMES.value(ending).ok_or_else(|| {
                        mnemonic.wrong_ending(ending, "it can wait for _uglobal, _ugroup, _g and _t")
                    })?;
                    endings.bits |= (flag as u32) << 11;
                }
                "sat" => endings.bits |= 1 << 13,
                _ => match size_bits(opcode, ending) {
                    Some(bits) => endings.bits |= bits,
                    None => {
                        return Err(mnemonic.wrong_ending(
                            ending,
                            "endings are _sat, _z and _nz of tests, _aoffimmi and _indexable",
                        ));
                    }
                },
            }
        }
        if opcode.has_test() && !is_tested {
            let message = format!("`{opcode}` does not say whether it tests for zero");
            return Err(AssembleError::new(&rules::SUFFIX, mnemonic.span.clone(), message)
                .help(format!("write `{opcode}_nz` or `{opcode}_z`")));
        }
        Ok(endings)
    }
}

/// The bits for what sizes are given as.
fn size_bits(opcode: Opcode, ending: &str) -> Option<u32> {
    match (opcode, ending) {
        (Opcode::RESINFO, "uint") => Some(SizeReturn::UINT.0 << 11),
        (Opcode::RESINFO, "rcpFloat" | "rcpfloat") => Some(SizeReturn::RECIPROCAL.0 << 11),
        (Opcode::SAMPLEINFO, "uint") => Some(1 << 11),
        _ => None,
    }
}

/// `[precise]`, or `[precise(xy)]`.
fn precise(cursor: &mut Cursor<'_>) -> Read<u32> {
    if !cursor.eat(b'[') {
        return Ok(0);
    }
    let (word, span) = cursor.word();
    if word != "precise" {
        return Err(AssembleError::unknown(
            &rules::WORD,
            span,
            word,
            "`precise`",
            ["precise"],
        ));
    }
    let mut mask = 15;
    if cursor.eat(b'(') {
        let (letters, span) = cursor.word();
        mask = 0;
        for letter in letters.chars() {
            match COMPONENTS.iter().position(|component| *component == letter) {
                Some(bit) => mask |= 1 << bit,
                None => {
                    let message = format!("found `{letter}`, expected x, y, z or w");
                    return Err(
                        AssembleError::new(&rules::COMPONENTS, span, message).help(rules::COMPONENTS.cause)
                    );
                }
            }
        }
        cursor.expect(b')')?;
    }
    cursor.expect(b']')?;
    Ok(mask << 19)
}

/// The groups in parentheses behind a mnemonic, a word each.
fn extensions(
    cursor: &mut Cursor<'_>,
    mnemonic: &Mnemonic<'_>,
    endings: &Endings,
    out: &mut Vec<u32>,
) -> Read<()> {
    let (mut has_offsets, mut has_shape) = (false, false);
    while cursor.eat(b'(') {
        let word = extension(cursor)?;
        has_offsets |= matches!(word, Extended::Offsets(_));
        has_shape |= !matches!(word, Extended::Offsets(_));
        if let Some(last) = out.last_mut() {
            *last |= 1 << 31;
        }
        out.push(word.word());
        cursor.expect(b')')?;
    }
    for (is_said, is_there, ending, what) in [
        (
            endings.has_offsets,
            has_offsets,
            "_aoffimmi",
            "three offsets, such as (1,-1,0)",
        ),
        (
            endings.has_shape,
            has_shape,
            "_indexable",
            "a shape, such as (texture2d)",
        ),
    ] {
        if is_said != is_there {
            let message = match is_said {
                true => format!("`{ending}` lacks {what}"),
                false => format!("found what belongs to `{ending}`, which the name does not end with"),
            };
            return Err(AssembleError::new(&rules::SUFFIX, mnemonic.span.clone(), message)
                .help(format!("`{ending}` and {what} belong together")));
        }
    }
    Ok(())
}

/// One group: offsets, a shape, types, or a word as it is.
fn extension(cursor: &mut Cursor<'_>) -> Read<Extended> {
    cursor.blanks();
    let is_number = |cursor: &Cursor<'_>| cursor.peek() == b'-' || cursor.peek().is_ascii_digit();
    if is_number(cursor) && !(cursor.peek() == b'0' && cursor.peek_second() == b'x') {
        let start = cursor.place();
        let mut numbers = vec![cursor.number()?];
        while cursor.eat(b',') {
            cursor.blanks();
            if !is_number(cursor) {
                break;
            }
            numbers.push(cursor.number()?);
        }
        return match numbers.as_slice() {
            [shape] => Ok(Extended::Dimension {
                dimension: Dimension(*shape),
                stride: 0,
            }),
            [u, v, w] => {
                let offset = |number: &u32| i8::try_from(*number as i32).ok().filter(|o| (-8..8).contains(o));
                match (offset(u), offset(v), offset(w)) {
                    (Some(u), Some(v), Some(w)) => Ok(Extended::Offsets([u, v, w])),
                    _ => Err(AssembleError::new(
                        &rules::NUMBER,
                        start..cursor.place(),
                        "found an offset that does not fit, expected -8 to 7".to_owned(),
                    )
                    .help("add larger offsets to the coordinates")),
                }
            }
            [x, y, z, w] => Ok(Extended::Returns([*x, *y, *z, *w].map(ReturnType))),
            _ => Err(cursor.unexpected("three offsets or four types")),
        };
    }
    if cursor.peek() == b'0' {
        return cursor.number().map(Extended::Other);
    }
    let mut ahead = cursor.clone();
    let (word, _) = ahead.word();
    if ReturnType::NAMES.value(word).is_some() {
        return lists::returns(cursor).map(Extended::Returns);
    }
    let (word, span) = cursor.word();
    let dimension = lists::value(Dimension::NAMES, word, span, "a shape or a type")?;
    let mut stride = 0;
    if cursor.eat(b',') {
        let (word, span) = cursor.word();
        if word != "stride" {
            return Err(AssembleError::unknown(
                &rules::WORD,
                span,
                word,
                "`stride`",
                ["stride"],
            ));
        }
        cursor.expect(b'=')?;
        stride = cursor.field(0xfff)?;
    }
    Ok(Extended::Dimension {
        dimension: Dimension(dimension),
        stride,
    })
}

/// The operands, as many as the opcode has.
fn arguments(
    cursor: &mut Cursor<'_>,
    mnemonic: &Mnemonic<'_>,
    operands: Operands,
    out: &mut Vec<u32>,
) -> Read<()> {
    let opcode = mnemonic.opcode;
    let roles = opcode.info().map_or(&[][..], |info| info.roles);
    if opcode == Opcode::FCALL {
        return operands.call(cursor, out);
    }
    let wrong = |cursor: &mut Cursor<'_>, found: String| {
        let (span, _) = cursor.found();
        let plural = if roles.len() == 1 { "" } else { "s" };
        let message = format!(
            "found {found}, but `{opcode}` has {} operand{plural}",
            roles.len()
        );
        AssembleError::new(&rules::OPERANDS, span, message).help(rules::OPERANDS.cause)
    };
    for (place, role) in roles.iter().enumerate() {
        if cursor.is_line_over() {
            return Err(wrong(cursor, format!("the end of the line after {place}")));
        }
        if place > 0 {
            cursor.expect(b',')?;
        }
        operands.read(cursor, *role, out)?;
    }
    let mut is_over = !cursor.eat(b',');
    if !is_over && opcode.spare_words() > 0 && operand::is_raw(cursor) {
        spare(cursor, opcode, out)?;
        is_over = !cursor.eat(b',');
    }
    if !is_over || roles.is_empty() && !cursor.is_line_over() {
        let (_, found) = cursor.found();
        return Err(wrong(cursor, format!("{found} after {}", roles.len())));
    }
    Ok(())
}

/// The words without a meaning behind the operands.
fn spare(cursor: &mut Cursor<'_>, opcode: Opcode, out: &mut Vec<u32>) -> Read<()> {
    let (start, first) = (cursor.place(), out.len());
    operand::raw(cursor, out)?;
    let (found, most) = (out.len() - first, opcode.spare_words());
    if found <= most {
        return Ok(());
    }
    let message = format!("found {found} words behind the operands of `{opcode}`, expected at most {most}");
    Err(AssembleError::new(&rules::OPERANDS, start..cursor.place(), message).help(rules::OPERANDS.cause))
}

//! Assembles instructions other than declarations.

use super::cursor::Cursor;
use super::error::AssembleError;
use super::mnemonic::Mnemonic;
use super::operand::{self, Operands};
use super::{lists, rules};
use crate::extended::{Extended, SizeReturn, SyncFlags};
use crate::names::{Dimension, OpcodeToken, ReturnType};
use crate::opcode::Opcode;
use crate::print::operand::COMPONENTS;

/// Maximum number of words of an instruction whose length is in the opcode token.
pub(super) const MAX_WORDS: usize = 127;

/// Parses the rest of an instruction after its mnemonic and appends its words.
pub(super) fn instruction(
    cursor: &mut Cursor<'_>,
    mnemonic: &Mnemonic<'_>,
    operands: Operands,
    out: &mut Vec<u32>,
) -> Result<(), AssembleError> {
    let start = out.len();
    let mut specific = Suffixes::read(mnemonic)?;
    out.push(0);
    specific.bits |= precise(cursor)?;
    extensions(cursor, mnemonic, &specific, out)?;
    if cursor.peek() == b'_' {
        let (word, span) = cursor.word();
        let suffix = word.trim_start_matches('_');
        let bits = size_bits(mnemonic.opcode, suffix).ok_or_else(|| {
            AssembleError::new(
                &rules::SUFFIX,
                span,
                format!("`_{suffix}` is not a suffix of `{}`", mnemonic.opcode),
            )
            .help("only `resinfo` and `sampleinfo` state the type of their sizes")
        })?;
        specific.bits |= bits;
    }
    arguments(cursor, mnemonic, operands, out)?;
    finish(out, start, mnemonic, specific.bits)
}

/// Writes the first word once all others are known.
pub(super) fn finish(
    out: &mut [u32],
    start: usize,
    mnemonic: &Mnemonic<'_>,
    bits: u32,
) -> Result<(), AssembleError> {
    let length = out.len() - start;
    if length > MAX_WORDS {
        let message = format!("`{}` has {length} words, expected at most {MAX_WORDS}", mnemonic.opcode);
        return Err(
            AssembleError::new(&rules::LENGTH, mnemonic.span.clone(), message).help(rules::LENGTH.cure)
        );
    }
    if let Some(first) = out.get_mut(start) {
        // The extended bit is already set if there are extended words.
        *first |= OpcodeToken::build(mnemonic.opcode, bits, length as u32).0;
    }
    Ok(())
}

/// Decoded suffixes of a mnemonic.
struct Suffixes {
    /// Bits of the first word.
    bits: u32,
    has_offsets: bool,
    has_shape: bool,
}

impl Suffixes {
    fn read(mnemonic: &Mnemonic<'_>) -> Result<Suffixes, AssembleError> {
        let opcode = mnemonic.opcode;
        let mut suffixes = Suffixes { bits: 0, has_offsets: false, has_shape: false };
        let mut is_tested = false;
        for suffix in mnemonic.suffixes() {
            match suffix {
                "nz" | "z" if opcode.has_test() => {
                    is_tested = true;
                    suffixes.bits |= u32::from(suffix == "nz") << 18;
                }
                "aoffimmi" => suffixes.has_offsets = true,
                "indexable" => suffixes.has_shape = true,
                _ if opcode == Opcode::SYNC => {
                    let flag = SyncFlags::NAMES.value(suffix).ok_or_else(|| {
                        mnemonic.unknown_suffix(suffix, "it can wait for _uglobal, _ugroup, _g and _t")
                    })?;
                    suffixes.bits |= (flag as u32) << 11;
                }
                "sat" => suffixes.bits |= 1 << 13,
                _ => match size_bits(opcode, suffix) {
                    Some(bits) => suffixes.bits |= bits,
                    None => {
                        return Err(mnemonic.unknown_suffix(
                            suffix,
                            "suffixes are _sat, _z and _nz of tests, _aoffimmi and _indexable",
                        ));
                    }
                },
            }
        }
        if opcode.has_test() && !is_tested {
            let message = format!("`{opcode}` does not state whether it tests for zero");
            return Err(AssembleError::new(&rules::SUFFIX, mnemonic.span.clone(), message)
                .help(format!("write `{opcode}_nz` or `{opcode}_z`")));
        }
        Ok(suffixes)
    }
}

/// Bits for the return type of a size query.
fn size_bits(opcode: Opcode, suffix: &str) -> Option<u32> {
    match (opcode, suffix) {
        (Opcode::RESINFO, "uint") => Some(SizeReturn::UINT.0 << 11),
        (Opcode::RESINFO, "rcpFloat" | "rcpfloat") => Some(SizeReturn::RECIPROCAL.0 << 11),
        (Opcode::SAMPLEINFO, "uint") => Some(1 << 11),
        _ => None,
    }
}

/// `[precise]`, or `[precise(xy)]`.
fn precise(cursor: &mut Cursor<'_>) -> Result<u32, AssembleError> {
    if !cursor.eat(b'[') {
        return Ok(0);
    }
    let (word, span) = cursor.word();
    if word != "precise" {
        return Err(AssembleError::unknown(&rules::WORD, span, word, "`precise`", ["precise"]));
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

/// The parenthesized groups after a mnemonic, one word each.
fn extensions(
    cursor: &mut Cursor<'_>,
    mnemonic: &Mnemonic<'_>,
    suffixes: &Suffixes,
    out: &mut Vec<u32>,
) -> Result<(), AssembleError> {
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
    for (is_said, is_there, suffix, what) in [
        (suffixes.has_offsets, has_offsets, "_aoffimmi", "three offsets, such as (1,-1,0)"),
        (suffixes.has_shape, has_shape, "_indexable", "a shape, such as (texture2d)"),
    ] {
        if is_said != is_there {
            let message = if is_said {
                format!("`{suffix}` lacks {what}")
            } else {
                format!("found an operand of `{suffix}`, a suffix that the name does not have")
            };
            return Err(AssembleError::new(&rules::SUFFIX, mnemonic.span.clone(), message)
                .help(format!("`{suffix}` and {what} belong together")));
        }
    }
    Ok(())
}

/// One group: offsets, a dimension, return types, or a raw word.
fn extension(cursor: &mut Cursor<'_>) -> Result<Extended, AssembleError> {
    cursor.skip_blanks();
    let is_number = |cursor: &Cursor<'_>| cursor.peek() == b'-' || cursor.peek().is_ascii_digit();
    if is_number(cursor) && !(cursor.peek() == b'0' && cursor.peek_second() == b'x') {
        let start = cursor.place();
        let mut numbers = vec![cursor.number()?];
        while cursor.eat(b',') {
            cursor.skip_blanks();
            if !is_number(cursor) {
                break;
            }
            numbers.push(cursor.number()?);
        }
        return match numbers.as_slice() {
            [shape] => Ok(Extended::Dimension { dimension: Dimension(*shape), stride: 0 }),
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
            return Err(AssembleError::unknown(&rules::WORD, span, word, "`stride`", ["stride"]));
        }
        cursor.expect(b'=')?;
        stride = cursor.field(0xfff)?;
    }
    Ok(Extended::Dimension { dimension: Dimension(dimension), stride })
}

/// The operands, as many as the opcode has.
fn arguments(
    cursor: &mut Cursor<'_>,
    mnemonic: &Mnemonic<'_>,
    operands: Operands,
    out: &mut Vec<u32>,
) -> Result<(), AssembleError> {
    let opcode = mnemonic.opcode;
    let roles = opcode.info().map_or(&[][..], |info| info.roles);
    if opcode == Opcode::FCALL {
        return operands.call(cursor, out);
    }
    let wrong = |cursor: &mut Cursor<'_>, found: String| {
        let (span, _) = cursor.describe_next();
        let plural = if roles.len() == 1 { "" } else { "s" };
        let message = format!("found {found}, but `{opcode}` has {} operand{plural}", roles.len());
        AssembleError::new(&rules::OPERANDS, span, message).help(rules::OPERANDS.cause)
    };
    for (place, role) in roles.iter().enumerate() {
        if cursor.is_line_end() {
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
    if !is_over || roles.is_empty() && !cursor.is_line_end() {
        let (_, found) = cursor.describe_next();
        return Err(wrong(cursor, format!("{found} after {}", roles.len())));
    }
    Ok(())
}

/// The unused words after the operands.
fn spare(cursor: &mut Cursor<'_>, opcode: Opcode, out: &mut Vec<u32>) -> Result<(), AssembleError> {
    let (start, first) = (cursor.place(), out.len());
    operand::raw(cursor, out)?;
    let (found, most) = (out.len() - first, opcode.spare_words());
    if found <= most {
        return Ok(());
    }
    let message = format!("found {found} words after the operands of `{opcode}`, expected at most {most}");
    Err(AssembleError::new(&rules::OPERANDS, start..cursor.place(), message).help(rules::OPERANDS.cause))
}
